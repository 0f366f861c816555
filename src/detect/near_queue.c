/* Queues of pairs of triangles: see near_queue.h. */
#include "detect/near_queue.h"

#include "base/hem_assert.h"
#include "narrow/near_4.h"
#include "tree/tree_parts.h"

/* Vertices one after the other. */
static void gather_points(const hem_patch_view *view, float point[HEM_LEAF_VERTICES][4])
{
    for (uint32_t i = 0; i < HEM_LEAF_VERTICES; i += 4) {
        hem_f4 row[4] = {hem_f4_load(view->x + i), hem_f4_load(view->y + i),
                         hem_f4_load(view->z + i), hem_f4_zero()};
        hem_f4_transpose(row);
        for (uint32_t k = 0; k < 4; k++) {
            hem_f4_store(point[i + k], row[k]);
        }
    }
}

void hem_near_fill(hem_near_triangle *triangles, const hem_patch_view *view,
                   const uint16_t *corners, uint32_t count)
{
    if (!(triangles[0].corner[0][3] < 0.0f)) {
        return;
    }
    float point[HEM_LEAF_VERTICES][4];
    gather_points(view, point);
    hem_f4 longest = hem_f4_zero();
    for (uint32_t t = 0; t < count; t++) {
        hem_f4 a = hem_f4_load(point[hem_corner(corners[t], 0)]);
        hem_f4 b = hem_f4_load(point[hem_corner(corners[t], 1)]);
        hem_f4 c = hem_f4_load(point[hem_corner(corners[t], 2)]);
        hem_f4 low = hem_f4_min(hem_f4_min(a, b), c), high = hem_f4_max(hem_f4_max(a, b), c);
        longest = hem_f4_max(hem_f4_sub(high, low), longest);
        hem_f4_store(triangles[t].corner[0], a);
        hem_f4_store(triangles[t].corner[1], b);
        hem_f4_store(triangles[t].corner[2], c);
    }
    float side[4];
    hem_f4_store(side, longest);
    float size = hem_max(hem_max(side[0], side[1]), side[2]);
    for (uint32_t t = 0; t < count; t++) {
        /* The last is the one that is read. */
        triangles[t].corner[0][3] = triangles[t].corner[2][3] = size;
    }
}

/* Four pairs of a queue. */
typedef struct lanes {
    hem_triangles_4 a, b;
    hem_f4 span; /* no two points of a pair are farther apart */
} lanes;

/* Four triangles; returns the sizes behind them. */
static inline hem_f4 load_side(const hem_near_triangle *const from[4], hem_triangles_4 *to)
{
    hem_f4 size = hem_f4_zero();
    for (uint32_t k = 0; k < 3; k++) {
        hem_f4 row[4];
        for (uint32_t lane = 0; lane < 4; lane++) {
            row[lane] = hem_f4_load(from[lane]->corner[k]);
        }
        hem_f4_transpose(row);
        to->x[k] = row[0];
        to->y[k] = row[1];
        to->z[k] = row[2];
        size = row[3];
    }
    return size;
}

static inline void load_lanes(const hem_near_queues *queues, const hem_near_pair *four, lanes *to)
{
    const hem_near_triangle *a[4], *b[4];
    for (uint32_t lane = 0; lane < 4; lane++) {
        a[lane] = queues->triangles_a + four[lane].places.first;
        b[lane] = queues->triangles_b + four[lane].places.second;
    }
    hem_f4 size_a = load_side(a, &to->a), size_b = load_side(b, &to->b);
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

/* Where the next pairs go. Kept out of memory while a queue is tested. */
typedef struct ends {
    hem_pair *near;
    hem_near_pair *on;
} ends;

/* Four bits, a byte each. */
static uint32_t spread(uint32_t bits)
{
    static const uint32_t bytes[16] = {0x00000000u, 0x00000001u, 0x00000100u, 0x00000101u,
                                       0x00010000u, 0x00010001u, 0x00010100u, 0x00010101u,
                                       0x01000000u, 0x01000001u, 0x01000100u, 0x01000101u,
                                       0x01010000u, 0x01010001u, 0x01010100u, 0x01010101u};
    return bytes[bits];
}

/* Puts four pairs, or as many as are left, where they belong: near, nowhere, or on. Everything is
 * written, and counted only if it counts: where a pair goes cannot be predicted. */
static inline ends sort_out(const hem_near_pair *four, uint32_t left_over, hem_near_bits found,
                            ends to)
{
    uint32_t there = left_over < 4u ? (1u << left_over) - 1u : 15u;
    uint32_t left = there & ~(found.near | found.far);
    uint32_t near = there & found.near;
    uint32_t doubts = HEM_DOUBT_OVER * spread(found.over) + HEM_DOUBT_CUT * spread(found.cut);
    for (uint32_t lane = 0; lane < 4; lane++) {
        hem_near_pair pair = four[lane];
        *to.near = pair.places;
        to.near += near >> lane & 1u;
        pair.doubts += doubts >> (8u * lane) & 0xFFu;
        *to.on = pair;
        to.on += left >> lane & 1u;
    }
    return to;
}

static ends ends_of(hem_near_queues *queues, hem_near_queue *on)
{
    return (ends){queues->near + queues->near_count, on->pair + on->count};
}

static void set_ends(hem_near_queues *queues, hem_near_queue *on, ends to)
{
    queues->near_count = (uint32_t)(to.near - queues->near);
    on->count = (uint32_t)(to.on - on->pair);
}

static void test_corners(hem_near_queues *queues, hem_near_queue *from, bool of_b,
                         hem_near_queue *on)
{
    fill_up(from);
    ends to = ends_of(queues, on);
    for (uint32_t first = 0; first < from->count; first += 4) {
        lanes now;
        load_lanes(queues, from->pair + first, &now);
        hem_near_bits found = hem_corners_near_4(of_b ? &now.b : &now.a, of_b ? &now.a : &now.b,
                                                 now.span, queues->epsilon);
        to = sort_out(from->pair + first, from->count - first, found, to);
    }
    set_ends(queues, on, to);
    from->count = 0;
}

/* After the corners, only edges can be near; if they are far, so is the pair, unless a corner may
 * be over the other face after all, or each may pass through the other's plane. */
static void test_edges(hem_near_queues *queues, hem_near_queue *from)
{
    queues->edge_tests += from->count;
    fill_up(from);
    ends to = ends_of(queues, &queues->open);
    for (uint32_t first = 0; first < from->count; first += 4) {
        lanes now;
        load_lanes(queues, from->pair + first, &now);
        hem_near_bits found = hem_edges_near_4(&now.a, &now.b, now.span, queues->epsilon);
        for (uint32_t lane = 0; lane < 4; lane++) {
            uint32_t doubtful = from->pair[first + lane].doubts >= 2u * HEM_DOUBT_CUT;
            found.far &= ~(doubtful << lane);
        }
        to = sort_out(from->pair + first, from->count - first, found, to);
    }
    set_ends(queues, &queues->open, to);
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
