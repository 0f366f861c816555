/* Self-detection that skips flat regions: what the curvature criterion alone misses, what face
 * groups save, and cones that hold every normal and velocity below them. */
#include "unity.h"

#include "hem/tree.h"
#include "scenes/scenes.h"
#include "test_scale.h"
#include "tree/traverse.h"
#include "tree_build.h"
#include "tree_oracle.h"

#include <math.h>
#include <stdlib.h>

static tree_case now;
static tree_built built;
static const hem_tree *tree;
static uint8_t *memory;
static hem_arena arena;
static hem_cones cones;

static void forget(void)
{
    tree_build_forget(&built, &now);
    free(memory);
    memory = NULL;
}

/* The tree, and its cones for the positions of the case, in exactly the bytes they need. */
static void build(uint32_t settings)
{
    free(memory);
    tree = tree_build_next(&built, &now, settings);
    uint32_t bytes = hem_cones_bytes(tree);
    memory = aligned_alloc(HEM_ALIGN, bytes);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, memory, bytes - 1u));
    TEST_ASSERT_FALSE(hem_cones_take(&cones, tree, &arena));
    TEST_ASSERT_EQUAL(0, arena.used);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&arena, memory, bytes));
    TEST_ASSERT_TRUE(hem_cones_take(&cones, tree, &arena));
    hem_cones_fit_normals(&cones, tree, now.positions);
    hem_cones_find_groups(&cones, tree, built.mesh.mesh);
}

static tree_case case_of_scene(scene_id id)
{
    scene_body info;
    tree_case made = {.mesh = mesh_case_empty("scene")};
    TEST_ASSERT_TRUE(scene_describe_body(id, SCENE_FULL, 0, &info));
    free(made.mesh.triangles);
    made.mesh.vertex_count = info.vertex_count;
    made.mesh.triangle_count = info.triangle_count;
    made.mesh.triangles = malloc(3u * info.triangle_count * sizeof(uint32_t));
    made.positions = malloc(info.vertex_count * sizeof *made.positions);
    scene_mesh mesh = scene_mesh_over(made.positions, info.vertex_count, made.mesh.triangles,
                                      info.triangle_count);
    TEST_ASSERT_TRUE(scene_build_body(id, SCENE_FULL, 0, 0.0f, &mesh));
    return made;
}

void setUp(void)
{
}

void tearDown(void)
{
    forget();
}

static double unit_normal(uint32_t triangle, double n[3])
{
    hem_vec3 p[3];
    for (uint32_t k = 0; k < 3; k++) {
        p[k] = now.positions[now.mesh.triangles[3 * triangle + k]];
    }
    double u[3] = {(double)p[1].x - (double)p[0].x, (double)p[1].y - (double)p[0].y,
                   (double)p[1].z - (double)p[0].z};
    double v[3] = {(double)p[2].x - (double)p[0].x, (double)p[2].y - (double)p[0].y,
                   (double)p[2].z - (double)p[0].z};
    n[0] = u[1] * v[2] - u[2] * v[1];
    n[1] = u[2] * v[0] - u[0] * v[2];
    n[2] = u[0] * v[1] - u[1] * v[0];
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (uint32_t k = 0; k < 3; k++) {
        n[k] /= length > 0 ? length : 1;
    }
    return length;
}

static bool cone_holds(hem_cone cone, const double n[3])
{
    double dot =
        (double)cone.axis.x * n[0] + (double)cone.axis.y * n[1] + (double)cone.axis.z * n[2];
    return cone.cosine <= -1.0f || dot >= (double)cone.cosine;
}

/* ----------------------------------------------------------------------------- what cones hold */

static void leaves_of(uint32_t entry, uint32_t *first, uint32_t *end)
{
    bool root = entry + 1u == cones.count;
    *first = root ? 0 : hem_tree_first_leaf(tree)[entry];
    *end = root ? tree->leaf_count : hem_tree_end_leaf(tree)[entry];
}

void test_normal_cones_and_boxes_hold_every_normal_below(void)
{
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        now = tree_case_make(c);
        for (uint32_t s = c % 5u; s < TREE_SETTINGS; s += 5) {
            build(s);
            for (uint32_t entry = 0; entry < cones.count; entry++) {
                uint32_t first, end;
                leaves_of(entry, &first, &end);
                const hem_normal_box *box = &cones.normal_boxes[entry];
                for (uint32_t i = hem_tree_leaf_begin(tree)[first];
                     i < hem_tree_leaf_begin(tree)[end]; i++) {
                    double n[3];
                    if (unit_normal(hem_tree_order(tree)[i], n) == 0) {
                        /* No area: it may face anywhere. */
                        TEST_ASSERT_EQUAL_FLOAT(-1.0f, cones.normal_cones[entry].cosine);
                        TEST_ASSERT_FALSE(hem_normal_box_is_flat(box));
                        continue;
                    }
                    TEST_ASSERT_TRUE_MESSAGE(cone_holds(cones.normal_cones[entry], n), built.name);
                    TEST_ASSERT_TRUE_MESSAGE(
                        (double)box->low.x <= n[0] && n[0] <= (double)box->high.x &&
                            (double)box->low.y <= n[1] && n[1] <= (double)box->high.y &&
                            (double)box->low.z <= n[2] && n[2] <= (double)box->high.z,
                        built.name);
                }
            }
        }
        forget();
    }
}

void test_velocity_cones_hold_every_velocity_below(void)
{
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        now = tree_case_make(c);
        hem_vec3 *velocities = malloc(now.mesh.vertex_count * sizeof *velocities);
        test_random random = {c};
        for (uint32_t v = 0; v < now.mesh.vertex_count; v++) {
            velocities[v] = (hem_vec3){random_float(&random, 0.5f, 2.0f),
                                       random_float(&random, -1.0f, 1.0f), 0.3f};
        }
        velocities[0] = (hem_vec3){0, 0, 0};
        for (uint32_t s = c % 5u; s < TREE_SETTINGS; s += 5) {
            build(s);
            hem_cones_fit_velocities(&cones, tree, velocities);
            for (uint32_t entry = 0; entry < cones.count; entry++) {
                uint32_t first, end;
                leaves_of(entry, &first, &end);
                const hem_velocity_cone *cone = &cones.velocity_cones[entry];
                double fastest = 0;
                for (uint32_t i = hem_tree_leaf_vertex_begin(tree)[first];
                     i < hem_tree_leaf_vertex_begin(tree)[end]; i++) {
                    hem_vec3 u = velocities[hem_tree_leaf_vertices(tree)[i]];
                    double n[3] = {(double)u.x, (double)u.y, (double)u.z};
                    double speed = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
                    fastest = fmax(fastest, speed);
                    for (uint32_t k = 0; k < 3 && speed > 0; k++) {
                        n[k] /= speed;
                    }
                    TEST_ASSERT_TRUE_MESSAGE(speed == 0 || cone_holds(cone->cone, n), built.name);
                }
                TEST_ASSERT_TRUE_MESSAGE((double)cone->speed >= fastest &&
                                             (double)cone->speed <= 1.00001 * fastest,
                                         built.name);
            }
        }
        free(velocities);
        forget();
    }
}

static void check_touching(uint32_t entry)
{
    uint32_t first, end;
    leaves_of(entry, &first, &end);
    const uint8_t *groups = hem_mesh_groups(built.mesh.mesh);
    bool expected = first < end;
    for (uint32_t i = hem_tree_leaf_begin(tree)[first]; i < hem_tree_leaf_begin(tree)[end]; i++) {
        for (uint32_t j = hem_tree_leaf_begin(tree)[first]; j <= i; j++) {
            expected &= hem_mesh_groups_touch(built.mesh.mesh, groups[hem_tree_order(tree)[i]],
                                              groups[hem_tree_order(tree)[j]]);
        }
    }
    TEST_ASSERT_EQUAL_MESSAGE(expected, cones.in_touching_groups[entry], built.name);
}

void test_regions_in_touching_groups_are_known(void)
{
    for (uint32_t c = 0; c < TREE_CASES; c++) {
        now = tree_case_make(c);
        for (uint32_t s = c % 7u; s < TREE_SETTINGS; s += 7) {
            build(s);
            for (uint32_t entry = 0; entry < cones.count; entry++) {
                bool used = entry + 1u == cones.count || hem_tree_child(tree)[entry] != HEM_NONE;
                if (used) {
                    check_touching(entry);
                }
            }
        }
        forget();
    }
}

/* ------------------------------------------------------------------------------- what is culled */

typedef struct walked {
    uint32_t pairs;
    uint64_t flat_regions, volume_tests;
    bool *met; /* pairs of triangles, as a table */
} walked;

static walked walk_self(hem_flat_test test, float cosine, bool face_groups)
{
    walked result = {0};
    uint32_t f = tree->triangle_count;
    hem_traversal walk;
    hem_traverse_entry *stack = malloc(hem_traverse_room(tree, tree) * sizeof *stack);
    hem_traverse_def def = {.a = tree, .b = tree, .counted = true};
    def.flat = (hem_flat_def){&cones, test, cosine, face_groups};
    result.met = calloc((size_t)f * f, sizeof *result.met);
    hem_traverse_start_with(&walk, &def, stack);
    hem_pair pair;
    while (hem_traverse_next(&walk, &pair, 1) == 1) {
        const uint32_t *a = hem_tree_leaf_begin(tree) + pair.first;
        const uint32_t *b = hem_tree_leaf_begin(tree) + pair.second;
        for (uint32_t i = a[0]; i < a[1]; i++) {
            for (uint32_t j = b[0]; j < b[1]; j++) {
                uint32_t s = hem_tree_order(tree)[i], t = hem_tree_order(tree)[j];
                result.met[(size_t)s * f + t] = result.met[(size_t)t * f + s] = true;
            }
        }
        result.pairs++;
    }
    result.flat_regions = walk.flat_regions;
    result.volume_tests = walk.volume_tests;
    free(stack);
    return result;
}

static bool share_vertex(uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < 9; i++) {
        if (now.mesh.triangles[3 * a + i / 3] == now.mesh.triangles[3 * b + i % 3]) {
            return true;
        }
    }
    return false;
}

/* Pairs of triangles that cut each other, by brute force, and how many of them were not met; all of
 * them, or those whose groups do not touch: such a pair is surely found, says the paper. */
static uint32_t count_missed(const bool *met, bool apart_only, uint32_t *total)
{
    uint32_t missed = 0, f = tree->triangle_count;
    const uint8_t *groups = hem_mesh_groups(built.mesh.mesh);
    *total = 0;
    for (uint32_t s = 0; s < f; s++) {
        for (uint32_t t = s + 1u; t < f; t++) {
            hem_vec3 a[3], b[3];
            for (uint32_t k = 0; k < 3; k++) {
                a[k] = now.positions[now.mesh.triangles[3 * s + k]];
                b[k] = now.positions[now.mesh.triangles[3 * t + k]];
            }
            bool touch = hem_mesh_groups_touch(built.mesh.mesh, groups[s], groups[t]);
            if (!(apart_only && touch) && !share_vertex(s, t) && tree_oracle_gap(a, b) <= 0 &&
                tree_oracle_distance(a, b) == 0) {
                (*total)++;
                missed += !met[(size_t)s * f + t];
            }
        }
    }
    return missed;
}

/* E23: a flat strip in the shape of a C whose ends cross. Its normals say that it is flat, so the
 * plain criterion skips all of it; with face groups the ends are found (002-10, Fig. 5). */
void test_the_c_shape_is_missed_by_curvature_alone_and_found_with_face_groups(void)
{
    now = case_of_scene(SCENE_E23_C_SHAPE);
    for (uint32_t s = 0; s < TREE_SETTINGS; s += 9) {
        build(s);
        for (uint32_t test = HEM_FLAT_BY_BOX; test <= HEM_FLAT_BY_CONE; test++) {
            uint32_t total;
            walked plain = walk_self((hem_flat_test)test, 0.0f, false);
            TEST_ASSERT_EQUAL_MESSAGE(0, plain.pairs, built.name);
            TEST_ASSERT_EQUAL_MESSAGE(1, plain.flat_regions, built.name);
            uint32_t missed = count_missed(plain.met, false, &total);
            TEST_ASSERT_EQUAL_MESSAGE(total, missed, built.name);
            TEST_ASSERT_GREATER_THAN_MESSAGE(0, total, built.name);
            walked grouped = walk_self((hem_flat_test)test, 0.0f, true);
            TEST_ASSERT_EQUAL_MESSAGE(0, count_missed(grouped.met, false, &total), built.name);
            TEST_ASSERT_GREATER_THAN_MESSAGE(0, grouped.flat_regions, built.name);
            free(plain.met);
            free(grouped.met);
        }
    }
}

/* Skipping regions saves comparisons on the same strip. */
void test_face_groups_still_save_comparisons(void)
{
    now = case_of_scene(SCENE_E23_C_SHAPE);
    for (uint32_t s = 16; s < TREE_SETTINGS; s += 16) {
        build(s);
        walked all = walk_self(HEM_FLAT_NEVER, 0.0f, false);
        walked grouped = walk_self(HEM_FLAT_BY_CONE, 0.0f, true);
        TEST_ASSERT_LESS_THAN_UINT64_MESSAGE(all.volume_tests, grouped.volume_tests, built.name);
        TEST_ASSERT_LESS_THAN_MESSAGE(all.pairs, grouped.pairs, built.name);
        free(all.met);
        free(grouped.met);
    }
}

void test_a_flat_sheet_is_skipped_at_the_root_and_a_folded_one_is_not(void)
{
    for (uint32_t s = 0; s < TREE_SETTINGS; s += 3) {
        now = tree_case_make(TREE_CASE_GRID);
        build(s);
        for (uint32_t test = HEM_FLAT_BY_BOX; test <= HEM_FLAT_BY_CONE; test++) {
            walked flat = walk_self((hem_flat_test)test, 0.0f, false);
            TEST_ASSERT_EQUAL_MESSAGE(0, flat.pairs, built.name);
            TEST_ASSERT_EQUAL_MESSAGE(0, flat.volume_tests, built.name);
            free(flat.met);
        }
        forget();
        now = tree_case_make(TREE_CASE_FOLDED);
        build(s);
        for (uint32_t test = HEM_FLAT_BY_BOX; test <= HEM_FLAT_BY_CONE; test++) {
            uint32_t total;
            walked folded = walk_self((hem_flat_test)test, 0.0f, true);
            TEST_ASSERT_EQUAL_MESSAGE(0, count_missed(folded.met, true, &total), built.name);
            TEST_ASSERT_GREATER_THAN_MESSAGE(0, total, built.name);
            free(folded.met);
        }
        forget();
    }
}

/* A smaller angle, for proximities, skips less. */
void test_a_smaller_angle_skips_less(void)
{
    now = tree_case_make(TREE_CASE_WAVES);
    for (uint32_t s = 16; s < TREE_SETTINGS; s += 7) {
        build(s);
        uint32_t before = 0;
        for (uint32_t i = 0; i <= 10; i++) {
            walked some = walk_self(HEM_FLAT_BY_CONE, 0.1f * (float)i, false);
            TEST_ASSERT_GREATER_OR_EQUAL_UINT32_MESSAGE(before, some.pairs, built.name);
            before = some.pairs;
            free(some.met);
        }
        walked all = walk_self(HEM_FLAT_NEVER, 0.0f, false);
        TEST_ASSERT_EQUAL_MESSAGE(all.pairs, before, built.name);
        free(all.met);
    }
}

void test_two_trees_are_never_culled_by_curvature(void)
{
    now = tree_case_make(TREE_CASE_GRID);
    build(1);
    tree_built other = tree_build(&now, tree_settings_at(1));
    hem_traversal walk;
    hem_traverse_entry *stack = malloc(hem_traverse_room(tree, tree) * sizeof *stack);
    hem_traverse_def def = {.a = tree, .b = other.tree};
    def.flat = (hem_flat_def){&cones, HEM_FLAT_BY_CONE, 0.0f, false};
    hem_pair pair;
    hem_traverse_start_with(&walk, &def, stack);
    TEST_ASSERT_EQUAL(1, hem_traverse_next(&walk, &pair, 1));
    free(stack);
    tree_build_free(&other);
}
