/* Feature pairs on their way to hits: when enough of them wait (feature_search.h), those that are
 * surely clear are sorted out in lanes, and the rest is tested one by one. */
#ifndef HEM_DETECT_HIT_QUEUE_H
#define HEM_DETECT_HIT_QUEUE_H

#include "detect/contact_list.h"
#include "detect/earliest.h"
#include "detect/feature_search.h"
#include "hem/ccd.h"

/* Views of leaves that are kept at a time (leaf_pairs.h). A walk stays where it is for a while, so
 * more are hardly faster. */
#define HEM_MOVING_VIEWS 16u

typedef struct hem_hit_queue hem_hit_queue;

/* Takes a hit of a query. */
typedef void hem_hit_take(hem_hit_queue *queue, hem_contact_kind kind,
                          const hem_feature_query *query, const hem_ccd_out *hit);

struct hem_hit_queue {
    hem_feature_search search; /* what is asked about; it looks here */
    float separation;
    bool cubic;                   /* test by the usual cubic */
    bool one_by_one;              /* lanes take one query at a time */
    const hem_earliest *earliest; /* or null: hits that cannot change these need not be found */
    hem_hit_take *take;
    void *to; /* where hits are taken to */
    uint32_t searches, by_bound;
};

/* The scratch of its pass over two trees that have at most so many leaves, and so much room for
 * their traversal, in bytes; points and the record itself are not part of it. */
uint64_t hem_hit_queue_bytes(uint32_t leaves, uint32_t traverse_room);

/* Begins with separation, cubic, one_by_one, take and to set, and everything that the search needs.
 */
void hem_hit_queue_start(hem_hit_queue *queue, hem_arena *scratch);

#endif
