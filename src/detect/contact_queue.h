/* Feature pairs on their way to contacts: when enough of them wait (feature_search.h), their
 * closest points are found in lanes, and what is closer than epsilon goes into the list.
 *
 * A test of planes before that (narrow/beyond.h) does not pay: of the pairs whose own boxes are
 * close, a third to a half are contacts where cloth lies on cloth. */
#ifndef HEM_DETECT_CONTACT_QUEUE_H
#define HEM_DETECT_CONTACT_QUEUE_H

#include "detect/contact_list.h"
#include "detect/feature_search.h"
#include "hem/narrow.h"

typedef struct hem_contact_queue hem_contact_queue;

/* Takes a query that is closer than epsilon. */
typedef void hem_contact_take(hem_contact_queue *queue, hem_contact_kind kind,
                              const hem_feature_query *query, const hem_closest_out *found,
                              float predicted);

struct hem_contact_queue {
    hem_feature_search search; /* what is asked about; it looks here */
    hem_contact_take *take;
    void *to;                                    /* where contacts are taken to */
    const hem_vec3 *velocities_a, *velocities_b; /* or null */
    float square;                                /* a little more than that of epsilon */
    float dt;
};

/* A query's contact, without its distance and prediction. Weights as hem_closest_out has them; the
 * normal from the face to the vertex, or from the second edge to the first. `turned`: a and b of
 * the search are to change places. */
hem_contact hem_query_contact(hem_contact_kind kind, const hem_feature_query *query,
                              const float weight[4], hem_vec3 normal, bool turned);

/* Begins with velocities, dt, take and to set, and everything that the search needs. */
void hem_contact_queue_start(hem_contact_queue *queue, hem_arena *scratch);

#endif
