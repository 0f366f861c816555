/* A whole pass over the features of two sides: see feature_search.h. */
#include "detect/feature_search.h"

#include "base/vec3.h"
#include "detect/side.h"
#include "tree/volume.h"

#include <string.h>

void hem_feature_points(float (*points)[4], const hem_vec3 *positions, uint32_t count)
{
    for (uint32_t v = 0; v < count; v++) {
        hem_vec3 position = hem_vec3_snap(positions[v]);
        points[v][0] = position.x;
        points[v][1] = position.y;
        points[v][2] = position.z;
        points[v][3] = 0.0f;
    }
}

bool hem_feature_pass_sides(hem_feature_search *search, const hem_side *a, const hem_side *b)
{
    bool turned = b->first_vertex < a->first_vertex;
    memset(search, 0, sizeof *search);
    search->a = turned ? *b : *a;
    search->b = turned ? *a : *b;
    search->same = hem_sides_same(a, b);
    return turned;
}

/* How many vertices the sides have together. */
static uint64_t vertices_of(const hem_tree *a, const hem_tree *b)
{
    return (uint64_t)a->vertex_count + (a == b ? 0u : b->vertex_count);
}

uint64_t hem_feature_pass_points_bytes(const hem_tree *a, const hem_tree *b, bool moving)
{
    return (moving ? 2u : 1u) * HEM_ARENA_BYTES(vertices_of(a, b), 4u * sizeof(float));
}

/* Those of b behind those of a. */
static const float (*take_points(const hem_feature_search *search, const hem_vec3 *of_a,
                                 const hem_vec3 *of_b, hem_arena *scratch))[4]
{
    uint32_t count_a = search->a.mesh->vertex_count;
    uint32_t count = (uint32_t)vertices_of(search->a.tree, search->b.tree);
    float(*points)[4] = hem_arena_take(scratch, count, sizeof *points);
    hem_feature_points(points, of_a, count_a);
    if (!search->same) {
        hem_feature_points(points + count_a, of_b, search->b.mesh->vertex_count);
    }
    return (const float(*)[4])points;
}

/* Do positions lie within the volume of a tree? Those of vertices without triangles need not, and
 * NaN does not; then each leaf looks at its own (patch_view.h). */
static bool lie_within(const hem_tree *tree, const hem_vec3 *positions)
{
    hem_tree_box all = hem_volume_box(tree);
    uint32_t outside = 0;
    for (uint32_t v = 0; v < tree->vertex_count; v++) {
        hem_vec3 p = positions[v];
        uint32_t x = p.x >= all.low.x && p.x <= all.high.x;
        uint32_t y = p.y >= all.low.y && p.y <= all.high.y;
        uint32_t z = p.z >= all.low.z && p.z <= all.high.z;
        outside += 1u - (x & y & z);
    }
    return outside == 0;
}

static bool side_fits(const hem_side *side)
{
    return lie_within(side->tree, side->positions) &&
           (side->ends == NULL || lie_within(side->tree, side->ends));
}

/* Positions that are looked at have been found good before (leaf_pairs.h): orphan pairs come last,
 * and every leaf has met itself by then. */
void hem_feature_pass_points(hem_feature_search *search, hem_arena *scratch)
{
    search->first_a = 0;
    search->first_b = search->same ? 0 : search->a.mesh->vertex_count;
    search->points = take_points(search, search->a.positions, search->b.positions, scratch);
    if (search->a.ends != NULL) {
        search->ends = take_points(search, search->a.ends, search->b.ends, scratch);
    }
    search->fits = side_fits(&search->a) && (search->same || side_fits(&search->b));
}

/* The points of a side, where they are known to fit its tree. */
static const float (*points_of(const hem_feature_search *search, const float (*points)[4],
                               uint32_t first))[4]
{
    return search->fits && points != NULL ? points + first : NULL;
}

hem_status hem_feature_pass_run(hem_feature_search *search, const hem_marks *marks_a,
                                const hem_marks *marks_b, hem_arena *scratch, hem_leaf_pairs *pairs)
{
    bool moving = search->ends != NULL;
    hem_leaf_pair leaves;
    *pairs = (hem_leaf_pairs){.a = search->a.tree,
                              .b = search->b.tree,
                              .positions_a = search->a.positions,
                              .positions_b = search->b.positions,
                              .ends_a = moving ? search->a.ends : NULL,
                              .ends_b = moving ? search->b.ends : NULL,
                              .points_a = points_of(search, search->points, search->first_a),
                              .points_b = points_of(search, search->points, search->first_b),
                              .end_points_a = points_of(search, search->ends, search->first_a),
                              .end_points_b = points_of(search, search->ends, search->first_b),
                              .marks_a = marks_a,
                              .marks_b = marks_b,
                              .epsilon = search->reach,
                              .view_limit = search->view_limit,
                              .slants = true};
    hem_leaf_pairs_start(pairs, scratch);
    while (hem_leaf_pairs_next(pairs, &leaves)) {
        hem_feature_search_leaves(search, &leaves, &pairs->grid);
    }
    hem_leaf_pairs_end(pairs, scratch);
    if (pairs->misfit) {
        return HEM_OUT_OF_RANGE;
    }
    if (search->same) {
        hem_feature_search_orphans(search);
    }
    hem_feature_search_finish(search);
    return HEM_OK;
}
