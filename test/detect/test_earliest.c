/* The earliest hits: slots and acceptance are what sorting all hits gives, in whatever order they
 * are added. */
#include "unity.h"

#include "base/bits.h"
#include "detect/earliest.h"
#include "guarded_block.h"
#include "random.h"
#include "test_scale.h"

#include <stdlib.h>
#include <string.h>

#define MOST_VERTICES 200u
#define MOST_HITS     600u

static hem_arena arena;
static hem_earliest earliest;
static float inverse_mass[MOST_VERTICES];
static hem_hit_key hits[MOST_HITS];
static uint32_t vertex_count, hit_count;

void setUp(void)
{
    for (uint32_t v = 0; v < MOST_VERTICES; v++) {
        inverse_mass[v] = 1.0f;
    }
    vertex_count = hit_count = 0;
}

void tearDown(void)
{
}

/* ---- the plain way ---- */

static int by_key(const void *first, const void *second)
{
    const hem_hit_key *a = first, *b = second;
    if (a->time != b->time) {
        return a->time < b->time ? -1 : 1;
    }
    if (a->edges != b->edges) {
        return a->edges < b->edges ? -1 : 1;
    }
    for (uint32_t k = 0; k < 4; k++) {
        if (a->vertex[k] != b->vertex[k]) {
            return a->vertex[k] < b->vertex[k] ? -1 : 1;
        }
    }
    return 0;
}

static bool touches(const hem_hit_key *hit, uint32_t vertex)
{
    return hit->vertex[0] == vertex || hit->vertex[1] == vertex || hit->vertex[2] == vertex ||
           hit->vertex[3] == vertex;
}

/* Of all hits in order, those that are the first of some movable vertex, and of these the ones
 * whose movable vertices are not taken. */
static uint32_t accept_plainly(hem_hit_key *accepted)
{
    static hem_hit_key sorted[MOST_HITS];
    bool seen[MOST_VERTICES] = {false}, taken[MOST_VERTICES] = {false};
    uint32_t count = 0;
    memcpy(sorted, hits, hit_count * sizeof *hits);
    qsort(sorted, hit_count, sizeof *sorted, by_key);
    for (uint32_t i = 0; i < hit_count; i++) {
        bool first = false, free = true;
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t v = sorted[i].vertex[k];
            if (inverse_mass[v] > 0.0f) {
                first = first || !seen[v];
                free = free && !taken[v];
                seen[v] = true;
            }
        }
        if (!first || !free) {
            continue;
        }
        for (uint32_t k = 0; k < 4; k++) {
            taken[sorted[i].vertex[k]] = inverse_mass[sorted[i].vertex[k]] > 0.0f;
        }
        accepted[count++] = sorted[i];
    }
    return count;
}

/* ---- the way of the library, in scratch of exactly the size ---- */

/* By the paper's rule, the smallest of what stands in the slots of movable vertices. */
static void check_latest_of_any(const hem_hit_key *hit, float latest)
{
    float first = latest < 0.0f ? -1.0f : 2.0f;
    for (uint32_t k = 0; k < 4; k++) {
        float time = earliest.slots[hit->vertex[k]].time;
        first = inverse_mass[hit->vertex[k]] > 0.0f && time < first ? time : first;
    }
    earliest.any = true;
    TEST_ASSERT_EQUAL_FLOAT(first, hem_earliest_latest(&earliest, hit->vertex));
    earliest.any = false;
}

static void check_nothing_changes(const hem_hit_key *hit)
{
    hem_hit_key slots[MOST_VERTICES];
    uint32_t touched[HEM_BIT_WORDS(MOST_VERTICES)];
    memcpy(slots, earliest.slots, vertex_count * sizeof *slots);
    memcpy(touched, earliest.touched, HEM_BIT_WORDS(vertex_count) * sizeof *touched);
    (void)hem_earliest_add(&earliest, hit);
    TEST_ASSERT_EQUAL_MEMORY(slots, earliest.slots, vertex_count * sizeof *slots);
    TEST_ASSERT_EQUAL_MEMORY(touched, earliest.touched,
                             HEM_BIT_WORDS(vertex_count) * sizeof *touched);
}

static uint32_t accept(hem_hit_key *accepted)
{
    uint32_t bytes = (uint32_t)hem_earliest_bytes(vertex_count);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, guarded_block_take(bytes), bytes));
    hem_earliest_take(&earliest, inverse_mass, vertex_count, &arena);
    TEST_ASSERT_EQUAL_UINT32(bytes, arena.used);
    hem_earliest_clear(&earliest);
    for (uint32_t i = 0; i < hit_count; i++) {
        bool any = false;
        for (uint32_t k = 0; k < 4; k++) {
            any = any || inverse_mass[hits[i].vertex[k]] > 0.0f;
        }
        float latest = hem_earliest_latest(&earliest, hits[i].vertex);
        TEST_ASSERT_EQUAL(any, latest >= 0.0f);
        check_latest_of_any(&hits[i], latest);
        if (hits[i].time > latest) {
            check_nothing_changes(&hits[i]);
        }
        TEST_ASSERT_EQUAL(any, hem_earliest_add(&earliest, &hits[i]));
    }
    for (uint32_t v = 0; v < vertex_count; v++) {
        bool any = false;
        for (uint32_t i = 0; i < hit_count; i++) {
            any = any || (inverse_mass[v] > 0.0f && touches(&hits[i], v));
        }
        TEST_ASSERT_EQUAL(any, hem_bits_has(earliest.touched, v));
    }
    uint32_t count = hem_earliest_accept(&earliest);
    for (uint32_t i = 0; i < count; i++) {
        accepted[i] = earliest.slots[earliest.order[i].second];
    }
    guarded_block_check_and_free();
    return count;
}

static void shuffle(test_random *random)
{
    for (uint32_t i = hit_count; i > 1; i--) {
        uint32_t j = random_below(random, i);
        hem_hit_key kept = hits[i - 1u];
        hits[i - 1u] = hits[j];
        hits[j] = kept;
    }
}

static void check_shuffles(test_random *random, uint32_t rounds)
{
    hem_hit_key expected[MOST_HITS], found[MOST_HITS];
    uint32_t count = accept_plainly(expected);
    for (uint32_t round = 0; round < rounds; round++) {
        TEST_ASSERT_EQUAL_UINT32(count, accept(found));
        if (count > 0) {
            TEST_ASSERT_EQUAL_MEMORY(expected, found, count * sizeof *found);
        }
        shuffle(random);
    }
}

static void add_hit(float time, uint32_t edges, const uint32_t vertex[4])
{
    hem_hit_key *hit = &hits[hit_count];
    *hit = (hem_hit_key){time, edges, {vertex[0], vertex[1], vertex[2], vertex[3]}};
    for (uint32_t i = 0; i < hit_count; i++) {
        if (by_key(&hits[i], hit) == 0) {
            return; /* a feature pair hits once */
        }
    }
    hit_count++;
}

/* Times from a few steps, so that most hits tie with others. */
static void make_hits(test_random *random, uint32_t count, uint32_t steps)
{
    hit_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t vertex[4];
        for (uint32_t k = 0; k < 4; k++) {
            bool again = true;
            while (again) {
                vertex[k] = random_below(random, vertex_count);
                again = false;
                for (uint32_t l = 0; l < k; l++) {
                    again = again || vertex[l] == vertex[k];
                }
            }
        }
        float time = steps == 0 ? random_float(random, 0.0f, 1.0f)
                                : (float)random_below(random, steps) / (float)steps;
        add_hit(time, random_below(random, 2), vertex);
    }
}

/* -------------------------------------------------------------------------------------- the tests
 */

/* C3: hits (1,2) at .1, (2,3) at .2 and (3,4) at .3 in all six orders. */
void test_three_hits_in_a_chain_give_the_first_and_the_last_in_every_order(void)
{
    static const uint32_t order[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                         {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    static const uint32_t chain[3][4] = {{1, 5, 6, 2}, {2, 5, 6, 3}, {3, 5, 6, 4}};
    vertex_count = 7;
    inverse_mass[5] = inverse_mass[6] = 0.0f;
    for (uint32_t i = 0; i < 6; i++) {
        hem_hit_key found[3];
        hit_count = 0;
        for (uint32_t k = 0; k < 3; k++) {
            add_hit(0.1f * (float)(order[i][k] + 1u), 0, chain[order[i][k]]);
        }
        TEST_ASSERT_EQUAL_UINT32(2, accept(found));
        TEST_ASSERT_EQUAL_FLOAT(0.1f, found[0].time);
        TEST_ASSERT_EQUAL_FLOAT(0.1f * 3.0f, found[1].time);
    }
}

void test_nothing_comes_of_nothing(void)
{
    hem_hit_key found[1];
    vertex_count = 40;
    TEST_ASSERT_EQUAL_UINT32(0, accept(found));
}

void test_hits_of_vertices_that_cannot_move_are_nobodys(void)
{
    static const uint32_t vertex[4] = {0, 1, 2, 3};
    hem_hit_key found[1];
    vertex_count = 4;
    memset(inverse_mass, 0, sizeof inverse_mass);
    add_hit(0.0f, 1, vertex);
    TEST_ASSERT_EQUAL_UINT32(0, accept(found));
    inverse_mass[3] = 0.5f;
    TEST_ASSERT_EQUAL_UINT32(1, accept(found));
}

void test_times_of_zero_and_of_one_are_hits_like_others(void)
{
    static const uint32_t first[4] = {0, 1, 2, 3}, second[4] = {4, 5, 6, 7};
    hem_hit_key found[2];
    vertex_count = 8;
    add_hit(1.0f, 0, first);
    add_hit(0.0f, 1, second);
    TEST_ASSERT_EQUAL_UINT32(2, accept(found));
    TEST_ASSERT_EQUAL_FLOAT(0.0f, found[0].time);
    TEST_ASSERT_EQUAL_FLOAT(1.0f, found[1].time);
}

void test_one_kind_at_one_time_goes_by_each_vertex_in_turn(void)
{
    test_random random = {91};
    vertex_count = 6;
    for (uint32_t a = 0; a < 360; a++) { /* all ordered choices of four out of six */
        uint32_t left[6] = {0, 1, 2, 3, 4, 5}, rest = a, vertex[4];
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t at = rest % (6u - k);
            rest /= 6u - k;
            vertex[k] = left[at];
            memmove(left + at, left + at + 1u, (5u - k - at) * sizeof *left);
        }
        add_hit(0.0f, 0, vertex);
    }
    TEST_ASSERT_EQUAL_UINT32(360, hit_count);
    check_shuffles(&random, 50);
}

void test_random_hits_with_many_ties_in_any_order(void)
{
    test_random random = {92};
    static const uint32_t steps[] = {1, 1, 2, 7, 50, 0};
    for (uint32_t round = 0; round < hem_test_count(6000); round++) {
        vertex_count = 4u + random_below(&random, round % 10 == 0 ? MOST_VERTICES - 4u : 30u);
        for (uint32_t v = 0; v < vertex_count; v++) {
            bool movable = random_below(&random, 4) != 0 || round % 5 == 0;
            inverse_mass[v] = movable ? random_float(&random, 1e-6f, 3.0f) : 0.0f;
        }
        make_hits(&random, random_below(&random, round % 10 == 0 ? MOST_HITS : 60u),
                  steps[round % 6u]);
        check_shuffles(&random, 4);
    }
}

void test_what_was_forgotten_is_gone(void)
{
    static const uint32_t first[4] = {0, 1, 2, 3}, second[4] = {2, 3, 4, 5};
    vertex_count = 6;
    uint32_t bytes = (uint32_t)hem_earliest_bytes(vertex_count);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, guarded_block_take(bytes), bytes));
    hem_earliest_take(&earliest, inverse_mass, vertex_count, &arena);
    hem_earliest_clear(&earliest);
    add_hit(0.25f, 0, first);
    hem_earliest_add(&earliest, &hits[0]);
    TEST_ASSERT_EQUAL_UINT32(1, hem_earliest_accept(&earliest));
    TEST_ASSERT_EQUAL_UINT32(1, hem_earliest_accept(&earliest));
    hem_earliest_clear(&earliest);
    TEST_ASSERT_EQUAL_UINT32(0, hem_earliest_accept(&earliest));
    add_hit(0.75f, 0, second);
    hem_earliest_add(&earliest, &hits[1]);
    TEST_ASSERT_EQUAL_UINT32(1, hem_earliest_accept(&earliest));
    TEST_ASSERT_EQUAL_FLOAT(0.75f, earliest.slots[earliest.order[0].second].time);
    guarded_block_check_and_free();
}
