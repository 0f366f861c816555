/* Contacts that keep their points: within the bound of the exact distance over thousands of moves,
 * measured anew when they have to be, and bad input is refused. */
#include "unity.h"

#include "base/vec3.h"
#include "closest_oracle.h"
#include "hem/coherence.h"
#include "hull_oracle.h"
#include "pass_scratch.h"
#include "random.h"
#include "test_scale.h"
#include "tree_body.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PAIRS 60u

/* Two bodies of quads that stand alone, two triangles each: quad i of the one is near quad i of the
 * other. Triangles are their first halves. */
static tree_body body[2];
static hem_vec3 *before[2], *velocities[2];
static hem_face_contact contacts[PAIRS], saved[PAIRS];
static hem_contact_age ages[PAIRS];
static hem_pair pairs[PAIRS], order[PAIRS];
static hem_reuse_contacts_out out;

static hem_vec3 random_vector(test_random *random, float size)
{
    return (hem_vec3){random_float(random, -size, size), random_float(random, -size, size),
                      random_float(random, -size, size)};
}

/* A flat parallelogram near a place, which floats can keep flat. */
static void make_quad(test_random *random, hem_vec3 place, float size, hem_vec3 corner[4])
{
    float cell = 1.0f / 4096.0f;
    hem_vec3 points[3];
    for (uint32_t k = 0; k < 3; k++) {
        hem_vec3 p = random_vector(random, size / cell);
        points[k] = (hem_vec3){cell * roundf(p.x), cell * roundf(p.y), cell * roundf(p.z)};
    }
    corner[0] = hem_add(place, points[0]);
    corner[1] = hem_add(corner[0], points[1]);
    corner[2] = hem_add(corner[1], points[2]);
    corner[3] = hem_add(corner[0], points[2]);
}

static void make_bodies(test_random *random, float place, float size)
{
    for (uint32_t side = 0; side < 2; side++) {
        tree_body_free(&body[side]);
        free(before[side]);
        free(velocities[side]);
        body[side] = tree_body_start(4u * PAIRS, 2u * PAIRS);
        for (uint32_t i = 0; i < PAIRS; i++) {
            const uint32_t corners[6] = {0, 1, 2, 0, 2, 3};
            hem_vec3 at = {place + (float)i, -place, side == 0 ? place : place + size};
            make_quad(random, at, size, body[side].positions + 4u * (size_t)i);
            for (uint32_t k = 0; k < 6; k++) {
                body[side].triangles[6u * (size_t)i + k] = 4u * i + corners[k];
            }
        }
        tree_body_finish(&body[side]);
        before[side] = malloc(4u * PAIRS * sizeof **before);
        velocities[side] = malloc(4u * PAIRS * sizeof **velocities);
        for (uint32_t v = 0; v < 4u * PAIRS; v++) {
            before[side][v] = body[side].positions[v];
            velocities[side][v] = random_vector(random, 1.0f);
        }
    }
}

void setUp(void)
{
    pass_scratch_start(65536);
}

void tearDown(void)
{
    pass_scratch_end();
    for (uint32_t side = 0; side < 2; side++) {
        tree_body_free(&body[side]);
        free(before[side]);
        free(velocities[side]);
        before[side] = velocities[side] = NULL;
    }
}

static hem_side side_of(uint32_t side)
{
    return (hem_side){
        .mesh = body[side].mesh, .positions = body[side].positions, .velocities = velocities[side]};
}

static hem_reuse_contacts_in input(bool quads, float tolerance)
{
    return (hem_reuse_contacts_in){
        .a = side_of(0),
        .b = side_of(1),
        .before_a = before[0],
        .before_b = before[1],
        .quads_a = quads,
        .quads_b = quads,
        .dt = 0.01f,
        .tolerance = tolerance,
        .contacts = contacts,
        .ages = ages,
        .count = PAIRS,
        .order = order,
    };
}

static void measure_all(bool quads, hem_face_contact *into)
{
    hem_face_contacts_out found;
    for (uint32_t i = 0; i < PAIRS; i++) {
        pairs[i] = (hem_pair){2u * i, 2u * i};
        hem_face_contacts_in in = {
            .a = side_of(0),
            .b = side_of(1),
            .pairs = pairs + i,
            .pair_count = 1,
            .quads_a = quads,
            .quads_b = quads,
            .dt = 0.01f,
            .contacts = into + i,
            .room = 1,
            .scratch = &scratch,
        };
        TEST_ASSERT_EQUAL(HEM_OK, hem_face_contacts(&in, &found));
    }
    memset(ages, 0, sizeof ages);
}

/* Everything moves on together, and each corner a little by itself. */
static void move(test_random *random, float together, float apart)
{
    hem_vec3 common = random_vector(random, together);
    for (uint32_t side = 0; side < 2; side++) {
        for (uint32_t v = 0; v < 4u * PAIRS; v++) {
            hem_vec3 way = hem_add(common, random_vector(random, apart));
            before[side][v] = body[side].positions[v];
            body[side].positions[v] = hem_vec3_snap(hem_add(before[side][v], way));
        }
    }
}

static const hem_vec3 *corners_of(uint32_t side, const hem_face_contact *contact, bool quads)
{
    uint32_t face = side == 0 ? contact->faces.first : contact->faces.second;
    return body[side].positions + 4u * (size_t)(quads ? face : face / 2u);
}

/* The corners of a quad in the order of its weights: the first half from its lone corner on. */
static hem_vec3 weighted(const hem_vec3 *corner, const float weight[4], bool quads)
{
    static const uint32_t places[2][4] = {{0, 1, 2, 0}, {1, 2, 3, 0}};
    double x = 0, y = 0, z = 0;
    for (uint32_t k = 0; k < (quads ? 4u : 3u); k++) {
        hem_vec3 p = corner[places[quads][k]];
        x += (double)weight[k] * (double)p.x;
        y += (double)weight[k] * (double)p.y;
        z += (double)weight[k] * (double)p.z;
    }
    return (hem_vec3){(float)x, (float)y, (float)z};
}

static double largest_excess, largest_share;

/* Of faces, or of the hulls of quads, which bend: four triangles each, if they do not meet. */
static double true_distance(const hem_vec3 *a, const hem_vec3 *b, bool quads)
{
    if (!quads) {
        return hem_oracle_distance_faces(a, 3, b, 3);
    }
    double least = hem_oracle_hulls_meet(a, 4, b, 4) ? 0.0 : INFINITY;
    for (uint32_t i = 0; i < 16 && least > 0.0; i++) {
        hem_vec3 p[3], q[3];
        for (uint32_t k = 0; k < 3; k++) {
            p[k] = a[(i / 4u + k) % 4u];
            q[k] = b[(i % 4u + k) % 4u];
        }
        least = fmin(least, hem_oracle_distance_faces(p, 3, q, 3));
    }
    return least;
}

/* Between the true distance and four times the motion more. */
static void check_distances(bool quads)
{
    for (uint32_t i = 0; i < PAIRS; i += quads ? 7u : 1u) {
        const hem_face_contact *contact = &contacts[i];
        const hem_vec3 *a = corners_of(0, contact, quads), *b = corners_of(1, contact, quads);
        hem_vec3 all[8];
        memcpy(all, a, 4u * sizeof *a);
        memcpy(all + 4, b, 4u * sizeof *b);
        double rounding = 1e-6 * hem_oracle_extent(all, 8);
        double truth = true_distance(a, b, quads);
        double more = (double)contact->distance - truth;
        TEST_ASSERT_TRUE(more >= -rounding);
        TEST_ASSERT_TRUE(more <= 4.0 * (double)ages[i].moved + rounding);
        if (ages[i].calls > 0) {
            double bound = 4.0 * (double)ages[i].moved;
            TEST_ASSERT_TRUE(bound <= (double)out.error);
            largest_excess = fmax(largest_excess, more);
            largest_share = bound > rounding ? fmax(largest_share, more / bound) : largest_share;
        }
        hem_vec3 p = weighted(a, contact->weight_a, quads),
                 q = weighted(b, contact->weight_b, quads);
        hem_vec3 n = contact->normal, way = hem_sub(p, q);
        float slack = (float)rounding + 1e-6f * hem_abs(p.x);
        TEST_ASSERT_FLOAT_WITHIN(slack, contact->distance, hem_dot(n, way));
        TEST_ASSERT_FLOAT_WITHIN(1e-4f, 1.0f, hem_length(n));
    }
}

static void check_order(void)
{
    bool seen[PAIRS] = {false};
    for (uint32_t i = 0; i < PAIRS; i++) {
        uint32_t here = order[i].second;
        TEST_ASSERT_TRUE(here < PAIRS && !seen[here]);
        seen[here] = true;
        if (i > 0) {
            uint32_t last = order[i - 1u].second;
            float x = contacts[last].predicted, y = contacts[here].predicted;
            TEST_ASSERT_TRUE(x < y || (x == y && last < here));
        }
    }
}

void test_distances_stay_within_the_bound_over_thousands_of_moves(void)
{
    const float places[] = {0.0f, 0.0f, 30.0f, 2000.0f}, sizes[] = {0.1f, 0.02f, 0.1f, 0.2f};
    test_random random = {91};
    uint64_t reused = 0, measured = 0;
    largest_excess = largest_share = 0.0;
    for (uint32_t round = 0; round < hem_test_count(24); round++) {
        bool quads = round % 2u == 1u;
        float place = places[round / 2u % 4u], size = sizes[round / 2u % 4u];
        float tolerance = size * (round % 3u == 0 ? 0.2f : 0.02f);
        make_bodies(&random, place, size);
        measure_all(quads, contacts);
        for (uint32_t step = 0; step < 12; step++) {
            move(&random, step % 3u == 0 ? 0.5f : 0.0f, 0.0005f * size * (float)(step % 4u));
            hem_reuse_contacts_in in = input(quads, tolerance);
            TEST_ASSERT_EQUAL(HEM_OK, hem_reuse_contacts(&in, &out));
            TEST_ASSERT_EQUAL_UINT32(PAIRS, out.reused + out.measured);
            TEST_ASSERT_TRUE(out.error <= tolerance);
            check_distances(quads);
            check_order();
            reused += out.reused;
            measured += out.measured;
        }
    }
    TEST_ASSERT_TRUE(reused > 0);
    if (hem_test_count(24) >= 24) { /* a few rounds alone do not show everything */
        TEST_ASSERT_TRUE(reused > measured && measured > 0);
        TEST_ASSERT_TRUE(largest_excess > 0.0 && largest_share > 0.05);
    }
}

/* Parallel faces: the points part, another corner comes closer, all by b. */
void test_the_bound_can_be_reached(void)
{
    test_random random = {92};
    make_bodies(&random, 0.0f, 0.1f);
    hem_vec3 *p = body[0].positions, *q = body[1].positions;
    const hem_vec3 flat[3] = {{0.0f, 0.0f, 0.0f}, {0.25f, 0.0f, 0.0f}, {0.0f, 0.25f, 0.0f}};
    for (uint32_t k = 0; k < 3; k++) {
        p[k] = before[0][k] = hem_add(flat[k], (hem_vec3){0.0f, 0.0f, 0.25f});
        q[k] = before[1][k] = flat[k];
    }
    p[3] = q[3] = before[0][3] = before[1][3] = (hem_vec3){0.25f, 0.25f, 0.0f};
    measure_all(false, contacts);
    TEST_ASSERT_EQUAL_FLOAT(0.25f, contacts[0].distance);
    /* Whichever corner the points lean to, it is the one that parts. */
    for (uint32_t k = 0; k < 3; k++) {
        contacts[0].weight_a[k] = contacts[0].weight_b[k] = k == 1 ? 1.0f : 0.0f;
    }
    const float b = 1.0f / 1024.0f;
    for (uint32_t k = 0; k < 3; k++) {
        p[k].z += k == 1 ? b : -b;
        q[k].z += k == 1 ? -b : b;
    }
    hem_reuse_contacts_in in = input(false, 1.0f);
    TEST_ASSERT_EQUAL(HEM_OK, hem_reuse_contacts(&in, &out));
    TEST_ASSERT_FLOAT_WITHIN(1e-7f, b, ages[0].moved);
    TEST_ASSERT_FLOAT_WITHIN(1e-7f, 0.25f + 2.0f * b, contacts[0].distance);
    double truth = hem_oracle_distance_faces(p, 3, q, 3);
    TEST_ASSERT_DOUBLE_WITHIN(1e-7, 0.25 - 2.0 * (double)b, truth);
}

void test_what_moves_together_is_never_measured_again(void)
{
    test_random random = {93};
    for (uint32_t quads = 0; quads < 2; quads++) {
        make_bodies(&random, 0.0f, 0.1f);
        measure_all(quads == 1, contacts);
        uint32_t meeting = 0;
        for (uint32_t i = 0; i < PAIRS; i++) {
            meeting += contacts[i].distance < 1e-4f;
        }
        for (uint32_t step = 0; step < 50; step++) {
            move(&random, 0.01f, 0.0f);
            hem_reuse_contacts_in in = input(quads == 1, 0.0005f);
            TEST_ASSERT_EQUAL(HEM_OK, hem_reuse_contacts(&in, &out));
            TEST_ASSERT_TRUE(out.measured <= meeting);
            check_distances(quads == 1);
        }
    }
}

void test_faces_that_may_meet_are_measured_again(void)
{
    test_random random = {94};
    make_bodies(&random, 0.0f, 0.1f);
    memcpy(body[1].positions, body[0].positions, 4u * PAIRS * sizeof(hem_vec3));
    memcpy(before[1], body[0].positions, 4u * PAIRS * sizeof(hem_vec3));
    measure_all(false, contacts);
    hem_reuse_contacts_in in = input(false, 1000.0f);
    TEST_ASSERT_EQUAL(HEM_OK, hem_reuse_contacts(&in, &out));
    TEST_ASSERT_EQUAL_UINT32(PAIRS, out.measured);
    move(&random, 0.0f, 0.3f);
    TEST_ASSERT_EQUAL(HEM_OK, hem_reuse_contacts(&in, &out));
    TEST_ASSERT_EQUAL_UINT32(PAIRS, out.measured);
    check_distances(false);
}

/* Long slivers: the weights of their common point are off by more than rounding. */
void test_slivers_that_meet_stay_so_when_nothing_moves(void)
{
    static const hem_vec3 sliver[2][3] = {{{1.00060833f, -2.00295973f, 0.502298594f},
                                           {14.7494793f, -29.5050335f, 7.38275957f},
                                           {15.7523727f, -31.5078697f, 7.87686396f}},
                                          {{1.24770713f, -2.50543928f, 0.622066021f},
                                           {14.2523079f, -28.5037403f, 7.12497187f},
                                           {13.7511683f, -27.5073853f, 6.87885046f}}};
    test_random random = {98};
    make_bodies(&random, 0.0f, 0.1f);
    for (uint32_t side = 0; side < 2; side++) {
        memcpy(body[side].positions, sliver[side], sizeof sliver[side]);
        memcpy(before[side], sliver[side], sizeof sliver[side]);
    }
    measure_all(false, contacts);
    TEST_ASSERT_EQUAL_FLOAT(0.0f, contacts[0].distance);
    hem_reuse_contacts_in in = input(false, 0.01f);
    TEST_ASSERT_EQUAL(HEM_OK, hem_reuse_contacts(&in, &out));
    TEST_ASSERT_EQUAL_FLOAT(0.0f, contacts[0].distance);
}

void test_what_is_measured_again_is_what_measuring_gives(void)
{
    test_random random = {95};
    for (uint32_t quads = 0; quads < 2; quads++) {
        make_bodies(&random, 0.0f, 0.1f);
        measure_all(quads == 1, contacts);
        const uint32_t limits[] = {1, 3, 0};
        for (uint32_t i = 0; i < 3; i++) {
            measure_all(quads == 1, contacts);
            for (uint32_t step = 1; step <= 9; step++) {
                hem_reuse_contacts_in in = input(quads == 1, 1000.0f);
                in.refresh_after = limits[i];
                move(&random, 0.0f, 1e-6f);
                TEST_ASSERT_EQUAL(HEM_OK, hem_reuse_contacts(&in, &out));
                if (limits[i] != 0 && step % limits[i] == 0) {
                    TEST_ASSERT_EQUAL_UINT32(PAIRS, out.measured);
                    TEST_ASSERT_EQUAL_FLOAT(0.0f, out.error);
                    measure_all(quads == 1, saved);
                    TEST_ASSERT_EQUAL_MEMORY(saved, contacts, sizeof saved);
                } else {
                    TEST_ASSERT_TRUE(out.reused > PAIRS / 2u);
                }
            }
        }
    }
    /* Ages or weights that are none make no contact wrong. */
    hem_reuse_contacts_in in = input(true, 1000.0f);
    ages[0].moved = NAN;
    ages[1].moved = -1.0f;
    contacts[2].weight_a[1] = NAN;
    measure_all(true, saved);
    ages[0].moved = NAN;
    ages[1].moved = -1.0f;
    TEST_ASSERT_EQUAL(HEM_OK, hem_reuse_contacts(&in, &out));
    TEST_ASSERT_EQUAL_MEMORY(saved, contacts, 3u * sizeof *saved);
}

void test_predictions_follow_the_velocities(void)
{
    test_random random = {96};
    make_bodies(&random, 0.0f, 0.1f);
    measure_all(false, contacts);
    move(&random, 0.1f, 1e-5f);
    hem_reuse_contacts_in in = input(false, 0.01f);
    in.order = NULL;
    TEST_ASSERT_EQUAL(HEM_OK, hem_reuse_contacts(&in, &out));
    TEST_ASSERT_TRUE(out.reused > 0);
    for (uint32_t i = 0; i < PAIRS; i++) {
        double approach = 0.0;
        for (uint32_t k = 0; k < 3; k++) {
            hem_vec3 n = contacts[i].normal;
            approach +=
                (double)contacts[i].weight_a[k] * (double)hem_dot(velocities[0][4u * i + k], n);
            approach -=
                (double)contacts[i].weight_b[k] * (double)hem_dot(velocities[1][4u * i + k], n);
        }
        TEST_ASSERT_DOUBLE_WITHIN(1e-6, (double)contacts[i].distance + 0.01 * approach,
                                  (double)contacts[i].predicted);
    }
}

void test_what_makes_no_sense_is_refused_and_changes_nothing(void)
{
    test_random random = {97};
    make_bodies(&random, 0.0f, 0.1f);
    measure_all(false, contacts);
    memcpy(saved, contacts, sizeof saved);
    hem_reuse_contacts_in good = input(false, 0.01f), in = good;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_reuse_contacts(NULL, &out));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_reuse_contacts(&in, NULL));
    for (uint32_t missing = 0; missing < 8; missing++) {
        in = good;
        in.a.mesh = missing == 0 ? NULL : in.a.mesh;
        in.b.mesh = missing == 1 ? NULL : in.b.mesh;
        in.a.positions = missing == 2 ? NULL : in.a.positions;
        in.b.positions = missing == 3 ? NULL : in.b.positions;
        in.before_a = missing == 4 ? NULL : in.before_a;
        in.before_b = missing == 5 ? NULL : in.before_b;
        in.contacts = missing == 6 ? NULL : in.contacts;
        in.ages = missing == 7 ? NULL : in.ages;
        TEST_ASSERT_EQUAL(HEM_NULL, hem_reuse_contacts(&in, &out));
    }
    const float bad[] = {NAN, INFINITY, -1e-9f};
    for (uint32_t i = 0; i < 6; i++) {
        in = good;
        in.dt = i < 3 ? bad[i] : in.dt;
        in.tolerance = i < 3 ? in.tolerance : bad[i - 3u];
        TEST_ASSERT_EQUAL(i % 3u < 2u ? HEM_NOT_FINITE : HEM_OUT_OF_RANGE,
                          hem_reuse_contacts(&in, &out));
    }
    in = good;
    in.b = in.a;
    in.quads_a = true;
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_reuse_contacts(&in, &out));
    in = good;
    in.quads_a = true; /* of as many quads as half the triangles: contacts name more */
    TEST_ASSERT_EQUAL(HEM_BAD_INDEX, hem_reuse_contacts(&in, &out));
    contacts[7].faces.second = body[1].triangle_count;
    TEST_ASSERT_EQUAL(HEM_BAD_INDEX, hem_reuse_contacts(&good, &out));
    TEST_ASSERT_EQUAL_UINT32(7, out.detail.index);
    contacts[7] = saved[7];
    before[1][4 * 9 + 1].y = 4096.0f;
    TEST_ASSERT_EQUAL(HEM_OUT_OF_RANGE, hem_reuse_contacts(&good, &out));
    TEST_ASSERT_EQUAL_UINT32(4 * 9 + 1, out.detail.index);
    body[0].positions[4 * 5 + 2].x = NAN;
    TEST_ASSERT_EQUAL(HEM_OUT_OF_RANGE, hem_reuse_contacts(&good, &out));
    TEST_ASSERT_EQUAL_UINT32(4 * 5 + 2, out.detail.index);
    body[0].positions[4 * 5 + 2].x = before[1][4 * 9 + 1].y = 0.0f;
    velocities[1][3].z = INFINITY;
    TEST_ASSERT_EQUAL(HEM_NOT_FINITE, hem_reuse_contacts(&good, &out));
    TEST_ASSERT_EQUAL_UINT32(3, out.detail.index);
    TEST_ASSERT_EQUAL_MEMORY(saved, contacts, sizeof saved);
    in = good;
    in.count = 0;
    in.contacts = NULL;
    in.ages = NULL;
    velocities[1][3].z = 0.0f;
    TEST_ASSERT_EQUAL(HEM_OK, hem_reuse_contacts(&in, &out));
    TEST_ASSERT_EQUAL_UINT32(0, out.reused + out.measured);
}

void test_halves_that_are_no_quads_are_refused(void)
{
    body[0] = tree_body_start(6, 2);
    for (uint32_t k = 0; k < 6; k++) {
        body[0].triangles[k] = k;
        body[0].positions[k] = (hem_vec3){(float)k, (float)(k * k), 0.0f};
    }
    tree_body_finish(&body[0]);
    body[1] = tree_body_start(3, 1);
    memcpy(body[1].triangles, body[0].triangles, 3u * sizeof(uint32_t));
    memcpy(body[1].positions, body[0].positions, 3u * sizeof(hem_vec3));
    tree_body_finish(&body[1]);
    hem_reuse_contacts_in in = input(false, 0.01f);
    in.count = 0;
    in.before_a = in.a.positions;
    in.before_b = in.b.positions;
    in.quads_a = true;
    TEST_ASSERT_EQUAL(HEM_BAD_TRIANGLE, hem_reuse_contacts(&in, &out));
    TEST_ASSERT_EQUAL_UINT32(0, out.detail.index);
    in.quads_a = false;
    in.quads_b = true;
    TEST_ASSERT_EQUAL(HEM_BAD_COUNT, hem_reuse_contacts(&in, &out));
}
