/* Work a step: how many pairs of features are tested and pairs of volumes compared in the steps of
 * every play, and in how many passes. Counts, so they are the same on every machine. A play fails
 * where a step goes beyond what its limits allow: of passes, sweeps or iterations of any phase, or
 * of the work that as many passes can be at most. Arguments as in bench_plays.h. */
#include "bench/bench_plays.h"

#define MOST_STEPS 2000u

typedef struct row {
    play_info info;
    const char *driver;
    uint32_t steps;
    uint64_t p50, p99, worst;
    uint64_t limit;              /* of work, see work_limit */
    uint32_t passes, pass_limit; /* the most that look at the motion in a step, and may */
    bool beyond;                 /* some step went beyond a limit */
} row;

static row rows[(uint32_t)PLAY_COUNT * (uint32_t)PLAYED_DRIVERS];
static uint32_t row_count, failed;
static uint64_t work[MOST_STEPS];
static played_world played;

static int compare(const void *a, const void *b)
{
    uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

/* Hold goes on when its passes have run out, and holds more each time: the bodies of what hits,
 * those near them, everything; a fourth pass finds nothing that could still be held. Where a step
 * starts in exact contact it does so again after each look at the ends that holds something, of
 * which there may be one more than passes. */
static uint32_t hold_limit(uint32_t hold_passes)
{
    return hold_passes + 4u * (hold_passes + 2u);
}

/* Passes over everything: one for contacts, and those that look for hits. One that is tried again,
 * because an answer led nowhere, has not looked at anything yet. */
static uint32_t pass_limit(const hem_limits *limits)
{
    return 1u + limits->impact_passes + limits->zone_passes + hold_limit(limits->hold_passes);
}

static uint64_t groups_of(uint32_t triangles)
{
    return HEM_PATCH_GROUPS(HEM_PATCH_LEAVES(triangles), 4u);
}

/* What a step may do at most by its limits. A pass tests a pair of a vertex and a face or of two
 * edges once at most. Of two groups of four volumes it compares all sixteen pairs, once, and once
 * more for each volume that is a leaf while the other tree goes on; and the roots of two trees. */
static uint64_t work_limit(const played_world *of)
{
    const hem_world *world = of->hem.world;
    uint64_t v = world->vertex_count, f = world->triangle_count, e = world->edge_count;
    uint64_t groups = 0, bodies = of->player.info.body_count;
    for (uint32_t b = 0; b < of->player.info.body_count; b++) {
        groups += groups_of(of->player.bodies[b].what.shape.triangle_count);
    }
    uint64_t features = v * f + e * e / 2u, volumes = 16u * 9u * groups * groups + bodies * bodies;
    return (features + volumes) * pass_limit(&of->hem.in.limits);
}

/* Passes that look at the whole motion. */
static uint32_t passes_of(const hem_report *report)
{
    return report->phase[HEM_PHASE_PROXIMITY].passes + report->phase[HEM_PHASE_IMPACT].passes +
           report->phase[HEM_PHASE_ZONE].passes + report->phase[HEM_PHASE_HOLD].passes;
}

static bool is_beyond(const hem_report *report)
{
    bool beyond = false;
    for (uint32_t p = 0; p < HEM_PHASES; p++) {
        const hem_phase_report *phase = &report->phase[p];
        uint32_t limit = p == HEM_PHASE_HOLD ? hold_limit(phase->limit) : phase->limit;
        beyond = beyond || phase->passes > limit || phase->sweeps > phase->sweep_limit;
    }
    return beyond;
}

static void print_row(const row *of)
{
    printf("%-10s %-8s %6" PRIu32 " %9" PRIu32 " %12" PRIu64 " %12" PRIu64 " %12" PRIu64
           " %10.1f %9.2g %6" PRIu32 " / %" PRIu32 "%s\n",
           of->info.name, of->driver, of->steps, of->info.triangle_count, of->p50, of->p99,
           of->worst, (double)of->p99 / of->info.triangle_count, (double)of->limit, of->passes,
           of->pass_limit, of->beyond ? "  FAILED: beyond a limit" : "");
    fflush(stdout);
}

static void run(const bench_plays *plays, played_driver driver, play_id id)
{
    row *to = &rows[row_count++];
    bool good = bench_plays_start(&played, driver, id, SCENE_FULL);
    to->driver = played_driver_names[driver];
    to->info = played.player.info;
    uint32_t steps = bench_plays_steps(plays, &played.player);
    while (good && to->steps < steps && to->steps < MOST_STEPS) {
        good = played_world_step(&played);
        work[to->steps++] = played_world_work(&played);
        uint32_t passes = passes_of(&played.report);
        to->passes = passes > to->passes ? passes : to->passes;
        to->beyond = to->beyond || is_beyond(&played.report);
        bench_plays_progress(to->info.name, "step", to->steps, steps);
    }
    if (to->steps > 0) {
        qsort(work, to->steps, sizeof *work, compare);
        to->p50 = work[to->steps / 2u];
        to->p99 = work[to->steps * 99u / 100u];
        to->worst = work[to->steps - 1u];
        to->limit = work_limit(&played);
        to->pass_limit = pass_limit(&played.hem.in.limits);
        to->beyond = to->beyond || to->worst > to->limit || to->passes > to->pass_limit;
    }
    failed += !good || to->beyond;
    played_world_end(&played);
    print_row(to);
}

static void write_row(FILE *file, const row *of, bool first)
{
    fprintf(file,
            "%s\n{\"scene\":\"%s\",\"driver\":\"%s\",\"steps\":%" PRIu32 ",\"p50\":%" PRIu64
            ",\"p99\":%" PRIu64 ",\"worst\":%" PRIu64 ",\"limit\":%" PRIu64 ",\"passes\":%" PRIu32
            ",\"pass_limit\":%" PRIu32 ",\"beyond\":%s}",
            first ? "" : ",", of->info.name, of->driver, of->steps, of->p50, of->p99, of->worst,
            of->limit, of->passes, of->pass_limit, of->beyond ? "true" : "false");
}

int main(int argument_count, char **arguments)
{
    bench_plays plays = bench_plays_from(argument_count, arguments);
    printf("%-10s %-8s %6s %9s %12s %12s %12s %10s %9s %6s\n", "play", "by", "steps", "triangles",
           "p50", "p99", "worst", "p99 / tri", "limit", "passes");
    bench_plays_each(&plays, run);
    printf("Pairs of features tested and pairs of volumes compared, a step; passes: the most, and "
           "how many there may be.\n");
    FILE *file = bench_plays_open(&plays, "work");
    for (uint32_t i = 0; i < row_count && file != NULL; i++) {
        write_row(file, &rows[i], i == 0);
    }
    return bench_plays_close(file, failed);
}
