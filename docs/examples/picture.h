/* Pictures of triangle meshes as SVG text, without any library: shaded, in painter's order, with
 * shadows. What is hidden is left out, and the order is right to the pixel: it comes from a depth
 * buffer, not from the triangles' distances, so that layers a millimetre apart look like layers.
 *
 * Not for threads: the working memory is static. The same input gives the same text. */
#ifndef PICTURE_H
#define PICTURE_H

#include <hem/types.h>

/* The picture's size in pixels, and the most triangles and vertices in it. */
enum { PICTURE_WIDTH = 960, PICTURE_HEIGHT = 640, PICTURE_FACES = 51200, PICTURE_VERTICES = 40960 };

typedef struct picture_body {
    const hem_vec3 *positions;
    const uint32_t *triangles; /* three vertices each */
    uint32_t vertex_count, triangle_count;
    uint32_t colour; /* 0 for things, 1 and up for cloths */
    bool closed;     /* only its outside can be seen */
    bool ground;     /* flat, horizontal and under all the rest; shadows fall on it */
} picture_body;

typedef struct picture_in {
    const char *title; /* plain words: no markup, no ampersands */
    hem_vec3 eye, look_at;
    float field; /* the height that is seen at a distance of 1 */
    const picture_body *bodies;
    uint32_t body_count;
    bool edges; /* draw the triangles' borders */
} picture_in;

typedef struct picture_out {
    uint32_t faces;   /* triangles given, ground left out */
    uint32_t drawn;   /* of these, seen and drawn */
    uint32_t pieces;  /* that they were drawn in: where light changes, several for a triangle */
    uint32_t shadows; /* triangles of shadow on the ground */
    uint32_t cycles;  /* triangles drawn in front of something that should cover them: those whose
                       * covering goes round in a circle */
    uint32_t bytes;   /* of text */
} picture_out;

/* Takes the text piece by piece. */
typedef void picture_put(void *to, const char *text, size_t length);

/* Draws. False if there are too many triangles or vertices, or the eye looks nowhere, or straight
 * up or down; then nothing was put. Time linear in the pixels that triangles cover, and
 * a sort of what is seen. */
bool picture_draw(const picture_in *in, picture_put *put, void *to, picture_out *out);

#endif
