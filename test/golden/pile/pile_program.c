/* The pile of ten sheets in static blocks, on any target: moved by the example simulator and
 * hem_resolve ("pile"), and by hem_step ("pile-simulated"). One line `SCENE/STEP phase hash` for
 * each phase of each step and one for the world at the end; then what it took, as lines
 * `SCENE/name number`. See golden/program.h. */
#include "../../../docs/examples/resolve_player.h"
#include "golden/pile/stack_paint.h"
#include "golden/program.h"
#include "scenes/scene_world.h"

#define BODIES    11u
#define VERTICES  1004u
#define TRIANGLES 1642u
#define EDGES     HEM_EDGES(VERTICES, TRIANGLES)
#define CONTACTS  HEM_CONTACTS(VERTICES)
#define STEPS     9u

/* All memory there is. */
PLAYER_MEMORY(memory, VERTICES, TRIANGLES);
HEM_BLOCK(block, HEM_WORLD_BYTES(BODIES, VERTICES, TRIANGLES, EDGES, CONTACTS));
HEM_BLOCK(cloth_block, HEM_CLOTH_WORLD_BYTES(BODIES, VERTICES, TRIANGLES, EDGES, CONTACTS));
static scene_player player;
static resolve_player hem;
static hem_world *world; /* that is simulated */
static hem_step_in in;
static hem_report report;

/* ---- the two ways to move it ---- */

static hem_status start_resolve(void)
{
    return resolve_player_start(&hem, &player, block, (uint32_t)sizeof block, CONTACTS);
}

static hem_status step_resolve(void)
{
    return resolve_player_step(&hem, &player, &report);
}

static hem_status start_step(void)
{
    scene_world_in ask = {
        .id = SCENE_E2_PILE,
        .size = SCENE_SMALL,
        .block = cloth_block,
        .block_bytes = (uint32_t)sizeof cloth_block,
        .staging = scene_mesh_over(memory.positions, VERTICES, memory.triangles, TRIANGLES),
        .contacts = CONTACTS,
        .simulate = true,
    };
    in = hem_default_step_in(1.0f / 90.0f);
    return scene_world_make(&ask, &world, NULL);
}

static hem_status step_step(void)
{
    return hem_step(world, &in, &report);
}

typedef struct pile_run {
    const char *scene;
    uint32_t bytes;
    hem_world *const *world; /* once it is started */
    hem_status (*start)(void);
    hem_status (*step)(void);
} pile_run;

static const pile_run resolved = {"pile", (uint32_t)sizeof block, &hem.world, start_resolve,
                                  step_resolve};
static const pile_run simulated = {"pile-simulated", (uint32_t)sizeof cloth_block, &world,
                                   start_step, step_step};

/* ---- what is said ---- */

static const char *const phase_names[HEM_PHASES] = {
    [HEM_PHASE_PROXIMITY] = "proximity", [HEM_PHASE_INTEGRATE] = "integrate",
    [HEM_PHASE_REPEL] = "repel",         [HEM_PHASE_IMPACT] = "impact",
    [HEM_PHASE_ZONE] = "zone",           [HEM_PHASE_HOLD] = "hold",
    [HEM_PHASE_COMMIT] = "commit",
};

static program_line named(const pile_run *run)
{
    program_line line = {.length = 0};
    line_text(&line, run->scene);
    line_char(&line, '/');
    return line;
}

static void say_hash(const pile_run *run, uint32_t step, const char *phase, uint64_t hash)
{
    program_line line = named(run);
    line_number(&line, step);
    program_say_hash(line.text, phase, hash);
}

static void say_number(const pile_run *run, const char *name, uint64_t number)
{
    program_line line = named(run);
    line_text(&line, name);
    line_char(&line, ' ');
    line_number(&line, number);
    program_say(line.text);
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static hem_status play(const pile_run *run)
{
    uint32_t stack = 0;
    stack_paint();
    hem_status status = run->start();
    say_number(run, "stack_of_start", stack_used());
    for (uint32_t step = 0; step < STEPS && status >= HEM_OK; step++) {
        if (run == &resolved) {
            player_step_candidates(&player);
        }
        stack_paint();
        status = run->step();
        stack = larger(stack, stack_used());
        for (uint32_t p = 0; p < HEM_PHASES && status >= HEM_OK; p++) {
            if (run == &simulated || p != (uint32_t)HEM_PHASE_INTEGRATE) {
                say_hash(run, step, phase_names[p], report.phase[p].hash);
            }
        }
    }
    if (status >= HEM_OK) {
        say_hash(run, STEPS, "world", hem_world_hash(*run->world));
        say_number(run, "block_bytes", run->bytes);
        say_number(run, "scratch_bytes", (*run->world)->peak.scratch);
        say_number(run, "vertices", (*run->world)->vertex_count);
        say_number(run, "stack_bytes", stack);
    }
    return status;
}

int program_run(void)
{
    if (!player_start(&player, PLAY_PILE, SCENE_SMALL, &memory)) {
        return 1;
    }
    return play(&resolved) >= HEM_OK && play(&simulated) >= HEM_OK ? 0 : 1;
}
