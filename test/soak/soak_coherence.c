/* Soak of fronts: over some steps of a motion, small and large, lists of any capacity give the
 * pairs of leaves that a walk from the roots gives, and everything close is below them. */
#include "soak/soak_near.h"
#include "soak/soak_pairs.h"

#include "hem/coherence.h"
#include "leaf_walk.h"
#include "unity.h"

#include <math.h>
#include <stdlib.h>

enum { STEPS = 6, SETTINGS = 4 };

/* One moment: where the bodies are, and what is close there; of a with itself, and with b. */
typedef struct moment {
    float epsilon;
    hem_vec3 *of_a, *of_b;
    near_table near[2];
} moment;

static moment moment_make(const soak_body *a, const soak_body *b, float time, float epsilon)
{
    moment made = {epsilon, soak_body_at(a, time), soak_body_at(b, time), {{.near = NULL}}};
    made.near[0] = near_table_take(a, a);
    made.near[1] = near_table_take(a, b);
    near_table_add(&made.near[0], made.of_a, made.of_a, epsilon, true);
    near_table_add(&made.near[1], made.of_a, made.of_b, epsilon, true);
    return made;
}

static void moment_free(moment *made)
{
    near_table_free(&made->near[0]);
    near_table_free(&made->near[1]);
    free(made->of_a);
    free(made->of_b);
}

/* A list, and how it is used from step to step. */
typedef struct list {
    soak_scratch memory;
    hem_front *front;
    uint32_t refresh_after;
    bool lost; /* trees were built again */
} list;

static list list_make(test_random *random)
{
    static const uint32_t most[] = {3, 40, 400, 20000}, limits[] = {0, 0, 1, 3};
    uint32_t capacity = 1u + random_below(random, most[random_below(random, 4)]);
    list made = {.memory = soak_scratch_take(HEM_FRONT_BYTES(capacity)),
                 .refresh_after = limits[random_below(random, 4)]};
    TEST_ASSERT_EQUAL(HEM_OK, hem_front_make(&made.memory.arena, capacity, &made.front, NULL));
    return made;
}

static void check(list *from, const soak_body *a, const soak_body *b, const near_table *near,
                  float epsilon, test_random *random, soak_tally *tally)
{
    uint32_t most = a->tree->leaf_count * b->tree->leaf_count + 1u;
    hem_pair *expected = malloc(most * sizeof *expected), *found = malloc(most * sizeof *found);
    soak_scratch scratch = soak_scratch_take(hem_front_pairs_bytes(a->tree, b->tree));
    hem_front_in in = {.a = a->tree,
                       .b = b->tree,
                       .epsilon = epsilon,
                       .refresh_after = from->refresh_after,
                       .pairs = found,
                       .scratch = &scratch.arena};
    uint32_t count = leaf_walk(a->tree, b->tree, epsilon, expected, most);
    in.room = random_below(random, 4) == 0 ? random_below(random, count + 1u) : most;
    uint32_t kept = count < in.room ? count : in.room;
    hem_front_out out;
    TEST_ASSERT_EQUAL_MESSAGE(kept < count ? HEM_LIMITED : HEM_OK,
                              hem_front_pairs(from->front, &in, &out), a->name);
    TEST_ASSERT_EQUAL_MESSAGE(count, out.count, a->name);
    TEST_ASSERT_TRUE_MESSAGE(out.listed <= from->front->capacity, a->name);
    TEST_ASSERT_TRUE_MESSAGE(out.fresh || !(from->lost || from->refresh_after == 1), a->name);
    soak_compare(tally, a->name, expected, kept, found, out.kept);
    if (kept == count) {
        near_table_check_leaves(near, a->tree, b->tree, found, out.kept, a->name, tally);
    }
    from->lost = false;
    soak_scratch_free(&scratch);
    free(expected);
    free(found);
}

static void refit(const soak_body *body, const hem_vec3 *positions)
{
    TEST_ASSERT_EQUAL_MESSAGE(
        HEM_OK, hem_tree_refit(body->tree, positions, NULL, body->vertex_count), body->name);
}

static void check_steps(soak_body *a, soak_body *b, const moment *moments, test_random *random,
                        soak_tally *tally)
{
    list lists[2] = {list_make(random), list_make(random)};
    for (uint32_t i = 0; i < STEPS; i++) {
        if (i == 0 || random_below(random, STEPS) == 0) {
            soak_build_two(a, b, random);
            for (uint32_t k = 0; k < 2; k++) {
                TEST_ASSERT_EQUAL(HEM_OK, hem_front_reset(lists[k].front));
                lists[k].lost = true;
            }
        }
        refit(a, moments[i].of_a);
        refit(b, moments[i].of_b);
        check(&lists[0], a, a, &moments[i].near[0], moments[i].epsilon, random, tally);
        check(&lists[1], a, b, &moments[i].near[1], moments[i].epsilon, random, tally);
    }
    soak_scratch_free(&lists[0].memory);
    soak_scratch_free(&lists[1].memory);
}

void soak_fronts(test_random *random, soak_tally *tally)
{
    soak_place place = soak_some_place(random);
    soak_body a = soak_body_make(random, &place), b = soak_body_make(random, &place);
    moment moments[STEPS];
    float time = random_float(random, 0.0f, 1.0f), epsilon = soak_some_epsilon(random);
    for (uint32_t i = 0; i < STEPS; i++) {
        /* Mostly a little further on, at times somewhere else. */
        bool jump = random_below(random, 4) == 0;
        time = jump ? random_float(random, 0.0f, 1.0f) : fminf(time + 0.02f, 1.0f);
        epsilon = random_below(random, 4) == 0 ? soak_some_epsilon(random) : epsilon;
        moments[i] = moment_make(&a, &b, time, epsilon);
    }
    for (uint32_t i = 0; i < SETTINGS; i++) {
        check_steps(&a, &b, moments, random, tally);
    }
    for (uint32_t i = 0; i < STEPS; i++) {
        moment_free(&moments[i]);
    }
    soak_body_free(&a);
    soak_body_free(&b);
}
