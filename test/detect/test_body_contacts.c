/* Contacts of level sheets on each other: however far one has slid along the other, they lead
 * straight up, and each vertex above a sheet has one. */
#include "unity.h"

#include "detect/body_contacts.h"
#include "feature_body.h"
#include "test_scale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CELL  0.01f
#define GAP   0.001f
#define STEPS 100u

enum { SMALL = 7, LARGE = 13, ROOM = 20000 };

/* Normals lean by no more: a cosine of a tenth leads along a face. At a corner whose face has no
 * edge in between, its two sides tell. */
#define LEAN        0.11f
#define CORNER_LEAN 0.1425f

static tree_body bodies[2];
static hem_moving_body moving[2];
static hem_vec3 start[SMALL * SMALL + LARGE * LARGE], velocity[SMALL * SMALL + LARGE * LARGE];
static float inverse_mass[SMALL * SMALL + LARGE * LARGE];
static hem_small_impact contacts[ROOM];
static hem_body_contacts_out out;
static float widest, turn;

void setUp(void)
{
    turn = widest = 0.0f;
}

void tearDown(void)
{
    tree_body_free(&bodies[0]);
    tree_body_free(&bodies[1]);
}

static void make(uint32_t lower_side)
{
    bodies[0] = tree_body_grid(lower_side, lower_side, CELL);
    bodies[1] = tree_body_grid(SMALL, SMALL, CELL);
    for (uint32_t i = 0; i < 2; i++) {
        feature_body_finish(&bodies[i]);
        moving[i] = (hem_moving_body){.mesh = bodies[i].mesh,
                                      .tree = bodies[i].tree,
                                      .first_vertex = i * bodies[0].vertex_count};
    }
}

static uint32_t vertices(void)
{
    return bodies[0].vertex_count + bodies[1].vertex_count;
}

static hem_vec3 turned(hem_vec3 at)
{
    float half = 0.5f * CELL * (float)(SMALL - 1), x = at.x - half, y = at.y - half;
    float c = cosf(turn), s = sinf(turn);
    return (hem_vec3){half + (c * x - s * y), half + (s * x + c * y), at.z};
}

/* The upper sheet, from so many cells within the lower one, so far along. */
static void place(float within, float x, float y)
{
    hem_vec3 by = {within * CELL + x, within * CELL + y, GAP};
    for (uint32_t v = 0; v < vertices(); v++) {
        bool upper = v >= bodies[0].vertex_count;
        start[v] = upper ? hem_add(turned(bodies[1].positions[v - bodies[0].vertex_count]), by)
                         : bodies[0].positions[v];
        start[v] = hem_vec3_snap(start[v]);
        inverse_mass[v] = 1.0f;
    }
}

static void find(void)
{
    static const float reach[2] = {1.5f * GAP, 1.5f * GAP};
    uint32_t bytes = (uint32_t)hem_body_contacts_bytes(moving, 2, vertices(), ROOM);
    void *memory = aligned_alloc(HEM_ALIGN, (bytes + HEM_ALIGN) / HEM_ALIGN * HEM_ALIGN);
    hem_arena scratch;
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, memory, bytes));
    hem_body_contacts_in in = {.bodies = moving,
                               .body_count = 2,
                               .start = start,
                               .velocity = velocity,
                               .inverse_mass = inverse_mass,
                               .reach = reach,
                               .vertex_count = vertices(),
                               .dt = 1.0f / 90.0f,
                               .contacts = contacts,
                               .room = ROOM,
                               .scratch = &scratch};
    hem_body_contacts(&in, &out);
    TEST_ASSERT_EQUAL_UINT32(out.count, out.kept);
    free(memory);
}

static bool has_contact(uint32_t vertex)
{
    for (uint32_t i = 0; i < out.kept; i++) {
        if (contacts[i].kind == (uint8_t)HEM_CONTACT_VERTEX_FACE &&
            contacts[i].vertex[0] == vertex) {
            return true;
        }
    }
    return false;
}

static float lean_of(const hem_small_impact *contact)
{
    hem_vec3 normal = hem_small_open(contact).normal;
    return hypotf(normal.x, normal.y);
}

static bool is_over(uint32_t vertex, const hem_vec3 *corner, float size)
{
    hem_vec3 at = start[vertex];
    return at.x >= corner->x && at.x <= corner->x + size && at.y >= corner->y &&
           at.y <= corner->y + size;
}

static void check_contacts(uint32_t lower_side)
{
    uint32_t first = bodies[0].vertex_count;
    for (uint32_t i = 0; i < out.kept; i++) {
        widest = fmaxf(widest, lean_of(&contacts[i]));
    }
    for (uint32_t v = 0; v < vertices(); v++) {
        bool covered = v >= first
                           ? is_over(v, &start[0], CELL * (float)(lower_side - 1u))
                           : turn == 0.0f && is_over(v, &start[first], CELL * (float)(SMALL - 1));
        TEST_ASSERT_TRUE(!covered || has_contact(v));
    }
}

/* In a hundred steps over so many cells. */
static void slide(uint32_t lower_side, const float way[2], float cells)
{
    make(lower_side);
    widest = 0.0f;
    for (uint32_t k = 0; k <= STEPS; k++) {
        float part = cells * CELL * (float)k / (float)STEPS;
        place(0.5f * (float)(lower_side - SMALL), part * way[0], part * way[1]);
        find();
        check_contacts(lower_side);
    }
    TEST_ASSERT_TRUE(widest <= (way[0] * way[1] < 0.0f ? CORNER_LEAN : LEAN));
    tearDown();
}

static const float ways[][2] = {{1.0f, 0.0f},  {0.0f, 1.0f},   {-1.0f, 0.0f}, {0.0f, -1.0f},
                                {1.0f, 1.0f},  {-1.0f, -1.0f}, {1.0f, -1.0f}, {-1.0f, 1.0f},
                                {0.9f, 0.37f}, {-0.6f, 0.8f},  {0.3f, -0.9f}, {0.05f, 1.0f}};

void test_contacts_within_a_larger_sheet_lead_straight_up_and_no_vertex_goes_without(void)
{
    for (uint32_t i = 0; i < 12; i++) {
        slide(LARGE, ways[i], 2.0f);
        slide(LARGE, ways[i], 0.05f);
    }
}

void test_contacts_of_sheets_that_slide_off_each_other_lead_straight_up_too(void)
{
    for (uint32_t i = 0; i < 12; i++) {
        slide(SMALL, ways[i], 2.0f);
        slide(SMALL, ways[i], 0.05f);
    }
}

void test_contacts_of_a_sheet_that_is_turned_lead_straight_up_too(void)
{
    make(LARGE);
    for (uint32_t i = 0; i < hem_test_count(500); i++) {
        turn = i < 100u ? 0.0001f * (float)(i * i) : 0.0123f * (float)i;
        place(3.0f, 0.00002f * (float)i, 0.00001f * (float)i);
        find();
        check_contacts(LARGE);
    }
    TEST_ASSERT_TRUE(widest <= CORNER_LEAN);
}
