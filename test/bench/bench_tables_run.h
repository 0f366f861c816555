/* One setting on one scene, for those who refit it (bench_tables_run.c) and those who ask it
 * (bench_tables_query.c). */
#ifndef HEM_BENCH_TABLES_RUN_H
#define HEM_BENCH_TABLES_RUN_H

#include "bench_tables.h"

#include "detect/near_queue.h"
#include "hem/broad.h"
#include "tree/lazy.h"

typedef struct tables_run {
    const tables_scene *scene;
    const tables_setting *setting;
    hem_arena arena; /* trees and what they need for good; scratch behind it */
    hem_tree **trees;
    hem_fit *fits;
    hem_lazy *lazy;
    hem_cones *cones;
    hem_near_triangle **points; /* of the bodies' leaves of one triangle, for near triangles */
    hem_near_queues *queues;
    hem_box **boxes; /* of the bodies' triangles in the order of their leaves, around a motion */
    hem_traverse_entry *stack;
    hem_pair *pairs;
    tables_cost *frames;
} tables_run;

/* Room for what a pass finds. */
#define TABLES_PAIRS 4000000u

/* Two bodies, or one twice, and the positions of both. */
typedef struct tables_sides {
    uint32_t a, b;
    const hem_vec3 *positions_a, *positions_b;
    uint32_t frame;
} tables_sides;

/* Volumes may lag behind by this much, when they are refitted lazily; and what a query then has to
 * ask for, because only what is closer than epsilon less twice that is guaranteed. */
static inline float tables_slack(const tables_run *now)
{
    return 0.25f * now->scene->scene.epsilon;
}

static inline float tables_epsilon(const tables_run *now)
{
    float epsilon = now->scene->scene.epsilon;
    return now->setting->motion == TABLES_LAZY ? epsilon + 2.0f * tables_slack(now) : epsilon;
}

/* Does it look for near triangles by the lanes of the passes? Does it count boxes of triangles that
 * overlap, because nothing else says what pairs of leaves are worth? */
static inline bool tables_takes_points(const tables_run *now)
{
    return now->setting->query == TABLES_WALK && now->scene->scene.epsilon > 0.0f;
}

static inline bool tables_counts_boxes(const tables_run *now)
{
    return now->setting->query == TABLES_LEAVES && now->setting->motion == TABLES_SWEPT;
}

/* Add to `out` what they find and count. Walks of a frame begin with a start. */
void tables_query_by_pass(tables_run *now, const tables_sides *asked, tables_cost *out);
void tables_query_by_walk(tables_run *now, const tables_sides *asked, bool counted,
                          tables_cost *out);
void tables_walk_start(tables_run *now, uint32_t frame, bool counted);

#endif
