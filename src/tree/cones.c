/* The cones of a tree: see cones.h. */
#include "tree/cones.h"

#include "base/bits.h"
#include "tree/tree_parts.h"

#include <string.h>

static uint32_t entries(const hem_tree *tree)
{
    return 4u * tree->group_count + 1u;
}

uint32_t hem_cones_bytes(const hem_tree *tree)
{
    uint64_t count = entries(tree);
    return (uint32_t)(HEM_ARENA_BYTES(count, sizeof(hem_cone)) +
                      HEM_ARENA_BYTES(count, sizeof(hem_normal_box)) +
                      HEM_ARENA_BYTES(count, sizeof(hem_velocity_cone)) +
                      HEM_ARENA_BYTES(count, sizeof(uint8_t)));
}

bool hem_cones_take(hem_cones *cones, const hem_tree *tree, hem_arena *arena)
{
    uint32_t mark = hem_arena_mark(arena);
    cones->count = entries(tree);
    cones->normal_cones = hem_arena_take(arena, cones->count, sizeof *cones->normal_cones);
    cones->normal_boxes = hem_arena_take(arena, cones->count, sizeof *cones->normal_boxes);
    cones->velocity_cones = hem_arena_take(arena, cones->count, sizeof *cones->velocity_cones);
    cones->in_touching_groups = hem_arena_take(arena, cones->count, sizeof(uint8_t));
    if (cones->normal_cones == NULL || cones->normal_boxes == NULL ||
        cones->velocity_cones == NULL || cones->in_touching_groups == NULL) {
        hem_arena_release(arena, mark);
        return false;
    }
    return true;
}

/* The entries below one: none for a leaf or an unused lane. */
typedef struct below {
    uint32_t first, end;
} below;

static below entries_below(const hem_tree *tree, uint32_t entry)
{
    uint32_t node = entry == 4u * tree->group_count ? 0u : hem_tree_child(tree)[entry];
    if ((node & HEM_IS_LEAF) != 0) {
        return (below){0, 0};
    }
    return (below){4u * node, 4u * (node + tree->groups_per_node)};
}

/* The leaf of an entry, or HEM_NONE. */
static uint32_t leaf_of(const hem_tree *tree, uint32_t entry)
{
    uint32_t child = entry == 4u * tree->group_count ? 0u : hem_tree_child(tree)[entry];
    return child == HEM_NONE || (child & HEM_IS_LEAF) == 0 ? HEM_NONE : child & ~HEM_IS_LEAF;
}

static hem_unit_normal normal_at(const hem_tree *tree, uint32_t leaf, uint32_t i,
                                 const hem_vec3 *positions)
{
    const uint32_t *vertices =
        hem_tree_leaf_vertices(tree) + hem_tree_leaf_vertex_begin(tree)[leaf];
    uint16_t corners = hem_tree_corners(tree)[i];
    return hem_unit_normal_of(positions[vertices[hem_corner(corners, 0)]],
                              positions[vertices[hem_corner(corners, 1)]],
                              positions[vertices[hem_corner(corners, 2)]]);
}

/* Around the sum of the normals, in two rounds: first the sum, then how wide. */
static void fit_leaf_normals(hem_cones *cones, uint32_t entry, const hem_tree *tree, uint32_t leaf,
                             const hem_vec3 *positions)
{
    const uint32_t *begin = hem_tree_leaf_begin(tree) + leaf;
    hem_vec3 sum = {0.0f, 0.0f, 0.0f};
    for (uint32_t i = begin[0]; i < begin[1]; i++) {
        hem_unit_normal normal = normal_at(tree, leaf, i, positions);
        hem_normal_box_take(&cones->normal_boxes[entry], normal);
        sum = hem_add(sum, normal.normal);
    }
    hem_cone cone = hem_cone_around(sum);
    for (uint32_t i = begin[0]; i < begin[1]; i++) {
        hem_unit_normal normal = normal_at(tree, leaf, i, positions);
        hem_cone_widen(&cone, hem_cone_of(normal.normal, normal.error));
    }
    cones->normal_cones[entry] = cone;
}

static void fit_node_normals(hem_cones *cones, uint32_t entry, below under)
{
    hem_vec3 sum = {0.0f, 0.0f, 0.0f};
    for (uint32_t i = under.first; i < under.end; i++) {
        hem_normal_box_merge(&cones->normal_boxes[entry], &cones->normal_boxes[i]);
        sum = hem_add(sum, cones->normal_cones[i].axis);
    }
    hem_cone cone = hem_cone_around(sum);
    for (uint32_t i = under.first; i < under.end; i++) {
        hem_cone_widen(&cone, cones->normal_cones[i]);
    }
    cones->normal_cones[entry] = cone;
}

/* The root's entry stands last but depends on all others, so it is fitted after them. */
void hem_cones_fit_normals(hem_cones *cones, const hem_tree *tree, const hem_vec3 *positions)
{
    for (uint32_t i = 0; i < cones->count; i++) {
        uint32_t entry = i + 1u < cones->count ? cones->count - 2u - i : i;
        uint32_t leaf = leaf_of(tree, entry);
        below under = entries_below(tree, entry);
        cones->normal_cones[entry] = hem_cone_empty();
        cones->normal_boxes[entry] = hem_normal_box_empty();
        if (leaf != HEM_NONE) {
            fit_leaf_normals(cones, entry, tree, leaf, positions);
        } else if (under.first < under.end) {
            fit_node_normals(cones, entry, under);
        }
    }
}

void hem_cones_fit_velocities(hem_cones *cones, const hem_tree *tree, const hem_vec3 *velocities)
{
    const uint32_t *begin = hem_tree_leaf_vertex_begin(tree);
    for (uint32_t i = 0; i < cones->count; i++) {
        uint32_t entry = i + 1u < cones->count ? cones->count - 2u - i : i;
        uint32_t leaf = leaf_of(tree, entry);
        below under = entries_below(tree, entry);
        hem_velocity_cone *cone = &cones->velocity_cones[entry];
        *cone = hem_velocity_cone_empty();
        if (leaf != HEM_NONE) {
            for (uint32_t v = begin[leaf]; v < begin[leaf + 1u]; v++) {
                hem_velocity_cone_take(cone, velocities[hem_tree_leaf_vertices(tree)[v]]);
            }
        }
        for (uint32_t j = under.first; j < under.end; j++) {
            hem_velocity_cone_merge(cone, &cones->velocity_cones[j]);
        }
    }
}

/* Which groups the faces of some leaves have, and whether a face has none. */
typedef struct group_set {
    uint32_t words[HEM_FACE_GROUPS / 32u];
    bool complete;
} group_set;

static group_set groups_of(const hem_tree *tree, const hem_mesh *mesh, uint32_t first, uint32_t end)
{
    group_set set = {.complete = true};
    const uint32_t *begin = hem_tree_leaf_begin(tree);
    for (uint32_t i = begin[first]; i < begin[end] && set.complete; i++) {
        uint8_t group = hem_mesh_groups(mesh)[hem_tree_order(tree)[i]];
        set.complete = group != HEM_NO_FACE_GROUP;
        if (set.complete) {
            hem_bits_add(set.words, group);
        }
    }
    return set;
}

/* Does each group of the set touch each other one? */
static bool all_touch(const hem_mesh *mesh, const group_set *set)
{
    const uint32_t words = HEM_FACE_GROUPS / 32u;
    uint32_t group = hem_bits_next(set->words, HEM_FACE_GROUPS, 0);
    for (; group != HEM_NONE; group = hem_bits_next(set->words, HEM_FACE_GROUPS, group + 1u)) {
        const uint32_t *touched = hem_mesh_group_adjacency(mesh) + group * words;
        for (uint32_t w = 0; w < words; w++) {
            if ((set->words[w] & ~touched[w]) != 0) {
                return false;
            }
        }
    }
    return set->complete;
}

/* From the root down: what lies in touching groups needs no second look below. */
void hem_cones_find_groups(hem_cones *cones, const hem_tree *tree, const hem_mesh *mesh)
{
    memset(cones->in_touching_groups, 0, cones->count);
    for (uint32_t i = 0; i < cones->count; i++) {
        uint32_t entry = i == 0 ? cones->count - 1u : i - 1u;
        bool root = entry == cones->count - 1u;
        uint32_t first = root ? 0 : hem_tree_first_leaf(tree)[entry];
        uint32_t end = root ? tree->leaf_count : hem_tree_end_leaf(tree)[entry];
        if (cones->in_touching_groups[entry] == 0 && first < end) {
            group_set set = groups_of(tree, mesh, first, end);
            cones->in_touching_groups[entry] = all_touch(mesh, &set);
        }
        below under = entries_below(tree, entry);
        for (uint32_t j = under.first; j < under.end; j++) {
            cones->in_touching_groups[j] = cones->in_touching_groups[entry];
        }
    }
}

bool hem_cones_is_flat(const hem_flat_def *def, uint32_t entry)
{
    if (def->test == HEM_FLAT_NEVER ||
        (def->face_groups && def->cones->in_touching_groups[entry] == 0)) {
        return false;
    }
    return def->test == HEM_FLAT_BY_BOX ? hem_normal_box_is_flat(&def->cones->normal_boxes[entry])
                                        : def->cones->normal_cones[entry].cosine > def->cosine;
}
