/* Crossings one by one, as the walk comes to them, for callers within the library that keep
 * something else of them than a list. */
#ifndef HEM_DETECT_CROSSINGS_EACH_H
#define HEM_DETECT_CROSSINGS_EACH_H

#include "hem/crossings.h"

/* Takes an edge and a face that it crosses; `edge_of_b`: the edge is of b and the face of a. */
typedef void hem_crossing_take(void *to, hem_pair crossing, bool edge_of_b);

/* As hem_crossings, without its list: each crossing goes to `take`, which may be null where only
 * their number matters (`count` of the output). Nothing is checked, and the floating point
 * environment is the caller's; the scratch of a pass (hem_pass_scratch) is enough.
 * HEM_OK; HEM_OUT_OF_RANGE (positions are not those that a tree is fitted to). */
hem_status hem_crossings_each(const hem_crossings_in *in, hem_crossing_take *take, void *to,
                              hem_crossings_out *out);

#endif
