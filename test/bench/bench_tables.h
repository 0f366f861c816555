/* What the tables share: scenes with their meshes, settings of trees, refits and queries, and the
 * measuring of all settings side by side. One table is one file's business; see bench_tables.c. */
#ifndef HEM_BENCH_TABLES_H
#define HEM_BENCH_TABLES_H

#include "bench/peers/peers.h"
#include "hem/tree.h"
#include "scenes/scenes.h"
#include "tree/traverse.h"

/* ---- scenes (bench_tables_scenes.c, bench_tables_moved.c) ---- */

/* A scene of the peers' kind, and what trees and motion need beside it. */
typedef struct tables_scene {
    peer_scene scene;
    const hem_mesh **meshes; /* of the bodies */
    uint32_t *local;         /* triangles with the vertices of each body counted from 0 */
    void *memory;            /* where the meshes are */
    bool borrowed;           /* positions and triangles belong to someone else */
    hem_vec3 *ends[8];       /* where each frame leads, or null */
    hem_vec3 *velocities[8]; /* from a frame to its end within dt, or null */
    float dt;
    uint32_t first_cloth; /* bodies before it are not asked about themselves */
} tables_scene;

#define TABLES_FRAMES 8u

/* One of the peers' scenes, by name. */
tables_scene tables_peers(const char *name);

/* A scene at some steps. */
tables_scene tables_steps(scene_id id, scene_size size, const float *steps, uint32_t frames);

/* A scene with bodies from a function that appends one at a time, at a time. */
typedef void tables_fill(uint32_t body, float time, scene_mesh *mesh);
tables_scene tables_filled(const char *name, tables_fill *fill, uint32_t bodies, const float *times,
                           uint32_t frames);

/* Two bodies of 4,096 triangles that share no vertex, in any order or in one of space; two sheets
 * of 9,800 triangles, their cells growing by a factor of a thousand from corner to corner; two
 * cones of 1,200 needles. */
tables_scene tables_loose(bool shuffled);
tables_scene tables_uneven(void);
tables_scene tables_needles(void);

/* Clothes that follow the walker, and a tape that falls into folds on a block: steps on end, each
 * with where it leads. Body 0 is no cloth. */
tables_scene tables_walk(scene_id id, float first_step, uint32_t frames, float epsilon);
tables_scene tables_tape(float first_step, uint32_t frames, float epsilon);

/* Lets every frame lead to the next position of its vertices, or all of them along one way. */
void tables_lead_to_next(tables_scene *scene);
void tables_lead_along(tables_scene *scene, hem_vec3 way, float dt);

void tables_scene_free(tables_scene *scene);

/* ---- measuring (bench_tables_run.c) ---- */

/* How volumes are made to hold a motion. */
typedef enum tables_motion {
    TABLES_STILL,      /* not at all */
    TABLES_SWEPT,      /* around start and end positions */
    TABLES_ALL_AROUND, /* inflated by the largest speed */
    TABLES_ORIENTED,   /* inflated by velocity cones */
    TABLES_LAZY        /* refitted when half of epsilon may be used up (002-7) */
} tables_motion;

typedef enum tables_query {
    TABLES_PASS,  /* hem_intersect or hem_near_faces: what a caller gets */
    TABLES_WALK,  /* the traversal, and of leaves of one triangle the last tests of the passes */
    TABLES_GJK,   /* the traversal, and of leaves of one triangle one GJK after another (002-13) */
    TABLES_LEAVES /* the traversal alone */
} tables_query;

typedef struct tables_setting {
    const char *name;
    hem_tree_builder builder;
    uint32_t directions, degree;
    hem_tree_refit_mode refit;
    uint32_t levels; /* fitted at once from a group on that a traversal reaches */
    tables_motion motion;
    tables_query query;
    hem_traverse_rule rule;
    bool first_only;
    bool cones; /* skip flat regions by Provot's cones, which may miss pairs */
} tables_setting;

/* What one frame costs: the shortest of all rounds, and what was counted. */
typedef struct tables_cost {
    double update_ms, query_ms;
    uint64_t fitted;       /* volumes */
    uint64_t volume_tests; /* one by one; of a pass for the first pair, sixteen at a time */
    uint64_t leaf_pairs;   /* leaves that the traversal gives */
    uint64_t pair_tests;   /* pairs of triangles that came to a test of their own; of a traversal
                            * alone with motion, those whose boxes around it overlap */
    uint64_t found;
} tables_cost;

static inline double tables_ms(const tables_cost *cost)
{
    return cost->update_ms + cost->query_ms;
}

/* Measures all settings on all frames of a scene, in turns, so that a slow moment meets all alike:
 * cost[setting * frames + frame]. Settings that do not find the same pairs count as failed. */
void tables_measure(const tables_scene *scene, const tables_setting *settings, uint32_t count,
                    tables_cost *cost);

/* The mean over the frames of one setting. */
tables_cost tables_mean(const tables_cost *cost, uint32_t frames);

/* ---- rows (bench_tables.c) ---- */

extern uint32_t tables_rounds, tables_failed;
extern double tables_clock_cost; /* what looking at the clock takes */

/* Time of the processor: whatever else the machine does does not count. */
double tables_seconds(void);
void *tables_take(size_t count, size_t bytes);

/* Begins a table in the print; `note` says what its ratios are. */
void tables_title(const char *table, const char *note);

/* What a row's ratio is made of, and what the paper has for it; 0: nothing. */
typedef struct tables_ratio {
    double ratio, paper;
} tables_ratio;

void tables_row(const char *scene, const char *setting, const tables_cost *cost,
                tables_ratio ratio);
/* A row with figures of its own. */
void tables_figure(const char *scene, const char *setting, double work, double ms,
                   tables_ratio ratio);

/* Does what a paper says hold here? One line in the print, and a row of the table "orderings". */
void tables_claim(const char *scene, const char *claim, tables_ratio ratio, bool holds);

/* ---- the tables ---- */

void tables_of_bodies(void);     /* 003: bench_tables_bodies.c */
void tables_of_sheets(void);     /* 002: bench_tables_sheets.c */
void tables_of_layers(void);     /* 000: bench_tables_layers.c */
void tables_of_directions(void); /* k and degree of patch trees: bench_tables_patches.c */
void tables_of_patches(void);    /* patches and papers' trees: bench_tables_patches.c */

#endif
