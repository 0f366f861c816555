/* The queries of the tables: the library's passes, and the walks of the papers with a test for each
 * pair of leaves of one triangle. See bench_tables_run.h. */
#include "bench_tables_run.h"

#include "base/bits.h"
#include "detect/pair_list.h"
#include "hem/near_faces.h"
#include "narrow/gjk.h"
#include "narrow/triangle_pairs.h"
#include "narrow/triangle_triangle.h"

void tables_query_by_pass(tables_run *now, const tables_sides *asked, tables_cost *out)
{
    const hem_tree *a = now->trees[asked->a], *b = now->trees[asked->b];
    if (now->scene->scene.epsilon > 0.0f) {
        hem_near_faces_in in = {.a = a,
                                .b = b,
                                .positions_a = asked->positions_a,
                                .positions_b = asked->positions_b,
                                .epsilon = now->scene->scene.epsilon,
                                .pairs = now->pairs,
                                .room = TABLES_PAIRS,
                                .first_only = now->setting->first_only,
                                .scratch = &now->arena};
        hem_near_faces_out found;
        tables_failed += hem_near_faces(&in, &found) != HEM_OK;
        out->pair_tests += found.pair_tests;
        out->leaf_pairs += found.leaf_pairs;
        out->volume_tests += found.volume_tests;
        out->found += found.count;
        return;
    }
    hem_intersect_in in = {.a = a,
                           .b = b,
                           .positions_a = asked->positions_a,
                           .positions_b = asked->positions_b,
                           .pairs = now->pairs,
                           .room = TABLES_PAIRS,
                           .first_only = now->setting->first_only,
                           .scratch = &now->arena};
    hem_intersect_out found;
    tables_failed += hem_intersect(&in, &found) != HEM_OK;
    out->pair_tests += found.pair_tests;
    out->leaf_pairs += found.leaf_pairs;
    out->volume_tests += found.volume_tests;
    out->found += found.count;
}

static bool share_a_vertex(const uint32_t *a, const uint32_t *b)
{
    for (uint32_t k = 0; k < 9; k++) {
        if (a[k / 3u] == b[k % 3u]) {
            return true;
        }
    }
    return false;
}

/* Takes out the pairs of leaves of one triangle that are not asked for. */
static uint32_t without_neighbours(const hem_tree *tree, hem_pair *pairs, uint32_t count)
{
    const uint32_t *vertices = hem_tree_leaf_vertices(tree);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!share_a_vertex(vertices + 3u * (size_t)pairs[i].first,
                            vertices + 3u * (size_t)pairs[i].second)) {
            pairs[kept++] = pairs[i];
        }
    }
    return kept;
}

static hem_polygon polygon_of(const hem_tree *tree, const hem_vec3 *positions, uint32_t leaf)
{
    const uint32_t *v = hem_tree_leaf_vertices(tree) + 3u * (size_t)leaf;
    return (hem_polygon){{positions[v[0]], positions[v[1]], positions[v[2]]}, 3};
}

static hem_triangle_numbers numbers_of(const hem_tree *tree, const hem_vec3 *positions,
                                       uint32_t leaf)
{
    const uint32_t *v = hem_tree_leaf_vertices(tree) + 3u * (size_t)leaf;
    hem_vec3 p = positions[v[0]], q = positions[v[1]], r = positions[v[2]];
    return (hem_triangle_numbers){{p.x, p.y, p.z, q.x, q.y, q.z, r.x, r.y, r.z}};
}

/* One walk, and what it finds: kept and sorted as a pass does. */
typedef struct walk {
    const tables_run *run;
    const tables_sides *asked;
    const hem_tree *a, *b;
    hem_pair_list found;
} walk;

static void keep(walk *now, hem_pair leaves)
{
    hem_pair_list_add(&now->found, (hem_pair){hem_tree_order(now->a)[leaves.first],
                                              hem_tree_order(now->b)[leaves.second]});
}

static void find_meeting(walk *now, const hem_pair *pairs, uint32_t count)
{
    const tables_sides *asked = now->asked;
    hem_triangle_pairs waiting;
    for (uint32_t first = 0; first < count; first += HEM_TRIANGLE_PAIRS) {
        uint32_t left = count - first;
        uint32_t some = left < HEM_TRIANGLE_PAIRS ? left : HEM_TRIANGLE_PAIRS;
        for (uint32_t i = 0; i < some; i++) {
            hem_triangle_numbers a = numbers_of(now->a, asked->positions_a, pairs[first + i].first);
            hem_triangle_numbers b =
                numbers_of(now->b, asked->positions_b, pairs[first + i].second);
            hem_triangle_pairs_put(&waiting, i, &a, &b);
        }
        uint32_t meet = hem_triangle_pairs_meet(&waiting, some);
        for (; meet != 0; meet &= meet - 1u) {
            keep(now, pairs[first + hem_bits_lowest(meet)]);
        }
    }
}

static void find_by_gjk(walk *now, const hem_pair *pairs, uint32_t count)
{
    float epsilon = now->run->scene->scene.epsilon;
    for (uint32_t i = 0; i < count; i++) {
        hem_polygon a = polygon_of(now->a, now->asked->positions_a, pairs[i].first);
        hem_polygon b = polygon_of(now->b, now->asked->positions_b, pairs[i].second);
        hem_faces_nearest nearest;
        uint32_t iterations;
        hem_gjk_state state = hem_gjk(&a, &b, HEM_GJK_LIMIT, &nearest, &iterations);
        if (state == HEM_GJK_INTERSECTING || nearest.distance_squared < epsilon * epsilon) {
            keep(now, pairs[i]);
        }
    }
}

/* ---- near triangles, by the lanes of the passes ---- */

static void fill_points(const hem_tree *tree, const hem_vec3 *positions, hem_near_triangle *points)
{
    for (uint32_t leaf = 0; leaf < tree->leaf_count; leaf++) {
        hem_polygon corner = polygon_of(tree, positions, leaf);
        hem_vec3 low = corner.point[0], high = low;
        for (uint32_t k = 1; k < 3; k++) {
            low = hem_vec3_min(low, corner.point[k]);
            high = hem_vec3_max(high, corner.point[k]);
        }
        hem_vec3 size = hem_sub(high, low);
        for (uint32_t k = 0; k < 3; k++) {
            float *to = points[leaf].corner[k];
            to[0] = corner.point[k].x;
            to[1] = corner.point[k].y;
            to[2] = corner.point[k].z;
            to[3] = hem_max(size.x, hem_max(size.y, size.z));
        }
    }
}

static void run_queues(walk *now, bool all)
{
    hem_near_queues *queues = now->run->queues;
    float epsilon = queues->epsilon;
    hem_near_queues_run(queues, all);
    for (uint32_t i = 0; i < queues->near_count; i++) {
        keep(now, queues->near[i]);
    }
    for (uint32_t i = 0; i < queues->open.count; i++) {
        hem_pair pair = queues->open.pair[i].places;
        hem_polygon a = polygon_of(now->a, now->asked->positions_a, pair.first);
        hem_polygon b = polygon_of(now->b, now->asked->positions_b, pair.second);
        hem_faces_nearest nearest;
        hem_closest_features(&a, &b, &nearest);
        if (nearest.distance_squared < epsilon * epsilon || hem_triangles_meet(a.point, b.point)) {
            keep(now, pair);
        }
    }
}

static void start_queues(const walk *now)
{
    hem_near_queues *queues = now->run->queues;
    queues->by_face_a.count = queues->by_face_b.count = queues->by_edges.count = 0;
    queues->triangles_a = now->run->points[now->asked->a];
    queues->triangles_b = now->run->points[now->asked->b];
    queues->epsilon = now->run->scene->scene.epsilon;
}

/* Leaves of one triangle: a leaf's number is its triangle's place. */
static void find_near(walk *now, const hem_pair *pairs, uint32_t count)
{
    hem_near_queue *queue = &now->run->queues->by_face_b;
    for (uint32_t i = 0; i < count; i++) {
        queue->pair[queue->count++] = (hem_near_pair){.places = pairs[i]};
        if (queue->count == HEM_NEAR_BATCH) {
            run_queues(now, false);
        }
    }
}

/* ---- boxes around a motion ---- */

static void fill_boxes(const hem_tree *tree, const hem_vec3 *start, const hem_vec3 *end,
                       hem_box *boxes)
{
    for (uint32_t leaf = 0; leaf < tree->leaf_count; leaf++) {
        const uint32_t *vertices =
            hem_tree_leaf_vertices(tree) + hem_tree_leaf_vertex_begin(tree)[leaf];
        const uint32_t *begin = hem_tree_leaf_begin(tree) + leaf;
        for (uint32_t t = begin[0]; t < begin[1]; t++) {
            uint32_t first = vertices[hem_corner(hem_tree_corners(tree)[t], 0)];
            hem_box box = {start[first], start[first]};
            for (uint32_t k = 0; k < 6; k++) {
                uint32_t v = vertices[hem_corner(hem_tree_corners(tree)[t], k % 3u)];
                hem_vec3 point = k < 3 ? start[v] : end[v];
                box.low = hem_vec3_min(box.low, point);
                box.high = hem_vec3_max(box.high, point);
            }
            boxes[t] = box;
        }
    }
}

static bool boxes_near(const hem_box *a, const hem_box *b, float epsilon)
{
    return a->low.x - epsilon <= b->high.x && b->low.x <= a->high.x + epsilon &&
           a->low.y - epsilon <= b->high.y && b->low.y <= a->high.y + epsilon &&
           a->low.z - epsilon <= b->high.z && b->low.z <= a->high.z + epsilon;
}

static uint64_t count_boxes(const walk *now, const hem_pair *pairs, uint32_t count)
{
    const uint32_t *begin_a = hem_tree_leaf_begin(now->a), *begin_b = hem_tree_leaf_begin(now->b);
    const hem_box *boxes_a = now->run->boxes[now->asked->a];
    const hem_box *boxes_b = now->run->boxes[now->asked->b];
    float epsilon = now->run->scene->scene.epsilon;
    uint64_t found = 0;
    for (uint32_t p = 0; p < count; p++) {
        for (uint32_t i = begin_a[pairs[p].first]; i < begin_a[pairs[p].first + 1u]; i++) {
            for (uint32_t j = begin_b[pairs[p].second]; j < begin_b[pairs[p].second + 1u]; j++) {
                found += boxes_near(&boxes_a[i], &boxes_b[j], epsilon);
            }
        }
    }
    return found;
}

/* ---- walks ---- */

void tables_walk_start(tables_run *now, uint32_t frame, bool counted)
{
    const peer_scene *scene = &now->scene->scene;
    for (uint32_t b = 0; b < scene->body_count; b++) {
        const hem_vec3 *start = scene->frames[frame] + scene->bodies[b].first_vertex;
        if (tables_takes_points(now)) {
            fill_points(now->trees[b], start, now->points[b]);
        }
        if (tables_counts_boxes(now) && counted) {
            const hem_vec3 *end = now->scene->ends[frame] + scene->bodies[b].first_vertex;
            fill_boxes(now->trees[b], start, end, now->boxes[b]);
        }
    }
}

/* What a paper does with pairs of leaves, for as many as come at a time. */
static void look_at(walk *now, bool counted, hem_pair *pairs, uint32_t count, tables_cost *out)
{
    tables_query query = now->run->setting->query;
    if (query == TABLES_LEAVES || query == TABLES_PASS) {
        out->pair_tests +=
            counted && tables_counts_boxes(now->run) ? count_boxes(now, pairs, count) : 0u;
        return;
    }
    if (now->a == now->b) {
        count = without_neighbours(now->a, pairs, count);
    }
    out->pair_tests += count;
    if (query == TABLES_GJK) {
        find_by_gjk(now, pairs, count);
    } else if (tables_takes_points(now->run)) {
        find_near(now, pairs, count);
    } else {
        find_meeting(now, pairs, count);
    }
}

/* The traversal, batch by batch. */
void tables_query_by_walk(tables_run *run, const tables_sides *asked, bool counted,
                          tables_cost *out)
{
    const tables_setting *setting = run->setting;
    walk now = {.run = run,
                .asked = asked,
                .a = run->trees[asked->a],
                .b = run->trees[asked->b],
                .found = {.pairs = run->pairs, .room = TABLES_PAIRS}};
    hem_pair batch[256];
    hem_traversal traversal;
    hem_traverse_def def = {.a = now.a,
                            .b = now.b,
                            .epsilon = tables_epsilon(run),
                            .fit_a = &run->fits[asked->a],
                            .fit_b = &run->fits[asked->b],
                            .rule = setting->rule,
                            .counted = counted};
    if (setting->cones && now.a == now.b) {
        def.flat = (hem_flat_def){.cones = &run->cones[asked->a], .test = HEM_FLAT_BY_CONE};
    }
    if (tables_takes_points(run)) {
        start_queues(&now);
    }
    hem_traverse_start_with(&traversal, &def, run->stack);
    uint32_t room = setting->first_only ? 16u : 256u;
    for (uint32_t count = room; count == room && !(setting->first_only && now.found.count > 0);) {
        count = hem_traverse_next(&traversal, batch, room);
        out->leaf_pairs += count;
        look_at(&now, counted, batch, count, out);
    }
    if (tables_takes_points(run)) {
        run_queues(&now, true);
    }
    hem_pair_list_finish(&now.found);
    out->found += now.found.count;
    out->volume_tests += traversal.volume_tests;
}
