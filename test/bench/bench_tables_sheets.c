/* The comparisons of 002 on cloth that is moved by rule: k, degree, inflation, where to descend,
 * normal cones and lazy refits; update of the hierarchy and test apart, as its tables have them. */
#include "bench_tables.h"

#include <stdio.h>
#include <stdlib.h>

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof(array)[0]))
#define FRAMES       2u

/* What 002 found best, with one thing changed at a time. Trees by its own builder. */
#define AS_002(name, directions, degree, motion, rule, cones)                             \
    {                                                                                     \
        name, HEM_BUILD_LONGEST_SIDE, directions, degree, HEM_REFIT_BOTTOM_UP, 1, motion, \
            TABLES_GJK, rule, false, cones                                                \
    }

enum { BEST, UNORIENTED, BOXES, BINARY, OCTAL, BOTH, STILL, CONES, SWEPT, SETTINGS };

static const tables_setting settings[SETTINGS] = {
    AS_002("18-DOP, 4-ary, oriented", 18, 4, TABLES_ORIENTED, HEM_DESCEND_LONGER, false),
    AS_002("unoriented", 18, 4, TABLES_ALL_AROUND, HEM_DESCEND_LONGER, false),
    AS_002("AABB", 6, 4, TABLES_ORIENTED, HEM_DESCEND_LONGER, false),
    AS_002("binary", 18, 2, TABLES_ORIENTED, HEM_DESCEND_LONGER, false),
    AS_002("8-ary", 18, 8, TABLES_ORIENTED, HEM_DESCEND_LONGER, false),
    AS_002("children of both", 18, 4, TABLES_ORIENTED, HEM_DESCEND_BOTH, false),
    AS_002("no inflation", 18, 4, TABLES_STILL, HEM_DESCEND_LONGER, false),
    AS_002("normal cones", 18, 4, TABLES_ORIENTED, HEM_DESCEND_LONGER, true),
    AS_002("around start and end", 18, 4, TABLES_SWEPT, HEM_DESCEND_LONGER, false),
};

/* HU, CT and total of the paper's tables 2 to 5. */
typedef struct paper_row {
    double update, test, total;
} paper_row;

typedef struct cloth {
    const char *name;
    scene_id id;
    float first_step, epsilon;
    paper_row paper[4]; /* by BEST, UNORIENTED, BOXES, BINARY */
} cloth;

static const cloth clothes[] = {
    {"pants",
     SCENE_E22_PANTS,
     230.0f,
     0.005f,
     {{94, 52, 147}, {62, 227, 288}, {72, 83, 155}, {107, 58, 165}}},
    {"slacks and sweater",
     SCENE_E22_COARSE,
     230.0f,
     0.005f,
     {{59, 47, 106}, {58, 133, 192}, {78, 104, 182}, {93, 49, 142}}},
    {"the same, fine",
     SCENE_E22_FINE,
     230.0f,
     0.005f,
     {{114, 49, 163}, {77, 289, 367}, {101, 100, 201}, {133, 50, 183}}},
    {"tape",
     SCENE_E21_TAPE,
     45.0f,
     0.002f,
     {{10, 47, 57}, {9.6, 343, 354}, {6.5, 72, 78}, {9.5, 51, 61}}},
};

static paper_row paper_ratio(const cloth *from, uint32_t setting)
{
    if (setting > BINARY) {
        return (paper_row){0.0, 0.0, 0.0};
    }
    const paper_row *row = &from->paper[setting], *best = &from->paper[BEST];
    return (paper_row){row->update / best->update, row->test / best->test,
                       row->total / best->total};
}

typedef enum part { UPDATE, TEST, TOTAL, PARTS } part;

static double ms_of(const tables_cost *cost, part which)
{
    return which == UPDATE ? cost->update_ms : which == TEST ? cost->query_ms : tables_ms(cost);
}

static tables_ratio ratio_of(const cloth *from, const tables_cost *mean, uint32_t setting,
                             part which)
{
    paper_row paper = paper_ratio(from, setting);
    return (tables_ratio){ms_of(&mean[setting], which) / ms_of(&mean[BEST], which),
                          which == UPDATE ? paper.update
                          : which == TEST ? paper.test
                                          : paper.total};
}

static void rows_of(const cloth *from, const tables_cost *mean)
{
    static const char *const table[PARTS] = {"002 update", "002 test", "002 total"};
    for (uint32_t which = 0; which < PARTS; which++) {
        char note[64];
        snprintf(note, sizeof note, "%s, by the first row", from->name);
        tables_title(table[which], note);
        for (uint32_t s = 0; s < SETTINGS; s++) {
            tables_cost shown = mean[s];
            shown.update_ms = which == TEST ? 0.0 : shown.update_ms;
            shown.query_ms = which == UPDATE ? 0.0 : shown.query_ms;
            tables_row(from->name, settings[s].name, &shown, ratio_of(from, mean, s, (part)which));
        }
    }
}

static void claims_of(const cloth *from, const tables_cost *mean)
{
    tables_ratio unoriented = ratio_of(from, mean, UNORIENTED, TOTAL);
    tables_ratio boxes = ratio_of(from, mean, BOXES, TOTAL);
    tables_ratio binary = ratio_of(from, mean, BINARY, TOTAL);
    tables_ratio boxes_test = ratio_of(from, mean, BOXES, TEST);
    tables_claim(from->name, "unoriented inflation slower", unoriented, unoriented.ratio > 1.0);
    tables_claim(from->name, "AABB slower than 18-DOP", boxes, boxes.ratio > 1.0);
    tables_claim(from->name, "AABB slower than 18-DOP, test alone", boxes_test,
                 boxes_test.ratio > 1.0);
    tables_claim(from->name, "binary slower than 4-ary", binary, binary.ratio > 1.0);
    double both = ratio_of(from, mean, BOTH, TEST).ratio;
    double both_tests = (double)mean[BOTH].volume_tests / (double)mean[BEST].volume_tests;
    tables_claim(from->name, "children of both compare more volumes than those of the longer",
                 (tables_ratio){both_tests, 0.0}, both_tests > 1.0);
    tables_claim(from->name, "children of both take longer than those of the longer, test alone",
                 (tables_ratio){both, 0.0}, both > 1.0);
    if (mean[CONES].found < mean[BEST].found) {
        double missed = 1.0 - (double)mean[CONES].found / (double)mean[BEST].found;
        tables_claim(from->name, "normal cones miss nothing", (tables_ratio){missed, 0.0}, false);
    }
}

/* Lazy refits (002-7), where everything moves and where nearly nothing does. A refit of the first
 * frame is a whole one, so the others count. */
static void table_of_lazy(void)
{
    static const tables_setting compared[] = {
        AS_002("triangles, refitted", 18, 4, TABLES_STILL, HEM_DESCEND_BOTH, false),
        AS_002("triangles, lazy", 18, 4, TABLES_LAZY, HEM_DESCEND_BOTH, false),
        {"patches, refitted, walk", HEM_BUILD_PATCHES, 6, 4, HEM_REFIT_BOTTOM_UP, 1, TABLES_STILL,
         TABLES_LEAVES, HEM_DESCEND_BOTH, false, false},
        {"patches, lazy, walk", HEM_BUILD_PATCHES, 6, 4, HEM_REFIT_BOTTOM_UP, 1, TABLES_LAZY,
         TABLES_LEAVES, HEM_DESCEND_BOTH, false, false},
    };
    tables_scene scenes[] = {tables_tape(45.0f, 6, 0.002f), tables_peers("E2 one mesh")};
    tables_title("002 lazy", "by whole refits; slack a quarter of epsilon");
    scenes[0].scene.name = "falling tape";
    scenes[1].scene.name = "ten sheets at rest";
    for (uint32_t i = 0; i < COUNT(scenes); i++) {
        uint32_t frames = scenes[i].scene.frame_count;
        tables_cost cost[COUNT(compared) * TABLES_FRAMES], mean[COUNT(compared)];
        tables_measure(&scenes[i], compared, COUNT(compared), cost);
        for (uint32_t s = 0; s < COUNT(compared); s++) {
            mean[s] = tables_mean(cost + s * frames + 1u, frames - 1u);
            double ratio = tables_ms(&mean[s]) / tables_ms(&mean[s / 2u * 2u]);
            tables_row(scenes[i].scene.name, compared[s].name, &mean[s],
                       (tables_ratio){ratio, 0.0});
            if (s % 2u == 1u) {
                char claim[96];
                snprintf(claim, sizeof claim, "%s: lazy refits pay, the test included",
                         compared[s].name);
                tables_claim(scenes[i].scene.name, claim, (tables_ratio){ratio, 0.0}, ratio < 1.0);
            }
        }
        tables_scene_free(&scenes[i]);
    }
}

void tables_of_sheets(void)
{
    for (uint32_t i = 0; i < COUNT(clothes); i++) {
        const cloth *from = &clothes[i];
        tables_cost cost[SETTINGS * FRAMES], mean[SETTINGS];
        tables_scene scene = from->id == SCENE_E21_TAPE
                                 ? tables_tape(from->first_step, FRAMES, from->epsilon)
                                 : tables_walk(from->id, from->first_step, FRAMES, from->epsilon);
        tables_measure(&scene, settings, SETTINGS, cost);
        for (uint32_t s = 0; s < SETTINGS; s++) {
            mean[s] = tables_mean(cost + s * FRAMES, FRAMES);
        }
        rows_of(from, mean);
        claims_of(from, mean);
        tables_scene_free(&scene);
    }
    table_of_lazy();
}
