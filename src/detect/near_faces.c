/* Triangles that are near each other: see inc/hem/near_faces.h. */
#include "hem/near_faces.h"

#include "base/bits.h"
#include "base/real.h"
#include "detect/leaf_pairs.h"
#include "detect/near_queue.h"
#include "detect/pair_list.h"
#include "hem/port.h"
#include "narrow/faces.h"
#include "narrow/triangle_triangle.h"
#include "tree/tree_parts.h"

typedef struct pass {
    const hem_near_faces_in *in;
    hem_near_faces_out *out;
    hem_patch_points *points_a, *points_b;
    hem_near_queues *queues;
    hem_pair_list found;
} pass;

static hem_polygon polygon_of(const hem_patch_points *points, uint16_t corners)
{
    hem_polygon polygon = {.count = 3};
    for (uint32_t k = 0; k < 3; k++) {
        const float *point = points->point[hem_corner(corners, k)];
        polygon.point[k] = (hem_vec3){point[0], point[1], point[2]};
    }
    return polygon;
}

/* Are two triangles near, by all their features? The first of the pair comes first, so that which
 * tree and which leaf it comes from cannot show in how a distance rounds. */
static bool features_are_near(const pass *now, const hem_near_pair *pair, bool turn)
{
    hem_polygon a = polygon_of(now->points_a + pair->leaf_a, pair->corners_a);
    hem_polygon b = polygon_of(now->points_b + pair->leaf_b, pair->corners_b);
    hem_faces_nearest nearest;
    hem_closest_features(turn ? &b : &a, turn ? &a : &b, &nearest);
    float epsilon = now->in->epsilon;
    return nearest.distance_squared < epsilon * epsilon || hem_triangles_meet(a.point, b.point);
}

static bool has_to_turn(const pass *now, hem_pair pair)
{
    return now->in->a == now->in->b && pair.second < pair.first;
}

static void keep(pass *now, hem_pair pair)
{
    if (now->in->first_only && now->found.count > 0) {
        return;
    }
    bool turn = has_to_turn(now, pair);
    hem_pair_list_add(&now->found, turn ? (hem_pair){pair.second, pair.first} : pair);
}

static void put_smaller_first(hem_pair *pairs, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        hem_pair pair = pairs[i];
        bool turn = pair.second < pair.first;
        pairs[i].first = turn ? pair.second : pair.first;
        pairs[i].second = turn ? pair.first : pair.second;
    }
}

static void run_queues(pass *now, bool all)
{
    hem_near_queues *queues = now->queues;
    hem_near_queues_run(queues, all);
    if (now->in->first_only) {
        queues->near_count = now->found.count == 0 && queues->near_count > 0;
    }
    if (now->in->a == now->in->b) {
        put_smaller_first(queues->near, queues->near_count);
    }
    hem_pair_list_add_all(&now->found, queues->near, queues->near_count);
    now->out->triangle_tests += queues->open.count;
    for (uint32_t i = 0; i < queues->open.count; i++) {
        const hem_near_pair *pair = &queues->open.pair[i];
        if (features_are_near(now, pair, has_to_turn(now, pair->faces))) {
            keep(now, pair->faces);
        }
    }
}

static void look_into(pass *now, const hem_leaf_pair *leaves)
{
    const hem_near_faces_in *in = now->in;
    const hem_cull_in *cull = &leaves->cull;
    const uint32_t *order_a = hem_tree_order(in->a) + hem_tree_leaf_begin(in->a)[leaves->leaf_a];
    const uint32_t *order_b = hem_tree_order(in->b) + hem_tree_leaf_begin(in->b)[leaves->leaf_b];
    hem_near_queue *queue = &now->queues->by_face_b;
    hem_near_pair pair = {.leaf_a = leaves->leaf_a, .leaf_b = leaves->leaf_b};
    for (uint32_t rows = leaves->pairs.row_mask; rows != 0; rows &= rows - 1u) {
        uint32_t i = hem_bits_lowest(rows);
        pair.corners_a = cull->corners_a[i];
        pair.faces.first = order_a[i];
        for (uint32_t row = leaves->pairs.rows[i]; row != 0; row &= row - 1u) {
            uint32_t j = hem_bits_lowest(row);
            pair.corners_b = cull->corners_b[j];
            pair.faces.second = order_b[j];
            queue->pair[queue->count++] = pair;
            if (queue->count == HEM_NEAR_BATCH) {
                run_queues(now, false);
            }
        }
        now->out->pair_tests += hem_bits_in_word(leaves->pairs.rows[i]);
    }
}

uint64_t hem_near_faces_bytes(const hem_tree *a, const hem_tree *b)
{
    if (a == NULL || b == NULL) {
        return 0;
    }
    return hem_leaf_pairs_bytes(a, b) + HEM_ARENA_BYTES(1u, sizeof(hem_near_queues)) +
           HEM_ARENA_BYTES(a->leaf_count, sizeof(hem_patch_points)) +
           (a == b ? 0u : HEM_ARENA_BYTES(b->leaf_count, sizeof(hem_patch_points)));
}

static hem_patch_points *take_points(hem_arena *scratch, const hem_tree *tree)
{
    hem_patch_points *points = hem_arena_take(scratch, tree->leaf_count, sizeof *points);
    for (uint32_t leaf = 0; leaf < tree->leaf_count; leaf++) {
        points[leaf].point[0][3] = -1.0f;
    }
    return points;
}

/* Closest points may come out closer than they are, so culling reaches as much farther. */
static float culling_distance(const hem_near_faces_in *in)
{
    float span = 2.0f * ((in->a->leaf_extent + in->b->leaf_extent) + in->epsilon);
    return in->epsilon > 0.0f ? in->epsilon + 2.0f * HEM_CLOSEST_ERROR * span : 0.0f;
}

static hem_status run(pass *now)
{
    const hem_near_faces_in *in = now->in;
    hem_leaf_pairs pairs = {.a = in->a,
                            .b = in->b,
                            .positions_a = in->positions_a,
                            .positions_b = in->positions_b,
                            .epsilon = culling_distance(in),
                            .slants = true};
    hem_leaf_pair leaves;
    hem_leaf_pairs_start(&pairs, in->scratch);
    now->points_a = take_points(in->scratch, in->a);
    now->points_b = in->a == in->b ? now->points_a : take_points(in->scratch, in->b);
    now->queues = hem_arena_take(in->scratch, 1, sizeof *now->queues);
    now->queues->by_face_b.count = now->queues->by_face_a.count = now->queues->by_edges.count = 0;
    now->queues->edge_tests = 0;
    now->queues->points_a = now->points_a;
    now->queues->points_b = now->points_b;
    now->queues->epsilon = in->epsilon;
    while (hem_leaf_pairs_next(&pairs, &leaves)) {
        const hem_cull_in *cull = &leaves.cull;
        hem_patch_fill_points(now->points_a + leaves.leaf_a, cull->a, cull->corners_a,
                              cull->triangles_a);
        hem_patch_fill_points(now->points_b + leaves.leaf_b, cull->b, cull->corners_b,
                              cull->triangles_b);
        look_into(now, &leaves);
        if (in->first_only && now->found.count > 0) {
            break;
        }
    }
    run_queues(now, true);
    now->out->edge_tests = now->queues->edge_tests;
    hem_leaf_pairs_end(&pairs, in->scratch);
    now->out->leaf_pairs = pairs.leaf_pairs;
    now->out->leaf_tests = pairs.leaf_tests;
    now->out->volume_tests = pairs.walk.volume_tests;
    return pairs.misfit ? HEM_OUT_OF_RANGE : HEM_OK;
}

static hem_status check(const hem_near_faces_in *in, const hem_near_faces_out *out)
{
    if (in == NULL || out == NULL || in->a == NULL || in->b == NULL || in->positions_a == NULL ||
        in->positions_b == NULL || in->scratch == NULL || (in->pairs == NULL && in->room > 0)) {
        return HEM_NULL;
    }
    if (in->a->axis_count != in->b->axis_count || in->a->partial != 0 || in->b->partial != 0) {
        return HEM_BAD_DEFINITION;
    }
    if (!hem_is_finite(in->epsilon)) {
        return HEM_NOT_FINITE;
    }
    return in->epsilon < 0.0f || in->epsilon > HEM_DOMAIN ? HEM_OUT_OF_RANGE : HEM_OK;
}

hem_status hem_near_faces(const hem_near_faces_in *in, hem_near_faces_out *out)
{
    hem_status status = check(in, out);
    if (status != HEM_OK) {
        return status;
    }
    *out = (hem_near_faces_out){0};
    uint64_t needed = hem_near_faces_bytes(in->a, in->b);
    if (needed > in->scratch->capacity - in->scratch->used) {
        out->needed = needed > UINT32_MAX ? UINT32_MAX : (uint32_t)needed;
        return HEM_FULL_SCRATCH;
    }
    pass now = {.in = in, .out = out, .found = {.pairs = in->pairs, .room = in->room}};
    uint32_t saved = hem_fp_enter();
    status = run(&now);
    hem_pair_list_finish(&now.found);
    hem_fp_leave(saved);
    if (status != HEM_OK) {
        *out = (hem_near_faces_out){0};
        return status;
    }
    out->count = now.found.count;
    out->kept = now.found.kept;
    return out->kept < out->count ? HEM_LIMITED : HEM_OK;
}
