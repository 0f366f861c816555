/* Events: who began, went on and ended touching, how fast, and who was held; the same whatever else
 * is in the block, and never more than there is room for. */
#include "unity.h"

#include "world/world_block.h"
#include "guarded_block.h"
#include "test_scale.h"
#include "world_shapes.h"

#include <stdlib.h>
#include <string.h>

#define SIDE     5u
#define VERTICES (SIDE * SIDE)
#define DT       (1.0f / 90.0f)
#define BODIES   7u

static hem_world *world;
static hem_step_in in;
static hem_report report;

void setUp(void)
{
    in = hem_default_step_in(DT);
    memset(&report, 0, sizeof report);
}

void tearDown(void)
{
    guarded_block_check_and_free();
}

static hem_body add_sheet(uint32_t kind, float height)
{
    world_shape sheet = world_shape_sheet(SIDE, SIDE, (hem_vec3){0.0f, 0.0f, height});
    sheet.kind = kind;
    hem_body body = world_shape_add(world, &sheet);
    world_shape_free(&sheet);
    return body;
}

/* The body goes so far up within a step. */
static void step_up(hem_body body, float way)
{
    hem_vec3 ends[VERTICES];
    memcpy(ends, hem_body_positions(world, body), sizeof ends);
    for (uint32_t v = 0; v < VERTICES; v++) {
        ends[v].z += way;
    }
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_candidate(world, body, ends, VERTICES));
    TEST_ASSERT_TRUE(hem_resolve(world, &in, &report) >= HEM_OK);
    world_check_valid(world);
}

static const hem_event *only_event(void)
{
    uint32_t count = 9;
    const hem_event *events = hem_world_events(world, &count);
    TEST_ASSERT_EQUAL_UINT32(1, count);
    TEST_ASSERT_EQUAL_UINT32(1, report.events.used);
    return events;
}

static void check_event(uint32_t kind, uint32_t steps)
{
    TEST_ASSERT_EQUAL_UINT32(kind, only_event()->kind);
    TEST_ASSERT_EQUAL_UINT32(steps, only_event()->steps);
}

static void check_no_event(void)
{
    uint32_t count = 9;
    TEST_ASSERT_NOT_NULL(hem_world_events(world, &count));
    TEST_ASSERT_EQUAL_UINT32(0, count);
    TEST_ASSERT_EQUAL_UINT32(0, report.events.used);
}

static hem_world *floor_and_sheet(hem_body *ground, hem_body *sheet, float height)
{
    world = world_take(2, 2u * VERTICES, 200, 2000);
    *ground = add_sheet(HEM_STATIC, 0.0f);
    *sheet = add_sheet(HEM_CLOTH, height);
    return world;
}

void test_touching_begins_stays_and_ends(void)
{
    hem_body ground, sheet;
    floor_and_sheet(&ground, &sheet, 0.01f);
    step_up(sheet, -0.002f);
    check_no_event();
    step_up(sheet, -0.02f);
    check_event(HEM_EVENT_BEGAN, 0);
    TEST_ASSERT_EQUAL_UINT32(ground.slot, only_event()->first.slot);
    TEST_ASSERT_EQUAL_UINT32(ground.generation, only_event()->first.generation);
    TEST_ASSERT_EQUAL_UINT32(sheet.slot, only_event()->second.slot);
    TEST_ASSERT_EQUAL_UINT32(sheet.generation, only_event()->second.generation);
    TEST_ASSERT_TRUE(only_event()->hits > 0);
    for (uint32_t step = 1; step < 5; step++) {
        step_up(sheet, -0.0005f);
        check_event(HEM_EVENT_STAYED, step);
        TEST_ASSERT_TRUE(only_event()->contacts > 0);
    }
    step_up(sheet, 0.01f);
    check_event(HEM_EVENT_STAYED, 5); /* it began where it lay */
    step_up(sheet, 0.01f);
    check_event(HEM_EVENT_ENDED, 6);
    TEST_ASSERT_EQUAL_UINT32(0, only_event()->contacts + only_event()->hits);
    step_up(sheet, 0.0f);
    check_no_event();
    TEST_ASSERT_EQUAL_UINT32(1, report.events.peak);
}

void test_the_speed_is_that_of_the_approach(void)
{
    for (uint32_t i = 1; i <= 20; i++) {
        hem_body ground, sheet;
        float way = 0.01f + 0.003f * (float)i;
        floor_and_sheet(&ground, &sheet, 0.01f);
        step_up(sheet, -way);
        TEST_ASSERT_FLOAT_WITHIN(0.001f * way / DT, way / DT, only_event()->speed);
        const hem_impact *fastest = &only_event()->fastest;
        TEST_ASSERT_FLOAT_WITHIN(1e-4f, 1.0f, fastest->normal.z * fastest->normal.z);
        TEST_ASSERT_FLOAT_WITHIN(0.02f, 0.01f / way, fastest->time);
        guarded_block_check_and_free();
    }
}

void test_what_lies_approaches_by_its_way_of_a_step(void)
{
    hem_body ground, sheet;
    floor_and_sheet(&ground, &sheet, 0.001f);
    step_up(sheet, -0.0002f);
    check_event(HEM_EVENT_BEGAN, 0);
    TEST_ASSERT_EQUAL_UINT32(0, only_event()->hits);
    TEST_ASSERT_EQUAL_UINT32(world->contact_count, only_event()->contacts);
    TEST_ASSERT_FLOAT_WITHIN(1e-4f, 0.0002f / DT, only_event()->speed);
    TEST_ASSERT_EQUAL_FLOAT(0.0f, only_event()->fastest.time);
}

void test_what_is_held_is_told_by_body(void)
{
    hem_body ground, sheet;
    floor_and_sheet(&ground, &sheet, 0.01f);
    in.limits = (hem_limits){.repel_sweeps = 0};
    step_up(sheet, -0.03f);
    uint32_t count;
    const hem_event *events = hem_world_events(world, &count);
    TEST_ASSERT_EQUAL_UINT32(1, count);
    TEST_ASSERT_EQUAL_UINT32(HEM_EVENT_HELD, events[0].kind);
    TEST_ASSERT_EQUAL_UINT32(sheet.slot, events[0].first.slot);
    TEST_ASSERT_EQUAL_UINT32(0, events[0].second.generation);
    TEST_ASSERT_EQUAL_UINT32(VERTICES, events[0].held);
    TEST_ASSERT_EQUAL_UINT32(VERTICES, report.held_vertices);
    step_up(sheet, 0.03f);
    check_no_event();
}

void test_what_is_pinched_between_two_that_move_is_told_of_both(void)
{
    hem_vec3 ends[VERTICES];
    world = world_take(3, 3u * VERTICES, 200, 2000);
    hem_body below = add_sheet(HEM_KINEMATIC, 0.0f);
    hem_body sheet = add_sheet(HEM_CLOTH, 0.004f);
    hem_body above = add_sheet(HEM_KINEMATIC, 0.008f);
    memcpy(ends, hem_body_positions(world, above), sizeof ends);
    for (uint32_t v = 0; v < VERTICES; v++) {
        ends[v].z = -0.01f;
    }
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_kinematic(world, above, ends, VERTICES));
    step_up(sheet, 0.0f);
    TEST_ASSERT_TRUE(report.pinched > 0);
    uint32_t count, pinched = 0;
    const hem_event *events = hem_world_events(world, &count);
    for (uint32_t i = 0; i < count; i++) {
        pinched += events[i].pinched;
        TEST_ASSERT_TRUE(events[i].pinched == 0 || events[i].second.slot == above.slot);
        TEST_ASSERT_TRUE(events[i].second.slot != above.slot || events[i].first.slot != below.slot);
    }
    TEST_ASSERT_TRUE(pinched > 0 && pinched <= report.pinched);
}

void test_a_body_that_is_removed_ends_and_its_slot_begins_anew(void)
{
    hem_body ground, sheet;
    floor_and_sheet(&ground, &sheet, 0.001f);
    step_up(sheet, -0.0001f);
    check_event(HEM_EVENT_BEGAN, 0);
    TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(world, sheet));
    check_event(HEM_EVENT_BEGAN, 0); /* until the next step */
    hem_body other = add_sheet(HEM_CLOTH, 0.001f);
    TEST_ASSERT_EQUAL_UINT32(sheet.slot, other.slot);
    step_up(other, -0.0001f);
    uint32_t count;
    const hem_event *events = hem_world_events(world, &count);
    TEST_ASSERT_EQUAL_UINT32(2, count);
    TEST_ASSERT_EQUAL_UINT32(HEM_EVENT_ENDED, events[0].kind);
    TEST_ASSERT_EQUAL_UINT32(sheet.generation, events[0].second.generation);
    TEST_ASSERT_EQUAL_UINT32(HEM_EVENT_BEGAN, events[1].kind);
    TEST_ASSERT_EQUAL_UINT32(other.generation, events[1].second.generation);
}

void test_a_step_that_knows_nothing_ends_nothing(void)
{
    hem_body ground, sheet;
    floor_and_sheet(&ground, &sheet, 0.001f);
    step_up(sheet, -0.0001f);
    uint32_t whole = world->bytes;
    world->bytes = world->offset.scratch;
    TEST_ASSERT_EQUAL(HEM_LIMITED, hem_resolve(world, &in, &report));
    check_event(HEM_EVENT_STAYED, 1);
    TEST_ASSERT_EQUAL_UINT32(2, world->step);
    world->bytes = whole;
}

/* ---- many bodies ---- */

static hem_world *crowd(test_random *random, uint32_t events, hem_body *bodies)
{
    world_shape shapes[BODIES];
    uint32_t vertices = 0, triangles = 0;
    for (uint32_t i = 0; i < BODIES; i++) {
        shapes[i] = world_shape_random(random);
        vertices += shapes[i].vertex_count;
        triangles += shapes[i].triangle_count;
    }
    hem_caps caps = hem_default_caps(BODIES, vertices, triangles, 3u * triangles, 40u * vertices);
    caps.orphans = 20u * vertices + 100u;
    caps.events = events;
    uint32_t bytes = hem_world_bytes(&caps);
    hem_world *made = NULL;
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(malloc(bytes), bytes, &caps, &made));
    for (uint32_t i = 0; i < BODIES; i++) {
        bodies[i] = world_shape_add(made, &shapes[i]);
        world_shape_free(&shapes[i]);
    }
    return made;
}

/* Everything that can comes nearer to the middle, or goes further away. */
static void step_crowd(hem_world *to, const hem_body *bodies, float by)
{
    for (uint32_t i = 0; i < BODIES; i++) {
        uint32_t count = hem_body_mesh(to, bodies[i])->vertex_count;
        const hem_vec3 *now = hem_body_positions(to, bodies[i]);
        hem_vec3 *ends = malloc(count * sizeof *ends);
        for (uint32_t v = 0; v < count; v++) {
            ends[v] = (hem_vec3){by * now[v].x, (by - 0.1f) * now[v].y, by * now[v].z};
        }
        (void)hem_set_candidate(to, bodies[i], ends, count); /* refused for what cannot */
        free(ends);
    }
    TEST_ASSERT_TRUE(hem_resolve(to, &in, &report) >= HEM_OK);
}

static uint32_t body_of(hem_world *of, uint32_t vertex)
{
    uint32_t body = 0;
    while (vertex >=
           hem_world_bodies(of)[body].vertex_begin + hem_world_mesh(of, body)->vertex_count) {
        body++;
    }
    return body;
}

/* The contacts of every pair, counted one by one. */
static void check_contacts(hem_world *of)
{
    uint32_t contacts[BODIES][BODIES] = {{0}}, events;
    hem_impact contact;
    for (uint32_t i = 0; hem_world_contact(of, i, &contact); i++) {
        uint32_t a = body_of(of, contact.vertex[0]), b = body_of(of, contact.vertex[3]);
        contacts[a < b ? a : b][a < b ? b : a]++;
    }
    const hem_event *event = hem_world_events(of, &events);
    for (uint32_t i = 0; i < events; i++) {
        if (event[i].kind == HEM_EVENT_HELD) {
            continue;
        }
        uint32_t a = event[i].first.slot, b = event[i].second.slot; /* slots as bodies here */
        TEST_ASSERT_TRUE(a <= b && b < BODIES);
        TEST_ASSERT_TRUE(contacts[a][b] >= event[i].contacts);
        TEST_ASSERT_TRUE(event[i].kind != HEM_EVENT_STAYED || contacts[a][b] == event[i].contacts);
        TEST_ASSERT_TRUE((event[i].kind == HEM_EVENT_ENDED) ==
                         (event[i].contacts + event[i].hits + event[i].pinched == 0));
        TEST_ASSERT_TRUE(event[i].speed >= 0.0f);
        if (i > 0) {
            uint32_t before = event[i - 1u].first.slot;
            TEST_ASSERT_TRUE(before < a || (before == a && event[i - 1u].second.slot < b));
        }
    }
}

void test_contacts_and_held_vertices_add_up_in_hundreds_of_crowds(void)
{
    test_random random = {91};
    uint32_t seen[4] = {0, 0, 0, 0};
    const hem_limits limits = in.limits;
    for (uint32_t round = 0; round < hem_test_count(100); round++) {
        hem_body bodies[BODIES];
        hem_world *made = crowd(&random, HEM_EVENTS(BODIES), bodies);
        in.limits.impact_passes = round % 4u == 0 ? 1u : limits.impact_passes; /* some are held */
        in.limits.zone_passes = round % 4u == 0 ? 0u : limits.zone_passes;
        for (uint32_t step = 0; step < 6; step++) {
            uint32_t held = 0, count;
            step_crowd(made, bodies, step < 3 ? 0.7f : 3.0f);
            const hem_event *event = hem_world_events(made, &count);
            for (uint32_t i = 0; i < count; i++) {
                held += event[i].held;
                seen[event[i].kind]++;
            }
            TEST_ASSERT_EQUAL_UINT32(report.held_vertices, held);
            TEST_ASSERT_EQUAL_UINT32(0, report.events.left_out);
            check_contacts(made);
        }
        free(made);
    }
    in.limits = limits;
    for (uint32_t kind = 0; kind < 4; kind++) {
        TEST_ASSERT_TRUE(seen[kind] > 0 || hem_test_count(100) < 100);
    }
}

void test_with_less_room_some_are_left_out_and_nothing_else_changes(void)
{
    test_random random = {92};
    for (uint32_t round = 0; round < hem_test_count(40); round++) {
        test_random again = random;
        hem_body bodies[BODIES];
        hem_world *plenty = crowd(&random, HEM_EVENTS(BODIES), bodies);
        hem_world *few = crowd(&again, round % 6u, bodies);
        for (uint32_t step = 0; step < 3; step++) {
            step_crowd(plenty, bodies, 0.7f);
            uint32_t all = report.events.used, count;
            step_crowd(few, bodies, 0.7f);
            TEST_ASSERT_EQUAL_HEX64(hem_world_hash(plenty), hem_world_hash(few));
            (void)hem_world_events(few, &count);
            TEST_ASSERT_TRUE(count <= round % 6u);
            TEST_ASSERT_TRUE(all <= count || report.events.left_out > 0 || step > 0);
            TEST_ASSERT_EQUAL_UINT32(count, report.events.used);
            world_check_valid(few);
        }
        free(plenty);
        free(few);
    }
}

void test_a_step_without_bodies_is_a_step(void)
{
    world = world_take(1, 10, 10, 10);
    TEST_ASSERT_EQUAL(HEM_OK, hem_resolve(world, &in, &report));
    TEST_ASSERT_EQUAL_UINT32(1, world->step);
    TEST_ASSERT_EQUAL_UINT32(10, report.vertices.capacity);
    check_no_event();
}

void test_without_a_world_there_are_no_events(void)
{
    uint32_t count = 7;
    TEST_ASSERT_NULL(hem_world_events(NULL, &count));
    TEST_ASSERT_EQUAL_UINT32(0, count);
    world = world_take(1, 10, 10, 10);
    TEST_ASSERT_NOT_NULL(hem_world_events(world, NULL));
    world->magic++;
    TEST_ASSERT_NULL(hem_world_events(world, &count));
}
