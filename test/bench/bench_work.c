/* Work a step: how many pairs of features are tested and pairs of volumes compared in the steps of
 * every play. Counts, so they are the same on every machine. Arguments as in bench_plays.h. */
#include "bench/bench_plays.h"

#define MOST_STEPS 2000u

typedef struct row {
    play_info info;
    const char *driver;
    uint32_t steps;
    uint64_t p50, p99, worst;
    double limit; /* of work, by the passes that are allowed: see limit_of */
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

/* All passes, each over every pair of a vertex and a face, of two edges and of two volumes. An
 * estimate from above, far from what is ever reached: passes that are tried again after an answer
 * that was not finite are not in it. */
static double limit_of(const played_world *of)
{
    const hem_limits *limits = &of->hem.in.limits;
    double v = of->hem.world->vertex_count, f = of->hem.world->triangle_count,
           e = of->hem.world->edge_count;
    double volumes = 2.0 * f, pairs = v * f + 0.5 * e * e + 0.5 * volumes * volumes;
    return pairs * (5.0 + limits->impact_passes + limits->zone_passes + limits->hold_passes);
}

static void print_row(const row *of)
{
    printf("%-10s %-8s %6" PRIu32 " %9" PRIu32 " %12" PRIu64 " %12" PRIu64 " %12" PRIu64
           " %10.1f %14.3g\n",
           of->info.name, of->driver, of->steps, of->info.triangle_count, of->p50, of->p99,
           of->worst, (double)of->p99 / of->info.triangle_count, of->limit);
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
        bench_plays_progress(to->info.name, "step", to->steps, steps);
    }
    failed += !good;
    if (to->steps > 0) {
        qsort(work, to->steps, sizeof *work, compare);
        to->p50 = work[to->steps / 2u];
        to->p99 = work[to->steps * 99u / 100u];
        to->worst = work[to->steps - 1u];
        to->limit = limit_of(&played);
    }
    played_world_end(&played);
    print_row(to);
}

static void write_row(FILE *file, const row *of, bool first)
{
    fprintf(file,
            "%s\n{\"scene\":\"%s\",\"driver\":\"%s\",\"steps\":%" PRIu32 ",\"p50\":%" PRIu64
            ",\"p99\":%" PRIu64 ",\"worst\":%" PRIu64 ",\"limit\":%.0f}",
            first ? "" : ",", of->info.name, of->driver, of->steps, of->p50, of->p99, of->worst,
            of->limit);
}

int main(int argument_count, char **arguments)
{
    bench_plays plays = bench_plays_from(argument_count, arguments);
    printf("%-10s %-8s %6s %9s %12s %12s %12s %10s %14s\n", "play", "by", "steps", "triangles",
           "p50", "p99", "worst", "p99 / tri", "limit");
    bench_plays_each(&plays, run);
    printf("Pairs of features tested and pairs of volumes compared, a step.\n");
    FILE *file = bench_plays_open(&plays, "work");
    for (uint32_t i = 0; i < row_count && file != NULL; i++) {
        write_row(file, &rows[i], i == 0);
    }
    return bench_plays_close(file, failed);
}
