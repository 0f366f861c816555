/* Golden phases of cloth: the shape at rest, forces, and steps of a sheet that hangs, a shell, and
 * cloth with guides and springs. */
#include "golden/golden.h"

#include "base/vec3.h"
#include "hem/cloth.h"

#define SIDE      9u
#define VERTICES  (SIDE * SIDE)
#define TRIANGLES (2u * (SIDE - 1u) * (SIDE - 1u))
#define EDGES     HEM_EDGES(VERTICES, TRIANGLES)
#define STEPS     12u

static uint32_t triangles[3u * TRIANGLES];
static hem_vec3 rest[VERTICES], positions[VERTICES], velocities[VERTICES], ends[VERTICES];
static hem_vec3 forces[VERTICES];
static float inverse_mass[VERTICES], bend_scale[VERTICES];
HEM_BLOCK(memory, HEM_MESH_BYTES(VERTICES, TRIANGLES, EDGES, 0u) +
                      HEM_CLOTH_BYTES(TRIANGLES, EDGES) +
                      HEM_CLOTH_SCRATCH_BYTES(1u, VERTICES, TRIANGLES, EDGES, 4u));

/* -1 to 1, by a number and what it is for. */
static float signed_unit(uint32_t i, uint32_t use)
{
    uint64_t hash = hem_hash_u32(hem_hash_u32(HEM_HASH_SEED, i), use);
    return (float)(int32_t)(uint32_t)(hash >> 40) / 8388608.0f - 1.0f;
}

/* A grid, wavy at rest, and shaken. */
static void make_grid(void)
{
    uint32_t count = 0;
    for (uint32_t j = 0; j + 1u < SIDE; j++) {
        for (uint32_t i = 0; i + 1u < SIDE; i++) {
            uint32_t a = j * SIDE + i;
            const uint32_t corner[6] = {a, a + 1u, a + SIDE + 1u, a, a + SIDE + 1u, a + SIDE};
            for (uint32_t k = 0; k < 6; k++) {
                triangles[count++] = corner[k];
            }
        }
    }
    for (uint32_t v = 0; v < VERTICES; v++) {
        hem_vec3 at = {0.02f * (float)(v % SIDE), 0.02f * (float)(v / SIDE),
                       0.003f * signed_unit(v, 1)};
        hem_vec3 by = {signed_unit(v, 2), signed_unit(v, 3), signed_unit(v, 4)};
        rest[v] = hem_vec3_snap(at);
        positions[v] = hem_vec3_snap(hem_add_scaled(at, 0.002f, by));
        velocities[v] = hem_scale(0.3f, by);
        inverse_mass[v] = 12500.0f + 2000.0f * signed_unit(v, 5);
        bend_scale[v] = 1.0f + 0.5f * signed_unit(v, 6);
    }
}

static uint64_t hash_vectors(uint64_t hash, const hem_vec3 *vectors)
{
    for (uint32_t v = 0; v < VERTICES; v++) {
        hash = golden_vec3(hash, vectors[v]);
    }
    return hash;
}

static uint64_t hash_rest(const hem_cloth *cloth)
{
    uint64_t hash = hem_hash_u32(HEM_HASH_SEED, cloth->hinge_count);
    for (uint32_t i = 0; i < cloth->hinge_count; i++) {
        const hem_cloth_hinge *hinge = &hem_cloth_hinges(cloth)[i];
        hash = golden_float(hash, hinge->weight[0]);
        hash = golden_float(hash, hinge->weight[1]);
        hash = golden_float(hash, hinge->weight[2]);
        hash = golden_float(hash, hinge->rest);
    }
    for (uint32_t t = 0; t < cloth->triangle_count; t++) {
        const hem_cloth_membrane *four = &hem_cloth_membranes(cloth)[t / 4u];
        for (uint32_t k = 0; k < 2; k++) {
            hash = golden_float(golden_float(hash, four->warp[k][t % 4u]), four->weft[k][t % 4u]);
        }
    }
    return golden_float(golden_float(hash, cloth->area), cloth->volume);
}

static const hem_cloth_guide guides[] = {
    {.vertex = 10, .given = 1, .direction = {0.6f, 0.0f, 0.8f}, .change = {0.1f, 0.2f, 0.3f}},
    {.vertex = 40, .given = 2, .direction = {0.0f, 1.0f, 0.0f}, .shift = {0.0f, 0.0f, 0.001f}},
    {.vertex = 44, .given = 3},
};
static const hem_impact impacts[] = {
    {.vertex = {2, 20, 21, 30},
     .weight = {1.0f, -0.5f, -0.25f, -0.25f},
     .normal = {0.0f, 0.0f, 1.0f},
     .distance = 0.0004f,
     .kind = HEM_CONTACT_VERTEX_FACE},
    {.vertex = {50, 51, 70, 71},
     .weight = {0.75f, 0.25f, -0.5f, -0.5f},
     .normal = {0.0f, 0.6f, 0.8f},
     .distance = 0.0007f,
     .kind = HEM_CONTACT_EDGE_EDGE},
};
static const hem_cloth_touch touch = {
    .thickness = 0.001f, .stiffness = 100.0f, .damping = 0.01f, .slip = 0.02f};

typedef enum case_kind { HANGS, SHELL, TOUCHES, CASES } case_kind;

static uint64_t run_case(case_kind kind, uint64_t *at_rest, uint64_t *of_forces)
{
    hem_arena arena;
    const hem_mesh *mesh;
    const hem_cloth *cloth;
    hem_cloth_out out;
    make_grid();
    hem_mesh_def mesh_def = hem_default_mesh_def(triangles, TRIANGLES, VERTICES);
    mesh_def.orphan_capacity = 0;
    mesh_def.self_pairs = false;
    hem_status status = hem_arena_init(&arena, memory, (uint32_t)sizeof memory);
    status = status == HEM_OK ? hem_mesh_build(&arena, &mesh_def, &mesh, NULL) : status;
    if (status != HEM_OK) {
        return 0xBAD0000000000000u | (uint32_t)status;
    }
    hem_cloth_def def = hem_default_cloth_def(mesh, rest);
    def.angles = kind == SHELL ? HEM_CLOTH_SHAPED : HEM_CLOTH_FLAT;
    status = hem_cloth_build(&arena, &def, &cloth, NULL);
    if (status != HEM_OK) {
        return 0xBAD0000000000000u | (uint32_t)status;
    }
    *at_rest = hash_rest(cloth);
    hem_cloth_body body = {cloth, mesh, 0, hem_default_cloth_material()};
    body.material.bend_damping = kind == SHELL ? 0.01f : 0.0f;
    hem_cloth_step_in in = hem_default_cloth_step_in(kind == SHELL ? 1.0f / 25.0f : 1.0f / 90.0f);
    in.motion = (hem_motion){positions, velocities, inverse_mass, VERTICES, in.motion.dt};
    in.ends = ends;
    in.bodies = &body;
    in.body_count = 1;
    in.wind = (hem_vec3){1.0f, 2.0f, 3.0f};
    in.bend_scale = kind == TOUCHES ? bend_scale : NULL;
    if (kind == HANGS) {
        inverse_mass[0] = inverse_mass[SIDE - 1u] = 0.0f;
    } else if (kind == TOUCHES) {
        in.guides = guides;
        in.guide_count = 3;
        in.impacts = impacts;
        in.impact_count = 2;
        in.touch = &touch;
    }
    uint64_t hash = HEM_HASH_SEED;
    status = hem_cloth_forces(&in, &arena, forces, &out);
    *of_forces = hash_vectors(HEM_HASH_SEED, forces);
    for (uint32_t step = 0; step < STEPS && status >= HEM_OK; step++) {
        status = hem_cloth_step(&in, &arena, &out);
        hash = hash_vectors(hash_vectors(hash, velocities), ends);
        hash = golden_float(hem_hash_u32(hash, out.iterations), out.error);
        memcpy(positions, ends, sizeof positions);
    }
    return status < HEM_OK ? 0xBAD0000000000000u | (uint32_t)status : hash;
}

void golden_cloth(golden_emit_fn emit)
{
    static const char name[CASES][8] = {"hangs", "shell", "touches"};
    uint64_t at_rest = HEM_HASH_SEED, of_forces = HEM_HASH_SEED;
    for (uint32_t kind = 0; kind < (uint32_t)CASES; kind++) {
        uint64_t a = 0, b = 0, steps = run_case((case_kind)kind, &a, &b);
        at_rest = hem_hash_u64(at_rest, a);
        of_forces = hem_hash_u64(of_forces, b);
        emit("cloth", name[kind], steps);
    }
    emit("cloth", "rest", at_rest);
    emit("cloth", "forces", of_forces);
}
