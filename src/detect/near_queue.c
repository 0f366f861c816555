/* Queues of pairs of triangles: see near_queue.h. */
#include "detect/near_queue.h"

#include "base/hem_assert.h"
#include "narrow/near_4.h"
#include "tree/tree_parts.h"

static float longest_side(const hem_patch_points *points, uint16_t corners)
{
    const float *a = points->point[hem_corner(corners, 0)];
    const float *b = points->point[hem_corner(corners, 1)];
    const float *c = points->point[hem_corner(corners, 2)];
    float longest = 0.0f;
    for (uint32_t axis = 0; axis < 3; axis++) {
        float low = hem_min(hem_min(a[axis], b[axis]), c[axis]);
        float high = hem_max(hem_max(a[axis], b[axis]), c[axis]);
        longest = hem_max(high - low, longest);
    }
    return longest;
}

void hem_patch_fill_points(hem_patch_points *points, const hem_patch_view *view,
                           const uint16_t *corners, uint32_t triangles)
{
    if (!(points->point[0][3] < 0.0f)) {
        return;
    }
    for (uint32_t i = 0; i < HEM_LEAF_VERTICES; i++) {
        points->point[i][0] = view->x[i];
        points->point[i][1] = view->y[i];
        points->point[i][2] = view->z[i];
    }
    float size = 0.0f;
    for (uint32_t t = 0; t < triangles; t++) {
        size = hem_max(longest_side(points, corners[t]), size);
    }
    for (uint32_t i = 0; i < HEM_LEAF_VERTICES; i++) {
        points->point[i][3] = size;
    }
}

/* Four pairs of a queue. */
typedef struct lanes {
    hem_triangles_4 a, b;
    hem_f4 span; /* no two points of a pair are farther apart */
} lanes;

/* Three corners of four triangles; returns the size behind them. */
static inline hem_f4 load_side(const hem_patch_points *const from[4], const uint16_t corners[4],
                               hem_triangles_4 *to)
{
    hem_f4 size = hem_f4_zero();
    for (uint32_t k = 0; k < 3; k++) {
        hem_f4 row[4];
        for (uint32_t lane = 0; lane < 4; lane++) {
            row[lane] = hem_f4_load(from[lane]->point[hem_corner(corners[lane], k)]);
        }
        hem_f4_transpose(row);
        to->x[k] = row[0];
        to->y[k] = row[1];
        to->z[k] = row[2];
        size = row[3];
    }
    return size;
}

static inline void load_lanes(const hem_near_queues *queues, const hem_near_queue *queue,
                              uint32_t first, lanes *to)
{
    const hem_patch_points *a[4], *b[4];
    uint16_t corners_a[4], corners_b[4];
    for (uint32_t lane = 0; lane < 4; lane++) {
        const hem_near_pair *pair = &queue->pair[first + lane];
        a[lane] = queues->points_a + pair->leaf_a;
        b[lane] = queues->points_b + pair->leaf_b;
        corners_a[lane] = pair->corners_a;
        corners_b[lane] = pair->corners_b;
    }
    hem_f4 size_a = load_side(a, corners_a, &to->a), size_b = load_side(b, corners_b, &to->b);
    /* Boxes of the triangles are closer than epsilon; twice their sides is more than diagonals. */
    to->span = hem_f4_mul(hem_f4_splat(2.0f),
                          hem_f4_add(hem_f4_add(size_a, size_b), hem_f4_splat(queues->epsilon)));
}

/* Fills the last four of a queue up with its last pair. */
static void fill_up(hem_near_queue *queue)
{
    for (uint32_t i = queue->count; i % 4u != 0; i++) {
        queue->pair[i] = queue->pair[queue->count - 1u];
    }
}

/* Puts four pairs where they belong: near, nowhere, or on. Everything is written, and counted only
 * if it counts: where a pair goes cannot be predicted. */
static inline void sort_out(hem_near_queues *queues, const hem_near_queue *from, uint32_t first,
                            hem_near_bits found, hem_near_queue *on)
{
    uint32_t count = from->count - first;
    uint32_t there = count < 4u ? (1u << count) - 1u : 15u;
    uint32_t left = there & ~(found.near | found.far);
    uint32_t near = there & found.near;
    for (uint32_t lane = 0; lane < 4; lane++) {
        const hem_near_pair *pair = &from->pair[first + lane];
        queues->near[queues->near_count] = pair->faces;
        queues->near_count += near >> lane & 1u;
        hem_near_pair *place = &on->pair[on->count];
        *place = *pair;
        place->doubts +=
            HEM_DOUBT_OVER * (found.over >> lane & 1u) + HEM_DOUBT_CUT * (found.cut >> lane & 1u);
        on->count += left >> lane & 1u;
    }
}

static void test_corners(hem_near_queues *queues, hem_near_queue *from, bool of_b,
                         hem_near_queue *on)
{
    fill_up(from);
    for (uint32_t first = 0; first < from->count; first += 4) {
        lanes now;
        load_lanes(queues, from, first, &now);
        hem_near_bits found = hem_corners_near_4(of_b ? &now.b : &now.a, of_b ? &now.a : &now.b,
                                                 now.span, queues->epsilon);
        sort_out(queues, from, first, found, on);
    }
    from->count = 0;
}

/* After the corners, only edges can be near; if they are far, so is the pair, unless a corner may
 * be over the other face after all, or each may pass through the other's plane. */
static void test_edges(hem_near_queues *queues, hem_near_queue *from)
{
    queues->edge_tests += from->count;
    fill_up(from);
    for (uint32_t first = 0; first < from->count; first += 4) {
        lanes now;
        load_lanes(queues, from, first, &now);
        hem_near_bits found = hem_edges_near_4(&now.a, &now.b, now.span, queues->epsilon);
        for (uint32_t lane = 0; lane < 4; lane++) {
            const hem_near_pair *pair = &from->pair[first + lane];
            uint32_t doubtful = pair->doubts >= 2u * HEM_DOUBT_CUT;
            found.far &= ~(doubtful << lane);
        }
        sort_out(queues, from, first, found, &queues->open);
    }
    from->count = 0;
}

void hem_near_queues_run(hem_near_queues *queues, bool all)
{
    HEM_ASSERT(queues->by_face_b.count <= HEM_NEAR_BATCH);
    queues->near_count = 0;
    queues->open.count = 0;
    test_corners(queues, &queues->by_face_b, true, &queues->by_face_a);
    if (all || queues->by_face_a.count > HEM_NEAR_BATCH) {
        test_corners(queues, &queues->by_face_a, false, &queues->by_edges);
    }
    if (all || queues->by_edges.count > HEM_NEAR_BATCH) {
        test_edges(queues, &queues->by_edges);
    }
}
