/* Bodies: adding one to the shared arrays of a world. See inc/hem/world.h. */
#include "world/world_block.h"

#include "base/orient.h"
#include "base/stopwatch.h"
#include "base/vec3.h"
#include "hem/port.h"
#include "mesh/mesh_parts.h"

#include <string.h>

#define BODY_COOKIE 0x48454D42u

hem_body_def hem_default_body_def(void)
{
    return (hem_body_def){
        .cookie = BODY_COOKIE,
        .kind = HEM_CLOTH,
        .group_limit = HEM_FACE_GROUPS,
    };
}

static hem_status check_positions(const hem_body_def *def, hem_detail *detail)
{
    for (uint32_t v = 0; v < def->vertex_count; v++) {
        hem_vec3 position = def->positions[v];
        if (!hem_vec3_is_finite(position)) {
            detail->index = v;
            return HEM_NOT_FINITE;
        }
        if (!hem_vec3_in_domain(position)) {
            detail->index = v;
            return HEM_OUT_OF_RANGE;
        }
    }
    return HEM_OK;
}

/* A triangle has no area if it has none in all three projections. */
static bool has_area(const hem_body_def *def, const uint32_t *triangle)
{
    hem_vec3 a = hem_vec3_snap(def->positions[triangle[0]]);
    hem_vec3 b = hem_vec3_snap(def->positions[triangle[1]]);
    hem_vec3 c = hem_vec3_snap(def->positions[triangle[2]]);
    return hem_orient2d_sign(&a, &b, &c, 0) != 0 || hem_orient2d_sign(&a, &b, &c, 1) != 0 ||
           hem_orient2d_sign(&a, &b, &c, 2) != 0;
}

static hem_status check_areas(const hem_body_def *def, hem_detail *detail)
{
    for (uint32_t t = 0; t < def->triangle_count; t++) {
        if (!has_area(def, def->triangles + 3u * (size_t)t)) {
            detail->index = t;
            return HEM_ZERO_AREA;
        }
    }
    return HEM_OK;
}

static hem_status check_room(const hem_world *world, const hem_body_def *def, hem_detail *detail)
{
    if (world->body_count == world->caps.bodies) {
        detail->needed = world->body_count + 1u;
        return HEM_FULL_BODIES;
    }
    if (def->vertex_count > world->caps.vertices - world->vertex_count) {
        detail->needed = world->vertex_count + def->vertex_count;
        return HEM_FULL_VERTICES;
    }
    if (def->triangle_count > world->caps.triangles - world->triangle_count) {
        detail->needed = world->triangle_count + def->triangle_count;
        return HEM_FULL_TRIANGLES;
    }
    return HEM_OK;
}

static bool is_aliased(const hem_world *world, const hem_body_def *def, const hem_body *out,
                       const hem_body_report *report)
{
    uint64_t position_bytes = (uint64_t)def->vertex_count * sizeof *def->positions;
    uint64_t triangle_bytes = 3u * (uint64_t)def->triangle_count * sizeof *def->triangles;
    return hem_ranges_overlap(world, world->bytes, def->positions, position_bytes) ||
           hem_ranges_overlap(world, world->bytes, def->triangles, triangle_bytes) ||
           hem_ranges_overlap(world, world->bytes, def, sizeof *def) ||
           hem_ranges_overlap(world, world->bytes, out, sizeof *out) ||
           (report != NULL && hem_ranges_overlap(world, world->bytes, report, sizeof *report));
}

static hem_mesh_def mesh_definition(const hem_world *world, const hem_body_def *def)
{
    hem_mesh_def mesh =
        hem_default_mesh_def(def->triangles, def->triangle_count, def->vertex_count);
    mesh.edge_capacity = world->caps.edges - world->edge_count;
    mesh.orphan_capacity = world->caps.orphans - world->orphan_count;
    mesh.group_limit = def->group_limit;
    mesh.self_pairs = def->kind == HEM_CLOTH || def->kind == HEM_SOFT;
    return mesh;
}

/* What the definition alone says, before any of its buffers is looked at. */
static hem_status check_definition(const hem_body_def *def)
{
    if (def->cookie != BODY_COOKIE || def->kind > (uint32_t)HEM_STATIC) {
        return HEM_BAD_DEFINITION;
    }
    if (def->positions == NULL || def->triangles == NULL) {
        return HEM_NULL;
    }
    bool countable =
        def->vertex_count <= HEM_MESH_COUNT_MAX && def->triangle_count <= HEM_MESH_COUNT_MAX;
    return countable ? HEM_OK : HEM_BAD_COUNT;
}

/* Everything else that can be refused before a byte of the world is written. */
static hem_status check_body(const hem_world *world, const hem_body_def *def, hem_detail *detail)
{
    hem_mesh_def mesh = mesh_definition(world, def);
    hem_status status = hem_mesh_check(&mesh, detail);
    if (status == HEM_OK) {
        status = check_positions(def, detail);
    }
    if (status == HEM_OK && def->kind == HEM_CLOTH) {
        status = check_areas(def, detail);
    }
    if (status == HEM_OK) {
        status = check_room(world, def, detail);
    }
    return status;
}

/* The new body's record, with its arrays right behind those of the bodies before it. */
static hem_mesh *place_mesh(hem_world *world)
{
    hem_mesh *mesh = hem_world_part_to_change(world, world->offset.meshes);
    mesh += world->body_count;
    uint32_t record = (uint32_t)((uint8_t *)mesh - (uint8_t *)world);
#define PLACE_PART(name, type, count) \
    mesh->offset.name = world->offset.name + (uint32_t)((count) * sizeof(type)) - record;
    HEM_MESH_REGIONS(PLACE_PART, world->body_count, world->vertex_count, world->triangle_count,
                     world->edge_count, world->orphan_count)
#undef PLACE_PART
    return mesh;
}

/* Back to zero, as the unused part of every region is. */
static void erase_mesh(hem_mesh *mesh, const hem_mesh_def *def)
{
    hem_mesh_parts parts = hem_mesh_open(mesh);
#define ERASE_PART(name, type, count) memset(parts.name, 0, (size_t)(count) * sizeof(type));
    HEM_MESH_REGIONS(ERASE_PART, 1u, def->vertex_count, def->triangle_count, def->edge_capacity,
                     def->orphan_capacity)
#undef ERASE_PART
    memset(mesh, 0, sizeof *mesh);
}

static hem_status fill_mesh(hem_world *world, const hem_body_def *def, hem_mesh *mesh,
                            hem_detail *detail)
{
    hem_mesh_def mesh_def = mesh_definition(world, def);
    hem_arena scratch;
    hem_status status =
        hem_arena_init(&scratch, hem_world_part_to_change(world, world->offset.scratch),
                       world->bytes - world->offset.scratch);
    if (status == HEM_OK) {
        status = hem_mesh_fill(mesh, &mesh_def, &scratch, detail);
    }
    if (status != HEM_OK) {
        erase_mesh(mesh, &mesh_def);
        return status;
    }
    world->scratch_peak = scratch.peak > world->scratch_peak ? scratch.peak : world->scratch_peak;
    return HEM_OK;
}

static void commit_body(hem_world *world, const hem_body_def *def, const hem_mesh *mesh,
                        hem_body *out)
{
    hem_body_record *record = hem_world_part_to_change(world, world->offset.bodies);
    record += world->body_count;
    *record = (hem_body_record){
        .kind = def->kind,
        .generation = 1,
        .vertex_begin = world->vertex_count,
        .triangle_begin = world->triangle_count,
        .edge_begin = world->edge_count,
        .orphan_begin = world->orphan_count,
    };
    hem_vec3 *positions = hem_world_part_to_change(world, world->offset.positions);
    for (uint32_t v = 0; v < def->vertex_count; v++) {
        positions[world->vertex_count + v] = hem_vec3_snap(def->positions[v]);
    }
    *out = (hem_body){world->body_count, record->generation};
    world->body_count++;
    world->vertex_count += mesh->vertex_count;
    world->triangle_count += mesh->triangle_count;
    world->edge_count += mesh->edge_count;
    world->orphan_count +=
        mesh->vertex_face_orphans + mesh->edge_edge_orphans + mesh->edge_face_orphans;
}

static hem_status add_body(hem_world *world, const hem_body_def *def, hem_body *out,
                           hem_detail *detail)
{
    hem_status status = check_body(world, def, detail);
    if (status != HEM_OK) {
        return status;
    }
    hem_mesh *mesh = place_mesh(world);
    status = fill_mesh(world, def, mesh, detail);
    if (status == HEM_FULL_EDGES) {
        detail->needed += world->edge_count;
    }
    if (status == HEM_FULL_ORPHANS) {
        detail->needed += world->orphan_count;
    }
    if (status == HEM_OK) {
        commit_body(world, def, mesh, out);
    }
    return status;
}

hem_status hem_add_body(hem_world *world, const hem_body_def *def, hem_body *out,
                        hem_body_report *report)
{
    if (world == NULL || def == NULL || out == NULL) {
        return HEM_NULL;
    }
    if (!hem_world_is_valid(world)) {
        return HEM_BAD_WORLD;
    }
    hem_status status = check_definition(def);
    if (status == HEM_OK && is_aliased(world, def, out, report)) {
        return HEM_ALIASED;
    }
    hem_detail detail = {HEM_NONE, 0};
    hem_stopwatch watch = hem_stopwatch_start();
    if (status == HEM_OK) {
        uint32_t saved = hem_fp_enter();
        status = add_body(world, def, out, &detail);
        hem_fp_leave(saved);
    }
    if (report != NULL) {
        report->detail = detail;
        report->microseconds = hem_stopwatch_lap(&watch);
    }
    return status;
}
