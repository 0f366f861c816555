/* Golden phases of the response layer: impulses, repulsion, zones and both of their solves, over
 * clouds of points with masses from grams to micrograms, some infinite. */
#include "golden/golden.h"

#include "base/vec3.h"
#include "hem/respond.h"

#define SYSTEMS  40u
#define VERTICES 64u
#define IMPACTS  48u

static hem_vec3 start[VERTICES], velocity[VERTICES];
static float inverse_mass[VERTICES];
static hem_impact impacts[IMPACTS];
static hem_touch touches[IMPACTS];
static hem_zones zones;
static hem_arena arena;
HEM_BLOCK(memory, HEM_ZONES_BYTES(VERTICES, IMPACTS) + HEM_ZONE_SOLVE_BYTES(VERTICES, IMPACTS));

/* -1 to 1, by a number and what it is for. */
static float signed_unit(uint32_t i, uint32_t use)
{
    uint64_t hash = hem_hash_u32(hem_hash_u32(HEM_HASH_SEED, i), use);
    return (float)(int32_t)(uint32_t)(hash >> 40) / 8388608.0f - 1.0f;
}

static uint32_t below(uint32_t i, uint32_t use, uint32_t limit)
{
    uint64_t hash = hem_hash_u32(hem_hash_u32(HEM_HASH_SEED, i), use);
    return (uint32_t)(((hash >> 32) * limit) >> 32);
}

static hem_vec3 signed_vector(uint32_t i, uint32_t use, float size)
{
    return (hem_vec3){size * signed_unit(i, use), size * signed_unit(i, use + 1u),
                      size * signed_unit(i, use + 2u)};
}

/* Four neighbours in the numbering, so that there are several zones. */
static hem_impact impact_of(uint32_t system, uint32_t i)
{
    uint32_t name = 1000u * system + i, first = below(name, 20, VERTICES - 3u);
    float s = 0.5f + 0.5f * signed_unit(name, 21), t = 0.5f + 0.5f * signed_unit(name, 22);
    bool edges = below(name, 23, 2) == 0;
    hem_vec3 direction = signed_vector(name, 24, 1.0f);
    direction.x += 2.0f; /* never zero */
    hem_impact made = {
        .vertex = {first, first + 1u, first + 2u, first + 3u},
        .weight = {edges ? 1.0f - s : 1.0f, edges ? s : -(1.0f - s) * (1.0f - t),
                   edges ? -(1.0f - t) : -s * (1.0f - t), -t},
        .normal = hem_scale(1.0f / hem_length(direction), direction),
        .distance = 0.0015f * signed_unit(name, 27) + 0.001f,
        .time = 0.5f + 0.5f * signed_unit(name, 28),
        .kind = edges ? HEM_CONTACT_EDGE_EDGE : HEM_CONTACT_VERTEX_FACE,
    };
    return made;
}

static hem_respond_in make_system(uint32_t system)
{
    float place = (float)(system % 4u) * 3.0f;
    for (uint32_t v = 0; v < VERTICES; v++) {
        uint32_t name = 1000u * system + v;
        hem_vec3 at = signed_vector(name, 1, 0.05f);
        start[v] = hem_vec3_snap(hem_add(at, (hem_vec3){place, -place, 0.5f}));
        float speed = system % 8u == 7u ? 20.0f : 1.0f; /* or fast enough to turn a lot */
        velocity[v] = hem_add(signed_vector(name, 4, speed), signed_vector(system, 7, 3.0f));
        float mass = 0.5f + 0.5f * signed_unit(name, 10) + 0.02f;
        inverse_mass[v] = 1000.0f / (mass * mass * mass);
        if (system % 3u == 0 && below(name, 11, 5) == 0) {
            inverse_mass[v] = 0.0f;
            velocity[v] = system % 2u == 0 ? (hem_vec3){0.25f, 0.0f, -0.5f} : velocity[v];
        }
    }
    for (uint32_t i = 0; i < IMPACTS; i++) {
        impacts[i] = impact_of(system, i);
        touches[i] = (hem_touch){0.001f, 0.25f * (float)(i % 4u)};
    }
    return (hem_respond_in){
        .motion = {start, velocity, inverse_mass, VERTICES, 1.0f / 90.0f},
        .impacts = impacts,
        .count = IMPACTS / 2u + system % (IMPACTS / 2u),
        .touch = touches,
        .touch_each = true,
    };
}

static uint64_t hash_zones(uint64_t hash)
{
    for (uint32_t z = 0; z < zones.zone_count; z++) {
        hash = hem_hash_u32(hash, zones.zones[z].vertex_count);
        hash = hem_hash_u32(hash, zones.zones[z].impact_count);
        hash = hem_hash_u32(hash, zones.zones[z].state);
        hash = golden_float(hash, zones.zones[z].approach);
    }
    hash = hem_hash_u32_array(hash, zones.vertices, zones.vertex_count);
    hash = hem_hash_u32_array(hash, zones.impacts, zones.impact_count);
    return hem_hash_u32_array(hash, zones.corners, 4u * zones.impact_count);
}

typedef hem_status (*phase_fn)(const hem_respond_in *in, uint64_t *hash);

static hem_status run_impulses(const hem_respond_in *in, uint64_t *hash)
{
    hem_impulses_out out;
    hem_status status = hem_impulses(in, &out);
    *hash = hem_hash_u32(hem_hash_u32(*hash, out.applied), out.immovable);
    return status;
}

static hem_status run_repel(const hem_respond_in *in, uint64_t *hash)
{
    hem_repel_def def = hem_default_repel_def();
    hem_repel_out out;
    def.stick_speed = 0.5f;
    def.separate_depth = 0.0003f;
    hem_status status = hem_repel(in, &def, &arena, &out);
    const uint32_t counts[] = {out.sweeps, out.pushed, out.stuck, out.deep, out.immovable};
    *hash = hem_hash_u32_array(*hash, counts, sizeof counts / sizeof counts[0]);
    return status;
}

static hem_status run_zones(const hem_respond_in *in, uint64_t *hash, bool rigid)
{
    hem_zones_in solve = {.respond = *in, .zones = &zones, .scratch = &arena};
    hem_zones_out out;
    solve.def = hem_default_zone_def(VERTICES, IMPACTS);
    hem_status status = hem_zones_make(in, &solve.def, &arena, &zones);
    if (status >= HEM_OK) {
        status = rigid ? hem_zones_rigid(&solve, &out) : hem_zones_inelastic(&solve, &out);
        *hash = hash_zones(*hash);
    }
    return status;
}

static hem_status run_inelastic(const hem_respond_in *in, uint64_t *hash)
{
    return run_zones(in, hash, false);
}

static hem_status run_rigid(const hem_respond_in *in, uint64_t *hash)
{
    return run_zones(in, hash, true);
}

static uint64_t hash_phase(phase_fn phase)
{
    uint64_t hash = HEM_HASH_SEED;
    for (uint32_t system = 0; system < SYSTEMS; system++) {
        hem_status status = hem_arena_init(&arena, memory, (uint32_t)sizeof memory);
        hem_respond_in in = make_system(system);
        if (status == HEM_OK) {
            status = phase(&in, &hash);
        }
        if (status < HEM_OK) {
            return 0xBAD0000000000000u | (uint32_t)status;
        }
        for (uint32_t v = 0; v < VERTICES; v++) {
            hash = golden_vec3(hash, velocity[v]);
        }
    }
    return hash;
}

void golden_respond(golden_emit_fn emit)
{
    emit("respond", "impulses", hash_phase(run_impulses));
    emit("respond", "repel", hash_phase(run_repel));
    emit("respond", "inelastic", hash_phase(run_inelastic));
    emit("respond", "rigid", hash_phase(run_rigid));
}
