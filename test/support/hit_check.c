/* Continuous passes against the oracle: see hit_check.h. */
#include "hit_check.h"

#include "hit_oracle.h"
#include "unity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

hem_hit hit_found[HIT_CHECK_ROOM], hit_expected[HIT_CHECK_ROOM];
hem_continuous_out hit_out;
hit_figures hit_seen;
static uint8_t *scratch_memory;
static hem_arena scratch;

void hit_check_start(void)
{
    uint32_t bytes = 32u << 20;
    scratch_memory = aligned_alloc(16, bytes);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, scratch_memory, bytes));
    hit_seen = (hit_figures){0};
}

void hit_check_end(void)
{
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, scratch.used, "scratch was not given back");
    free(scratch_memory);
    if (getenv("HEM_TEST_FIGURES") != NULL) {
        printf("passes %u, hits %u, of one body %u, by bound %u, seen through %u\n",
               (unsigned)hit_seen.passes, (unsigned)hit_seen.hits, (unsigned)hit_seen.self_hits,
               (unsigned)hit_seen.by_bound, (unsigned)hit_seen.seen_through);
    }
}

hem_arena *hit_check_scratch(void)
{
    return &scratch;
}

hem_continuous_in hit_check_input(const hem_side *a, const hem_side *b, float separation)
{
    return (hem_continuous_in){.a = *a,
                               .b = *b,
                               .separation = separation,
                               .hits = hit_found,
                               .room = HIT_CHECK_ROOM,
                               .scratch = &scratch};
}

uint32_t hit_check_run(const hem_continuous_in *in, const char *name)
{
    TEST_ASSERT_EQUAL_MESSAGE(HEM_OK, hem_continuous(in, &hit_out), name);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(hit_out.count[0] + hit_out.count[1] + hit_out.count[2],
                                     hit_out.kept, name);
    TEST_ASSERT_TRUE_MESSAGE(hit_out.bad_body == HEM_NONE && hit_out.bad_vertex == HEM_NONE, name);
    for (uint32_t i = 1; i < hit_out.kept; i++) {
        TEST_ASSERT_TRUE_MESSAGE(hit_oracle_compare(&in->hits[i - 1u], &in->hits[i]) < 0, name);
    }
    return hit_out.kept;
}

/* One that the pass does not have. */
static void check_missing(const hem_continuous_in *in, const hem_hit *hit, const char *name)
{
    if (hit_oracle_is_true(in, hit)) {
        hem_ccd_in query = hit_oracle_query(in, hit);
        printf("%s: kind %u, %u with %u at %a, separation %a\n", name, (unsigned)hit->kind,
               (unsigned)hit->first, (unsigned)hit->second, (double)hit->time,
               (double)hit->separation);
        for (uint32_t k = 0; k < 4; k++) {
            hem_vec3 p = query.start[k], q = query.end[k];
            printf("  %a %a %a -> %a %a %a\n", (double)p.x, (double)p.y, (double)p.z, (double)q.x,
                   (double)q.y, (double)q.z);
        }
        TEST_FAIL_MESSAGE("a true hit is missing");
    }
    hit_seen.seen_through++;
}

uint32_t hit_check(const hem_continuous_in *in, const char *name)
{
    uint32_t count = hit_oracle_find(in, hit_expected, HIT_CHECK_ROOM);
    TEST_ASSERT_TRUE_MESSAGE(count <= HIT_CHECK_ROOM, name);
    uint32_t kept = hit_check_run(in, name), i = 0;
    for (uint32_t k = 0; k < count; k++) {
        if (i < kept && hit_oracle_compare(&hit_expected[k], &in->hits[i]) == 0) {
            TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&hit_expected[k], &in->hits[i], sizeof(hem_hit), name);
            i++;
        } else {
            check_missing(in, &hit_expected[k], name);
        }
    }
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(kept, i, name);
    hit_seen.passes++;
    hit_seen.hits += kept;
    hit_seen.self_hits += in->a.tree == in->b.tree ? kept : 0u;
    hit_seen.by_bound += hit_out.by_bound;
    return kept;
}

uint32_t hit_check_alone(const moving_body *body, float separation, const char *name)
{
    hem_side side = moving_body_side(body, 1000);
    hem_continuous_in in = hit_check_input(&side, &side, separation);
    return hit_check(&in, name);
}

/* The last pass did what one before it did, with a and b exchanged. */
static void check_same_work(const hem_continuous_out *before, const char *name)
{
    const hem_continuous_out *out = &hit_out;
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(before->count[0], out->count[1], name);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(before->count[1], out->count[0], name);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(before->by_bound, out->by_bound, name);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(before->leaf_pairs, out->leaf_pairs, name);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(before->leaf_tests, out->leaf_tests, name);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(before->pair_tests, out->pair_tests, name);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(before->vertex_face_tests, out->vertex_face_tests, name);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(before->edge_edge_tests, out->edge_edge_tests, name);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(before->searches, out->searches, name);
    TEST_ASSERT_EQUAL_UINT64_MESSAGE(before->volume_tests, out->volume_tests, name);
}

uint32_t hit_check_both(const moving_body *a, const moving_body *b, float separation,
                        const char *name)
{
    hem_side first = moving_body_side(a, 7);
    hem_side second = moving_body_side(b, 7 + a->body.vertex_count);
    hem_continuous_in in = hit_check_input(&first, &second, separation);
    uint32_t count = hit_check(&in, name);
    hem_continuous_out before = hit_out;
    for (uint32_t i = 0; i < count; i++) {
        hit_expected[i] = hit_oracle_turned(hit_found[i]);
    }
    if (count > 0) {
        qsort(hit_expected, count, sizeof *hit_expected, hit_oracle_compare);
    }
    in.a = second;
    in.b = first;
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(count, hit_check_run(&in, name), name);
    if (count > 0) {
        TEST_ASSERT_EQUAL_MEMORY_MESSAGE(hit_expected, hit_found, count * sizeof *hit_found, name);
    }
    check_same_work(&before, name);
    return count;
}
