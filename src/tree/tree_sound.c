/* Does a tree hold what belongs to a mesh, and does every index in it lead somewhere? For audits:
 * what is built is sound, what something was written over may not be. */
#include "tree/tree_parts.h"

#include "base/runs.h"

/* Do its arrays stand behind it, one after the other, in exactly so many bytes? */
static bool layout_is_sound(const hem_tree *tree, uint32_t bytes)
{
    uint64_t at = HEM_ARENA_BYTES(1u, sizeof *tree);
    bool good = tree->axis_count <= HEM_AXES;
#define STANDS_THERE(name, type, count)     \
    good = good && tree->offset.name == at; \
    at += HEM_ARENA_BYTES(count, sizeof(type));
    HEM_TREE_REGIONS(STANDS_THERE, tree->triangle_capacity, tree->leaf_capacity,
                     tree->group_capacity, tree->axis_count, tree->neighbour_capacity)
#undef STANDS_THERE
    return good && at == bytes;
}

/* Is no more in use than there is room for? */
static bool counts_are_sound(const hem_tree *tree)
{
    return tree->triangle_count <= tree->triangle_capacity &&
           tree->leaf_count <= tree->leaf_capacity && tree->group_count <= tree->group_capacity &&
           tree->neighbour_count <= tree->neighbour_capacity &&
           tree->first_crowded <= tree->leaf_count && tree->depth <= HEM_TREE_DEPTH &&
           (tree->groups_per_node == 1u || tree->groups_per_node == 2u ||
            tree->groups_per_node == 4u) &&
           tree->groups_per_node <= tree->group_count;
}

/* Places of a leaf's vertices, 4 bits each. */
static bool places_are_sound(uint32_t places, uint32_t number, uint32_t vertices)
{
    bool good = true;
    for (uint32_t k = 0; k < number; k++) {
        good = good && (places >> (4u * k) & 15u) < vertices;
    }
    return good;
}

static bool leaf_is_sound(const hem_tree *tree, uint32_t leaf)
{
    const uint32_t *triangles = hem_tree_leaf_begin(tree) + leaf;
    const uint32_t *vertices = hem_tree_leaf_vertex_begin(tree) + leaf;
    uint32_t count = vertices[1] - vertices[0];
    bool good = triangles[1] - triangles[0] <= HEM_LEAF_TRIANGLES && count <= HEM_LEAF_VERTICES &&
                places_are_sound(hem_tree_chords(tree)[leaf], 4, count);
    for (uint32_t i = triangles[0]; good && i < triangles[1]; i++) {
        good = hem_tree_order(tree)[i] < tree->triangle_count &&
               places_are_sound(hem_tree_corners(tree)[i], 3, count);
    }
    for (uint32_t i = vertices[0]; good && i < vertices[1]; i++) {
        good = hem_tree_leaf_vertices(tree)[i] < tree->vertex_count;
    }
    return good;
}

static bool leaves_are_sound(const hem_tree *tree)
{
    const uint32_t *vertices = hem_tree_leaf_vertex_begin(tree);
    bool good =
        hem_are_runs(hem_tree_leaf_begin(tree), tree->leaf_count, tree->triangle_count) &&
        vertices[tree->leaf_count] <= 3u * tree->triangle_count &&
        hem_are_runs(vertices, tree->leaf_count, vertices[tree->leaf_count]) &&
        hem_are_runs(hem_tree_neighbour_begin(tree), tree->leaf_count, tree->neighbour_count);
    for (uint32_t leaf = 0; good && leaf < tree->leaf_count; leaf++) {
        good = leaf_is_sound(tree, leaf);
    }
    for (uint32_t i = 0; i < tree->neighbour_count; i++) {
        good = good && hem_tree_neighbours(tree)[i] < tree->leaf_count;
    }
    return good;
}

/* A lane leads to nothing, to a leaf, or to a node behind its own: nothing goes in circles. */
static bool child_is_sound(const hem_tree *tree, uint32_t group, uint32_t child)
{
    if (child == HEM_NONE) {
        return true;
    }
    return (child & HEM_IS_LEAF) != 0
               ? (child & ~HEM_IS_LEAF) < tree->leaf_count
               : child > group && child <= tree->group_count - tree->groups_per_node;
}

static bool nodes_are_sound(const hem_tree *tree)
{
    bool good = hem_are_runs(tree->level_begin, tree->depth, tree->group_count);
    for (uint32_t lane = 0; lane < 4u * tree->group_count; lane++) {
        good = good && child_is_sound(tree, lane / 4u, hem_tree_child(tree)[lane]) &&
               hem_tree_first_leaf(tree)[lane] <= hem_tree_end_leaf(tree)[lane] &&
               hem_tree_end_leaf(tree)[lane] <= tree->leaf_count;
    }
    return good;
}

bool hem_tree_is_sound(const hem_tree *tree, const hem_mesh *mesh, uint32_t bytes)
{
    return bytes >= sizeof *tree && tree->vertex_count == mesh->vertex_count &&
           tree->triangle_count == mesh->triangle_count && layout_is_sound(tree, bytes) &&
           counts_are_sound(tree) && leaves_are_sound(tree) && nodes_are_sound(tree);
}
