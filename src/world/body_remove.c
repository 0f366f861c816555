/* Removing a body: what stood behind its data moves up, in order. See inc/hem/world.h. */
#include "world/world_block.h"

#include "base/bits.h"

#include <string.h>

/* Bytes from the start of the block to where each array of a mesh begins behind so many bodies, or,
 * without the block's offsets, how long the arrays of one are. */
enum { MESH_PARTS = 13 };

static void mesh_places(const hem_world *world, const hem_world_counts *at, uint64_t *places)
{
    uint32_t part = 0;
#define PLACE(name, type, count) places[part++] = world->offset.name + (count) * sizeof(type);
    HEM_MESH_REGIONS(PLACE, at->bodies, at->vertices, at->triangles, at->edges, at->orphans)
#undef PLACE
}

static void mesh_lengths(const hem_world_counts *own, uint64_t *lengths)
{
    uint32_t part = 0;
#define LENGTH(name, type, count) lengths[part++] = (count) * sizeof(type);
    HEM_MESH_REGIONS(LENGTH, own->bodies, own->vertices, own->triangles, own->edges, own->orphans)
#undef LENGTH
}

static hem_world_counts sum(const hem_world_counts *a, const hem_world_counts *b)
{
    return (hem_world_counts){a->bodies + b->bodies,
                              a->vertices + b->vertices,
                              a->triangles + b->triangles,
                              a->edges + b->edges,
                              a->orphans + b->orphans,
                              a->tree_bytes + b->tree_bytes,
                              a->cloth_triangles + b->cloth_triangles,
                              a->cloth_bytes + b->cloth_bytes};
}

/* What one body has. */
static hem_world_counts counts_of(hem_world *world, uint32_t body)
{
    const hem_mesh *mesh = hem_world_mesh(world, body);
    const hem_body_record *record = hem_world_bodies(world) + body;
    return (hem_world_counts){
        1,
        mesh->vertex_count,
        mesh->triangle_count,
        mesh->edge_count,
        mesh->vertex_face_orphans + mesh->edge_edge_orphans + mesh->edge_face_orphans,
        record->tree_bytes,
        record->cloth_bytes > 0 ? mesh->triangle_count : 0u,
        record->cloth_bytes,
    };
}

/* What stands before a body. */
static hem_world_counts counts_before(hem_world *world, uint32_t body)
{
    const hem_body_record *record = hem_world_bodies(world) + body;
    return (hem_world_counts){body,
                              record->vertex_begin,
                              record->triangle_begin,
                              record->edge_begin,
                              record->orphan_begin,
                              record->tree_begin,
                              0, /* nothing is placed by them */
                              record->cloth_begin};
}

static void move_bytes(hem_world *world, uint64_t to, uint64_t from, uint64_t bytes)
{
    memmove((uint8_t *)world + to, (const uint8_t *)world + from, (size_t)bytes);
}

/* What nothing uses is zero. */
static void erase_bytes(hem_world *world, uint64_t from, uint64_t to)
{
    memset((uint8_t *)world + from, 0, (size_t)(to - from));
}

/* Where a body may have a third of its vertices of something, there can be one more between two
 * bodies. It is zero; what follows has moved at least as far, so nothing of that is lost. */
static void move_mesh(hem_world *world, const hem_world_counts *to, const hem_world_counts *from,
                      const hem_world_counts *own)
{
    uint64_t targets[MESH_PARTS], sources[MESH_PARTS], lengths[MESH_PARTS], ends[MESH_PARTS];
    hem_world_counts behind = sum(to, own);
    mesh_places(world, to, targets);
    mesh_places(world, &behind, ends);
    mesh_places(world, from, sources);
    mesh_lengths(own, lengths);
    for (uint32_t part = 0; part < MESH_PARTS; part++) {
        move_bytes(world, targets[part], sources[part], lengths[part]);
        erase_bytes(world, targets[part] + lengths[part], ends[part]);
    }
    move_bytes(world, world->offset.meshes + to->bodies * sizeof(hem_mesh),
               world->offset.meshes + from->bodies * sizeof(hem_mesh), sizeof(hem_mesh));
    hem_world_place_mesh(world, to->bodies, to);
}

/* Where the bend scales of vertices begin; always the same place where there are none. */
static uint64_t scales_at(const hem_world *world, uint32_t vertex)
{
    return world->offset.bend_scales + hem_world_scaled(world, vertex) * sizeof(float);
}

static void move_vertices(hem_world *world, uint32_t to, uint32_t from, uint32_t count)
{
    const uint32_t offsets[3] = {world->offset.positions, world->offset.velocities,
                                 world->offset.ends};
    for (uint32_t i = 0; i < 3; i++) {
        move_bytes(world, offsets[i] + to * sizeof(hem_vec3), offsets[i] + from * sizeof(hem_vec3),
                   count * sizeof(hem_vec3));
    }
    move_bytes(world, world->offset.inverse_masses + to * sizeof(float),
               world->offset.inverse_masses + from * sizeof(float), count * sizeof(float));
    move_bytes(world, scales_at(world, to), scales_at(world, from),
               hem_world_scaled(world, count) * sizeof(float));
    uint32_t *pinned = hem_world_pinned(world);
    for (uint32_t v = 0; v < count; v++) {
        if (hem_bits_has(pinned, from + v)) {
            hem_bits_add(pinned, to + v);
        } else {
            hem_bits_remove(pinned, to + v);
        }
    }
}

/* One body from its place to an earlier one. */
static void move_body(hem_world *world, uint32_t body, const hem_world_counts *to)
{
    hem_world_counts from = counts_before(world, body), own = counts_of(world, body);
    hem_body_record *record = hem_world_bodies(world) + to->bodies;
    move_mesh(world, to, &from, &own);
    move_bytes(world, world->offset.trees + to->tree_bytes, world->offset.trees + from.tree_bytes,
               own.tree_bytes);
    move_bytes(world, world->offset.cloth + to->cloth_bytes, world->offset.cloth + from.cloth_bytes,
               own.cloth_bytes);
    move_vertices(world, to->vertices, from.vertices, own.vertices);
    *record = hem_world_bodies(world)[body];
    record->vertex_begin = to->vertices;
    record->triangle_begin = to->triangles;
    record->edge_begin = to->edges;
    record->orphan_begin = to->orphans;
    record->tree_begin = to->tree_bytes;
    record->cloth_begin = to->cloth_bytes;
    hem_world_slots(world)[record->slot].body = to->bodies;
}

static void erase_behind(hem_world *world, const hem_world_counts *used,
                         const hem_world_counts *before)
{
    uint64_t from[MESH_PARTS], to[MESH_PARTS];
    mesh_places(world, used, from);
    mesh_places(world, before, to);
    for (uint32_t part = 0; part < MESH_PARTS; part++) {
        erase_bytes(world, from[part], to[part]);
    }
#define ERASE(name, type, count)                                        \
    erase_bytes(world, world->offset.name + used->count * sizeof(type), \
                world->offset.name + before->count * sizeof(type));
    ERASE(meshes, hem_mesh, bodies)
    ERASE(bodies, hem_body_record, bodies)
    ERASE(positions, hem_vec3, vertices)
    ERASE(velocities, hem_vec3, vertices)
    ERASE(ends, hem_vec3, vertices)
    ERASE(inverse_masses, float, vertices)
    ERASE(trees, uint8_t, tree_bytes)
    ERASE(cloth, uint8_t, cloth_bytes)
#undef ERASE
    erase_bytes(world, scales_at(world, used->vertices), scales_at(world, before->vertices));
    for (uint32_t v = used->vertices; v < before->vertices; v++) {
        hem_bits_remove(hem_world_pinned(world), v);
    }
}

static void remove_at(hem_world *world, uint32_t removed)
{
    hem_world_counts before = hem_world_used(world), used = counts_before(world, removed);
    world->cloth_triangle_count -= counts_of(world, removed).cloth_triangles;
    for (uint32_t i = removed + 1u; i < world->body_count; i++) {
        hem_world_counts own = counts_of(world, i);
        move_body(world, i, &used);
        used = sum(&used, &own);
    }
    world->body_count = used.bodies;
    world->vertex_count = used.vertices;
    world->triangle_count = used.triangles;
    world->edge_count = used.edges;
    world->orphan_count = used.orphans;
    world->tree_bytes = used.tree_bytes;
    world->cloth_bytes = used.cloth_bytes;
    hem_world_erase_contacts_from(world, 0);
    erase_behind(world, &used, &before);
}

hem_status hem_remove_body(hem_world *world, hem_body body)
{
    uint32_t removed;
    hem_status status = hem_world_find(world, body, &removed);
    if (status == HEM_OK) {
        hem_world_slots(world)[body.slot].body = HEM_NONE;
        remove_at(world, removed);
    }
    return status;
}

/* The new one stands behind all others until the old one is gone; then the old handle leads to it.
 */
hem_status hem_replace_body(hem_world *world, hem_body body, const hem_body_def *def,
                            hem_body_report *report)
{
    uint32_t removed;
    hem_body fresh;
    hem_status status = def == NULL ? HEM_NULL : hem_world_find(world, body, &removed);
    if (status == HEM_OK) {
        status = hem_world_add_body(world, def, &fresh, report, removed);
    }
    if (status != HEM_OK) {
        return status;
    }
    hem_body_slot *slots = hem_world_slots(world);
    uint32_t added = slots[fresh.slot].body;
    slots[body.slot].body = added;
    hem_world_bodies(world)[added].slot = body.slot;
    slots[fresh.slot].body = HEM_NONE;
    remove_at(world, removed);
    return HEM_OK;
}
