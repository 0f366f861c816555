/* Flat pairs: what is taken out is what brute force in double says, with groups found again from
 * the triangles; the rest stays in order; bad input is refused. */
#include "unity.h"

#include "base/vec3.h"
#include "hem/coherence.h"
#include "random.h"
#include "test_scale.h"
#include "tree_build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROOM 300000u

static tree_case made;
static tree_built built;
static hem_vec3 *positions;
static hem_pair *pairs, *before;
static uint32_t count;
static hem_drop_flat_out out;
static uint64_t dropped_pairs, slivers_kept, kept_apart;

static void forget(void)
{
    tree_build_free(&built);
    tree_case_free(&made);
    free(positions);
    positions = NULL;
}

void setUp(void)
{
    pairs = malloc(ROOM * sizeof *pairs);
    before = malloc(ROOM * sizeof *before);
    dropped_pairs = slivers_kept = kept_apart = 0;
}

void tearDown(void)
{
    forget();
    free(pairs);
    free(before);
}

/* All pairs of a mesh that share no vertex, with its vertices moved a little. */
static void take(tree_case from, uint32_t seed, float distance)
{
    forget();
    made = from;
    built = tree_build(&made, tree_settings_at(0));
    positions = malloc(made.mesh.vertex_count * sizeof *positions);
    tree_case_move(&made, seed, distance, positions);
    count = 0;
    for (uint32_t i = 0; i < made.mesh.triangle_count; i++) {
        for (uint32_t j = i + 1u; j < made.mesh.triangle_count && count < ROOM; j++) {
            if (!tree_case_share_vertex(&made, i, j)) {
                pairs[count++] = (hem_pair){i, j};
            }
        }
    }
    memcpy(before, pairs, count * sizeof *pairs);
}

static hem_drop_flat_in input(float cosine)
{
    return (hem_drop_flat_in){.mesh = built.mesh.mesh,
                              .positions = positions,
                              .pairs = pairs,
                              .count = count,
                              .cosine = cosine};
}

typedef struct normal {
    double x, y, z;
    bool thin; /* so thin that floats may not tell the normal */
    bool none;
} normal;

static normal normal_of(uint32_t triangle)
{
    const uint32_t *t = made.mesh.triangles + 3u * (size_t)triangle;
    hem_vec3 a = positions[t[0]], b = positions[t[1]], c = positions[t[2]];
    double u[3] = {(double)b.x - (double)a.x, (double)b.y - (double)a.y, (double)b.z - (double)a.z};
    double v[3] = {(double)c.x - (double)a.x, (double)c.y - (double)a.y, (double)c.z - (double)a.z};
    normal n = {.x = u[1] * v[2] - u[2] * v[1],
                .y = u[2] * v[0] - u[0] * v[2],
                .z = u[0] * v[1] - u[1] * v[0]};
    double length = sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    double size =
        sqrt((u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
    n.none = !(length > 1e-13 * size) || length < 1e-25;
    n.thin = !(length > 0.02 * size) || length < 1e-14;
    n.x /= length, n.y /= length, n.z /= length;
    return n;
}

/* A byte for two groups that share a vertex, found from the triangles. */
static uint8_t touch[256][256];

static void find_touching_groups(void)
{
    const uint8_t *groups = hem_mesh_groups(built.mesh.mesh);
    memset(touch, 0, sizeof touch);
    for (uint32_t i = 0; i < made.mesh.triangle_count; i++) {
        for (uint32_t j = 0; j < made.mesh.triangle_count; j++) {
            if (i == j || tree_case_share_vertex(&made, i, j)) {
                touch[groups[i]][groups[j]] = 1;
            }
        }
    }
    for (uint32_t i = 0; i < 256; i++) {
        touch[HEM_NO_FACE_GROUP][i] = touch[i][HEM_NO_FACE_GROUP] = 0;
    }
}

static void check(float cosine)
{
    const uint8_t *groups = hem_mesh_groups(built.mesh.mesh);
    memcpy(pairs, before, count * sizeof *pairs);
    hem_drop_flat_in in = input(cosine);
    TEST_ASSERT_EQUAL(HEM_OK, hem_drop_flat_pairs(&in, &out));
    TEST_ASSERT_EQUAL_UINT32(count, out.kept + out.dropped);
    uint32_t next = 0;
    for (uint32_t i = 0; i < count; i++) {
        hem_pair pair = before[i];
        bool kept = next < out.kept && memcmp(&pairs[next], &pair, sizeof pair) == 0;
        next += kept;
        normal a = normal_of(pair.first), b = normal_of(pair.second);
        double dot = a.x * b.x + a.y * b.y + a.z * b.z;
        if (touch[groups[pair.first]][groups[pair.second]] == 0) {
            TEST_ASSERT_TRUE_MESSAGE(kept, "groups that do not touch");
            kept_apart++;
        } else if (a.none || b.none) {
            TEST_ASSERT_TRUE_MESSAGE(kept, "no normal");
            slivers_kept++;
        } else if (dot <= (double)cosine) {
            TEST_ASSERT_TRUE_MESSAGE(kept, "a significant angle");
        } else if (dot > (double)cosine + 1e-3 && !a.thin && !b.thin) {
            TEST_ASSERT_FALSE_MESSAGE(kept, "flat");
            dropped_pairs++;
        }
    }
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(out.kept, next, "in the order that they had");
}

static const float cosines[] = {-1.0f, -0.3f, 0.0f, 0.5f, 0.9f, 0.996f, 1.0f};

void test_brute_force_says_the_same_on_every_shape(void)
{
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        take(tree_case_make(c), c, c % 2u == 0 ? 0.0f : 0.001f);
        find_touching_groups();
        for (uint32_t i = 0; i < 7; i++) {
            check(cosines[i]);
        }
    }
    TEST_ASSERT_TRUE(dropped_pairs > 1000);
    TEST_ASSERT_TRUE(slivers_kept > 100);
    TEST_ASSERT_TRUE(kept_apart > 1000);
}

void test_brute_force_says_the_same_on_random_meshes(void)
{
    for (uint32_t i = 0; i < hem_test_count(300); i++) {
        take(tree_case_random(i), i, 0.05f);
        find_touching_groups();
        check(cosines[i % 7u]);
    }
}

/* Needles: the thinner, the less a float can say about their normals. None may be dropped whose
 * true angle is significant. */
void test_needles_of_any_thinness_are_not_dropped_by_mistake(void)
{
    test_random random = {11};
    for (uint32_t round = 0; round < hem_test_count(60); round++) {
        take(tree_case_make(TREE_CASE_GRID), round, 0.0f);
        find_touching_groups();
        float thin = powf(10.0f, -0.25f * (float)(round % 40u));
        float place = round % 3u == 0 ? 100.0f : 0.0f;
        for (uint32_t v = 0; v < made.mesh.vertex_count; v++) {
            hem_vec3 *p = &positions[v];
            p->z = place + random_float(&random, -thin, thin) * 0.1f;
            p->y *= thin;
            *p = hem_vec3_snap(*p);
        }
        for (uint32_t i = 0; i < 7; i++) {
            check(cosines[i]);
        }
    }
}

void test_a_flat_sheet_has_no_pairs_left_and_a_cosine_of_one_keeps_all(void)
{
    take(tree_case_make(TREE_CASE_GRID), 0, 0.0f);
    find_touching_groups();
    check(1.0f);
    TEST_ASSERT_EQUAL_UINT32(0, out.dropped);
    uint32_t touching = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *groups = hem_mesh_groups(built.mesh.mesh);
        touching += touch[groups[before[i].first]][groups[before[i].second]];
    }
    check(0.99f);
    TEST_ASSERT_EQUAL_UINT32(touching, out.dropped);
    TEST_ASSERT_TRUE(touching > 0);
}

void test_what_makes_no_sense_is_refused_and_changes_nothing(void)
{
    take(tree_case_make(TREE_CASE_GRID), 0, 0.0f);
    hem_drop_flat_in good = input(0.9f), in = good;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_drop_flat_pairs(NULL, &out));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_drop_flat_pairs(&in, NULL));
    for (uint32_t missing = 0; missing < 3; missing++) {
        in = good;
        in.mesh = missing == 0 ? NULL : in.mesh;
        in.positions = missing == 1 ? NULL : in.positions;
        in.pairs = missing == 2 ? NULL : in.pairs;
        TEST_ASSERT_EQUAL(HEM_NULL, hem_drop_flat_pairs(&in, &out));
    }
    const float bad[] = {NAN, INFINITY, -INFINITY, 1.001f, -1.001f};
    for (uint32_t i = 0; i < 5; i++) {
        in = good;
        in.cosine = bad[i];
        TEST_ASSERT_EQUAL(i < 3 ? HEM_NOT_FINITE : HEM_OUT_OF_RANGE,
                          hem_drop_flat_pairs(&in, &out));
    }
    for (uint32_t i = 0; i < 2; i++) {
        memcpy(pairs, before, count * sizeof *pairs);
        *(i == 0 ? &pairs[count - 1u].first : &pairs[count - 1u].second) = made.mesh.triangle_count;
        TEST_ASSERT_EQUAL(HEM_BAD_INDEX, hem_drop_flat_pairs(&good, &out));
        TEST_ASSERT_EQUAL_UINT32(count - 1u, out.detail.index);
        TEST_ASSERT_EQUAL_MEMORY(before, pairs, (count - 1u) * sizeof *pairs);
    }
    /* No normal, no drop. */
    memcpy(pairs, before, count * sizeof *pairs);
    for (uint32_t v = 0; v < made.mesh.vertex_count; v++) {
        positions[v].x = NAN;
    }
    TEST_ASSERT_EQUAL(HEM_OK, hem_drop_flat_pairs(&good, &out));
    TEST_ASSERT_EQUAL_UINT32(count, out.kept);
    in = good;
    in.count = 0;
    in.pairs = NULL;
    TEST_ASSERT_EQUAL(HEM_OK, hem_drop_flat_pairs(&in, &out));
    TEST_ASSERT_EQUAL_UINT32(0, out.kept + out.dropped);
}
