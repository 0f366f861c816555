/* Boxes that the caller promises: held promises are used, broken ones are told and cost nothing
 * but themselves, and in the end the same triangles meet. */
#include "unity.h"

#include "hem/broad.h"
#include "hem/detect.h"
#include "pass_scratch.h"
#include "random.h"
#include "scenes/scenes.h"
#include "test_scale.h"
#include "tree_body.h"

#include <math.h>

#define BODIES 27u
#define PAIRS  351u
#define FOUND  20000u

HEM_BLOCK(memory, HEM_BROAD_BYTES(BODIES, PAIRS));
static tree_body body[BODIES];
static uint32_t body_count;
static hem_box fitted[BODIES], promised[BODIES];
static hem_arena arena;
static hem_broad *broad;
static hem_broad_out out;

typedef struct meeting {
    hem_pair bodies, triangles;
} meeting;
static meeting by_fitted[FOUND], by_promise[FOUND];
static hem_pair room[FOUND];

void setUp(void)
{
    pass_scratch_start(8u << 20);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, memory, sizeof memory));
    TEST_ASSERT_EQUAL(HEM_OK, hem_broad_make(&arena, BODIES, PAIRS, &broad, NULL));
}

void tearDown(void)
{
    for (uint32_t i = 0; i < body_count; i++) {
        tree_body_free(&body[i]);
    }
    body_count = 0;
    pass_scratch_end();
}

/* ---- boxes ---- */

void test_a_box_holds_another_if_no_face_is_outside(void)
{
    const hem_box outer = {{-1.0f, -2.0f, -3.0f}, {1.0f, 2.0f, 3.0f}};
    TEST_ASSERT_TRUE(hem_box_holds(&outer, &outer));
    for (uint32_t i = 0; i < 6; i++) {
        hem_box inner = outer;
        float *bound = &inner.low.x + i;
        *bound = nextafterf(*bound, 0.0f);
        TEST_ASSERT_TRUE(hem_box_holds(&outer, &inner));
        TEST_ASSERT_FALSE(hem_box_holds(&inner, &outer));
        *bound = NAN;
        TEST_ASSERT_FALSE(hem_box_holds(&outer, &inner));
        TEST_ASSERT_FALSE(hem_box_holds(&inner, &outer));
    }
    const hem_box empty = {{9.0f, 0.0f, 0.0f}, {8.0f, 0.0f, 0.0f}};
    TEST_ASSERT_TRUE(hem_box_holds(&outer, &empty));
    TEST_ASSERT_TRUE(hem_box_holds(&empty, &empty));
    TEST_ASSERT_FALSE(hem_box_holds(&empty, &outer));
    TEST_ASSERT_FALSE(hem_box_holds(NULL, &outer));
    TEST_ASSERT_FALSE(hem_box_holds(&outer, NULL));
}

void test_the_box_of_a_tree_holds_every_vertex(void)
{
    test_random random = {91};
    const uint32_t directions[4] = {6, 8, 14, 18};
    for (uint32_t kind = 0; kind < 4; kind++) {
        tree_body sheet = tree_body_grid(9, 8, 0.01f);
        tree_body_finish_as(&sheet, HEM_BUILD_PATCHES, directions[kind], 4);
        for (uint32_t round = 0; round < 20; round++) {
            for (uint32_t v = 0; v < sheet.vertex_count; v++) {
                sheet.positions[v].x += random_float(&random, -0.01f, 0.01f);
                sheet.positions[v].z += random_float(&random, -0.01f, 0.01f);
            }
            TEST_ASSERT_EQUAL(
                HEM_OK, hem_tree_refit(sheet.tree, sheet.positions, NULL, sheet.vertex_count));
            hem_box box = hem_box_of_tree(sheet.tree);
            hem_loose_out found;
            TEST_ASSERT_EQUAL(
                HEM_OK, hem_loose_box_check(&box, sheet.positions, sheet.vertex_count, &found));
            TEST_ASSERT_TRUE(hem_box_holds(&box, &found.fitted));
            if (directions[kind] != 8) {
                TEST_ASSERT_EQUAL_MEMORY(&found.fitted, &box, sizeof box);
            }
        }
        tree_body_free(&sheet);
    }
    hem_box none = hem_box_of_tree(NULL);
    TEST_ASSERT_TRUE(none.low.x > none.high.x);
}

/* ---- promises ---- */

void test_the_first_vertex_outside_is_named_and_all_are_counted(void)
{
    test_random random = {92};
    enum { MOST = 50 };
    hem_vec3 positions[MOST];
    for (uint32_t run = 0; run < hem_test_count(2000); run++) {
        uint32_t count = 1u + random_below(&random, MOST), outside = 0, first = HEM_NONE;
        const hem_box loose = {{-1.0f, -1.0f, -1.0f}, {1.0f, 1.0f, 1.0f}};
        float low = 9.0f, high = -9.0f;
        for (uint32_t v = 0; v < count; v++) {
            float *p = &positions[v].x;
            bool inside = true;
            for (uint32_t axis = 0; axis < 3; axis++) {
                /* On a face, just outside, or anywhere. */
                const float hard[4] = {1.0f, -1.0f, nextafterf(1.0f, 2.0f),
                                       nextafterf(-1.0f, -2.0f)};
                p[axis] = random_below(&random, 4) == 0 ? hard[random_below(&random, run % 3 + 2)]
                                                        : random_float(&random, -1.0f, 1.0f);
                inside = inside && fabsf(p[axis]) <= 1.0f;
            }
            low = p[1] < low ? p[1] : low;
            high = p[1] > high ? p[1] : high;
            first = !inside && outside == 0 ? v : first;
            outside += !inside;
        }
        hem_loose_out found;
        TEST_ASSERT_EQUAL(outside > 0 ? HEM_LIMITED : HEM_OK,
                          hem_loose_box_check(&loose, positions, count, &found));
        TEST_ASSERT_EQUAL_UINT32(outside, found.outside);
        TEST_ASSERT_EQUAL_UINT32(first, found.first);
        TEST_ASSERT_EQUAL_FLOAT(low, found.fitted.low.y);
        TEST_ASSERT_EQUAL_FLOAT(high, found.fitted.high.y);
    }
}

void test_a_promise_that_cannot_be_looked_at_is_refused(void)
{
    hem_box loose = {{-1.0f, -1.0f, -1.0f}, {1.0f, 1.0f, 1.0f}};
    hem_vec3 positions[3] = {{0.0f, 0.0f, 0.0f}, {5.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    hem_loose_out found;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_loose_box_check(NULL, positions, 3, &found));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_loose_box_check(&loose, NULL, 3, &found));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_loose_box_check(&loose, positions, 3, NULL));
    TEST_ASSERT_EQUAL(HEM_BAD_COUNT, hem_loose_box_check(&loose, positions, 0, &found));
    positions[2].y = NAN;
    TEST_ASSERT_EQUAL(HEM_NOT_FINITE, hem_loose_box_check(&loose, positions, 3, &found));
    TEST_ASSERT_EQUAL_UINT32(2, found.first);
    loose.high.z = INFINITY;
    TEST_ASSERT_EQUAL(HEM_NOT_FINITE, hem_loose_box_check(&loose, positions, 3, &found));
    TEST_ASSERT_EQUAL_UINT32(HEM_NONE, found.first);
}

static hem_broad_in input(uint32_t count)
{
    return (hem_broad_in){.boxes = fitted, .count = count, .scratch = &scratch};
}

void test_a_broken_promise_is_told_and_the_real_box_taken(void)
{
    for (uint32_t i = 0; i < BODIES; i++) {
        float x = 3.0f * (float)i;
        fitted[i] = (hem_box){{x, 0.0f, 0.0f}, {x + 1.0f, 1.0f, 1.0f}};
        promised[i] = (hem_box){{x - 0.5f, -1.0f, -1.0f}, {x + 1.5f, 2.0f, 2.0f}};
    }
    const hem_broad_method methods[2] = {HEM_BROAD_BRUTE, HEM_BROAD_SWEEP};
    for (uint32_t m = 0; m < 2; m++) {
        hem_broad_in in = input(BODIES);
        in.method = methods[m];
        in.loose = promised;
        TEST_ASSERT_EQUAL(HEM_OK, hem_broad_update(broad, &in, &out));
        TEST_ASSERT_EQUAL_UINT32(0, out.broken);
        TEST_ASSERT_EQUAL_UINT32(HEM_NONE, out.first_broken);
        TEST_ASSERT_EQUAL_UINT32(0, out.count);
        /* Two bodies leave their promised boxes, one of them into its neighbour's. */
        fitted[7].high.x = 24.5f;
        fitted[9].low.z = -1.5f;
        TEST_ASSERT_EQUAL(HEM_OK, hem_broad_update(broad, &in, &out));
        TEST_ASSERT_EQUAL_UINT32(2, out.broken);
        TEST_ASSERT_EQUAL_UINT32(7, out.first_broken);
        TEST_ASSERT_EQUAL_UINT32(1, out.count);
        TEST_ASSERT_EQUAL_UINT32(7, hem_broad_pairs(broad)[0].first);
        TEST_ASSERT_EQUAL_UINT32(8, hem_broad_pairs(broad)[0].second);
        fitted[7].high.x = 22.0f;
        fitted[9].low.z = 0.0f;
    }
}

void test_an_unknown_box_is_believed_and_a_missing_promise_is_the_box_itself(void)
{
    const hem_box empty = {{1.0f, 1.0f, 1.0f}, {0.0f, 0.0f, 0.0f}};
    fitted[0] = empty;
    promised[0] = (hem_box){{0.0f, 0.0f, 0.0f}, {2.0f, 2.0f, 2.0f}};
    fitted[1] = promised[1] = (hem_box){{1.0f, 1.0f, 1.0f}, {3.0f, 3.0f, 3.0f}};
    fitted[2] = promised[2] = empty; /* not there at all */
    hem_broad_in in = input(3);
    in.loose = promised;
    TEST_ASSERT_EQUAL(HEM_OK, hem_broad_update(broad, &in, &out));
    TEST_ASSERT_EQUAL_UINT32(0, out.broken);
    TEST_ASSERT_EQUAL_UINT32(1, out.count);
}

/* ---- the same triangles meet ---- */

static void load_scene(float step)
{
    scene_info info;
    TEST_ASSERT_TRUE(scene_describe(SCENE_E6_BUMPY, SCENE_SMALL, &info));
    TEST_ASSERT_EQUAL_UINT32(BODIES, info.body_count);
    for (uint32_t i = 0; i < BODIES; i++) {
        if (i >= body_count) {
            scene_body described;
            TEST_ASSERT_TRUE(scene_describe_body(SCENE_E6_BUMPY, SCENE_SMALL, i, &described));
            body[i] = tree_body_start(described.vertex_count, described.triangle_count);
        }
        scene_mesh mesh =
            scene_mesh_over(body[i].positions, body[i].vertex_count,
                            i >= body_count ? body[i].triangles : NULL, body[i].triangle_count);
        TEST_ASSERT_TRUE(scene_build_body(SCENE_E6_BUMPY, SCENE_SMALL, i, step, &mesh));
        if (i >= body_count) {
            tree_body_finish(&body[i]);
            body_count++;
        }
        tree_body_refit(&body[i]);
        fitted[i] = hem_box_of_tree(body[i].tree);
    }
}

/* Which triangles of the pairs in the list meet? */
static uint32_t meetings(meeting *into)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < out.kept; i++) {
        hem_pair pair = hem_broad_pairs(broad)[i];
        const tree_body *a = &body[pair.first], *b = &body[pair.second];
        hem_intersect_in in = {
            .a = a->tree,
            .b = b->tree,
            .positions_a = a->positions,
            .positions_b = b->positions,
            .pairs = room,
            .room = FOUND,
            .scratch = &scratch,
        };
        hem_intersect_out found;
        TEST_ASSERT_EQUAL(HEM_OK, hem_intersect(&in, &found));
        for (uint32_t k = 0; k < found.kept; k++) {
            TEST_ASSERT_TRUE(count < FOUND);
            into[count++] = (meeting){pair, room[k]};
        }
    }
    return count;
}

void test_fitted_and_promised_boxes_lead_to_the_same_triangles(void)
{
    scene_info info;
    TEST_ASSERT_TRUE(scene_describe(SCENE_E6_BUMPY, SCENE_SMALL, &info));
    uint32_t most = 0;
    for (uint32_t frame = 0; frame <= 10; frame++) {
        load_scene((float)(info.steps * frame) / 10.0f);
        hem_broad_in in = input(BODIES);
        in.method = frame % 2 == 0 ? HEM_BROAD_SWEEP : HEM_BROAD_BRUTE;
        TEST_ASSERT_EQUAL(HEM_OK, hem_broad_update(broad, &in, &out));
        uint32_t fitted_pairs = out.count, count = meetings(by_fitted);
        /* Good promises, but for every fifth body, whose promise is far too small. */
        for (uint32_t i = 0; i < BODIES; i++) {
            float by = i % 5 == 0 ? -0.5f * (fitted[i].high.x - fitted[i].low.x) : 0.2f;
            promised[i] = fitted[i];
            promised[i].low.x -= by;
            promised[i].high.x += by;
        }
        in.loose = promised;
        TEST_ASSERT_EQUAL(HEM_OK, hem_broad_update(broad, &in, &out));
        TEST_ASSERT_EQUAL_UINT32(6, out.broken);
        TEST_ASSERT_EQUAL_UINT32(0, out.first_broken);
        TEST_ASSERT_TRUE(out.count >= fitted_pairs);
        TEST_ASSERT_EQUAL_UINT32(count, meetings(by_promise));
        if (count > 0) {
            TEST_ASSERT_EQUAL_MEMORY(by_fitted, by_promise, count * sizeof *by_fitted);
        }
        most = count > most ? count : most;
    }
    TEST_ASSERT_TRUE(most > 100);
}
