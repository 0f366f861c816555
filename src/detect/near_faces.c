/* Triangles that are near each other: see inc/hem/near_faces.h. */
#include "hem/near_faces.h"

#include "base/bits.h"
#include "base/ranges.h"
#include "base/real.h"
#include "detect/leaf_pairs.h"
#include "detect/near_queue.h"
#include "detect/pair_list.h"
#include "detect/side.h"
#include "hem/port.h"
#include "narrow/faces.h"
#include "narrow/triangle_triangle.h"
#include "tree/tree_parts.h"

typedef struct pass {
    const hem_near_faces_in *in;
    hem_near_faces_out *out;
    hem_near_triangle *triangles_a, *triangles_b; /* in the orders of the trees */
    hem_near_queues *queues;
    hem_pair_list found;
} pass;

static hem_polygon polygon_of(const hem_near_triangle *triangle)
{
    hem_polygon polygon = {.count = 3};
    for (uint32_t k = 0; k < 3; k++) {
        const float *point = triangle->corner[k];
        polygon.point[k] = (hem_vec3){point[0], point[1], point[2]};
    }
    return polygon;
}

/* Are two triangles near, by all their features? The first of the pair comes first, so that which
 * tree and which leaf it comes from cannot show in how a distance rounds. */
static bool features_are_near(const pass *now, hem_pair places, bool turn)
{
    hem_polygon a = polygon_of(now->triangles_a + places.first);
    hem_polygon b = polygon_of(now->triangles_b + places.second);
    hem_faces_nearest nearest;
    hem_closest_features(turn ? &b : &a, turn ? &a : &b, &nearest);
    float epsilon = now->in->epsilon;
    return nearest.distance_squared < epsilon * epsilon || hem_triangles_meet(a.point, b.point);
}

static bool has_to_turn(const pass *now, hem_pair pair)
{
    return now->in->a == now->in->b && pair.second < pair.first;
}

/* The triangles at two places. */
static hem_pair faces_at(const pass *now, hem_pair places)
{
    return (hem_pair){hem_tree_order(now->in->a)[places.first],
                      hem_tree_order(now->in->b)[places.second]};
}

static void keep(pass *now, hem_pair pair)
{
    if (now->in->first_only && now->found.count > 0) {
        return;
    }
    bool turn = has_to_turn(now, pair);
    hem_pair_list_add(&now->found, turn ? (hem_pair){pair.second, pair.first} : pair);
}

/* From places to triangles. */
static void name_near(const pass *now)
{
    const uint32_t *order_a = hem_tree_order(now->in->a), *order_b = hem_tree_order(now->in->b);
    hem_pair *pairs = now->queues->near;
    for (uint32_t i = 0; i < now->queues->near_count; i++) {
        pairs[i] = (hem_pair){order_a[pairs[i].first], order_b[pairs[i].second]};
    }
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
    name_near(now);
    if (now->in->a == now->in->b) {
        put_smaller_first(queues->near, queues->near_count);
    }
    hem_pair_list_add_all(&now->found, queues->near, queues->near_count);
    now->out->triangle_tests += queues->open.count;
    for (uint32_t i = 0; i < queues->open.count; i++) {
        hem_pair places = queues->open.pair[i].places, faces = faces_at(now, places);
        if (features_are_near(now, places, has_to_turn(now, faces))) {
            keep(now, faces);
        }
    }
}

static void look_into(pass *now, const hem_leaf_pair *leaves)
{
    const uint32_t begin_a = hem_tree_leaf_begin(now->in->a)[leaves->leaf_a];
    const uint32_t begin_b = hem_tree_leaf_begin(now->in->b)[leaves->leaf_b];
    hem_near_queue *queue = &now->queues->by_face_b;
    uint32_t count = queue->count;
    for (uint32_t rows = leaves->pairs.row_mask; rows != 0; rows &= rows - 1u) {
        uint32_t i = hem_bits_lowest(rows);
        for (uint32_t row = leaves->pairs.rows[i]; row != 0; row &= row - 1u) {
            uint32_t j = hem_bits_lowest(row);
            queue->pair[count++] = (hem_near_pair){.places = {begin_a + i, begin_b + j}};
            if (count == HEM_NEAR_BATCH) {
                queue->count = count;
                run_queues(now, false);
                count = 0;
            }
        }
        now->out->pair_tests += hem_bits_in_word(leaves->pairs.rows[i]);
    }
    queue->count = count;
}

uint64_t hem_near_faces_bytes(const hem_tree *a, const hem_tree *b)
{
    if (a == NULL || b == NULL) {
        return 0;
    }
    return hem_leaf_pairs_bytes(a, b, false) + HEM_ARENA_BYTES(1u, sizeof(hem_near_queues)) +
           HEM_ARENA_BYTES(a->triangle_count, sizeof(hem_near_triangle)) +
           (a == b ? 0u : HEM_ARENA_BYTES(b->triangle_count, sizeof(hem_near_triangle)));
}

static hem_near_triangle *take_triangles(hem_arena *scratch, const hem_tree *tree)
{
    hem_near_triangle *triangles = hem_arena_take(scratch, tree->triangle_count, sizeof *triangles);
    for (uint32_t leaf = 0; leaf < tree->leaf_count; leaf++) {
        triangles[hem_tree_leaf_begin(tree)[leaf]].corner[0][3] = -1.0f;
    }
    return triangles;
}

/* The triangles of a leaf, if they are not there yet. */
static void fill(hem_near_triangle *triangles, const hem_tree *tree, uint32_t leaf,
                 const hem_patch_view *view)
{
    const uint32_t *begin = hem_tree_leaf_begin(tree) + leaf;
    hem_near_fill(triangles + begin[0], view, hem_tree_corners(tree) + begin[0],
                  begin[1] - begin[0]);
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
    now->triangles_a = take_triangles(in->scratch, in->a);
    now->triangles_b = in->a == in->b ? now->triangles_a : take_triangles(in->scratch, in->b);
    now->queues = hem_arena_take(in->scratch, 1, sizeof *now->queues);
    now->queues->by_face_b.count = now->queues->by_face_a.count = now->queues->by_edges.count = 0;
    now->queues->edge_tests = 0;
    now->queues->triangles_a = now->triangles_a;
    now->queues->triangles_b = now->triangles_b;
    now->queues->epsilon = in->epsilon;
    while (hem_leaf_pairs_next(&pairs, &leaves)) {
        fill(now->triangles_a, in->a, leaves.leaf_a, leaves.cull.a);
        fill(now->triangles_b, in->b, leaves.leaf_b, leaves.cull.b);
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
    const hem_range given[] = {
        {in, sizeof *in}, {out, sizeof *out}, {in->pairs, (uint64_t)in->room * sizeof *in->pairs}};
    if (hem_any_in_free_part(in->scratch, given, sizeof given / sizeof given[0]) ||
        hem_tree_in_free_part(in->a, in->positions_a, in->scratch) ||
        hem_tree_in_free_part(in->b, in->positions_b, in->scratch)) {
        return HEM_ALIASED;
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
    hem_pair_list_finish_in(&now.found, in->scratch, needed);
    hem_fp_leave(saved);
    if (status != HEM_OK) {
        *out = (hem_near_faces_out){0};
        return status;
    }
    out->count = now.found.count;
    out->kept = now.found.kept;
    return out->kept < out->count ? HEM_LIMITED : HEM_OK;
}
