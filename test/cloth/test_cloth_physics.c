/* Cloth against what mechanics says: a strip under its own weight, a cantilever, finer grids. */
#include "unity.h"

#include "cloth_oracle.h"

#include <math.h>

#define WEIGHT (0.2 * 9.81) /* N/m^2 */

static cloth_body cloth;

void setUp(void)
{
}

void tearDown(void)
{
    if (cloth.count > 0) {
        cloth_body_free(&cloth);
    }
}

static void run(uint32_t steps)
{
    for (uint32_t step = 0; step < steps; step++) {
        TEST_ASSERT_GREATER_OR_EQUAL(HEM_OK, cloth_body_step(&cloth));
    }
}

/* Tension grows with what hangs below: the strip gets longer by w L^2 / 2k. */
static void check_strip(bool warp)
{
    uint32_t columns = warp ? 31 : 4, rows = warp ? 4 : 31;
    cloth = cloth_body_sheet(columns, rows, 0.02f);
    cloth.body.material.stretch_warp = 300.0f;
    cloth.body.material.stretch_weft = 700.0f;
    cloth.in.gravity = warp ? (hem_vec3){9.81f, 0.0f, 0.0f} : (hem_vec3){0.0f, 9.81f, 0.0f};
    cloth.in.motion.dt = 1.0f / 25.0f;
    cloth.in.iterations = 300;
    for (uint32_t k = 0; k < 4; k++) {
        cloth_body_pin(&cloth, warp ? k * columns : k);
    }
    run(200);
    hem_vec3 last = cloth.positions[cloth.count - 2u * (warp ? columns : 1u) - (warp ? 0u : 1u)];
    last = warp ? cloth.positions[2u * columns - 1u] : last;
    double longer = (double)(warp ? last.x : last.y) - 0.6;
    double wanted = WEIGHT * 0.36 / (2.0 * (warp ? 300.0 : 700.0));
    TEST_ASSERT_DOUBLE_WITHIN(0.02 * wanted, wanted, longer);
}

void test_a_strip_stretches_under_its_own_weight_along_warp_and_weft(void)
{
    check_strip(true);
    cloth_body_free(&cloth);
    check_strip(false);
}

/* A plate of rigidity D that is clamped at one end sinks by w L^4 / 8D at the other; a strip with
 * free sides by up to a quarter more, as it may curl across. */
static double cantilever(uint32_t cells, float length)
{
    float cell = length / ((float)cells - 0.5f); /* the clamp lies in the middle of a cell */
    cloth = cloth_body_sheet(cells + 1u, 4, cell);
    cloth.body.material.bend = 0.08f;
    cloth.body.material.drag = 0.0f;
    cloth.in.motion.dt = 1.0f / 25.0f;
    cloth.in.iterations = 1000;
    cloth.in.tolerance = 1e-4f;
    for (uint32_t v = 0; v < cloth.count; v++) {
        if (v % (cells + 1u) < 2u) {
            cloth_body_pin(&cloth, v);
        }
    }
    run(150);
    double sunk = -(double)cloth.positions[2u * (cells + 1u) - 1u].z;
    cloth_body_free(&cloth);
    return sunk;
}

void test_a_strip_bends_like_a_cantilever_whatever_the_grid(void)
{
    double wanted = WEIGHT * pow(0.2, 4.0) / (8.0 * 0.08);
    double coarse = cantilever(10, 0.2f), fine = cantilever(20, 0.2f);
    TEST_ASSERT_DOUBLE_WITHIN(0.125 * wanted, 1.125 * wanted, coarse);
    TEST_ASSERT_DOUBLE_WITHIN(0.125 * wanted, 1.125 * wanted, fine);
    TEST_ASSERT_DOUBLE_WITHIN(0.05 * wanted, fine, coarse);
}

static float sag(uint32_t side)
{
    cloth = cloth_body_sheet(side, side, 0.4f / (float)(side - 1u));
    cloth.in.motion.dt = 1.0f / 25.0f;
    cloth.in.iterations = 300;
    cloth_body_pin(&cloth, 0);
    cloth_body_pin(&cloth, side - 1u);
    cloth_body_pin(&cloth, side * (side - 1u));
    cloth_body_pin(&cloth, side * side - 1u);
    run(200);
    float depth = -cloth.positions[cloth.count / 2u].z;
    cloth_body_free(&cloth);
    return depth;
}

void test_a_sheet_on_four_corners_sags_alike_on_finer_grids(void)
{
    float coarse = sag(9), middle = sag(17), fine = sag(25);
    TEST_ASSERT_GREATER_THAN_FLOAT(0.01f, fine);
    TEST_ASSERT_FLOAT_WITHIN(0.15f * fine, fine, coarse);
    TEST_ASSERT_FLOAT_WITHIN(0.07f * fine, fine, middle);
}
