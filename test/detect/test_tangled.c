/* What is tangled is let through and nothing else: against all pairs of triangles that any crossing
 * makes, for every pair of features. */
#include "unity.h"

#include "detect/tangled.h"
#include "feature_body.h"
#include "feature_oracle.h"
#include "pass_scratch.h"
#include "test_scale.h"

#include <stdlib.h>
#include <string.h>

enum { BODIES = 2, MOST_TRIANGLES = 700, ROOM = 20000 };

static tree_body bodies[BODIES];
static hem_moving_body moving[BODIES];
static hem_vec3 *positions;
static hem_pair *crossings; /* faces and edges of all bodies, in ascending order */
static uint32_t crossing_count;
static uint8_t tangled_triangles[MOST_TRIANGLES][MOST_TRIANGLES];

void setUp(void)
{
    pass_scratch_start(8u << 20);
    crossings = malloc(ROOM * sizeof *crossings);
}

static void forget(void)
{
    for (uint32_t i = 0; i < BODIES && bodies[i].vertex_count > 0; i++) {
        tree_body_free(&bodies[i]);
        bodies[i].vertex_count = 0;
    }
    free(positions);
    positions = NULL;
}

void tearDown(void)
{
    forget();
    free(crossings);
    pass_scratch_end();
}

/* `shake`: how far vertices are moved first. */
static void set_bodies(tree_body a, tree_body b, test_random *random, float shake)
{
    bodies[0] = a;
    bodies[1] = b;
    positions = malloc((a.vertex_count + b.vertex_count) * sizeof *positions);
    for (uint32_t i = 0, first = 0; i < BODIES; i++) {
        feature_body_finish(&bodies[i]);
        if (shake > 0.0f) {
            feature_body_shake(&bodies[i], random, shake, (hem_vec3){0.0f, 0.0f, 0.0f});
        }
        memcpy(positions + first, bodies[i].positions, bodies[i].vertex_count * sizeof *positions);
        moving[i] = (hem_moving_body){bodies[i].mesh, bodies[i].tree, first, true};
        first += bodies[i].vertex_count;
    }
    TEST_ASSERT_TRUE(a.triangle_count + b.triangle_count <= MOST_TRIANGLES);
}

static uint32_t first_triangle(uint32_t body)
{
    return body == 0 ? 0 : bodies[0].triangle_count;
}

static uint32_t first_edge(uint32_t body)
{
    return body == 0 ? 0 : bodies[0].mesh->edge_count;
}

static bool has_edge(const hem_mesh *mesh, uint32_t triangle, uint32_t edge)
{
    const uint32_t *own = hem_mesh_triangle_edges(mesh) + 3u * (size_t)triangle;
    return own[0] == edge || own[1] == edge || own[2] == edge;
}

static void expect_crossing(uint32_t edge_of, uint32_t edge, uint32_t face_of, uint32_t face)
{
    TEST_ASSERT_TRUE(crossing_count < ROOM);
    crossings[crossing_count++] =
        (hem_pair){first_triangle(face_of) + face, first_edge(edge_of) + edge};
}

static int ascending(const void *a, const void *b)
{
    const hem_pair *p = a, *q = b;
    if (p->first != q->first) {
        return p->first < q->first ? -1 : 1;
    }
    return p->second < q->second ? -1 : p->second > q->second;
}

static void expect_crossings(uint32_t a, uint32_t b)
{
    static hem_pair found[ROOM];
    hem_side side_a = feature_body_side(&bodies[a], moving[a].first_vertex);
    hem_side side_b = feature_body_side(&bodies[b], moving[b].first_vertex);
    uint32_t edges_of_a,
        count = feature_oracle_crossings(&side_a, &side_b, found, ROOM, &edges_of_a);
    TEST_ASSERT_TRUE(count <= ROOM);
    for (uint32_t i = 0; i < count; i++) {
        bool turned = i >= edges_of_a && a != b;
        expect_crossing(turned ? b : a, found[i].first, turned ? a : b, found[i].second);
    }
}

/* From the first `kept` of the crossings. */
static void expect_triangles(uint32_t kept)
{
    memset(tangled_triangles, 0, sizeof tangled_triangles);
    for (uint32_t i = 0; i < kept; i++) {
        uint32_t face = crossings[i].first;
        uint32_t body = crossings[i].second >= first_edge(1);
        for (uint32_t t = 0; t < bodies[body].triangle_count; t++) {
            if (has_edge(bodies[body].mesh, t, crossings[i].second - first_edge(body))) {
                tangled_triangles[first_triangle(body) + t][face] = 1;
                tangled_triangles[face][first_triangle(body) + t] = 1;
            }
        }
    }
}

/* Triangles that have a feature: a vertex, an edge, or the face itself. */
typedef enum feature { VERTEX, EDGE, FACE } feature;

static bool has_feature(uint32_t body, uint32_t triangle, feature kind, uint32_t number)
{
    const uint32_t *corner = bodies[body].triangles + 3u * (size_t)triangle;
    if (kind == VERTEX) {
        return corner[0] == number || corner[1] == number || corner[2] == number;
    }
    return kind == EDGE ? has_edge(bodies[body].mesh, triangle, number) : triangle == number;
}

static bool expected(uint32_t a, feature kind_a, uint32_t number_a, uint32_t b, feature kind_b,
                     uint32_t number_b)
{
    for (uint32_t i = 0; i < bodies[a].triangle_count; i++) {
        if (!has_feature(a, i, kind_a, number_a)) {
            continue;
        }
        const uint8_t *row = tangled_triangles[first_triangle(a) + i] + first_triangle(b);
        for (uint32_t j = 0; j < bodies[b].triangle_count; j++) {
            if (row[j] != 0 && has_feature(b, j, kind_b, number_b)) {
                return true;
            }
        }
    }
    return false;
}

static uint32_t count_of(uint32_t body, feature kind)
{
    const hem_mesh *mesh = bodies[body].mesh;
    return kind == VERTEX ? mesh->vertex_count
                          : (kind == EDGE ? mesh->edge_count : mesh->triangle_count);
}

/* Some pairs of features, or all if there are few; those of crossings among them. */
static uint32_t check_kind(const hem_tangled *tangled, test_random *random, hem_contact_kind kind,
                           uint32_t a, uint32_t b)
{
    feature kind_a = kind == HEM_CONTACT_EDGE_EDGE     ? EDGE
                     : kind == HEM_CONTACT_VERTEX_FACE ? VERTEX
                                                       : FACE;
    feature kind_b = kind == HEM_CONTACT_EDGE_EDGE     ? EDGE
                     : kind == HEM_CONTACT_VERTEX_FACE ? FACE
                                                       : VERTEX;
    uint32_t count_a = count_of(a, kind_a), count_b = count_of(b, kind_b), through = 0;
    uint32_t all = count_a * count_b, most = hem_test_count(3000);
    for (uint32_t k = 0; k < (all < most ? all : most); k++) {
        uint32_t which = all < most ? k : random_below(random, all);
        hem_pair features = {which / count_b, which % count_b};
        bool lets = hem_tangled_lets_through(tangled, (hem_pair){a, b}, kind, features);
        TEST_ASSERT_EQUAL(expected(a, kind_a, features.first, b, kind_b, features.second), lets);
        through += lets;
    }
    return through;
}

static uint32_t check_room(test_random *random, uint32_t room)
{
    hem_tangled tangled;
    uint32_t triangles = bodies[0].triangle_count + bodies[1].triangle_count, through = 0;
    uint32_t mark = hem_arena_mark(&scratch), used = scratch.used;
    uint32_t kept = crossing_count < room ? crossing_count : room;
    hem_tangled_take(&tangled, moving, BODIES, room, &scratch);
    TEST_ASSERT_TRUE(scratch.used - used <= hem_tangled_bytes(BODIES, triangles, room));
    for (uint32_t a = 0; a < BODIES; a++) {
        for (uint32_t b = a; b < BODIES; b++) {
            hem_tangled_look(&tangled, (hem_pair){a, b}, positions, &scratch);
        }
    }
    hem_tangled_finish(&tangled);
    TEST_ASSERT_EQUAL_UINT32(crossing_count, tangled.crossings.count);
    TEST_ASSERT_EQUAL_UINT32(kept, tangled.crossings.kept);
    if (kept > 0) {
        TEST_ASSERT_EQUAL_MEMORY(crossings, tangled.crossings.pairs, kept * sizeof *crossings);
    }
    expect_triangles(kept);
    for (uint32_t a = 0; a < BODIES; a++) {
        for (uint32_t b = a; b < BODIES; b++) {
            through += check_kind(&tangled, random, HEM_CONTACT_VERTEX_FACE, a, b);
            through += check_kind(&tangled, random, HEM_CONTACT_EDGE_EDGE, a, b);
            if (a != b) {
                through += check_kind(&tangled, random, HEM_CONTACT_FACE_VERTEX, a, b);
            }
        }
    }
    hem_arena_release(&scratch, mark);
    return through;
}

static uint32_t check(test_random *random)
{
    crossing_count = 0;
    expect_crossings(0, 0);
    expect_crossings(0, 1);
    expect_crossings(1, 1);
    qsort(crossings, crossing_count, sizeof *crossings, ascending);
    uint32_t through = check_room(random, crossing_count + 1u);
    check_room(random, crossing_count);
    check_room(random, crossing_count / 2u);
    check_room(random, 1);
    TEST_ASSERT_EQUAL_UINT32(0, check_room(random, 0));
    return through;
}

void test_sheets_through_each_other_and_themselves(void)
{
    test_random random = {91};
    uint32_t through = 0;
    for (uint32_t round = 0; round < hem_test_count(16); round++) {
        tree_body a, b;
        feature_body_sheets(&random, 8, &a, &b);
        set_bodies(a, b, &random, 0.12f);
        through += check(&random);
        forget();
    }
    TEST_ASSERT_GREATER_THAN_UINT32(hem_test_count(500), through);
}

void test_meshes_of_every_kind_on_a_lattice(void)
{
    test_random random = {92};
    for (uint32_t round = 0; round < hem_test_count(60); round++) {
        set_bodies(feature_body_odd(&random, round), feature_body_soup(&random, 12, 10, true),
                   &random, 0.0f);
        check(&random);
        forget();
    }
}

void test_bodies_apart_let_nothing_through(void)
{
    test_random random = {93};
    tree_body a = tree_body_grid(6, 6, 0.1f), b = tree_body_grid(5, 7, 0.1f);
    for (uint32_t v = 0; v < b.vertex_count; v++) {
        b.positions[v].z += 1.0f;
    }
    set_bodies(a, b, &random, 0.0f);
    TEST_ASSERT_EQUAL_UINT32(0, check(&random));
    TEST_ASSERT_EQUAL_UINT32(0, crossing_count);
}
