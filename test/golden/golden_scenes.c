/* Golden phases of the scenes, in their small size: positions as they are made, the topology that
 * the mesh layer finds, and the world that holds them in a static block. */
#include "golden/golden.h"

#include "scenes/scene_world.h"

HEM_BLOCK(block, SCENE_SMALL_BLOCK);
static hem_vec3 positions[SCENE_SMALL_VERTICES];
static uint32_t triangles[3 * SCENE_SMALL_TRIANGLES];

static scene_mesh staging(void)
{
    return scene_mesh_over(positions, SCENE_SMALL_VERTICES, triangles, SCENE_SMALL_TRIANGLES);
}

static uint64_t hash_positions(scene_id id, const scene_info *info, float step)
{
    uint64_t hash = HEM_HASH_SEED;
    for (uint32_t body = 0; body < info->body_count; body++) {
        scene_mesh mesh = staging();
        scene_build_body(id, SCENE_SMALL, body, step, &mesh);
        hash = hem_hash_vec3_array(hash, positions, mesh.vertex_count);
        hash = hem_hash_u32_array(hash, triangles, 3 * mesh.triangle_count);
    }
    return hash;
}

/* A status in place of a hash where something was refused, so that the line says which. */
static uint64_t refused(hem_status status)
{
    return 0xBAD0000000000000u | (uint32_t)status;
}

static uint64_t hash_world(scene_id id, const scene_info *info, uint64_t *topology)
{
    scene_world_in in = {id, SCENE_SMALL, block, (uint32_t)sizeof block, staging(), 0, false};
    hem_world *world = NULL;
    hem_status status = scene_world_make(&in, &world, NULL);
    *topology = HEM_HASH_SEED;
    for (uint32_t body = 0; body < info->body_count && status == HEM_OK; body++) {
        const hem_mesh *mesh = hem_body_mesh(world, scene_world_body(body));
        *topology = hem_hash_u64(*topology, hem_mesh_hash(mesh));
    }
    return status == HEM_OK ? hem_world_hash(world) : refused(status);
}

void golden_scenes(golden_emit_fn emit)
{
    for (uint32_t i = 0; i < SCENE_COUNT; i++) {
        scene_id id = (scene_id)i;
        scene_info info;
        if (!scene_describe(id, SCENE_SMALL, &info)) {
            emit("scene", "missing", i);
            continue;
        }
        uint64_t topology;
        emit(info.name, "start", hash_positions(id, &info, 0.0f));
        emit(info.name, "middle", hash_positions(id, &info, (float)info.steps * 0.5f));
        uint64_t world = hash_world(id, &info, &topology);
        emit(info.name, "topology", topology);
        emit(info.name, "world", world);
    }
}
