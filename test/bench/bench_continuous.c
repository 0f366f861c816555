/* `make continuous`: a whole continuous pass over two sheets of 100 x 100 vertices that fall
 * through each other, half of one over half of the other: the library's own way beside a plain one
 * in the same run. Prints a table, and writes continuous.json.
 *
 *     bench_continuous REPORT.json [rounds]
 *
 * The plain way: one triangle a leaf, no volumes around vertices and edges, each feature pair of
 * two triangles tested once, by the usual cubic in double. What only one of the two finds is judged
 * by exact arithmetic. Exit status 1 when the library misses a hit. */
#include "bench_moving.h"
#include "bench_target.h"
#include "base/bits.h"
#include "ccd_oracle.h"
#include "detect/represent.h"
#include "double_cubic.h"
#include "hem/continuous.h"
#include "random.h"
#include "tree/traverse.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINES  100u
#define CELL   0.01f
#define ROOM   400000u
#define ROUNDS 7u
#define ROWS   32u
#define BATCH  256u

/* As close as the cubic in double takes for touching, metres (as in `make ccd-report`). */
#define THRESHOLD 1e-8

typedef struct scene {
    const char *name;
    float shaken; /* by so much of a cell, at both ends of the motion */
    float travel; /* of each sheet, in cells */
} scene;

static const scene scenes[] = {
    {"grids flat", 0.0f, 4.0f}, {"grids shaken", 0.1f, 4.0f}, {"grids shaken slow", 0.1f, 1.0f}};

/* A hit by its features. */
typedef struct found {
    uint32_t kind, first, second;
} found;

typedef struct cost {
    double refit_ms, ms;
    uint32_t candidates, count;
} cost;

typedef struct row {
    const char *scene, *setting;
    uint32_t directions;
    cost at;
    double ratio;
    uint32_t misses, false_hits;
    uint32_t boxes; /* of the plain walk: feature pairs whose boxes around the motion overlap */
} row;

static row rows[ROWS];
static uint32_t row_count, failed, rounds = ROUNDS;

/* ---- the sheets ---- */

typedef struct sheet {
    bench_body body;
    hem_vec3 *start, *end;
    uint32_t first_vertex;
} sheet;

static hem_vec3 shaken(test_random *random, hem_vec3 at, float by)
{
    float x = random_float(random, -by, by), y = random_float(random, -by, by);
    return (hem_vec3){at.x + x, at.y + y, at.z + random_float(random, -by, by)};
}

static sheet make_sheet(const scene *from, uint32_t which)
{
    const uint32_t vertices = LINES * LINES;
    test_random random = {40u + which};
    float height = (which == 0 ? 0.5f : -0.5f) * from->travel * CELL, by = from->shaken * CELL;
    sheet made = {.first_vertex = which * vertices};
    bench_body *body = &made.body;
    body->vertex_count = vertices;
    body->triangles = bench_take(6u * (size_t)vertices, sizeof *body->triangles);
    made.start = bench_take(vertices, sizeof *made.start);
    made.end = bench_take(vertices, sizeof *made.end);
    for (uint32_t v = 0; v < vertices; v++) {
        uint32_t column = v % LINES, line = v / LINES;
        hem_vec3 at = {CELL * (float)column, CELL * (float)line, height};
        if (which == 1) {
            at.x += 0.5f * CELL * (float)LINES + 0.33f * CELL;
            at.y += 0.21f * CELL;
        }
        made.start[v] = shaken(&random, at, by);
        at.z = -height;
        made.end[v] = shaken(&random, at, by);
        if (column + 1u < LINES && line + 1u < LINES) {
            const uint32_t corners[6] = {v, v + 1u, v + LINES, v + 1u, v + LINES + 1u, v + LINES};
            memcpy(body->triangles + 3u * (size_t)body->triangle_count, corners, sizeof corners);
            body->triangle_count += 2u;
        }
    }
    bench_body_mesh(body);
    return made;
}

static void build_trees(sheet *sheets, hem_tree_builder builder, uint32_t directions)
{
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t degree = builder == HEM_BUILD_PATCHES ? 4u : 2u;
        bench_body_tree(&sheets[i].body, sheets[i].start, builder, directions, degree);
    }
}

static double refit(const sheet *sheets)
{
    double begin = bench_seconds();
    for (uint32_t i = 0; i < 2; i++) {
        bench_need(hem_tree_refit(sheets[i].body.tree, sheets[i].start, sheets[i].end,
                                  sheets[i].body.vertex_count));
    }
    return 1e3 * (bench_seconds() - begin);
}

/* ---- the library's way ---- */

static hem_side side_of(const sheet *of)
{
    return (hem_side){.mesh = of->body.mesh,
                      .tree = of->body.tree,
                      .positions = of->start,
                      .first_vertex = of->first_vertex,
                      .ends = of->end};
}

static hem_hit hits[ROOM];

static cost pass_once(const sheet *sheets, hem_arena *scratch, found *to)
{
    cost out = {.refit_ms = refit(sheets)};
    hem_continuous_out done;
    const hem_continuous_in in = {.a = side_of(&sheets[0]),
                                  .b = side_of(&sheets[1]),
                                  .hits = hits,
                                  .room = ROOM,
                                  .scratch = scratch};
    double begin = bench_seconds();
    bench_need(hem_continuous(&in, &done));
    out.ms = out.refit_ms + 1e3 * (bench_seconds() - begin);
    out.candidates = done.vertex_face_tests + done.edge_edge_tests;
    out.count = done.kept;
    for (uint32_t i = 0; i < done.kept; i++) {
        to[i] = (found){hits[i].kind, hits[i].first, hits[i].second};
    }
    return out;
}

/* ---- the plain way ---- */

typedef struct plain {
    const sheet *sheets;
    found *to;
    cost *out;
    bool boxes; /* do not test, only count those whose boxes around the motion overlap */
} plain;

/* Do the boxes of two features, around their whole motion, overlap? */
static bool boxes_overlap(const hem_ccd_in *in, uint32_t split)
{
    for (uint32_t axis = 0; axis < 3; axis++) {
        float low[2] = {1e30f, 1e30f}, high[2] = {-1e30f, -1e30f};
        for (uint32_t k = 0; k < 8; k++) {
            float at = (&(k < 4u ? in->start : in->end)[k % 4u].x)[axis];
            uint32_t side = k % 4u < split ? 0u : 1u;
            low[side] = at < low[side] ? at : low[side];
            high[side] = at > high[side] ? at : high[side];
        }
        if (low[0] > high[1] || low[1] > high[0]) {
            return false;
        }
    }
    return true;
}

static void test_plainly(const plain *now, found asked, const hem_ccd_in *in)
{
    hem_ccd_pair pair =
        asked.kind == HEM_CONTACT_EDGE_EDGE ? HEM_CCD_PAIR_EDGE_EDGE : HEM_CCD_PAIR_VERTEX_FACE;
    uint32_t looked_at;
    if (now->boxes) {
        now->out->candidates += boxes_overlap(in, pair == HEM_CCD_PAIR_EDGE_EDGE ? 2u : 1u);
        return;
    }
    now->out->candidates++;
    if (double_cubic(pair, in, THRESHOLD, &looked_at) && now->out->count < ROOM) {
        now->to[now->out->count++] = asked;
    }
}

static void put_point(hem_ccd_in *in, uint32_t place, const sheet *of, uint32_t vertex)
{
    in->start[place] = of->start[vertex];
    in->end[place] = of->end[vertex];
}

static hem_ccd_in query_of(const sheet *sheets, found asked)
{
    hem_ccd_in in = {.separation = 0.0f};
    if (asked.kind == HEM_CONTACT_EDGE_EDGE) {
        hem_pair a = hem_mesh_edges(sheets[0].body.mesh)[asked.first];
        hem_pair b = hem_mesh_edges(sheets[1].body.mesh)[asked.second];
        put_point(&in, 0, &sheets[0], a.first);
        put_point(&in, 1, &sheets[0], a.second);
        put_point(&in, 2, &sheets[1], b.first);
        put_point(&in, 3, &sheets[1], b.second);
        return in;
    }
    bool of_a = asked.kind == HEM_CONTACT_VERTEX_FACE;
    const sheet *vertex_of = &sheets[of_a ? 0 : 1], *face_of = &sheets[of_a ? 1 : 0];
    uint32_t face = of_a ? asked.second : asked.first;
    put_point(&in, 0, vertex_of, of_a ? asked.first : asked.second);
    for (uint32_t k = 0; k < 3; k++) {
        put_point(&in, 1u + k, face_of, face_of->body.triangles[3u * (size_t)face + k]);
    }
    return in;
}

/* All features that two triangles own. */
static void test_triangles(const plain *now, uint32_t i, uint32_t j)
{
    const bench_body *a = &now->sheets[0].body, *b = &now->sheets[1].body;
    uint32_t owners_i = hem_mesh_owners(a->mesh)[i], owners_j = hem_mesh_owners(b->mesh)[j];
    hem_represented owned = hem_owned_vertex_face(owners_i, owners_j);
    for (uint32_t mask = owned.first; mask != 0; mask &= mask - 1u) {
        uint32_t vertex = a->triangles[3u * (size_t)i + hem_bits_lowest(mask)];
        found asked = {HEM_CONTACT_VERTEX_FACE, vertex, j};
        hem_ccd_in in = query_of(now->sheets, asked);
        test_plainly(now, asked, &in);
    }
    for (uint32_t mask = owned.second; mask != 0; mask &= mask - 1u) {
        uint32_t vertex = b->triangles[3u * (size_t)j + hem_bits_lowest(mask)];
        found asked = {HEM_CONTACT_FACE_VERTEX, i, vertex};
        hem_ccd_in in = query_of(now->sheets, asked);
        test_plainly(now, asked, &in);
    }
    const uint32_t *edges_i = hem_mesh_triangle_edges(a->mesh) + 3u * (size_t)i;
    const uint32_t *edges_j = hem_mesh_triangle_edges(b->mesh) + 3u * (size_t)j;
    for (uint32_t mask = hem_owned_edge_edge(owners_i, owners_j); mask != 0; mask &= mask - 1u) {
        uint32_t bit = hem_bits_lowest(mask);
        found asked = {HEM_CONTACT_EDGE_EDGE, edges_i[bit / 3u], edges_j[bit % 3u]};
        hem_ccd_in in = query_of(now->sheets, asked);
        test_plainly(now, asked, &in);
    }
}

static cost plain_once(const sheet *sheets, hem_arena *scratch, found *to, bool boxes)
{
    cost out = {.refit_ms = refit(sheets)};
    const plain now = {sheets, to, &out, boxes};
    const hem_tree *a = sheets[0].body.tree, *b = sheets[1].body.tree;
    uint32_t mark = hem_arena_mark(scratch), count;
    hem_traversal walk;
    hem_pair pairs[BATCH];
    double begin = bench_seconds();
    hem_traverse_start(&walk, a, b, 0.0f,
                       hem_arena_take(scratch, hem_traverse_room(a, b), sizeof *walk.stack));
    while ((count = hem_traverse_next(&walk, pairs, BATCH)) > 0) {
        for (uint32_t i = 0; i < count; i++) {
            test_triangles(&now, hem_tree_order(a)[pairs[i].first],
                           hem_tree_order(b)[pairs[i].second]);
        }
    }
    out.ms = out.refit_ms + 1e3 * (bench_seconds() - begin);
    hem_arena_release(scratch, mark);
    return out;
}

/* ---- both ---- */

static int by_features(const void *first, const void *second)
{
    return memcmp(first, second, sizeof(found));
}

static bool is_true(const sheet *sheets, found asked)
{
    hem_ccd_in in = query_of(sheets, asked);
    hem_ccd_question question = {.pair = asked.kind == HEM_CONTACT_EDGE_EDGE
                                             ? HEM_CCD_PAIR_EDGE_EDGE
                                             : HEM_CCD_PAIR_VERTEX_FACE,
                                 .until = 1.0f,
                                 .included = true};
    memcpy(question.start, in.start, sizeof in.start);
    memcpy(question.end, in.end, sizeof in.end);
    return hem_ccd_oracle(&question);
}

/* What one of them has alone: a hit that the other misses, or a false one. */
static void compare(const sheet *sheets, found *own, row *ours, found *other, row *theirs)
{
    uint32_t i = 0, j = 0;
    qsort(own, ours->at.count, sizeof *own, by_features);
    qsort(other, theirs->at.count, sizeof *other, by_features);
    while (i < ours->at.count || j < theirs->at.count) {
        int order = i == ours->at.count     ? 1
                    : j == theirs->at.count ? -1
                                            : by_features(&own[i], &other[j]);
        if (order < 0) {
            bool truly = is_true(sheets, own[i]);
            theirs->misses += truly;
            ours->false_hits += !truly;
        } else if (order > 0) {
            bool truly = is_true(sheets, other[j]);
            ours->misses += truly;
            theirs->false_hits += !truly;
        }
        i += order <= 0;
        j += order >= 0;
    }
}

static cost shorter(cost best, cost now, uint32_t round)
{
    now.refit_ms = round > 0 && best.refit_ms < now.refit_ms ? best.refit_ms : now.refit_ms;
    now.ms = round > 0 && best.ms < now.ms ? best.ms : now.ms;
    return now;
}

static void measure(const scene *from, uint32_t directions, hem_arena *scratch)
{
    static found own[ROOM], other[ROOM];
    sheet sheets[2] = {make_sheet(from, 0), make_sheet(from, 1)}, single[2];
    memcpy(single, sheets, sizeof sheets);
    build_trees(sheets, HEM_BUILD_PATCHES, directions);
    build_trees(single, HEM_BUILD_LONGEST_SIDE, directions);
    row *ours = &rows[row_count++], *theirs = &rows[row_count++];
    *ours = (row){.scene = from->name, .setting = "patches", .directions = directions};
    *theirs = (row){.scene = from->name, .setting = "plain", .directions = directions};
    for (uint32_t round = 0; round < rounds; round++) {
        ours->at = shorter(ours->at, pass_once(sheets, scratch, own), round);
        theirs->at = shorter(theirs->at, plain_once(single, scratch, other, false), round);
    }
    ours->ratio = theirs->at.ms / ours->at.ms;
    theirs->ratio = 1.0;
    compare(sheets, own, ours, other, theirs);
    ours->boxes = theirs->boxes = plain_once(single, scratch, other, true).candidates;
    failed += ours->misses;
}

static int write_report(const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    fprintf(file, "{\"schema\":1,\"command\":\"make continuous\",\"target\":\"%s\",\"rows\":[",
            BENCH_TARGET);
    for (uint32_t i = 0; i < row_count; i++) {
        const row *at = &rows[i];
        fprintf(file,
                "%s\n{\"scene\":\"%s\",\"setting\":\"%s\",\"directions\":%" PRIu32
                ",\"refit_ms\":%.4f,\"ms\":%.4f,\"ratio\":%.3f,\"candidates\":%" PRIu32
                ",\"hits\":%" PRIu32 ",\"misses\":%" PRIu32 ",\"false_hits\":%" PRIu32
                ",\"boxes\":%" PRIu32 "}",
                i == 0 ? "" : ",", at->scene, at->setting, at->directions, at->at.refit_ms,
                at->at.ms, at->ratio, at->at.candidates, at->at.count, at->misses, at->false_hits,
                at->boxes);
    }
    fprintf(file, "\n],\"failed\":%" PRIu32 "}\n", failed);
    return fclose(file) == 0 ? 0 : 1;
}

int main(int argument_count, char **arguments)
{
    static const uint32_t directions[3] = {6, 14, 18};
    if (argument_count < 2) {
        fprintf(stderr, "usage: bench_continuous REPORT.json [rounds]\n");
        return 2;
    }
    int asked = argument_count > 2 ? atoi(arguments[2]) : 0;
    rounds = asked > 0 ? (uint32_t)asked : ROUNDS;
    hem_arena scratch = bench_arena(64u << 20);
    for (uint32_t s = 0; s < sizeof scenes / sizeof scenes[0]; s++) {
        for (uint32_t k = 0; k < 3; k++) {
            measure(&scenes[s], directions[k], &scratch);
        }
    }
    printf("%-18s %-8s %3s %9s %9s %7s %10s %8s %7s %7s %8s\n", "scene", "setting", "k", "refit ms",
           "ms", "ratio", "candidates", "hits", "misses", "false", "boxes");
    for (uint32_t i = 0; i < row_count; i++) {
        const row *at = &rows[i];
        printf("%-18s %-8s %3" PRIu32 " %9.3f %9.3f %7.2f %10" PRIu32 " %8" PRIu32 " %7" PRIu32
               " %7" PRIu32 " %8" PRIu32 "\n",
               at->scene, at->setting, at->directions, at->at.refit_ms, at->at.ms, at->ratio,
               at->at.candidates, at->at.count, at->misses, at->false_hits, at->boxes);
    }
    printf("Refit, traversal and tests, the complete list of hits. Ratio: the plain pass by this. "
           "Misses and false hits: by exact arithmetic, of what only one of the two finds. %s.\n",
           BENCH_TARGET);
    int written = write_report(arguments[1]);
    return failed > 0 ? 1 : written;
}
