/* Soak of hem_crossings: bodies with themselves and with each other, trees of every setting,
 * against every edge with every face by exact signs. */
#include "soak/soak_pairs.h"

#include "feature_oracle.h"
#include "unity.h"

#include <stdlib.h>

enum { SETTINGS = 6 };

typedef struct crossings {
    hem_pair *pairs;
    uint32_t count, of_a;
} crossings;

static uint32_t room_for(const soak_body *a, const soak_body *b)
{
    return a->mesh.mesh->edge_count * b->triangle_count +
           (a == b ? 0u : b->mesh.mesh->edge_count * a->triangle_count);
}

static hem_crossings_in input(const soak_body *a, const soak_body *b, bool turned)
{
    soak_sides sides = soak_sides_of(a, b, turned);
    return (hem_crossings_in){.a = sides.a, .b = sides.b};
}

static crossings brute_force(const soak_body *a, const soak_body *b, bool turned)
{
    hem_crossings_in in = input(a, b, turned);
    uint32_t room = room_for(a, b);
    crossings found = {.pairs = malloc(room * sizeof *found.pairs)};
    found.count = feature_oracle_crossings(&in.a, &in.b, found.pairs, room, &found.of_a);
    return found;
}

static void check(const soak_body *a, const soak_body *b, bool turned, const crossings *expected,
                  soak_tally *tally)
{
    hem_crossings_in in = input(a, b, turned);
    in.room = room_for(a, b);
    in.crossings = malloc(in.room * sizeof *in.crossings);
    soak_scratch scratch = soak_scratch_take(hem_crossings_bytes(a->tree, b->tree));
    in.scratch = &scratch.arena;
    hem_crossings_out out;
    TEST_ASSERT_EQUAL_MESSAGE(HEM_OK, hem_crossings(&in, &out), a->name);
    soak_compare(tally, a->name, expected->pairs, expected->of_a, in.crossings, out.kept_edges_a);
    soak_compare(tally, a->name, expected->pairs + expected->of_a, expected->count - expected->of_a,
                 in.crossings + out.kept_edges_a, out.kept - out.kept_edges_a);
    tally->cases++;
    tally->pairs += in.room;
    soak_scratch_free(&scratch);
    free(in.crossings);
}

void soak_crossings(test_random *random, soak_tally *tally)
{
    soak_place place = soak_some_place(random);
    soak_body a = soak_body_make(random, &place), b = soak_body_make(random, &place);
    bool turned = random_below(random, 2) == 0;
    crossings within = {.pairs = NULL}, between = {.pairs = NULL};
    for (uint32_t i = 0; i < SETTINGS; i++) {
        soak_build_two(&a, &b, random);
        if (i == 0) {
            within = brute_force(&a, &a, false);
            between = brute_force(&a, &b, turned);
        }
        check(&a, &a, false, &within, tally);
        check(&a, &b, turned, &between, tally);
    }
    free(within.pairs);
    free(between.pairs);
    soak_body_free(&a);
    soak_body_free(&b);
}
