/* The continuous pass finds exactly the hits that asking about every pair of features finds, the
 * same bits in the same order, but for some that are none. */
#include "unity.h"

#include "base/vec3.h"
#include "hit_check.h"
#include "test_scale.h"
#include "tree_build.h"

void setUp(void)
{
    hit_check_start();
}

void tearDown(void)
{
    hit_check_end();
}

static const float places[] = {0.0f, 10.0f, 100.0f, 4000.0f};
static const float separations[] = {0.0f, 0.001f, 0.05f};

/* A sheet of cells of a centimetre, shaken, at a place. */
static moving_body some_sheet(test_random *random, float shake, hem_vec3 at)
{
    uint32_t columns = 3 + random_below(random, 10), rows = 3 + random_below(random, 10);
    tree_body sheet = tree_body_grid(columns, rows, 0.01f);
    feature_body_finish(&sheet);
    feature_body_shake(&sheet, random, shake, at);
    return moving_body_take(sheet);
}

/* How much sheets shake, and which way the second goes. */
typedef struct sheet_motion {
    float shake, start, size;
    hem_vec3 way;
} sheet_motion;

static const sheet_motion motions[] = {
    {0.0f, 0.002f, 0.0f, {0.0f, 0.0f, -0.004f}},         /* flat, through each other */
    {0.0005f, 0.002f, 0.0005f, {0.001f, 0.0f, -0.003f}}, /* nearly */
    {0.003f, 0.003f, 0.003f, {0.0f, 0.002f, -0.005f}},   /* tangled */
    {0.02f, 0.0f, 0.02f, {0.0f, 0.0f, 0.0f}},            /* any way */
    {0.003f, 0.004f, 0.0f, {0.003f, 0.004f, -0.012f}},   /* rigidly */
    {0.001f, 0.001f, 1e-6f, {0.0f, 0.0f, 0.0f}},         /* by a micrometre */
    {0.001f, 0.0f, 1e-9f, {0.0f, 0.0f, 1e-9f}},          /* by a nanometre */
    {0.0f, 0.0f, 0.0f, {0.004f, 0.003f, 0.0f}},          /* within one plane */
    {0.002f, 2.0f, 0.01f, {0.5f, -0.5f, -4.0f}},         /* by metres */
    {0.002f, 0.01f, 3.0f, {0.0f, 0.0f, 0.0f}},           /* every vertex by metres */
};
#define MOTIONS (sizeof motions / sizeof motions[0])

void test_sheets_with_each_other_and_themselves(void)
{
    test_random random = {171};
    for (uint32_t round = 0; round < hem_test_count(240); round++) {
        const sheet_motion *how = &motions[round % MOTIONS];
        float place = places[round / 2 % 4], separation = separations[round / 3 % 3];
        hem_vec3 at = {place, -place, 0.5f * place};
        moving_body a = some_sheet(&random, how->shake, at);
        at.z += how->start;
        moving_body b = some_sheet(&random, how->shake, at);
        moving_body_go(&a, &random, how->size, (hem_vec3){0.0f, 0.0f, 0.0f});
        moving_body_go(&b, &random, how->size, how->way);
        hit_check_both(&a, &b, separation, "two sheets");
        hit_check_alone(&b, separation, "one sheet");
        moving_body_free(&a);
        moving_body_free(&b);
    }
    TEST_ASSERT_TRUE(hit_seen.hits > 100000 || hem_test_count(240) < 240);
}

void test_sheets_with_more_leaves_than_views_are_kept(void)
{
    test_random random = {183};
    for (uint32_t round = 0; round < hem_test_count(6); round++) {
        moving_body pair[2];
        for (uint32_t i = 0; i < 2; i++) {
            tree_body sheet = tree_body_grid(28, 30 + 4 * i, 0.01f);
            feature_body_finish(&sheet);
            float up = i == 0 ? 0.0f : 0.004f;
            feature_body_shake(&sheet, &random, 0.003f, (hem_vec3){0.0f, 0.0f, up});
            pair[i] = moving_body_take(sheet);
            moving_body_go(&pair[i], &random, 0.01f, (hem_vec3){0.1f, 0.0f, -2.0f * up});
        }
        TEST_ASSERT_TRUE(pair[0].body.tree->leaf_count > 64);
        float separation = round % 2 == 0 ? 0.0f : 0.0005f;
        TEST_ASSERT_TRUE(hit_check_both(&pair[0], &pair[1], separation, "two large") > 1000);
        TEST_ASSERT_TRUE(hit_check_alone(&pair[1], separation, "one large") > 100);
        moving_body_free(&pair[0]);
        moving_body_free(&pair[1]);
    }
}

/* Half as many vertices go far as stay about where they are. */
static void move_some_way(moving_body *body, test_random *random)
{
    static const float sizes[] = {0.0f, 1e-8f, 1e-4f, 0.05f, 0.5f, 30.0f};
    float size = sizes[random_below(random, 6)];
    hem_vec3 way = moving_point(random, random_below(random, 2) == 0 ? 0.0f : 2.0f * size);
    moving_body_go(body, random, size, way);
}

void test_triangle_soups_of_every_size_and_shape(void)
{
    test_random random = {172};
    for (uint32_t round = 0; round < hem_test_count(500); round++) {
        uint32_t vertices = 3 + random_below(&random, 40), count = 1 + random_below(&random, 40);
        tree_body soup = feature_body_soup(&random, vertices, count, round % 3 == 0);
        feature_body_finish(&soup);
        moving_body moving = moving_body_take(soup);
        float place = places[round % 4];
        moving_body_shift(&moving, (hem_vec3){-place, place, place});
        move_some_way(&moving, &random);
        hit_check_alone(&moving, separations[round / 2 % 3], "soup");
        moving_body_free(&moving);
    }
}

void test_soups_on_a_lattice_that_move_on_it(void)
{
    /* Nearly everything is touching, parallel, or in one plane, exactly. */
    test_random random = {173};
    for (uint32_t round = 0; round < hem_test_count(500); round++) {
        uint32_t vertices = 3 + random_below(&random, 16), count = 1 + random_below(&random, 16);
        moving_body pair[2];
        for (uint32_t i = 0; i < 2; i++) {
            tree_body soup = feature_body_soup(&random, vertices, count, true);
            feature_body_finish(&soup);
            pair[i] = moving_body_take(soup);
            for (uint32_t v = 0; v < vertices; v++) {
                hem_vec3 by = {(float)random_below(&random, 3) - 1.0f,
                               (float)random_below(&random, 3) - 1.0f,
                               round % 2 == 0 ? 0.0f : (float)random_below(&random, 3) - 1.0f};
                pair[i].ends[v] = hem_add(pair[i].body.positions[v], by);
            }
            moving_body_fit(&pair[i]);
        }
        hit_check_alone(&pair[0], round % 5 == 0 ? 0.25f : 0.0f, "lattice");
        hit_check_both(&pair[0], &pair[1], round % 5 == 1 ? 0.25f : 0.0f, "two on a lattice");
        moving_body_free(&pair[0]);
        moving_body_free(&pair[1]);
    }
}

void test_meshes_that_are_not_manifold_or_have_loose_vertices(void)
{
    test_random random = {174};
    for (uint32_t round = 0; round < hem_test_count(1500); round++) {
        tree_body body = feature_body_odd(&random, round);
        feature_body_finish(&body);
        if (round % 2 == 0) {
            feature_body_shake(&body, &random, 0.2f, (hem_vec3){0.0f, 0.0f, 0.0f});
        }
        moving_body moving = moving_body_take(body);
        move_some_way(&moving, &random);
        hit_check_alone(&moving, round % 3 == 0 ? 0.02f : 0.0f, "odd mesh");
        moving_body_free(&moving);
    }
}

void test_slivers_lines_points_duplicates_and_what_lies_far_away(void)
{
    test_random random = {175};
    for (uint32_t i = 0; i < 3 * TREE_CASES; i++) {
        uint32_t index = i % TREE_CASES;
        tree_case made = tree_case_make(index);
        moving_body body = moving_body_take(feature_body_from(&made));
        moving_body again = moving_body_take(feature_body_from(&made));
        tree_case_free(&made);
        feature_body_finish(&body.body);
        feature_body_finish(&again.body);
        move_some_way(&body, &random);
        move_some_way(&again, &random);
        hit_check_alone(&body, i % 2 == 0 ? 0.0f : 0.001f, "case");
        hit_check_both(&body, &again, 0.0f, "twins");
        moving_body_free(&body);
        moving_body_free(&again);
    }
}

void test_slivers_in_sheets(void)
{
    /* Rows of triangles a centimetre long and a millimetre to a hundred nanometres high. */
    test_random random = {176};
    for (uint32_t round = 0; round < hem_test_count(60); round++) {
        static const float heights[] = {0.1f, 0.003f, 1e-4f, 1e-5f};
        moving_body pair[2];
        for (uint32_t i = 0; i < 2; i++) {
            tree_body sheet = tree_body_grid(4, 12, 0.01f);
            float height = heights[random_below(&random, 4)];
            for (uint32_t v = 0; v < sheet.vertex_count; v++) {
                hem_vec3 p = sheet.positions[v];
                float up = i == 0 ? 0.0f : random_float(&random, 0.0f, 0.001f);
                sheet.positions[v] = moving_put((hem_vec3){p.x, height * p.y, up});
            }
            feature_body_finish(&sheet);
            pair[i] = moving_body_take(sheet);
            hem_vec3 way = {0.0f, random_float(&random, -0.001f, 0.001f), i == 0 ? 0.0f : -0.002f};
            moving_body_go(&pair[i], &random, round % 3 == 0 ? 0.0f : 1e-5f, way);
        }
        hit_check_both(&pair[0], &pair[1], round % 2 == 0 ? 0.0f : 1e-4f, "slivers");
        hit_check_alone(&pair[1], 0.0f, "slivers in one");
        moving_body_free(&pair[0]);
        moving_body_free(&pair[1]);
    }
}

void test_a_sheet_that_folds_onto_itself(void)
{
    test_random random = {177};
    for (uint32_t round = 0; round < hem_test_count(40); round++) {
        tree_body sheet = tree_body_grid(14, 8, 0.01f);
        feature_body_finish(&sheet);
        moving_body moving = moving_body_take(sheet);
        float noise = round % 2 == 0 ? 0.0f : 0.0005f, place = places[round / 2 % 4];
        for (uint32_t v = 0; v < sheet.vertex_count; v++) {
            hem_vec3 *p = &moving.body.positions[v], *q = &moving.ends[v];
            bool over = p->x > 0.065f;
            *p = (hem_vec3){over ? 0.13f - p->x : p->x, p->y, over ? 0.004f : 0.0f};
            *q = (hem_vec3){p->x, p->y, over ? -0.001f : 0.0f};
            *p = hem_add(*p, moving_point(&random, noise));
            *q = hem_add(*q, moving_point(&random, noise));
        }
        moving_body_shift(&moving, (hem_vec3){place, place, -place});
        moving_body_fit(&moving);
        TEST_ASSERT_TRUE(hit_check_alone(&moving, separations[round % 3], "folded") > 50);
        moving_body_free(&moving);
    }
}

void test_everything_in_one_point_that_bursts(void)
{
    test_random random = {178};
    for (uint32_t round = 0; round < 6; round++) {
        tree_body soup = feature_body_soup(&random, 20, 25, false);
        for (uint32_t v = 0; v < 20; v++) {
            soup.positions[v] = (hem_vec3){0.5f, 0.25f, -0.125f};
        }
        feature_body_finish(&soup);
        moving_body moving = moving_body_take(soup);
        moving_body_go(&moving, &random, round < 3 ? 0.5f : 0.0f, (hem_vec3){0.0f, 0.0f, 0.25f});
        if (round % 2 == 1) {
            /* The other way round: it ends in one point. */
            hem_vec3 *ends = moving.ends;
            moving.ends = moving.body.positions;
            moving.body.positions = ends;
        }
        hit_check_alone(&moving, 0.0f, "point");
        moving_body_free(&moving);
    }
}

void test_a_hub_whose_neighbours_do_not_fit_the_list(void)
{
    test_random random = {179};
    uint32_t rays = 150;
    tree_body star = tree_body_start(rays + 1, rays);
    for (uint32_t i = 0; i < rays; i++) {
        star.positions[i + 1] = moving_put(moving_point(&random, 1.0f));
        uint32_t *v = star.triangles + 3u * (size_t)i;
        v[0] = 0, v[1] = i + 1, v[2] = (i + 1) % rays + 1;
    }
    feature_body_finish(&star);
    moving_body moving = moving_body_take(star);
    moving_body_go(&moving, &random, 0.1f, (hem_vec3){0.0f, 0.0f, 0.0f});
    TEST_ASSERT_TRUE(hit_check_alone(&moving, 0.0f, "star") > 100);
    moving_body_free(&moving);
}

void test_every_scene_over_some_steps(void)
{
    test_random random = {180};
    for (uint32_t id = 0; id < SCENE_COUNT; id++) {
        scene_info info;
        TEST_ASSERT_TRUE(scene_describe((scene_id)id, SCENE_SMALL, &info));
        tree_body start = feature_body_of_scene((scene_id)id, 0.0f);
        tree_body end = feature_body_of_scene((scene_id)id, 0.2f * (float)info.steps + 1.0f);
        feature_body_finish(&start);
        moving_body moving = moving_body_take(start);
        for (uint32_t v = 0; v < start.vertex_count; v++) {
            hem_vec3 by = moving_point(&random, 0.003f);
            moving.ends[v] = moving_put(hem_add(end.positions[v], by));
        }
        moving_body_fit(&moving);
        hit_check_alone(&moving, info.thickness, info.name);
        tree_body_free(&end);
        moving_body_free(&moving);
    }
}

void test_every_kind_of_tree_has_the_same_hits(void)
{
    for (uint32_t kind = 0; kind < TREE_SETTINGS; kind++) {
        tree_settings as = tree_settings_at(kind);
        test_random random = {181};
        moving_body pair[2];
        for (uint32_t i = 0; i < 2; i++) {
            tree_body sheet = i == 0 ? tree_body_grid(9, 8, 0.01f) : tree_body_grid(7, 10, 0.01f);
            feature_body_finish_as(&sheet, as.builder, as.directions, as.degree);
            float up = i == 0 ? 0.0f : 0.005f;
            feature_body_shake(&sheet, &random, 0.004f, (hem_vec3){0.001f, 0.002f, up});
            pair[i] = moving_body_take(sheet);
            moving_body_go(&pair[i], &random, 0.004f, (hem_vec3){0.0f, 0.001f, -2.0f * up});
        }
        uint32_t both = hit_check_both(&pair[0], &pair[1], 0.0f, "two sheets");
        uint32_t apart = hit_check_both(&pair[0], &pair[1], 0.002f, "apart");
        uint32_t alone = hit_check_alone(&pair[0], 0.0f, "one sheet");
        TEST_ASSERT_TRUE(both > 300 && apart > 800 && alone >= 2);
        moving_body_free(&pair[0]);
        moving_body_free(&pair[1]);
    }
}

/* A whole number of 2^-22, up to a half, so that sums with others are exact. */
static float coarse(test_random *random)
{
    return (float)(2u * random_below(random, 1u << 20)) / 4194304.0f;
}

/* Far finer, so that differences with those above are not. */
static float fine(test_random *random)
{
    return (float)random_below(random, 1u << 22) / 8589934592.0f;
}

void test_what_touches_along_a_slant_for_one_instant_is_found(void)
{
    /* A vertex comes from x + y < 1/2 and ends exactly on an edge with x + y = 1/2. Rounding must
     * not let volumes come between them. */
    test_random random = {182};
    for (uint32_t round = 0; round < hem_test_count(400); round++) {
        tree_body body = tree_body_start(6, 2);
        for (uint32_t k = 0; k < 6; k++) {
            body.triangles[k] = k;
        }
        hem_vec3 *p = body.positions;
        float x = coarse(&random), other = coarse(&random);
        float z = coarse(&random), up = coarse(&random);
        p[0] = (hem_vec3){fine(&random), fine(&random), fine(&random)};
        p[2] = (hem_vec3){fine(&random), fine(&random), -0.25f};
        p[3] = (hem_vec3){x, 0.5f - x, z};
        p[4] = (hem_vec3){other, 0.5f - other, up};
        p[5] = (hem_vec3){0.5f + fine(&random), 0.5f + coarse(&random), coarse(&random)};
        hem_vec3 end = {0.5f * (x + other), 0.5f - 0.5f * (x + other), 0.5f * (z + up)};
        p[1] = (hem_vec3){0.5f * end.x, 0.5f * end.y, 0.25f};
        feature_body_finish(&body);
        moving_body moving = moving_body_take(body);
        moving.ends[1] = end;
        /* Along x + y, y + z, z + x, and the differences. */
        for (uint32_t v = 0; v < 6; v++) {
            for (uint32_t when = 0; when < 2; when++) {
                hem_vec3 *at = when == 0 ? &p[v] : &moving.ends[v], q = *at;
                float y = round % 2 == 0 ? q.y : -q.y;
                *at = round % 3 == 0   ? (hem_vec3){q.x, y, q.z}
                      : round % 3 == 1 ? (hem_vec3){q.z, q.x, y}
                                       : (hem_vec3){y, q.z, q.x};
            }
        }
        moving_body_fit(&moving);
        TEST_ASSERT_TRUE(hit_check_alone(&moving, 0.0f, "instant") > 0);
        moving_body_free(&moving);
    }
}
