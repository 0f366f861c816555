/* Traversal of one or two trees: see traverse.h. */
#include "tree/traverse.h"

#include "base/bits.h"
#include "base/hem_assert.h"

/* Bit 4 i + j for every pair of volumes of two groups, and for j >= i. */
#define ALL_PAIRS   0xFFFFu
#define UPPER_PAIRS (0xFu | 0xEu << 4 | 0xCu << 8 | 0x8u << 12)

uint32_t hem_traverse_room(const hem_tree *a, const hem_tree *b)
{
    return (a->depth + b->depth + 1u) * a->groups_per_node * b->groups_per_node;
}

/* One pair of volumes after the other, each axis counted. */
static uint32_t overlap_counted(hem_traversal *walk, uint32_t a, uint32_t b, uint32_t allowed)
{
    uint32_t pairs = 0;
    for (; allowed != 0; allowed &= allowed - 1u) {
        uint32_t bit = hem_bits_lowest(allowed);
        uint32_t i = bit / 4u, j = bit % 4u;
        if (hem_tree_child(walk->a)[4u * (size_t)a + i] == HEM_NONE ||
            hem_tree_child(walk->b)[4u * (size_t)b + j] == HEM_NONE) {
            continue;
        }
        hem_volume of_a = hem_volume_of(walk->a, a, i), of_b = hem_volume_of(walk->b, b, j);
        walk->volume_tests++;
        if (hem_volume_overlap(&of_a, &of_b, walk->a->axis_count, walk->reach,
                               &walk->interval_tests)) {
            pairs |= 1u << bit;
        }
    }
    return pairs;
}

static uint32_t overlap_at_once(const hem_traversal *walk, uint32_t a, uint32_t b)
{
    const float *volumes_a = hem_tree_volumes(walk->a) + hem_volume_at(walk->a, a, 0);
    const float *volumes_b = hem_tree_volumes(walk->b) + hem_volume_at(walk->b, b, 0);
    return hem_volumes_overlap(volumes_a, volumes_b, walk->a->axis_count, walk->reach);
}

/* Of a group with itself, takes out the flat volumes' pairs with themselves. */
static uint32_t without_flat(hem_traversal *walk, uint32_t group, uint32_t pairs)
{
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t bit = 1u << (5u * i);
        bool there = hem_tree_child(walk->a)[4u * (size_t)group + i] != HEM_NONE;
        if (there && (pairs & bit) != 0 && hem_cones_is_flat(&walk->flat, 4u * group + i)) {
            pairs &= ~bit;
            walk->flat_regions++;
        }
    }
    return pairs;
}

/* The pairs of volumes of two groups of which at least one is marked. */
static uint32_t one_is_marked(uint32_t marks_a, uint32_t marks_b)
{
    uint32_t rows = (marks_a & 1u) | (marks_a >> 1 & 1u) << 4 | (marks_a >> 2 & 1u) << 8 |
                    (marks_a >> 3 & 1u) << 12;
    return rows * 0xFu | marks_b * 0x1111u;
}

/* What the usual traversal has no need of. */
static uint32_t overlap_specially(hem_traversal *walk, uint32_t a, uint32_t b, uint32_t allowed)
{
    if (walk->marks_a != NULL) {
        allowed &= one_is_marked(walk->marks_a[a], walk->marks_b[b]);
        if (allowed == 0) {
            return 0;
        }
    }
    if (walk->fit_a != NULL) {
        hem_fit_group(walk->fit_a, a);
    }
    if (walk->fit_b != NULL) {
        hem_fit_group(walk->fit_b, b);
    }
    if (walk->flat.test != HEM_FLAT_NEVER && a == b) {
        allowed = without_flat(walk, a, allowed);
    }
    if (walk->counted) {
        return overlap_counted(walk, a, b, allowed);
    }
    walk->volume_tests += 16u;
    return overlap_at_once(walk, a, b) & allowed;
}

/* Lets the volumes of two groups that overlap wait, of those that are allowed to. */
static void push_groups(hem_traversal *walk, uint32_t a, uint32_t b, uint32_t allowed)
{
    HEM_ASSERT(walk->depth < walk->room);
    uint32_t pairs;
    if (walk->plain) {
        /* The commonest case, with three axes as a constant so that the compiler unrolls it. */
        const float *volumes_a = hem_tree_volumes(walk->a) + 24u * (size_t)a;
        const float *volumes_b = hem_tree_volumes(walk->b) + 24u * (size_t)b;
        pairs = hem_volumes_overlap(volumes_a, volumes_b, 3u, walk->reach) & allowed;
        walk->volume_tests += 16u;
    } else {
        pairs = overlap_specially(walk, a, b, allowed);
    }
    walk->stack[walk->depth] = (hem_traverse_entry){a, b, pairs};
    walk->depth += pairs != 0;
}

/* Two nodes: every group of the one with every group of the other, the first on top of the stack.
 */
static void push_nodes(hem_traversal *walk, uint32_t a, uint32_t b)
{
    bool same = walk->a == walk->b && a == b;
    for (uint32_t i = walk->a->groups_per_node; i-- > 0;) {
        for (uint32_t j = walk->b->groups_per_node; j-- > (same ? i : 0u);) {
            push_groups(walk, a + i, b + j, same && i == j ? UPPER_PAIRS : ALL_PAIRS);
        }
    }
}

/* One volume, number i of its group, and a node. */
static void push_volume_and_node(hem_traversal *walk, uint32_t group, uint32_t i, uint32_t node)
{
    for (uint32_t j = walk->b->groups_per_node; j-- > 0;) {
        push_groups(walk, group, node + j, 0xFu << (4u * i));
    }
}

static void push_node_and_volume(hem_traversal *walk, uint32_t node, uint32_t group, uint32_t j)
{
    for (uint32_t i = walk->a->groups_per_node; i-- > 0;) {
        push_groups(walk, node + i, group, 0x1111u << j);
    }
}

/* Is volume i of a group of the first tree at least as long as volume j of one of the second? */
static bool first_is_longer(const hem_traversal *walk, uint32_t a, uint32_t i, uint32_t b,
                            uint32_t j)
{
    hem_volume of_a = hem_volume_of(walk->a, a, i), of_b = hem_volume_of(walk->b, b, j);
    return hem_volume_longest(&of_a, walk->a->axis_count).length >=
           hem_volume_longest(&of_b, walk->b->axis_count).length;
}

static bool roots_overlap(hem_traversal *walk)
{
    hem_volume roots[2];
    for (uint32_t axis = 0; axis < HEM_AXES; axis++) {
        roots[0].low[axis] = walk->a->root_low[axis];
        roots[0].high[axis] = walk->a->root_high[axis];
        roots[1].low[axis] = walk->b->root_low[axis];
        roots[1].high[axis] = walk->b->root_high[axis];
    }
    walk->volume_tests++;
    return hem_volume_overlap(&roots[0], &roots[1], walk->a->axis_count, walk->reach,
                              &walk->interval_tests);
}

void hem_traverse_start_with(hem_traversal *walk, const hem_traverse_def *def,
                             hem_traverse_entry *stack)
{
    HEM_ASSERT(def->a->axis_count == def->b->axis_count);
    HEM_ASSERT((def->a->partial == 0 || def->fit_a != NULL) &&
               (def->b->partial == 0 || def->fit_b != NULL));
    *walk = (hem_traversal){
        .a = def->a,
        .b = def->b,
        .stack = stack,
        .room = hem_traverse_room(def->a, def->b),
        .fit_a = def->a->partial != 0 ? def->fit_a : NULL,
        .fit_b = def->b->partial != 0 ? def->fit_b : NULL,
        .counted = def->counted,
        .longer = def->rule == HEM_DESCEND_LONGER,
        .marks_a = def->marks_a,
        .marks_b = def->marks_b,
    };
    if (def->a == def->b) {
        walk->flat = def->flat;
    }
    walk->plain = walk->fit_a == NULL && walk->fit_b == NULL && !walk->counted &&
                  walk->marks_a == NULL && walk->flat.test == HEM_FLAT_NEVER &&
                  def->a->axis_count == 3u;
    hem_volume_reach(def->a, def->b, def->epsilon, walk->reach);
    if (walk->flat.test != HEM_FLAT_NEVER &&
        hem_cones_is_flat(&walk->flat, walk->flat.cones->count - 1u)) {
        walk->flat_regions++;
    } else if (roots_overlap(walk)) {
        push_nodes(walk, 0, 0);
    }
}

void hem_traverse_start(hem_traversal *walk, const hem_tree *a, const hem_tree *b, float epsilon,
                        hem_traverse_entry *stack)
{
    hem_traverse_start_with(walk, &(hem_traverse_def){.a = a, .b = b, .epsilon = epsilon}, stack);
}

uint32_t hem_traverse_next(hem_traversal *walk, hem_pair *pairs, uint32_t room)
{
    const uint32_t *children_a = hem_tree_child(walk->a);
    const uint32_t *children_b = hem_tree_child(walk->b);
    uint32_t count = 0;
    while (walk->depth > 0 && count < room) {
        hem_traverse_entry *top = &walk->stack[walk->depth - 1u];
        uint32_t bit = hem_bits_lowest(top->pairs);
        top->pairs &= top->pairs - 1u;
        uint32_t group_a = top->a, group_b = top->b;
        uint32_t i = bit / 4u, j = bit % 4u;
        walk->depth -= top->pairs == 0;
        uint32_t a = children_a[4u * (size_t)group_a + i];
        uint32_t b = children_b[4u * (size_t)group_b + j];
        bool leaf_a = (a & HEM_IS_LEAF) != 0, leaf_b = (b & HEM_IS_LEAF) != 0;
        if (leaf_a && leaf_b) {
            pairs[count++] = (hem_pair){a & ~HEM_IS_LEAF, b & ~HEM_IS_LEAF};
            continue;
        }
        if (walk->longer && !leaf_a && !leaf_b && (walk->a != walk->b || a != b)) {
            leaf_a = !first_is_longer(walk, group_a, i, group_b, j);
            leaf_b = !leaf_a;
        }
        if (leaf_a) {
            push_volume_and_node(walk, group_a, i, b);
        } else if (leaf_b) {
            push_node_and_volume(walk, a, group_b, j);
        } else {
            push_nodes(walk, a, b);
        }
    }
    return count;
}
