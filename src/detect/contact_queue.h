/* Feature pairs on their way to contacts. They wait in queues until there are enough to fill the
 * lanes; then their closest points are found, and what is closer than epsilon goes into the list.
 *
 * A test of planes before that (narrow/beyond.h) does not pay: of the pairs whose own boxes are
 * close, a third to a half are contacts where cloth lies on cloth. */
#ifndef HEM_DETECT_CONTACT_QUEUE_H
#define HEM_DETECT_CONTACT_QUEUE_H

#include "detect/contact_list.h"

/* One feature pair: its four points in the order of hem_closest_in, and the features' numbers as
 * they stand in a contact. */
typedef struct hem_feature_query {
    uint32_t point[4];
    hem_pair features;
} hem_feature_query;

/* So many are looked at in one go. */
#define HEM_QUERY_BATCH 64u

typedef struct hem_query_queue {
    hem_feature_query query[HEM_QUERY_BATCH];
    uint32_t count;
} hem_query_queue;

typedef struct hem_contact_queue {
    const float (*points)[4];                    /* positions, those of b behind those of a */
    const hem_vec3 *velocities_a, *velocities_b; /* or null */
    uint32_t points_a;                           /* how many points are of a */
    float epsilon, square;                       /* and a little more than its square */
    float dt;
    bool turned; /* a and b are to change places in the contacts */
    hem_contact_list list;
    hem_query_queue of[HEM_CONTACT_KINDS];
} hem_contact_queue;

/* Begins with points, velocities, epsilon, dt, turned and list set. */
void hem_contact_queue_start(hem_contact_queue *queue);

/* Looks at what waits of a kind. */
void hem_contact_queue_run(hem_contact_queue *queue, hem_contact_kind kind);

static inline void hem_contact_queue_add(hem_contact_queue *queue, hem_contact_kind kind,
                                         const hem_feature_query *query)
{
    hem_query_queue *own = &queue->of[kind];
    own->query[own->count++] = *query;
    if (own->count == HEM_QUERY_BATCH) {
        hem_contact_queue_run(queue, kind);
    }
}

#endif
