/* What the lanes are sure of is what all features say: over slivers, parallel and touching
 * triangles, near and far from the origin, at distances around, at and beside epsilon. */
#include "unity.h"

#include "base/vec3.h"
#include "narrow/faces.h"
#include "narrow/near_4.h"
#include "narrow/triangle_triangle.h"
#include "narrow_cases.h"
#include "random.h"
#include "test_scale.h"

typedef struct four_pairs {
    hem_vec3 a[4][3], b[4][3];
    float epsilon;
} four_pairs;

void setUp(void)
{
}
void tearDown(void)
{
}

static hem_triangles_4 lanes_of(hem_vec3 corners[4][3])
{
    hem_triangles_4 lanes;
    for (uint32_t k = 0; k < 3; k++) {
        float x[4], y[4], z[4];
        for (uint32_t lane = 0; lane < 4; lane++) {
            x[lane] = corners[lane][k].x;
            y[lane] = corners[lane][k].y;
            z[lane] = corners[lane][k].z;
        }
        lanes.x[k] = hem_f4_load(x);
        lanes.y[k] = hem_f4_load(y);
        lanes.z[k] = hem_f4_load(z);
    }
    return lanes;
}

static float span_of(const hem_vec3 a[3], const hem_vec3 b[3])
{
    float span = 0.0f;
    const hem_vec3 all[6] = {a[0], a[1], a[2], b[0], b[1], b[2]};
    for (uint32_t i = 0; i < 36; i++) {
        hem_vec3 way = hem_sub(all[i / 6], all[i % 6]);
        span = hem_max(span, hem_sqrt(hem_dot(way, way)));
    }
    return span;
}

static float distance_of(const hem_vec3 a[3], const hem_vec3 b[3])
{
    hem_polygon first = {{a[0], a[1], a[2]}, 3}, second = {{b[0], b[1], b[2]}, 3};
    hem_faces_nearest nearest;
    hem_closest_features(&first, &second, &nearest);
    return hem_sqrt(nearest.distance_squared);
}

static bool is_near(const hem_vec3 a[3], const hem_vec3 b[3], float epsilon)
{
    hem_polygon first = {{a[0], a[1], a[2]}, 3}, second = {{b[0], b[1], b[2]}, 3};
    hem_faces_nearest nearest;
    hem_closest_features(&first, &second, &nearest);
    return nearest.distance_squared < epsilon * epsilon || hem_triangles_meet(a, b);
}

/* Returns how many of the four were left open. */
static uint32_t check_four(four_pairs *pairs)
{
    hem_triangles_4 a = lanes_of(pairs->a), b = lanes_of(pairs->b);
    float spans[4];
    for (uint32_t lane = 0; lane < 4; lane++) {
        spans[lane] = 1.001f * span_of(pairs->a[lane], pairs->b[lane]) + pairs->epsilon;
    }
    hem_f4 span = hem_f4_load(spans);
    hem_near_bits of_b = hem_corners_near_4(&b, &a, span, pairs->epsilon);
    hem_near_bits of_a = hem_corners_near_4(&a, &b, span, pairs->epsilon);
    hem_near_bits edges = hem_edges_near_4(&a, &b, span, pairs->epsilon);
    uint32_t sure_near = of_a.near | of_b.near | edges.near;
    uint32_t no_doubt = ~(of_a.over | of_b.over | (of_a.cut & of_b.cut));
    uint32_t sure_far = of_a.far | of_b.far | (edges.far & no_doubt);
    uint32_t open = 0;
    for (uint32_t lane = 0; lane < 4; lane++) {
        bool near = is_near(pairs->a[lane], pairs->b[lane], pairs->epsilon);
        TEST_ASSERT_FALSE_MESSAGE((sure_near >> lane & 1u) != 0 && !near, "near, and is not");
        TEST_ASSERT_FALSE_MESSAGE((sure_far >> lane & 1u) != 0 && near, "far, and is not");
        open += ((sure_near | sure_far) >> lane & 1u) == 0;
    }
    return open;
}

static float around(test_random *random, float distance)
{
    const float factors[] = {0.0f, 0.5f, 0.999f, 0.9999f, 1.0f, 1.0001f, 1.001f, 2.0f};
    float epsilon = factors[random_below(random, 8)] * distance;
    return random_below(random, 4) == 0 ? epsilon * (1.0f + random_float(random, -1e-6f, 1e-6f))
                                        : epsilon;
}

void test_sure_is_right_on_hard_triangles(void)
{
    test_random random = {61};
    for (uint32_t round = 0; round < hem_test_count(150000); round++) {
        four_pairs pairs;
        for (uint32_t lane = 0; lane < 4; lane++) {
            if (round % 4 == 0) {
                hem_lattice_triangles_case(&random, 3 + round % 5, pairs.a[lane], pairs.b[lane]);
            } else {
                hem_two_triangles_case(&random, pairs.a[lane], pairs.b[lane]);
            }
        }
        uint32_t lane = random_below(&random, 4);
        pairs.epsilon = around(&random, distance_of(pairs.a[lane], pairs.b[lane]));
        check_four(&pairs);
    }
}

void test_sure_is_right_on_hard_features(void)
{
    test_random random = {62};
    for (uint32_t round = 0; round < hem_test_count(150000); round++) {
        four_pairs pairs;
        for (uint32_t lane = 0; lane < 4; lane++) {
            /* A vertex and a face, or two edges, each with one more point. */
            hem_vec3 point[4], more[4];
            hem_closest_case_kind kind = (hem_closest_case_kind)(round % HEM_CLOSEST_KINDS);
            hem_closest_case(kind, &random, point);
            hem_closest_case(kind, &random, more);
            bool face = round / HEM_CLOSEST_KINDS % 2 == 0;
            pairs.a[lane][0] = point[0];
            pairs.a[lane][1] = face ? more[0] : point[1];
            pairs.a[lane][2] = more[1];
            pairs.b[lane][0] = face ? point[1] : more[2];
            pairs.b[lane][1] = point[2];
            pairs.b[lane][2] = point[3];
        }
        uint32_t lane = random_below(&random, 4);
        pairs.epsilon = around(&random, distance_of(pairs.a[lane], pairs.b[lane]));
        check_four(&pairs);
    }
}

static hem_vec3 in_layer(test_random *random, hem_vec3 at, float height)
{
    hem_vec3 by = {random_float(random, -0.005f, 0.005f), random_float(random, -0.005f, 0.005f),
                   height + random_float(random, -0.0003f, 0.0003f)};
    return hem_vec3_snap(hem_add(at, by));
}

void test_layers_of_cloth_leave_little_open(void)
{
    test_random random = {63};
    uint32_t open = 0, rounds = hem_test_count(20000);
    for (uint32_t round = 0; round < rounds; round++) {
        four_pairs pairs = {.epsilon = 0.001f};
        const float places[] = {0.0f, 1.0f, 50.0f};
        for (uint32_t lane = 0; lane < 4; lane++) {
            hem_vec3 at = {places[round % 3], places[round / 3 % 3], 0.0f};
            for (uint32_t k = 0; k < 3; k++) {
                pairs.a[lane][k] = in_layer(&random, at, 0.0f);
                pairs.b[lane][k] = in_layer(&random, at, 0.001f);
            }
        }
        open += check_four(&pairs);
    }
    TEST_ASSERT_TRUE_MESSAGE(open < 4u * rounds / 100u, "more than one in a hundred");
}
