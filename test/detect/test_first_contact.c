#include "unity.h"

#include "hem/detect.h"

#include <math.h>

static hem_first_contact search;

void setUp(void)
{
}

void tearDown(void)
{
}

/* Bodies that meet from a moment on. Returns how often they were looked at. */
static uint32_t run_with_contact_from(float moment)
{
    uint32_t looks = 0;
    float time;
    while (hem_first_contact_next(&search, &time)) {
        hem_first_contact_tell(&search, time >= moment);
        looks++;
        TEST_ASSERT_TRUE(looks < 1000);
    }
    return looks;
}

void test_each_round_halves_what_is_not_known(void)
{
    for (uint32_t rounds = 1; rounds < 20; rounds++) {
        TEST_ASSERT_EQUAL(HEM_OK, hem_first_contact_start(&search, 0.0f, 1.0f, rounds));
        TEST_ASSERT_EQUAL(rounds + 1, run_with_contact_from(0.637f));
        TEST_ASSERT_TRUE(search.found);
        TEST_ASSERT_TRUE(search.apart < 0.637f && search.meeting >= 0.637f);
        TEST_ASSERT_FLOAT_WITHIN(1e-7f, 1.0f / (float)(1u << rounds),
                                 search.meeting - search.apart);
    }
}

void test_bodies_that_never_meet_are_looked_at_once(void)
{
    TEST_ASSERT_EQUAL(HEM_OK, hem_first_contact_start(&search, 0.0f, 1.0f, 30));
    TEST_ASSERT_EQUAL(1, run_with_contact_from(2.0f));
    TEST_ASSERT_FALSE(search.found);
    TEST_ASSERT_EQUAL_FLOAT(1.0f, search.apart);
}

void test_the_search_ends_at_neighbouring_floats(void)
{
    TEST_ASSERT_EQUAL(HEM_OK, hem_first_contact_start(&search, 1.0f, 2.0f, 500));
    uint32_t looks = run_with_contact_from(1.3f);
    TEST_ASSERT_TRUE(looks < 30);
    TEST_ASSERT_TRUE(nextafterf(search.apart, 2.0f) == search.meeting);
    TEST_ASSERT_TRUE(search.meeting == 1.3f);
}

void test_no_rounds_only_look_at_the_end(void)
{
    TEST_ASSERT_EQUAL(HEM_OK, hem_first_contact_start(&search, 0.0f, 1.0f, 0));
    TEST_ASSERT_EQUAL(1, run_with_contact_from(0.5f));
    TEST_ASSERT_TRUE(search.found);
    TEST_ASSERT_EQUAL_FLOAT(1.0f, search.meeting);
}

void test_what_makes_no_sense_is_refused(void)
{
    float time;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_first_contact_start(NULL, 0.0f, 1.0f, 3));
    TEST_ASSERT_EQUAL(HEM_NOT_FINITE, hem_first_contact_start(&search, NAN, 1.0f, 3));
    TEST_ASSERT_EQUAL(HEM_NOT_FINITE, hem_first_contact_start(&search, 0.0f, INFINITY, 3));
    TEST_ASSERT_EQUAL(HEM_OUT_OF_RANGE, hem_first_contact_start(&search, 1.0f, 1.0f, 3));
    TEST_ASSERT_EQUAL(HEM_OUT_OF_RANGE, hem_first_contact_start(&search, 2.0f, 1.0f, 3));
    TEST_ASSERT_FALSE(hem_first_contact_next(NULL, &time));
    TEST_ASSERT_EQUAL(HEM_OK, hem_first_contact_start(&search, 0.0f, 1.0f, 3));
    TEST_ASSERT_FALSE(hem_first_contact_next(&search, NULL));
    hem_first_contact_tell(NULL, true);
    run_with_contact_from(0.5f);
    hem_first_contact after = search;
    hem_first_contact_tell(&search, true);
    TEST_ASSERT_EQUAL_FLOAT(after.meeting, search.meeting);
}
