/* Walks that start where the last one stopped: see front.h. */
#include "tree/front.h"

#include "base/bits.h"
#include "base/hem_assert.h"

#include <string.h>

/* Pairs of groups to look at: those of two nodes, or of one group and a node. */
typedef struct group_pairs {
    uint32_t a, b, count_a, count_b;
    uint32_t allowed; /* pairs of volumes */
    bool same;        /* one node with itself */
} group_pairs;

#define ALL_PAIRS   0xFFFFu
#define UPPER_PAIRS 0x8CEFu

static group_pairs pairs_of_nodes(const hem_traversal *walk, uint32_t a, uint32_t b)
{
    return (group_pairs){.a = a,
                         .b = b,
                         .count_a = walk->a->groups_per_node,
                         .count_b = walk->b->groups_per_node,
                         .allowed = ALL_PAIRS,
                         .same = walk->a == walk->b && a == b};
}

/* All of them behind the list; false, and nothing, when they do not fit. */
static bool append(hem_front_walk *front, group_pairs of)
{
    uint32_t needed = of.same ? of.count_a * (of.count_a + 1u) / 2u : of.count_a * of.count_b;
    if (needed > front->room - front->count) {
        return false;
    }
    for (uint32_t i = 0; i < of.count_a; i++) {
        for (uint32_t j = of.same ? i : 0u; j < of.count_b; j++) {
            uint32_t allowed = of.same && i == j ? UPPER_PAIRS : of.allowed;
            front->list[front->count++] = (hem_traverse_entry){of.a + i, of.b + j, allowed};
        }
    }
    return true;
}

void hem_front_start(hem_front_walk *front, const hem_tree *a, const hem_tree *b, float epsilon,
                     hem_traverse_entry *stack)
{
    front->next = front->kept = front->left_out = 0;
    hem_traverse_start(&front->walk, a, b, epsilon, stack);
    if (front->count == 0 && !append(front, pairs_of_nodes(&front->walk, 0, 0))) {
        front->left_out = 1;
        return;
    }
    front->walk.depth = 0;
    front->walk.volume_tests = 0;
}

static uint32_t overlapping(hem_traversal *walk, const hem_traverse_entry *entry)
{
    walk->volume_tests += 16u;
    const float *volumes_a = hem_tree_volumes(walk->a) + hem_volume_at(walk->a, entry->a, 0);
    const float *volumes_b = hem_tree_volumes(walk->b) + hem_volume_at(walk->b, entry->b, 0);
    /* Boxes, with a constant so that the compiler unrolls it. */
    uint32_t pairs =
        walk->a->axis_count == 3u
            ? hem_volumes_overlap(volumes_a, volumes_b, 3u, walk->reach)
            : hem_volumes_overlap(volumes_a, volumes_b, walk->a->axis_count, walk->reach);
    return pairs & entry->pairs;
}

/* The pairs of volumes of an entry that there are: both lanes have a child. */
static uint32_t there(const hem_traversal *walk, const hem_traverse_entry *entry)
{
    uint32_t rows = 0, columns = 0;
    for (uint32_t i = 0; i < 4; i++) {
        rows |= hem_tree_child(walk->a)[4u * (size_t)entry->a + i] != HEM_NONE ? 0xFu << 4u * i : 0;
        columns |=
            hem_tree_child(walk->b)[4u * (size_t)entry->b + i] != HEM_NONE ? 0x1111u << i : 0;
    }
    return rows & columns;
}

/* What is below one pair of volumes of an entry that are not both leaves. */
static group_pairs below(const hem_traversal *walk, const hem_traverse_entry *entry, uint32_t bit)
{
    uint32_t i = bit / 4u, j = bit % 4u;
    uint32_t a = hem_tree_child(walk->a)[4u * (size_t)entry->a + i];
    uint32_t b = hem_tree_child(walk->b)[4u * (size_t)entry->b + j];
    group_pairs of = pairs_of_nodes(walk, a, b);
    if ((a & HEM_IS_LEAF) != 0) {
        of.a = entry->a;
        of.count_a = 1;
        of.allowed = 0xFu << (4u * i);
    } else if ((b & HEM_IS_LEAF) != 0) {
        of.b = entry->b;
        of.count_b = 1;
        of.allowed = 0x1111u << j;
    }
    return of;
}

/* Looks at the next entry. Leaves come out and stay; what overlaps else is replaced by what is
 * below it. */
static uint32_t look_at_next(hem_front_walk *front, hem_pair *pairs)
{
    hem_traversal *walk = &front->walk;
    hem_traverse_entry entry = front->list[front->next++];
    uint32_t count = 0, replaced = 0, full = 0;
    for (uint32_t left = overlapping(walk, &entry); left != 0; left &= left - 1u) {
        uint32_t bit = hem_bits_lowest(left);
        uint32_t a = hem_tree_child(walk->a)[4u * (size_t)entry.a + bit / 4u];
        uint32_t b = hem_tree_child(walk->b)[4u * (size_t)entry.b + bit % 4u];
        if ((a & b & HEM_IS_LEAF) != 0) {
            pairs[count++] = (hem_pair){a & ~HEM_IS_LEAF, b & ~HEM_IS_LEAF};
        } else if (append(front, below(walk, &entry, bit))) {
            replaced |= 1u << bit;
        } else {
            full |= 1u << bit;
            front->left_out++;
        }
    }
    if (full != 0) {
        walk->stack[walk->depth++] = (hem_traverse_entry){entry.a, entry.b, full};
    }
    if (replaced != 0) {
        entry.pairs &= ~replaced & there(walk, &entry);
    }
    front->list[front->kept] = entry;
    front->kept += entry.pairs != 0;
    return count;
}

uint32_t hem_front_next(hem_front_walk *front, hem_pair *pairs, uint32_t room)
{
    HEM_ASSERT(room >= HEM_FRONT_BATCH);
    uint32_t count = 0;
    for (;;) {
        if (front->walk.depth > 0) {
            count += hem_traverse_next(&front->walk, pairs + count, room - count);
        }
        bool wait = front->walk.depth > 0 || room - count < HEM_FRONT_BATCH;
        if (wait || front->next == front->count) {
            return count;
        }
        count += look_at_next(front, pairs + count);
    }
}

void hem_front_end(hem_front_walk *front)
{
    uint32_t left = front->count - front->next;
    memmove(front->list + front->kept, front->list + front->next, left * sizeof *front->list);
    front->count = front->kept + left;
    front->next = front->kept = 0;
}
