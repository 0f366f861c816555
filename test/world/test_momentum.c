/* What a step leaves of the motion of bodies that nothing outside pushes: linear momentum as it
 * was, angular momentum where impulses act along the way between the points, and energy not more
 * than opening narrow gaps takes. */
#include "unity.h"

#include "guarded_block.h"
#include "respond_cases.h"
#include "test_scale.h"
#include "world/world_block.h"
#include "world_shapes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_BODIES = 4, STEPS = 5 };

#define DT        (1.0f / 90.0f)
#define THICKNESS 0.001f

static hem_world *world;
static hem_body bodies[MOST_BODIES];
static uint32_t body_count;
static hem_report report;
static respond_case before, after;

void setUp(void)
{
    world =
        world_take(MOST_BODIES, RESPOND_VERTICES, 2u * RESPOND_VERTICES, 20u * RESPOND_VERTICES);
    body_count = 0;
}

void tearDown(void)
{
    guarded_block_check_and_free();
}

static void make_anew(void)
{
    while (body_count > 0) {
        TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(world, bodies[--body_count]));
    }
}

/* A sheet at a height, somewhere near the middle; bumpy where it is asked for. */
static void add_sheet(test_random *random, float height, float bump, float friction)
{
    uint32_t columns = 2u + random_below(random, 4), rows = 2u + random_below(random, 4);
    hem_vec3 at = {random_float(random, -0.03f, 0.0f), random_float(random, -0.03f, 0.0f), height};
    world_shape sheet = world_shape_sheet(columns, rows, at);
    for (uint32_t v = 0; v < sheet.vertex_count; v++) {
        sheet.positions[v].z += random_float(random, -bump, bump);
    }
    sheet.thickness = THICKNESS;
    sheet.friction = friction;
    sheet.density = powf(10.0f, random_float(random, -2.0f, 1.0f));
    bodies[body_count++] = world_shape_add(world, &sheet);
    world_shape_free(&sheet);
}

static void look(respond_case *at)
{
    at->vertex_count = world->vertex_count;
    at->dt = DT;
    memcpy(at->start, hem_world_positions(world), world->vertex_count * sizeof(hem_vec3));
    memcpy(at->velocity, hem_world_velocities(world), world->vertex_count * sizeof(hem_vec3));
    memcpy(at->inverse_mass, hem_world_inverse_masses(world), world->vertex_count * sizeof(float));
}

/* One step from velocities that are to be there. True: nothing was held, so that momenta stay. */
static bool take_step(const hem_vec3 *velocities)
{
    const hem_step_in in = hem_default_step_in(DT);
    look(&before);
    for (uint32_t i = 0; i < body_count; i++) {
        uint32_t first = hem_world_bodies(world)[i].vertex_begin;
        hem_vec3 ends[RESPOND_VERTICES];
        const hem_vec3 *now = before.start + first;
        uint32_t count = hem_world_mesh(world, i)->vertex_count;
        for (uint32_t v = 0; v < count; v++) {
            hem_vec3 end = hem_vec3_snap(hem_add_scaled(now[v], DT, velocities[first + v]));
            before.velocity[first + v] = hem_scale(1.0f / DT, hem_sub(end, now[v]));
            ends[v] = end;
        }
        TEST_ASSERT_EQUAL(HEM_OK, hem_set_candidate(world, bodies[i], ends, count));
    }
    TEST_ASSERT_TRUE(hem_resolve(world, &in, &report) >= HEM_OK);
    look(&after);
    /* Momenta are about the places at the start. */
    memcpy(after.start, before.start, sizeof after.start);
    return report.held_vertices == 0;
}

static double mass_of(const respond_case *at)
{
    double sum = 0.0;
    for (uint32_t v = 0; v < at->vertex_count; v++) {
        sum += 1.0 / (double)at->inverse_mass[v];
    }
    return sum;
}

/* The ways of a step end in floats: so much of m|v| may be rounded away. */
static double rounded_away(void)
{
    double moved = 0.0, rounded = 0.0;
    for (uint32_t v = 0; v < after.vertex_count; v++) {
        hem_vec3 p = after.start[v], speed = before.velocity[v];
        double reach = fmax(fabs((double)p.x), fmax(fabs((double)p.y), fabs((double)p.z))) + 0.01;
        moved += sqrt((double)hem_dot(speed, speed)) / (double)after.inverse_mass[v];
        rounded += reach * 6e-8 / (double)DT / (double)after.inverse_mass[v];
    }
    return rounded / fmax(moved, 1e-30);
}

typedef struct worst {
    double linear, energy; /* energy: of what the thickness in a step makes of all mass */
    uint32_t steps, answered;
} worst;

static void judge(worst *of)
{
    momenta earlier = momenta_of(&before), later = momenta_of(&after);
    double speed = (double)(THICKNESS / DT);
    double room = 0.5 * mass_of(&after) * speed * speed;
    double more = later.energy - earlier.energy * (1.0 + 1e-5);
    of->linear = fmax(of->linear, linear_change(&earlier, &later) - rounded_away());
    of->energy = fmax(of->energy, more / room);
    of->steps++;
    of->answered += report.hits > 0 || report.contacts.used > 0;
}

static void show(const char *name, const worst *of)
{
    printf("%s: %u steps, %u with answers: linear %.2g, energy %.2g\n", name, (unsigned)of->steps,
           (unsigned)of->answered, of->linear, of->energy);
    TEST_ASSERT_GREATER_THAN_UINT32(of->steps / 5u, of->answered);
    TEST_ASSERT_TRUE(of->linear <= 1e-5);
    TEST_ASSERT_TRUE(of->energy <= 1.0);
}

/* Each body a velocity of its own, each vertex a little of its own, and some turn about a line. */
static void set_velocities(test_random *random, hem_vec3 *velocities, float speed, float spread)
{
    for (uint32_t i = 0; i < body_count; i++) {
        uint32_t first = hem_world_bodies(world)[i].vertex_begin;
        uint32_t count = hem_world_mesh(world, i)->vertex_count;
        float towards = i % 2u == 0 ? speed : -speed;
        hem_vec3 own = {random_float(random, -speed, speed), random_float(random, -speed, speed),
                        towards * random_float(random, 0.0f, 1.0f)};
        float turn = random_float(random, -20.0f, 20.0f) * spread;
        for (uint32_t v = 0; v < count; v++) {
            hem_vec3 p = hem_world_positions(world)[first + v];
            velocities[first + v] =
                (hem_vec3){own.x + random_float(random, -spread, spread) - turn * p.z,
                           own.y + random_float(random, -spread, spread),
                           own.z + random_float(random, -spread, spread) + turn * p.x};
        }
    }
}

static void run_sheets(const char *name, uint32_t cases, float speed, float spread)
{
    test_random random = {31};
    hem_vec3 velocities[RESPOND_VERTICES];
    worst all = {0.0, 0.0, 0, 0};
    for (uint32_t i = 0; i < hem_test_count(cases); i++) {
        make_anew();
        uint32_t count = 1u + random_below(&random, 3);
        float friction = random_below(&random, 2) == 0 ? 0.0f : random_float(&random, 0.0f, 1.0f);
        float gap = random_float(&random, 0.0003f, 0.004f);
        for (uint32_t k = 0; k < count; k++) {
            add_sheet(&random, gap * (float)k, random_below(&random, 2) == 0 ? 0.0f : 0.1f * gap,
                      friction);
        }
        set_velocities(&random, velocities, speed, spread);
        for (uint32_t step = 0; step < STEPS; step++) {
            if (take_step(velocities)) {
                judge(&all);
            }
            /* On with what the step has left. */
            memcpy(velocities, hem_world_velocities(world),
                   sizeof *velocities * world->vertex_count);
        }
    }
    show(name, &all);
}

void test_sheets_that_meet_keep_their_momentum(void)
{
    run_sheets("meet", 400, 1.0f, 0.01f);
}

void test_sheets_that_crumple_keep_their_momentum(void)
{
    run_sheets("crumple", 300, 0.5f, 0.6f);
}

void test_sheets_that_hardly_move_keep_their_momentum(void)
{
    run_sheets("slow", 400, 0.02f, 0.002f);
}

/* An impulse P turns by d x P, d being the way between its points at the start. */
static void expect_little_turn(double way)
{
    momenta earlier = momenta_of(&before), later = momenta_of(&after);
    double impulse = 0.0;
    for (uint32_t v = 0; v < before.vertex_count; v++) {
        double3 change =
            double3_add_scaled(double3_of(after.velocity[v]), -1.0, double3_of(before.velocity[v]));
        impulse += double3_length(change) / (double)before.inverse_mass[v];
    }
    double3 turned = double3_add_scaled(later.angular, -1.0, earlier.angular);
    double rounding = (1e-5 + rounded_away()) * later.angular_size;
    TEST_ASSERT_TRUE(double3_length(turned) <= way * impulse + rounding);
}

/* How far apart at the start points can be that meet in the step. */
static double way_to_meet(void)
{
    double fastest = 0.0;
    for (uint32_t v = 0; v < before.vertex_count; v++) {
        fastest = fmax(fastest, double3_length(double3_of(before.velocity[v])));
    }
    return 2.0 * fastest * (double)DT + 1.5 * (double)THICKNESS;
}

void test_what_touches_or_hits_turns_by_no_more_than_the_way_between_its_points(void)
{
    test_random random = {33};
    hem_vec3 velocities[RESPOND_VERTICES];
    uint32_t hit = 0, touched = 0;
    for (uint32_t i = 0; i < hem_test_count(1500); i++) {
        make_anew();
        float gap = random_float(&random, 0.3f, 4.0f) * THICKNESS;
        for (uint32_t k = 0; k < 3; k++) {
            add_sheet(&random, gap * (float)k, 0.2f * gap, 0.3f * (float)(i % 2u));
        }
        set_velocities(&random, velocities, 0.3f * (float)(i % 4u + 1u) * gap / DT, 0.01f);
        if (take_step(velocities)) {
            expect_little_turn(report.hits == 0 ? 1.5 * (double)THICKNESS : way_to_meet());
            hit += report.hits > 0;
            touched += report.hits == 0 && report.contacts.used > 0;
        }
    }
    TEST_ASSERT_GREATER_THAN_UINT32(0, hit);
    TEST_ASSERT_GREATER_THAN_UINT32(0, touched);
}
