/* Bodies as a whole in the preconditioner: what it makes of a residual is what the system would say
 * of bodies that only move as a whole, and it stays symmetric and positive with them. */
#include "unity.h"

#include "cloth/block.h"
#include "cloth/guide.h"
#include "cloth/whole_bodies.h"
#include "cloth_body.h"
#include "test_scale.h"

#include <math.h>
#include <string.h>

enum {
    BODIES = 3,
    SIDE = 4,
    EACH = SIDE * SIDE,
    CLOTH = BODIES * EACH,
    SOLID = CLOTH, /* three vertices that nothing moves, and one that no body has */
    LOOSE = CLOTH + 3,
    ALL = CLOTH + 4,
    CONTACTS = 24,
    BYTES = 1 << 18
};

static const float heavy[BODIES] = {1.0f, 0.3f, 5.0f};

static cloth_body sheets[BODIES];
static hem_cloth_body bodies[BODIES];
static hem_vec3 start[ALL], velocity[ALL];
static float inverse_mass[ALL];
static hem_cloth_step_in in;
static hem_small_impact list[CONTACTS];
static hem_cloth_contacts contacts;
static hem_touch touch;
static hem_cloth_system system_of;
static hem_cloth_guide guides[ALL];
static _Alignas(16) uint8_t memory[BYTES];
static hem_arena scratch;
static test_random source;

void setUp(void)
{
    source = (test_random){51};
    for (uint32_t b = 0; b < BODIES; b++) {
        sheets[b] = cloth_body_sheet(SIDE, SIDE, 0.02f);
        bodies[b] = sheets[b].body;
        bodies[b].first_vertex = b * EACH;
        for (uint32_t v = 0; v < EACH; v++) {
            start[b * EACH + v] = sheets[b].positions[v];
            start[b * EACH + v].z = 0.0008f * (float)b;
            inverse_mass[b * EACH + v] = sheets[b].inverse_mass[v] / heavy[b];
        }
    }
    for (uint32_t v = SOLID; v < ALL; v++) {
        start[v] =
            (hem_vec3){v == SOLID + 1u ? 1.0f : 0.0f, v == SOLID + 2u ? 1.0f : 0.0f, -0.0008f};
        inverse_mass[v] = v == LOOSE ? 2000.0f : 0.0f;
    }
    memset(velocity, 0, sizeof velocity);
    in = hem_default_cloth_step_in(1.0f / 90.0f);
    in.motion.start = start;
    in.motion.velocity = velocity;
    in.motion.inverse_mass = inverse_mass;
    in.motion.vertex_count = ALL;
    in.bodies = bodies;
    in.body_count = BODIES;
    touch = (hem_touch){.thickness = 0.001f, .friction = 0.3f};
    contacts = (hem_cloth_contacts){.contacts = list, .touch = &touch};
}

void tearDown(void)
{
    for (uint32_t b = 0; b < BODIES; b++) {
        cloth_body_free(&sheets[b]);
    }
}

/* ---- scenes ---- */

static hem_vec3 random_vector(float size)
{
    float x = random_float(&source, -size, size), y = random_float(&source, -size, size);
    return (hem_vec3){x, y, random_float(&source, -size, size)};
}

static hem_vec3 random_unit(void)
{
    hem_vec3 made;
    do {
        made = random_vector(1.0f);
    } while (hem_length(made) < 0.1f);
    return hem_scale(1.0f / hem_length(made), made);
}

static void add_contact(const uint32_t vertex[4], const float weight[4], hem_vec3 normal,
                        float distance)
{
    hem_impact impact = {.normal = normal, .distance = distance, .kind = HEM_CONTACT_VERTEX_FACE};
    memcpy(impact.vertex, vertex, sizeof impact.vertex);
    memcpy(impact.weight, weight, sizeof impact.weight);
    list[contacts.count++] = hem_small_of(&impact);
}

/* Of some vertex of one body with some face of another one, or of itself. */
static void add_random_contact(uint32_t of, uint32_t on)
{
    const uint32_t *corner = hem_mesh_triangles(bodies[on].mesh) +
                             3u * (size_t)random_below(&source, bodies[on].mesh->triangle_count);
    uint32_t vertex[4] = {of * EACH};
    for (uint32_t k = 0; k < 3; k++) {
        vertex[k + 1u] = on * EACH + corner[k];
    }
    do {
        vertex[0] = of * EACH + random_below(&source, EACH);
    } while (vertex[0] == vertex[1] || vertex[0] == vertex[2] || vertex[0] == vertex[3]);
    float first = random_float(&source, 0.0f, 0.5f), second = random_float(&source, 0.0f, 0.5f);
    const float weight[4] = {1.0f, -first, -second, first + second - 1.0f};
    add_contact(vertex, weight, random_unit(), random_float(&source, 0.0003f, 0.0009f));
}

/* Of the loose vertex with a face of a body: a spring to what is no body. */
static void add_loose_contact(uint32_t on)
{
    const uint32_t *corner = hem_mesh_triangles(bodies[on].mesh);
    const uint32_t vertex[4] = {LOOSE, on * EACH + corner[0], on * EACH + corner[1],
                                on * EACH + corner[2]};
    const float weight[4] = {1.0f, -0.25f, -0.25f, -0.5f};
    add_contact(vertex, weight, random_unit(), 0.0005f);
}

/* Of a vertex of a body with the solid. */
static void add_stand(uint32_t vertex)
{
    const uint32_t corners[4] = {vertex, SOLID, SOLID + 1u, SOLID + 2u};
    const float weight[4] = {1.0f, -0.5f, -0.25f, -0.25f};
    add_contact(corners, weight, (hem_vec3){0.0f, 0.0f, 1.0f}, 0.0008f);
}

static void add_random_contacts(uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t of = random_below(&source, BODIES);
        add_random_contact(of, (of + 1u + random_below(&source, BODIES - 1u)) % BODIES);
    }
}

static void shake(float way, float speed)
{
    for (uint32_t v = 0; v < CLOTH; v++) {
        start[v] = hem_add(start[v], random_vector(way));
        velocity[v] = random_vector(speed);
    }
}

static void make(void)
{
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, memory, BYTES));
    system_of = hem_system_take(&in, &contacts, &scratch);
    hem_system_make(&system_of, HEM_LOOK_AHEAD);
    TEST_ASSERT_GREATER_THAN_UINT32(0, system_of.pushing);
}

/* In place of what stands on solids. */
static void guide_by(uint32_t count)
{
    system_of.stands = NULL;
    system_of.guides = guides;
    system_of.guide_count = count;
    hem_bodies_make(&system_of);
}

static void guide_at_random(void)
{
    uint32_t count = 0;
    for (uint32_t v = 0; v < CLOTH; v++) {
        if (random_below(&source, 4) == 0) {
            uint32_t given = random_below(&source, v < EACH ? 4u : 3u);
            guides[count++] =
                (hem_cloth_guide){.vertex = v, .given = given, .direction = random_unit()};
        }
    }
    guide_by(count);
}

/* ---- rows ---- */

static void random_rows(hem_row *rows)
{
    for (uint32_t v = 0; v < ALL; v++) {
        hem_vec3 any = random_vector(1.0f);
        bool moves = inverse_mass[v] > 0.0f;
        rows[v] = moves ? (hem_row){any.x, any.y, any.z, 0.0f} : (hem_row){0.0f, 0.0f, 0.0f, 0.0f};
    }
    hem_guides_filter(&system_of, rows);
}

static double inner(const hem_row *a, const hem_row *b)
{
    double sum = 0.0;
    for (uint32_t v = 0; v < ALL; v++) {
        sum += (double)a[v].x * (double)b[v].x + (double)a[v].y * (double)b[v].y +
               (double)a[v].z * (double)b[v].z;
    }
    return sum;
}

/* What bodies as a whole make of a residual, and nothing else. */
static bool coarse(const hem_row *residual)
{
    memcpy(system_of.residual, residual, ALL * sizeof *residual);
    memset(system_of.product, 0, ALL * sizeof *system_of.product);
    bool off;
    (void)hem_bodies_precondition(&system_of, &off);
    return off;
}

/* The whole preconditioner, as a solve has it. */
static void precondition(const hem_row *residual, hem_row *out)
{
    memcpy(system_of.residual, residual, ALL * sizeof *residual);
    for (uint32_t v = 0; v < ALL; v++) {
        system_of.product[v] = hem_block_solve(&system_of.blocks[v], residual[v]);
    }
    hem_guides_filter(&system_of, system_of.product);
    bool off;
    (void)hem_bodies_precondition(&system_of, &off);
    hem_guides_filter(&system_of, system_of.product);
    memcpy(out, system_of.product, ALL * sizeof *out);
}

/* ---- a body that moves as a whole, in double ---- */

static void sum_of(const hem_row *rows, uint32_t body, double out[3])
{
    out[0] = out[1] = out[2] = 0.0;
    for (uint32_t v = body * EACH; v < (body + 1u) * EACH; v++) {
        out[0] += (double)rows[v].x;
        out[1] += (double)rows[v].y;
        out[2] += (double)rows[v].z;
    }
}

/* The system between motions of one body as a whole: what it takes to move all of it along each
 * axis. */
static void whole_of(uint32_t body, double matrix[3][3])
{
    for (uint32_t axis = 0; axis < 3; axis++) {
        memset(system_of.direction, 0, ALL * sizeof *system_of.direction);
        for (uint32_t v = body * EACH; v < (body + 1u) * EACH; v++) {
            system_of.direction[v] = (hem_row){axis == 0 ? 1.0f : 0.0f, axis == 1u ? 1.0f : 0.0f,
                                               axis == 2u ? 1.0f : 0.0f, 0.0f};
        }
        hem_system_multiply(&system_of);
        sum_of(system_of.product, body, matrix[axis]);
    }
}

static double determinant(const double a[3], const double b[3], const double c[3])
{
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/* By Cramer's rule; the matrix is symmetric. */
static void solve(double matrix[3][3], const double right[3], double out[3])
{
    double all = determinant(matrix[0], matrix[1], matrix[2]);
    out[0] = determinant(right, matrix[1], matrix[2]) / all;
    out[1] = determinant(matrix[0], right, matrix[2]) / all;
    out[2] = determinant(matrix[0], matrix[1], right) / all;
}

static void check_change(uint32_t body, const double wanted[3], double error)
{
    double most = fabs(wanted[0]) + fabs(wanted[1]) + fabs(wanted[2]);
    for (uint32_t v = body * EACH; v < (body + 1u) * EACH; v++) {
        const hem_row *got = &system_of.product[v];
        TEST_ASSERT_DOUBLE_WITHIN(error * most, wanted[0], (double)got->x);
        TEST_ASSERT_DOUBLE_WITHIN(error * most, wanted[1], (double)got->y);
        TEST_ASSERT_DOUBLE_WITHIN(error * most, wanted[2], (double)got->z);
        TEST_ASSERT_TRUE(got->none == 0.0f);
    }
}

static void check_nothing(uint32_t first, uint32_t count)
{
    for (uint32_t v = first; v < first + count; v++) {
        const hem_row *got = &system_of.product[v];
        TEST_ASSERT_TRUE(got->x == 0.0f && got->y == 0.0f && got->z == 0.0f && got->none == 0.0f);
    }
}

static double mass_of(uint32_t body)
{
    double mass = 0.0;
    for (uint32_t v = body * EACH; v < (body + 1u) * EACH; v++) {
        mass += 1.0 / (double)inverse_mass[v];
    }
    return mass;
}

/* ---- the map ---- */

static void check_symmetric_and_positive(void)
{
    static hem_row a[ALL], b[ALL], from_a[ALL], from_b[ALL];
    random_rows(a);
    random_rows(b);
    precondition(a, from_a);
    precondition(b, from_b);
    double first = inner(a, from_a), second = inner(b, from_b);
    TEST_ASSERT_GREATER_THAN_DOUBLE(0.0, first);
    TEST_ASSERT_GREATER_THAN_DOUBLE(0.0, second);
    TEST_ASSERT_DOUBLE_WITHIN(1e-5 * sqrt(first * second), inner(a, from_b), inner(b, from_a));
    (void)coarse(a);
    hem_guides_filter(&system_of, system_of.product);
    TEST_ASSERT_GREATER_OR_EQUAL_DOUBLE(-1e-6 * first, inner(a, system_of.product));
}

void test_the_preconditioner_is_symmetric_and_positive(void)
{
    for (uint32_t i = 0; i < hem_test_count(500); i++) {
        contacts.count = 0;
        shake(0.0002f, 0.001f);
        add_random_contacts(6u + random_below(&source, CONTACTS - 6u));
        make();
        check_symmetric_and_positive();
        guide_at_random();
        check_symmetric_and_positive();
        tearDown();
        uint64_t state = source.state;
        setUp();
        source.state = state;
    }
}

/* ---- one body ---- */

void test_a_body_changes_by_what_the_system_says_of_it_as_a_whole(void)
{
    static hem_row residual[ALL];
    for (uint32_t i = 0; i < hem_test_count(500); i++) {
        contacts.count = 0;
        touch.friction = i % 2u == 0 ? 0.0f : 0.5f;
        add_random_contacts(1u + random_below(&source, 10));
        add_loose_contact(i % BODIES);
        make();
        random_rows(residual);
        for (uint32_t b = 0; b < BODIES; b++) {
            double matrix[3][3], right[3], wanted[3];
            whole_of(b, matrix);
            sum_of(residual, b, right);
            solve(matrix, right, wanted);
            (void)coarse(residual);
            check_change(b, wanted, 2e-4);
        }
        check_nothing(SOLID, ALL - SOLID);
    }
}

void test_a_body_that_touches_nothing_changes_by_the_residual_over_its_mass(void)
{
    static hem_row residual[ALL];
    add_random_contact(0, 1);
    make();
    random_rows(residual);
    (void)coarse(residual);
    double wanted[3];
    sum_of(residual, 2, wanted);
    for (uint32_t k = 0; k < 3; k++) {
        wanted[k] /= mass_of(2);
    }
    check_change(2, wanted, 1e-5);
}

/* ---- bodies that are held ---- */

void test_a_body_with_a_vertex_of_infinite_mass_gets_nothing(void)
{
    static hem_row residual[ALL];
    inverse_mass[EACH + 5u] = 0.0f;
    add_random_contacts(10);
    make();
    random_rows(residual);
    (void)coarse(residual);
    check_nothing(EACH, EACH);
    TEST_ASSERT_TRUE(system_of.product[0].x != 0.0f && system_of.product[2u * EACH].x != 0.0f);
}

void test_a_body_with_a_vertex_that_is_given_all_gets_nothing(void)
{
    static hem_row residual[ALL];
    add_random_contacts(10);
    make();
    guides[0] = (hem_cloth_guide){.vertex = 3, .given = 1, .direction = {0.0f, 0.0f, 1.0f}};
    guides[1] = (hem_cloth_guide){.vertex = EACH + 2u, .given = 3};
    guide_by(2);
    random_rows(residual);
    (void)coarse(residual);
    check_nothing(EACH, EACH);
    TEST_ASSERT_TRUE(system_of.product[0].x != 0.0f && system_of.product[2u * EACH].x != 0.0f);
}

/* Two of its vertices stand on a solid, and slide or not. */
static void stand(float friction, float slip)
{
    contacts.count = 0;
    add_random_contact(1, 2);
    add_stand(4);
    add_stand(6);
    touch.friction = friction;
    for (uint32_t v = 0; v < EACH; v++) {
        velocity[v] = (hem_vec3){slip, 0.0f, -0.05f};
    }
    make();
    TEST_ASSERT_EQUAL_UINT32(2, system_of.guide_count);
}

void test_a_body_that_sticks_to_a_solid_gets_nothing(void)
{
    static hem_row residual[ALL];
    stand(2.0f, 0.0f);
    TEST_ASSERT_EQUAL_UINT32(3, system_of.guides[0].given);
    random_rows(residual);
    (void)coarse(residual);
    check_nothing(0, EACH);
}

void test_a_body_that_slides_on_a_solid_changes_by_the_residual_over_mass_and_friction(void)
{
    static hem_row residual[ALL];
    for (uint32_t rough = 0; rough < 2; rough++) {
        stand(rough != 0 ? 0.3f : 0.0f, 0.3f);
        TEST_ASSERT_EQUAL_UINT32(1, system_of.guides[0].given);
        double matrix[3][3], right[3], wanted[3];
        whole_of(0, matrix);
        TEST_ASSERT_EQUAL(rough != 0, matrix[0][0] > 1.001 * mass_of(0));
        memset(residual, 0, sizeof residual);
        residual[0] = (hem_row){1.0f, -1.0f, 0.0f, 0.0f};
        sum_of(residual, 0, right);
        solve(matrix, right, wanted);
        (void)coarse(residual);
        check_change(0, wanted, 1e-5);
    }
}

/* ---- guides ---- */

/* A residual along a guide's direction and one across it, in a body that touches nothing: with one
 * direction given, or all but one. */
static void check_guided(uint32_t given, uint32_t guided)
{
    static hem_row residual[ALL];
    hem_vec3 along = random_unit(), across = hem_cross(along, random_unit());
    across = hem_scale(1.0f / hem_length(across), across);
    for (uint32_t i = 0; i < guided; i++) {
        guides[i] = (hem_cloth_guide){
            .vertex = 2u * EACH + (EACH / guided) * i, .given = given, .direction = along};
    }
    guide_by(guided);
    for (uint32_t k = 0; k < 2; k++) {
        hem_vec3 push = k == 0 ? along : across;
        memset(residual, 0, sizeof residual);
        residual[2u * EACH + 1u] = (hem_row){push.x, push.y, push.z, 0.0f};
        (void)coarse(residual);
        const hem_row *got = &system_of.product[3u * EACH - 1u];
        hem_vec3 change = {got->x, got->y, got->z};
        double free_change = 1.0 / mass_of(2), part = (double)hem_length(change) / free_change;
        bool is_given = (k == 0) == (given == 1u);
        TEST_ASSERT_DOUBLE_WITHIN(is_given ? 0.05 : 1e-3, is_given ? 0.0 : 1.0, part);
        TEST_ASSERT_DOUBLE_WITHIN(1e-3, part, (double)hem_dot(change, push) / free_change);
    }
}

void test_a_guide_takes_away_nearly_all_motion_that_it_gives_and_none_across_it(void)
{
    add_random_contact(0, 1);
    make();
    for (uint32_t i = 0; i < hem_test_count(1000); i++) {
        check_guided(1u + i % 2u, i % 4u < 2u ? 1u : EACH);
    }
}

void test_a_guide_that_gives_nothing_changes_nothing(void)
{
    static hem_whole before[BODIES];
    add_random_contacts(10);
    make();
    memcpy(before, system_of.wholes, sizeof before);
    guides[0] = (hem_cloth_guide){
        .vertex = 1, .direction = {0.0f, 0.6f, 0.8f}, .shift = {0.0f, 0.0f, 0.001f}};
    guides[1] = (hem_cloth_guide){.vertex = 2u * EACH, .direction = {1.0f, 0.0f, 0.0f}};
    guide_by(2);
    TEST_ASSERT_EQUAL_MEMORY(before, system_of.wholes, sizeof before);
}

/* Vertices of no body lie before, between and behind those of bodies. */
void test_guides_of_vertices_that_no_body_has_change_nothing(void)
{
    static hem_whole before[2];
    in.bodies = bodies + 1;
    in.body_count = 2;
    add_random_contact(1, 2);
    make();
    memcpy(before, system_of.wholes, sizeof before);
    guides[0] = (hem_cloth_guide){.vertex = 4, .given = 3};
    guides[1] = (hem_cloth_guide){.vertex = LOOSE, .given = 3};
    guide_by(2);
    TEST_ASSERT_EQUAL_MEMORY(before, system_of.wholes, sizeof before);
}

/* ---- contacts of a body with itself ---- */

void test_contacts_of_a_body_with_itself_change_nothing(void)
{
    static hem_whole before[BODIES];
    for (uint32_t i = 0; i < hem_test_count(100); i++) {
        contacts.count = 0;
        add_random_contacts(6);
        make();
        uint32_t pushing = system_of.pushing;
        memcpy(before, system_of.wholes, sizeof before);
        for (uint32_t k = 0; k < 6; k++) {
            add_random_contact(k % BODIES, k % BODIES);
        }
        make();
        TEST_ASSERT_GREATER_THAN_UINT32(pushing, system_of.pushing);
        for (uint32_t b = 0; b < BODIES; b++) {
            system_of.wholes[b].touched = before[b].touched; /* it is, by itself */
        }
        TEST_ASSERT_EQUAL_MEMORY(before, system_of.wholes, sizeof before);
    }
}

/* ---- how much is left ---- */

/* The last body comes out of it with so much more speed than may stay, or less. */
static void check_may_stay(double speed)
{
    static hem_row residual[ALL];
    make();
    for (uint32_t more = 0; more < 2; more++) {
        memset(residual, 0, sizeof residual);
        residual[2u * EACH + 7u].x = (float)(mass_of(2) * speed * (more != 0 ? 1.01 : 0.99));
        TEST_ASSERT_EQUAL(more != 0, coarse(residual));
    }
}

/* What may stay is a part of its speed, or of what it falls by in a step; or what is `still`. */
void test_too_much_is_left_where_a_body_would_gain_more_than_may_stay(void)
{
    add_random_contact(0, 1);
    for (uint32_t v = 2u * EACH; v < 3u * EACH; v++) {
        velocity[v] = (hem_vec3){0.0f, 2.0f, 0.0f};
    }
    check_may_stay(2.0 * (double)in.tolerance);
    contacts.fall = (hem_vec3){0.0f, 0.0f, -0.1f};
    check_may_stay(0.1 * (double)in.tolerance);
    contacts.fall = (hem_vec3){0.0f, 0.0f, -3.0f};
    check_may_stay(2.0 * (double)in.tolerance);
    memset(velocity, 0, sizeof velocity);
    check_may_stay((double)in.still);
}
