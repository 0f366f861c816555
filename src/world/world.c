/* World: capacities, the block's layout, and what is in use. See inc/hem/world.h. */
#include "world/world_block.h"

#include "base/fp_check.h"
#include "base/hash.h"
#include "base/vec3.h"
#include "hem/port.h"

#include <string.h>

#define CAPS_COOKIE   0x48454D43u
#define WORLD_MAGIC   0x484D574Cu
#define WORLD_VERSION 1u

/* The image is the same bytes on every machine only if the compiler lays records out as we think.
 * Every record that persists holds 8-, 16- and 32-bit members only. */
_Static_assert(sizeof(hem_vec3) == 12, "hem_vec3 is three floats");
_Static_assert(sizeof(hem_pair) == 8, "hem_pair is two words");
_Static_assert(sizeof(hem_component) == 16, "hem_component is four words");
_Static_assert(sizeof(hem_body_record) == 24, "hem_body_record is six words");
_Static_assert(sizeof(hem_caps) == 28, "hem_caps is seven words");
_Static_assert(sizeof(hem_mesh) == 4 * (13 + 13), "hem_mesh is 13 counts and 13 offsets");
_Static_assert(sizeof(hem_world) == 4 * (3 + 7 + 6 + 18), "hem_world is words without padding");
_Static_assert(offsetof(hem_mesh, offset) == 52, "counts before offsets");
_Static_assert(offsetof(hem_world, caps) == 12, "head before capacities");
_Static_assert(offsetof(hem_world, offset) == 64, "counts before offsets");

hem_caps hem_default_caps(uint32_t bodies, uint32_t vertices, uint32_t triangles, uint32_t edges,
                          uint32_t contacts)
{
    return (hem_caps){
        .cookie = CAPS_COOKIE,
        .bodies = bodies,
        .vertices = vertices,
        .triangles = triangles,
        .edges = edges,
        .contacts = contacts,
        .orphans = HEM_DEFAULT_ORPHANS(bodies, vertices, triangles),
    };
}

static hem_status check_caps(const hem_caps *caps, uint64_t *bytes)
{
    if (caps->cookie != CAPS_COOKIE) {
        return HEM_BAD_DEFINITION;
    }
    if (caps->bodies == 0 || caps->vertices == 0 || caps->triangles == 0 || caps->edges == 0) {
        return HEM_BAD_CAPACITY;
    }
    *bytes = HEM_WORLD_BYTES_WITH(caps->bodies, caps->vertices, caps->triangles, caps->edges,
                                  caps->contacts, caps->orphans);
    return *bytes > UINT32_MAX ? HEM_BAD_CAPACITY : HEM_OK;
}

uint32_t hem_world_bytes(const hem_caps *caps)
{
    uint64_t bytes = 0;
    if (caps == NULL || check_caps(caps, &bytes) != HEM_OK) {
        return 0;
    }
    return (uint32_t)bytes;
}

static hem_status check_arithmetic(void)
{
    uint32_t saved = hem_fp_enter();
    hem_status status = hem_fp_check();
    hem_fp_leave(saved);
    return status;
}

hem_status hem_world_init(void *block, uint32_t bytes, const hem_caps *caps, hem_world **out)
{
    if (block == NULL || caps == NULL || out == NULL) {
        return HEM_NULL;
    }
    if ((uintptr_t)block % HEM_ALIGN != 0) {
        return HEM_MISALIGNED;
    }
    uint64_t needed = 0;
    hem_status status = check_caps(caps, &needed);
    if (status != HEM_OK) {
        return status;
    }
    if (bytes < needed) {
        return HEM_BLOCK_TOO_SMALL;
    }
    if (hem_ranges_overlap(block, needed, caps, sizeof *caps) ||
        hem_ranges_overlap(block, needed, out, sizeof *out)) {
        return HEM_ALIASED;
    }
    status = check_arithmetic();
    if (status != HEM_OK) {
        return status;
    }

    memset(block, 0, (size_t)needed);
    hem_world *world = block;
    world->magic = WORLD_MAGIC;
    world->version = WORLD_VERSION;
    world->bytes = (uint32_t)needed;
    world->caps = *caps;
    uint32_t end = 0;
#define PLACE_REGION(name, type, count) \
    world->offset.name = end;           \
    end += (uint32_t)HEM_ARENA_BYTES(count, sizeof(type));
    HEM_WORLD_REGIONS(PLACE_REGION, caps->bodies, caps->vertices, caps->triangles, caps->edges,
                      caps->contacts, caps->orphans)
#undef PLACE_REGION
    *out = world;
    return HEM_OK;
}

bool hem_world_is_valid(const hem_world *world)
{
    return world->magic == WORLD_MAGIC && world->version == WORLD_VERSION;
}

const hem_body_record *hem_world_body(const hem_world *world, hem_body body)
{
    if (world == NULL || !hem_world_is_valid(world) || body.slot >= world->body_count) {
        return NULL;
    }
    const hem_body_record *record = hem_world_part(world, world->offset.bodies);
    record += body.slot;
    return record->generation == body.generation ? record : NULL;
}

const hem_mesh *hem_body_mesh(const hem_world *world, hem_body body)
{
    if (hem_world_body(world, body) == NULL) {
        return NULL;
    }
    return (const hem_mesh *)hem_world_part(world, world->offset.meshes) + body.slot;
}

const hem_vec3 *hem_body_positions(const hem_world *world, hem_body body)
{
    const hem_body_record *record = hem_world_body(world, body);
    if (record == NULL) {
        return NULL;
    }
    return (const hem_vec3 *)hem_world_part(world, world->offset.positions) + record->vertex_begin;
}

uint64_t hem_world_hash(const hem_world *world)
{
    if (world == NULL || !hem_world_is_valid(world)) {
        return 0;
    }
    uint64_t hash = hem_hash_u32(HEM_HASH_SEED, world->body_count);
    const hem_body_record *bodies = hem_world_part(world, world->offset.bodies);
    const hem_mesh *meshes = hem_world_part(world, world->offset.meshes);
    const hem_vec3 *positions = hem_world_part(world, world->offset.positions);
    for (uint32_t i = 0; i < world->body_count; i++) {
        hash = hem_hash_u32(hash, bodies[i].kind);
        hash = hem_hash_u32(hash, bodies[i].generation);
        hash = hem_hash_u64(hash, hem_mesh_hash(meshes + i));
    }
    return hem_hash_vec3_array(hash, positions, world->vertex_count);
}

bool hem_world_region(const hem_world *world, uint32_t number, hem_memory_region *out)
{
    if (world == NULL || out == NULL || !hem_world_is_valid(world)) {
        return false;
    }
    const hem_caps *caps = &world->caps;
    uint32_t at = 0;
#define DESCRIBE_GIVEN(region, type, count)                          \
    if (at++ == number) {                                            \
        out->name = #region;                                         \
        out->bytes = (uint32_t)HEM_ARENA_BYTES(count, sizeof(type)); \
    }
    HEM_WORLD_REGIONS(DESCRIBE_GIVEN, caps->bodies, caps->vertices, caps->triangles, caps->edges,
                      caps->contacts, caps->orphans)
#undef DESCRIBE_GIVEN
    if (number >= at) {
        return false;
    }
    at = 0;
#define DESCRIBE_USED(region, type, count)              \
    if (at++ == number) {                               \
        out->used = (uint32_t)((count) * sizeof(type)); \
    }
    HEM_WORLD_REGIONS(DESCRIBE_USED, world->body_count, world->vertex_count, world->triangle_count,
                      world->edge_count, 0u, world->orphan_count)
#undef DESCRIBE_USED
    if (number == at - 1u) {
        out->used = world->scratch_peak;
    }
    return true;
}
