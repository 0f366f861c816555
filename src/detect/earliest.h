/* The earliest hit of each vertex (000-19), whatever the order in which hits are found.
 *
 * The key of a hit is its time, its kind and its four vertices as the test takes them; a feature
 * pair is asked in one order only, so keys are total. Every movable vertex has a slot that keeps
 * the smallest key of all hits that touch it: as many slots as vertices, and no list that could
 * overflow. */
#ifndef HEM_DETECT_EARLIEST_H
#define HEM_DETECT_EARLIEST_H

#include "hem/arena.h"
#include "hem/types.h"

typedef struct hem_hit_key {
    float time; /* 2 in a slot without a hit */
    uint32_t edges;
    uint32_t vertex[4];
} hem_hit_key;

typedef struct hem_earliest {
    const float *inverse_mass; /* of each vertex: movable where it is above 0 */
    uint32_t vertex_count;
    bool any; /* for hem_earliest_latest: the paper's rule; set it after taking */
    hem_hit_key *slots;
    uint32_t *touched; /* bits: movable vertices of any hit */
    hem_pair *order;   /* of what was found, while it is sorted */
    uint32_t *taken;   /* bits */
} hem_earliest;

/* Scratch for so many vertices, in bytes. */
uint64_t hem_earliest_bytes(uint32_t vertex_count);

/* Takes it, for vertices with these inverse masses. */
void hem_earliest_take(hem_earliest *earliest, const float *inverse_mass, uint32_t vertex_count,
                       hem_arena *scratch);

/* Forgets all hits. Linear in the vertices. */
void hem_earliest_clear(hem_earliest *earliest);

/* Takes a hit into the slots of its movable vertices where it comes first; false when it has none.
 * Constant time. */
bool hem_earliest_add(hem_earliest *earliest, const hem_hit_key *hit);

/* A hit of these vertices that comes later than this need not be found. It would change nothing any
 * more, no slot and no bit: there is an earlier one of each. Less than 0 where no vertex is
 * movable, 2 where one has no hit yet. With `any`, there is an earlier one of some vertex, so that
 * what is found depends on the order; 2 where none has a hit yet. Constant time. */
float hem_earliest_latest(const hem_earliest *earliest, const uint32_t vertex[4]);

/* The hits that sit in a slot, in the order of their keys. Returns how many; order[i].second names
 * the slot of each. About n log n. */
uint32_t hem_earliest_sort(hem_earliest *earliest);

/* The hits that sit in a slot, accepted in the order of their keys where none of their movable
 * vertices is taken yet. Returns how many; order[i].second names the slot of each. About n log n
 * for n hits in slots. */
uint32_t hem_earliest_accept(hem_earliest *earliest);

#endif
