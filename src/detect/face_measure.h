/* Faces of a body, triangles or quads made of two, and the contact of two of them. */
#ifndef HEM_DETECT_FACE_MEASURE_H
#define HEM_DETECT_FACE_MEASURE_H

#include "hem/near_faces.h"
#include "narrow/gjk.h"

/* The faces of one side. */
typedef struct hem_faces {
    const hem_side *side;
    bool quads;
} hem_faces;

/* A face's corners, as vertices and as points on the grid. Of a triangle, the fourth is the first
 * again. */
typedef struct hem_face {
    uint32_t vertex[4];
    hem_polygon polygon;
} hem_face;

hem_face hem_face_of(const hem_faces *from, uint32_t number);

typedef struct hem_face_measure {
    hem_face_contact contact;
    hem_gjk_state state;
    uint32_t iterations;
} hem_face_measure;

/* The closest points of two faces, and what they predict for dt. */
void hem_measure_faces(const hem_faces *a, const hem_faces *b, hem_pair pair, float dt,
                       hem_face_measure *out);

/* Fills in normal and prediction of a contact of these two faces that has weights and a distance,
 * from the way between its points. */
void hem_finish_face_contact(const hem_faces *a, const hem_faces *b, const hem_face faces[2],
                             hem_vec3 way, float dt, hem_face_contact *contact);

/* Are positions in the domain? HEM_OK, HEM_OUT_OF_RANGE (detail: the vertex). Linear time. */
hem_status hem_check_positions(const hem_vec3 *positions, uint32_t count, hem_detail *detail);

/* The same of a side, and are its velocities finite, and do halves make quads? HEM_OK,
 * HEM_OUT_OF_RANGE, HEM_NOT_FINITE (detail: the vertex), HEM_BAD_COUNT, HEM_BAD_TRIANGLE (detail:
 * the triangle). Linear time. */
hem_status hem_check_faces(const hem_faces *faces, hem_detail *detail);

#endif
