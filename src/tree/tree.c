/* Tree: definition, layout and the order of the building steps. See inc/hem/tree.h. */
#include "tree/lanes.h"
#include "tree/split.h"

#include "base/hash.h"
#include "base/ranges.h"
#include "hem/port.h"

#include <string.h>

#define TREE_COOKIE 0x48454D54u

hem_tree_def hem_default_tree_def(const hem_mesh *mesh, const hem_vec3 *reference)
{
    return (hem_tree_def){
        .cookie = TREE_COOKIE,
        .mesh = mesh,
        .reference = reference,
        .builder = HEM_BUILD_PATCHES,
        .directions = 6,
        .degree = 4,
    };
}

hem_tree_parts hem_tree_open(hem_tree *tree)
{
    hem_tree_parts parts;
#define OPEN_PART(name, type, count) \
    parts.name = (type *)(void *)((uint8_t *)tree + tree->offset.name);
    HEM_TREE_REGIONS(OPEN_PART, 0, 0, 0, 0, 0)
#undef OPEN_PART
    return parts;
}

/* How many of everything a tree has room for. */
typedef struct capacities {
    uint32_t triangles, nodes;
    uint64_t leaves, groups, pairs;
} capacities;

static bool is_patches(uint32_t builder)
{
    return builder == HEM_BUILD_PATCHES;
}

static capacities capacities_of(const hem_tree_def *def)
{
    capacities caps = {.triangles = def->triangle_capacity, .nodes = def->node_capacity};
    if (caps.triangles == 0) {
        caps.triangles = def->mesh->triangle_count;
    }
    if (is_patches(def->builder)) {
        caps.nodes = 0;
        caps.leaves = HEM_PATCH_LEAVES(caps.triangles);
        caps.groups = HEM_PATCH_GROUPS(caps.leaves, def->degree);
        caps.pairs = HEM_PATCH_NEIGHBOURS(caps.triangles);
        return caps;
    }
    if (caps.nodes == 0) {
        caps.nodes = (uint32_t)HEM_TREE_NODES(caps.triangles);
    }
    caps.leaves = caps.triangles;
    caps.groups = HEM_NODE_GROUPS(def->degree) * caps.nodes;
    caps.pairs = 0;
    return caps;
}

static uint64_t scratch_bytes(uint32_t builder, uint32_t triangles)
{
    return is_patches(builder) ? HEM_PATCH_TREE_SCRATCH(triangles)
                               : HEM_TRIANGLE_TREE_SCRATCH(triangles);
}

static uint64_t bytes_needed(const hem_tree_def *def)
{
    capacities caps = capacities_of(def);
    return HEM_TREE_PARTS_BYTES(caps.triangles, caps.leaves, caps.groups, def->directions / 2u,
                                caps.pairs) +
           scratch_bytes(def->builder, caps.triangles);
}

static bool has_settings(const hem_tree_def *def)
{
    uint32_t k = def->directions, degree = def->degree;
    return def->cookie == TREE_COOKIE && (uint32_t)def->builder < HEM_BUILDERS &&
           (k == 6u || k == 8u || k == 14u || k == 18u) &&
           (degree == 2u || degree == 4u || degree == 8u || degree == 16u);
}

/* Everything but the positions. */
static hem_status check_settings(const hem_tree_def *def)
{
    if (def == NULL) {
        return HEM_NULL;
    }
    if (!has_settings(def)) {
        return HEM_BAD_DEFINITION;
    }
    return def->mesh == NULL || def->reference == NULL ? HEM_NULL : HEM_OK;
}

static hem_status check_nodes(const hem_tree_def *def, uint32_t nodes, hem_detail *detail)
{
    uint32_t needed = hem_nodes_by_count(def->mesh->triangle_count, def->degree);
    needed = needed == 0 ? 1u : needed;
    if (!is_patches(def->builder) && nodes < needed) {
        detail->needed = needed;
        return HEM_BAD_CAPACITY;
    }
    return HEM_OK;
}

static hem_status check_positions(const hem_tree_def *def, hem_detail *detail)
{
    for (uint32_t v = 0; v < def->mesh->vertex_count; v++) {
        if (!hem_vec3_in_domain(def->reference[v])) {
            detail->index = v;
            return hem_vec3_is_finite(def->reference[v]) ? HEM_OUT_OF_RANGE : HEM_NOT_FINITE;
        }
    }
    return HEM_OK;
}

/* The definition itself, and what it points to. */
static bool overlaps_def(const void *begin, uint64_t bytes, const hem_tree_def *def)
{
    return hem_ranges_overlap(begin, bytes, def, sizeof *def) ||
           hem_ranges_overlap(begin, bytes, def->mesh, sizeof *def->mesh) ||
           hem_ranges_overlap(begin, bytes, def->reference,
                              (uint64_t)def->mesh->vertex_count * sizeof *def->reference);
}

static hem_tree *take_tree(hem_arena *arena, const hem_tree_def *def)
{
    capacities caps = capacities_of(def);
    hem_tree *tree = hem_arena_take(arena, 1, sizeof *tree);
    memset(tree, 0, sizeof *tree);
    tree->triangle_capacity = caps.triangles;
    tree->leaf_capacity = (uint32_t)caps.leaves;
    tree->group_capacity = (uint32_t)caps.groups;
    tree->neighbour_capacity = (uint32_t)caps.pairs;
    tree->builder = (uint32_t)def->builder;
    tree->degree = def->degree;
    tree->groups_per_node = (uint32_t)HEM_NODE_GROUPS(def->degree);
    tree->axis_count = def->directions / 2u;
#define TAKE_PART(name, type, count)                                            \
    {                                                                           \
        uint8_t *part = hem_arena_take(arena, (uint32_t)(count), sizeof(type)); \
        tree->offset.name = (uint32_t)(part - (uint8_t *)tree);                 \
    }
    HEM_TREE_REGIONS(TAKE_PART, caps.triangles, caps.leaves, caps.groups, tree->axis_count,
                     caps.pairs)
#undef TAKE_PART
    return tree;
}

/* What is not used of the arrays stays zero, so that equal trees are equal bytes. */
static void zero_parts(hem_tree *tree)
{
    hem_tree_parts parts = hem_tree_open(tree);
#define ZERO_PART(name, type, count) memset(parts.name, 0, (size_t)(count) * sizeof(type));
    HEM_TREE_REGIONS(ZERO_PART, tree->triangle_capacity, tree->leaf_capacity, tree->group_capacity,
                     tree->axis_count, tree->neighbour_capacity)
#undef ZERO_PART
    memset(tree->level_begin, 0, sizeof tree->level_begin);
    tree->split_by_count = 0;
    tree->group_count = 0;
    tree->pass = 0;
}

/* The sum of each patch's corners, divided by how many there are. */
static void find_centres(const hem_tree_def *def, const uint32_t *patch_of, uint32_t patch_count,
                         hem_vec3 *centres, hem_pair *counts)
{
    memset(centres, 0, (size_t)patch_count * sizeof *centres);
    memset(counts, 0, (size_t)patch_count * sizeof *counts);
    for (uint32_t t = 0; t < def->mesh->triangle_count; t++) {
        const uint32_t *v = hem_mesh_triangles(def->mesh) + 3u * (size_t)t;
        hem_vec3 *centre = centres + patch_of[t];
        for (uint32_t k = 0; k < 3; k++) {
            *centre = hem_add(*centre, def->reference[v[k]]);
        }
        counts[patch_of[t]].first += 3u;
    }
    for (uint32_t p = 0; p < patch_count; p++) {
        centres[p] = hem_scale(1.0f / (float)counts[p].first, centres[p]);
    }
}

/* Connected patches, their order in space, and the nodes above them. */
static void build_patches(hem_tree *tree, const hem_tree_parts *parts, const hem_tree_def *def,
                          hem_arena *arena)
{
    uint32_t f = tree->triangle_count;
    uint32_t *patch_of = hem_arena_take(arena, 6u * f + 1u, sizeof *patch_of);
    uint32_t *scratch = patch_of + f;
    hem_pair *keys = hem_arena_take(arena, (uint32_t)HEM_PATCH_LEAVES(f), sizeof *keys);
    hem_pair *ordered = hem_arena_take(arena, (uint32_t)HEM_PATCH_LEAVES(f), sizeof *ordered);
    hem_vec3 *centres = hem_arena_take(arena, (uint32_t)HEM_PATCH_LEAVES(f), sizeof *centres);
    uint32_t *leaf_order = &ordered->first;

    tree->leaf_count = hem_tree_grow_patches(def->mesh, def->reference, patch_of, scratch);
    find_centres(def, patch_of, tree->leaf_count, centres, keys);
    hem_tree_order_leaves(centres, tree->leaf_count, tree->degree, leaf_order, keys);
    hem_tree_sort_patches(tree, parts, patch_of, leaf_order, scratch);
    hem_tree_stack_groups(tree, parts);
    hem_tree_fill_leaves(tree, parts, def->mesh);
    hem_tree_find_neighbours(tree, parts, def->mesh, scratch);
    hem_tree_find_leaf_levels(tree, parts, def->mesh, patch_of);
}

/* Leaves of one triangle, and the nodes that split down to them. */
static void build_triangles(hem_tree *tree, const hem_tree_parts *parts, const hem_tree_def *def,
                            hem_arena *arena)
{
    uint32_t f = tree->triangle_count;
    uint32_t *scratch = hem_arena_take(arena, 9u * f, sizeof *scratch);
    tree->leaf_count = f;
    hem_tree_split(tree, parts, def, tree->group_capacity / tree->groups_per_node, scratch);
    for (uint32_t l = 0; l <= f; l++) {
        parts->leaf_begin[l] = l;
    }
    hem_tree_fill_leaves(tree, parts, def->mesh);
    hem_tree_find_neighbours(tree, parts, def->mesh, scratch);
    hem_tree_find_leaf_levels(tree, parts, def->mesh, scratch);
}

static void build(hem_tree *tree, const hem_tree_def *def, hem_arena *arena)
{
    hem_tree_parts parts = hem_tree_open(tree);
    uint32_t mark = hem_arena_mark(arena);
    zero_parts(tree);
    tree->vertex_count = def->mesh->vertex_count;
    tree->triangle_count = def->mesh->triangle_count;
    if (is_patches(tree->builder)) {
        build_patches(tree, &parts, def, arena);
    } else {
        build_triangles(tree, &parts, def, arena);
    }
    hem_tree_choose_chords(tree, &parts, def->reference);
    hem_tree_refit_all(tree, &(hem_fit_points){.start = def->reference, .end = NULL});
    hem_arena_release(arena, mark);
}

uint32_t hem_tree_bytes(const hem_tree_def *def)
{
    hem_detail unused;
    if (check_settings(def) != HEM_OK) {
        return 0;
    }
    capacities caps = capacities_of(def);
    if (caps.triangles < def->mesh->triangle_count ||
        check_nodes(def, caps.nodes, &unused) != HEM_OK) {
        return 0;
    }
    uint64_t needed = bytes_needed(def);
    return needed > UINT32_MAX ? 0 : (uint32_t)needed;
}

/* Everything that hem_tree_build refuses. */
static hem_status check_build(const hem_arena *arena, const hem_tree_def *def, hem_tree **out,
                              const hem_detail *asked, hem_detail *detail)
{
    hem_status status = check_settings(def);
    if (status != HEM_OK) {
        return status;
    }
    capacities caps = capacities_of(def);
    if (caps.triangles < def->mesh->triangle_count) {
        detail->needed = def->mesh->triangle_count;
        return HEM_BAD_CAPACITY;
    }
    status = check_nodes(def, caps.nodes, detail);
    if (status != HEM_OK) {
        return status;
    }
    const uint8_t *free_begin = arena->base + arena->used;
    uint64_t free_bytes = arena->capacity - arena->used;
    if (overlaps_def(free_begin, free_bytes, def) || hem_in_free_part(arena, out, sizeof *out) ||
        hem_in_free_part(arena, arena, sizeof *arena) ||
        (asked != NULL && hem_in_free_part(arena, asked, sizeof *asked))) {
        return HEM_ALIASED;
    }
    uint64_t needed = bytes_needed(def);
    if (needed > free_bytes) {
        detail->needed = needed > UINT32_MAX ? UINT32_MAX : (uint32_t)needed;
        return HEM_BLOCK_TOO_SMALL;
    }
    return check_positions(def, detail);
}

hem_tree *hem_tree_place(hem_arena *arena, const hem_tree_def *def, hem_arena *scratch)
{
    hem_tree *tree = take_tree(arena, def);
    build(tree, def, scratch);
    return tree;
}

hem_status hem_tree_build(hem_arena *arena, const hem_tree_def *def, hem_tree **out,
                          hem_detail *detail)
{
    hem_detail found = {HEM_NONE, 0};
    hem_status status = HEM_NULL;
    if (arena != NULL && arena->base != NULL && out != NULL) {
        status = check_build(arena, def, out, detail, &found);
    }
    if (detail != NULL) {
        *detail = found;
    }
    if (status == HEM_OK) {
        uint32_t saved = hem_fp_enter();
        *out = hem_tree_place(arena, def, arena);
        hem_fp_leave(saved);
    }
    return status;
}

/* The bytes from the record to the end of its last array. */
static uint64_t tree_bytes(const hem_tree *tree)
{
    return HEM_TREE_PARTS_BYTES(tree->triangle_capacity, tree->leaf_capacity, tree->group_capacity,
                                tree->axis_count, tree->neighbour_capacity);
}

static hem_status check_rebuild(const hem_tree *tree, const hem_tree_def *def,
                                const hem_arena *scratch, hem_detail *detail)
{
    hem_status status = check_settings(def);
    if (status != HEM_OK) {
        return status;
    }
    if ((uint32_t)def->builder != tree->builder || def->degree != tree->degree ||
        def->directions / 2u != tree->axis_count) {
        return HEM_BAD_DEFINITION;
    }
    if (def->mesh->triangle_count > tree->triangle_capacity) {
        detail->needed = def->mesh->triangle_count;
        return HEM_FULL_TRIANGLES;
    }
    status = check_nodes(def, tree->group_capacity / tree->groups_per_node, detail);
    if (status != HEM_OK) {
        return status;
    }
    const uint8_t *free_begin = scratch->base + scratch->used;
    uint64_t free_bytes = scratch->capacity - scratch->used;
    if (overlaps_def(free_begin, free_bytes, def) || overlaps_def(tree, tree_bytes(tree), def) ||
        hem_ranges_overlap(tree, tree_bytes(tree), free_begin, free_bytes)) {
        return HEM_ALIASED;
    }
    uint64_t needed = scratch_bytes(tree->builder, tree->triangle_capacity);
    if (needed > free_bytes) {
        detail->needed = needed > UINT32_MAX ? UINT32_MAX : (uint32_t)needed;
        return HEM_FULL_SCRATCH;
    }
    return check_positions(def, detail);
}

hem_status hem_tree_rebuild(hem_tree *tree, const hem_tree_def *def, hem_arena *scratch,
                            hem_detail *detail)
{
    hem_detail found = {HEM_NONE, 0};
    hem_status status = HEM_NULL;
    if (tree != NULL && scratch != NULL && scratch->base != NULL) {
        status = check_rebuild(tree, def, scratch, &found);
    }
    if (detail != NULL) {
        *detail = found;
    }
    if (status == HEM_OK) {
        uint32_t saved = hem_fp_enter();
        build(tree, def, scratch);
        hem_fp_leave(saved);
    }
    return status;
}

uint64_t hem_tree_hash(const hem_tree *tree)
{
    uint64_t hash = HEM_HASH_SEED;
    if (tree == NULL) {
        return hash;
    }
    const uint32_t counts[] = {
        tree->vertex_count, tree->triangle_count, tree->leaf_count,    tree->group_count,
        tree->depth,        tree->builder,        tree->degree,        tree->axis_count,
        tree->volume_count, tree->split_by_count, tree->first_crowded,
    };
    uint32_t leaves = tree->leaf_count, groups = tree->group_count;
    uint32_t pairs = tree->neighbour_count;
    hash = hem_hash_u32_array(hash, counts, sizeof counts / sizeof counts[0]);
    hash = hem_hash_float(hash, tree->leaf_extent);
    hash = hem_hash_u32_array(hash, tree->level_begin, tree->depth + 1u);
    hash = hem_hash_u32_array(hash, hem_tree_order(tree), tree->triangle_count);
    hash = hem_hash_u32_array(hash, hem_tree_leaf_begin(tree), leaves + 1u);
    hash = hem_hash_u32_array(hash, hem_tree_leaf_vertex_begin(tree), leaves + 1u);
    hash = hem_hash_u32_array(hash, hem_tree_leaf_vertices(tree),
                              hem_tree_leaf_vertex_begin(tree)[leaves]);
    hash = hem_hash_u32_array(hash, hem_tree_neighbour_begin(tree), leaves + 1u);
    hash = hem_hash_u32_array(hash, hem_tree_neighbours(tree), pairs);
    hash = hem_hash_u32_array(hash, hem_tree_child(tree), 4u * groups);
    hash = hem_hash_u32_array(hash, hem_tree_first_leaf(tree), 4u * groups);
    hash = hem_hash_u32_array(hash, hem_tree_end_leaf(tree), 4u * groups);
    for (uint32_t i = 0; i < tree->triangle_count; i++) {
        hash = hem_hash_u32(hash, hem_tree_corners(tree)[i]);
    }
    for (uint32_t i = 0; i < leaves; i++) {
        hash = hem_hash_u32(hash, hem_tree_chords(tree)[i]);
        hash = hem_hash_u32(hash, hem_tree_leaf_levels(tree)[i].first);
        hash = hem_hash_u32(hash, hem_tree_leaf_levels(tree)[i].second);
    }
    for (uint32_t i = 0; i < pairs * HEM_LEAF_TRIANGLES; i++) {
        uint32_t pair = i / HEM_LEAF_TRIANGLES, row = i % HEM_LEAF_TRIANGLES;
        hash = hem_hash_u32(hash, hem_tree_shared_rows(tree)[pair].row[row]);
    }
    for (uint32_t axis = 0; axis < tree->axis_count; axis++) {
        hash = hem_hash_float(hash, tree->root_low[axis]);
        hash = hem_hash_float(hash, tree->root_high[axis]);
    }
    const float *volumes = hem_tree_volumes(tree);
    for (size_t i = 0; i < 8u * (size_t)tree->axis_count * groups; i++) {
        hash = hem_hash_float(hash, volumes[i]);
    }
    return hash;
}
