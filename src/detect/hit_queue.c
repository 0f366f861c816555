/* Feature pairs on their way to hits: see hit_queue.h. */
#include "detect/hit_queue.h"

#include "base/bits.h"
#include "detect/query_lanes.h"
#include "narrow/ccd_clear.h"
#include "narrow/ccd_search.h"
#include "narrow/ccd_sure.h"

/* The search is the first member. */
static hem_hit_queue *queue_of(hem_feature_search *search)
{
    return (hem_hit_queue *)(void *)search;
}

static void set_points(hem_vec3 to[4], const float (*points)[4], const uint32_t point[4])
{
    for (uint32_t k = 0; k < 4; k++) {
        const float *at = points[point[k]];
        to[k] = (hem_vec3){at[0], at[1], at[2]};
    }
}

/* What is left by lanes_left. */
static hem_ccd_state test_surely(const hem_hit_queue *queue, bool edges,
                                 const hem_feature_query *query, hem_ccd_out *out)
{
    float latest = HEM_CCD_NEVER;
    if (queue->earliest != NULL) {
        latest = hem_earliest_latest(queue->earliest, query->point);
        if (latest < 0.0f) {
            return HEM_CCD_CLEAR;
        }
    }
    hem_vec3 start[4], end[4];
    set_points(start, queue->search.points, query->point);
    set_points(end, queue->search.ends, query->point);
    return hem_ccd_unclear(start, end, edges, queue->separation, latest, out);
}

static hem_ccd_state test_by_cubic(const hem_hit_queue *queue, bool edges,
                                   const hem_feature_query *query, hem_ccd_out *out)
{
    hem_ccd_in in = {.separation = queue->separation};
    set_points(in.start, queue->search.points, query->point);
    set_points(in.end, queue->search.ends, query->point);
    return edges ? hem_ccd_cubic_edge_edge(&in, out) : hem_ccd_cubic_vertex_face(&in, out);
}

static void test_one(hem_hit_queue *queue, hem_contact_kind kind, const hem_feature_query *query)
{
    bool edges = kind == HEM_CONTACT_EDGE_EDGE;
    hem_ccd_out out;
    hem_ccd_state state = queue->cubic ? test_by_cubic(queue, edges, query, &out)
                                       : test_surely(queue, edges, query, &out);
    queue->searches++;
    if (state <= HEM_CCD_CLEAR || query->features.first == HEM_NONE) {
        return;
    }
    queue->by_bound += state == HEM_CCD_HIT_BY_BOUND;
    queue->take(queue, kind, query, &out);
}

/* Of up to four queries, those that are not surely clear. */
static uint32_t lanes_left(const hem_hit_queue *queue, hem_contact_kind kind,
                           const hem_feature_query *query, uint32_t count)
{
    uint32_t lanes = (1u << count) - 1u;
    if (queue->cubic) {
        return lanes;
    }
    hem_points_4 start = hem_query_lanes(queue->search.points, query, count);
    hem_points_4 end = hem_query_lanes(queue->search.ends, query, count);
    uint32_t clear = kind == HEM_CONTACT_EDGE_EDGE
                         ? hem_ccd_clear_edge_edge_4(&start, &end, queue->separation)
                         : hem_ccd_clear_vertex_face_4(&start, &end, queue->separation);
    return lanes & ~clear;
}

static void look_for_hits(hem_feature_search *search, hem_contact_kind kind)
{
    hem_hit_queue *queue = queue_of(search);
    hem_query_queue *own = &search->of[kind];
    uint32_t together = queue->one_by_one ? 1u : 4u;
    for (uint32_t first = 0; first < own->count; first += together) {
        const hem_feature_query *query = own->query + first;
        uint32_t rest = own->count - first, count = rest < together ? rest : together;
        for (uint32_t left = lanes_left(queue, kind, query, count); left != 0; left &= left - 1u) {
            test_one(queue, kind, query + hem_bits_lowest(left));
        }
    }
    own->count = 0;
}

/* How far apart, as a part of the largest distance in a query, features may be that truly come
 * within the separation when float arithmetic compares their boxes: a few roundings, 2^-24 each. */
#define SLACK (16.0f / 16777216.0f)

uint64_t hem_hit_queue_bytes(uint32_t leaves, uint32_t traverse_room)
{
    return hem_leaf_pairs_bytes_limited(leaves, traverse_room, HEM_MOVING_VIEWS) +
           hem_feature_search_bytes_limited(leaves, HEM_MOVING_VIEWS);
}

void hem_hit_queue_start(hem_hit_queue *queue, hem_arena *scratch)
{
    hem_feature_search *search = &queue->search;
    search->look = look_for_hits;
    search->epsilon = queue->separation;
    search->view_limit = HEM_MOVING_VIEWS;
    queue->searches = queue->by_bound = 0;
    hem_feature_search_start(search, SLACK, scratch);
}
