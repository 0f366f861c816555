/* Patch trees: which k and which degree serve them best, and what they gain over the papers' trees
 * of one triangle a leaf, also where they should not. */
#include "bench_tables.h"

#include <stdio.h>
#include <stdlib.h>

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof(array)[0]))

/* ---- k and degree ---- */

#define OF_PATCHES(name, directions, degree)                                               \
    {                                                                                      \
        name, HEM_BUILD_PATCHES, directions, degree, HEM_REFIT_BOTTOM_UP, 1, TABLES_STILL, \
            TABLES_PASS, HEM_DESCEND_BOTH, false, false                                    \
    }

enum { DEFAULT = 0, SHAPES = 7 };

static const tables_setting shapes[SHAPES] = {
    OF_PATCHES("k = 6, 4-ary", 6, 4),   OF_PATCHES("k = 8, 4-ary", 8, 4),
    OF_PATCHES("k = 14, 4-ary", 14, 4), OF_PATCHES("k = 18, 4-ary", 18, 4),
    OF_PATCHES("k = 6, binary", 6, 2),  OF_PATCHES("k = 6, 8-ary", 6, 8),
    OF_PATCHES("k = 6, 16-ary", 6, 16),
};

/* A scene of the peers, and how much of it. */
typedef struct asked {
    const char *name;
    uint32_t frames;
    bool falls; /* for motion: all of it by 13 mm, otherwise to the next frame */
} asked;

static tables_scene scene_of(const asked *from)
{
    tables_scene scene = tables_peers(from->name);
    scene.scene.frame_count = from->frames;
    return scene;
}

static void rows_of_shapes(const tables_scene *scene, const tables_setting *settings,
                           tables_cost *mean)
{
    uint32_t frames = scene->scene.frame_count, best = DEFAULT;
    tables_cost cost[SHAPES * TABLES_FRAMES];
    tables_measure(scene, settings, SHAPES, cost);
    for (uint32_t s = 0; s < SHAPES; s++) {
        mean[s] = tables_mean(cost + s * frames, frames);
        best = tables_ms(&mean[s]) < tables_ms(&mean[best]) ? s : best;
        tables_row(scene->scene.name, settings[s].name, &mean[s],
                   (tables_ratio){tables_ms(&mean[s]) / tables_ms(&mean[DEFAULT]), 0.0});
    }
    char claim[96];
    double ratio = tables_ms(&mean[best]) / tables_ms(&mean[DEFAULT]);
    snprintf(claim, sizeof claim, "k = 6 and degree 4 within 10 %% of the best (%s)%s",
             settings[best].name, settings == shapes ? "" : ", refit and traversal");
    tables_claim(scene->scene.name, claim, (tables_ratio){ratio, 0.0}, ratio > 0.9);
}

static void table_of_passes(const char *table, const asked *scenes, uint32_t count)
{
    tables_title(table, "patch trees, by the default");
    for (uint32_t i = 0; i < count; i++) {
        tables_cost mean[SHAPES];
        tables_scene scene = scene_of(&scenes[i]);
        rows_of_shapes(&scene, shapes, mean);
        tables_scene_free(&scene);
    }
}

/* More axes cost refits and save pairs of leaves. */
static void table_of_break_even(const asked *scenes, tables_cost (*mean)[SHAPES], uint32_t count)
{
    tables_title("k, swept, break-even", "work: pairs of leaves saved; ratio: nanoseconds that one "
                                         "must cost for more axes to pay");
    for (uint32_t i = 0; i < count; i++) {
        const tables_cost *base = &mean[i][DEFAULT];
        for (uint32_t s = 1; s < 4; s++) {
            double saved = (double)base->leaf_pairs - (double)mean[i][s].leaf_pairs;
            double ms = tables_ms(&mean[i][s]) - tables_ms(base);
            tables_figure(scenes[i].name, shapes[s].name, saved, ms,
                          (tables_ratio){ms > 0.0 ? 1e6 * ms / saved : 0.0, 0.0});
        }
    }
}

/* Motion: volumes around start and end, and the pairs of leaves that they leave. */
static void table_of_swept(const asked *scenes, uint32_t count)
{
    tables_cost mean[4][SHAPES];
    tables_setting settings[SHAPES];
    for (uint32_t s = 0; s < SHAPES; s++) {
        settings[s] = shapes[s];
        settings[s].motion = TABLES_SWEPT;
        settings[s].query = TABLES_LEAVES;
    }
    tables_title("k, swept", "patch trees around start and end positions, refit and traversal "
                             "alone, by the default");
    for (uint32_t i = 0; i < count; i++) {
        tables_scene scene = scene_of(&scenes[i]);
        if (scenes[i].falls) {
            tables_lead_along(&scene, (hem_vec3){0.007f, 0.004f, -0.01f}, 0.01f);
        } else {
            tables_lead_to_next(&scene);
        }
        rows_of_shapes(&scene, settings, mean[i]);
        tables_scene_free(&scene);
    }
    table_of_break_even(scenes, mean, count);
}

void tables_of_directions(void)
{
    static const asked discrete[] = {
        {"E5 end", 8, false}, {"E6 end", 4, false}, {"folded intersections", 1, false}};
    static const asked near[] = {
        {"folded proximity", 1, false}, {"E2 one mesh", 4, false}, {"E2 ten bodies", 4, false}};
    static const asked moving[] = {{"E5 end", 5, false},
                                   {"E6 end", 3, false},
                                   {"folded intersections", 1, true},
                                   {"E2 one mesh", 4, true}};
    table_of_passes("k, discrete", discrete, COUNT(discrete));
    table_of_passes("k, proximity", near, COUNT(near));
    table_of_swept(moving, COUNT(moving));
}

/* ---- patches and triangles ---- */

#define OF_TRIANGLES(name, builder, directions, degree, refit)                                    \
    {                                                                                             \
        name, builder, directions, degree, refit, 1, TABLES_STILL, TABLES_WALK, HEM_DESCEND_BOTH, \
            false, false                                                                          \
    }

enum { TREES = 9 };

static const tables_setting trees[TREES] = {
    OF_PATCHES("patches, k = 6, 4-ary", 6, 4),
    OF_TRIANGLES("triangles, k = 6, binary", HEM_BUILD_BOX_CENTRE, 6, 2, HEM_REFIT_BOTTOM_UP),
    OF_TRIANGLES("triangles, k = 6, 4-ary", HEM_BUILD_BOX_CENTRE, 6, 4, HEM_REFIT_BOTTOM_UP),
    OF_TRIANGLES("triangles, k = 6, 8-ary", HEM_BUILD_BOX_CENTRE, 6, 8, HEM_REFIT_BOTTOM_UP),
    OF_TRIANGLES("triangles, k = 18, binary", HEM_BUILD_BOX_CENTRE, 18, 2, HEM_REFIT_BOTTOM_UP),
    OF_TRIANGLES("triangles, k = 18, 4-ary", HEM_BUILD_BOX_CENTRE, 18, 4, HEM_REFIT_BOTTOM_UP),
    OF_TRIANGLES("triangles, k = 18, 8-ary", HEM_BUILD_BOX_CENTRE, 18, 8, HEM_REFIT_BOTTOM_UP),
    OF_TRIANGLES("triangles, connected, 4-ary", HEM_BUILD_CONNECTED, 6, 4, HEM_REFIT_BOTTOM_UP),
    OF_TRIANGLES("the same, hybrid", HEM_BUILD_CONNECTED, 6, 4, HEM_REFIT_HYBRID),
};

static void rows_of_trees(const tables_scene *scene)
{
    uint32_t frames = scene->scene.frame_count, best = 1;
    tables_cost cost[TREES * TABLES_FRAMES], mean[TREES];
    tables_measure(scene, trees, TREES, cost);
    for (uint32_t s = 0; s < TREES; s++) {
        mean[s] = tables_mean(cost + s * frames, frames);
        best = s > 0 && tables_ms(&mean[s]) < tables_ms(&mean[best]) ? s : best;
        tables_row(scene->scene.name, trees[s].name, &mean[s],
                   (tables_ratio){tables_ms(&mean[s]) / tables_ms(&mean[0]), 0.0});
    }
    char claim[96];
    double ratio = tables_ms(&mean[best]) / tables_ms(&mean[0]);
    snprintf(claim, sizeof claim, "patches faster than the best of the others (%s)",
             trees[best].name);
    tables_claim(scene->scene.name, claim, (tables_ratio){ratio, 0.0}, ratio > 1.0);
}

/* Bytes a triangle that a tree keeps; a table of its own, because it is the same for all scenes. */
static void table_of_bytes(void)
{
    const double f = 20480.0;
    const double patches =
        (double)(HEM_PATCH_TREE_BYTES(20480u, 6u, 4u) - HEM_PATCH_TREE_SCRATCH(20480u));
    tables_title("tree bytes", "bytes a triangle, by patches; nodes as many as a builder may need");
    for (uint32_t s = 0; s + 1u < TREES; s++) {
        double bytes = patches;
        if (trees[s].builder != HEM_BUILD_PATCHES) {
            uint64_t nodes = trees[s].degree == 2u ? 20480u : 20480u * 6u / 10u;
            bytes = (double)(HEM_TRIANGLE_TREE_BYTES(20480u, trees[s].directions, trees[s].degree,
                                                     nodes) -
                             HEM_TRIANGLE_TREE_SCRATCH(20480u));
        }
        tables_figure("20,480 triangles", trees[s].name, bytes / f, 0.0,
                      (tables_ratio){bytes / patches, 0.0});
    }
}

void tables_of_patches(void)
{
    static const asked friendly[] = {
        {"E5 apart", 4, false},         {"E5 end", 4, false},
        {"E6 end", 2, false},           {"folded intersections", 1, false},
        {"folded proximity", 1, false}, {"E2 one mesh", 4, false}};
    const float late[] = {190.0f, 195.0f, 200.0f};
    tables_title("patches", "trees of patches and trees of triangles, by patches");
    for (uint32_t i = 0; i < COUNT(friendly); i++) {
        tables_scene scene = scene_of(&friendly[i]);
        rows_of_trees(&scene);
        tables_scene_free(&scene);
    }
    tables_scene others[] = {
        tables_steps(SCENE_E5_ICO_3, SCENE_SMALL, late, COUNT(late)),
        tables_loose(true),
        tables_loose(false),
        tables_uneven(),
        tables_needles(),
    };
    others[0].scene.name = "2 x 80 triangles";
    for (uint32_t i = 0; i < COUNT(others); i++) {
        rows_of_trees(&others[i]);
        tables_scene_free(&others[i]);
    }
    table_of_bytes();
}
