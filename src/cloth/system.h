/* The linear system of a step, without a matrix: vectors of one row a vertex, what triangles,
 * hinges and springs need to be multiplied with them, and the diagonal blocks.
 *
 * Each part of the force has a file with two functions: one adds h (F + dF/dx s) to the right-hand
 * side and its part of the diagonal to the blocks, the other its part of the product
 * (M - h dF/dv - h^2 dF/dx) p. */
#ifndef HEM_CLOTH_SYSTEM_H
#define HEM_CLOTH_SYSTEM_H

#include "base/real.h"
#include "base/simd.h"
#include "cloth/lean.h"
#include "hem/cloth.h"

/* One vertex of a vector; `none` is always 0, so that a row is one load. */
typedef struct hem_row {
    float x, y, z, none;
} hem_row;

/* The numbers of rows, one after the other. */
static inline const float *hem_row_numbers(const hem_row *rows)
{
    return (const float *)(const void *)rows;
}

/* A symmetric block, and later its factors: see block.h. */
typedef struct hem_block3 {
    float xx, yy, zz, xy, xz, yz;
} hem_block3;

/* A body as a whole: the factors of its system, and how much error may stay, as twice an energy.
 * And the group of bodies that it belongs to, which move freely together (whole_bodies.h). */
typedef struct hem_whole {
    hem_block3 block;
    float enough;
    uint32_t group; /* the first body of it */
    hem_block3
        together;     /* of the first body: the factors of its masses and what air adds to them */
    float mass;       /* of the first body: of the whole group, 0 if it is not free */
    hem_row mean;     /* of the first body: of rows that are looked at */
    uint32_t touched; /* something pushes or guides this body */
} hem_whole;

/* Four triangles: images of warp and weft, and what the product weighs them with. */
typedef struct hem_membrane_now {
    float warp[3][4], weft[3][4];
    float plain_warp[4], plain_weft[4]; /* times identity */
    float along_warp[4], along_weft[4]; /* times the outer product of the image with itself */
    float shear[4];                     /* of the gradient of u.v */
    float cross[4];                     /* times identity, between warp and weft */
} hem_membrane_now;

/* Four vertices: symmetric blocks, the part of air in the system. */
typedef struct hem_air_now {
    float xx[4], yy[4], zz[4], xy[4], xz[4], yz[4];
} hem_air_now;

/* The vertices of a hinge among those of its body: first and second of the edge, then the opposite
 * ones. */
typedef struct hem_hinge_now {
    uint32_t vertex[4];
} hem_hinge_now;

typedef struct hem_stand hem_stand;

typedef struct hem_cloth_system {
    const hem_cloth_step_in *in;
    float dt;
    hem_row *change;    /* of velocity: the solution */
    hem_row *residual;  /* the right-hand side, then what is left of it */
    hem_row *direction; /* of search. While the system is made: s = h v + y */
    hem_row *product;   /* of the system with the direction. While it is made: positions */
    hem_row *moved;     /* the product of the system with `going`. While it is made: velocities */
    hem_vec3 *going;    /* velocities at the start of the pass, of free groups about their mean */
    hem_block3 *blocks;
    float *mass;      /* 0 for vertices of infinite mass */
    hem_vec3 *places; /* that the pass looks at, of what has a mass; null if no hinge needs them */
    float led;        /* for so long what has none has gone there */
    hem_air_now *air;
    hem_membrane_now *membranes;
    hem_hinge_now *hinges;
    float *pushes; /* of each impact: what its spring adds along the normal, 0 if none */
    const hem_cloth_contacts *contacts; /* in the solve, or null */
    hem_lean *leans;                    /* of each of them */
    const hem_cloth_guide *guides;      /* those given, or of what stands on solids */
    uint32_t guide_count;
    hem_cloth_guide *standing; /* the latter, and their contacts; null without contacts */
    hem_stand *stands;
    float *bulks;           /* of each body: the stiffness of its volume */
    hem_vec3 *area_vectors; /* of vertices in bodies with pressure; null if there are none */
    hem_whole *wholes;      /* of each body (whole_bodies.h) */
    uint32_t pushing;       /* impacts and contacts whose spring pushes */
} hem_cloth_system;

/* A body of the system, and where its parts begin. */
typedef struct hem_body_part {
    const hem_cloth_body *body;
    uint32_t number, membrane, hinge;
} hem_body_part;

/* The first body; the next one. */
static inline hem_body_part hem_first_part(const hem_cloth_system *system)
{
    return (hem_body_part){system->in->bodies, 0, 0, 0};
}

static inline hem_body_part hem_next_part(hem_body_part part)
{
    const hem_cloth *cloth = part.body->cloth;
    part.membrane += (cloth->triangle_count + 3u) / 4u;
    part.hinge += cloth->hinge_count;
    part.body++;
    part.number++;
    return part;
}

/* Do its hinges have neither rest angles nor damping? */
static inline bool hem_hinges_are_plain(const hem_cloth_body *body)
{
    return body->cloth->curved == 0 && !(body->material.bend_damping > 0.0f);
}

/* Takes the system's arrays, which must fit. */
hem_cloth_system hem_system_take(const hem_cloth_step_in *in, const hem_cloth_contacts *contacts,
                                 hem_arena *scratch);

/* Makes right-hand side and blocks: at the start, h (F + dF/dx s) with s = h v + y, or without it,
 * or where the changes found so far lead: h F less M times these changes, with s = 0. */
typedef enum hem_cloth_look { HEM_LOOK_AHEAD, HEM_LOOK_STILL, HEM_LOOK_AGAIN } hem_cloth_look;
void hem_system_make(hem_cloth_system *system, hem_cloth_look look);

/* product = (M - h dF/dv - h^2 dF/dx) direction */
void hem_system_multiply(const hem_cloth_system *system);

/* The parts. */
void hem_membrane_make(const hem_cloth_system *system, hem_body_part part);
void hem_membrane_multiply(const hem_cloth_system *system, hem_body_part part);
float hem_membrane_energy(hem_body_part part, const hem_row *rows); /* at these positions, J */
void hem_hinge_make(const hem_cloth_system *system, hem_body_part part);
void hem_hinge_multiply(const hem_cloth_system *system, hem_body_part part);
float hem_hinge_energy(const hem_cloth_system *system, hem_body_part part, const hem_row *rows);
uint32_t hem_push_make(const hem_cloth_system *system);
void hem_push_multiply(const hem_cloth_system *system);
uint32_t hem_lean_make(const hem_cloth_system *system, bool first);
void hem_lean_multiply(const hem_cloth_system *system);
uint32_t hem_lean_known(const hem_cloth_system *system, uint32_t contact, bool first);
void hem_lean_remember(const hem_cloth_system *system); /* what contacts did, in their flags */
void hem_air_make(const hem_cloth_system *system, hem_body_part part, bool first);
void hem_air_multiply(const hem_cloth_system *system); /* with masses: where a product begins */
hem_f4 hem_air_sum(const hem_cloth_system *system, const hem_row *rows, uint32_t first,
                   uint32_t count); /* the sum of (M + K) rows, of a body */
void hem_pressure_make(const hem_cloth_system *system, hem_body_part part);
void hem_pressure_multiply(const hem_cloth_system *system, hem_body_part part);

/* Brakes bodies that would have more energy than they had (energy.c). */
void hem_energy_guard(const hem_cloth_system *system);

/* Solves for the change of velocity, which it adds to, in so many iterations at most. True if the
 * tolerance was met. */
bool hem_gradient_solve(const hem_cloth_system *system, bool again, uint32_t iterations,
                        hem_cloth_out *out);

#endif
