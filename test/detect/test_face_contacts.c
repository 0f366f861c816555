/* Contacts of faces, triangles and quads: the distance is the exact one, the points make it, the
 * order is that of predicted distances, and what is wrong is refused. */
#include "unity.h"

#include "base/vec3.h"
#include "closest_oracle.h"
#include "hem/near_faces.h"
#include "pass_scratch.h"
#include "random.h"
#include "test_scale.h"
#include "tree_body.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROOM 20000u

static hem_pair pairs[ROOM];
static hem_face_contact contacts[ROOM + 1u];
static hem_near_faces_out near;
static hem_face_contacts_out out;
static tree_body sheet[2];

/* Two flat sheets of right-angled cells, two triangles each, tilted against each other. */
void setUp(void)
{
    pass_scratch_start(8u << 20);
    for (uint32_t i = 0; i < 2; i++) {
        sheet[i] = tree_body_grid(9, 7, 0.01f);
        for (uint32_t v = 0; v < sheet[i].vertex_count && i == 1; v++) {
            hem_vec3 p = sheet[i].positions[v];
            /* A shear by a power of two keeps it flat on the grid of floats. */
            sheet[i].positions[v] =
                hem_vec3_snap((hem_vec3){p.x + 0.0043f, p.y - 0.0021f, 0.0005f + 0.03125f * p.x});
        }
        tree_body_finish(&sheet[i]);
    }
}

void tearDown(void)
{
    pass_scratch_end();
    tree_body_free(&sheet[0]);
    tree_body_free(&sheet[1]);
}

static hem_side side_of(const tree_body *body)
{
    return (hem_side){.mesh = body->mesh, .tree = body->tree, .positions = body->positions};
}

static hem_face_contacts_in find(const tree_body *a, const tree_body *b, float epsilon)
{
    hem_near_faces_in in = {
        .a = a->tree,
        .b = b->tree,
        .positions_a = a->positions,
        .positions_b = b->positions,
        .epsilon = epsilon,
        .pairs = pairs,
        .room = ROOM,
        .scratch = &scratch,
    };
    TEST_ASSERT_EQUAL(HEM_OK, hem_near_faces(&in, &near));
    return (hem_face_contacts_in){
        .a = side_of(a),
        .b = side_of(b),
        .pairs = pairs,
        .pair_count = near.count,
        .dt = 0.01f,
        .contacts = contacts,
        .room = ROOM,
        .scratch = &scratch,
    };
}

/* The corners of a triangle, or of two that are a quad, in the order of the contact's weights. */
static uint32_t corners_of(const tree_body *body, uint32_t number, bool quad, hem_vec3 point[4],
                           uint32_t vertex[4])
{
    const uint32_t *t = body->triangles + (quad ? 6u : 3u) * (size_t)number;
    if (!quad) {
        memcpy(vertex, t, 3u * sizeof *vertex);
    } else {
        for (uint32_t k = 0; k < 3; k++) {
            bool shared = t[k] == t[3] || t[k] == t[4] || t[k] == t[5];
            if (!shared) {
                vertex[0] = t[k], vertex[1] = t[(k + 1) % 3], vertex[3] = t[(k + 2) % 3];
            }
        }
        for (uint32_t k = 3; k < 6; k++) {
            if (t[k] != t[0] && t[k] != t[1] && t[k] != t[2]) {
                vertex[2] = t[k];
            }
        }
    }
    uint32_t count = quad ? 4u : 3u;
    for (uint32_t k = 0; k < count; k++) {
        point[k] = body->positions[vertex[k]];
    }
    return count;
}

static bool share_a_vertex(const uint32_t a[4], uint32_t a_count, const uint32_t b[4],
                           uint32_t b_count)
{
    for (uint32_t i = 0; i < a_count * b_count; i++) {
        if (a[i / b_count] == b[i % b_count]) {
            return true;
        }
    }
    return false;
}

/* Every pair of faces, against the exact distance. */
static void check_all(const tree_body *a, const tree_body *b, bool quads, float epsilon)
{
    uint32_t face_count = quads ? 2u : 1u, found = 0;
    for (uint32_t i = 0; i < a->triangle_count / face_count; i++) {
        for (uint32_t j = a == b ? i + 1u : 0u; j < b->triangle_count / face_count; j++) {
            hem_vec3 p[4], q[4];
            uint32_t v[4], w[4];
            uint32_t of_a = corners_of(a, i, quads, p, v), of_b = corners_of(b, j, quads, q, w);
            if (a == b && share_a_vertex(v, of_a, w, of_b)) {
                continue;
            }
            hem_vec3 way = hem_sub(p[0], q[0]);
            if (hem_dot(way, way) > 0.002f) {
                continue;
            }
            double distance = hem_oracle_distance_faces(p, of_a, q, of_b);
            const hem_face_contact *contact = NULL;
            for (uint32_t k = 0; k < out.kept; k++) {
                if (contacts[k].faces.first == i && contacts[k].faces.second == j) {
                    TEST_ASSERT_NULL_MESSAGE(contact, "a pair twice");
                    contact = &contacts[k];
                }
            }
            TEST_ASSERT_TRUE(contact != NULL || distance > (double)epsilon - 1e-8);
            TEST_ASSERT_TRUE(contact == NULL || distance < (double)epsilon + 1e-8);
            if (contact != NULL) {
                found++;
                TEST_ASSERT_DOUBLE_WITHIN(1e-7, distance, (double)contact->distance);
                double between[3] = {0, 0, 0};
                for (uint32_t k = 0; k < 4; k++) {
                    double s = k < of_a ? (double)contact->weight_a[k] : 0.0;
                    double t = k < of_b ? (double)contact->weight_b[k] : 0.0;
                    hem_vec3 x = p[k < of_a ? k : 0], y = q[k < of_b ? k : 0];
                    between[0] += s * (double)x.x - t * (double)y.x;
                    between[1] += s * (double)x.y - t * (double)y.y;
                    between[2] += s * (double)x.z - t * (double)y.z;
                }
                double length = sqrt(between[0] * between[0] + between[1] * between[1] +
                                     between[2] * between[2]);
                TEST_ASSERT_DOUBLE_WITHIN(1e-7, distance, length);
            }
        }
    }
    TEST_ASSERT_EQUAL_UINT32(out.kept, found);
}

static void check_order(void)
{
    for (uint32_t i = 1; i < out.kept; i++) {
        const hem_face_contact *a = &contacts[i - 1u], *b = &contacts[i];
        bool ordered = a->predicted < b->predicted ||
                       (a->predicted == b->predicted &&
                        (a->faces.first < b->faces.first ||
                         (a->faces.first == b->faces.first && a->faces.second < b->faces.second)));
        TEST_ASSERT_TRUE(ordered);
    }
}

void test_triangles_of_two_sheets_and_of_one(void)
{
    for (uint32_t self = 0; self < 2; self++) {
        const tree_body *b = self == 0 ? &sheet[1] : &sheet[0];
        float epsilon = self == 0 ? 0.0015f : 0.0101f;
        hem_face_contacts_in in = find(&sheet[0], b, epsilon);
        TEST_ASSERT_EQUAL(HEM_OK, hem_face_contacts(&in, &out));
        TEST_ASSERT_EQUAL_UINT32(near.count, out.count);
        TEST_ASSERT_TRUE(out.count > 50);
        check_all(&sheet[0], b, false, epsilon);
        check_order();
    }
}

void test_quads_of_two_sheets_and_of_one(void)
{
    for (uint32_t self = 0; self < 2; self++) {
        const tree_body *b = self == 0 ? &sheet[1] : &sheet[0];
        float epsilon = self == 0 ? 0.0015f : 0.0101f;
        hem_face_contacts_in in = find(&sheet[0], b, epsilon);
        in.quads_a = in.quads_b = true;
        TEST_ASSERT_EQUAL(HEM_OK, hem_face_contacts(&in, &out));
        TEST_ASSERT_TRUE(out.count > 20 && out.count < near.count);
        check_all(&sheet[0], b, true, epsilon);
        check_order();
        TEST_ASSERT_TRUE(out.iterations >= out.count);
    }
}

void test_the_order_is_that_of_predicted_distances(void)
{
    test_random random = {81};
    hem_vec3 *velocities = calloc(sheet[0].vertex_count, sizeof *velocities);
    for (uint32_t v = 0; v < sheet[0].vertex_count; v++) {
        velocities[v] =
            (hem_vec3){random_float(&random, -1.0f, 1.0f), random_float(&random, -1.0f, 1.0f),
                       random_float(&random, -1.0f, 1.0f)};
    }
    hem_face_contacts_in in = find(&sheet[0], &sheet[1], 0.0015f);
    in.a.velocities = velocities;
    TEST_ASSERT_EQUAL(HEM_OK, hem_face_contacts(&in, &out));
    check_order();
    for (uint32_t i = 0; i < out.kept; i++) {
        const uint32_t *t = sheet[0].triangles + 3u * (size_t)contacts[i].faces.first;
        double approach = 0.0;
        for (uint32_t k = 0; k < 3; k++) {
            hem_vec3 v = velocities[t[k]], n = contacts[i].normal;
            approach +=
                (double)contacts[i].weight_a[k] *
                ((double)v.x * (double)n.x + (double)v.y * (double)n.y + (double)v.z * (double)n.z);
        }
        double predicted = (double)contacts[i].distance + 0.01 * approach;
        TEST_ASSERT_DOUBLE_WITHIN(1e-7, predicted, (double)contacts[i].predicted);
    }
    /* The order of the pairs that come in does not show. */
    hem_face_contact *before = malloc(out.kept * sizeof *before);
    memcpy(before, contacts, out.kept * sizeof *before);
    for (uint32_t i = in.pair_count; i-- > 1;) {
        uint32_t j = random_below(&random, i + 1u);
        hem_pair swap = pairs[i];
        pairs[i] = pairs[j];
        pairs[j] = swap;
    }
    TEST_ASSERT_EQUAL(HEM_OK, hem_face_contacts(&in, &out));
    TEST_ASSERT_EQUAL_MEMORY(before, contacts, out.kept * sizeof *before);
    /* Velocities without measure still give an order. */
    for (uint32_t v = 0; v < sheet[0].vertex_count; v++) {
        velocities[v] = hem_scale(FLT_MAX, velocities[v]);
    }
    in.dt = 100.0f;
    TEST_ASSERT_EQUAL(HEM_OK, hem_face_contacts(&in, &out));
    check_order();
    free(before);
    free(velocities);
}

void test_what_does_not_fit_is_counted_and_the_first_are_kept(void)
{
    hem_face_contacts_in in = find(&sheet[0], &sheet[1], 0.0015f);
    TEST_ASSERT_EQUAL(HEM_OK, hem_face_contacts(&in, &out));
    uint32_t count = out.count;
    hem_face_contact *all = malloc(count * sizeof *all);
    memcpy(all, contacts, count * sizeof *all);
    const uint32_t rooms[] = {0, 1, count - 1u, count};
    for (uint32_t i = 0; i < 4; i++) {
        memset(contacts, 0x55, sizeof contacts);
        in.room = rooms[i];
        in.contacts = rooms[i] == 0 ? NULL : contacts;
        TEST_ASSERT_EQUAL(rooms[i] < count ? HEM_LIMITED : HEM_OK, hem_face_contacts(&in, &out));
        TEST_ASSERT_EQUAL_UINT32(count, out.count);
        TEST_ASSERT_EQUAL_UINT32(rooms[i], out.kept);
        if (rooms[i] > 0) {
            TEST_ASSERT_EQUAL_MEMORY(all, contacts, rooms[i] * sizeof *all);
        }
        TEST_ASSERT_EQUAL_HEX8(0x55, ((const uint8_t *)&contacts[rooms[i]])[0]);
    }
    free(all);
}

void test_exactly_enough_scratch_works_and_one_byte_less_is_refused(void)
{
    hem_face_contacts_in in = find(&sheet[0], &sheet[1], 0.0015f);
    uint32_t bytes = (uint32_t)HEM_FACE_CONTACTS_BYTES((uint64_t)in.pair_count);
    scratch.capacity = bytes;
    TEST_ASSERT_EQUAL(HEM_OK, hem_face_contacts(&in, &out));
    scratch.capacity = bytes - 1u;
    TEST_ASSERT_EQUAL(HEM_FULL_SCRATCH, hem_face_contacts(&in, &out));
    TEST_ASSERT_EQUAL_UINT32(bytes, out.detail.needed);
    in.pair_count = 0;
    in.pairs = NULL;
    TEST_ASSERT_EQUAL(HEM_OK, hem_face_contacts(&in, &out));
    TEST_ASSERT_EQUAL_UINT32(0, out.count);
}

void test_what_makes_no_sense_is_refused(void)
{
    hem_face_contacts_in good = find(&sheet[0], &sheet[1], 0.0015f), in = good;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_face_contacts(NULL, &out));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_face_contacts(&in, NULL));
    for (uint32_t missing = 0; missing < 7; missing++) {
        in = good;
        in.a.mesh = missing == 0 ? NULL : in.a.mesh;
        in.b.mesh = missing == 1 ? NULL : in.b.mesh;
        in.a.positions = missing == 2 ? NULL : in.a.positions;
        in.b.positions = missing == 3 ? NULL : in.b.positions;
        in.pairs = missing == 4 ? NULL : in.pairs;
        in.contacts = missing == 5 ? NULL : in.contacts;
        in.scratch = missing == 6 ? NULL : in.scratch;
        TEST_ASSERT_EQUAL(HEM_NULL, hem_face_contacts(&in, &out));
    }
    const float times[] = {NAN, INFINITY, -1e-9f};
    for (uint32_t i = 0; i < 3; i++) {
        in = good;
        in.dt = times[i];
        TEST_ASSERT_EQUAL(i < 2 ? HEM_NOT_FINITE : HEM_OUT_OF_RANGE, hem_face_contacts(&in, &out));
    }
    in = good;
    pairs[3].first = sheet[0].triangle_count;
    TEST_ASSERT_EQUAL(HEM_BAD_INDEX, hem_face_contacts(&in, &out));
    TEST_ASSERT_EQUAL_UINT32(3, out.detail.index);
    in = find(&sheet[0], &sheet[0], 0.0101f);
    pairs[2] = (hem_pair){0, 1};
    TEST_ASSERT_EQUAL(HEM_BAD_INDEX, hem_face_contacts(&in, &out));
    TEST_ASSERT_EQUAL_UINT32(2, out.detail.index);
    in.quads_a = true;
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_face_contacts(&in, &out));
    in = find(&sheet[0], &sheet[1], 0.0015f);
    sheet[1].positions[4].z = NAN;
    TEST_ASSERT_EQUAL(HEM_OUT_OF_RANGE, hem_face_contacts(&in, &out));
    TEST_ASSERT_EQUAL_UINT32(4, out.detail.index);
    sheet[1].positions[4].z = sheet[1].positions[5].z;
    hem_vec3 *velocities = calloc(sheet[1].vertex_count, sizeof *velocities);
    velocities[5].y = NAN;
    in = find(&sheet[0], &sheet[1], 0.0015f);
    in.b.velocities = velocities;
    TEST_ASSERT_EQUAL(HEM_NOT_FINITE, hem_face_contacts(&in, &out));
    TEST_ASSERT_EQUAL_UINT32(5, out.detail.index);
    free(velocities);
}

void test_nothing_that_is_given_may_lie_in_the_free_part_of_the_scratch(void)
{
    hem_face_contacts_in good = find(&sheet[0], &sheet[1], 0.0015f);
    uint8_t *inside = (uint8_t *)scratch_memory + 64;
    for (uint32_t what = 0; what < 5; what++) {
        hem_face_contacts_in in = good;
        in.a.positions = what == 0 ? (hem_vec3 *)(void *)inside : in.a.positions;
        in.b.velocities = what == 1 ? (hem_vec3 *)(void *)inside : in.b.velocities;
        in.b.mesh = what == 2 ? (hem_mesh *)(void *)inside : in.b.mesh;
        in.pairs = what == 3 ? (hem_pair *)(void *)inside : in.pairs;
        in.contacts = what == 4 ? (hem_face_contact *)(void *)inside : in.contacts;
        TEST_ASSERT_EQUAL(HEM_ALIASED, hem_face_contacts(&in, &out));
    }
    good.a.tree = good.b.tree = NULL;
    TEST_ASSERT_EQUAL(HEM_OK, hem_face_contacts(&good, &out));
}

void test_halves_that_are_no_quads_are_refused(void)
{
    tree_body apart = tree_body_start(9, 3);
    for (uint32_t v = 0; v < 9; v++) {
        apart.positions[v] = (hem_vec3){(float)(v % 3), (float)(v / 3), 0.0f};
        apart.triangles[v] = v;
    }
    tree_body_finish(&apart);
    hem_face_contacts_in in = find(&sheet[0], &apart, 0.0015f);
    in.quads_b = true;
    TEST_ASSERT_EQUAL(HEM_BAD_COUNT, hem_face_contacts(&in, &out));
    tree_body_free(&apart);
    apart = tree_body_start(6, 2);
    for (uint32_t v = 0; v < 6; v++) {
        apart.positions[v] = (hem_vec3){(float)(v % 3), (float)(v / 3 + v % 2), 0.0f};
        apart.triangles[v] = v;
    }
    tree_body_finish(&apart);
    in = find(&apart, &sheet[0], 0.0015f);
    in.quads_a = true;
    TEST_ASSERT_EQUAL(HEM_BAD_TRIANGLE, hem_face_contacts(&in, &out));
    TEST_ASSERT_EQUAL_UINT32(0, out.detail.index);
    tree_body_free(&apart);
}
