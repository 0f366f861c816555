/* Soak of traversals: every pair of triangles that comes closer than epsilon, at rest, on its way
 * from start to end, or where its velocities lead, lies in a pair of leaves that comes out; and no
 * pair of leaves comes out twice. For every setting, refit, inflation and rule of descent. */
#include "soak/soak_near.h"

#include <stdlib.h>

enum { SETTINGS = 8, VARIANTS = 3 };

/* Which positions the volumes are fitted to, and at which times to look. */
typedef struct motion {
    bool swept;
    hem_tree_inflation inflation;
    float time; /* seconds ahead, of an inflation */
    uint32_t samples;
    double at[4];
} motion;

static hem_fit_points points_of(const soak_body *body, const motion *moving)
{
    return (hem_fit_points){.start = body->start,
                            .end = moving->swept ? body->end : NULL,
                            .velocities = body->velocities,
                            .time = moving->time,
                            .inflation = moving->inflation};
}

/* Where a body is at a time of its motion, rounded to float. */
static hem_vec3 *positions_at(const soak_body *body, const motion *moving, double t)
{
    hem_vec3 *positions = malloc(body->vertex_count * sizeof *positions);
    for (uint32_t v = 0; v < body->vertex_count; v++) {
        hem_vec3 p = body->start[v], q = moving->swept ? body->end[v] : body->velocities[v];
        double keep = moving->swept ? 1.0 - t : 1.0,
               add = moving->swept ? t : t * (double)moving->time;
        positions[v] = (hem_vec3){(float)(keep * (double)p.x + add * (double)q.x),
                                  (float)(keep * (double)p.y + add * (double)q.y),
                                  (float)(keep * (double)p.z + add * (double)q.z)};
    }
    return positions;
}

static near_table close_pairs(const soak_body *a, const soak_body *b, const motion *moving,
                              float epsilon)
{
    near_table near = near_table_take(a, b);
    for (uint32_t i = 0; i < moving->samples; i++) {
        double t = moving->at[i];
        bool exact = t == 0.0 || (moving->swept && t == 1.0);
        hem_vec3 *of_a = positions_at(a, moving, t);
        hem_vec3 *of_b = a == b ? of_a : positions_at(b, moving, t);
        near_table_add(&near, of_a, of_b, epsilon, exact);
        free(of_a);
        if (a != b) {
            free(of_b);
        }
    }
    return near;
}

static void check(const soak_body *a, const soak_body *b, const motion *moving, float epsilon,
                  const near_table *near, uint32_t variant, soak_tally *tally)
{
    hem_tree_refit_mode mode = (hem_tree_refit_mode)(variant % HEM_REFITS);
    hem_fit_points points_a = points_of(a, moving), points_b = points_of(b, moving);
    hem_fit fit_a, fit_b;
    hem_fit_start(&fit_a, a->tree, &points_a, mode, 1u + variant / 5u % 4u);
    if (a != b) {
        hem_fit_start(&fit_b, b->tree, &points_b, mode, 1u + variant / 7u % 4u);
    }
    hem_traverse_def def = {
        .a = a->tree,
        .b = b->tree,
        .epsilon = epsilon,
        .fit_a = &fit_a,
        .fit_b = a == b ? &fit_a : &fit_b,
        .rule = variant / 11u % 2u == 0 ? HEM_DESCEND_BOTH : HEM_DESCEND_LONGER,
        .counted = variant / 13u % 2u != 0,
    };
    near_table_check_walk(near, &def, 1u + variant % 64u, a->name, tally);
    for (uint32_t i = 0; i < moving->samples && mode == HEM_REFIT_BOTTOM_UP; i++) {
        hem_vec3 *positions = positions_at(a, moving, moving->at[i]);
        soak_check_holds(a, positions, 0.0, tally);
        free(positions);
    }
}

static void check_pair(soak_body *a, soak_body *b, const motion *moving, float epsilon,
                       test_random *random, soak_tally *tally)
{
    near_table near = close_pairs(a, b, moving, epsilon);
    for (uint32_t i = 0; i < SETTINGS; i++) {
        tree_settings settings = soak_some_settings(random, 0);
        soak_body_build(a, settings);
        if (a != b) {
            soak_body_build(b, soak_some_settings(random, settings.directions));
        }
        for (uint32_t j = 0; j < VARIANTS; j++) {
            check(a, b, moving, epsilon, &near, random_u32(random), tally);
        }
    }
    near_table_free(&near);
}

static void run(test_random *random, motion moving, soak_tally *tally)
{
    soak_place place = soak_some_place(random);
    float epsilon = soak_some_epsilon(random);
    soak_body a = soak_body_make(random, &place);
    if (moving.inflation != HEM_INFLATE_NONE) {
        moving.inflation = (hem_tree_inflation)(1u + random_below(random, HEM_INFLATIONS - 1u));
        moving.time = random_float(random, 0.0f, 0.2f);
    }
    moving.at[2] = (double)random_float(random, 0.0f, 1.0f);
    if (random_below(random, 2) == 0) {
        check_pair(&a, &a, &moving, epsilon, random, tally);
    } else {
        soak_body b = soak_body_make(random, &place);
        check_pair(&a, &b, &moving, epsilon, random, tally);
        soak_body_free(&b);
    }
    soak_body_free(&a);
}

void soak_still(test_random *random, soak_tally *tally)
{
    run(random, (motion){.samples = 1}, tally);
}

void soak_swept(test_random *random, soak_tally *tally)
{
    run(random, (motion){.swept = true, .samples = 3, .at = {0.0, 1.0}}, tally);
}

void soak_inflated(test_random *random, soak_tally *tally)
{
    run(random, (motion){.inflation = HEM_INFLATE_ORIENTED, .samples = 3, .at = {0.0, 1.0}}, tally);
}
