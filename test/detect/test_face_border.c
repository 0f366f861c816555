/* Contacts with borders of faces: what is left out is told by a neighbour, and what is nearest of
 * all is never left out. */
#include "unity.h"

#include "base/vec3.h"
#include "closest_oracle.h"
#include "detect/face_border.h"
#include "hem/narrow.h"
#include "random.h"
#include "test_scale.h"

#include <math.h>

enum { SIDE = 5, VERTICES = SIDE * SIDE, FACES = 2 * (SIDE - 1) * (SIDE - 1) };

static uint32_t words[16384];
static const hem_mesh *mesh;
static float points[VERTICES][4];
static uint32_t triangles[3 * FACES];
static hem_closest_out found[FACES];

void setUp(void)
{
    uint32_t *next = triangles;
    for (uint32_t row = 0; row + 1 < SIDE; row++) {
        for (uint32_t column = 0; column + 1 < SIDE; column++) {
            uint32_t v = row * SIDE + column;
            *next++ = v, *next++ = v + 1, *next++ = v + SIDE + 1;
            *next++ = v, *next++ = v + SIDE + 1, *next++ = v + SIDE;
        }
    }
    hem_arena arena;
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, words, sizeof words));
    hem_mesh_def def = hem_default_mesh_def(triangles, FACES, VERTICES);
    TEST_ASSERT_EQUAL(HEM_OK, hem_mesh_build(&arena, &def, &mesh, NULL));
}

void tearDown(void)
{
}

static void make_bumps(test_random *random, float bumps)
{
    for (uint32_t v = 0; v < VERTICES; v++) {
        points[v][0] = (float)(v % SIDE) + random_float(random, -0.2f, 0.2f) * bumps;
        points[v][1] = (float)(v / SIDE) + random_float(random, -0.2f, 0.2f) * bumps;
        points[v][2] = random_float(random, -0.6f, 0.6f) * bumps;
    }
}

static hem_vec3 point(uint32_t v)
{
    return (hem_vec3){points[v][0], points[v][1], points[v][2]};
}

static void measure(hem_vec3 vertex)
{
    for (uint32_t f = 0; f < FACES; f++) {
        const uint32_t *corner = triangles + 3u * f;
        hem_closest_in in = {{vertex, point(corner[0]), point(corner[1]), point(corner[2])}};
        TEST_ASSERT_EQUAL(HEM_NARROW_APART, hem_closest_vertex_face(&in, &found[f]));
    }
}

static bool is_idle(uint32_t face)
{
    const hem_closest_out *out = &found[face];
    hem_face_border contact = {.mesh = mesh,
                               .points = (const float(*)[4])points,
                               .face = face,
                               .weight = {out->weight[1], out->weight[2], out->weight[3]},
                               .towards = hem_scale(out->distance, out->normal)};
    return hem_face_border_is_idle(&contact);
}

static bool are_neighbours(uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < 9; i++) {
        if (triangles[3u * a + i / 3u] == triangles[3u * b + i % 3u]) {
            return a != b;
        }
    }
    return false;
}

/* Something as near, or nearer by more than rounding. */
static bool neighbour_is_as_near(uint32_t face)
{
    for (uint32_t other = 0; other < FACES; other++) {
        if (are_neighbours(face, other) &&
            found[other].distance <= found[face].distance * (1.0f + 1e-5f)) {
            return true;
        }
    }
    return false;
}

static uint32_t nearest(void)
{
    uint32_t best = 0;
    for (uint32_t f = 1; f < FACES; f++) {
        best = found[f].distance < found[best].distance ? f : best;
    }
    return best;
}

static void check_contacts(void)
{
    float least = found[nearest()].distance;
    uint32_t told = 0;
    for (uint32_t f = 0; f < FACES; f++) {
        const float *weight = found[f].weight;
        bool within = weight[1] > 0.0f && weight[2] > 0.0f && weight[3] > 0.0f;
        bool idle = is_idle(f);
        TEST_ASSERT_FALSE(idle && within);
        TEST_ASSERT_TRUE(!idle || neighbour_is_as_near(f));
        told += !idle && found[f].distance <= least + 2.0f * HEM_CLOSEST_ERROR;
    }
    TEST_ASSERT_TRUE(told > 0);
}

void test_what_is_left_out_is_told_by_a_neighbour(void)
{
    test_random random = {21};
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        make_bumps(&random, i % 3u == 0 ? 0.0f : 1.0f);
        measure((hem_vec3){random_float(&random, -0.5f, 4.5f), random_float(&random, -0.5f, 4.5f),
                           random_float(&random, -1.5f, 1.5f)});
        check_contacts();
    }
}

/* Over edges and corners of flat cloth, where all faces around are as near. */
void test_right_above_a_border_one_face_tells(void)
{
    test_random random = {22};
    for (uint32_t i = 0; i < 800; i++) {
        make_bumps(&random, 0.0f);
        float x = 0.5f * (float)random_below(&random, 9),
              y = 0.5f * (float)random_below(&random, 9);
        measure((hem_vec3){x, y, 0.25f});
        uint32_t told = 0;
        for (uint32_t f = 0; f < FACES; f++) {
            told += !is_idle(f) && found[f].distance <= 0.25f;
        }
        TEST_ASSERT_EQUAL_UINT32(1, told);
        check_contacts();
    }
}

/* A ridge: both sides fall away, and its edge is the nearest. */
void test_a_ridge_and_the_border_of_the_cloth_stay(void)
{
    test_random random = {23};
    make_bumps(&random, 0.0f);
    for (uint32_t v = 0; v < VERTICES; v++) {
        float from_ridge = points[v][0] - 2.0f;
        points[v][2] = -2.0f * (from_ridge < 0.0f ? -from_ridge : from_ridge);
    }
    measure((hem_vec3){2.0f, 1.7f, 0.5f});
    TEST_ASSERT_FALSE(is_idle(nearest()));
    measure((hem_vec3){-0.3f, 1.7f, -4.0f});
    TEST_ASSERT_FALSE(is_idle(nearest()));
    check_contacts();
}

/* ---- two large triangles ---- */

static const uint32_t halves[6] = {0, 1, 3, 0, 3, 2};

/* A floor that reaches so far, tilted or not; the edge of both halves leads from corner 0 to 3. */
static void make_floor(float reach, float tilt)
{
    const float corners[4][3] = {{-reach, -0.9f * reach, 0.0f},
                                 {reach, -reach, reach * tilt},
                                 {-reach, reach, -reach * tilt},
                                 {reach, 0.9f * reach, 0.0f}};
    for (uint32_t v = 0; v < 4; v++) {
        for (uint32_t axis = 0; axis < 3; axis++) {
            points[v][axis] = corners[v][axis];
        }
    }
}

static bool half_is_left_out(const hem_mesh *floor, uint32_t half, hem_vec3 vertex)
{
    const uint32_t *corner = halves + 3u * half;
    hem_closest_in in = {{vertex, point(corner[0]), point(corner[1]), point(corner[2])}};
    hem_closest_out out;
    TEST_ASSERT_EQUAL(HEM_NARROW_APART, hem_closest_vertex_face(&in, &out));
    hem_face_border contact = {.mesh = floor,
                               .points = (const float(*)[4])points,
                               .face = half,
                               .weight = {out.weight[1], out.weight[2], out.weight[3]},
                               .towards = hem_scale(out.distance, out.normal)};
    return hem_face_border_is_idle(&contact);
}

/* How many vertices above the edge of both halves has neither. */
static uint32_t left_out_by_both(const hem_mesh *floor, float gap, uint32_t count)
{
    test_random random = {24};
    hem_vec3 along = hem_sub(point(3), point(0));
    hem_vec3 normal = hem_cross(hem_sub(point(1), point(0)), along);
    normal = hem_scale(1.0f / hem_length(normal), normal);
    uint32_t both = 0;
    for (uint32_t i = 0; i < count; i++) {
        hem_vec3 vertex = hem_add_scaled(point(0), random_float(&random, 0.0f, 1.0f), along);
        vertex = hem_vec3_snap(hem_add_scaled(vertex, gap, normal));
        both += half_is_left_out(floor, 0, vertex) && half_is_left_out(floor, 1, vertex);
    }
    return both;
}

/* Where a face is ten thousand gaps long, its closest point is not known to a part of the gap. */
void test_above_the_diagonal_of_a_large_floor_one_half_tells(void)
{
    static uint32_t room[1024];
    static const float reaches[] = {1.0f, 10.0f, 50.0f}, gaps[] = {0.001f, 0.0002f};
    const hem_mesh *floor;
    hem_arena arena;
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, room, sizeof room));
    hem_mesh_def def = hem_default_mesh_def(halves, 2, 4);
    TEST_ASSERT_EQUAL(HEM_OK, hem_mesh_build(&arena, &def, &floor, NULL));
    for (uint32_t i = 0; i < 12; i++) {
        make_floor(reaches[i % 3u], i < 6 ? 0.0f : 0.1f);
        TEST_ASSERT_EQUAL_UINT32(0,
                                 left_out_by_both(floor, gaps[i / 3u % 2u], hem_test_count(5000)));
    }
}

/* ---- the other side: a vertex or an edge that may go on in faces ---- */

/* A mesh with its positions. */
typedef struct surface {
    const hem_mesh *mesh;
    const float (*at)[4];
} surface;

static surface sheet(void)
{
    return (surface){mesh, (const float(*)[4])points};
}

static hem_vec3 corner(surface on, uint32_t v)
{
    return (hem_vec3){on.at[v][0], on.at[v][1], on.at[v][2]};
}

static hem_vec3 along_edge(surface on, uint32_t edge, float part)
{
    hem_pair ends = hem_mesh_edges(on.mesh)[edge];
    hem_vec3 from = corner(on, ends.first);
    return hem_add_scaled(from, part, hem_sub(corner(on, ends.second), from));
}

/* The least distance of a point to faces that have both vertices. */
static double distance_around(surface on, hem_pair of, hem_vec3 p)
{
    double best = INFINITY;
    for (uint32_t f = 0; f < on.mesh->triangle_count; f++) {
        const uint32_t *v = hem_mesh_triangles(on.mesh) + 3u * (size_t)f;
        if ((v[0] == of.first || v[1] == of.first || v[2] == of.first) &&
            (v[0] == of.second || v[1] == of.second || v[2] == of.second)) {
            const hem_vec3 face[4] = {p, corner(on, v[0]), corner(on, v[1]), corner(on, v[2])};
            best = fmin(best, hem_oracle_distance_vertex_face(face));
        }
    }
    return best;
}

/* What is left out has something nearer around it. */
static void check_nearer(surface on, hem_pair of, hem_vec3 p, bool idle)
{
    hem_vec3 first = corner(on, of.first), second = corner(on, of.second);
    const hem_vec3 own[4] = {p, first, second, second};
    TEST_ASSERT_TRUE(!idle || distance_around(on, of, p) < hem_oracle_distance_vertex_face(own));
}

static bool vertex_is_idle(surface on, uint32_t vertex, hem_vec3 p)
{
    hem_vec3 to = hem_vec3_snap(p);
    hem_feature_border border = {on.mesh, on.at, vertex, hem_sub(to, corner(on, vertex))};
    bool idle = hem_vertex_border_is_idle(&border);
    check_nearer(on, (hem_pair){vertex, vertex}, to, idle);
    return idle;
}

/* False also where an end of the edge is closest: another feature tells. */
static bool edge_is_idle(surface on, uint32_t edge, hem_vec3 p)
{
    hem_pair ends = hem_mesh_edges(on.mesh)[edge];
    hem_vec3 to = hem_vec3_snap(p), second = corner(on, ends.second);
    hem_closest_in in = {{to, corner(on, ends.first), second, second}};
    hem_closest_out out;
    if (hem_closest_vertex_face(&in, &out) != HEM_NARROW_APART || !(out.weight[1] > 0.0f) ||
        !(out.weight[1] < 1.0f)) {
        return false;
    }
    hem_feature_border border = {on.mesh, on.at, edge, hem_scale(out.distance, out.normal)};
    bool idle = hem_edge_border_is_idle(&border);
    check_nearer(on, ends, to, idle);
    return idle;
}

static hem_vec3 around(test_random *random, hem_vec3 at, float way)
{
    float x = random_float(random, -way, way), y = random_float(random, -way, way);
    return hem_add(at, (hem_vec3){x, y, random_float(random, -way, way)});
}

void test_what_a_vertex_or_an_edge_leaves_out_is_nearer_around_it(void)
{
    test_random random = {31};
    uint32_t idle = 0, count = hem_test_count(5000);
    for (uint32_t i = 0; i < count; i++) {
        make_bumps(&random, random_float(&random, 0.0f, 2.0f));
        for (uint32_t v = 0; v < 3u * VERTICES; v++) {
            points[v / 3u][v % 3u] = hem_snap(points[v / 3u][v % 3u]);
        }
        uint32_t v = random_below(&random, VERTICES), e = random_below(&random, mesh->edge_count);
        idle += vertex_is_idle(sheet(), v, around(&random, point(v), 1.0f));
        hem_vec3 beside = along_edge(sheet(), e, random_float(&random, -0.2f, 1.2f));
        idle += edge_is_idle(sheet(), e, around(&random, beside, 1.0f));
    }
    TEST_ASSERT_TRUE((idle > count / 5u && idle < 2u * count - count / 20u) || count < 1000);
}

/* ---- level sheets ---- */

void test_of_what_is_right_above_a_nearly_level_sheet_nothing_is_left_out(void)
{
    test_random random = {32};
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        make_bumps(&random, i % 2u == 0 ? 0.0f : 0.015f);
        float height = random_float(&random, 0.01f, 1.0f);
        hem_vec3 above = around(&random, (hem_vec3){0.0f, 0.0f, 0.0f}, 0.04f * height);
        above.z = i % 4u < 2u ? height : -height;
        uint32_t v = random_below(&random, VERTICES), e = random_below(&random, mesh->edge_count);
        TEST_ASSERT_FALSE(vertex_is_idle(sheet(), v, hem_add(point(v), above)));
        hem_vec3 inside = along_edge(sheet(), e, random_float(&random, 0.1f, 0.9f));
        TEST_ASSERT_FALSE(edge_is_idle(sheet(), e, hem_add(inside, above)));
    }
}

/* The sheet again, so high above itself, turned about a point. */
static void turn_above(float (*upper)[4], hem_vec3 about, float angle, float gap)
{
    float c = cosf(angle), s = sinf(angle);
    for (uint32_t v = 0; v < VERTICES; v++) {
        hem_vec3 by = hem_sub(point(v), about);
        upper[v][0] = about.x + (c * by.x - s * by.y);
        upper[v][1] = about.y + (s * by.x + c * by.y);
        upper[v][2] = gap;
    }
}

void test_edges_that_cross_on_level_sheets_are_never_left_out(void)
{
    static float turned[VERTICES][4];
    const surface upper = {mesh, (const float(*)[4])turned};
    test_random random = {33};
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        float size = i % 2u == 0 ? 1.0f : 0.01f;
        make_bumps(&random, 0.0f);
        for (uint32_t v = 0; v < 3u * VERTICES; v++) {
            points[v / 3u][v % 3u] *= size;
        }
        uint32_t edge = random_below(&random, mesh->edge_count);
        hem_pair ends = hem_mesh_edges(mesh)[edge];
        hem_vec3 about = along_edge(sheet(), edge, random_float(&random, 0.05f, 0.95f));
        turn_above(turned, about, random_float(&random, 0.01f, i % 4u < 2u ? 0.05f : 3.13f),
                   size * random_float(&random, 0.02f, 1.0f));
        hem_closest_in in = {{corner(upper, ends.first), corner(upper, ends.second),
                              point(ends.first), point(ends.second)}};
        hem_closest_out out;
        TEST_ASSERT_EQUAL(HEM_NARROW_APART, hem_closest_edge_edge(&in, &out));
        hem_vec3 towards = hem_scale(out.distance, out.normal);
        hem_feature_border below = {mesh, sheet().at, edge, towards};
        hem_feature_border above = {mesh, upper.at, edge, hem_scale(-1.0f, towards)};
        TEST_ASSERT_FALSE(hem_edge_border_is_idle(&below));
        TEST_ASSERT_FALSE(hem_edge_border_is_idle(&above));
    }
}

/* Along x: an inner one between columns 1 and 2, or at the border where y is lowest. */
static uint32_t edge_along_x(uint32_t row)
{
    uint32_t edge = 0;
    while (hem_mesh_edges(mesh)[edge].first != SIDE * row + 1u ||
           hem_mesh_edges(mesh)[edge].second != SIDE * row + 2u) {
        edge++;
    }
    return edge;
}

/* Out of the sheet there, beyond the lowest y, is below 0. */
static bool beside_is_idle(uint32_t row, float shift, float gap)
{
    uint32_t edge = edge_along_x(row);
    return edge_is_idle(sheet(), edge,
                        hem_add(along_edge(sheet(), edge, 0.4f), (hem_vec3){0.0f, shift, gap}));
}

void test_an_edge_beside_an_inner_edge_is_left_out_from_a_tenth_of_the_gap(void)
{
    test_random random = {34};
    make_bumps(&random, 0.0f);
    for (uint32_t i = 0; i < hem_test_count(10000); i++) {
        float gap = random_float(&random, 0.01f, 1.0f), sign = i % 2u == 0 ? 1.0f : -1.0f;
        float far = gap * random_float(&random, 0.102f, 3.0f);
        float near = gap * random_float(&random, 0.0f, 0.099f);
        gap = i % 4u < 2u ? gap : -gap;
        TEST_ASSERT_TRUE(beside_is_idle(1, sign * far, gap));
        TEST_ASSERT_FALSE(beside_is_idle(1, sign * near, gap));
        TEST_ASSERT_FALSE(beside_is_idle(0, -far, gap));
        TEST_ASSERT_FALSE(beside_is_idle(0, sign * near, gap));
        TEST_ASSERT_TRUE(beside_is_idle(0, far, gap));
    }
}

static uint32_t inner_vertex(test_random *random)
{
    uint32_t column = 1u + random_below(random, SIDE - 2u);
    return column + SIDE * (1u + random_below(random, SIDE - 2u));
}

void test_a_vertex_beside_a_border_above_it_is_left_out_unless_it_is_a_border_too(void)
{
    test_random random = {35};
    make_bumps(&random, 0.0f);
    for (uint32_t i = 0; i < hem_test_count(10000); i++) {
        float gap = random_float(&random, 0.01f, 1.0f), turn = random_float(&random, 0.0f, 6.3f);
        float shift = gap * random_float(&random, 0.15f, 3.0f);
        gap = i % 2u == 0 ? gap : -gap;
        uint32_t inner = inner_vertex(&random), border = SIDE * random_below(&random, SIDE);
        hem_vec3 way = {shift * cosf(turn), shift * sinf(turn), gap};
        TEST_ASSERT_TRUE(vertex_is_idle(sheet(), inner, hem_add(point(inner), way)));
        way = (hem_vec3){-shift, 0.05f * shift * sinf(turn), gap};
        TEST_ASSERT_FALSE(vertex_is_idle(sheet(), border, hem_add(point(border), way)));
        hem_pair ends = hem_mesh_edges(mesh)[i % mesh->edge_count];
        hem_vec3 middle = hem_scale(0.5f, hem_add(point(ends.first), point(ends.second)));
        middle.z = gap;
        TEST_ASSERT_TRUE(vertex_is_idle(sheet(), ends.first, middle));
        TEST_ASSERT_TRUE(vertex_is_idle(sheet(), ends.second, middle));
    }
}

/* ---- roofs: two faces on one edge ---- */

static surface halves_of_floor(void)
{
    static uint32_t room[1024];
    const hem_mesh *built;
    hem_arena arena;
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, room, sizeof room));
    hem_mesh_def def = hem_default_mesh_def(halves, 2, 4);
    TEST_ASSERT_EQUAL(HEM_OK, hem_mesh_build(&arena, &def, &built, NULL));
    return (surface){built, (const float(*)[4])points};
}

static void put(uint32_t vertex, hem_vec3 at)
{
    hem_vec3 on_grid = hem_vec3_snap(at);
    points[vertex][0] = on_grid.x;
    points[vertex][1] = on_grid.y;
    points[vertex][2] = on_grid.z;
}

static hem_vec3 frame[3];

static void make_frame(test_random *random)
{
    const hem_vec3 none = {0.0f, 0.0f, 0.0f};
    do {
        frame[0] = around(random, none, 1.0f);
        frame[2] = hem_cross(frame[0], around(random, none, 1.0f));
    } while (hem_length(frame[2]) < 0.1f);
    frame[0] = hem_scale(1.0f / hem_length(frame[0]), frame[0]);
    frame[2] = hem_scale(1.0f / hem_length(frame[2]), frame[2]);
    frame[1] = hem_cross(frame[2], frame[0]);
}

static hem_vec3 in_frame(float x, float y, float z)
{
    return hem_add_scaled(hem_add_scaled(hem_scale(x, frame[0]), y, frame[1]), z, frame[2]);
}

/* The edge that both halves have. */
static uint32_t middle_of(surface on)
{
    uint32_t edge = 0;
    while (hem_mesh_edges(on.mesh)[edge].first + 3u != hem_mesh_edges(on.mesh)[edge].second) {
        edge++;
    }
    return edge;
}

/* The sides of the roof rise by these angles; what lies above its edge leans to the first by so
 * much. */
static bool roof_is_idle(test_random *random, float first, float second, float lean)
{
    surface roof = halves_of_floor();
    float shift = random_float(random, -8.0f, 8.0f), height = random_float(random, 0.001f, 0.5f);
    make_frame(random);
    put(0, in_frame(0.0f, 0.0f, 0.0f));
    put(3, in_frame(0.0f, 1.0f, 0.0f));
    put(1, in_frame(cosf(first), shift, sinf(first)));
    put(2, in_frame(-cosf(second), 1.0f - shift, sinf(second)));
    return edge_is_idle(roof, middle_of(roof),
                        in_frame(height * sinf(lean), 0.4f, height * cosf(lean)));
}

void test_a_roof_is_left_out_exactly_where_one_of_its_sides_leads_nearer(void)
{
    test_random random = {36};
    uint32_t idle = 0, count = hem_test_count(10000);
    for (uint32_t i = 0; i < count; i++) {
        float first = random_float(&random, -1.4f, 1.4f), lean = random_float(&random, -1.5f, 1.5f);
        float second = random_float(&random, -1.4f, 1.4f);
        float leads = fmaxf(sinf(lean + first), sinf(second - lean));
        if (fabsf(leads - 0.1f) > 0.003f) {
            bool is = roof_is_idle(&random, first, second, lean);
            TEST_ASSERT_EQUAL(leads > 0.1f, is);
            idle += is;
        }
    }
    TEST_ASSERT_TRUE((idle > count / 10u && idle < count - count / 10u) || count < 1000);
}

void test_a_ridge_or_a_peak_that_points_to_the_other_feature_is_never_left_out(void)
{
    test_random random = {37};
    for (uint32_t i = 0; i < hem_test_count(5000); i++) {
        float first = random_float(&random, 0.0f, 1.5f), second = random_float(&random, 0.0f, 1.5f);
        float lean = random_float(&random, -second, first),
              turn = random_float(&random, 0.0f, 6.3f);
        TEST_ASSERT_FALSE(roof_is_idle(&random, -first, -second, lean));
        uint32_t peak = inner_vertex(&random);
        float height = random_float(&random, 0.5f, 5.0f);
        make_bumps(&random, 0.2f);
        points[peak][2] += height;
        /* Ways down from it are no longer than 1.6, and end 0.24 lower or higher. */
        lean = (height - 0.24f) / 1.6f * random_float(&random, 0.0f, 0.95f);
        hem_vec3 way = {lean * cosf(turn), lean * sinf(turn), 1.0f};
        TEST_ASSERT_FALSE(vertex_is_idle(sheet(), peak, hem_add(point(peak), way)));
    }
}

/* ---- faces without area ---- */

/* Halves whose far corners lie on the line of their edge, exactly or as near as can be; on one of
 * its ends; or all in one place. */
static void make_thin(test_random *random, hem_vec3 at, uint32_t kind)
{
    static const float parts[] = {0.0f, 0.125f, 0.375f, 0.5f, 0.625f, 1.0f, -0.5f, 1.75f};
    uint32_t most = random_below(random, 2) == 0 ? 1000u : 60000u;
    float x = (float)random_below(random, 2u * most) - (float)most;
    float y = (float)random_below(random, 2u * most) - (float)most;
    float z = (float)random_below(random, 2u * most) - (float)most;
    hem_vec3 way = hem_scale(kind == 5u ? 0.0f : 1.0f / 2048.0f, (hem_vec3){x, y, z});
    put(0, at);
    put(3, hem_add(at, way));
    for (uint32_t v = 1; v < 3; v++) {
        float part = kind < 4u ? parts[random_below(random, 8)] : random_float(random, -1.0f, 2.0f);
        put(v, hem_add_scaled(at, part, way));
    }
}

static void check_thin(float far, bool exact)
{
    const surface thin = halves_of_floor();
    test_random random = {38};
    uint32_t middle = middle_of(thin);
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        hem_vec3 at = {far, -far, 0.5f * far};
        make_thin(&random, at, exact ? i % 4u : 4u + i % 2u);
        hem_vec3 beside = along_edge(thin, middle, random_float(&random, 0.1f, 0.9f));
        (void)edge_is_idle(thin, middle, around(&random, beside, i % 3u == 0 ? 3.0f : 0.1f));
        (void)vertex_is_idle(thin, i % 4u, around(&random, point(i % 4u), 1.0f));
    }
}

void test_faces_without_area_leave_out_nothing(void)
{
    check_thin(0.0f, true);
    check_thin(900.0f, true);
}

void test_slivers_leave_out_nothing_but_what_they_are_nearer_to(void)
{
    check_thin(0.0f, false);
    check_thin(900.0f, false);
}
