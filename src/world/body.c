/* Bodies: adding one to the shared arrays of a world. See inc/hem/world.h. */
#include "world/world_block.h"

#include "base/orient.h"
#include "base/stopwatch.h"
#include "base/vec3.h"
#include "hem/port.h"
#include "mesh/mesh_parts.h"
#include "tree/tree_parts.h"

#include <string.h>

#define BODY_COOKIE 0x48454D42u

/* Square metres: what a vertex without triangles weighs as much as. */
#define LEAST_AREA 1e-6f

hem_body_def hem_default_body_def(void)
{
    return (hem_body_def){
        .cookie = BODY_COOKIE,
        .kind = HEM_CLOTH,
        .group_limit = HEM_FACE_GROUPS,
        .density = 0.2f,
        .thickness = 0.001f,
        .friction = 0.3f,
        .cloth = hem_default_cloth_material(),
        .warp = {1.0f, 0.0f, 0.0f},
        .angles = HEM_CLOTH_FLAT,
    };
}

static hem_status check_points(const hem_vec3 *points, uint32_t count, hem_detail *detail)
{
    for (uint32_t v = 0; points != NULL && v < count; v++) {
        hem_vec3 position = points[v];
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

/* Of what deforms, above 0, and its inverse is one that the answers to contacts take. Nothing uses
 * that of others, but what cannot be a mass is a mistake there as well. */
static bool is_mass(uint32_t kind, float mass)
{
    return hem_kind_deforms(kind) ? mass >= HEM_INVERSE_MASS_LEAST && mass <= HEM_INVERSE_MASS_MOST
                                  : hem_is_finite(mass) && mass >= 0.0f;
}

static hem_status check_masses(const hem_body_def *def, hem_detail *detail)
{
    for (uint32_t v = 0; def->masses != NULL && v < def->vertex_count; v++) {
        if (!is_mass(def->kind, def->masses[v])) {
            detail->index = v;
            return HEM_BAD_MASS;
        }
    }
    return HEM_OK;
}

static const hem_vec3 *rest_of(const hem_body_def *def)
{
    return def->rest == NULL ? def->positions : def->rest;
}

/* A triangle has no area if it has none in all three projections. */
static bool has_area(const hem_vec3 *rest, const uint32_t *triangle)
{
    hem_vec3 a = hem_vec3_snap(rest[triangle[0]]);
    hem_vec3 b = hem_vec3_snap(rest[triangle[1]]);
    hem_vec3 c = hem_vec3_snap(rest[triangle[2]]);
    return hem_orient2d_sign(&a, &b, &c, 0) != 0 || hem_orient2d_sign(&a, &b, &c, 1) != 0 ||
           hem_orient2d_sign(&a, &b, &c, 2) != 0;
}

static hem_status check_areas(const hem_body_def *def, hem_detail *detail)
{
    for (uint32_t t = 0; t < def->triangle_count; t++) {
        if (!has_area(rest_of(def), def->triangles + 3u * (size_t)t)) {
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
    if (hem_world_simulates(world, def->kind) &&
        def->triangle_count > world->caps.cloth_triangles - world->cloth_triangle_count) {
        detail->needed = world->cloth_triangle_count + def->triangle_count;
        return HEM_FULL_CLOTH;
    }
    return HEM_OK;
}

static bool overlap(const void *a, uint64_t a_bytes, const void *b, uint64_t b_bytes)
{
    return a != NULL && b != NULL && hem_ranges_overlap(a, a_bytes, b, b_bytes);
}

/* Does one of the buffers of a definition lie on these bytes? */
static bool buffers_overlap(const hem_body_def *def, const void *begin, uint64_t bytes)
{
    uint64_t position_bytes = (uint64_t)def->vertex_count * sizeof *def->positions;
    return overlap(begin, bytes, def->positions, position_bytes) ||
           overlap(begin, bytes, def->velocities, position_bytes) ||
           overlap(begin, bytes, def->reference, position_bytes) ||
           overlap(begin, bytes, def->rest, position_bytes) ||
           overlap(begin, bytes, def->pattern, (uint64_t)def->triangle_count * 24u) ||
           overlap(begin, bytes, def->masses, (uint64_t)def->vertex_count * sizeof *def->masses) ||
           overlap(begin, bytes, def->triangles,
                   3u * (uint64_t)def->triangle_count * sizeof *def->triangles);
}

/* Do definition or outputs lie in the block or on each other? */
static bool arguments_overlap(const hem_world *world, const hem_body_def *def, const hem_body *out,
                              const hem_body_report *report)
{
    return hem_world_holds(world, def, sizeof *def) || hem_world_holds(world, out, sizeof *out) ||
           hem_world_holds(world, report, sizeof *report) ||
           overlap(def, sizeof *def, out, sizeof *out) ||
           overlap(def, sizeof *def, report, sizeof *report) ||
           overlap(out, sizeof *out, report, sizeof *report);
}

static hem_mesh_def mesh_definition(const hem_world *world, const hem_body_def *def)
{
    hem_mesh_def mesh =
        hem_default_mesh_def(def->triangles, def->triangle_count, def->vertex_count);
    mesh.edge_capacity = world->caps.edges - world->edge_count;
    mesh.orphan_capacity = world->caps.orphans - world->orphan_count;
    mesh.group_limit = def->group_limit;
    mesh.self_pairs = hem_kind_deforms(def->kind);
    return mesh;
}

/* What the definition must say so that its buffers can be looked at. */
static hem_status check_definition(const hem_body_def *def)
{
    if (def->cookie != BODY_COOKIE || def->kind > (uint32_t)HEM_STATIC) {
        return HEM_BAD_DEFINITION;
    }
    if (def->positions == NULL || def->triangles == NULL) {
        return HEM_NULL;
    }
    if (def->vertex_count > HEM_MESH_COUNT_MAX || def->triangle_count > HEM_MESH_COUNT_MAX) {
        return HEM_BAD_COUNT;
    }
    return HEM_OK;
}

/* Numbers that are not of a vertex. */
static hem_status check_numbers(const hem_body_def *def)
{
    if (def->masses == NULL && !is_mass(def->kind, def->density)) {
        return HEM_BAD_MASS;
    }
    hem_status status = hem_world_check_material(def->thickness, def->friction);
    return status == HEM_OK ? hem_world_check_max_speed(def->max_speed) : status;
}

/* Everything else that can be refused before a byte of the world is written. */
static hem_status check_body(const hem_world *world, const hem_body_def *def, hem_detail *detail)
{
    hem_mesh_def mesh = mesh_definition(world, def);
    hem_status status = hem_mesh_check(&mesh, detail);
    if (status == HEM_OK) {
        status = check_points(def->positions, def->vertex_count, detail);
    }
    if (status == HEM_OK) {
        status = check_points(def->reference, def->vertex_count, detail);
    }
    if (status == HEM_OK) {
        status = check_points(def->rest, def->vertex_count, detail);
    }
    if (status == HEM_OK) {
        status = check_points(def->velocities, def->vertex_count, detail);
    }
    if (status == HEM_OK) {
        status = check_masses(def, detail);
    }
    if (status == HEM_OK && def->kind == HEM_CLOTH) {
        status = check_areas(def, detail);
    }
    if (status == HEM_OK) {
        status = check_room(world, def, detail);
    }
    return status;
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
    hem_arena scratch = hem_world_scratch(world);
    hem_status status = hem_mesh_fill(mesh, &mesh_def, &scratch, detail);
    if (status == HEM_OK) {
        status = hem_world_make_cloth(world, def, mesh, detail);
    }
    if (status != HEM_OK) {
        erase_mesh(mesh, &mesh_def);
        return status;
    }
    hem_world_note_scratch(world, &scratch);
    return HEM_OK;
}

/* The tree, behind those of the bodies before. There is room for it: the region is as large as any
 * bodies with so many triangles together need. */
static void place_tree(hem_world *world, const hem_body_def *def, const hem_mesh *mesh,
                       hem_body_record *record)
{
    hem_arena scratch = hem_world_scratch(world), trees;
    hem_arena_init(
        &trees, (uint8_t *)hem_world_part_to_change(world, world->offset.trees) + world->tree_bytes,
        world->offset.positions - world->offset.trees - world->tree_bytes);
    hem_tree_def tree =
        hem_default_tree_def(mesh, def->reference == NULL ? def->positions : def->reference);
    hem_tree_place(&trees, &tree, &scratch);
    record->tree_begin = world->tree_bytes;
    record->tree_bytes = trees.used;
    hem_world_note_scratch(world, &scratch);
}

/* A third of the area of its triangles, for each vertex. */
static void share_areas(const hem_body_def *def, float *area)
{
    const hem_vec3 *rest = rest_of(def);
    memset(area, 0, (size_t)def->vertex_count * sizeof *area);
    for (uint32_t t = 0; t < def->triangle_count; t++) {
        const uint32_t *corner = def->triangles + 3u * (size_t)t;
        hem_vec3 a = rest[corner[0]];
        hem_vec3 u = hem_sub(rest[corner[1]], a);
        hem_vec3 v = hem_sub(rest[corner[2]], a);
        float third = hem_length(hem_cross(u, v)) * (1.0f / 6.0f);
        for (uint32_t k = 0; k < 3; k++) {
            area[corner[k]] += third;
        }
    }
}

/* Masses of what has hardly an area, or an extreme density, are brought into the range of those
 * that may be given. */
static void set_masses(const hem_body_def *def, float *inverse)
{
    if (def->masses == NULL) {
        share_areas(def, inverse);
    }
    for (uint32_t v = 0; v < def->vertex_count; v++) {
        float mass =
            def->masses == NULL ? hem_max(inverse[v], LEAST_AREA) * def->density : def->masses[v];
        mass = hem_min(hem_max(mass, HEM_INVERSE_MASS_LEAST), HEM_INVERSE_MASS_MOST);
        inverse[v] = 1.0f / mass;
    }
}

/* The lowest free slot; there are as many as bodies. */
static uint32_t free_slot(hem_world *world)
{
    const hem_body_slot *slots = hem_world_slots(world);
    uint32_t slot = 0;
    while (slots[slot].generation != 0 && slots[slot].body != HEM_NONE) {
        slot++;
    }
    return slot;
}

static void commit_body(hem_world *world, const hem_body_def *def, const hem_mesh *mesh,
                        hem_body *out)
{
    hem_body_record *record = hem_world_bodies(world) + world->body_count;
    uint32_t begin = world->vertex_count, slot = free_slot(world);
    *record = (hem_body_record){
        .kind = def->kind,
        .slot = slot,
        .vertex_begin = begin,
        .triangle_begin = world->triangle_count,
        .edge_begin = world->edge_count,
        .orphan_begin = world->orphan_count,
        .thickness = def->thickness,
        .friction = def->friction,
        .max_speed = def->max_speed,
        .movable = hem_kind_deforms(def->kind) ? def->vertex_count : 0,
    };
    record->cloth_begin = world->cloth_bytes;
    record->cloth_bytes = hem_world_place_cloth(world, def);
    place_tree(world, def, mesh, record);
    for (uint32_t v = 0; v < def->vertex_count; v++) {
        hem_vec3 position = hem_vec3_snap(def->positions[v]);
        hem_world_positions(world)[begin + v] = position;
        hem_world_ends(world)[begin + v] = position;
    }
    if (hem_kind_deforms(def->kind) && def->velocities != NULL) {
        memcpy(hem_world_velocities(world) + begin, def->velocities,
               (size_t)def->vertex_count * sizeof *def->velocities);
    }
    if (hem_kind_deforms(def->kind)) {
        set_masses(def, hem_world_inverse_masses(world) + begin);
    }
    for (uint32_t v = 0; record->cloth_bytes > 0 && v < def->vertex_count; v++) {
        hem_world_bend_scales(world)[begin + v] = 1.0f;
    }
    hem_body_slot *entry = hem_world_slots(world) + slot;
    entry->body = world->body_count;
    entry->generation += entry->generation == UINT32_MAX ? 2u : 1u; /* never 0: no handle is null */
    *out = (hem_body){slot, entry->generation};
    world->body_count++;
    world->vertex_count += mesh->vertex_count;
    world->triangle_count += mesh->triangle_count;
    world->edge_count += mesh->edge_count;
    world->orphan_count +=
        mesh->vertex_face_orphans + mesh->edge_edge_orphans + mesh->edge_face_orphans;
    world->tree_bytes += record->tree_bytes;
    world->cloth_triangle_count += record->cloth_bytes > 0 ? mesh->triangle_count : 0u;
    world->cloth_bytes += record->cloth_bytes;
    hem_world_note_bodies(world);
}

static hem_status add_body(hem_world *world, const hem_body_def *def, hem_body *out,
                           hem_detail *detail)
{
    hem_status status = check_body(world, def, detail);
    if (status != HEM_OK) {
        return status;
    }
    hem_world_counts before = hem_world_used(world);
    hem_mesh *mesh = hem_world_place_mesh(world, world->body_count, &before);
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
    return hem_world_add_body(world, def, out, report, HEM_NONE);
}

hem_status hem_world_add_body(hem_world *world, const hem_body_def *def, hem_body *out,
                              hem_body_report *report, uint32_t instead_of)
{
    if (world == NULL || def == NULL || out == NULL) {
        return HEM_NULL;
    }
    if (!hem_world_is_valid(world)) {
        return HEM_BAD_WORLD;
    }
    if (arguments_overlap(world, def, out, report)) {
        return HEM_ALIASED;
    }
    hem_status status = check_definition(def);
    if (status == HEM_OK &&
        (buffers_overlap(def, world, world->bytes) || buffers_overlap(def, out, sizeof *out) ||
         buffers_overlap(def, report, sizeof *report))) {
        return HEM_ALIASED;
    }
    if (status == HEM_OK) {
        status = check_numbers(def);
    }
    hem_detail detail = {HEM_NONE, 0};
    hem_world_crossings crossings = {0, 0};
    hem_stopwatch watch = hem_stopwatch_start();
    if (status == HEM_OK) {
        uint32_t saved = hem_fp_enter();
        status = add_body(world, def, out, &detail);
        if (status == HEM_OK) {
            crossings = hem_world_crossings_of(world, world->body_count - 1u, instead_of);
        }
        hem_fp_leave(saved);
    }
    if (crossings.through > 0 || crossings.touching > 0) {
        world->may_be_tangled = 1;
    }
    if (report != NULL) {
        report->detail = detail;
        report->intersections = crossings.through;
        report->touching = crossings.touching;
        report->microseconds = hem_stopwatch_lap(&watch);
    }
    return status;
}
