/* Golden phases of the passes over features: every small scene as one body, at its start and its
 * end, and its first two bodies with each other: edges that cross faces, and features that are near
 * each other. */
#include "golden/golden.h"

#include "hem/crossings.h"
#include "hem/proximity.h"
#include "scenes/scenes.h"

#define VERTICES  SCENE_SMALL_VERTICES
#define TRIANGLES SCENE_SMALL_TRIANGLES
#define EDGES     (3u * TRIANGLES)
#define ORPHANS   20000u
#define CROSSINGS 8192u
#define CONTACTS  4096u

HEM_BLOCK(feature_memory, HEM_MESH_BYTES(VERTICES, TRIANGLES, EDGES, ORPHANS) +
                              2u * HEM_TREE_BYTES(TRIANGLES) + 2048u * HEM_PATCH_LEAVES(TRIANGLES) +
                              16u * VERTICES + 8u * CONTACTS + 131072u);
static hem_vec3 positions[VERTICES], velocities[VERTICES];
static uint32_t triangles[3 * TRIANGLES];
static hem_pair crossings[CROSSINGS];
static hem_contact contacts[CONTACTS];
static hem_arena arena;

/* Mesh and tree of what stands in a scene from a vertex and a triangle on. */
static hem_status build_side(const scene_mesh *scene, uint32_t first_vertex,
                             uint32_t first_triangle, hem_side *side)
{
    uint32_t *own = triangles + 3u * first_triangle;
    uint32_t count = scene->triangle_count - first_triangle;
    hem_tree *tree = NULL;
    for (uint32_t corner = 0; corner < 3u * count; corner++) {
        own[corner] -= first_vertex;
    }
    *side = (hem_side){.positions = positions + first_vertex,
                       .velocities = velocities + first_vertex,
                       .first_vertex = first_vertex};
    hem_mesh_def def = hem_default_mesh_def(own, count, scene->vertex_count - first_vertex);
    def.edge_capacity = 3u * count;
    def.orphan_capacity = first_vertex == 0 ? ORPHANS : 0;
    def.self_pairs = first_vertex == 0;
    hem_status status = hem_mesh_build(&arena, &def, &side->mesh, NULL);
    if (status == HEM_OK) {
        hem_tree_def tree_def = hem_default_tree_def(side->mesh, side->positions);
        status = hem_tree_build(&arena, &tree_def, &tree, NULL);
    }
    side->tree = tree;
    return status;
}

static uint64_t hash_crossings(const hem_side *a, const hem_side *b)
{
    hem_crossings_out out = {0};
    hem_crossings_in in = {
        .a = *a, .b = *b, .crossings = crossings, .room = CROSSINGS, .scratch = &arena};
    hem_status status = hem_crossings(&in, &out);
    uint64_t hash = hem_hash_u32(HEM_HASH_SEED, (uint32_t)status);
    const uint32_t counts[] = {out.count,      out.kept_edges_a, out.leaf_pairs,
                               out.leaf_tests, out.pair_tests,   out.feature_tests};
    hash = hem_hash_u32_array(hash, counts, 6);
    for (uint32_t i = 0; i < out.kept; i++) {
        hash = hem_hash_u32(hem_hash_u32(hash, crossings[i].first), crossings[i].second);
    }
    return hash;
}

static uint64_t hash_contact(uint64_t hash, const hem_contact *contact)
{
    hash = hem_hash_u32(hash, contact->kind);
    hash = hem_hash_u32(hem_hash_u32(hash, contact->first), contact->second);
    hash = golden_float(golden_float(hash, contact->distance), contact->predicted);
    for (uint32_t k = 0; k < 4; k++) {
        hash = golden_float(hash, contact->weight[k]);
    }
    return golden_vec3(hash, contact->normal);
}

static uint64_t hash_contacts(const hem_side *a, const hem_side *b, float epsilon)
{
    hem_proximity_out out = {.needed = 0};
    hem_proximity_in in = {.a = *a,
                           .b = *b,
                           .epsilon = epsilon,
                           .dt = 0.01f,
                           .contacts = contacts,
                           .room = CONTACTS,
                           .scratch = &arena};
    hem_status status = hem_proximity(&in, &out);
    uint64_t hash = hem_hash_u32(HEM_HASH_SEED, (uint32_t)status);
    hash = hem_hash_u32_array(hash, out.count, HEM_CONTACT_KINDS);
    hash = hem_hash_u32_array(hash, out.left_out, HEM_CONTACT_KINDS);
    const uint32_t counts[] = {out.leaf_pairs, out.leaf_tests, out.pair_tests,
                               out.vertex_face_tests, out.edge_edge_tests};
    hash = hem_hash_u32_array(hash, counts, 5);
    for (uint32_t i = 0; i < out.kept; i++) {
        hash = hash_contact(hash, &contacts[i]);
    }
    return hash;
}

typedef struct scene_phases {
    const char *crossings, *proximity;
    uint32_t bodies; /* of the scene: 2, the first two with each other; else all as one */
    bool at_end;
} scene_phases;

static void emit_phases(golden_emit_fn emit, scene_id id, const scene_info *info,
                        const scene_phases *phases)
{
    scene_mesh scene = scene_mesh_over(positions, VERTICES, triangles, TRIANGLES);
    float step = phases->at_end ? (float)info->steps : 0.0f;
    float epsilon = info->thickness > 0.0f ? 2.0f * info->thickness : 0.002f;
    hem_side a, b;
    hem_status status = hem_arena_init(&arena, feature_memory, (uint32_t)sizeof feature_memory);
    uint32_t bodies = phases->bodies == 2u ? 2u : info->body_count;
    for (uint32_t body = 0; status == HEM_OK && body < bodies; body++) {
        uint32_t vertex = scene.vertex_count, triangle = scene.triangle_count;
        scene_build_body(id, SCENE_SMALL, body, step, &scene);
        for (uint32_t v = vertex; v < scene.vertex_count; v++) {
            velocities[v] = (hem_vec3){positions[v].y, -positions[v].z, positions[v].x};
        }
        if (phases->bodies == 2u) {
            status = build_side(&scene, vertex, triangle, body == 0 ? &a : &b);
        }
    }
    if (status == HEM_OK && phases->bodies != 2u) {
        status = build_side(&scene, 0, 0, &a);
        b = a;
    }
    uint64_t bad = 0xBAD0000000000000u | (uint32_t)status;
    emit(info->name, phases->crossings, status < HEM_OK ? bad : hash_crossings(&a, &b));
    emit(info->name, phases->proximity, status < HEM_OK ? bad : hash_contacts(&a, &b, epsilon));
}

void golden_features(golden_emit_fn emit)
{
    static const scene_phases phases[] = {
        {"crossings-start", "proximity-start", 1, false},
        {"crossings-end", "proximity-end", 1, true},
        {"crossings-bodies", "proximity-bodies", 2, true},
    };
    for (uint32_t i = 0; i < SCENE_COUNT; i++) {
        scene_info info;
        for (uint32_t p = 0; p < 3; p++) {
            if (scene_describe((scene_id)i, SCENE_SMALL, &info) &&
                info.body_count >= phases[p].bodies) {
                emit_phases(emit, (scene_id)i, &info, &phases[p]);
            }
        }
    }
}
