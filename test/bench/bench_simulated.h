/* A scene that hem_step simulates, for what measures whole steps: bodies in a world, kinematic ones
 * led as the scene says, seams as strips; and how long detection, answers and solve take. */
#ifndef HEM_BENCH_SIMULATED_H
#define HEM_BENCH_SIMULATED_H

#include "bench_moving.h"
#include "hem/world.h"
#include "scenes/scenes.h"

struct hem_step_now;

typedef struct bench_simulated {
    scene_id id;
    scene_info info; /* of the scene, without strips */
    hem_world *world;
    uint8_t *kept; /* a copy of its block */
    hem_body *bodies;
    bool *moves, *yields;
    bool pressed;   /* moved as in bench_hips.h */
    uint32_t *worn; /* of each vertex: the one of body 0 that it is pinned to, or HEM_NONE */
    hem_vec3 *ends; /* of all bodies, for the next step */
    uint32_t cloth_vertices, step;
    hem_step_in in;
} bench_simulated;

/* Milliseconds of a step. Detection: contacts at the start, and all continuous passes; the clock
 * stands around their functions (bench_simulated.mk). */
typedef struct bench_parts {
    double detection;  /* of both */
    double continuous; /* of the passes alone */
    double response;   /* repel, impact, zone and hold without detection */
    double solver;
    double total;
} bench_parts;

/* So many contacts a vertex. */
bench_simulated bench_simulate(scene_id id, uint32_t contacts);
bench_simulated bench_simulate_pressed(uint32_t contacts); /* the garment */
void bench_simulated_free(bench_simulated *of);

/* Sets where everything is led in the next step, which is then taken as often as one likes from
 * what is kept of the block. */
void bench_simulated_lead(bench_simulated *of);
void bench_simulated_keep(bench_simulated *of);
void bench_simulated_go_back(bench_simulated *of);
bench_parts bench_simulated_step(bench_simulated *of, hem_report *report);

/* Called before cloth is solved, with its contacts known and gravity in the velocities, which stay
 * as they are whatever it does; null, as at the start: nothing is. It is not part of the times. */
typedef void bench_before_solve(struct hem_step_now *step, void *context);
extern bench_before_solve *bench_look;
extern void *bench_look_context;

/* For such a call: solves cloth without its contacts. */
void bench_solve_alone(struct hem_step_now *step);

#endif
