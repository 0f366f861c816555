/* Every play starved: a stretch of it, around the step with the most hits, with each working
 * capacity and each limit cut to a half, a tenth, one and nothing, and the scratch cut at many
 * places; see starve.h for what limits of zone and hold are cut from. A cut that takes nothing away
 * shows nothing: its row says so, and over all plays each capacity and limit must bite somewhere.
 * Arguments as in bench_plays.h; the steps are those of a stretch, 12 unless told. */
#include "bench/bench_plays.h"
#include "starve.h"

#define MOST_ROWS    3000u
#define SCRATCH_CUTS 12u
#define LOOK_AHEAD   40u
#define STEPS        12u

typedef struct row {
    const char *scene, *driver, *what;
    uint32_t value;
    starve_result got;
    bool idle; /* no row of this capacity or limit, in any play, has taken anything away */
} row;

static row rows[MOST_ROWS];
static uint32_t row_count, failed;

static bool has_failed(const row *of)
{
    const starve_result *got = &of->got;
    return got->refused || got->intersections > 0 || !got->named || !got->told || !got->honest ||
           got->led_astray || !got->guard_ok || !got->deterministic;
}

static void print_row(const row *of)
{
    const starve_result *got = &of->got;
    printf("%-10s %-8s %-16s %8" PRIu32 " %8" PRIu32 " %8" PRIu32 " %8" PRIu32 " %8" PRIu32
           "  %s%s%s%s%s%s%s%s%s%s\n",
           of->scene, of->driver, of->what, of->value, got->intersections, got->changed_steps,
           got->limited_steps, got->held_vertices, starve_bites(got) ? "" : "does not bite",
           has_failed(of) ? "FAILED:" : "", got->refused ? " refused" : "",
           got->intersections > 0 ? " not clean" : "", got->named ? "" : " not named",
           got->told ? "" : " status not limited", got->honest ? "" : " status against report",
           got->led_astray ? " events change the way" : "", got->guard_ok ? "" : " written outside",
           got->deterministic ? "" : " not the same twice");
    fflush(stdout);
}

static void try(const play_info *info, played_driver driver, starve_what what, uint32_t value)
{
    if (row_count == MOST_ROWS) {
        failed++;
        return;
    }
    row *to = &rows[row_count++];
    bench_plays_progress(info->name, starve_names[what], value, value + 1u);
    *to = (row){.scene = info->name,
                .driver = played_driver_names[driver],
                .what = starve_names[what],
                .value = value,
                .got = starve_run(what, value)};
    failed += has_failed(to);
    print_row(to);
}

/* The step with the most hits, from the first one with any on for a while: where to starve. */
static uint32_t busiest_step(played_driver driver, play_id id)
{
    static played_world played;
    uint32_t step = 0, most = 0, first = 0, last = 0;
    bool good = bench_plays_start(&played, driver, id, SCENE_SMALL);
    last = played.player.info.steps;
    while (good && played.player.step < last) {
        good = played_world_step(&played);
        if (played.report.hits > most) {
            first = first == 0 ? played.player.step : first;
            last = first + LOOK_AHEAD < last ? first + LOOK_AHEAD : last;
            most = played.report.hits;
            step = played.player.step;
        }
    }
    played_world_end(&played);
    return step;
}

static void starve(const bench_plays *plays, played_driver driver, play_id id)
{
    play_info info;
    uint32_t values[4], steps = plays->steps > 0 ? plays->steps : STEPS;
    uint32_t busiest = busiest_step(driver, id),
             from = busiest > steps / 2u ? busiest - steps / 2u : 0;
    play_describe(id, SCENE_SMALL, &info);
    if (!starve_start(driver, id, SCENE_SMALL, from, steps)) {
        printf("%-10s was refused\n", info.name);
        failed++;
        return;
    }
    for (int what = 0; what < STARVE_COUNT; what++) {
        uint32_t count = starve_values(starve_plenty((starve_what)what), values);
        for (uint32_t i = 0; i < count; i++) {
            try(&info, driver, (starve_what)what, values[i]);
        }
    }
    for (uint32_t i = 1; i <= SCRATCH_CUTS; i++) {
        uint64_t plenty = starve_plenty(STARVE_SCRATCH);
        try(&info, driver, STARVE_SCRATCH, (uint32_t)(plenty * i / (SCRATCH_CUTS + 1u)));
    }
    starve_end();
}

static void write_row(FILE *file, const row *of, bool first)
{
    const starve_result *got = &of->got;
    fprintf(file,
            "%s\n{\"scene\":\"%s\",\"driver\":\"%s\",\"capacity\":\"%s\",\"value\":%" PRIu32
            ",\"intersections\":%" PRIu32
            ",\"named_in_report\":%s,\"status_limited\":%s,\"honest\":%s,\"led_astray\":%s,"
            "\"guard_ok\":%s,"
            "\"deterministic\":%s,\"bites\":%s,\"idle\":%s,\"changed_steps\":%" PRIu32
            ",\"limited_steps\":%" PRIu32 ",\"held_vertices\":%" PRIu32 "}",
            first ? "" : ",", of->scene, of->driver, of->what, of->value, got->intersections,
            got->named ? "true" : "false", got->told ? "true" : "false",
            got->honest ? "true" : "false", got->led_astray ? "true" : "false",
            got->guard_ok ? "true" : "false", got->deterministic ? "true" : "false",
            starve_bites(got) ? "true" : "false", of->idle ? "true" : "false", got->changed_steps,
            got->limited_steps, got->held_vertices);
}

/* Of each capacity and limit: how many rows took something away. Over all plays there must be one.
 */
static void sum_up(const bench_plays *plays)
{
    bool all_plays = plays->only == NULL && plays->driver == NULL;
    printf("\n%-16s %8s %8s %8s\n", "cut", "rows", "bite", "changed");
    for (int what = 0; what < STARVE_COUNT; what++) {
        uint32_t count = 0, biting = 0, changed = 0;
        for (uint32_t i = 0; i < row_count; i++) {
            bool of_it = rows[i].what == starve_names[what];
            count += of_it;
            biting += of_it && starve_bites(&rows[i].got);
            changed += of_it ? rows[i].got.changed_steps : 0u;
        }
        bool idle = all_plays && biting == 0;
        for (uint32_t i = 0; i < row_count; i++) {
            rows[i].idle = rows[i].idle || (idle && rows[i].what == starve_names[what]);
        }
        failed += idle;
        printf("%-16s %8" PRIu32 " %8" PRIu32 " %8" PRIu32 "  %s\n", starve_names[what], count,
               biting, changed, idle ? "FAILED: never bites" : "");
    }
}

int main(int argument_count, char **arguments)
{
    bench_plays plays = bench_plays_from(argument_count, arguments);
    printf("%-10s %-8s %-16s %8s %8s %8s %8s %8s\n", "play", "by", "cut", "value", "crossed",
           "changed", "limited", "held");
    bench_plays_each(&plays, starve);
    sum_up(&plays);
    printf("%" PRIu32 " stretches, each twice; %" PRIu32 " failed. Changed: steps that end "
           "elsewhere than with plenty.\n",
           row_count, failed);
    FILE *file = bench_plays_open(&plays, "starve");
    for (uint32_t i = 0; i < row_count && file != NULL; i++) {
        write_row(file, &rows[i], i == 0);
    }
    return bench_plays_close(file, failed);
}
