/* The pile of ten sheets in a static block, on any target: one line `pile-STEP phase hash` for each
 * phase of each step and one for the world at the end; then what it took, as lines `name number`.
 * See golden/program.h. */
#include "../../../docs/examples/resolve_player.h"
#include "golden/pile/stack_paint.h"
#include "golden/program.h"

#define BODIES    11u
#define VERTICES  1004u
#define TRIANGLES 1642u
#define CONTACTS  HEM_CONTACTS(VERTICES)
#define STEPS     9u

/* All memory there is. */
PLAYER_MEMORY(memory, VERTICES, TRIANGLES);
HEM_BLOCK(block,
          HEM_WORLD_BYTES(BODIES, VERTICES, TRIANGLES, HEM_EDGES(VERTICES, TRIANGLES), CONTACTS));
static scene_player player;
static resolve_player hem;
static hem_report report;

static const char *const phase_names[HEM_PHASES] = {
    [HEM_PHASE_PROXIMITY] = "proximity", [HEM_PHASE_REPEL] = "repel", [HEM_PHASE_IMPACT] = "impact",
    [HEM_PHASE_ZONE] = "zone",           [HEM_PHASE_HOLD] = "hold",   [HEM_PHASE_COMMIT] = "commit",
};

static void say_hash(uint32_t step, const char *phase, uint64_t hash)
{
    program_line scene = {.length = 0};
    line_text(&scene, "pile-");
    line_number(&scene, step);
    program_say_hash(scene.text, phase, hash);
}

static void say_number(const char *name, uint64_t number)
{
    program_line line = {.length = 0};
    line_text(&line, name);
    line_char(&line, ' ');
    line_number(&line, number);
    program_say(line.text);
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

int program_run(void)
{
    hem_status status = HEM_OK;
    uint32_t stack = 0;
    if (!player_start(&player, PLAY_PILE, SCENE_SMALL, &memory)) {
        return 1;
    }
    stack_paint();
    status = resolve_player_start(&hem, &player, block, (uint32_t)sizeof block, CONTACTS);
    say_number("stack_of_start", stack_used());
    for (uint32_t step = 0; step < STEPS && status >= HEM_OK; step++) {
        player_step_candidates(&player);
        stack_paint();
        status = resolve_player_step(&hem, &player, &report);
        stack = larger(stack, stack_used());
        for (uint32_t p = 0; p < HEM_PHASES && status >= HEM_OK; p++) {
            if (phase_names[p] != NULL) { /* all but integrate */
                say_hash(step, phase_names[p], report.phase[p].hash);
            }
        }
    }
    say_hash(STEPS, "world", hem_world_hash(hem.world));
    say_number("block_bytes", sizeof block);
    say_number("scratch_bytes", hem.world->peak.scratch);
    say_number("vertices", player.info.vertex_count);
    say_number("stack_bytes", stack);
    return status >= HEM_OK ? 0 : 1;
}
