/* What the calls of the response layer refuse, each with its status, and that nothing changes. */
#include "unity.h"

#include "hem/respond.h"
#include "respond_cases.h"

#include <float.h>
#include <math.h>
#include <string.h>

static respond_case now, good;
static hem_respond_in in;
static hem_repel_def repel;
static hem_zone_def def;
static hem_zones zones;
static hem_arena arena;
static hem_detail detail;
HEM_BLOCK(memory, 2u * HEM_ZONES_BYTES(RESPOND_VERTICES, RESPOND_IMPACTS) +
                      HEM_ZONE_SOLVE_BYTES(RESPOND_VERTICES, RESPOND_IMPACTS));

void setUp(void)
{
    test_random random = {71};
    respond_kind kind = {.vertices = 20,
                         .impacts = 12,
                         .size = 0.1f,
                         .speed = 1.0f,
                         .decades = 2.0f,
                         .heavy = 0.2f,
                         .hits = true};
    respond_case_make(&good, kind, &random);
    good.inverse_mass[5] = 0.0f;
    now = good;
    in = respond_case_in(&now);
    repel = hem_default_repel_def();
    def = hem_default_zone_def(RESPOND_VERTICES, RESPOND_IMPACTS);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, memory, sizeof memory));
    TEST_ASSERT_EQUAL(HEM_OK, hem_zones_make(&in, &def, &arena, &zones));
}

void tearDown(void)
{
}

static hem_zones_in zones_in(void)
{
    return (hem_zones_in){.respond = in, .zones = &zones, .def = def, .scratch = &arena};
}

/* Calls everything with `in`; all must refuse alike and change nothing. hem_zones_make does not
 * look at touches. */
static void refuse_all(hem_status expected, uint32_t index, bool about_touch)
{
    static respond_case before;
    before = now;
    hem_arena arena_before = arena;
    hem_impulses_out impulses;
    TEST_ASSERT_EQUAL(expected, hem_impulses(&in, &impulses));
    TEST_ASSERT_EQUAL(index, impulses.detail.index);
    hem_repel_out repelled;
    TEST_ASSERT_EQUAL(expected, hem_repel(&in, &repel, &arena, &repelled));
    TEST_ASSERT_EQUAL(index, repelled.detail.index);
    hem_zones other;
    if (!about_touch) {
        TEST_ASSERT_EQUAL(expected, hem_zones_make(&in, &def, &arena, &other));
        TEST_ASSERT_EQUAL(index, other.detail.index);
    }
    hem_zones_in solve = zones_in();
    hem_zones_out solved;
    TEST_ASSERT_EQUAL(expected, hem_zones_inelastic(&solve, &solved));
    TEST_ASSERT_EQUAL(index, solved.detail.index);
    TEST_ASSERT_EQUAL(expected, hem_zones_rigid(&solve, &solved));
    TEST_ASSERT_EQUAL(index, solved.detail.index);
    TEST_ASSERT_EQUAL_MEMORY(&before, &now, sizeof now);
    TEST_ASSERT_EQUAL_MEMORY(&arena_before, &arena, sizeof arena);
}

void test_the_good_case_is_taken(void)
{
    hem_impulses_out impulses;
    TEST_ASSERT_EQUAL(HEM_OK, hem_impulses(&in, &impulses));
    hem_repel_out repelled;
    TEST_ASSERT_EQUAL(HEM_OK, hem_repel(&in, &repel, &arena, &repelled));
    hem_zones_in solve = zones_in();
    hem_zones_out solved;
    TEST_ASSERT_TRUE(hem_zones_inelastic(&solve, &solved) >= HEM_OK);
    TEST_ASSERT_TRUE(hem_zones_rigid(&solve, &solved) >= HEM_OK);
}

void test_each_impact_may_have_a_touch_of_its_own(void)
{
    hem_touch touches[RESPOND_IMPACTS];
    static respond_case one_for_all;
    for (uint32_t i = 0; i < RESPOND_IMPACTS; i++) {
        touches[i] = good.touch;
    }
    for (uint32_t each = 0; each < 2; each++) {
        now = good;
        in.touch = each == 1 ? touches : &good.touch;
        in.touch_each = each == 1;
        hem_impulses_out impulses;
        hem_repel_out repelled;
        hem_zones_out solved;
        hem_zones_in solve = zones_in();
        TEST_ASSERT_EQUAL(HEM_OK, hem_repel(&in, &repel, &arena, &repelled));
        TEST_ASSERT_EQUAL(HEM_OK, hem_impulses(&in, &impulses));
        TEST_ASSERT_TRUE(hem_zones_inelastic(&solve, &solved) >= HEM_OK);
        if (each == 0) {
            one_for_all = now;
        }
    }
    TEST_ASSERT_EQUAL_MEMORY(&one_for_all, &now, sizeof now);
    /* And one that is thicker makes a difference. */
    touches[0].thickness = 10.0f;
    now = good;
    hem_impulses_out impulses;
    TEST_ASSERT_EQUAL(HEM_OK, hem_impulses(&in, &impulses));
    TEST_ASSERT_TRUE(memcmp(now.velocity, one_for_all.velocity, sizeof now.velocity) != 0);
}

void test_time_steps_that_are_none_are_refused(void)
{
    const float bad[] = {0.0f, -0.01f, FLT_MIN / 2.0f, 2.0f * HEM_DT_MOST};
    for (uint32_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        in.motion.dt = bad[i];
        refuse_all(HEM_OUT_OF_RANGE, HEM_NONE, false);
    }
    const float none[] = {NAN, INFINITY, -INFINITY};
    for (uint32_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        in.motion.dt = none[i];
        refuse_all(HEM_NOT_FINITE, HEM_NONE, false);
    }
}

/* Puts a value in place of a good one, expects a refusal, and puts the good one back. */
static void refuse_value(float *place, float value, hem_status expected, uint32_t index)
{
    float kept = *place;
    *place = value;
    refuse_all(expected, index, false);
    *place = kept;
}

static void refuse_not_finite(float *place, uint32_t index)
{
    refuse_value(place, NAN, HEM_NOT_FINITE, index);
    refuse_value(place, INFINITY, HEM_NOT_FINITE, index);
    refuse_value(place, -INFINITY, HEM_NOT_FINITE, index);
}

void test_vertices_out_of_their_ranges_are_refused_by_their_index(void)
{
    for (uint32_t v = 0; v < now.vertex_count; v += 19u) {
        float *numbers[] = {&now.start[v].x,     &now.start[v].y,    &now.start[v].z,
                            &now.velocity[v].x,  &now.velocity[v].y, &now.velocity[v].z,
                            &now.inverse_mass[v]};
        for (uint32_t i = 0; i < 7; i++) {
            refuse_not_finite(numbers[i], v);
        }
        for (uint32_t i = 0; i < 3; i++) {
            refuse_value(numbers[i], HEM_DOMAIN, HEM_OUT_OF_RANGE, v);
            refuse_value(numbers[3u + i], 1.1f * HEM_SPEED_MOST, HEM_OUT_OF_RANGE, v);
        }
        refuse_value(numbers[6], -1.0f, HEM_OUT_OF_RANGE, v);
        refuse_value(numbers[6], 2.0f * HEM_INVERSE_MASS_MOST, HEM_OUT_OF_RANGE, v);
        refuse_value(numbers[6], 0.5f * HEM_INVERSE_MASS_LEAST, HEM_OUT_OF_RANGE, v);
    }
}

void test_impacts_that_make_no_sense_are_refused_by_their_index(void)
{
    for (uint32_t i = 0; i < now.impact_count; i += 11u) {
        hem_impact *impact = &now.impacts[i];
        float *numbers[] = {&impact->weight[0], &impact->weight[1], &impact->weight[2],
                            &impact->weight[3], &impact->normal.x,  &impact->normal.y,
                            &impact->normal.z,  &impact->distance,  &impact->time};
        for (uint32_t k = 0; k < 9; k++) {
            refuse_not_finite(numbers[k], i);
        }
        for (uint32_t k = 0; k < 4; k++) {
            refuse_value(numbers[k], *numbers[k] + 0.001f, HEM_OUT_OF_RANGE, i);
            uint32_t kept = impact->vertex[k];
            impact->vertex[k] = now.vertex_count;
            refuse_all(HEM_BAD_INDEX, i, false);
            impact->vertex[k] = impact->vertex[(k + 1u) % 4u];
            refuse_all(HEM_BAD_INDEX, i, false);
            impact->vertex[k] = kept;
        }
        hem_vec3 normal = impact->normal;
        impact->normal = (hem_vec3){1.01f * normal.x, 1.01f * normal.y, 1.01f * normal.z};
        refuse_all(HEM_OUT_OF_RANGE, i, false);
        impact->normal = normal;
        refuse_value(&impact->distance, 1e5f, HEM_OUT_OF_RANGE, i);
        uint32_t kind = impact->kind;
        impact->kind = HEM_CONTACT_KINDS;
        refuse_all(HEM_OUT_OF_RANGE, i, false);
        impact->kind = kind;
    }
}

void test_touches_that_make_no_sense_are_refused_by_their_index(void)
{
    hem_touch touches[RESPOND_IMPACTS];
    for (uint32_t i = 0; i < RESPOND_IMPACTS; i++) {
        touches[i] = hem_default_touch();
    }
    in.touch = touches;
    in.touch_each = true;
    const hem_touch bad[] = {{-0.001f, 0.3f}, {2.0f * HEM_DOMAIN, 0.3f}, {0.001f, -0.1f}};
    for (uint32_t i = 0; i < 3; i++) {
        touches[3] = bad[i];
        refuse_all(HEM_OUT_OF_RANGE, 3, true);
    }
    const hem_touch none[] = {{NAN, 0.3f}, {0.001f, NAN}, {INFINITY, 0.3f}, {0.001f, INFINITY}};
    for (uint32_t i = 0; i < 4; i++) {
        touches[3] = none[i];
        refuse_all(HEM_NOT_FINITE, 3, true);
    }
}

void test_what_is_missing_or_overlaps_is_refused(void)
{
    const hem_respond_in kept = in;
    in.motion.start = NULL;
    refuse_all(HEM_NULL, HEM_NONE, true);
    in = kept;
    in.motion.velocity = NULL;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_impulses(&in, &(hem_impulses_out){0}));
    in = kept;
    in.motion.inverse_mass = NULL;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_impulses(&in, &(hem_impulses_out){0}));
    in = kept;
    in.impacts = NULL;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_impulses(&in, &(hem_impulses_out){0}));
    in = kept;
    in.touch = NULL;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_impulses(&in, &(hem_impulses_out){0}));
    in = kept;
    in.motion.vertex_count = 0;
    refuse_all(HEM_BAD_COUNT, HEM_NONE, false);
    in = kept;
    in.motion.velocity = now.start;
    refuse_all(HEM_ALIASED, HEM_NONE, false);
    in.motion.velocity = (hem_vec3 *)(void *)(now.inverse_mass + 3);
    refuse_all(HEM_ALIASED, HEM_NONE, false);
    in.motion.velocity = (hem_vec3 *)(void *)now.impacts;
    refuse_all(HEM_ALIASED, HEM_NONE, false);
    in = kept;
    hem_impulses_out impulses;
    hem_repel_out repelled;
    hem_zones other;
    hem_zones_out solved;
    hem_zones_in solve = zones_in();
    TEST_ASSERT_EQUAL(HEM_NULL, hem_impulses(NULL, &impulses));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_impulses(&in, NULL));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_repel(NULL, &repel, &arena, &repelled));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_repel(&in, NULL, &arena, &repelled));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_repel(&in, &repel, NULL, &repelled));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_repel(&in, &repel, &arena, NULL));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_zones_make(NULL, &def, &arena, &other));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_zones_make(&in, NULL, &arena, &other));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_zones_make(&in, &def, NULL, &other));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_zones_make(&in, &def, &arena, NULL));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_zones_inelastic(NULL, &solved));
    TEST_ASSERT_EQUAL(HEM_NULL, hem_zones_rigid(&solve, NULL));
    solve.zones = NULL;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_zones_rigid(&solve, &solved));
    solve = zones_in();
    solve.scratch = NULL;
    TEST_ASSERT_EQUAL(HEM_NULL, hem_zones_rigid(&solve, &solved));
    /* Velocities in the memory that a call would take. */
    in.motion.velocity = (hem_vec3 *)(void *)(arena.base + arena.used);
    memset(arena.base + arena.used, 0, now.vertex_count * sizeof(hem_vec3));
    solve = zones_in();
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_repel(&in, &repel, &arena, &repelled));
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_zones_make(&in, &def, &arena, &other));
    TEST_ASSERT_EQUAL(HEM_ALIASED, hem_zones_rigid(&solve, &solved));
    TEST_ASSERT_EQUAL_MEMORY(&good, &now, sizeof now);
}

void test_definitions_are_refused_unless_made_and_in_range(void)
{
    hem_repel_out repelled;
    hem_zones_out solved;
    hem_zones other;
    repel.cookie = 0;
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_repel(&in, &repel, &arena, &repelled));
    repel = hem_default_repel_def();
    float *numbers[] = {&repel.recovery,    &repel.tolerance,   &repel.separate_depth,
                        &repel.stick_speed, &repel.stick_reach, &repel.release_speed};
    for (uint32_t i = 0; i < 6; i++) {
        float kept = *numbers[i];
        *numbers[i] = -1.0f;
        TEST_ASSERT_EQUAL(HEM_OUT_OF_RANGE, hem_repel(&in, &repel, &arena, &repelled));
        *numbers[i] = NAN;
        TEST_ASSERT_EQUAL(HEM_NOT_FINITE, hem_repel(&in, &repel, &arena, &repelled));
        *numbers[i] = kept;
    }
    repel.recovery = 1.5f;
    TEST_ASSERT_EQUAL(HEM_OUT_OF_RANGE, hem_repel(&in, &repel, &arena, &repelled));

    hem_zone_def made = def;
    def.cookie = 0;
    hem_zones_in solve = zones_in();
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_zones_make(&in, &def, &arena, &other));
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_zones_rigid(&solve, &solved));
    def = made;
    def.vertex_room = 0;
    TEST_ASSERT_EQUAL(HEM_BAD_CAPACITY, hem_zones_make(&in, &def, &arena, &other));
    def = made;
    def.impact_room = 1u << 30;
    TEST_ASSERT_EQUAL(HEM_BAD_CAPACITY, hem_zones_make(&in, &def, &arena, &other));
    def = made;
    def.tolerance = NAN;
    TEST_ASSERT_EQUAL(HEM_NOT_FINITE, hem_zones_make(&in, &def, &arena, &other));
    def = made;
    def.rigid_tolerance = -1.0f;
    TEST_ASSERT_EQUAL(HEM_OUT_OF_RANGE, hem_zones_make(&in, &def, &arena, &other));
    TEST_ASSERT_EQUAL_MEMORY(&good, &now, sizeof now);
}

static void refuse_zones(void)
{
    hem_zones_in solve = zones_in();
    hem_zones_out solved;
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_zones_inelastic(&solve, &solved));
    TEST_ASSERT_EQUAL(HEM_BAD_DEFINITION, hem_zones_rigid(&solve, &solved));
    TEST_ASSERT_EQUAL_MEMORY(&good, &now, sizeof now);
}

static void refuse_index(uint32_t *place, uint32_t value)
{
    uint32_t kept = *place;
    *place = value;
    refuse_zones();
    *place = kept;
}

void test_zones_of_another_list_are_refused(void)
{
    hem_zone *last = &zones.zones[zones.zone_count - 1u];
    refuse_index(&last->first_vertex, zones.vertex_count);
    refuse_index(&last->first_vertex, 0xFFFFFFF0u);
    refuse_index(&last->vertex_count, 0);
    refuse_index(&last->vertex_count, last->vertex_count + 1u);
    refuse_index(&last->first_impact, 0xFFFFFFF0u);
    refuse_index(&last->impact_count, last->impact_count + 1u);
    refuse_index(&zones.vertices[0], now.vertex_count);
    refuse_index(&zones.vertices[0], 5);
    refuse_index(&zones.impacts[0], now.impact_count);
    refuse_index(&zones.corners[0], zones.corners[0] == HEM_NONE ? 0u : HEM_NONE);
    refuse_index(&zones.most_vertices, 0);
    refuse_index(&zones.most_impacts, 0);
    in.count = 1;
    refuse_zones();
}

void test_too_little_scratch_is_refused_with_what_it_takes(void)
{
    hem_arena small;
    uint32_t bytes = (uint32_t)HEM_ZONE_SOLVE_BYTES(zones.most_vertices, zones.most_impacts);
    uint8_t *rest = arena.base + arena.used;
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&small, rest, bytes - 1u));
    hem_zones_in solve = zones_in();
    solve.scratch = &small;
    hem_zones_out solved;
    TEST_ASSERT_EQUAL(HEM_FULL_SCRATCH, hem_zones_inelastic(&solve, &solved));
    TEST_ASSERT_EQUAL(bytes, solved.needed);
    TEST_ASSERT_EQUAL(HEM_FULL_SCRATCH, hem_zones_rigid(&solve, &solved));
    TEST_ASSERT_EQUAL_MEMORY(&good, &now, sizeof now);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&small, rest, bytes));
    TEST_ASSERT_TRUE(hem_zones_inelastic(&solve, &solved) >= HEM_OK);
    TEST_ASSERT_EQUAL(bytes, small.peak);
    TEST_ASSERT_EQUAL(0, small.used);

    bytes = (uint32_t)HEM_REPEL_BYTES(in.count);
    hem_repel_out repelled;
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&small, rest, bytes - 1u));
    TEST_ASSERT_EQUAL(HEM_FULL_SCRATCH, hem_repel(&in, &repel, &small, &repelled));
    TEST_ASSERT_EQUAL(bytes, repelled.needed);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&small, rest, bytes));
    TEST_ASSERT_EQUAL(HEM_OK, hem_repel(&in, &repel, &small, &repelled));
}

/* The ends of every range at once: results are finite whatever is done to them. */
void test_the_ends_of_the_ranges_give_finite_velocities(void)
{
    test_random random = {72};
    for (uint32_t i = 0; i < 2000; i++) {
        const float steps[3] = {FLT_MIN, 1.0f / 90.0f, HEM_DT_MOST};
        const float masses[4] = {0.0f, HEM_INVERSE_MASS_LEAST, 1.0f, HEM_INVERSE_MASS_MOST};
        const float speeds[3] = {0.0f, 1e-30f, HEM_SPEED_MOST};
        const float places[3] = {0.0f, HEM_GRID, 4095.0f};
        now = good;
        now.dt = steps[random_below(&random, 3)];
        now.touch = (hem_touch){i % 2 == 0 ? HEM_DOMAIN : 1e-30f, i % 3 == 0 ? FLT_MAX : 0.0f};
        for (uint32_t v = 0; v < now.vertex_count; v++) {
            now.inverse_mass[v] = masses[random_below(&random, 4)];
            float *numbers[2][3] = {{&now.start[v].x, &now.start[v].y, &now.start[v].z},
                                    {&now.velocity[v].x, &now.velocity[v].y, &now.velocity[v].z}};
            for (uint32_t k = 0; k < 3; k++) {
                float sign = random_below(&random, 2) == 0 ? -1.0f : 1.0f;
                *numbers[0][k] = sign * places[random_below(&random, 3)];
                *numbers[1][k] = sign * speeds[random_below(&random, 3)];
            }
        }
        in = respond_case_in(&now);
        hem_arena_init(&arena, memory, sizeof memory);
        hem_impulses_out impulses;
        hem_repel_out repelled;
        hem_zones_out solved;
        TEST_ASSERT_EQUAL(HEM_OK, hem_zones_make(&in, &def, &arena, &zones));
        static respond_case kept;
        kept = now;
        for (uint32_t call = 0; call < 4; call++) {
            now = kept;
            hem_zones_in solve = zones_in();
            hem_status status = call == 0   ? hem_impulses(&in, &impulses)
                                : call == 1 ? hem_repel(&in, &repel, &arena, &repelled)
                                : call == 2 ? hem_zones_inelastic(&solve, &solved)
                                            : hem_zones_rigid(&solve, &solved);
            TEST_ASSERT_TRUE(status >= HEM_OK);
            for (uint32_t v = 0; v < now.vertex_count; v++) {
                TEST_ASSERT_TRUE(isfinite(now.velocity[v].x) && isfinite(now.velocity[v].y) &&
                                 isfinite(now.velocity[v].z));
            }
        }
    }
}

void test_the_defaults_are_those_of_the_manual(void)
{
    TEST_ASSERT_EQUAL_FLOAT(0.001f, hem_default_touch().thickness);
    TEST_ASSERT_EQUAL(8, hem_default_repel_def().sweeps);
    TEST_ASSERT_EQUAL(64, hem_default_zone_def(1, 1).sweeps);
    TEST_ASSERT_EQUAL(56, sizeof(hem_impact));
    TEST_ASSERT_EQUAL(24, sizeof(hem_zone));
}
