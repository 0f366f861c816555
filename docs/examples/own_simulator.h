/* A cloth simulator as an engine may have one of its own: positions and velocities in, candidate
 * positions out. It knows nothing of collisions; those are Hem's part.
 *
 *     own_simulator_step_candidates(&cloth, &step);        where the cloth would go
 *     ... Hem resolves cloth.candidates ...                where it may go
 *     own_simulator_accept(&cloth, positions, velocities); and it is there
 *
 * All memory is the caller's. The same input gives the same bits. */
#ifndef OWN_SIMULATOR_H
#define OWN_SIMULATOR_H

#include <hem/types.h>

/* Two vertices that want to keep their distance: the ends of an edge, which resist stretching, or
 * the two vertices opposite to an edge, which resist bending. */
typedef struct own_link {
    uint32_t a, b;
    float length, stiffness;
    uint32_t opposite; /* of an edge: the third vertex of its first triangle */
    uint32_t next;     /* of an edge: the next one with the same first vertex, or HEM_NONE; the
                        * vertex has the first one in `chains` */
} own_link;

typedef struct own_simulator {
    /* own_simulator_default sets these, the caller may change them. */
    float density;  /* kilograms a square metre */
    float bending;  /* 0 to 1, how much of a bend each part of a step takes back */
    float damping;  /* how much of its velocity a vertex loses, a second */
    float drag;     /* of the air, kilograms a cubic metre */
    uint32_t parts; /* that a step is cut into: more of them, and the cloth stretches less */

    /* The caller sets these. */
    uint32_t vertex_count, triangle_count;
    const uint32_t *triangles;                     /* three vertices each */
    hem_vec3 *positions, *velocities, *candidates; /* one for each vertex */
    hem_vec3 *before;                              /* one for each vertex: scratch */
    float *masses;                                 /* one for each vertex; found by init */
    float *weights;                                /* one for each vertex: 1 / mass, 0 for a pin */
    own_link *links;                               /* three for each triangle */
    uint32_t *chains;                              /* one for each vertex: see own_link */

    uint32_t link_count; /* found by init */
    float dt;            /* of the last step */
} own_simulator;

/* A vertex that is led. */
typedef struct own_pin {
    uint32_t vertex;
    hem_vec3 target; /* at the end of the step */
} own_pin;

typedef struct own_step {
    float dt;
    hem_vec3 gravity, wind; /* metres a second squared, metres a second */
    const own_pin *pins;
    uint32_t pin_count;
} own_step;

own_simulator own_simulator_default(void);

/* Finds masses and links of the cloth at rest in `positions`. Linear time. */
void own_simulator_init(own_simulator *cloth);

/* Writes candidates, which have to stay as they are until accept; positions stay as well. */
void own_simulator_step_candidates(own_simulator *cloth, const own_step *step);

/* Ends the step at these positions. Velocities may be null: those that the positions tell. */
void own_simulator_accept(own_simulator *cloth, const hem_vec3 *positions,
                          const hem_vec3 *velocities);

#endif
