/* Levels above patches: the patches' order in space, and the groups of volumes above them. Levels
 * are full from the left, so that node i of a level covers the patches from i to i + 1 times a
 * power of the degree. */
#include "tree/tree_parts.h"

#include "base/hem_assert.h"
#include "base/sort.h"
#include "base/vec3.h"

/* Deeper than any tree of 2^30 leaves splits. */
#define SPLIT_STACK 64u

static float component(hem_vec3 a, uint32_t axis)
{
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}

static uint32_t longest_axis(const hem_vec3 *centres, const uint32_t *order, uint32_t count)
{
    hem_vec3 low = centres[order[0]], high = low;
    for (uint32_t i = 1; i < count; i++) {
        low = hem_vec3_min(low, centres[order[i]]);
        high = hem_vec3_max(high, centres[order[i]]);
    }
    hem_vec3 size = hem_sub(high, low);
    if (size.x >= size.y && size.x >= size.z) {
        return 0;
    }
    return size.y >= size.z ? 1 : 2;
}

/* Where to cut a run of leaves in two: at the multiple of a power of the degree that is nearest to
 * the middle, so that nodes fall between cuts. */
static uint32_t cut_place(uint32_t count, uint32_t degree)
{
    uint32_t part = 1;
    while ((uint64_t)part * degree < count) {
        part *= degree;
    }
    uint32_t parts = (count + part - 1u) / part;
    return (parts + 1u) / 2u * part;
}

void hem_tree_order_leaves(const hem_vec3 *centres, uint32_t leaf_count, uint32_t degree,
                           uint32_t *order, hem_pair *keys)
{
    struct run {
        uint32_t begin, count;
    } waiting[SPLIT_STACK];
    uint32_t waiting_count = 0;
    for (uint32_t i = 0; i < leaf_count; i++) {
        order[i] = i;
    }
    waiting[waiting_count++] = (struct run){0, leaf_count};
    while (waiting_count > 0) {
        struct run now = waiting[--waiting_count];
        if (now.count < 2) {
            continue;
        }
        uint32_t *run_order = order + now.begin;
        uint32_t axis = longest_axis(centres, run_order, now.count);
        for (uint32_t i = 0; i < now.count; i++) {
            float place = component(centres[run_order[i]], axis);
            keys[i] = (hem_pair){hem_float_key(place), run_order[i]};
        }
        hem_sort(keys, now.count);
        for (uint32_t i = 0; i < now.count; i++) {
            run_order[i] = keys[i].second;
        }
        uint32_t cut = cut_place(now.count, degree);
        HEM_ASSERT(waiting_count + 2u <= SPLIT_STACK);
        waiting[waiting_count++] = (struct run){now.begin, cut};
        waiting[waiting_count++] = (struct run){now.begin + cut, now.count - cut};
    }
}

/* Lane i of a level: child i, of those there are; it covers as many leaves as a full one of its
 * level, unless the leaves end before. */
static void fill_lane(const hem_tree *tree, const hem_tree_parts *parts, size_t lane,
                      uint32_t child, uint64_t first_leaf, uint64_t leaves_each)
{
    uint64_t end = first_leaf + leaves_each;
    bool there = child != HEM_NONE;
    parts->child[lane] = child;
    parts->first_leaf[lane] = there ? (uint32_t)first_leaf : tree->leaf_count;
    parts->end_leaf[lane] = there && end < tree->leaf_count ? (uint32_t)end : tree->leaf_count;
}

void hem_tree_stack_groups(hem_tree *tree, const hem_tree_parts *parts)
{
    /* How many nodes each level has, the one above the leaves first. */
    uint32_t sizes[HEM_TREE_DEPTH];
    uint32_t levels = 0;
    uint32_t below = tree->leaf_count;
    uint64_t leaves_each = 1;
    do {
        below = (below + tree->degree - 1u) / tree->degree;
        sizes[levels++] = below;
        leaves_each *= levels > 1u ? tree->degree : 1u;
    } while (below > 1u);
    tree->depth = levels;

    tree->volume_count = 1;
    uint32_t level_begin = 0;
    uint32_t lanes = 4u * tree->groups_per_node;
    for (uint32_t level = levels; level-- > 0; leaves_each /= tree->degree) {
        uint32_t next_level = level_begin + sizes[level] * tree->groups_per_node;
        uint32_t child_count = level > 0 ? sizes[level - 1u] : tree->leaf_count;
        HEM_ASSERT(next_level <= tree->group_capacity);
        for (uint32_t i = 0; i < sizes[level] * lanes; i++) {
            uint32_t number = i / lanes * tree->degree + i % lanes;
            bool there = i % lanes < tree->degree && number < child_count;
            uint32_t child = !there      ? HEM_NONE
                             : level > 0 ? next_level + number * tree->groups_per_node
                                         : number | HEM_IS_LEAF;
            fill_lane(tree, parts, 4u * (size_t)level_begin + i, child, number * leaves_each,
                      leaves_each);
        }
        tree->volume_count += child_count;
        tree->level_begin[levels - 1u - level] = level_begin;
        level_begin = next_level;
    }
    tree->level_begin[levels] = level_begin;
    tree->group_count = level_begin;
}
