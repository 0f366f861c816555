/* Feature pairs on their way to contacts: see contact_queue.h. */
#include "detect/contact_queue.h"

#include "base/vec3.h"
#include "detect/query_lanes.h"

/* The search is the first member. */
static hem_contact_queue *queue_of(hem_feature_search *search)
{
    return (hem_contact_queue *)(void *)search;
}

static hem_vec3 position_of(const hem_contact_queue *queue, uint32_t point)
{
    const float *at = queue->search.points[point];
    return (hem_vec3){at[0], at[1], at[2]};
}

static hem_vec3 velocity_of(const hem_contact_queue *queue, uint32_t point)
{
    bool of_b = !queue->search.same && point >= queue->search.first_b;
    const hem_vec3 *all = of_b ? queue->velocities_b : queue->velocities_a;
    if (all == NULL) {
        return (hem_vec3){0.0f, 0.0f, 0.0f};
    }
    return all[point - (of_b ? queue->search.first_b : queue->search.first_a)];
}

/* The distance after dt. Velocities may be anything finite, so the result is kept from overflowing;
 * "not above" also catches what is no number. */
static float predict(const hem_contact_queue *queue, const hem_feature_query *query,
                     const hem_closest_out *found, bool edges)
{
    if (queue->velocities_a == NULL && queue->velocities_b == NULL) {
        return found->distance;
    }
    hem_vec3 side[2] = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    for (uint32_t k = 0; k < 4; k++) {
        hem_vec3 *own = &side[k < (edges ? 2u : 1u) ? 0 : 1];
        *own = hem_add_scaled(*own, found->weight[k], velocity_of(queue, query->point[k]));
    }
    float predicted =
        found->distance + hem_dot(hem_sub(side[0], side[1]), found->normal) * queue->dt;
    if (!(predicted > -FLT_MAX)) {
        return -FLT_MAX;
    }
    return predicted < FLT_MAX ? predicted : FLT_MAX;
}

static void swap_floats(float *a, float *b)
{
    float kept = *a;
    *a = *b;
    *b = kept;
}

hem_contact hem_query_contact(hem_contact_kind kind, const hem_feature_query *query,
                              const float weight[4], hem_vec3 normal, bool turned)
{
    bool edges = kind == HEM_CONTACT_EDGE_EDGE;
    /* In a contact the normal leads from b to a. */
    bool from_a = (kind == HEM_CONTACT_FACE_VERTEX) != turned;
    hem_contact contact = {
        .kind = (uint32_t)kind,
        .first = query->features.first,
        .second = query->features.second,
        .weight = {weight[0], weight[1], weight[2], weight[3]},
        .normal = from_a ? hem_scale(-1.0f, normal) : normal,
    };
    if (turned) {
        contact.first = query->features.second;
        contact.second = query->features.first;
        if (edges) {
            swap_floats(&contact.weight[0], &contact.weight[2]);
            swap_floats(&contact.weight[1], &contact.weight[3]);
        } else {
            contact.kind =
                kind == HEM_CONTACT_VERTEX_FACE ? HEM_CONTACT_FACE_VERTEX : HEM_CONTACT_VERTEX_FACE;
        }
    }
    return contact;
}

/* A query that is about as close as epsilon, or closer. */
static void look_at_lane(hem_contact_queue *queue, hem_contact_kind kind,
                         const hem_feature_query *query, const hem_nearest *nearest)
{
    const uint32_t *p = query->point;
    const hem_vec3 point[4] = {position_of(queue, p[0]), position_of(queue, p[1]),
                               position_of(queue, p[2]), position_of(queue, p[3])};
    hem_closest_out found;
    if (kind == HEM_CONTACT_EDGE_EDGE) {
        hem_finish_edge_edge(point, nearest, &found);
    } else {
        hem_finish_vertex_face(point, nearest, &found);
    }
    if (found.distance < queue->search.epsilon) {
        queue->take(queue, kind, query, &found,
                    predict(queue, query, &found, kind == HEM_CONTACT_EDGE_EDGE));
    }
}

static void look_for_contacts(hem_feature_search *search, hem_contact_kind kind)
{
    hem_contact_queue *queue = queue_of(search);
    hem_query_queue *own = &search->of[kind];
    for (uint32_t first = 0; first < own->count; first += 4) {
        const hem_feature_query *query = own->query + first;
        uint32_t count = own->count - first;
        hem_points_4 points = hem_query_lanes(search->points, query, count);
        hem_nearest_4 found;
        if (kind == HEM_CONTACT_EDGE_EDGE) {
            hem_closest_edge_edge_4(&points, &found);
        } else {
            hem_closest_vertex_face_4(&points, &found);
        }
        for (uint32_t lane = 0; lane < 4 && lane < count; lane++) {
            if (found.distance_squared[lane] < queue->square) {
                hem_nearest nearest = hem_nearest_4_get(&found, lane);
                look_at_lane(queue, kind, &query[lane], &nearest);
            }
        }
    }
    own->count = 0;
}

void hem_contact_queue_start(hem_contact_queue *queue, hem_arena *scratch)
{
    hem_feature_search *search = &queue->search;
    /* sqrt(x) rounds to less than epsilon only if x is less than this. */
    queue->square = search->epsilon * search->epsilon * (1.0f + 8.0f / 16777216.0f) + FLT_MIN;
    search->look = look_for_contacts;
    hem_feature_search_start(search, 2.0f * HEM_CLOSEST_ERROR, scratch);
}
