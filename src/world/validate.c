/* Is everything in a block as it must be? See inc/hem/world.h. */
#include "world/world_block.h"

#include "base/bits.h"
#include "base/vec3.h"
#include "cloth/cloth_check.h"
#include "mesh/mesh_parts.h"
#include "tree/tree_parts.h"

static bool is_position(hem_vec3 p)
{
    hem_vec3 snapped = hem_vec3_snap(p);
    return hem_vec3_is_finite(p) && hem_vec3_in_domain(p) && snapped.x == p.x && snapped.y == p.y &&
           snapped.z == p.z;
}

static bool is_inverse_mass(float inverse, bool deforms)
{
    return deforms ? inverse >= HEM_INVERSE_MASS_LEAST && inverse <= HEM_INVERSE_MASS_MOST
                   : inverse == 0.0f;
}

static bool vertices_are_good(hem_world *world, uint32_t begin, uint32_t end, bool deforms)
{
    bool good = true;
    for (uint32_t v = begin; v < end; v++) {
        good = good && is_position(hem_world_positions(world)[v]) &&
               is_position(hem_world_ends(world)[v]) &&
               hem_vec3_is_finite(hem_world_velocities(world)[v]) &&
               is_inverse_mass(hem_world_inverse_masses(world)[v], deforms);
    }
    return good;
}

/* Scales of what is simulated; the others are zero. */
static bool scales_are_good(hem_world *world, uint32_t begin, uint32_t end, bool simulated)
{
    const float *scales = hem_world_bend_scales(world);
    uint32_t there = hem_world_scaled(world, end);
    bool good = true;
    for (uint32_t v = begin; v < there; v++) {
        good = good &&
               (simulated ? hem_world_check_bend_scale(scales[v]) == HEM_OK : scales[v] == 0.0f);
    }
    return good;
}

/* Does the mesh stand behind those before it, with as much as there is room for? */
static bool mesh_is_good(const hem_world *world, const hem_mesh *mesh,
                         const hem_world_counts *before)
{
    uint64_t orphans =
        (uint64_t)mesh->vertex_face_orphans + mesh->edge_edge_orphans + mesh->edge_face_orphans;
    bool good = mesh->vertex_count <= world->caps.vertices - before->vertices &&
                mesh->triangle_count <= world->caps.triangles - before->triangles &&
                mesh->edge_count <= world->caps.edges - before->edges &&
                orphans <= world->caps.orphans - before->orphans;
    uint32_t record = (uint32_t)((const uint8_t *)mesh - (const uint8_t *)world);
#define STANDS_THERE(name, type, count) \
    good = good &&                      \
           mesh->offset.name == world->offset.name + (uint32_t)((count) * sizeof(type)) - record;
    HEM_MESH_REGIONS(STANDS_THERE, before->bodies, before->vertices, before->triangles,
                     before->edges, before->orphans)
#undef STANDS_THERE
    return good && hem_mesh_is_sound(mesh);
}

static bool tree_is_good(hem_world *world, const hem_body_record *record, const hem_mesh *mesh,
                         const hem_world_counts *before)
{
    uint32_t room = world->offset.positions - world->offset.trees;
    if (record->tree_begin != before->tree_bytes || record->tree_bytes < sizeof(hem_tree) ||
        record->tree_bytes > room - before->tree_bytes) {
        return false;
    }
    return hem_tree_is_sound(hem_world_tree(world, record), mesh, record->tree_bytes);
}

static bool are_finite(const float *values, uint32_t count)
{
    bool good = true;
    for (uint32_t i = 0; i < count; i++) {
        good = good && hem_is_finite(values[i]);
    }
    return good;
}

/* Its arrays stand behind it and hold numbers, in lanes without a triangle as well. */
static bool rest_is_good(const hem_cloth *cloth, const hem_mesh *mesh, uint32_t bytes)
{
    hem_cloth_layout lie = hem_world_lay_cloth(mesh->triangle_count, cloth->hinge_count);
    bool good = cloth->vertex_count == mesh->vertex_count &&
                cloth->triangle_count == mesh->triangle_count &&
                cloth->edge_count == mesh->edge_count && cloth->hinge_count <= mesh->edge_count &&
                cloth->curved <= 1u && cloth->offset.membranes == lie.membranes &&
                cloth->offset.hinges == lie.hinges && bytes == lie.bytes &&
                hem_is_finite(cloth->area) && hem_is_finite(cloth->volume);
    for (uint32_t i = 0; good && i < (mesh->triangle_count + 3u) / 4u; i++) {
        const hem_cloth_membrane *four = &hem_cloth_membranes(cloth)[i];
        good = are_finite(four->warp[0], 4u) && are_finite(four->warp[1], 4u) &&
               are_finite(four->weft[0], 4u) && are_finite(four->weft[1], 4u);
    }
    for (uint32_t i = 0; good && i < cloth->hinge_count; i++) {
        const hem_cloth_hinge *hinge = &hem_cloth_hinges(cloth)[i];
        good = are_finite(hinge->weight, 3u) && hem_is_finite(hinge->rest);
    }
    return good;
}

/* Cloth of a body that deforms, where the world has room for any. */
static bool cloth_is_good(hem_world *world, const hem_body_record *record, const hem_mesh *mesh,
                          const hem_world_counts *before)
{
    bool expected = hem_world_simulates(world, record->kind);
    uint32_t room = world->offset.contacts - world->offset.cloth;
    uint32_t least = expected ? HEM_ARENA_BYTES(1u, sizeof(hem_body_cloth)) : 0u;
    if (record->cloth_begin != before->cloth_bytes || (record->cloth_bytes > 0) != expected ||
        record->cloth_bytes < least || record->cloth_bytes > room - before->cloth_bytes) {
        return false;
    }
    const hem_body_cloth *own = hem_world_cloth(world, record);
    return own == NULL || (rest_is_good(&own->cloth, mesh, record->cloth_bytes) &&
                           hem_cloth_material_check(&own->material, &own->cloth) == HEM_OK);
}

/* A body follows the ones before it, and its slot leads back to it. */
static bool body_is_good(hem_world *world, uint32_t body, const hem_world_counts *before)
{
    const hem_body_record *record = hem_world_bodies(world) + body;
    const hem_mesh *mesh = hem_world_mesh(world, body);
    bool deforms = hem_kind_deforms(record->kind);
    return record->kind <= (uint32_t)HEM_STATIC && record->slot < world->caps.bodies &&
           hem_world_slots(world)[record->slot].body == body &&
           hem_world_slots(world)[record->slot].generation != 0 &&
           record->vertex_begin == before->vertices &&
           record->triangle_begin == before->triangles && record->edge_begin == before->edges &&
           record->orphan_begin == before->orphans && record->motion <= 1u &&
           hem_world_check_material(record->thickness, record->friction) == HEM_OK &&
           hem_world_check_max_speed(record->max_speed) == HEM_OK &&
           mesh_is_good(world, mesh, before) && tree_is_good(world, record, mesh, before) &&
           cloth_is_good(world, record, mesh, before) &&
           record->movable == (deforms ? mesh->vertex_count : 0u) &&
           vertices_are_good(world, before->vertices, before->vertices + mesh->vertex_count,
                             deforms) &&
           scales_are_good(world, before->vertices, before->vertices + mesh->vertex_count,
                           record->cloth_bytes > 0);
}

static void go_behind(hem_world_counts *before, const hem_mesh *mesh, const hem_body_record *record)
{
    before->bodies++;
    before->vertices += mesh->vertex_count;
    before->triangles += mesh->triangle_count;
    before->edges += mesh->edge_count;
    before->orphans +=
        mesh->vertex_face_orphans + mesh->edge_edge_orphans + mesh->edge_face_orphans;
    before->tree_bytes += record->tree_bytes;
    before->cloth_triangles += record->cloth_bytes > 0 ? mesh->triangle_count : 0u;
    before->cloth_bytes += record->cloth_bytes;
}

/* Contacts are of vertices that there are. */
static bool contacts_are_good(hem_world *world)
{
    const hem_small_impact *contacts = hem_world_contact_room(world);
    bool good = true;
    for (uint32_t i = 0; i < world->contact_count; i++) {
        for (uint32_t k = 0; k < 4; k++) {
            good = good && contacts[i].vertex[k] < world->vertex_count;
        }
        good = good && hem_is_finite(contacts[i].distance) &&
               (contacts[i].kind == HEM_CONTACT_VERTEX_FACE ||
                contacts[i].kind == HEM_CONTACT_EDGE_EDGE);
    }
    return good;
}

/* Events are of bodies that there can be; those of the last step may have been removed since. */
static bool events_are_good(const hem_world *world)
{
    const hem_event *events = hem_world_part(world, world->offset.events);
    bool good = true;
    for (uint32_t i = 0; i < world->event_count; i++) {
        bool alone = events[i].kind == (uint32_t)HEM_EVENT_HELD;
        good = good && events[i].kind <= (uint32_t)HEM_EVENT_HELD &&
               events[i].first.slot < world->caps.bodies &&
               (alone || events[i].second.slot < world->caps.bodies);
    }
    return good;
}

/* No slot leads to a body that is not there, no vertex is pinned that is not. */
static bool ends_are_good(hem_world *world)
{
    uint32_t taken = 0;
    for (uint32_t slot = 0; slot < world->caps.bodies; slot++) {
        const hem_body_slot *entry = hem_world_slots(world) + slot;
        taken += entry->generation != 0 && entry->body != HEM_NONE;
    }
    return taken == world->body_count && world->may_be_tangled <= 1u &&
           world->contact_count <= world->caps.contacts &&
           world->event_count <= world->caps.events && contacts_are_good(world) &&
           events_are_good(world) &&
           hem_bits_next(hem_world_pinned(world), world->caps.vertices, world->vertex_count) ==
               HEM_NONE;
}

hem_status hem_world_validate(const hem_world *world, hem_detail *detail)
{
    if (world == NULL) {
        return HEM_NULL;
    }
    /* Of no world the size is not known; its head is there. */
    uint64_t bytes = hem_world_is_valid(world) ? world->bytes : sizeof *world;
    if (detail != NULL && hem_ranges_overlap(world, bytes, detail, sizeof *detail)) {
        return HEM_ALIASED;
    }
    if (detail != NULL) {
        *detail = (hem_detail){HEM_NONE, 0};
    }
    if (!hem_world_layout_is_good(world) || world->body_count > world->caps.bodies) {
        return HEM_BAD_WORLD;
    }
    /* Only read, but by ways that could also write. */
    hem_world *block = (hem_world *)(uintptr_t)world;
    hem_world_counts before = {0};
    for (uint32_t i = 0; i < world->body_count; i++) {
        if (!body_is_good(block, i, &before)) {
            if (detail != NULL) {
                detail->index = i;
            }
            return HEM_BAD_WORLD;
        }
        go_behind(&before, hem_world_mesh(world, i), hem_world_bodies(block) + i);
    }
    hem_world_counts used = hem_world_used(world);
    bool complete = before.vertices == used.vertices && before.triangles == used.triangles &&
                    before.edges == used.edges && before.orphans == used.orphans &&
                    before.tree_bytes == used.tree_bytes &&
                    before.cloth_triangles == used.cloth_triangles &&
                    before.cloth_bytes == used.cloth_bytes;
    return complete && ends_are_good(block) ? HEM_OK : HEM_BAD_WORLD;
}
