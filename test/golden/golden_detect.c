/* Golden phases of the passes: every small scene as one body, at its start and its end: triangles
 * that meet and that are near. */
#include "golden/golden.h"

#include "hem/near_faces.h"
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
        }
    }
}
