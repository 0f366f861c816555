/* The contacts that a proximity pass must find, by looking at every pair of features: boxes first,
 * then the public closest points. Slow, simple, and without a look at trees, representatives and
 * orphan pairs. */
#ifndef HEM_CONTACT_ORACLE_H
#define HEM_CONTACT_ORACLE_H

#include "hem/proximity.h"

/* Every vertex with every face and every edge with every edge, sorted by kind, first and second.
 * `predicted` is found in double and rounded. No more than `room` are written. */
uint32_t contact_oracle_find(const hem_proximity_in *in, hem_contact *out, uint32_t room);

/* Less, equal or greater than zero by kind, first and second. */
int contact_oracle_compare(const void *a, const void *b);

/* The four points of a contact: the vertex and the face, or the ends of a's edge and of b's. */
void contact_oracle_points(const hem_proximity_in *in, const hem_contact *contact,
                           hem_vec3 point[4]);

/* The distance of a contact's features in double. */
double contact_oracle_distance(const hem_proximity_in *in, const hem_contact *contact);

#endif
