/* Golden phases of the passes: every small scene as one body, at its start and its end: triangles
 * that meet and that are near. */
#include "golden/golden.h"

#include "base/vec3.h"
#include "hem/coherence.h"
#include "scenes/scenes.h"

#define VERTICES  SCENE_SMALL_VERTICES
#define TRIANGLES SCENE_SMALL_TRIANGLES
#define EDGES     (3u * TRIANGLES)
#define PAIRS     8192u

HEM_BLOCK(memory, HEM_MESH_BYTES(VERTICES, TRIANGLES, EDGES, 0u) + HEM_TREE_BYTES(TRIANGLES) +
                      1024u * HEM_PATCH_LEAVES(TRIANGLES) + 65536u);
static hem_vec3 positions[VERTICES];
static uint32_t triangles[3 * TRIANGLES];
static hem_pair pairs[PAIRS];

#define CONTACTS 512u
static hem_face_contact contacts[CONTACTS];
static hem_contact_age ages[CONTACTS];
static hem_vec3 moved[VERTICES];

static hem_arena arena;
static const hem_mesh *mesh;

/* The whole scene as one body, with its tree. */
static hem_tree *build_scene(scene_id id, const scene_info *info, float step)
{
    scene_mesh scene = scene_mesh_over(positions, VERTICES, triangles, TRIANGLES);
    for (uint32_t body = 0; body < info->body_count; body++) {
        scene_build_body(id, SCENE_SMALL, body, step, &scene);
    }
    hem_tree *tree = NULL;
    hem_mesh_def def = hem_default_mesh_def(triangles, scene.triangle_count, scene.vertex_count);
    def.edge_capacity = EDGES;
    def.orphan_capacity = 0;
    def.self_pairs = false;
    hem_status status = hem_arena_init(&arena, memory, (uint32_t)sizeof memory);
    if (status == HEM_OK) {
        status = hem_mesh_build(&arena, &def, &mesh, NULL);
    }
    if (status == HEM_OK) {
        hem_tree_def tree_def = hem_default_tree_def(mesh, positions);
        status = hem_tree_build(&arena, &tree_def, &tree, NULL);
    }
    return status == HEM_OK ? tree : NULL;
}

static uint64_t hash_list(uint64_t hash, uint32_t kept)
{
    for (uint32_t i = 0; i < kept; i++) {
        hash = hem_hash_u32(hem_hash_u32(hash, pairs[i].first), pairs[i].second);
    }
    return hash;
}

static uint64_t hash_meeting(const hem_tree *tree)
{
    hem_intersect_out out = {0};
    hem_intersect_in in = {tree, tree, positions, positions, pairs, PAIRS, false, &arena};
    hem_status status = hem_intersect(&in, &out);
    if (status < HEM_OK) {
        return 0xBAD0000000000000u | (uint32_t)status;
    }
    uint64_t hash = hem_hash_u32(HEM_HASH_SEED, out.count);
    hash = hem_hash_u32(hash, out.leaf_pairs);
    hash = hem_hash_u32(hash, out.leaf_tests);
    hash = hem_hash_u32(hash, out.pair_tests);
    return hash_list(hash, out.kept);
}

/* The contacts of the first pairs of the list, moving away from the origin. */
static uint64_t hash_contacts(uint64_t hash, uint32_t kept)
{
    hem_side side = {.mesh = mesh, .positions = positions, .velocities = positions};
    hem_face_contacts_out out = {0};
    hem_face_contacts_in in = {
        .a = side,
        .b = side,
        .pairs = pairs,
        .pair_count = kept < CONTACTS ? kept : CONTACTS,
        .dt = 0.01f,
        .contacts = contacts,
        .room = CONTACTS,
        .scratch = &arena,
    };
    hash = hem_hash_u32(hash, (uint32_t)hem_face_contacts(&in, &out));
    hash = hem_hash_u32(hash, out.iterations);
    for (uint32_t i = 0; i < out.kept; i++) {
        const hem_face_contact *contact = &contacts[i];
        hash = hem_hash_u32(hem_hash_u32(hash, contact->faces.first), contact->faces.second);
        hash = golden_float(golden_float(hash, contact->distance), contact->predicted);
        for (uint32_t k = 0; k < 3; k++) {
            hash = golden_float(golden_float(hash, contact->weight_a[k]), contact->weight_b[k]);
        }
        hash = golden_vec3(hash, contact->normal);
    }
    return hash;
}

static uint64_t hash_near(const hem_tree *tree)
{
    hem_near_faces_out out = {0};
    hem_near_faces_in in = {tree, tree, positions, positions, 0.004f, pairs, PAIRS, false, &arena};
    hem_status status = hem_near_faces(&in, &out);
    if (status < HEM_OK) {
        return 0xBAD0000000000000u | (uint32_t)status;
    }
    uint64_t hash = hem_hash_u32(HEM_HASH_SEED, out.count);
    hash = hem_hash_u32(hash, out.pair_tests);
    hash = hem_hash_u32(hash, out.edge_tests);
    hash = hem_hash_u32(hash, out.triangle_tests);
    return hash_contacts(hash_list(hash, out.kept), out.kept);
}

/* Two walks by a list that is too short, the second with more reach. */
static uint64_t hash_front(uint64_t hash, const hem_tree *tree)
{
    hem_front *front = NULL;
    uint32_t mark = hem_arena_mark(&arena);
    hash = hem_hash_u32(hash, (uint32_t)hem_front_make(&arena, 256, &front, NULL));
    for (uint32_t i = 0; i < 2; i++) {
        hem_front_out out = {0};
        hem_front_in in = {tree, tree, i == 0 ? 0.004f : 0.01f, 0, pairs, PAIRS, &arena};
        hash = hem_hash_u32(hash, (uint32_t)hem_front_pairs(front, &in, &out));
        hash = hem_hash_u32(hem_hash_u32(hash, out.count), out.listed);
        hash = hem_hash_u32(hem_hash_u32(hash, out.walked), (uint32_t)out.volume_tests);
        hash = hash_list(hash, out.kept);
    }
    hem_arena_release(&arena, mark);
    return hash;
}

/* The contacts of hash_contacts, kept while the body grows a little. */
static uint64_t hash_reuse(uint64_t hash, uint32_t vertex_count, uint32_t count)
{
    for (uint32_t v = 0; v < vertex_count; v++) {
        moved[v] = hem_vec3_snap(hem_scale(1.0009765625f, positions[v]));
    }
    for (uint32_t i = 0; i < count; i++) {
        ages[i] = (hem_contact_age){0.0f, 0u};
    }
    hem_side side = {.mesh = mesh, .positions = moved, .velocities = positions};
    hem_reuse_contacts_out out = {0};
    hem_reuse_contacts_in in = {
        .a = side,
        .b = side,
        .before_a = positions,
        .before_b = positions,
        .dt = 0.01f,
        .tolerance = 0.0001f,
        .contacts = contacts,
        .ages = ages,
        .count = count,
        .order = pairs,
    };
    hash = hem_hash_u32(hash, (uint32_t)hem_reuse_contacts(&in, &out));
    hash = golden_float(hem_hash_u32(hash, out.reused), out.error);
    for (uint32_t i = 0; i < count; i++) {
        hash = golden_float(golden_float(hash, contacts[i].distance), contacts[i].predicted);
        hash = golden_float(golden_vec3(hash, contacts[i].normal), ages[i].moved);
    }
    return hash_list(hash, out.reused + out.measured);
}

static uint64_t hash_coherence(const hem_tree *tree)
{
    uint64_t hash = hash_front(HEM_HASH_SEED, tree);
    hem_near_faces_out near = {0};
    hem_near_faces_in in = {tree, tree, positions, positions, 0.004f, pairs, PAIRS, false, &arena};
    hash = hem_hash_u32(hash, (uint32_t)hem_near_faces(&in, &near));
    hem_drop_flat_out out = {0};
    hem_drop_flat_in flat = {mesh, positions, pairs, near.kept, 0.9f};
    hash = hem_hash_u32(hash, (uint32_t)hem_drop_flat_pairs(&flat, &out));
    hash = hash_list(hash, out.kept);
    hash = hash_contacts(hash, out.kept);
    return hash_reuse(hash, tree->vertex_count, out.kept < CONTACTS ? out.kept : CONTACTS);
}

void golden_detect(golden_emit_fn emit)
{
    for (uint32_t i = 0; i < SCENE_COUNT; i++) {
        scene_info info;
        if (scene_describe((scene_id)i, SCENE_SMALL, &info)) {
            const hem_tree *tree = build_scene((scene_id)i, &info, 0.0f);
            emit(info.name, "intersect-start", tree == NULL ? 0 : hash_meeting(tree));
            tree = build_scene((scene_id)i, &info, (float)info.steps);
            emit(info.name, "intersect-end", tree == NULL ? 0 : hash_meeting(tree));
            emit(info.name, "near-end", tree == NULL ? 0 : hash_near(tree));
            emit(info.name, "coherence-end", tree == NULL ? 0 : hash_coherence(tree));
        }
    }
}
