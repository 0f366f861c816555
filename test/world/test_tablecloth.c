/* E19: a coarse tablecloth falls on a round table, whose rim meets no vertex of it. Where only
 * vertices of cloth and faces of solids keep apart (004-3), the rim goes through; otherwise not. */
#include "unity.h"

#include "feature_oracle.h"
#include "guarded_block.h"
#include "hem/hem.h"
#include "scenes/scenes.h"
#include "world/world_block.h"

enum { ROOM = 4096, STEPS = 90 };

static hem_vec3 positions[256];
static uint32_t triangles[3 * 256];
static hem_world *world;
static hem_report report;

void setUp(void)
{
}

void tearDown(void)
{
    guarded_block_check_and_free();
}

static void add(uint32_t number)
{
    scene_mesh mesh = {.positions = positions,
                       .triangles = triangles,
                       .vertex_capacity = 256,
                       .triangle_capacity = 256};
    TEST_ASSERT_TRUE(scene_build_body(SCENE_E19_TABLECLOTH, SCENE_SMALL, number, 0.0f, &mesh));
    hem_body body;
    hem_body_def def = hem_default_body_def();
    def.kind = number == 0 ? HEM_STATIC : HEM_CLOTH;
    def.positions = positions;
    def.vertex_count = mesh.vertex_count;
    def.triangles = triangles;
    def.triangle_count = mesh.triangle_count;
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &def, &body, NULL));
}

static void make_world(void)
{
    hem_caps caps = hem_default_cloth_caps(2, 100, 200, 600, 2000);
    caps.orphans = 2000;
    uint32_t bytes = hem_world_bytes(&caps);
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(guarded_block_take(bytes), bytes, &caps, &world));
    add(0);
    add(1);
}

static hem_side side_of(uint32_t body)
{
    const hem_body_record *record = hem_world_bodies(world) + body;
    return (hem_side){.mesh = hem_world_mesh(world, body),
                      .tree = hem_world_tree(world, record),
                      .positions = hem_world_positions(world) + record->vertex_begin,
                      .first_vertex = record->vertex_begin};
}

/* Every edge with every face. */
static uint32_t crossings(void)
{
    static hem_pair found[ROOM];
    uint32_t edges_a;
    hem_side table = side_of(0), cloth = side_of(1);
    return feature_oracle_crossings(&table, &cloth, found, ROOM, &edges_a);
}

/* The most crossings after any step. */
static uint32_t fall(uint32_t solid_features)
{
    uint32_t most = 0;
    hem_step_in in = hem_default_step_in(1.0f / 90.0f);
    in.solid_features = solid_features;
    make_world();
    TEST_ASSERT_EQUAL_UINT32(0, crossings());
    for (uint32_t k = 0; k < STEPS; k++) {
        TEST_ASSERT_TRUE(hem_step(world, &in, &report) >= HEM_OK);
        uint32_t now = crossings();
        most = now > most ? now : most;
    }
    return most;
}

void test_the_rim_of_the_table_goes_through_where_only_faces_of_solids_count(void)
{
    TEST_ASSERT_TRUE(fall(HEM_SOLID_FACES_ONLY) > 0);
}

void test_nothing_goes_through_the_tablecloth_otherwise(void)
{
    TEST_ASSERT_EQUAL_UINT32(0, fall(HEM_SOLID_ALL_FEATURES));
    TEST_ASSERT_EQUAL_UINT32(0, report.held_vertices);
}

void test_a_step_with_all_features_after_one_with_faces_only_sees_what_is_tangled(void)
{
    TEST_ASSERT_TRUE(fall(HEM_SOLID_FACES_ONLY) > 0);
    uint32_t tangled = crossings();
    TEST_ASSERT_TRUE(tangled > 0);
    hem_step_in in = hem_default_step_in(1.0f / 90.0f);
    TEST_ASSERT_TRUE(hem_step(world, &in, &report) >= HEM_OK);
    TEST_ASSERT_EQUAL_UINT32(tangled, report.tangled);
}

/* Pairs of features that are not asked about cost nothing, by owners or by pairs of triangles. */
void test_faces_only_tests_no_edges_of_solids(void)
{
    uint64_t tests[3];
    for (uint32_t i = 0; i < 3; i++) {
        hem_step_in in = hem_default_step_in(1.0f / 90.0f);
        in.solid_features = i == 0 ? HEM_SOLID_ALL_FEATURES : HEM_SOLID_FACES_ONLY;
        in.every_pair = i == 2;
        make_world();
        tests[i] = 0;
        for (uint32_t k = 0; k < 8; k++) {
            TEST_ASSERT_TRUE(hem_step(world, &in, &report) >= HEM_OK);
            tests[i] += report.phase[HEM_PHASE_PROXIMITY].tests;
        }
        guarded_block_check_and_free();
    }
    TEST_ASSERT_TRUE(tests[1] < tests[0]);
    TEST_ASSERT_EQUAL_UINT64(tests[1], tests[2]);
}
