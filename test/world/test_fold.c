/* Cloth that is folded on itself comes to rest by hem_step, also where its cells are ten
 * thicknesses: contacts next to the fold are few and must stay. */
#include "unity.h"

#include "base/vec3.h"
#include "guarded_block.h"
#include "hem/hem.h"
#include "world_shapes.h"

#include <math.h>

enum { COLUMNS = 40, MOST_ROWS = 6 };

static hem_world *world;
static hem_body cloth;
static hem_step_in in;
static hem_report report;

void setUp(void)
{
    in = hem_default_step_in(1.0f / 90.0f);
}

void tearDown(void)
{
    guarded_block_check_and_free();
}

/* Where a sheet of so large cells has its columns when it lies folded like a hairpin. */
static hem_vec3 folded(double along, double half, double gap)
{
    double radius = 0.7 * gap, bend = 3.14159265358979 * radius, low = 1.3 * gap;
    if (along < half - 0.5 * bend) {
        return (hem_vec3){(float)along, 0.0f, (float)low};
    }
    double turned = along - half + 0.5 * bend;
    if (turned < bend) {
        double angle = turned / radius;
        return (hem_vec3){(float)(half - 0.5 * bend + radius * sin(angle)), 0.0f,
                          (float)(low + radius - radius * cos(angle))};
    }
    return (hem_vec3){(float)(half - 0.5 * bend - (turned - bend)), 0.0f,
                      (float)(low + 2.0 * radius)};
}

static world_shape fold_of(uint32_t rows, float cell, float thickness)
{
    world_shape shape = world_shape_sheet(COLUMNS, rows, (hem_vec3){0.0f, 0.0f, 0.0f});
    for (uint32_t v = 0; v < shape.vertex_count; v++) {
        double along = (double)cell * (v % COLUMNS);
        shape.positions[v] = folded(along, 0.5 * COLUMNS * (double)cell, (double)thickness);
        shape.positions[v].y = cell * (float)(v / COLUMNS);
    }
    shape.thickness = thickness;
    return shape;
}

static hem_body add(world_shape shape)
{
    hem_body body = world_shape_add(world, &shape);
    world_shape_free(&shape);
    return body;
}

static void lay(uint32_t rows, float cell, float thickness)
{
    uint32_t vertices = COLUMNS * rows + 4u, faces = 2u * vertices;
    hem_caps caps =
        hem_default_cloth_caps(2, vertices, faces, HEM_EDGES(vertices, faces), 20u * vertices);
    caps.orphans = 40u * vertices;
    uint32_t bytes = hem_world_bytes(&caps);
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(guarded_block_take(bytes), bytes, &caps, &world));
    world_shape floor = world_shape_sheet(2, 2, (hem_vec3){0.0f, 0.0f, 0.0f});
    for (uint32_t v = 0; v < 4; v++) {
        floor.positions[v] =
            (hem_vec3){v % 2u == 0 ? -2.0f : 2.0f, v / 2u == 0 ? -2.0f : 2.0f, 0.0f};
    }
    floor.kind = HEM_STATIC;
    floor.thickness = thickness;
    (void)add(floor);
    cloth = add(fold_of(rows, cell, thickness));
}

static float fastest(uint32_t vertices)
{
    const hem_vec3 *velocity = hem_body_velocities(world, cloth);
    float most = 0.0f;
    for (uint32_t v = 0; v < vertices; v++) {
        most = hem_max(most, hem_length(velocity[v]));
    }
    return most;
}

static void check_rests(uint32_t rows, float cell, float thickness)
{
    lay(rows, cell, thickness);
    for (uint32_t k = 0; k < 700; k++) {
        TEST_ASSERT_TRUE(hem_step(world, &in, &report) >= HEM_OK);
        TEST_ASSERT_EQUAL_UINT32(0, report.held_vertices);
        TEST_ASSERT_TRUE(k < 500 || fastest(COLUMNS * rows) < 0.002f);
    }
    guarded_block_check_and_free();
}

void test_a_fold_of_cells_of_ten_thicknesses_rests(void)
{
    check_rests(2, 0.01f, 0.001f);
    check_rests(MOST_ROWS, 0.01f, 0.001f);
}

void test_folds_of_thinner_and_thicker_cloth_rest(void)
{
    check_rests(MOST_ROWS, 0.01f, 0.00105f);
    check_rests(MOST_ROWS, 0.01f, 0.0018f);
    check_rests(MOST_ROWS, 0.02f, 0.002f);
    check_rests(MOST_ROWS, 0.01f, 0.003f);
}
