#include "unity.h"

#include "base/vec3.h"
#include "hull_oracle.h"
#include "narrow/edge_face.h"
#include "narrow/triangle_triangle.h"
#include "narrow_cases.h"
#include "orient_oracle.h"
#include "test_scale.h"

static const hem_vec3 face[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
static const uint32_t face_id[3] = {10, 11, 12};
static const uint32_t edge_id[2] = {20, 21};
static test_random random_state;

void setUp(void)
{
    random_state.state = 4;
}

void tearDown(void)
{
}

/* An edge down through (x, y). */
static hem_region region_at(float x, float y)
{
    const hem_vec3 down[2] = {{x, y, 1}, {x, y, -1}};
    return hem_edge_region(down, edge_id, face, face_id);
}

/* Different ids in random order. */
static void shuffled_ids(uint32_t *id, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t j = random_below(&random_state, i + 1);
        id[i] = id[j];
        id[j] = i * 3 + 1;
    }
}

/* ---- the seven regions ---- */

void test_seven_regions_are_told_apart(void)
{
    TEST_ASSERT_EQUAL(HEM_REGION_INTERIOR, region_at(1, 1));
    TEST_ASSERT_EQUAL(HEM_REGION_EDGE_0, region_at(1, -1));
    TEST_ASSERT_EQUAL(HEM_REGION_EDGE_1, region_at(3, 3));
    TEST_ASSERT_EQUAL(HEM_REGION_EDGE_2, region_at(-1, 1));
    TEST_ASSERT_EQUAL(HEM_REGION_CORNER_0, region_at(-1, -1));
    TEST_ASSERT_EQUAL(HEM_REGION_CORNER_1, region_at(6, -1));
    TEST_ASSERT_EQUAL(HEM_REGION_CORNER_2, region_at(-1, 6));
}

void test_the_region_does_not_depend_on_the_edges_direction(void)
{
    for (int x = -2; x < 8; x++) {
        for (int y = -2; y < 8; y++) {
            const hem_vec3 up[2] = {{(float)x + 0.3f, (float)y + 0.4f, -1},
                                    {(float)x + 0.3f, (float)y + 0.4f, 1}};
            TEST_ASSERT_EQUAL(region_at((float)x + 0.3f, (float)y + 0.4f),
                              hem_edge_region(up, edge_id, face, face_id));
        }
    }
}

void test_an_edge_on_one_side_is_above_or_below(void)
{
    const hem_vec3 above[2] = {{1, 1, 1}, {1, 1, 2}};
    const hem_vec3 below[2] = {{1, 1, -3}, {9, 1, -2}};
    TEST_ASSERT_EQUAL(HEM_REGION_ABOVE, hem_edge_region(above, edge_id, face, face_id));
    TEST_ASSERT_EQUAL(HEM_REGION_BELOW, hem_edge_region(below, edge_id, face, face_id));
    TEST_ASSERT_FALSE(hem_edge_crosses_face(above, edge_id, face, face_id));
    TEST_ASSERT_FALSE(hem_edge_crosses_face(below, edge_id, face, face_id));
}

/* The lines of the three sides cut the plane so that a region's neighbours over side k differ in
 * sign k alone: the sign table of 001-5. */
void test_regions_follow_the_signs_of_three_tetrahedra(void)
{
    static const hem_region by_beyond[8] = {
        HEM_REGION_INTERIOR, HEM_REGION_EDGE_0,   HEM_REGION_EDGE_1,   HEM_REGION_CORNER_1,
        HEM_REGION_EDGE_2,   HEM_REGION_CORNER_0, HEM_REGION_CORNER_2, HEM_REGION_INTERIOR};
    for (uint32_t i = 0; i < hem_test_count(20000); i++) {
        hem_vec3 corner[3], other[3];
        hem_two_triangles_case(&random_state, corner, other);
        uint32_t id[5];
        shuffled_ids(id, 5);
        hem_region region = hem_edge_region(other, id, corner, id + 2);
        int side[2];
        for (uint32_t k = 0; k < 2; k++) {
            const hem_vec3 four[4] = {corner[0], corner[1], corner[2], other[k]};
            const uint32_t ids[4] = {id[2], id[3], id[4], id[k]};
            side[k] = -hem_oracle_sos(four, ids);
        }
        if (side[0] == side[1]) {
            TEST_ASSERT_EQUAL(side[0] > 0 ? HEM_REGION_ABOVE : HEM_REGION_BELOW, region);
            continue;
        }
        uint32_t beyond = 0;
        for (uint32_t k = 0; k < 3; k++) {
            const hem_vec3 four[4] = {other[0], other[1], corner[k], corner[(k + 1) % 3]};
            const uint32_t ids[4] = {id[0], id[1], id[2 + k], id[2 + (k + 1) % 3]};
            beyond |= hem_oracle_sos(four, ids) != side[0] ? 1u << k : 0u;
        }
        TEST_ASSERT_NOT_EQUAL(7u, beyond);
        TEST_ASSERT_EQUAL(by_beyond[beyond], region);
    }
}

/* ---- crossing ---- */

/* The five signs of the definition, in exact arithmetic. */
static bool oracle_crosses(const hem_vec3 e[2], const uint32_t ei[2], const hem_vec3 f[3],
                           const uint32_t fi[3])
{
    int side[2], line[3];
    for (uint32_t k = 0; k < 2; k++) {
        const hem_vec3 four[4] = {f[0], f[1], f[2], e[k]};
        const uint32_t ids[4] = {fi[0], fi[1], fi[2], ei[k]};
        side[k] = hem_oracle_sos(four, ids);
    }
    if (side[0] == side[1]) {
        return false;
    }
    for (uint32_t k = 0; k < 3; k++) {
        const hem_vec3 four[4] = {e[0], e[1], f[k], f[(k + 1) % 3]};
        const uint32_t ids[4] = {ei[0], ei[1], fi[k], fi[(k + 1) % 3]};
        line[k] = hem_oracle_sos(four, ids);
    }
    return line[0] == line[1] && line[1] == line[2];
}

/* No four of the five points are coplanar: then the tie rule has nothing to say. */
static bool in_general_position(const hem_vec3 e[2], const hem_vec3 f[3])
{
    const hem_vec3 all[5] = {e[0], e[1], f[0], f[1], f[2]};
    for (uint32_t left_out = 0; left_out < 5; left_out++) {
        hem_vec3 four[4];
        for (uint32_t i = 0; i < 4; i++) {
            four[i] = all[i < left_out ? i : i + 1];
        }
        if (hem_oracle_orient(four) == 0) {
            return false;
        }
    }
    return true;
}

static void assert_crossing(const hem_vec3 e[2], const uint32_t ei[2], const hem_vec3 f[3],
                            const uint32_t fi[3])
{
    bool crosses = hem_edge_crosses_face(e, ei, f, fi);
    TEST_ASSERT_EQUAL(oracle_crosses(e, ei, f, fi), crosses);
    TEST_ASSERT_EQUAL(crosses, hem_edge_region(e, ei, f, fi) == HEM_REGION_INTERIOR);
    if (in_general_position(e, f)) {
        TEST_ASSERT_EQUAL(hem_oracle_hulls_meet(e, 2, f, 3), crosses);
    } else if (crosses) {
        /* Moved by nothing that can be seen: it touches at least. */
        TEST_ASSERT_TRUE(hem_oracle_hulls_meet(e, 2, f, 3));
    }
}

void test_crossings_of_hard_pairs_are_those_of_exact_arithmetic(void)
{
    uint32_t crossings = 0, count = hem_test_count(150000);
    for (uint32_t i = 0; i < count; i++) {
        hem_vec3 a[3], b[3];
        uint32_t id[5];
        hem_two_triangles_case(&random_state, a, b);
        shuffled_ids(id, 5);
        assert_crossing(a, id, b, id + 2);
        crossings += hem_edge_crosses_face(a, id, b, id + 2) ? 1u : 0u;
    }
    TEST_ASSERT_GREATER_OR_EQUAL(count / 40, crossings);
}

void test_crossings_on_a_lattice_are_those_of_exact_arithmetic(void)
{
    for (uint32_t i = 0; i < hem_test_count(100000); i++) {
        hem_vec3 a[3], b[3];
        uint32_t id[5];
        hem_lattice_triangles_case(&random_state, 2 + i % 3, a, b);
        shuffled_ids(id, 5);
        assert_crossing(a, id, b, id + 2);
    }
}

void test_turning_the_edge_or_the_face_does_not_change_the_crossing(void)
{
    for (uint32_t i = 0; i < hem_test_count(50000); i++) {
        hem_vec3 a[3], b[3];
        uint32_t id[5];
        hem_lattice_triangles_case(&random_state, 3, a, b);
        shuffled_ids(id, 5);
        bool crosses = hem_edge_crosses_face(a, id, b, id + 2);
        const hem_vec3 back[2] = {a[1], a[0]};
        const uint32_t back_id[2] = {id[1], id[0]};
        const hem_vec3 next[3] = {b[1], b[2], b[0]}, other[3] = {b[0], b[2], b[1]};
        const uint32_t next_id[3] = {id[3], id[4], id[2]}, other_id[3] = {id[2], id[4], id[3]};
        TEST_ASSERT_EQUAL(crosses, hem_edge_crosses_face(back, back_id, b, id + 2));
        TEST_ASSERT_EQUAL(crosses, hem_edge_crosses_face(a, id, next, next_id));
        TEST_ASSERT_EQUAL(crosses, hem_edge_crosses_face(back, back_id, other, other_id));
    }
}

/* ---- pairs of triangles ---- */

/* Crossings of the edges of one triangle with the other, among features that share no vertex. */
static uint32_t count_crossings(const hem_vec3 a[3], const uint32_t a_id[3], const hem_vec3 b[3],
                                const uint32_t b_id[3])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t next = (i + 1) % 3;
        bool shared = false;
        for (uint32_t k = 0; k < 3; k++) {
            shared = shared || a_id[i] == b_id[k] || a_id[next] == b_id[k];
        }
        if (!shared) {
            const hem_vec3 edge[2] = {a[i], a[next]};
            const uint32_t ids[2] = {a_id[i], a_id[next]};
            count += hem_edge_crosses_face(edge, ids, b, b_id) ? 1u : 0u;
        }
    }
    return count;
}

static void assert_no_crossing_or_two(const hem_vec3 a[3], const hem_vec3 b[3], uint32_t *pairs)
{
    uint32_t id[6];
    shuffled_ids(id, 6);
    uint32_t count = count_crossings(a, id, b, id + 3) + count_crossings(b, id + 3, a, id);
    TEST_ASSERT_TRUE(count == 0 || count == 2);
    if (count == 2) {
        TEST_ASSERT_TRUE(hem_triangles_meet(a, b));
        ++*pairs;
    }
}

void test_triangles_without_a_common_vertex_have_no_crossing_or_two(void)
{
    uint32_t pairs = 0, count = hem_test_count(200000);
    for (uint32_t i = 0; i < count; i++) {
        hem_vec3 a[3], b[3];
        hem_two_triangles_case(&random_state, a, b);
        assert_no_crossing_or_two(a, b, &pairs);
        hem_lattice_triangles_case(&random_state, 2 + i % 4, a, b);
        assert_no_crossing_or_two(a, b, &pairs);
    }
    TEST_ASSERT_GREATER_OR_EQUAL(count / 10, pairs);
}

void test_triangles_with_a_common_vertex_have_one_crossing_at_most(void)
{
    uint32_t pairs = 0, count = hem_test_count(200000);
    for (uint32_t i = 0; i < count; i++) {
        hem_vec3 a[3], b[3];
        uint32_t id[6];
        if (i % 2 == 0) {
            hem_two_triangles_case(&random_state, a, b);
        } else {
            hem_lattice_triangles_case(&random_state, 2 + i % 4, a, b);
        }
        shuffled_ids(id, 6);
        b[0] = a[0];
        id[3] = id[0];
        uint32_t crossings = count_crossings(a, id, b, id + 3) + count_crossings(b, id + 3, a, id);
        TEST_ASSERT_LESS_OR_EQUAL(1u, crossings);
        pairs += crossings;
    }
    TEST_ASSERT_GREATER_OR_EQUAL(count / 20, pairs);
}

/* Where nothing is degenerate both rules say the same. */
void test_the_closed_test_is_true_wherever_there_is_a_crossing(void)
{
    uint32_t touching = 0, count = hem_test_count(100000);
    for (uint32_t i = 0; i < count; i++) {
        hem_vec3 a[3], b[3];
        uint32_t id[6];
        hem_lattice_triangles_case(&random_state, 6, a, b);
        shuffled_ids(id, 6);
        uint32_t crossings = count_crossings(a, id, b, id + 3) + count_crossings(b, id + 3, a, id);
        bool meet = hem_triangles_meet(a, b);
        TEST_ASSERT_TRUE(crossings == 0 || meet);
        touching += meet && crossings == 0 ? 1u : 0u;
    }
    TEST_ASSERT_GREATER_OR_EQUAL(count / 200, touching);
}
