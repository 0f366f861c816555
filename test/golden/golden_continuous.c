/* Golden phases of the continuous pass: every small scene as one body that shakes, with itself and
 * with a second one of its shape that passes through it; and what has changed of the first, with a
 * tree fitted to that alone. */
#include "golden/golden.h"

#include "base/bits.h"
#include "base/vec3.h"
#include "hem/continuous.h"
#include "scenes/scenes.h"
#include "tree/marks.h"

#define VERTICES  SCENE_SMALL_VERTICES
#define TRIANGLES SCENE_SMALL_TRIANGLES
#define EDGES     (3u * TRIANGLES)
#define ORPHANS   20000u
#define HITS      2048u

HEM_BLOCK(moving_memory, HEM_MESH_BYTES(VERTICES, TRIANGLES, EDGES, ORPHANS) +
                             2u * HEM_TREE_BYTES(TRIANGLES) + 80u * VERTICES + 8u * HITS + 524288u);
static hem_vec3 starts[2][VERTICES], ends[2][VERTICES];
static uint32_t triangles[3 * TRIANGLES];
static uint32_t marked[HEM_BIT_WORDS(VERTICES)];
static hem_hit hits[HITS];
static hem_arena arena;
static hem_tree *trees[2];

/* -1 to 1, from a counter. */
static float shake(uint32_t i)
{
    return (float)(int32_t)((uint32_t)hem_hash_u32(HEM_HASH_SEED, i) >> 8) / 8388608.0f - 1.0f;
}

static hem_vec3 shaken(hem_vec3 from, uint32_t number, float size)
{
    hem_vec3 by = {shake(3u * number), shake(3u * number + 1u), shake(3u * number + 2u)};
    return hem_vec3_snap(hem_add_scaled(from, size, by));
}

/* The scene, and a copy of it beside it that comes through it. */
static void set_motion(uint32_t count)
{
    const hem_vec3 beside = {0.003f, -0.002f, 0.001f}, way = {-0.001f, 0.0f, -0.002f};
    for (uint32_t v = 0; v < count; v++) {
        ends[0][v] = shaken(starts[0][v], v, 0.001f);
        starts[1][v] = hem_vec3_snap(hem_add(starts[0][v], beside));
        ends[1][v] = shaken(hem_add(starts[1][v], way), count + v, 0.0005f);
    }
}

static hem_status build(scene_id id, const scene_info *info, hem_side side[2])
{
    const hem_mesh *mesh = NULL;
    scene_mesh scene = scene_mesh_over(starts[0], VERTICES, triangles, TRIANGLES);
    for (uint32_t body = 0; body < info->body_count; body++) {
        scene_build_body(id, SCENE_SMALL, body, 0.0f, &scene);
    }
    hem_mesh_def def = hem_default_mesh_def(triangles, scene.triangle_count, scene.vertex_count);
    def.edge_capacity = EDGES;
    def.orphan_capacity = ORPHANS;
    set_motion(scene.vertex_count);
    hem_status status = hem_arena_init(&arena, moving_memory, (uint32_t)sizeof moving_memory);
    if (status == HEM_OK) {
        status = hem_mesh_build(&arena, &def, &mesh, NULL);
    }
    for (uint32_t i = 0; status == HEM_OK && i < 2u; i++) {
        hem_tree_def tree_def = hem_default_tree_def(mesh, starts[i]);
        status = hem_tree_build(&arena, &tree_def, &trees[i], NULL);
        if (status == HEM_OK) {
            status = hem_tree_refit(trees[i], starts[i], ends[i], scene.vertex_count);
        }
        side[i] = (hem_side){.mesh = mesh,
                             .tree = trees[i],
                             .positions = starts[i],
                             .first_vertex = i * scene.vertex_count,
                             .ends = ends[i]};
    }
    return status;
}

static uint64_t hash_hit(uint64_t hash, const hem_hit *hit)
{
    hash = hem_hash_u32(hem_hash_u32(hem_hash_u32(hash, hit->kind), hit->first), hit->second);
    hash = golden_float(golden_float(hash, hit->time), hit->separation);
    for (uint32_t k = 0; k < 4; k++) {
        hash = golden_float(hash, hit->weight[k]);
    }
    return golden_vec3(hash, hit->normal);
}

static uint64_t hash_pass(const hem_side *a, const hem_side *b, const uint32_t *marks,
                          float separation)
{
    hem_continuous_out out = {.kept = 0};
    hem_continuous_in in = {.a = *a,
                            .b = *b,
                            .separation = separation,
                            .hits = hits,
                            .room = HITS,
                            .marked_a = marks,
                            .marked_b = marks,
                            .scratch = &arena};
    uint64_t hash = hem_hash_u32(HEM_HASH_SEED, (uint32_t)hem_continuous(&in, &out));
    hash = hem_hash_u32_array(hash, out.count, HEM_CONTACT_KINDS);
    hash = hem_hash_u32_array(hash, out.left_out, HEM_CONTACT_KINDS);
    const uint32_t counts[] = {
        out.by_bound,          out.leaf_pairs,      out.leaf_tests, out.pair_tests,
        out.vertex_face_tests, out.edge_edge_tests, out.searches,   (uint32_t)out.volume_tests};
    hash = hem_hash_u32_array(hash, counts, 8);
    for (uint32_t i = 0; i < out.kept; i++) {
        hash = hash_hit(hash, &hits[i]);
    }
    return hash;
}

/* Every seventh vertex of the first body goes elsewhere. */
static uint64_t hash_marked(const hem_side *side)
{
    uint32_t count = side->mesh->vertex_count, mark = hem_arena_mark(&arena);
    hem_bits_clear_all(marked, count);
    for (uint32_t v = 0; v < count; v += 7u) {
        hem_bits_add(marked, v);
        ends[0][v] = shaken(ends[0][v], 2u * count + v, 0.002f);
    }
    hem_marks marks = hem_marks_take(&arena, trees[0]);
    const hem_fit_points points = {.start = starts[0], .end = ends[0]};
    uint64_t hash = hem_hash_u32(HEM_HASH_SEED, hem_marks_set(&marks, trees[0], marked, 0));
    hash = hem_hash_u32(hash, hem_tree_refit_marked(trees[0], &points, &marks));
    hem_arena_release(&arena, mark);
    uint64_t tree = hem_tree_hash(trees[0]);
    hash = hem_hash_u32(hem_hash_u32(hash, (uint32_t)tree), (uint32_t)(tree >> 32));
    uint64_t pass = hash_pass(side, side, marked, 0.0f);
    return hem_hash_u32(hem_hash_u32(hash, (uint32_t)pass), (uint32_t)(pass >> 32));
}

void golden_continuous(golden_emit_fn emit)
{
    for (uint32_t i = 0; i < SCENE_COUNT; i++) {
        scene_info info;
        hem_side side[2];
        if (!scene_describe((scene_id)i, SCENE_SMALL, &info)) {
            continue;
        }
        hem_status status = build((scene_id)i, &info, side);
        uint64_t bad = 0xBAD0000000000000u | (uint32_t)status;
        bool good = status == HEM_OK;
        emit(info.name, "continuous-self",
             good ? hash_pass(&side[0], &side[0], NULL, info.thickness) : bad);
        emit(info.name, "continuous-two", good ? hash_pass(&side[0], &side[1], NULL, 0.0f) : bad);
        emit(info.name, "continuous-marked", good ? hash_marked(&side[0]) : bad);
    }
}
