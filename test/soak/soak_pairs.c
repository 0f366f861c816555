/* See soak_pairs.h. */
#include "soak/soak_pairs.h"

#include "narrow/triangle_triangle.h"
#include "soak/soak_near.h"
#include "unity.h"

#include <stdlib.h>

typedef struct pair_room {
    hem_pair *pairs;
    uint32_t count;
} pair_room;

soak_scratch soak_scratch_take(uint64_t bytes)
{
    soak_scratch scratch = {.memory = aligned_alloc(HEM_ALIGN, bytes)};
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch.arena, scratch.memory, (uint32_t)bytes));
    return scratch;
}

void soak_scratch_free(soak_scratch *scratch)
{
    free(scratch->memory);
    scratch->memory = NULL;
}

bool soak_triangles_meet(const hem_vec3 a[3], const hem_vec3 b[3], float epsilon)
{
    (void)epsilon;
    return hem_triangle_boxes_meet(a, b) && hem_triangles_meet(a, b);
}

static pair_room brute_force(const soak_body *a, const soak_body *b, soak_relation *related,
                             float epsilon)
{
    pair_room list = {malloc((size_t)a->triangle_count * b->triangle_count * sizeof(hem_pair)), 0};
    for (uint32_t i = 0; i < a->triangle_count; i++) {
        hem_vec3 first[3], second[3];
        soak_corners(a, a->start, i, first);
        for (uint32_t j = a == b ? i + 1u : 0u; j < b->triangle_count; j++) {
            soak_corners(b, b->start, j, second);
            if (!(a == b && tree_case_share_vertex(&a->made, i, j)) &&
                related(first, second, epsilon)) {
                list.pairs[list.count++] = (hem_pair){i, j};
            }
        }
    }
    return list;
}

static void refit(const soak_body *body)
{
    TEST_ASSERT_EQUAL_MESSAGE(
        HEM_OK, hem_tree_refit(body->tree, body->start, NULL, body->vertex_count), body->name);
}

void soak_build_two(soak_body *a, soak_body *b, test_random *random)
{
    tree_settings settings = soak_some_settings(random, 0);
    soak_body_build(a, settings);
    soak_body_build(b, soak_some_settings(random, settings.directions));
    refit(a);
    refit(b);
}

static hem_side side_of(const soak_body *body, uint32_t first_vertex)
{
    return (hem_side){.mesh = body->mesh.mesh,
                      .tree = body->tree,
                      .positions = body->start,
                      .first_vertex = first_vertex};
}

soak_sides soak_sides_of(const soak_body *a, const soak_body *b, bool turned)
{
    uint32_t first = turned && a != b ? b->vertex_count : 0u;
    uint32_t second = turned || a == b ? 0u : a->vertex_count;
    return (soak_sides){side_of(a, first), side_of(b, second)};
}

static void check(const soak_pair_set *set, const soak_body *a, const soak_body *b, float epsilon,
                  const pair_room *expected, soak_tally *tally)
{
    uint32_t room = a->triangle_count * b->triangle_count;
    hem_pair *found = malloc(room * sizeof *found);
    uint32_t kept = set->pass(a, b, epsilon, found, room);
    soak_compare(tally, a->name, expected->pairs, expected->count, found, kept);
    tally->cases++;
    tally->pairs += a == b ? room / 2u : room;
    free(found);
}

void soak_pair_round(const soak_pair_set *set, test_random *random, soak_tally *tally)
{
    soak_place place = soak_some_place(random);
    soak_body a = soak_body_make(random, &place), b = soak_body_make(random, &place);
    float epsilon = set->has_epsilon ? soak_some_epsilon(random) : 0.0f;
    pair_room within = brute_force(&a, &a, set->related, epsilon);
    pair_room between = brute_force(&a, &b, set->related, epsilon);
    for (uint32_t i = 0; i < set->settings; i++) {
        soak_build_two(&a, &b, random);
        check(set, &a, &a, epsilon, &within, tally);
        check(set, &a, &b, epsilon, &between, tally);
    }
    free(within.pairs);
    free(between.pairs);
    soak_body_free(&a);
    soak_body_free(&b);
}
