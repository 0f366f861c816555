/* Contacts with borders of faces: what is left out is told by a neighbour, and what is nearest of
 * all is never left out. */
#include "unity.h"

#include "base/vec3.h"
#include "detect/face_border.h"
#include "hem/narrow.h"
#include "random.h"
#include "test_scale.h"

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
        told += !idle && found[f].distance <= least * (1.0f + 1e-6f);
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
