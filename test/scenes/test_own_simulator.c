/* The simulator of the examples: links and masses, momentum, pins, lengths, wind. */
#include "unity.h"

#include "own_simulator.h"
#include "random.h"
#include "scenes/shapes.h"

#include <math.h>
#include <string.h>

enum { LINES = 17, VERTICES = LINES * LINES, TRIANGLES = 2 * (LINES - 1) * (LINES - 1) };

static hem_vec3 positions[VERTICES], velocities[VERTICES], candidates[VERTICES], before[VERTICES];
static float masses[VERTICES], weights[VERTICES];
static uint32_t chains[VERTICES], triangles[3 * TRIANGLES];
static own_link links[3 * TRIANGLES];
static own_simulator cloth;
static own_step step;
static own_pin pins[LINES];

/* A horizontal sheet, 0.4 m wide, at rest; nothing pulls at it. */
void setUp(void)
{
    scene_mesh mesh = scene_mesh_over(positions, VERTICES, triangles, TRIANGLES);
    shape_grid(&mesh, LINES, LINES, 0.025f, 0.025f);
    memset(velocities, 0, sizeof velocities);
    cloth = own_simulator_default();
    cloth.vertex_count = mesh.vertex_count;
    cloth.triangle_count = mesh.triangle_count;
    cloth.triangles = triangles;
    cloth.positions = positions;
    cloth.velocities = velocities;
    cloth.candidates = candidates;
    cloth.before = before;
    cloth.masses = masses;
    cloth.weights = weights;
    cloth.chains = chains;
    cloth.links = links;
    own_simulator_init(&cloth);
    step = (own_step){.dt = 0.01f};
}

void tearDown(void)
{
}

static void run(uint32_t steps)
{
    for (uint32_t k = 0; k < steps; k++) {
        own_simulator_step_candidates(&cloth, &step);
        own_simulator_accept(&cloth, candidates, NULL);
    }
}

static void without_air(void)
{
    cloth.damping = 0.0f;
    cloth.drag = 0.0f;
}

/* Pins the first row where it is. */
static void pin_a_border(void)
{
    for (uint32_t p = 0; p < LINES; p++) {
        pins[p] = (own_pin){p, positions[p]};
    }
    step.pins = pins;
    step.pin_count = LINES;
}

static void throw_about(uint32_t seed)
{
    test_random random = {seed};
    for (uint32_t v = 0; v < VERTICES; v++) {
        float x = random_float(&random, -1.0f, 1.0f), y = random_float(&random, -1.0f, 1.0f);
        velocities[v] = (hem_vec3){x, y, random_float(&random, -1.0f, 1.0f)};
    }
}

typedef struct momentum {
    double linear[3], angular[3], size;
} momentum;

static momentum momentum_now(void)
{
    momentum sum = {{0}, {0}, 0};
    for (uint32_t v = 0; v < VERTICES; v++) {
        double p[3] = {positions[v].x, positions[v].y, positions[v].z};
        double mv[3] = {(double)masses[v] * velocities[v].x, (double)masses[v] * velocities[v].y,
                        (double)masses[v] * velocities[v].z};
        for (int k = 0; k < 3; k++) {
            int a = (k + 1) % 3, b = (k + 2) % 3;
            sum.linear[k] += mv[k];
            sum.angular[k] += p[a] * mv[b] - p[b] * mv[a];
            sum.size += fabs(mv[k]);
        }
    }
    return sum;
}

static double stretch_of(const own_link *link)
{
    double x = (double)positions[link->a].x - positions[link->b].x;
    double y = (double)positions[link->a].y - positions[link->b].y;
    double z = (double)positions[link->a].z - positions[link->b].z;
    return sqrt(x * x + y * y + z * z) / (double)link->length - 1.0;
}

void test_every_edge_is_a_link_and_every_edge_between_two_triangles_bends(void)
{
    uint32_t edges = 0, bends = 0;
    for (uint32_t l = 0; l < cloth.link_count; l++) {
        const own_link *link = &links[l];
        TEST_ASSERT_TRUE(link->a != link->b);
        TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.0, stretch_of(link));
        edges += link->stiffness == 1.0f;
        bends += link->stiffness == cloth.bending;
        for (uint32_t k = 0; k < l; k++) {
            bool same = (links[k].a == link->a && links[k].b == link->b) ||
                        (links[k].a == link->b && links[k].b == link->a);
            TEST_ASSERT_FALSE(same && links[k].stiffness == link->stiffness);
        }
    }
    uint32_t all = 2 * LINES * (LINES - 1) + (LINES - 1) * (LINES - 1);
    TEST_ASSERT_EQUAL_UINT32(all, edges);
    TEST_ASSERT_EQUAL_UINT32(all - 4 * (LINES - 1), bends);
    TEST_ASSERT_EQUAL_UINT32(3 * TRIANGLES, cloth.link_count);
}

void test_masses_add_up_to_density_times_area(void)
{
    double sum = 0;
    for (uint32_t v = 0; v < VERTICES; v++) {
        sum += masses[v];
    }
    TEST_ASSERT_DOUBLE_WITHIN(1e-8, 0.2 * 0.4 * 0.4, sum);
}

void test_a_sheet_at_rest_stays_at_rest(void)
{
    hem_vec3 start[VERTICES];
    memcpy(start, positions, sizeof start);
    run(50);
    for (uint32_t v = 0; v < VERTICES; v++) {
        TEST_ASSERT_TRUE(hem_length(hem_sub(start[v], positions[v])) < 1e-6f);
    }
}

/* As in the vacuum, but for the cut into parts: each falls by its own end velocity. */
void test_a_free_sheet_falls_as_gravity_says(void)
{
    without_air();
    step.gravity.z = -9.81f;
    run(50);
    double time = 50 * 0.01, part = 0.01 / cloth.parts;
    for (uint32_t v = 0; v < VERTICES; v++) {
        TEST_ASSERT_FLOAT_WITHIN(2e-3f, (float)(-9.81 * time), velocities[v].z);
        TEST_ASSERT_FLOAT_WITHIN(1e-3f, (float)(-0.5 * 9.81 * time * (time + part)),
                                 positions[v].z);
        TEST_ASSERT_FLOAT_WITHIN(1e-3f, 0.0f, velocities[v].x);
    }
}

/* Linear momentum up to rounding: a part of a step is so short that velocities come from the last
 * digits of positions. Angular momentum up to the square of a part. */
void test_momentum_is_kept_however_the_sheet_tumbles(void)
{
    for (uint32_t seed = 0; seed < 10; seed++) {
        setUp();
        without_air();
        throw_about(seed);
        momentum first = momentum_now();
        for (int k = 0; k < 20; k++) {
            run(1);
            momentum now = momentum_now();
            for (int axis = 0; axis < 3; axis++) {
                TEST_ASSERT_DOUBLE_WITHIN(5e-5 * first.size, first.linear[axis], now.linear[axis]);
                TEST_ASSERT_DOUBLE_WITHIN(2e-2 * 0.2 * first.size, first.angular[axis],
                                          now.angular[axis]);
            }
        }
    }
}

static double energy_now(void)
{
    double sum = 0;
    for (uint32_t v = 0; v < VERTICES; v++) {
        sum += 0.5 * (double)masses[v] * (double)hem_dot(velocities[v], velocities[v]);
    }
    return sum;
}

void test_a_tumbling_sheet_calms_down(void)
{
    for (uint32_t seed = 0; seed < 3; seed++) {
        setUp();
        without_air();
        throw_about(seed);
        double first = energy_now(), early = 0, late = 0;
        for (int k = 0; k < 200; k++) {
            run(1);
            TEST_ASSERT_TRUE(energy_now() < first);
            early += k < 50 ? energy_now() : 0;
            late += k >= 150 ? energy_now() : 0;
        }
        TEST_ASSERT_TRUE(late < early);
    }
}

void test_pins_hold(void)
{
    pin_a_border();
    step.gravity.z = -9.81f;
    run(100);
    for (uint32_t p = 0; p < LINES; p++) {
        TEST_ASSERT_EQUAL_MEMORY(&pins[p].target, &positions[pins[p].vertex], sizeof(hem_vec3));
    }
    TEST_ASSERT_TRUE(positions[VERTICES - 1].z < -0.2f);
}

void test_pins_go_where_they_are_led(void)
{
    pin_a_border();
    for (uint32_t k = 0; k < 50; k++) {
        for (uint32_t p = 0; p < LINES; p++) {
            pins[p].target.x += 0.003f;
            pins[p].target.z -= 0.001f * (float)(p % 2);
        }
        run(1);
        for (uint32_t p = 0; p < LINES; p++) {
            TEST_ASSERT_EQUAL_MEMORY(&pins[p].target, &positions[p], sizeof(hem_vec3));
        }
    }
}

void test_a_hanging_sheet_keeps_its_lengths(void)
{
    pin_a_border();
    step.gravity.z = -9.81f;
    for (uint32_t k = 0; k < 200; k++) {
        run(1);
        double sum = 0, worst = 0;
        uint32_t edges = 0;
        for (uint32_t l = 0; l < cloth.link_count; l++) {
            if (links[l].stiffness == 1.0f) {
                double stretch = fabs(stretch_of(&links[l]));
                worst = stretch > worst ? stretch : worst;
                sum += stretch;
                edges++;
            }
        }
        TEST_ASSERT_TRUE(sum / edges < 0.005);
        TEST_ASSERT_TRUE(worst < 0.05);
    }
}

/* How much the sharpest fold shortens the way across an edge, when the sheet hangs down from a
 * board. */
static double sharpest_fold(float bending)
{
    static own_pin board[2 * LINES];
    double most = 0;
    setUp();
    cloth.bending = bending;
    cloth.damping = 4.0f;
    own_simulator_init(&cloth);
    for (uint32_t p = 0; p < 2 * LINES; p++) {
        board[p] = (own_pin){p, positions[p]};
    }
    step.pins = board;
    step.pin_count = 2 * LINES;
    step.gravity.z = -9.81f;
    run(300);
    for (uint32_t l = 0; l < cloth.link_count; l++) {
        double shorter = links[l].stiffness == bending ? -stretch_of(&links[l]) : 0;
        most = shorter > most ? shorter : most;
    }
    return most;
}

void test_stiffer_cloth_folds_less_sharply(void)
{
    double soft = sharpest_fold(0.001f), stiff = sharpest_fold(0.5f);
    TEST_ASSERT_TRUE(soft > 0.1);
    TEST_ASSERT_TRUE(stiff < 0.5 * soft);
}

void test_wind_takes_a_sheet_along_and_never_faster_than_itself(void)
{
    step.wind = (hem_vec3){0.0f, 0.0f, 12.0f};
    cloth.damping = 0.0f;
    float last = 0.0f;
    for (uint32_t k = 0; k < 200; k++) {
        run(1);
        float mean = 0.0f;
        for (uint32_t v = 0; v < VERTICES; v++) {
            mean += velocities[v].z / (float)VERTICES;
        }
        TEST_ASSERT_TRUE(mean >= last - 0.05f && mean < 12.1f);
        last = mean;
    }
    TEST_ASSERT_TRUE(last > 9.0f);
}

void test_wind_along_a_sheet_does_nothing(void)
{
    step.wind = (hem_vec3){12.0f, 5.0f, 0.0f};
    run(1);
    for (uint32_t v = 0; v < VERTICES; v++) {
        TEST_ASSERT_TRUE(hem_length(velocities[v]) < 1e-3f);
    }
}

void test_damping_takes_its_part_of_the_velocity(void)
{
    cloth.drag = 0.0f;
    cloth.damping = 2.0f;
    for (uint32_t v = 0; v < VERTICES; v++) {
        velocities[v].x = 1.0f;
    }
    run(100);
    TEST_ASSERT_FLOAT_WITHIN(0.01f, expf(-2.0f), velocities[VERTICES / 2].x);
}

void test_candidates_leave_positions_alone(void)
{
    hem_vec3 start[VERTICES];
    memcpy(start, positions, sizeof start);
    step.gravity.z = -9.81f;
    own_simulator_step_candidates(&cloth, &step);
    TEST_ASSERT_EQUAL_MEMORY(start, positions, sizeof start);
    TEST_ASSERT_TRUE(candidates[0].z < 0.0f);
}

/* What was stopped has the velocity that it was given; what was not keeps that of the step's end,
 * which is more than the mean one. */
void test_accepting_less_than_asked_for_gives_the_velocity_and_the_rest_keeps_its_own(void)
{
    without_air();
    step.gravity.z = -9.81f;
    own_simulator_step_candidates(&cloth, &step);
    hem_vec3 stopped[VERTICES], still[VERTICES] = {{0}};
    memcpy(stopped, positions, sizeof stopped);
    stopped[1] = candidates[1];
    still[1].z = (candidates[1].z - positions[1].z) / step.dt;
    float own = velocities[1].z;
    own_simulator_accept(&cloth, stopped, still);
    TEST_ASSERT_EQUAL_FLOAT(0.0f, velocities[0].z);
    TEST_ASSERT_EQUAL_FLOAT(own, velocities[1].z);
    TEST_ASSERT_EQUAL_MEMORY(stopped, positions, sizeof stopped);
    stopped[1].z = 0.0f;
    still[1].z = 0.0f;
    /* A sheet that rests does not gather speed. */
    for (uint32_t k = 0; k < 100; k++) {
        own_simulator_step_candidates(&cloth, &step);
        own_simulator_accept(&cloth, stopped, NULL);
        TEST_ASSERT_EQUAL_FLOAT(0.0f, velocities[0].z);
    }
}

void test_the_same_start_gives_the_same_bits(void)
{
    hem_vec3 first[VERTICES];
    for (int round = 0; round < 2; round++) {
        setUp();
        throw_about(5);
        pin_a_border();
        step.gravity.z = -9.81f;
        step.wind.y = 4.0f;
        run(40);
        if (round == 0) {
            memcpy(first, positions, sizeof first);
        }
    }
    TEST_ASSERT_EQUAL_MEMORY(first, positions, sizeof first);
}

/* Closed rings, and triangles given twice. */
void test_odd_meshes_get_links_too(void)
{
    uint32_t twice[6] = {0, 1, 2, 0, 1, 2};
    cloth.triangles = twice;
    cloth.triangle_count = 2;
    positions[2].y += 0.01f;
    own_simulator_init(&cloth);
    TEST_ASSERT_EQUAL_UINT32(6, cloth.link_count);
    step.gravity.z = -9.81f;
    run(5);
    for (uint32_t v = 0; v < VERTICES; v++) {
        TEST_ASSERT_TRUE(hem_vec3_is_finite(positions[v]));
    }
    scene_mesh mesh = scene_mesh_over(positions, VERTICES, triangles, TRIANGLES);
    shape_open_tube(&mesh, (shape_tube){12, 6, 0.1f, 0.1f, 0.2f});
    cloth.triangles = triangles;
    cloth.vertex_count = mesh.vertex_count;
    cloth.triangle_count = mesh.triangle_count;
    own_simulator_init(&cloth);
    TEST_ASSERT_EQUAL_UINT32(3 * mesh.triangle_count, cloth.link_count);
}
