/* Marks: what they say of leaves and volumes, and that fitting only what is marked is fitting all.
 */
#include "unity.h"

#include "base/bits.h"
#include "test_scale.h"
#include "tree/marks.h"
#include "tree_build.h"

#include <stdlib.h>
#include <string.h>

static uint8_t *scratch_memory;
static hem_arena scratch;

void setUp(void)
{
    uint32_t bytes = 1u << 20;
    scratch_memory = aligned_alloc(16, bytes);
    TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, scratch_memory, bytes));
}

void tearDown(void)
{
    free(scratch_memory);
}

/* Bits for so many vertices behind `first` others, which are all set; each with a chance of
 * `part`. To be freed. */
static uint32_t *some_bits(test_random *random, uint32_t first, uint32_t count, float part)
{
    uint32_t *bits = calloc(HEM_BIT_WORDS(first + count) + 1u, sizeof *bits);
    for (uint32_t v = 0; v < first + count; v++) {
        if (v < first || random_float(random, 0.0f, 1.0f) < part) {
            hem_bits_add(bits, v);
        }
    }
    return bits;
}

/* Has one of the leaves from `begin` to `end` a marked vertex? */
static bool is_marked_below(const hem_tree *tree, uint32_t begin, uint32_t end,
                            const uint32_t *bits, uint32_t first)
{
    const uint32_t *of = hem_tree_leaf_vertex_begin(tree);
    for (uint32_t i = of[begin]; i < of[end]; i++) {
        if (hem_bits_has(bits, first + hem_tree_leaf_vertices(tree)[i])) {
            return true;
        }
    }
    return false;
}

static void check_leaves(const hem_tree *tree, const hem_marks *marks, const uint32_t *bits,
                         uint32_t first, uint32_t count)
{
    uint32_t marked = 0;
    for (uint32_t leaf = 0; leaf < tree->leaf_count; leaf++) {
        const uint32_t *begin = hem_tree_leaf_vertex_begin(tree) + leaf;
        uint32_t own = 0;
        for (uint32_t i = begin[0]; i < begin[1]; i++) {
            bool set = hem_bits_has(bits, first + hem_tree_leaf_vertices(tree)[i]);
            own |= (uint32_t)set << (i - begin[0]);
        }
        TEST_ASSERT_EQUAL_HEX16(own, marks->leaves[leaf]);
        marked += own != 0;
    }
    TEST_ASSERT_EQUAL_UINT32(marked, count);
}

/* Returns how many volumes are marked, the root's own not included. */
static uint32_t check_groups(const hem_tree *tree, const hem_marks *marks, const uint32_t *bits,
                             uint32_t first)
{
    uint32_t count = 0;
    for (uint32_t lane = 0; lane < 4u * tree->group_count; lane++) {
        bool marked = hem_tree_child(tree)[lane] != HEM_NONE &&
                      is_marked_below(tree, hem_tree_first_leaf(tree)[lane],
                                      hem_tree_end_leaf(tree)[lane], bits, first);
        TEST_ASSERT_EQUAL(marked, marks->groups[lane / 4u] >> lane % 4u & 1u);
        count += marked;
    }
    for (uint32_t group = 0; group < tree->group_count; group++) {
        TEST_ASSERT_TRUE(marks->groups[group] < 16u);
    }
    return count;
}

static void refit(hem_tree *tree, const hem_vec3 *start, const hem_vec3 *end)
{
    TEST_ASSERT_EQUAL(HEM_OK, hem_tree_refit(tree, start, end, tree->vertex_count));
}

/* Moves the marked vertices of one tree and fits by marks; fits all of another. */
static void check_refit(const tree_case *made, tree_settings settings, float part, bool moving,
                        test_random *random)
{
    tree_built one = tree_build(made, settings), two = tree_build(made, settings);
    hem_tree *tree = one.tree;
    uint32_t count = made->mesh.vertex_count, first = random_below(random, 70);
    hem_vec3 *start = malloc(count * sizeof *start), *end = malloc(count * sizeof *end);
    hem_vec3 *other = malloc(count * sizeof *other);
    uint32_t *bits = some_bits(random, first, count, part);
    tree_case_move(made, random_u32(random), 0.01f, start);
    tree_case_move(made, random_u32(random), 0.05f, end);
    tree_case_move(made, random_u32(random), random_below(random, 2) == 0 ? 0.02f : 3.0f, other);
    refit(tree, start, moving ? end : NULL);
    for (uint32_t v = 0; v < count; v++) {
        if (hem_bits_has(bits, first + v)) {
            *(v % 3 == 0 ? &start[v] : &end[v]) = other[v];
        }
    }
    hem_arena_release(&scratch, 0);
    hem_marks marks = hem_marks_take(&scratch, tree);
    TEST_ASSERT_TRUE(scratch.used <= hem_marks_bytes(tree));
    memset(marks.leaves, 0xA5, tree->leaf_count * sizeof *marks.leaves);
    memset(marks.groups, 0xA5, tree->group_count * sizeof *marks.groups);
    check_leaves(tree, &marks, bits, first, hem_marks_set(&marks, tree, bits, first));
    uint32_t marked = check_groups(tree, &marks, bits, first);
    hem_fit_points points = {.start = start, .end = moving ? end : NULL};
    uint32_t fitted = hem_tree_refit_marked(tree, &points, &marks);
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(marked == 0 ? 0 : marked + 1u, fitted, one.name);
    TEST_ASSERT_TRUE(part <= 1.0f || fitted == tree->volume_count);
    refit(two.tree, start, moving ? end : NULL);
    TEST_ASSERT_TRUE_MESSAGE(hem_tree_hash(two.tree) == hem_tree_hash(tree), one.name);
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&two.tree->leaf_extent, &tree->leaf_extent, sizeof(float),
                                     one.name);
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(
        hem_tree_volumes(two.tree), hem_tree_volumes(tree),
        8u * (size_t)tree->axis_count * tree->group_count * sizeof(float), one.name);
    TEST_ASSERT_EQUAL_MEMORY(two.tree->root_low, tree->root_low, sizeof tree->root_low);
    TEST_ASSERT_EQUAL_MEMORY(two.tree->root_high, tree->root_high, sizeof tree->root_high);
    free(bits);
    free(start);
    free(end);
    free(other);
    tree_build_free(&one);
    tree_build_free(&two);
}

static const float parts[] = {0.0f, 0.02f, 0.2f, 0.7f, 1.1f};

void test_fitting_what_is_marked_is_fitting_all(void)
{
    test_random random = {241};
    for (uint32_t index = 0; index < TREE_CASES; index++) {
        tree_case made = tree_case_make(index);
        for (uint32_t kind = 0; kind < TREE_SETTINGS; kind++) {
            check_refit(&made, tree_settings_at(kind), parts[(index + kind) % 5], kind % 3 != 0,
                        &random);
        }
        tree_case_free(&made);
    }
}

void test_fitting_what_is_marked_of_random_meshes(void)
{
    test_random random = {242};
    for (uint32_t index = 0; index < hem_test_count(600); index++) {
        tree_case made = tree_case_random(index);
        tree_settings settings = tree_settings_at(random_below(&random, TREE_SETTINGS));
        check_refit(&made, settings, parts[index % 5], index % 3 != 0, &random);
        tree_case_free(&made);
    }
}

void test_one_marked_vertex_fits_little_more_than_the_way_to_the_root(void)
{
    tree_case made = {mesh_case_grid(40, 40), NULL};
    made.positions = malloc(1600 * sizeof *made.positions);
    for (uint32_t v = 0; v < 1600; v++) {
        made.positions[v] = (hem_vec3){0.01f * (float)(v % 40u), 0.01f * (float)(v / 40u), 0.0f};
    }
    tree_built built = tree_build(&made, tree_settings_at(1));
    uint32_t *bits = calloc(HEM_BIT_WORDS(1600u), sizeof *bits);
    hem_bits_add(bits, 20u * 40u + 20u);
    hem_marks marks = hem_marks_take(&scratch, built.tree);
    uint32_t leaves = hem_marks_set(&marks, built.tree, bits, 0);
    TEST_ASSERT_TRUE(leaves >= 1 && leaves <= 6);
    made.positions[20 * 40 + 20].z = 0.5f;
    hem_fit_points points = {.start = made.positions};
    uint32_t fitted = hem_tree_refit_marked(built.tree, &points, &marks);
    TEST_ASSERT_TRUE(fitted > leaves && fitted <= leaves * built.tree->depth + 1u);
    TEST_ASSERT_TRUE(10u * fitted < built.tree->volume_count);
    free(bits);
    tree_build_free(&built);
    tree_case_free(&made);
}
