/* See soak_near.h. */
#include "soak/soak_near.h"

#include "narrow/triangle_triangle.h"
#include "tree_oracle.h"

#include <math.h>
#include <stdlib.h>

float soak_some_epsilon(test_random *random)
{
    if (random_below(random, 4) == 0) {
        return 0.0f;
    }
    return random_float(random, 0.5f, 1.0f) * powf(10.0f, -1.0f - (float)random_below(random, 4));
}

near_table near_table_take(const soak_body *a, const soak_body *b)
{
    near_table near = {.a = a, .b = b, .rows = a->triangle_count, .columns = b->triangle_count};
    near.near = calloc((size_t)near.rows * near.columns, sizeof *near.near);
    return near;
}

void near_table_free(near_table *near)
{
    free(near->near);
    *near = (near_table){.near = NULL};
}

/* Closer than a distance in double; exactly meeting when there is none. */
static bool is_near(const hem_vec3 first[3], const hem_vec3 second[3], double distance)
{
    if (distance <= 0.0) {
        return hem_triangle_boxes_meet(first, second) && hem_triangles_meet(first, second);
    }
    return tree_oracle_gap(first, second) < distance &&
           tree_oracle_distance(first, second) < distance;
}

void near_table_add(near_table *near, const hem_vec3 *of_a, const hem_vec3 *of_b, float epsilon,
                    bool exact)
{
    double reach = (double)fmaxf(soak_body_reach(near->a), soak_body_reach(near->b));
    /* What the distance in double, and rounded positions, may be off. */
    double error = (exact ? 1e-11 : 4.0 / 8388608.0) * (reach + 1.0);
    double sure = epsilon > 0.0f ? (double)epsilon * (1.0 - 1e-6) - error : 0.0;
    if (epsilon > 0.0f ? sure <= 0.0 : !exact) {
        return;
    }
    for (uint32_t i = 0; i < near->rows; i++) {
        hem_vec3 first[3], second[3];
        soak_corners(near->a, of_a, i, first);
        for (uint32_t j = near->a == near->b ? i : 0; j < near->columns; j++) {
            soak_corners(near->b, of_b, j, second);
            bool *entry = &near->near[(size_t)i * near->columns + j];
            *entry = *entry || is_near(first, second, sure);
        }
    }
}

/* A pair of leaves that comes out: whether it did before, and which triangles it has. */
typedef struct visits {
    const hem_tree *a, *b;
    const char *name;
    bool *leaves, *triangles;
} visits;

static visits visits_take(const hem_tree *a, const hem_tree *b, const char *name)
{
    return (visits){a, b, name, calloc((size_t)a->leaf_count * b->leaf_count, sizeof(bool)),
                    calloc((size_t)a->triangle_count * b->triangle_count, sizeof(bool))};
}

static void visit(visits *seen, hem_pair leaves, soak_tally *tally)
{
    const hem_tree *a = seen->a, *b = seen->b;
    bool *leaf_pair = &seen->leaves[(size_t)leaves.first * b->leaf_count + leaves.second];
    if (*leaf_pair) {
        soak_found(tally, SOAK_EXTRA, seen->name, leaves.first, leaves.second);
    }
    *leaf_pair = true;
    const uint32_t *of_a = hem_tree_leaf_begin(a) + leaves.first;
    const uint32_t *of_b = hem_tree_leaf_begin(b) + leaves.second;
    for (uint32_t i = of_a[0]; i < of_a[1]; i++) {
        for (uint32_t j = of_b[0]; j < of_b[1]; j++) {
            uint32_t s = hem_tree_order(a)[i], t = hem_tree_order(b)[j];
            bool turned = a == b && t < s;
            size_t entry =
                turned ? (size_t)t * b->triangle_count + s : (size_t)s * b->triangle_count + t;
            seen->triangles[entry] = true;
        }
    }
}

/* What is near and was not come to. */
static void visits_end(visits *seen, const near_table *near, soak_tally *tally)
{
    size_t entries = (size_t)near->rows * near->columns;
    for (size_t i = 0; i < entries; i++) {
        if (near->near[i] && !seen->triangles[i]) {
            soak_found(tally, SOAK_MISS, seen->name, (uint32_t)(i / near->columns),
                       (uint32_t)(i % near->columns));
        }
    }
    tally->cases++;
    tally->pairs += seen->a == seen->b ? entries / 2u : entries;
    free(seen->triangles);
    free(seen->leaves);
}

void near_table_check_walk(const near_table *near, const hem_traverse_def *def, uint32_t batch,
                           const char *name, soak_tally *tally)
{
    hem_pair pairs[64];
    hem_traversal walk;
    hem_traverse_entry *stack = malloc(hem_traverse_room(def->a, def->b) * sizeof *stack);
    visits seen = visits_take(def->a, def->b, name);
    hem_traverse_start_with(&walk, def, stack);
    for (uint32_t count = batch; count == batch;) {
        count = hem_traverse_next(&walk, pairs, batch);
        for (uint32_t i = 0; i < count; i++) {
            visit(&seen, pairs[i], tally);
        }
    }
    visits_end(&seen, near, tally);
    free(stack);
}

void near_table_check_leaves(const near_table *near, const hem_tree *a, const hem_tree *b,
                             const hem_pair *leaves, uint32_t count, const char *name,
                             soak_tally *tally)
{
    visits seen = visits_take(a, b, name);
    for (uint32_t i = 0; i < count; i++) {
        visit(&seen, leaves[i], tally);
    }
    visits_end(&seen, near, tally);
}

void soak_check_holds(const soak_body *body, const hem_vec3 *positions, double slack,
                      soak_tally *tally)
{
    const hem_tree *tree = body->tree;
    const uint32_t *begin = hem_tree_leaf_vertex_begin(tree);
    for (uint32_t lane = 0; lane < 4u * tree->group_count; lane++) {
        uint32_t first = hem_tree_first_leaf(tree)[lane], end = hem_tree_end_leaf(tree)[lane];
        hem_volume volume = hem_volume_of(tree, lane / 4u, lane % 4u);
        for (uint32_t axis = 0; axis < tree->axis_count; axis++) {
            tree_axis n = tree_axis_at(tree->axis_count, axis);
            double length = sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
            for (uint32_t i = begin[first]; i < begin[end]; i++) {
                hem_vec3 p = positions[hem_tree_leaf_vertices(tree)[i]];
                double place = tree_case_project(p, n.x, n.y, n.z);
                /* The position's rounding and that of its projection. */
                double off = (fabs((double)p.x) + fabs((double)p.y) + fabs((double)p.z)) * 1.3e-7;
                off += length * slack + 1e-15;
                if (!((double)volume.low[axis] - off <= place &&
                      place <= (double)volume.high[axis] + off)) {
                    soak_found(tally, SOAK_MISS, body->name, lane, i);
                }
            }
        }
    }
}
