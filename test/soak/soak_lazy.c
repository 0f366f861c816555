/* Soak of lazy refits: over some steps of a motion, with volumes that stay as they are as long as
 * the slack allows, every pair closer than epsilon - 2 slack is still come to. */
#include "soak/soak_near.h"

#include "base/vec3.h"
#include "tree/lazy.h"
#include "unity.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 5, SETTINGS = 6 };

/* A motion in steps, and what is close after each. */
typedef struct steps {
    float epsilon, slack, time;
    float rounding; /* of the way, step by step */
    hem_vec3 *positions[STEPS + 1];
    near_table near[STEPS];
} steps;

/* A step ahead on the grid; speeds stay the same. */
static void move_on(const soak_body *body, const hem_vec3 *from, hem_vec3 *to, float time)
{
    for (uint32_t v = 0; v < body->vertex_count; v++) {
        hem_vec3 next = hem_vec3_snap(hem_add_scaled(from[v], time, body->velocities[v]));
        /* What would leave the domain stays behind. */
        to[v] = hem_vec3_in_domain(next) ? next : from[v];
    }
}

static steps steps_make(const soak_body *body, test_random *random)
{
    float epsilon = soak_some_epsilon(random);
    steps made = {.epsilon = epsilon > 0.0f ? epsilon : 0.01f};
    made.slack = made.epsilon * random_float(random, 0.05f, 0.45f);
    made.time = made.slack * random_float(random, 0.1f, 3.0f);
    size_t bytes = body->vertex_count * sizeof(hem_vec3);
    made.positions[0] = malloc(bytes);
    memcpy(made.positions[0], body->start, bytes);
    made.rounding = 4e-7f * (float)STEPS * soak_body_reach(body);
    float sure = (made.epsilon - 2.0f * made.slack) - made.rounding;
    for (uint32_t i = 0; i < STEPS; i++) {
        made.positions[i + 1] = malloc(bytes);
        move_on(body, made.positions[i], made.positions[i + 1], made.time);
        made.near[i] = near_table_take(body, body);
        if (sure > 0.0f) {
            near_table_add(&made.near[i], made.positions[i + 1], made.positions[i + 1], sure, true);
        }
    }
    return made;
}

static void steps_free(steps *made)
{
    for (uint32_t i = 0; i < STEPS; i++) {
        near_table_free(&made->near[i]);
        free(made->positions[i]);
    }
    free(made->positions[STEPS]);
}

static void check_steps(const soak_body *body, const steps *made, test_random *random,
                        soak_tally *tally)
{
    bool by_speed = random_below(random, 2) == 0;
    uint32_t bytes = hem_lazy_bytes(body->tree);
    uint8_t *memory = aligned_alloc(HEM_ALIGN, bytes);
    hem_arena arena;
    hem_lazy lazy;
    TEST_ASSERT_EQUAL_MESSAGE(HEM_OK, hem_arena_init(&arena, memory, bytes), body->name);
    TEST_ASSERT_TRUE_MESSAGE(hem_lazy_take(&lazy, body->tree, &arena), body->name);
    hem_lazy_start(&lazy, made->slack, made->positions[0], by_speed ? body->velocities : NULL);
    for (uint32_t i = 0; i < STEPS; i++) {
        if (by_speed) {
            hem_lazy_refit_by_speed(&lazy, made->positions[i + 1], body->velocities, made->time);
        } else {
            hem_lazy_refit_measured(&lazy, made->positions[i + 1], made->positions[i]);
        }
        soak_check_holds(body, made->positions[i + 1], (double)made->slack + (double)made->rounding,
                         tally);
        hem_traverse_def def = {.a = body->tree, .b = body->tree, .epsilon = made->epsilon};
        near_table_check_walk(&made->near[i], &def, 1u + random_below(random, 64), body->name,
                              tally);
    }
    free(memory);
}

void soak_lazy(test_random *random, soak_tally *tally)
{
    soak_place place = soak_some_place(random);
    soak_body body = soak_body_make(random, &place);
    steps made = steps_make(&body, random);
    for (uint32_t i = 0; i < SETTINGS; i++) {
        soak_body_build(&body, soak_some_settings(random, 0));
        check_steps(&body, &made, random, tally);
    }
    steps_free(&made);
    soak_body_free(&body);
}
