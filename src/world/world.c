/* World: capacities, the block's layout, and what is in use. See inc/hem/world.h. */
#include "world/world_block.h"

#include "base/bits.h"
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
_Static_assert(sizeof(hem_body_record) == 60, "hem_body_record is fifteen words");
_Static_assert(sizeof(hem_body_slot) == 8, "hem_body_slot is two words");
_Static_assert(sizeof(hem_small_impact) == sizeof(hem_contact_record), "a contact as it is kept");
_Static_assert(sizeof(hem_tree) == 380, "hem_tree is 95 words");
_Static_assert(sizeof(hem_event) == 100, "hem_event is twenty-five words");
_Static_assert(sizeof(hem_caps) == 36, "hem_caps is nine words");
_Static_assert(sizeof(hem_mesh) == 4 * (13 + 13), "hem_mesh is 13 counts and 13 offsets");
_Static_assert(sizeof(hem_peaks) == 4 * (13 + 14 + 8), "peaks of buffers, phases and limits");
_Static_assert(sizeof(hem_world) == 4 * (3 + 9 + 12 + 35 + 28),
               "hem_world is words without padding");
_Static_assert(sizeof(hem_body_cloth) == 68, "a material and a cloth, seventeen words");
_Static_assert(offsetof(hem_mesh, offset) == 52, "counts before offsets");
_Static_assert(offsetof(hem_world, caps) == 12, "head before capacities");
_Static_assert(offsetof(hem_world, peak) == 96, "counts before peaks");
_Static_assert(offsetof(hem_peaks, phase) == 52, "peaks of buffers before those of phases");
_Static_assert(offsetof(hem_peaks, enough) == 108, "and these before limits");
_Static_assert(offsetof(hem_world, offset) == 236, "peaks before offsets");

/* The regions, by number. */
enum {
#define NUMBER_REGION(name, type, count) REGION_##name,
    HEM_WORLD_REGIONS(NUMBER_REGION, 0, 0, 0, 0, 0, 0, 0, 0)
#undef NUMBER_REGION
        REGION_COUNT
};

static const struct {
    const char *name;
    uint32_t element_bytes;
} regions[REGION_COUNT] = {
#define DESCRIBE_REGION(name, type, count) {#name, sizeof(type)},
    HEM_WORLD_REGIONS(DESCRIBE_REGION, 0, 0, 0, 0, 0, 0, 0, 0)
#undef DESCRIBE_REGION
};

/* How many elements each region has, for so many of everything. */
static void count_regions(const hem_caps *of, uint64_t counts[REGION_COUNT])
{
    const uint32_t b = of->bodies, v = of->vertices, f = of->triangles, e = of->edges;
    const uint32_t c = of->contacts, o = of->orphans, n = of->events;
    const uint32_t t = of->cloth_triangles;
#define COUNT_REGION(name, type, count) counts[REGION_##name] = (count);
    HEM_WORLD_REGIONS(COUNT_REGION, b, v, f, e, c, o, n, t)
#undef COUNT_REGION
}

static uint64_t region_bytes(const uint64_t counts[REGION_COUNT], uint32_t region)
{
    return HEM_ARENA_BYTES(counts[region], regions[region].element_bytes);
}

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
        .events = HEM_EVENTS(bodies),
    };
}

hem_caps hem_default_cloth_caps(uint32_t bodies, uint32_t vertices, uint32_t triangles,
                                uint32_t edges, uint32_t contacts)
{
    hem_caps caps = hem_default_caps(bodies, vertices, triangles, edges, contacts);
    caps.cloth_triangles = triangles;
    return caps;
}

static hem_status check_caps(const hem_caps *caps, uint64_t *bytes)
{
    if (caps->cookie != CAPS_COOKIE) {
        return HEM_BAD_DEFINITION;
    }
    if (caps->bodies == 0 || caps->vertices == 0 || caps->triangles == 0 || caps->edges == 0) {
        return HEM_BAD_CAPACITY;
    }
    uint64_t counts[REGION_COUNT];
    count_regions(caps, counts);
    *bytes = 0;
    for (uint32_t region = 0; region < REGION_COUNT; region++) {
        *bytes += region_bytes(counts, region);
    }
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

/* Where each region begins. */
static void place_regions(hem_world *world)
{
    uint64_t counts[REGION_COUNT];
    uint32_t offsets[REGION_COUNT], end = 0;
    count_regions(&world->caps, counts);
    for (uint32_t region = 0; region < REGION_COUNT; region++) {
        offsets[region] = end;
        end += (uint32_t)region_bytes(counts, region);
    }
    _Static_assert(sizeof world->offset == sizeof offsets, "an offset for each region");
    memcpy(&world->offset, offsets, sizeof offsets);
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
        hem_ranges_overlap(block, needed, out, sizeof *out) ||
        hem_ranges_overlap(caps, sizeof *caps, out, sizeof *out)) {
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
    place_regions(world);
    *out = world;
    return HEM_OK;
}

bool hem_world_layout_is_good(const hem_world *world)
{
    uint64_t bytes = 0;
    hem_world expected = *world;
    if (!hem_world_is_valid(world) || check_caps(&world->caps, &bytes) != HEM_OK) {
        return false;
    }
    place_regions(&expected);
    return world->bytes == bytes &&
           memcmp(&expected.offset, &world->offset, sizeof expected.offset) == 0;
}

bool hem_world_is_valid(const hem_world *world)
{
    return world->magic == WORLD_MAGIC && world->version == WORLD_VERSION;
}

const hem_body_record *hem_world_body(const hem_world *world, hem_body body)
{
    if (world == NULL || !hem_world_is_valid(world) || body.slot >= world->caps.bodies) {
        return NULL;
    }
    const hem_body_slot *slot = hem_world_part(world, world->offset.slots);
    slot += body.slot;
    if (body.generation == 0 || slot->generation != body.generation || slot->body == HEM_NONE) {
        return NULL;
    }
    return (const hem_body_record *)hem_world_part(world, world->offset.bodies) + slot->body;
}

const hem_mesh *hem_body_mesh(const hem_world *world, hem_body body)
{
    if (hem_world_body(world, body) == NULL) {
        return NULL;
    }
    const hem_body_slot *slots = hem_world_part(world, world->offset.slots);
    return hem_world_mesh(world, slots[body.slot].body);
}

const hem_vec3 *hem_body_positions(const hem_world *world, hem_body body)
{
    const hem_body_record *record = hem_world_body(world, body);
    if (record == NULL) {
        return NULL;
    }
    return (const hem_vec3 *)hem_world_part(world, world->offset.positions) + record->vertex_begin;
}

const hem_vec3 *hem_body_velocities(const hem_world *world, hem_body body)
{
    const hem_body_record *record = hem_world_body(world, body);
    if (record == NULL) {
        return NULL;
    }
    return (const hem_vec3 *)hem_world_part(world, world->offset.velocities) + record->vertex_begin;
}

hem_status hem_world_find(const hem_world *world, hem_body body, uint32_t *out)
{
    if (world == NULL) {
        return HEM_NULL;
    }
    if (!hem_world_is_valid(world)) {
        return HEM_BAD_WORLD;
    }
    const hem_body_record *record = hem_world_body(world, body);
    if (record == NULL) {
        return HEM_BAD_BODY;
    }
    const hem_body_record *first = hem_world_part(world, world->offset.bodies);
    *out = (uint32_t)(record - first);
    return HEM_OK;
}

uint32_t hem_world_contact_count(const hem_world *world)
{
    return world != NULL && hem_world_is_valid(world) ? world->contact_count : 0;
}

bool hem_world_contact(const hem_world *world, uint32_t number, hem_impact *out)
{
    if (out == NULL || number >= hem_world_contact_count(world) ||
        hem_world_holds(world, out, sizeof *out)) {
        return false;
    }
    const hem_small_impact *contacts = hem_world_part(world, world->offset.contacts);
    *out = hem_small_open(&contacts[number]);
    return true;
}

hem_world_counts hem_world_used(const hem_world *world)
{
    return (hem_world_counts){
        world->body_count,   world->vertex_count, world->triangle_count,       world->edge_count,
        world->orphan_count, world->tree_bytes,   world->cloth_triangle_count, world->cloth_bytes};
}

hem_mesh *hem_world_place_mesh(hem_world *world, uint32_t body, const hem_world_counts *before)
{
    hem_mesh *mesh = hem_world_part_to_change(world, world->offset.meshes);
    mesh += body;
    uint32_t record = (uint32_t)((uint8_t *)mesh - (uint8_t *)world);
#define PLACE_PART(name, type, count) \
    mesh->offset.name = world->offset.name + (uint32_t)((count) * sizeof(type)) - record;
    HEM_MESH_REGIONS(PLACE_PART, before->bodies, before->vertices, before->triangles, before->edges,
                     before->orphans)
#undef PLACE_PART
    return mesh;
}

hem_arena hem_world_scratch(hem_world *world)
{
    hem_arena scratch = {.capacity = 0};
    (void)hem_arena_init(&scratch, hem_world_part_to_change(world, world->offset.scratch),
                         world->bytes - world->offset.scratch);
    return scratch;
}

/* What the next step is told of a body, where it is told anything: so a world that was told nothing
 * has the hash of what it consists of. */
static uint64_t hash_told(const hem_world *world, const hem_body_record *record, uint32_t count,
                          uint64_t hash)
{
    const hem_vec3 *ends = hem_world_part(world, world->offset.ends);
    if (record->max_speed > 0.0f) {
        hash = hem_hash_float(hem_hash_u32(hash, record->slot), record->max_speed);
    }
    if (record->motion != 0) {
        hash = hem_hash_u32(hash, record->slot);
        hash = hem_hash_vec3_array(hash, ends + record->vertex_begin, count);
    }
    return hash;
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
    const float *bend_scales = hem_world_part(world, world->offset.bend_scales);
    for (uint32_t i = 0; i < world->body_count; i++) {
        hash = hem_hash_u32(hash, bodies[i].kind);
        hash = hem_hash_u32(hash, bodies[i].slot);
        hash = hem_hash_float(hash, bodies[i].thickness);
        hash = hem_hash_float(hash, bodies[i].friction);
        hash = hem_hash_u64(hash, hem_mesh_hash(meshes + i));
        /* All words of a cloth and its material. */
        hash = hem_hash_u32_array(
            hash, hem_world_part(world, world->offset.cloth + bodies[i].cloth_begin),
            bodies[i].cloth_bytes / 4u);
        uint32_t scaled = bodies[i].cloth_bytes > 0 ? meshes[i].vertex_count : 0u;
        for (uint32_t v = 0; v < scaled; v++) {
            hash = hem_hash_float(hash, bend_scales[bodies[i].vertex_begin + v]);
        }
    }
    const hem_vec3 *velocities = hem_world_part(world, world->offset.velocities);
    const float *inverse_masses = hem_world_part(world, world->offset.inverse_masses);
    const uint32_t *pinned = hem_world_part(world, world->offset.pinned);
    hash = hem_hash_vec3_array(hash, positions, world->vertex_count);
    hash = hem_hash_vec3_array(hash, velocities, world->vertex_count);
    for (uint32_t v = 0; v < world->vertex_count; v++) {
        hash = hem_hash_float(hash, inverse_masses[v]);
    }
    const hem_small_impact *contacts = hem_world_part(world, world->offset.contacts);
    for (uint32_t i = 0; i < world->contact_count; i++) {
        hash = hem_hash_u32(hash, hem_small_hash(&contacts[i]));
        hash = hem_hash_u32(hash, contacts[i].flags);
    }
    for (uint32_t i = 0; i < world->body_count; i++) {
        hash = hash_told(world, bodies + i, meshes[i].vertex_count, hash);
    }
    return hem_hash_u32_array(hash, pinned, HEM_BIT_WORDS(world->vertex_count));
}

bool hem_world_region(const hem_world *world, uint32_t number, hem_memory_region *out)
{
    if (world == NULL || out == NULL || !hem_world_is_valid(world) || number >= REGION_COUNT ||
        hem_world_holds(world, out, sizeof *out)) {
        return false;
    }
    const hem_caps used = {.bodies = world->body_count,
                           .vertices = world->vertex_count,
                           .triangles = world->triangle_count,
                           .edges = world->edge_count,
                           .contacts = world->contact_count,
                           .orphans = world->orphan_count,
                           .events = world->event_count,
                           .cloth_triangles = world->cloth_triangle_count};
    uint64_t counts[REGION_COUNT];
    count_regions(&world->caps, counts);
    out->name = regions[number].name;
    out->bytes = (uint32_t)region_bytes(counts, number);
    count_regions(&used, counts);
    out->used = (uint32_t)(counts[number] * regions[number].element_bytes);
    if (number == REGION_scratch) {
        out->used = world->peak.scratch;
    } else if (number == REGION_trees) {
        out->used = world->tree_bytes;
    } else if (number == REGION_cloth) {
        out->used = world->cloth_bytes;
    }
    return true;
}
