/* Whether two triangles are near, feature by feature: what a pass over trees must agree with. */
#ifndef HEM_TRIANGLE_ORACLE_H
#define HEM_TRIANGLE_ORACLE_H

#include "hem/types.h"

/* They meet, or a vertex and a face or two edges are closer than epsilon by hem/narrow.h. */
bool triangle_oracle_near(const hem_vec3 a[3], const hem_vec3 b[3], float epsilon);

/* They meet, by hem_triangle_triangle; positions must be legal. */
bool triangle_oracle_meet(const hem_vec3 a[3], const hem_vec3 b[3]);

#endif
