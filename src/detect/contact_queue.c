/* Feature pairs on their way to contacts: see contact_queue.h. */
#include "detect/contact_queue.h"

#include "base/vec3.h"
#include "narrow/closest.h"

/* Four queries into lanes; where there are fewer, the last one again. */
static hem_points_4 load_lanes(const hem_contact_queue *queue, const hem_feature_query *query,
                               uint32_t count)
{
    hem_points_4 points;
    for (uint32_t k = 0; k < 4; k++) {
        hem_f4 row[4];
        for (uint32_t lane = 0; lane < 4; lane++) {
            const hem_feature_query *own = query + (lane < count ? lane : count - 1u);
            row[lane] = hem_f4_load(queue->points[own->point[k]]);
        }
        hem_f4_transpose(row);
        hem_f4_store(&points.x[k][0], row[0]);
        hem_f4_store(&points.y[k][0], row[1]);
        hem_f4_store(&points.z[k][0], row[2]);
    }
    return points;
}

static hem_vec3 position_of(const hem_contact_queue *queue, uint32_t point)
{
    const float *at = queue->points[point];
    return (hem_vec3){at[0], at[1], at[2]};
}

static hem_vec3 velocity_of(const hem_contact_queue *queue, uint32_t point)
{
    bool of_b = point >= queue->points_a;
    const hem_vec3 *all = of_b ? queue->velocities_b : queue->velocities_a;
    if (all == NULL) {
        return (hem_vec3){0.0f, 0.0f, 0.0f};
    }
    return all[of_b ? point - queue->points_a : point];
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

/* The normal leads from the face to the vertex, or from the second edge to the first; in a contact,
 * from b to a. */
static void add_contact(hem_contact_queue *queue, hem_contact_kind kind,
                        const hem_feature_query *query, const hem_closest_out *found)
{
    bool edges = kind == HEM_CONTACT_EDGE_EDGE;
    bool from_a = (kind == HEM_CONTACT_FACE_VERTEX) != queue->turned;
    hem_contact contact = {
        .kind = (uint32_t)kind,
        .first = query->features.first,
        .second = query->features.second,
        .distance = found->distance,
        .predicted = predict(queue, query, found, edges),
        .weight = {found->weight[0], found->weight[1], found->weight[2], found->weight[3]},
        .normal = from_a ? hem_scale(-1.0f, found->normal) : found->normal,
    };
    if (queue->turned) {
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
    hem_contact_list_add(&queue->list, &contact);
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
    if (found.distance < queue->epsilon) {
        add_contact(queue, kind, query, &found);
    }
}

void hem_contact_queue_run(hem_contact_queue *queue, hem_contact_kind kind)
{
    hem_query_queue *own = &queue->of[kind];
    for (uint32_t first = 0; first < own->count; first += 4) {
        const hem_feature_query *query = own->query + first;
        uint32_t count = own->count - first;
        hem_points_4 points = load_lanes(queue, query, count);
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

void hem_contact_queue_start(hem_contact_queue *queue)
{
    /* sqrt(x) rounds to less than epsilon only if x is less than this. */
    queue->square = queue->epsilon * queue->epsilon * (1.0f + 8.0f / 16777216.0f) + FLT_MIN;
    for (uint32_t kind = 0; kind < HEM_CONTACT_KINDS; kind++) {
        queue->of[kind].count = 0;
    }
}
