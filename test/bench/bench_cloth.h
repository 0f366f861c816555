/* A scene's bodies and a simple motion for its cloth, so that passes have something to find: edges
 * that keep their lengths, gravity, damping, seams that close, and a push where features are closer
 * than the thickness (000-18: proximity and its response once, before the passes). Good enough to
 * look like cloth, and no more. The same on every machine. */
#ifndef HEM_BENCH_CLOTH_H
#define HEM_BENCH_CLOTH_H

#include "bench_moving.h"
#include "hem/impacts.h"
#include "scenes/scenes.h"

/* An edge or a seam. */
typedef struct cloth_link {
    uint32_t a, b;
    float length;
    bool seam;
} cloth_link;

typedef struct bench_cloth {
    scene_id id;
    scene_info info;
    bench_body *bodies;
    hem_moving_body *moving;
    bool *yields; /* is it cloth? */
    hem_vec3 *start, *end, *velocity;
    float *inverse_mass;
    uint32_t vertex_count, link_count;
    cloth_link *links;
    uint32_t step, parts; /* so many steps for one of the scene */
    uint32_t together;    /* or so many of the scene in one */
    bool pressed;         /* moved as in bench_hips.h */
    float fall; /* metres a second squared; what is worn has nothing to hold it up but friction, and
                 * there is none */
    bool bare;  /* candidates only: who resolves them sees to what is close */
    hem_arena scratch; /* of proximity */
    hem_contact *contacts;
    hem_impact *pushes; /* all that is close, as impacts */
    uint32_t push_count;
    hem_proximity_out near; /* of all pairs of bodies, added up, in the last step */
} bench_cloth;

bench_cloth bench_cloth_make(scene_id id);

/* The garment, moved as in bench_hips.h. */
bench_cloth bench_cloth_make_pressed(void);

/* Candidate velocities and ends for the next step. */
void bench_cloth_predict(bench_cloth *cloth);

/* Takes what the passes made of it as the next start. */
void bench_cloth_commit(bench_cloth *cloth);

/* Features closer than the thickness, as they are at the start: looks at all pairs of bodies, adds
 * up into `near`, and lists them in `pushes`. */
void bench_cloth_near(bench_cloth *cloth);

#endif
