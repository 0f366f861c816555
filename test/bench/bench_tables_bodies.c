/* The comparisons of 003 on bumpy spheres: cost against the number of faces (Table 1), refits,
 * degrees and builders in easy and hard frames (Fig. 3 and 4), and 27 bodies (Exp. 3). */
#include "bench_tables.h"

#include <stdio.h>
#include <stdlib.h>

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof(array)[0]))

/* How much slower still counts as equal: less than two runs differ by. */
#define EQUAL 1.03

#define PATCHES_6 HEM_BUILD_PATCHES, 6, 4

/* ---- Table 1 ---- */

typedef struct size_row {
    scene_id id;
    double faces, first_ms, worst_ms; /* in the paper */
} size_row;

static const size_row sizes[] = {
    {SCENE_E5_ICO_3, 1280, 2, 4},      {SCENE_E5_ICO_4, 5120, 6, 15},
    {SCENE_E5_OCTA_5, 8192, 8, 28},    {SCENE_E5_TETRA_6, 16384, 15, 64},
    {SCENE_E5_ICO_5, 20480, 20, 98},   {SCENE_E5_OCTA_6, 32768, 30, 151},
    {SCENE_E5_TETRA_7, 65536, 62, 334}};

static const tables_setting by_size[] = {
    {"patches, all pairs", PATCHES_6, HEM_REFIT_BOTTOM_UP, 1, TABLES_STILL, TABLES_PASS, 0, false,
     false},
    {"patches, first pair", PATCHES_6, HEM_REFIT_BOTTOM_UP, 1, TABLES_STILL, TABLES_PASS, 0, true,
     false},
    {"8-ary hybrid, all pairs", HEM_BUILD_BOX_CENTRE, 6, 8, HEM_REFIT_HYBRID, 1, TABLES_STILL,
     TABLES_WALK, 0, false, false},
    {"8-ary hybrid, first pair", HEM_BUILD_BOX_CENTRE, 6, 8, HEM_REFIT_HYBRID, 1, TABLES_STILL,
     TABLES_WALK, 0, true, false},
};

enum { SETTINGS = COUNT(by_size), CONTACT = 0, WORST = 1, TWO_FRAMES = 2 };

/* The paper's `first` is the time of the step at which they first touch, for the first pair; its
 * `worst` the last step's, for all pairs. Ratios are of milliseconds a face. */
static tables_ratio size_ratio(const tables_cost *cost, const tables_cost *smallest, uint32_t i,
                               uint32_t s, uint32_t frame)
{
    const size_row *size = &sizes[i];
    uint32_t at = TWO_FRAMES * s + frame;
    tables_ratio ratio = {.ratio = tables_ms(&cost[at]) / size->faces /
                                   (tables_ms(&smallest[at]) / sizes[0].faces)};
    bool first_only = by_size[s].first_only;
    if (frame == CONTACT && first_only) {
        ratio.paper = size->first_ms / size->faces / (sizes[0].first_ms / sizes[0].faces);
    } else if (frame == WORST && !first_only) {
        ratio.paper = size->worst_ms / size->faces / (sizes[0].worst_ms / sizes[0].faces);
    }
    return ratio;
}

/* What a query of the worst frame costs for each pair of leaves. */
static double ms_a_leaf_pair(const tables_cost *cost, uint32_t setting)
{
    const tables_cost *worst = &cost[TWO_FRAMES * setting + WORST];
    return worst->query_ms / (double)worst->leaf_pairs;
}

/* Of a tree: all pairs, and behind it the first pair only. The paper's own last row takes 1.6 times
 * the time a face of its first. */
static void claims_of_sizes(const tables_cost *cost, const tables_cost *smallest, uint32_t setting)
{
    const char *scene = "E5-65536 by E5-1280";
    char claim[96];
    tables_ratio contact = size_ratio(cost, smallest, COUNT(sizes) - 1u, setting + 1u, CONTACT);
    snprintf(claim, sizeof claim, "%s, contact: cost about linear in faces",
             by_size[setting + 1u].name);
    tables_claim(scene, claim, contact, contact.ratio < 2.0);
    tables_ratio worst = size_ratio(cost, smallest, COUNT(sizes) - 1u, setting, WORST);
    snprintf(claim, sizeof claim, "%s, worst frame: cost about linear in faces",
             by_size[setting].name);
    tables_claim(scene, claim, worst, worst.ratio < 2.0);
    double leaf_pair = ms_a_leaf_pair(cost, setting) / ms_a_leaf_pair(smallest, setting);
    snprintf(claim, sizeof claim, "%s, worst frame: cost linear in pairs of leaves",
             by_size[setting].name);
    tables_claim(scene, claim, (tables_ratio){leaf_pair, 0.0}, leaf_pair < 2.0);
}

static void table_of_sizes(void)
{
    const float steps[TWO_FRAMES] = {60.0f, 200.0f};
    tables_cost smallest[SETTINGS * TWO_FRAMES], cost[SETTINGS * TWO_FRAMES];
    tables_title("003 table 1", "milliseconds a face, by those of the smallest spheres");
    for (uint32_t i = 0; i < COUNT(sizes); i++) {
        tables_scene scene = tables_steps(sizes[i].id, SCENE_FULL, steps, TWO_FRAMES);
        tables_measure(&scene, by_size, SETTINGS, i == 0 ? smallest : cost);
        const tables_cost *now = i == 0 ? smallest : cost;
        for (uint32_t s = 0; s < SETTINGS; s++) {
            for (uint32_t f = 0; f < TWO_FRAMES; f++) {
                char name[64];
                snprintf(name, sizeof name, "%s, %s", by_size[s].name,
                         f == CONTACT ? "contact" : "worst");
                tables_row(scene.scene.name, name, &now[TWO_FRAMES * s + f],
                           size_ratio(now, smallest, i, s, f));
            }
        }
        tables_scene_free(&scene);
    }
    for (uint32_t s = 0; s < SETTINGS; s += 2u) {
        claims_of_sizes(cost, smallest, s);
    }
}

/* ---- Fig. 3 and 4 ---- */

#define PAPER_TREE(name, builder, degree, refit)                                                \
    {                                                                                           \
        name, builder, 6, degree, refit, 1, TABLES_STILL, TABLES_WALK, HEM_DESCEND_BOTH, false, \
            false                                                                               \
    }

enum {
    DEGREES = 3,
    REFITS = 3,
    BUILDERS = 9,
    PATCH_REFITS = 12,
    PASS = 15,
    TWO_LEVELS = 16,
    ALL_LEVELS = 17,
    ALL = 18
};

static const tables_setting compared[ALL] = {
    PAPER_TREE("binary, bottom-up", HEM_BUILD_BOX_CENTRE, 2, HEM_REFIT_BOTTOM_UP),
    PAPER_TREE("binary, top-down", HEM_BUILD_BOX_CENTRE, 2, HEM_REFIT_TOP_DOWN),
    PAPER_TREE("binary, hybrid", HEM_BUILD_BOX_CENTRE, 2, HEM_REFIT_HYBRID),
    PAPER_TREE("4-ary, bottom-up", HEM_BUILD_BOX_CENTRE, 4, HEM_REFIT_BOTTOM_UP),
    PAPER_TREE("4-ary, top-down", HEM_BUILD_BOX_CENTRE, 4, HEM_REFIT_TOP_DOWN),
    PAPER_TREE("4-ary, hybrid", HEM_BUILD_BOX_CENTRE, 4, HEM_REFIT_HYBRID),
    PAPER_TREE("8-ary, bottom-up", HEM_BUILD_BOX_CENTRE, 8, HEM_REFIT_BOTTOM_UP),
    PAPER_TREE("8-ary, top-down", HEM_BUILD_BOX_CENTRE, 8, HEM_REFIT_TOP_DOWN),
    PAPER_TREE("8-ary, hybrid", HEM_BUILD_BOX_CENTRE, 8, HEM_REFIT_HYBRID),
    PAPER_TREE("8-ary, hybrid, mean", HEM_BUILD_MEAN, 8, HEM_REFIT_HYBRID),
    PAPER_TREE("8-ary, hybrid, connectivity", HEM_BUILD_CONNECTED, 8, HEM_REFIT_HYBRID),
    PAPER_TREE("binary, hybrid, connectivity", HEM_BUILD_CONNECTED, 2, HEM_REFIT_HYBRID),
    {"patches, bottom-up, walk", PATCHES_6, HEM_REFIT_BOTTOM_UP, 1, TABLES_STILL, TABLES_LEAVES, 0,
     false, false},
    {"patches, top-down, walk", PATCHES_6, HEM_REFIT_TOP_DOWN, 1, TABLES_STILL, TABLES_LEAVES, 0,
     false, false},
    {"patches, hybrid, walk", PATCHES_6, HEM_REFIT_HYBRID, 1, TABLES_STILL, TABLES_LEAVES, 0, false,
     false},
    {"patches, bottom-up", PATCHES_6, HEM_REFIT_BOTTOM_UP, 1, TABLES_STILL, TABLES_PASS, 0, false,
     false},
    {"4-ary, hybrid, two levels", HEM_BUILD_BOX_CENTRE, 6, 4, HEM_REFIT_HYBRID, 2, TABLES_STILL,
     TABLES_WALK, HEM_DESCEND_BOTH, false, false},
    {"4-ary, hybrid, all below", HEM_BUILD_BOX_CENTRE, 6, 4, HEM_REFIT_HYBRID, HEM_TREE_DEPTH,
     TABLES_STILL, TABLES_WALK, HEM_DESCEND_BOTH, false, false},
};

static const float frame_steps[] = {0.0f, 60.0f, 130.0f, 200.0f};
static const char *const frame_names[] = {"apart", "contact", "halfway", "deep"};
enum { FRAMES = COUNT(frame_steps), EASY = 1, HARD = 3 };

static const tables_cost *cost_of(const tables_cost *cost, uint32_t setting, uint32_t frame)
{
    return &cost[setting * FRAMES + frame];
}

static double ratio_of(const tables_cost *cost, uint32_t setting, uint32_t base, uint32_t frame)
{
    return tables_ms(cost_of(cost, setting, frame)) / tables_ms(cost_of(cost, base, frame));
}

static void rows_of(const tables_cost *cost, const char *scene, uint32_t setting, uint32_t base,
                    double paper)
{
    for (uint32_t f = 0; f < FRAMES; f++) {
        char name[64];
        snprintf(name, sizeof name, "%s %s", scene, frame_names[f]);
        tables_row(name, compared[setting].name, cost_of(cost, setting, f),
                   (tables_ratio){ratio_of(cost, setting, base, f), paper});
    }
}

static void claims_of_refits(const tables_cost *cost, uint32_t first, const char *tree)
{
    const char *const rival[2] = {"bottom-up", "top-down"};
    for (uint32_t r = 0; r < 2; r++) {
        for (uint32_t f = EASY; f <= HARD; f += HARD - EASY) {
            char claim[96];
            double ratio = ratio_of(cost, first + 2u, first + r, f);
            snprintf(claim, sizeof claim, "%s: hybrid not slower than %s", tree, rival[r]);
            tables_claim(frame_names[f], claim, (tables_ratio){ratio, 0.0}, ratio < EQUAL);
        }
    }
}

static void table_of_refits(const tables_cost *cost, const char *scene)
{
    static const char *const tree[] = {"binary", "4-ary", "8-ary"};
    tables_title("003 refits", "by bottom-up refits of the same tree; of patches without what "
                               "happens in leaves");
    for (uint32_t s = 0; s < DEGREES * REFITS; s++) {
        rows_of(cost, scene, s, s / REFITS * REFITS, 0.0);
    }
    rows_of(cost, scene, TWO_LEVELS, REFITS, 0.0);
    rows_of(cost, scene, ALL_LEVELS, REFITS, 0.0);
    for (uint32_t s = PATCH_REFITS; s < PATCH_REFITS + REFITS; s++) {
        rows_of(cost, scene, s, PATCH_REFITS, 0.0);
    }
    for (uint32_t d = 0; d < DEGREES; d++) {
        claims_of_refits(cost, d * REFITS, tree[d]);
    }
    claims_of_refits(cost, PATCH_REFITS, "patches");
}

static void table_of_degrees(const tables_cost *cost, const char *scene)
{
    tables_title("003 degrees", "hybrid refits, by the binary tree");
    for (uint32_t d = 0; d < DEGREES; d++) {
        rows_of(cost, scene, d * REFITS + 2u, 2u, 0.0);
    }
    for (uint32_t f = EASY; f <= HARD; f += HARD - EASY) {
        double binary = ratio_of(cost, 8, 2, f), four = ratio_of(cost, 8, 5, f);
        tables_claim(frame_names[f], "8-ary not slower than binary", (tables_ratio){binary, 0.0},
                     binary < EQUAL);
        tables_claim(frame_names[f], "8-ary not slower than 4-ary", (tables_ratio){four, 0.0},
                     four < EQUAL);
    }
}

static void table_of_builders(const tables_cost *cost, const char *scene)
{
    tables_title("003 builders", "by the 8-ary tree over box centres with hybrid refits");
    rows_of(cost, scene, 8, 8, 0.0);
    rows_of(cost, scene, BUILDERS, 8, 1.0);
    rows_of(cost, scene, BUILDERS + 1, 8, 0.95);
    rows_of(cost, scene, BUILDERS + 2, 8, 0.0);
    rows_of(cost, scene, PASS, 8, 0.0);
    for (uint32_t f = EASY; f <= HARD; f += HARD - EASY) {
        double mean = ratio_of(cost, BUILDERS, 8, f);
        double connected = ratio_of(cost, BUILDERS + 1, 8, f);
        tables_claim(frame_names[f], "cut at the mean like cut at the box centre",
                     (tables_ratio){mean, 1.0}, mean > 0.8 && mean < 1.2);
        tables_claim(frame_names[f], "connectivity up to 10 % faster than initial shape",
                     (tables_ratio){connected, 0.95}, connected < EQUAL);
    }
}

static void tables_of_frames(void)
{
    tables_cost *cost = tables_take(ALL * FRAMES, sizeof *cost);
    tables_scene scene = tables_steps(SCENE_E5_ICO_5, SCENE_FULL, frame_steps, FRAMES);
    tables_measure(&scene, compared, ALL, cost);
    table_of_refits(cost, scene.scene.name);
    table_of_degrees(cost, scene.scene.name);
    table_of_builders(cost, scene.scene.name);
    tables_scene_free(&scene);
    free(cost);
}

/* ---- Exp. 3 ---- */

static void table_of_crowds(void)
{
    static const tables_setting settings[] = {
        PAPER_TREE("binary, bottom-up", HEM_BUILD_BOX_CENTRE, 2, HEM_REFIT_BOTTOM_UP),
        PAPER_TREE("8-ary, bottom-up", HEM_BUILD_BOX_CENTRE, 8, HEM_REFIT_BOTTOM_UP),
        PAPER_TREE("8-ary, hybrid", HEM_BUILD_BOX_CENTRE, 8, HEM_REFIT_HYBRID),
        {"patches, bottom-up", PATCHES_6, HEM_REFIT_BOTTOM_UP, 1, TABLES_STILL, TABLES_PASS, 0,
         false, false},
    };
    static const scene_id crowds[2] = {SCENE_E6_BUMPY, SCENE_E6_ARMS};
    static const double paper[2][COUNT(settings)] = {{1.0, 0.85, 1.0 / 5.6, 0.0},
                                                     {1.0, 0.85, 1.0 / 4.5, 0.0}};
    const float steps[] = {100.0f, 150.0f, 200.0f};
    tables_title("003 bodies", "27 bodies, by the binary tree with bottom-up refits; the paper's "
                               "rival was another library's");
    for (uint32_t i = 0; i < 2; i++) {
        tables_cost cost[COUNT(settings) * COUNT(steps)];
        tables_scene scene = tables_steps(crowds[i], SCENE_FULL, steps, COUNT(steps));
        tables_measure(&scene, settings, COUNT(settings), cost);
        tables_cost base = tables_mean(cost, COUNT(steps));
        for (uint32_t s = 0; s < COUNT(settings); s++) {
            tables_cost mean = tables_mean(cost + s * COUNT(steps), COUNT(steps));
            tables_ratio ratio = {tables_ms(&mean) / tables_ms(&base), paper[i][s]};
            tables_row(scene.scene.name, settings[s].name, &mean, ratio);
            if (s == 1) {
                tables_claim(scene.scene.name, "8-ary bottom-up 10 to 20 % faster than binary",
                             ratio, ratio.ratio < 0.9);
            } else if (s == 2) {
                tables_claim(scene.scene.name, "8-ary hybrid 4.5 to 5.6 times as fast as binary",
                             ratio, ratio.ratio < 1.0 / 4.5);
            }
        }
        tables_scene_free(&scene);
    }
}

void tables_of_bodies(void)
{
    table_of_sizes();
    tables_of_frames();
    table_of_crowds();
}
