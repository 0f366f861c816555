/* Golden phases of the trees: for a few scenes as one mesh, every builder with several k and
 * degrees; the tree as it is built, and the pairs of leaves that a traversal gives after each way
 * of refitting to the scene's end. */
#include "golden/golden.h"

#include "scenes/scenes.h"
#include "tree/traverse.h"

#define VERTICES  700u
#define TRIANGLES 1100u
#define STACK     1400u
#define CONES     (16u * TRIANGLES * (sizeof(hem_cone) + sizeof(hem_normal_box) + 32u))

HEM_BLOCK(tree_memory, HEM_MESH_BYTES(VERTICES, TRIANGLES, 3u * TRIANGLES, 0u) +
                           HEM_TRIANGLE_TREE_BYTES(TRIANGLES, 18u, 16u, HEM_TREE_NODES(TRIANGLES)) +
                           CONES);
static hem_vec3 start[VERTICES], end[VERTICES], velocities[VERTICES];
static uint32_t triangles[3 * TRIANGLES];
static hem_traverse_entry stack[STACK];

static const scene_id scenes[] = {
    SCENE_E1_WORST,  SCENE_E5_ICO_4,    SCENE_E7_HYBRID, SCENE_E13_SLEEVE,
    SCENE_E15_PLATE, SCENE_E18_PASSING, SCENE_E21_TAPE,  SCENE_E23_C_SHAPE,
};

static const char *const builders[HEM_BUILDERS] = {
    "tree-patches", "tree-longest-side", "tree-box-centre", "tree-mean", "tree-connected",
};

static const struct {
    uint32_t directions, degree;
} settings[] = {{6, 4}, {6, 2}, {8, 2}, {14, 8}, {18, 4}, {18, 16}};

static uint64_t hash_walk(uint64_t hash, const hem_traverse_def *def)
{
    hem_traversal walk;
    hem_pair pairs[32];
    uint32_t count;
    if (hem_traverse_room(def->a, def->b) > STACK) {
        return 0xBADu;
    }
    hem_traverse_start_with(&walk, def, stack);
    do {
        count = hem_traverse_next(&walk, pairs, 32);
        for (uint32_t i = 0; i < count; i++) {
            hash = hem_hash_u32(hem_hash_u32(hash, pairs[i].first), pairs[i].second);
        }
    } while (count == 32);
    return hem_hash_u64(hash, walk.volume_tests);
}

static uint64_t hash_tree(hem_tree *tree)
{
    uint64_t hash = hem_tree_hash(tree);
    for (uint32_t mode = 0; mode < HEM_REFITS; mode++) {
        hem_fit fit;
        hem_fit_points points = {.start = start, .end = mode == 0 ? NULL : end};
        hem_fit_start(&fit, tree, &points, (hem_tree_refit_mode)mode, 1);
        hem_traverse_def def = {.a = tree,
                                .b = tree,
                                .epsilon = 0.002f * (float)mode,
                                .fit_a = &fit,
                                .fit_b = &fit,
                                .rule = mode == 1 ? HEM_DESCEND_LONGER : HEM_DESCEND_BOTH};
        hash = hash_walk(hash, &def);
        hash = hem_hash_u64(hash, fit.volumes_fitted);
        hash = hem_hash_u64(hash, hem_tree_hash(tree));
    }
    return hash;
}

static uint64_t hash_cone(uint64_t hash, const hem_cone *cone)
{
    return golden_float(golden_float(golden_vec3(hash, cone->axis), cone->cosine), cone->sine);
}

/* Cones at the end of the scene, what they cull, and volumes inflated by them. */
static uint64_t hash_cones(uint64_t hash, hem_tree *tree, const hem_mesh *mesh, hem_arena *arena)
{
    hem_cones cones;
    uint32_t mark = hem_arena_mark(arena);
    if (!hem_cones_take(&cones, tree, arena)) {
        return 0xBADu;
    }
    hem_cones_fit_normals(&cones, tree, end);
    hem_cones_fit_velocities(&cones, tree, velocities);
    hem_cones_find_groups(&cones, tree, mesh);
    for (uint32_t i = 0; i < cones.count; i++) {
        hash = hash_cone(hash, &cones.normal_cones[i]);
        hash =
            golden_vec3(golden_vec3(hash, cones.normal_boxes[i].low), cones.normal_boxes[i].high);
        hash = hash_cone(hash, &cones.velocity_cones[i].cone);
        hash = golden_float(hash, cones.velocity_cones[i].speed);
        hash = hem_hash_u32(hash, cones.in_touching_groups[i]);
    }
    hem_tree_ahead ahead = {end, velocities, mesh->vertex_count, 0.1f, HEM_INFLATE_ORIENTED};
    hash = hem_hash_u32(hash, (uint32_t)hem_tree_refit_ahead(tree, &ahead));
    hash = hem_hash_u64(hash, hem_tree_hash(tree));
    for (uint32_t test = HEM_FLAT_BY_BOX; test <= HEM_FLAT_BY_CONE; test++) {
        hem_traverse_def def = {.a = tree, .b = tree};
        def.flat = (hem_flat_def){&cones, (hem_flat_test)test, 0.2f, true};
        hash = hash_walk(hash, &def);
    }
    hem_arena_release(arena, mark);
    return hash;
}

static uint64_t hash_builder(hem_arena *arena, const hem_mesh *mesh, hem_tree_builder builder)
{
    uint64_t hash = HEM_HASH_SEED;
    for (uint32_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        hem_tree_def def = hem_default_tree_def(mesh, start);
        hem_tree *tree = NULL;
        uint32_t mark = hem_arena_mark(arena);
        def.builder = builder;
        def.directions = settings[i].directions;
        def.degree = settings[i].degree;
        hem_status status = hem_tree_build(arena, &def, &tree, NULL);
        if (status != HEM_OK) {
            return 0xBAD0000000000000u | (uint32_t)status;
        }
        hash = hem_hash_u64(hash, hash_tree(tree));
        hash = hash_cones(hash, tree, mesh, arena);
        hem_arena_release(arena, mark);
    }
    return hash;
}

static void emit_scene(golden_emit_fn emit, scene_id id)
{
    scene_info info;
    hem_arena arena;
    const hem_mesh *mesh = NULL;
    if (!scene_describe(id, SCENE_SMALL, &info)) {
        return;
    }
    scene_mesh at_start = scene_mesh_over(start, VERTICES, triangles, TRIANGLES);
    scene_mesh at_end = scene_mesh_over(end, VERTICES, triangles, TRIANGLES);
    for (uint32_t body = 0; body < info.body_count; body++) {
        scene_build_body(id, SCENE_SMALL, body, (float)info.steps, &at_end);
        scene_build_body(id, SCENE_SMALL, body, 0.0f, &at_start);
    }
    for (uint32_t v = 0; v < at_start.vertex_count; v++) {
        velocities[v] = hem_sub(end[v], start[v]);
    }
    hem_mesh_def def =
        hem_default_mesh_def(triangles, at_start.triangle_count, at_start.vertex_count);
    def.edge_capacity = 3u * TRIANGLES;
    def.orphan_capacity = 0;
    def.self_pairs = false;
    hem_status status = hem_arena_init(&arena, tree_memory, (uint32_t)sizeof tree_memory);
    if (status == HEM_OK && !at_start.overflow && !at_end.overflow) {
        status = hem_mesh_build(&arena, &def, &mesh, NULL);
    }
    for (uint32_t b = 0; b < HEM_BUILDERS; b++) {
        emit(info.name, builders[b],
             mesh == NULL ? 0xBAD0000000000000u | (uint32_t)status
                          : hash_builder(&arena, mesh, (hem_tree_builder)b));
    }
}

void golden_tree(golden_emit_fn emit)
{
    for (uint32_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        emit_scene(emit, scenes[i]);
    }
}
