/* Proximity passes against the oracle: see contact_check.h. */
#include "contact_check.h"

#include "contact_oracle.h"
#include "pass_scratch.h"
#include "unity.h"

#include <stdlib.h>
#include <string.h>

hem_contact contact_found[CONTACT_CHECK_ROOM], contact_expected[CONTACT_CHECK_ROOM];
hem_proximity_out contact_out;
static hem_contact sorted[CONTACT_CHECK_ROOM];

void contact_check_start(void)
{
    pass_scratch_start(16u << 20);
}

void contact_check_end(void)
{
    pass_scratch_end();
}

hem_proximity_in contact_check_input(const hem_side *a, const hem_side *b, float epsilon)
{
    return (hem_proximity_in){.a = *a,
                              .b = *b,
                              .epsilon = epsilon,
                              .contacts = contact_found,
                              .room = CONTACT_CHECK_ROOM,
                              .scratch = &scratch};
}

uint32_t contact_check_run(const hem_proximity_in *in)
{
    TEST_ASSERT_EQUAL(HEM_OK, hem_proximity(in, &contact_out));
    TEST_ASSERT_EQUAL_UINT32(contact_out.count[0] + contact_out.count[1] + contact_out.count[2],
                             contact_out.kept);
    return contact_out.kept;
}

static void check_order(uint32_t count, const char *name)
{
    for (uint32_t i = 1; i < count; i++) {
        const hem_contact *a = &contact_found[i - 1], *b = &contact_found[i];
        TEST_ASSERT_TRUE_MESSAGE(a->predicted < b->predicted || (a->predicted == b->predicted &&
                                                                 contact_oracle_compare(a, b) < 0),
                                 name);
    }
}

static void sort(hem_contact *contacts, uint32_t count)
{
    if (count > 0) {
        qsort(contacts, count, sizeof *contacts, contact_oracle_compare);
    }
}

uint32_t contact_check(const hem_proximity_in *in, const char *name)
{
    uint32_t count = contact_oracle_find(in, contact_expected, CONTACT_CHECK_ROOM);
    TEST_ASSERT_TRUE(count <= CONTACT_CHECK_ROOM);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(count, contact_check_run(in), name);
    check_order(count, name);
    memcpy(sorted, contact_found, count * sizeof *sorted);
    sort(sorted, count);
    for (uint32_t i = 0; i < count; i++) {
        const hem_contact *is = &sorted[i], *wanted = &contact_expected[i];
        TEST_ASSERT_EQUAL_MESSAGE(0, contact_oracle_compare(is, wanted), name);
        TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&wanted->distance, &is->distance, sizeof(float), name);
        TEST_ASSERT_EQUAL_MEMORY_MESSAGE(wanted->weight, is->weight, sizeof is->weight, name);
        TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&wanted->normal, &is->normal, sizeof is->normal, name);
        TEST_ASSERT_FLOAT_WITHIN_MESSAGE(1e-6f * wanted->distance + 1e-5f * in->dt,
                                         wanted->predicted, is->predicted, name);
    }
    return count;
}

uint32_t contact_check_alone(const tree_body *body, float epsilon, const char *name)
{
    hem_side side = feature_body_side(body, 1000);
    hem_proximity_in in = contact_check_input(&side, &side, epsilon);
    return contact_check(&in, name);
}

/* A contact as it is when a and b change places. */
static hem_contact turned(hem_contact from)
{
    hem_contact to = from;
    to.first = from.second;
    to.second = from.first;
    to.normal = (hem_vec3){-1.0f * from.normal.x, -1.0f * from.normal.y, -1.0f * from.normal.z};
    if (from.kind == HEM_CONTACT_EDGE_EDGE) {
        for (uint32_t k = 0; k < 4; k++) {
            to.weight[k] = from.weight[(k + 2) % 4];
        }
    } else {
        to.kind = HEM_CONTACT_VERTEX_FACE + HEM_CONTACT_FACE_VERTEX - from.kind;
    }
    return to;
}

uint32_t contact_check_sides(const hem_side *a, const hem_side *b, float epsilon, float dt,
                             const char *name)
{
    hem_proximity_in in = contact_check_input(a, b, epsilon);
    in.dt = dt;
    uint32_t count = contact_check(&in, name);
    hem_proximity_out before = contact_out;
    for (uint32_t i = 0; i < count; i++) {
        contact_expected[i] = turned(sorted[i]);
    }
    sort(contact_expected, count);
    in.a = *b;
    in.b = *a;
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(count, contact_check_run(&in), name);
    TEST_ASSERT_EQUAL_UINT32(before.count[0], contact_out.count[1]);
    TEST_ASSERT_EQUAL_UINT32(before.edge_edge_tests, contact_out.edge_edge_tests);
    check_order(count, name);
    memcpy(sorted, contact_found, count * sizeof *sorted);
    sort(sorted, count);
    if (count > 0) {
        TEST_ASSERT_EQUAL_MEMORY_MESSAGE(contact_expected, sorted, count * sizeof *sorted, name);
    }
    return count;
}

uint32_t contact_check_both(const tree_body *a, const tree_body *b, float epsilon, const char *name)
{
    hem_side first = feature_body_side(a, 7), second = feature_body_side(b, 7 + a->vertex_count);
    return contact_check_sides(&first, &second, epsilon, 0.0f, name);
}
