/* Fuzzes hem_tree_build, hem_tree_refit, hem_tree_refit_ahead and hem_tree_rebuild: any settings,
 * capacities, memory and positions. What is refused leaves no trace; what is done holds every
 * vertex, and what is built again is what is built afresh. */
#include "fuzz/fuzz_body.h"

#include <math.h>

static bool is_position(hem_vec3 p)
{
    return fabsf(p.x) < HEM_DOMAIN && fabsf(p.y) < HEM_DOMAIN && fabsf(p.z) < HEM_DOMAIN;
}

static bool all_positions(const hem_vec3 *positions, uint32_t count)
{
    for (uint32_t v = 0; v < count; v++) {
        if (!is_position(positions[v])) {
            return false;
        }
    }
    return true;
}

/* Everything that a tree consists of. */
static uint64_t hash_of(const fuzz_body *body)
{
    return fuzz_hash(body->tree_block.memory, body->tree_block.bytes);
}

/* ------------------------------------------------------------------------------------- volumes */

/* Boxes of the tree, where it has any, around the vertices below them and within those above. */
static void check_holds(const fuzz_body *body, const hem_vec3 *positions)
{
    const hem_tree *tree = body->tree;
    if (tree->axis_count == 4u) {
        return;
    }
    const uint32_t *begin = hem_tree_leaf_vertex_begin(tree);
    for (uint32_t lane = 0; lane < 4u * tree->group_count; lane++) {
        const float *bounds =
            hem_tree_volumes(tree) + 8u * (size_t)tree->axis_count * (lane / 4u) + lane % 4u;
        uint32_t first = hem_tree_first_leaf(tree)[lane], end = hem_tree_end_leaf(tree)[lane];
        FUZZ_CHECK(first <= end && end <= tree->leaf_count);
        for (uint32_t i = begin[first]; i < begin[end]; i++) {
            hem_vec3 p = positions[hem_tree_leaf_vertices(tree)[i]];
            const float place[3] = {p.x, p.y, p.z};
            for (uint32_t axis = 0; axis < 3; axis++) {
                FUZZ_CHECK(bounds[8u * axis] <= place[axis] &&
                           place[axis] <= bounds[8u * axis + 4u]);
                FUZZ_CHECK(tree->root_low[axis] <= place[axis] &&
                           place[axis] <= tree->root_high[axis]);
            }
        }
    }
}

/* Every triangle is in one leaf, and every lane leads to a leaf or a later group. */
static void check_shape(const fuzz_body *body)
{
    const hem_tree *tree = body->tree;
    uint64_t seen[2] = {0, 0};
    FUZZ_CHECK(tree->triangle_count == body->triangle_count && tree->triangle_count <= 128u);
    FUZZ_CHECK(hem_tree_leaf_begin(tree)[tree->leaf_count] == tree->triangle_count);
    for (uint32_t i = 0; i < tree->triangle_count; i++) {
        uint32_t triangle = hem_tree_order(tree)[i];
        FUZZ_CHECK(triangle < tree->triangle_count);
        FUZZ_CHECK((seen[triangle / 64u] >> triangle % 64u & 1u) == 0);
        seen[triangle / 64u] |= (uint64_t)1 << triangle % 64u;
    }
    FUZZ_CHECK(tree->group_count <= tree->group_capacity &&
               tree->leaf_count <= tree->leaf_capacity && tree->depth <= HEM_TREE_DEPTH);
    for (uint32_t lane = 0; lane < 4u * tree->group_count; lane++) {
        uint32_t child = hem_tree_child(tree)[lane];
        bool leaf = child != HEM_NONE && (child & HEM_IS_LEAF) != 0;
        FUZZ_CHECK(child == HEM_NONE || (leaf ? (child & ~HEM_IS_LEAF) < tree->leaf_count
                                              : child > lane / 4u && child < tree->group_count));
    }
}

/* --------------------------------------------------------------------------------------- build */

/* Settings that there are not, and capacities that do not suffice. */
static void spoil(fuzz_bytes *bytes, hem_tree_def *def)
{
    switch (fuzz_below(bytes, 16)) {
    case 0:
        def->cookie ^= 1u << fuzz_below(bytes, 32);
        break;
    case 1:
        def->directions = fuzz_byte(bytes);
        break;
    case 2:
        def->degree = fuzz_byte(bytes);
        break;
    case 3:
        def->builder = (hem_tree_builder)(HEM_BUILDERS + fuzz_byte(bytes));
        break;
    case 4:
        def->mesh = NULL;
        break;
    case 5:
        def->reference = NULL;
        break;
    case 6:
        def->triangle_capacity = 1u + fuzz_byte(bytes);
        break;
    case 7:
        def->node_capacity = 1u + fuzz_below(bytes, 80);
        break;
    case 8:
        def->triangle_capacity = UINT32_MAX - fuzz_byte(bytes);
        break;
    case 9:
        def->node_capacity = UINT32_MAX - fuzz_byte(bytes);
        break;
    default:
        break;
    }
}

/* A tree, or none because the call was refused; the arena is then as it was. */
static bool build(fuzz_bytes *bytes, fuzz_body *body, const hem_tree_def *def)
{
    enum { BEFORE = 32 };
    uint32_t needed = hem_tree_bytes(def);
    uint32_t missing = fuzz_one_in(bytes, 8) ? 1u : 0u;
    uint32_t given = needed == 0 ? 1u + fuzz_byte(bytes) : needed - missing;
    body->tree_block = fuzz_block_take(BEFORE + given);
    hem_arena arena = fuzz_block_arena(&body->tree_block);
    FUZZ_CHECK(hem_arena_take(&arena, BEFORE, 1) == body->tree_block.memory);
    uint64_t before = fuzz_hash(body->tree_block.memory, BEFORE);
    hem_detail detail = {77, 77};
    hem_status status = hem_tree_build(&arena, def, &body->tree, &detail);
    FUZZ_CHECK(before == fuzz_hash(body->tree_block.memory, BEFORE));
    if (status != HEM_OK) {
        FUZZ_CHECK(body->tree == NULL && arena.used == BEFORE);
        FUZZ_CHECK(status == HEM_NULL || status == HEM_BAD_DEFINITION ||
                   status == HEM_BAD_CAPACITY || status == HEM_NOT_FINITE ||
                   status == HEM_OUT_OF_RANGE || status == HEM_BLOCK_TOO_SMALL);
        bool of_position = status == HEM_NOT_FINITE || status == HEM_OUT_OF_RANGE;
        FUZZ_CHECK(!of_position || (detail.index < body->vertex_count &&
                                    !is_position(body->positions[detail.index])));
        FUZZ_CHECK(status != HEM_BLOCK_TOO_SMALL || needed == 0 || detail.needed == needed);
        return false;
    }
    FUZZ_CHECK(needed > 0 && missing == 0 && all_positions(body->positions, body->vertex_count));
    check_shape(body);
    check_holds(body, body->positions);
    return true;
}

/* --------------------------------------------------------------------------------- what follows */

static void refit(fuzz_bytes *bytes, fuzz_body *body)
{
    fuzz_body end = {.vertex_count = body->vertex_count};
    bool swept = fuzz_one_in(bytes, 2);
    uint32_t count = body->vertex_count + (fuzz_one_in(bytes, 16) ? fuzz_byte(bytes) : 0u);
    fuzz_body_move(body, bytes, fuzz_some_places(bytes));
    fuzz_body_move(&end, bytes, fuzz_some_places(bytes));
    bool good = count == body->vertex_count && all_positions(body->positions, count) &&
                (!swept || all_positions(end.positions, count));
    uint64_t before = hash_of(body);
    hem_status status =
        hem_tree_refit(body->tree, body->positions, swept ? end.positions : NULL, count);
    if (good) {
        FUZZ_CHECK(status == HEM_OK);
        check_holds(body, body->positions);
        check_holds(body, swept ? end.positions : body->positions);
    } else {
        FUZZ_CHECK(status == HEM_BAD_COUNT || status == HEM_NOT_FINITE);
        FUZZ_CHECK(before == hash_of(body));
    }
    free(end.positions);
}

static bool all_finite(const hem_vec3 *vectors, uint32_t count)
{
    for (uint32_t v = 0; v < count; v++) {
        if (!isfinite(vectors[v].x) || !isfinite(vectors[v].y) || !isfinite(vectors[v].z)) {
            return false;
        }
    }
    return true;
}

static void refit_ahead(fuzz_bytes *bytes, fuzz_body *body)
{
    fuzz_body velocities = {.vertex_count = body->vertex_count};
    fuzz_body_move(body, bytes, fuzz_some_places(bytes));
    fuzz_body_move(&velocities, bytes, fuzz_some_places(bytes));
    hem_tree_ahead in = {.positions = body->positions,
                         .velocities = velocities.positions,
                         .vertex_count = body->vertex_count,
                         .time = fuzz_one_in(bytes, 2) ? fuzz_float(bytes) : 0.01f,
                         .inflation = (hem_tree_inflation)fuzz_below(bytes, HEM_INFLATIONS + 1u)};
    bool good = all_positions(body->positions, body->vertex_count) &&
                all_finite(velocities.positions, body->vertex_count) && isfinite(in.time) &&
                !(in.time < 0.0f) && in.inflation < HEM_INFLATIONS;
    uint64_t before = hash_of(body);
    hem_status status = hem_tree_refit_ahead(body->tree, &in);
    if (good) {
        FUZZ_CHECK(status == HEM_OK);
        check_holds(body, body->positions);
    } else {
        FUZZ_CHECK(status == HEM_NOT_FINITE || status == HEM_BAD_DEFINITION);
        FUZZ_CHECK(before == hash_of(body));
    }
    free(velocities.positions);
}

/* The tree takes another body's triangles; `body` becomes that body. */
static void rebuild(fuzz_bytes *bytes, fuzz_body *body, const hem_tree_def *first)
{
    fuzz_body next = fuzz_body_take(bytes, fuzz_some_places(bytes));
    hem_tree_def def = *first;
    def.mesh = next.mesh;
    def.reference = next.positions;
    def.triangle_capacity = body->tree->triangle_capacity;
    def.node_capacity = body->tree->group_capacity / body->tree->groups_per_node;
    if (fuzz_one_in(bytes, 8)) {
        spoil(bytes, &def);
    }
    uint32_t capacity = body->tree->triangle_capacity;
    uint64_t needed = body->tree->builder == HEM_BUILD_PATCHES
                          ? HEM_PATCH_TREE_SCRATCH(capacity)
                          : HEM_TRIANGLE_TREE_SCRATCH(capacity);
    uint32_t missing = fuzz_one_in(bytes, 8) ? 1u : 0u;
    fuzz_block scratch = fuzz_block_take((uint32_t)needed - missing);
    hem_arena arena = fuzz_block_arena(&scratch);
    uint64_t before = hash_of(body);
    hem_detail detail;
    hem_status status = hem_tree_rebuild(body->tree, &def, &arena, &detail);
    FUZZ_CHECK(arena.used == 0);
    if (status == HEM_OK) {
        FUZZ_CHECK(all_positions(next.positions, next.vertex_count));
        next.tree = body->tree;
        next.tree_block = body->tree_block;
        body->tree_block = (fuzz_block){NULL, 0};
        fuzz_body_free(body);
        *body = next;
        check_shape(body);
        check_holds(body, body->positions);
        fuzz_body fresh = {.tree = NULL};
        def.triangle_capacity = body->tree->triangle_capacity;
        def.node_capacity = body->tree->group_capacity / body->tree->groups_per_node;
        fuzz_body_build_tree(&fresh, &def);
        FUZZ_CHECK(hem_tree_hash(fresh.tree) == hem_tree_hash(body->tree));
        fuzz_body_free(&fresh);
    } else {
        FUZZ_CHECK(before == hash_of(body));
        fuzz_body_free(&next);
    }
    fuzz_block_free(&scratch);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes bytes = fuzz_bytes_over(data, size);
    fuzz_body body = fuzz_body_take(&bytes, fuzz_some_places(&bytes));
    hem_tree_def def = fuzz_tree_def(&bytes, &body);
    spoil(&bytes, &def);
    if (build(&bytes, &body, &def)) {
        for (uint32_t i = fuzz_below(&bytes, 6); i > 0; i--) {
            switch (fuzz_below(&bytes, 3)) {
            case 0:
                refit(&bytes, &body);
                break;
            case 1:
                refit_ahead(&bytes, &body);
                break;
            default:
                rebuild(&bytes, &body, &def);
                break;
            }
        }
    }
    fuzz_body_free(&body);
    return 0;
}
