/* What meets what in the scenes, by an oracle: where they must start clean, where they must not,
 * and the contact counts that scenes were tuned to. */
#include "unity.h"

#include "orient_oracle.h"
#include "scene_check.h"
#include "scene_oracle.h"
#include "scenes/scenes.h"

#include <stdlib.h>

/* All bodies of a scene in one mesh, and where each begins. */
static scene_mesh mesh;
static scene_info info;
static uint32_t first_vertex[SCENE_MOST_BODIES + 1];
static uint32_t first_triangle[SCENE_MOST_BODIES + 1];
static scene_facts facts[SCENE_MOST_BODIES];
static scene_kind kind[SCENE_MOST_BODIES];

void setUp(void)
{
    mesh = scene_mesh_take(SCENE_FULL_VERTICES, SCENE_FULL_TRIANGLES);
}

void tearDown(void)
{
    scene_mesh_free(&mesh);
}

static void build_all(int id, int size, float step)
{
    mesh.vertex_count = 0;
    mesh.triangle_count = 0;
    TEST_ASSERT_TRUE(scene_describe((scene_id)id, (scene_size)size, &info));
    for (uint32_t b = 0; b < info.body_count; b++) {
        scene_body body;
        scene_describe_body((scene_id)id, (scene_size)size, b, &body);
        kind[b] = body.kind;
        first_vertex[b] = mesh.vertex_count;
        first_triangle[b] = mesh.triangle_count;
        TEST_ASSERT_TRUE(scene_build_body((scene_id)id, (scene_size)size, b, step, &mesh));
    }
    first_vertex[info.body_count] = mesh.vertex_count;
    first_triangle[info.body_count] = mesh.triangle_count;
}

static soup body_soup(uint32_t b)
{
    return (soup){mesh.positions, mesh.triangles + 3 * (size_t)first_triangle[b],
                  first_triangle[b + 1] - first_triangle[b]};
}

static void find_boxes(void)
{
    for (uint32_t b = 0; b < info.body_count; b++) {
        facts[b].lo = facts[b].hi = mesh.positions[first_vertex[b]];
        for (uint32_t i = first_vertex[b]; i < first_vertex[b + 1]; i++) {
            facts[b].lo = hem_vec3_min(facts[b].lo, mesh.positions[i]);
            facts[b].hi = hem_vec3_max(facts[b].hi, mesh.positions[i]);
        }
    }
}

static bool boxes_apart(uint32_t a, uint32_t b)
{
    return facts[a].lo.x > facts[b].hi.x || facts[b].lo.x > facts[a].hi.x ||
           facts[a].lo.y > facts[b].hi.y || facts[b].lo.y > facts[a].hi.y ||
           facts[a].lo.z > facts[b].hi.z || facts[b].lo.z > facts[a].hi.z;
}

/* Pairs between all bodies, and within the deformable ones. */
static uint64_t all_pairs(void)
{
    uint64_t pairs = 0;
    find_boxes();
    for (uint32_t a = 0; a < info.body_count; a++) {
        if (kind[a] == SCENE_CLOTH || kind[a] == SCENE_SOFT) {
            pairs += soup_pairs_within(body_soup(a), NULL, NULL);
        }
        for (uint32_t b = a + 1; b < info.body_count; b++) {
            if (!boxes_apart(a, b)) {
                pairs += soup_pairs_between(body_soup(a), body_soup(b), NULL, NULL);
            }
        }
    }
    return pairs;
}

void test_small_scenes_start_clean_or_tangled_as_they_say(void)
{
    for (int id = 0; id < SCENE_COUNT; id++) {
        build_all(id, SCENE_SMALL, 0.0f);
        TEST_ASSERT_EQUAL_MESSAGE(info.clean, all_pairs() == 0, info.name);
    }
}

void test_full_scenes_start_clean_or_tangled_as_they_say(void)
{
    for (int id = 0; id < SCENE_COUNT; id++) {
        build_all(id, SCENE_FULL, 0.0f);
        TEST_ASSERT_EQUAL_MESSAGE(info.clean, all_pairs() == 0, info.name);
    }
}

static uint64_t bumpy_pairs(int id, int size, float step)
{
    build_all(id, size, step);
    return soup_pairs_between(body_soup(0), body_soup(1), NULL, NULL);
}

void test_small_bumpy_spheres_meet_first_at_step_60(void)
{
    for (int id = SCENE_E5_ICO_3; id <= SCENE_E5_TETRA_7; id++) {
        for (int step = 0; step < 60; step++) {
            TEST_ASSERT_EQUAL_UINT64(0, bumpy_pairs(id, SCENE_SMALL, (float)step));
        }
        for (int step = 60; step <= 200; step += 20) {
            TEST_ASSERT_TRUE(bumpy_pairs(id, SCENE_SMALL, (float)step) > 0);
        }
    }
}

void test_full_bumpy_spheres_meet_first_at_step_60(void)
{
    static const int steps[6] = {0, 30, 50, 55, 58, 59};
    for (int id = SCENE_E5_ICO_3; id <= SCENE_E5_TETRA_7; id++) {
        for (int k = 0; k < 6; k++) {
            TEST_ASSERT_EQUAL_UINT64(0, bumpy_pairs(id, SCENE_FULL, (float)steps[k]));
        }
        TEST_ASSERT_TRUE(bumpy_pairs(id, SCENE_FULL, 60.0f) > 0);
    }
}

/* Within half a percent of the table of the paper. */
void test_full_bumpy_spheres_end_with_the_pairs_of_the_table(void)
{
    static const uint64_t table[7] = {138, 562, 1010, 2422, 3760, 4775, 12358};
    for (int k = 0; k < 7; k++) {
        uint64_t pairs = bumpy_pairs(SCENE_E5_ICO_3 + k, SCENE_FULL, 200.0f);
        TEST_ASSERT_UINT64_WITHIN(table[k] / 200 + 1, table[k], pairs);
    }
}

void test_crowds_come_into_contact(void)
{
    for (int id = SCENE_E6_BUMPY; id <= SCENE_E6_ARMS; id++) {
        build_all(id, SCENE_SMALL, 200.0f);
        TEST_ASSERT_TRUE(all_pairs() > 200);
    }
}

void test_the_probe_of_e7_meets_one_triangle_and_one_box(void)
{
    build_all(SCENE_E7_HYBRID, SCENE_FULL, 0.0f);
    TEST_ASSERT_EQUAL_UINT64(1, soup_pairs_between(body_soup(0), body_soup(1), NULL, NULL));
    find_boxes();
    uint32_t boxes = 0;
    for (uint32_t t = 0; t < 16; t++) {
        boxes += mesh.positions[3 * t].x <= facts[1].hi.x &&
                 facts[1].lo.x <= mesh.positions[3 * t + 1].x;
    }
    TEST_ASSERT_EQUAL_UINT32(1, boxes);
}

/* Vertex-face stencils by orientation: of an edge that crosses a face, the end behind it. */
typedef struct stencil_list {
    uint64_t keys[8192];
    uint32_t count;
} stencil_list;

static void add_stencils(stencil_list *list, uint32_t edges_of, uint32_t face)
{
    hem_vec3 corner[3];
    for (int k = 0; k < 3; k++) {
        corner[k] = mesh.positions[mesh.triangles[3 * face + k]];
    }
    for (int k = 0; k < 3; k++) {
        uint32_t p = mesh.triangles[3 * edges_of + k];
        uint32_t q = mesh.triangles[3 * edges_of + (k + 1) % 3];
        if (soup_edge_meets_face(mesh.positions[p], mesh.positions[q], corner)) {
            bool p_behind = soup_orient(corner[0], corner[1], corner[2], mesh.positions[p]) > 0;
            list->keys[list->count++] = ((uint64_t)(p_behind ? p : q) << 32) | face;
        }
    }
}

static void collect_stencils(void *context, uint32_t a, uint32_t b)
{
    add_stencils(context, a, b);
    add_stencils(context, b, a);
}

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static uint32_t root_of(uint32_t *parent, uint32_t i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

/* Zones: stencils that share a vertex belong together. */
static uint32_t count_zones(const stencil_list *list)
{
    static uint32_t parent[8192];
    static bool used[8192];
    for (uint32_t i = 0; i < mesh.vertex_count; i++) {
        parent[i] = i;
        used[i] = false;
    }
    for (uint32_t s = 0; s < list->count; s++) {
        uint32_t vertex = (uint32_t)(list->keys[s] >> 32);
        uint32_t face = (uint32_t)list->keys[s];
        used[vertex] = true;
        for (int k = 0; k < 3; k++) {
            uint32_t other = mesh.triangles[3 * face + k];
            used[other] = true;
            parent[root_of(parent, other)] = root_of(parent, vertex);
        }
    }
    uint32_t zones = 0;
    for (uint32_t i = 0; i < mesh.vertex_count; i++) {
        zones += used[i] && parent[i] == i;
    }
    return zones;
}

void test_the_knot_has_488_stencils_in_one_zone(void)
{
    static stencil_list list;
    list.count = 0;
    build_all(SCENE_E9_KNOT, SCENE_FULL, 0.0f);
    soup_pairs_within(body_soup(0), collect_stencils, &list);
    qsort(list.keys, list.count, sizeof list.keys[0], compare_keys);
    uint32_t different = 0;
    for (uint32_t i = 0; i < list.count; i++) {
        if (i == 0 || list.keys[i] != list.keys[i - 1]) {
            list.keys[different++] = list.keys[i];
        }
    }
    list.count = different;
    TEST_ASSERT_EQUAL_UINT32(488, list.count);
    TEST_ASSERT_EQUAL_UINT32(1, count_zones(&list));
}

void test_spikes_go_through_both_sheets_and_come_out(void)
{
    for (int size = SCENE_FULL; size <= SCENE_SMALL; size++) {
        build_all(SCENE_E10_SPIKES, size, 0.0f);
        for (uint32_t spike = 0; spike < 2; spike++) {
            for (uint32_t sheet = 2; sheet < 4; sheet++) {
                TEST_ASSERT_TRUE(
                    soup_pairs_between(body_soup(spike), body_soup(sheet), NULL, NULL) > 0);
            }
        }
    }
    build_all(SCENE_E10_SPIKES, SCENE_SMALL, 150.0f);
    TEST_ASSERT_EQUAL_UINT64(0, all_pairs());
    build_all(SCENE_E10_SPIKES, SCENE_SMALL, 200.0f);
    TEST_ASSERT_TRUE(all_pairs() > 0);
}

void test_each_of_three_sheets_cuts_the_other_two(void)
{
    build_all(SCENE_E11_TANGLED, SCENE_SMALL, 0.0f);
    TEST_ASSERT_TRUE(soup_pairs_between(body_soup(0), body_soup(1), NULL, NULL) > 0);
    TEST_ASSERT_TRUE(soup_pairs_between(body_soup(0), body_soup(2), NULL, NULL) > 0);
    TEST_ASSERT_TRUE(soup_pairs_between(body_soup(1), body_soup(2), NULL, NULL) > 0);
}

/* Of the small dancer: pieces of 64 triangles, from the sixth on thigh, shin, foot, upper arm,
 * forearm and hand of the right side, then of the left. */
void test_the_dancer_puts_her_hands_through_her_thighs_for_some_of_the_time(void)
{
    uint32_t frames = 0;
    for (int step = 0; step < 363; step++) {
        build_all(SCENE_E14_DANCER, SCENE_SMALL, (float)step);
        uint64_t pairs = 0;
        for (uint32_t arm = 0; arm < 2; arm++) {
            for (uint32_t leg = 0; leg < 2; leg++) {
                soup lower_arm = {mesh.positions, mesh.triangles + 3 * 64 * (5 + 6 * arm + 4), 128};
                soup thigh = {mesh.positions, mesh.triangles + 3 * 64 * (5 + 6 * leg), 64};
                pairs += soup_pairs_between(lower_arm, thigh, NULL, NULL);
            }
        }
        frames += pairs > 0;
    }
    TEST_ASSERT_UINT32_WITHIN(8, 94, frames);
}

void test_the_arm_bends_by_150_degrees_and_back(void)
{
    build_all(SCENE_E13_SLEEVE, SCENE_SMALL, 100.0f);
    /* The pole of the forearm: at (0.28, 0) + 0.32 m in the direction of 150 degrees. */
    hem_vec3 tip = mesh.positions[first_vertex[1] - 1];
    TEST_ASSERT_FLOAT_WITHIN(1e-5f, 0.28f - 0.32f * 0.8660254f, tip.x);
    TEST_ASSERT_FLOAT_WITHIN(1e-5f, 0.32f * 0.5f, tip.y);
    build_all(SCENE_E13_SLEEVE, SCENE_SMALL, 200.0f);
    TEST_ASSERT_EQUAL_UINT64(0, all_pairs());
}

/* Crossings between the two bodies: how many edges of each, each counted once. */
typedef struct crossing {
    uint32_t body, low, high, face;
} crossing;

static crossing crossings[64];
static uint32_t crossing_count, segment_count;
static uint32_t segments[64][2];

static uint32_t add_crossing(crossing c)
{
    for (uint32_t i = 0; i < crossing_count; i++) {
        if (crossings[i].body == c.body && crossings[i].low == c.low &&
            crossings[i].high == c.high && crossings[i].face == c.face) {
            return i;
        }
    }
    crossings[crossing_count] = c;
    return crossing_count++;
}

static uint32_t cross_edges(uint32_t body, uint32_t edges_of, uint32_t face, uint32_t *out)
{
    uint32_t count = 0;
    hem_vec3 corner[3];
    const uint32_t *own = mesh.triangles + 3 * (first_triangle[body] + edges_of);
    const uint32_t *other = mesh.triangles + 3 * (first_triangle[1 - body] + face);
    for (int k = 0; k < 3; k++) {
        corner[k] = mesh.positions[other[k]];
    }
    for (int k = 0; k < 3; k++) {
        uint32_t p = own[k], q = own[(k + 1) % 3];
        if (soup_edge_meets_face(mesh.positions[p], mesh.positions[q], corner)) {
            out[count++] = add_crossing((crossing){body, p < q ? p : q, p < q ? q : p, face});
        }
    }
    return count;
}

static void collect_segment(void *context, uint32_t a, uint32_t b)
{
    (void)context;
    uint32_t ends[6];
    uint32_t count = cross_edges(0, a, b, ends);
    count += cross_edges(1, b, a, ends + count);
    TEST_ASSERT_EQUAL_UINT32(2, count);
    segments[segment_count][0] = ends[0];
    segments[segment_count][1] = ends[1];
    segment_count++;
}

static void find_crossings(int id, float step)
{
    crossing_count = 0;
    segment_count = 0;
    build_all(id, SCENE_FULL, step);
    soup_pairs_between(body_soup(0), body_soup(1), collect_segment, NULL);
}

static uint32_t crossings_of_body(uint32_t body)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < crossing_count; i++) {
        count += crossings[i].body == body;
    }
    return count;
}

static bool on_border_of_grid(crossing c, uint32_t lines)
{
    uint32_t low = c.low - first_vertex[c.body], high = c.high - first_vertex[c.body];
    uint32_t x = low % lines, y = low / lines;
    return (x == high % lines && (x == 0 || x == lines - 1)) ||
           (y == high / lines && (y == 0 || y == lines - 1));
}

/* The contour runs from an edge on the border of the first grid to one on the border of the second,
 * over ten segments, three of which go from an edge of the first to an edge of the second. */
void test_e17_has_a_contour_of_ten_segments_with_three_edge_pairs(void)
{
    find_crossings(SCENE_E17_CORNER, 0.0f);
    TEST_ASSERT_EQUAL_UINT32(10, segment_count);
    TEST_ASSERT_EQUAL_UINT32(11, crossing_count);
    uint32_t at = HEM_NONE, walked = 0, edge_pairs = 0;
    for (uint32_t i = 0; i < crossing_count; i++) {
        if (crossings[i].body == 0 && on_border_of_grid(crossings[i], 6)) {
            TEST_ASSERT_EQUAL_HEX32(HEM_NONE, at);
            at = i;
        }
    }
    TEST_ASSERT_NOT_EQUAL(HEM_NONE, at);
    for (bool found = true; found;) {
        found = false;
        for (uint32_t s = 0; s < segment_count && !found; s++) {
            for (int end = 0; end < 2 && !found; end++) {
                if (segments[s][end] == at) {
                    uint32_t next = segments[s][1 - end];
                    edge_pairs += crossings[at].body == 0 && crossings[next].body == 1;
                    segments[s][0] = segments[s][1] = HEM_NONE;
                    at = next;
                    walked++;
                    found = true;
                }
            }
        }
    }
    TEST_ASSERT_EQUAL_UINT32(10, walked);
    TEST_ASSERT_EQUAL_UINT32(3, edge_pairs);
    TEST_ASSERT_EQUAL_UINT32(1, crossings[at].body);
    TEST_ASSERT_TRUE(on_border_of_grid(crossings[at], 6));
}

void test_only_the_nail_has_edges_that_cross(void)
{
    find_crossings(SCENE_E16_NAIL, 0.0f);
    TEST_ASSERT_TRUE(crossings_of_body(0) > 0);
    TEST_ASSERT_EQUAL_UINT32(0, crossings_of_body(1));
}

void test_the_edge_goes_through_the_roof_twice(void)
{
    find_crossings(SCENE_E16_TWICE, 0.0f);
    uint32_t by_edge = 0;
    for (uint32_t i = 0; i < crossing_count; i++) {
        by_edge += crossings[i].body == 1 && crossings[i].low == first_vertex[1] &&
                   crossings[i].high == first_vertex[1] + 1;
    }
    TEST_ASSERT_EQUAL_UINT32(2, by_edge);
    TEST_ASSERT_EQUAL_UINT32(3, crossing_count);
}

/* Which side of the face p and q are on, and on which side of each of its edges the line through
 * them passes, at the start; at the end p is above, q below, and the line passes inside. */
void test_history_cases_start_as_drawn_and_end_with_the_edge_through_the_face(void)
{
    static const int p_side[5] = {1, -1, 1, 1, -1};
    static const int q_side[5] = {1, -1, -1, -1, 1};
    static const int edges_passed[5] = {-1, -1, 1, 2, -1};
    for (int which = 0; which < 5; which++) {
        for (int step = 0; step < 2; step++) {
            build_all(SCENE_E16_HISTORY_A + which, SCENE_FULL, (float)step);
            const hem_vec3 *face = mesh.positions;
            hem_vec3 p = mesh.positions[3], q = mesh.positions[4];
            int above_p = -soup_orient(face[0], face[1], face[2], p);
            int above_q = -soup_orient(face[0], face[1], face[2], q);
            int outside = 0;
            for (int k = 0; k < 3; k++) {
                outside +=
                    soup_orient(p, q, face[k], face[(k + 1) % 3]) * (above_p > above_q ? 1 : -1) <
                    0;
            }
            TEST_ASSERT_EQUAL_INT(step == 0 ? p_side[which] : 1, above_p);
            TEST_ASSERT_EQUAL_INT(step == 0 ? q_side[which] : -1, above_q);
            TEST_ASSERT_EQUAL(step == 1, soup_edge_meets_face(p, q, face));
            if (step == 1) {
                TEST_ASSERT_EQUAL_INT(0, outside);
            }
            if (step == 0 && edges_passed[which] >= 0) {
                TEST_ASSERT_EQUAL_INT(edges_passed[which], outside);
            }
        }
    }
}

void test_passing_sheets_change_places_and_never_touch_at_whole_steps(void)
{
    for (int size = SCENE_FULL; size <= SCENE_SMALL; size++) {
        build_all(SCENE_E18_PASSING, size, 0.0f);
        float below = mesh.positions[0].z, above = mesh.positions[first_vertex[1]].z;
        TEST_ASSERT_TRUE(below < above);
        build_all(SCENE_E18_PASSING, size, 1.0f);
        TEST_ASSERT_TRUE(mesh.positions[0].z > mesh.positions[first_vertex[1]].z);
        TEST_ASSERT_EQUAL_UINT64(0, all_pairs());
    }
}

void test_the_ridge_comes_through_far_from_all_vertices_of_the_cloth(void)
{
    build_all(SCENE_E23_RIDGE, SCENE_FULL, 4.0f);
    TEST_ASSERT_EQUAL_UINT64(0, all_pairs());
    build_all(SCENE_E23_RIDGE, SCENE_FULL, 6.0f);
    TEST_ASSERT_TRUE(all_pairs() > 0);
    for (uint32_t i = first_vertex[1]; i < mesh.vertex_count; i++) {
        TEST_ASSERT_TRUE(hem_length(mesh.positions[i]) > 0.1f);
    }
}

void test_the_particle_keeps_its_distance_around_the_edge(void)
{
    for (int step = 0; step <= 40; step++) {
        build_all(SCENE_E23_SWEEP, SCENE_FULL, (float)step);
        hem_vec3 at = mesh.positions[first_vertex[1]];
        float dx = hem_max(at.x, 0.0f), dz = hem_max(at.z, 0.0f);
        TEST_ASSERT_FLOAT_WITHIN(1e-6f, 0.003f, hem_sqrt(dx * dx + dz * dz));
        TEST_ASSERT_EQUAL_UINT64(0, all_pairs());
    }
}

void test_the_c_shape_cuts_itself_though_all_its_normals_point_up(void)
{
    build_all(SCENE_E23_C_SHAPE, SCENE_FULL, 0.0f);
    TEST_ASSERT_TRUE(soup_pairs_within(body_soup(0), NULL, NULL) > 0);
    for (uint32_t t = 0; t < mesh.triangle_count; t++) {
        const uint32_t *corner = mesh.triangles + 3 * t;
        hem_vec3 a = mesh.positions[corner[0]];
        hem_vec3 normal = scene_unit(hem_cross(hem_sub(mesh.positions[corner[1]], a),
                                               hem_sub(mesh.positions[corner[2]], a)));
        TEST_ASSERT_TRUE(hem_abs(normal.z) > 0.96f);
    }
}
