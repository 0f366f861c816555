/* A play in a world: see played_world.h. */
#include "played_world.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

PLAYER_MEMORY(memory, PLAY_FULL_VERTICES, PLAY_FULL_TRIANGLES);
static hem_vec3 kept_positions[PLAY_FULL_VERTICES], kept_velocities[PLAY_FULL_VERTICES];
static uint32_t kept_step;

const char *const played_driver_names[PLAYED_DRIVERS] = {"resolve", "step"};

uint32_t played_world_contacts(const scene_player *player)
{
    return HEM_CONTACTS(player->info.vertex_count);
}

bool played_world_start(played_world *played, play_id id, scene_size size)
{
    return played_world_start_by(played, PLAYED_RESOLVE, id, size);
}

bool played_world_start_by(played_world *played, played_driver driver, play_id id, scene_size size)
{
    played->driver = driver;
    played->hem.world = NULL;
    played->whole = NULL;
    played->hash = HEM_HASH_SEED;
    return player_start(&played->player, id, size, &memory);
}

bool played_world_make(played_world *played, uint32_t contacts)
{
    hem_caps caps = played->driver == PLAYED_STEP ? step_player_caps(&played->player, contacts)
                                                  : resolve_player_caps(&played->player, contacts);
    return played_world_make_with(played, &caps);
}

bool played_world_make_with(played_world *played, const hem_caps *caps)
{
    played_world_end(played);
    played->driver = caps->cloth_triangles > 0 ? PLAYED_STEP : PLAYED_RESOLVE;
    played->hash = HEM_HASH_SEED;
    played->given = hem_world_bytes(caps);
    size_t whole = ((size_t)played->given + 2u * PLAYED_GUARD + 15u) / 16u * 16u;
    played->whole = aligned_alloc(16, whole);
    if (played->whole == NULL) {
        played->status = HEM_BLOCK_TOO_SMALL;
        return false;
    }
    memset(played->whole, PLAYED_GUARD_BYTE, whole);
    played->status = player_world_start(&played->hem, &played->player, played->whole + PLAYED_GUARD,
                                        played->given, caps);
    return played->status == HEM_OK;
}

/* The scratch is the last region, and how far it goes is told by the size of the block. */
void played_world_cut_scratch(played_world *played, uint32_t bytes)
{
    uint32_t end = played->hem.world->offset.scratch + bytes;
    if (end < played->hem.world->bytes) {
        memset((uint8_t *)played->hem.world + end, PLAYED_GUARD_BYTE, played->given - end);
        played->hem.world->bytes = end;
    }
}

/* Counts and hashes, but no times. */
static void add_to_hash(played_world *played)
{
    const hem_report *report = &played->report;
    uint64_t hash = played->hash;
    for (uint32_t p = 0; p < HEM_PHASES; p++) {
        const hem_phase_report *phase = &report->phase[p];
        hash = hem_hash_u64(hash, phase->hash);
        hash = hem_hash_u64(hash, phase->tests);
        hash = hem_hash_u64(hash, phase->volume_tests);
        hash = hem_hash_u32(hash, phase->passes);
        hash = hem_hash_u32(hash, phase->undone);
    }
    hash = hem_hash_u32(hash, report->contacts.used);
    hash = hem_hash_u32(hash, report->hits);
    hash = hem_hash_u32(hash, report->held_vertices);
    hash = hem_hash_u32(hash, report->pinched);
    played->hash = hem_hash_u64(hash, hem_world_hash(played->hem.world));
}

bool played_world_step(played_world *played)
{
    if (played->driver == PLAYED_STEP) {
        played->status = step_player_step(&played->hem, &played->player, &played->report);
    } else {
        player_step_candidates(&played->player);
        played->status = resolve_player_step(&played->hem, &played->player, &played->report);
    }
    if (played->status < HEM_OK) {
        return false;
    }
    add_to_hash(played);
    return true;
}

static bool all_guard(const uint8_t *bytes, size_t count)
{
    size_t same = 0;
    while (same < count && bytes[same] == PLAYED_GUARD_BYTE) {
        same++;
    }
    return same == count;
}

bool played_world_guards_hold(const played_world *played)
{
    size_t end = PLAYED_GUARD + (size_t)played->hem.world->bytes;
    size_t behind = PLAYED_GUARD + (size_t)(played->given - played->hem.world->bytes);
    return all_guard(played->whole, PLAYED_GUARD) && all_guard(played->whole + end, behind);
}

void played_world_end(played_world *played)
{
    free(played->whole);
    played->whole = NULL;
    played->hem.world = NULL;
}

void played_world_keep(const played_world *played)
{
    size_t bytes = played->player.info.vertex_count * sizeof(hem_vec3);
    memcpy(kept_positions, memory.positions, bytes);
    memcpy(kept_velocities, memory.velocities, bytes);
    kept_step = played->player.step;
}

void played_world_go_back(played_world *played)
{
    size_t bytes = played->player.info.vertex_count * sizeof(hem_vec3);
    memcpy(memory.positions, kept_positions, bytes);
    memcpy(memory.velocities, kept_velocities, bytes);
    played->player.step = kept_step;
}

uint64_t played_world_work(const played_world *played)
{
    uint64_t work = 0;
    for (uint32_t p = 0; p < HEM_PHASES; p++) {
        work += played->report.phase[p].tests + played->report.phase[p].volume_tests;
    }
    return work;
}
