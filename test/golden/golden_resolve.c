/* Golden phases of whole steps: plays in their small size, as far as its first contacts or a bit
 * further, through the example simulator and hem_resolve. A hash for each phase of the step, over
 * all steps, and one of the world at the end. */
#include "golden/golden_phases.h"

#include "../../docs/examples/resolve_player.h"

PLAYER_MEMORY(memory, PLAY_SMALL_VERTICES, PLAY_SMALL_TRIANGLES);
HEM_BLOCK(block, HEM_WORLD_BYTES(PLAY_MOST_BODIES, PLAY_SMALL_VERTICES, PLAY_SMALL_TRIANGLES,
                                 HEM_EDGES(PLAY_SMALL_VERTICES, PLAY_SMALL_TRIANGLES),
                                 HEM_CONTACTS(PLAY_SMALL_VERTICES)));
static scene_player player;
static resolve_player hem;
static hem_report report;

/* Few, for emulators; none of plays that show nothing more. Those of pinned cloth that meets
 * nothing early show pins and wind. */
static const uint8_t steps[PLAY_COUNT] = {
    [PLAY_PILE] = 6,  [PLAY_TORUS] = 15, [PLAY_PASSING] = 3, [PLAY_DRAPES] = 12,   [PLAY_FLAG] = 3,
    [PLAY_RING] = 20, [PLAY_BALL] = 13,  [PLAY_TWIST] = 3,   [PLAY_PLATFORM] = 10, [PLAY_TUBE] = 3,
};

static const char *const phase_names[HEM_PHASES] = {
    [HEM_PHASE_PROXIMITY] = "resolve-proximity", [HEM_PHASE_REPEL] = "resolve-repel",
    [HEM_PHASE_IMPACT] = "resolve-impact",       [HEM_PHASE_ZONE] = "resolve-zone",
    [HEM_PHASE_HOLD] = "resolve-hold",           [HEM_PHASE_COMMIT] = "resolve-commit",
};

static hem_status run(play_id id, uint64_t hashes[HEM_PHASES])
{
    if (!player_start(&player, id, SCENE_SMALL, &memory)) {
        return HEM_BLOCK_TOO_SMALL;
    }
    hem_status status = resolve_player_start(&hem, &player, block, (uint32_t)sizeof block,
                                             HEM_CONTACTS(player.info.vertex_count));
    for (uint32_t s = 0; s < steps[id] && status >= HEM_OK; s++) {
        player_step_candidates(&player);
        status = resolve_player_step(&hem, &player, &report);
        if (status >= HEM_OK) {
            golden_phases_add(hashes, &report);
        }
    }
    return status;
}

void golden_resolve(golden_emit_fn emit)
{
    for (uint32_t id = 0; id < PLAY_COUNT; id++) {
        uint64_t hashes[HEM_PHASES];
        if (steps[id] == 0) {
            continue;
        }
        for (uint32_t p = 0; p < HEM_PHASES; p++) {
            hashes[p] = HEM_HASH_SEED;
        }
        hem_status status = run((play_id)id, hashes);
        bool good = status >= HEM_OK;
        for (uint32_t p = 0; p < HEM_PHASES; p++) {
            if (phase_names[p] != NULL) { /* all but integrate */
                emit(player.info.name, phase_names[p], hashes[p]);
            }
        }
        emit(player.info.name, "resolve-world",
             good ? hem_world_hash(hem.world) : 0xBAD0000000000000u | (uint32_t)status);
    }
}
