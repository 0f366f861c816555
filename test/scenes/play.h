/* The plays: scenes in motion, for whatever simulates and resolves them.
 *
 * A play says what bodies there are and how heavy, where the kinematic ones are at every step,
 * which vertices are pinned and where these are led, and how gravity and wind pull. It starts
 * clean. What the cloth does in between is up to a simulator. Made as the scenes are (scenes.h):
 * the same bits on every machine, nothing allocated; metres, kilograms, seconds; up is +z. */
#ifndef HEM_SCENES_PLAY_H
#define HEM_SCENES_PLAY_H

#include "scenes/scenes.h"

typedef enum play_id {
    PLAY_PILE,     /* E2: ten sheets are dropped on each other */
    PLAY_TORUS,    /* E3: a shower of sheets on a torus that turns about two axes */
    PLAY_PASSING,  /* E18: two sheets that would pass each other within the first step */
    PLAY_DRAPES,   /* E20: sheets fall on a sphere, a box and a cone */
    PLAY_FLAG,     /* a flag in a strong wind with gusts */
    PLAY_RING,     /* a cloth is pulled through a ring by its middle */
    PLAY_BALL,     /* ten hanging sheets are hit by a fast ball */
    PLAY_TWIST,    /* the ends of a cloth are turned against each other */
    PLAY_PLATFORM, /* a cloth lies on a platform that rises and tilts */
    PLAY_TUBE,     /* a tube like a T-shirt is dragged over a bar by its shoulders */
    PLAY_GARMENT,  /* E4: three layers of clothing, sewn up, around a body that swells */
    PLAY_LARGE,    /* E12: a sheet falls on a sphere, 25 steps a second */
    PLAY_TABLE,    /* E19: a coarse tablecloth falls on a round table */
    PLAY_TAPE,     /* E21: a tape that stands on end folds on a block */
    PLAY_PANTS,    /* E22: a walker in trousers */
    PLAY_SLACKS,   /* E22: in slacks and sweater */
    PLAY_FINE,     /* E22: the same in fine cloth */
    PLAY_TOWEL,    /* a folded towel falls on the floor */
    PLAY_COUNT
} play_id;

typedef struct play_info {
    const char *name;  /* "pile" */
    const char *title; /* "ten sheets dropped on each other" */
    uint32_t body_count;
    uint32_t vertex_count, triangle_count, pin_count; /* of all bodies */
    uint32_t steps;                                   /* how long the play lasts */
    float dt;                                         /* seconds a step */
    float thickness;                                  /* of the cloth, metres */
    hem_vec3 gravity;                                 /* metres a second squared */
    hem_vec3 eye, look_at;                            /* where to see it from, at step 0 */
} play_info;

typedef struct play_body {
    scene_body shape;
    float density;     /* kilograms a square metre; 0 unless it is cloth or soft */
    hem_vec3 velocity; /* that all its vertices start with */
    uint32_t pin_count;
} play_body;

/* A vertex that is led: at the given step it should be where the frame takes its place of step 0.
 */
typedef struct play_pin {
    uint32_t vertex; /* of the body */
    scene_frame frame;
} play_pin;

/* The largest totals over all plays, for static buffers. */
#define PLAY_SMALL_VERTICES  1650u
#define PLAY_SMALL_TRIANGLES 2750u
#define PLAY_FULL_VERTICES   25200u
#define PLAY_FULL_TRIANGLES  50200u
#define PLAY_MOST_BODIES     52u
#define PLAY_MOST_PINS       182u /* of all bodies of a play */

/* As scene_describe, scene_describe_body and scene_build_body, for plays. A cloth is built as it
 * starts, whatever the step. */
bool play_describe(play_id id, scene_size size, play_info *out);
bool play_describe_body(play_id id, scene_size size, uint32_t body, play_body *out);
bool play_build_body(play_id id, scene_size size, uint32_t body, float step, scene_mesh *mesh);

/* The body's pin of that number, as it is led at a step; false if there is none. Constant time. */
bool play_get_pin(play_id id, scene_size size, uint32_t body, uint32_t pin, float step,
                  play_pin *out);

/* How far the view has moved with what it looks at: nowhere in most plays. Constant time. */
hem_vec3 play_view_shift(play_id id, float step);

/* The wind, metres a second: the same everywhere, and zero in most plays. Constant time. */
hem_vec3 play_wind(play_id id, float step);

#endif
