/* Cloth that hem_step moves with its default limits gains no energy by itself, however stiff it is
 * and however long its steps are; and shells, and bends with damping, stay in shape. Energies by
 * the oracle, in double. */
#include "unity.h"

#include "cloth_oracle.h"
#include "guarded_block.h"
#include "hem/hem.h"
#include "test_scale.h"
#include "world_shapes.h"

#include <math.h>
#include <stdlib.h>

static cloth_body cloth;
static hem_world *world;
static hem_body body;
static hem_step_in in;
static hem_report report;
static double *places;

void setUp(void)
{
    places = NULL;
}

static void give_back(void)
{
    free(places);
    places = NULL;
    cloth_body_free(&cloth);
    guarded_block_check_and_free();
}

void tearDown(void)
{
    guarded_block_check_and_free();
}

/* A world with that body, and maybe a floor half a metre below the origin. */
static void make_world(uint32_t kind, uint32_t angles, float hertz, bool floor)
{
    uint32_t v = cloth.count, f = cloth.shape.triangle_count;
    hem_caps caps = hem_default_cloth_caps(2, v + 4u, f + 2u, 3u * f + 6u, 20u * v);
    caps.orphans = 20u * v + 64u;
    uint32_t bytes = hem_world_bytes(&caps);
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(guarded_block_take(bytes), bytes, &caps, &world));
    if (floor) {
        world_shape below = world_shape_sheet(2, 2, (hem_vec3){0.0f, 0.0f, 0.0f});
        for (uint32_t k = 0; k < 4; k++) {
            below.positions[k].x = 400.0f * below.positions[k].x - 2.1f;
            below.positions[k].y = 400.0f * below.positions[k].y - 1.9f;
            below.positions[k].z = -0.5f;
        }
        below.kind = HEM_STATIC;
        world_shape_add(world, &below);
        world_shape_free(&below);
    }
    float *masses = calloc(v, sizeof *masses);
    for (uint32_t k = 0; k < v; k++) {
        masses[k] = 1.0f / cloth.inverse_mass[k];
    }
    hem_body_def def = hem_default_body_def();
    def.kind = kind;
    def.positions = cloth.rest;
    def.vertex_count = v;
    def.triangles = cloth.shape.triangles;
    def.triangle_count = f;
    def.masses = masses;
    def.cloth = cloth.body.material;
    def.angles = angles;
    TEST_ASSERT_EQUAL(HEM_OK, hem_add_body(world, &def, &body, NULL));
    free(masses);
    places = calloc(3u * (size_t)v, sizeof *places);
    in = hem_default_step_in(1.0f / hertz);
}

static double energy_now(void)
{
    const hem_vec3 *x = hem_body_positions(world, body);
    memcpy(cloth.velocities, hem_body_velocities(world, body), cloth.count * sizeof(hem_vec3));
    for (uint32_t v = 0; v < cloth.count; v++) {
        places[3u * v] = (double)x[v].x;
        places[3u * v + 1u] = (double)x[v].y;
        places[3u * v + 2u] = (double)x[v].z;
    }
    return cloth_oracle_energy(&cloth, places).total;
}

/* ---- sheets that hang from their corners ---- */

typedef struct stuff {
    float warp, weft, shear, damping;
} stuff;

static const stuff stuffs[] = {
    {1000.0f, 800.0f, 60.0f, 0.002f},    /* cotton */
    {10000.0f, 10000.0f, 60.0f, 0.002f}, /* denim */
    {100000.0f, 100000.0f, 10.0f, 0.002f},
    {1000000.0f, 1.0f, 0.0f, 0.0f}, /* threads in one direction */
};

/* The most that a step without contacts has added, of what it takes to lift the sheet by its side.
 */
static double growth_of(const stuff *of, uint32_t side, float hertz, bool two)
{
    cloth = cloth_body_sheet(side, side, 0.4f / (float)(side - 1u));
    cloth.body.material.stretch_warp = of->warp;
    cloth.body.material.stretch_weft = of->weft;
    cloth.body.material.shear = of->shear;
    cloth.body.material.damping = of->damping;
    cloth.body.material.drag = 0.0f;
    make_world(HEM_CLOTH, HEM_CLOTH_FLAT, hertz, false);
    hem_set_pin(world, body, 0, true);
    hem_set_pin(world, body, side - 1u, two);
    double scale = 0.2 * 0.16 * 9.81 * 0.4, before = energy_now(), most = 0.0;
    for (uint32_t step = 0; step < (uint32_t)hertz; step++) {
        TEST_ASSERT_TRUE(hem_step(world, &in, &report) >= HEM_OK);
        double now = energy_now();
        if (report.hits == 0 && report.contacts.used == 0) {
            most = fmax(most, (now - before) / scale);
        }
        before = now;
    }
    give_back();
    return most;
}

void test_hanging_cloth_gains_no_energy_however_stiff_or_slow(void)
{
    static const float rates[] = {90.0f, 60.0f, 30.0f, 25.0f, 10.0f};
    double worst = 0.0;
    for (uint32_t k = 0; k < sizeof stuffs / sizeof *stuffs; k++) {
        for (uint32_t r = 0; r < 5; r++) {
            for (uint32_t side = 11; side <= 21; side += 5) {
                worst = fmax(worst, growth_of(&stuffs[k], side, rates[r], (side + r) % 2u == 0));
            }
        }
    }
    printf("most energy that a step adds: %.1e of lifting the sheet\n", worst);
    TEST_ASSERT_TRUE(worst < 2e-3);
}

/* ---- shells ---- */

static double longest_edge(void)
{
    const hem_vec3 *x = hem_body_positions(world, body);
    double most = 0.0;
    for (uint32_t t = 0; t < cloth.shape.triangle_count; t++) {
        const uint32_t *corner = cloth.shape.triangles + 3u * t;
        for (uint32_t k = 0; k < 3; k++) {
            hem_vec3 a = x[corner[k]], b = x[corner[(k + 1u) % 3u]];
            hem_vec3 p = cloth.rest[corner[k]], q = cloth.rest[corner[(k + 1u) % 3u]];
            double now = hypot(hypot((double)b.x - (double)a.x, (double)b.y - (double)a.y),
                               (double)b.z - (double)a.z);
            double rest = hypot(hypot((double)q.x - (double)p.x, (double)q.y - (double)p.y),
                                (double)q.z - (double)p.z);
            most = fmax(most, now / rest);
        }
    }
    return most;
}

static double fastest(void)
{
    const hem_vec3 *velocity = hem_body_velocities(world, body);
    double most = 0.0;
    for (uint32_t v = 0; v < cloth.count; v++) {
        hem_vec3 u = velocity[v];
        most = fmax(most, hypot(hypot((double)u.x, (double)u.y), (double)u.z));
    }
    return most;
}

/* A ball thrown onto a floor: it neither stretches nor gets faster than it fell. */
static void check_ball(float bend, float damping, float hertz)
{
    cloth = cloth_body_ball(3, 0.1f, HEM_CLOTH_SHAPED);
    cloth.body.material.bend = bend;
    cloth.body.material.bend_damping = damping;
    make_world(HEM_SOFT, HEM_CLOTH_SHAPED, hertz, true);
    for (uint32_t v = 0; v < cloth.count; v++) {
        cloth.velocities[v] = (hem_vec3){0.0f, 0.0f, -2.0f};
    }
    TEST_ASSERT_EQUAL(HEM_OK, hem_set_velocities(world, body, cloth.velocities, cloth.count));
    for (uint32_t step = 0; step < (uint32_t)hertz / 2u; step++) {
        TEST_ASSERT_TRUE(hem_step(world, &in, &report) >= HEM_OK);
        TEST_ASSERT_EQUAL_UINT32(0, report.nonfinite);
        TEST_ASSERT_TRUE(longest_edge() < 1.25);
        TEST_ASSERT_TRUE(fastest() < 5.0);
    }
    give_back();
}

void test_a_shell_that_is_thrown_keeps_its_edges(void)
{
    static const float bends[] = {0.001f, 0.01f, 0.1f};
    for (uint32_t k = 0; k < 3; k++) {
        check_ball(bends[k], 0.0f, 90.0f);
        check_ball(bends[k], 0.002f, 90.0f);
        check_ball(bends[k], 0.01f, 90.0f);
        check_ball(bends[k], 0.002f, 25.0f);
    }
}

/* Damping of bends is part of the system however strong it is. */
void test_a_sheet_with_damped_bends_gains_no_energy(void)
{
    static const float rates[] = {25.0f, 90.0f, 500.0f};
    for (uint32_t r = 0; r < 3; r++) {
        cloth = cloth_body_sheet(16, 16, 0.4f / 15.0f);
        cloth.body.material.bend = r == 2 ? 0.1f : 0.01f;
        cloth.body.material.bend_damping = 0.05f;
        cloth.body.material.drag = 0.0f;
        make_world(HEM_CLOTH, HEM_CLOTH_FLAT, rates[r], false);
        hem_set_pin(world, body, 0, true);
        hem_set_pin(world, body, 15, true);
        double scale = 0.2 * 0.16 * 9.81 * 0.4, before = energy_now();
        for (uint32_t step = 0; step < 60; step++) {
            TEST_ASSERT_TRUE(hem_step(world, &in, &report) >= HEM_OK);
            double now = energy_now();
            bool alone = report.hits == 0 && report.contacts.used == 0;
            TEST_ASSERT_TRUE(!alone || now - before < 2e-3 * scale);
            before = now;
        }
        give_back();
    }
}
