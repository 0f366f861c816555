/* Promise 3 shown: every play by a simulator of its own and hem_resolve, and by hem_step, and after
 * every step every edge with every face. Arguments as in bench_plays.h. */
#include "bench/bench_plays.h"
#include "clean_check.h"

typedef struct row {
    play_info info;
    const char *driver;
    uint32_t steps;
    clean_count found; /* in all steps */
    uint64_t pinched, held_vertices, pins_held;
    uint32_t held_steps, limited_steps;
    uint32_t cut_off_steps; /* limited by iterations of the solve, and maybe by others */
    uint32_t uncounted;     /* steps with a fresh crossing of a moving body, and nothing pinched */
    bool broken;            /* a call was refused */
    uint64_t hash;
} row;

static row rows[(uint32_t)PLAY_COUNT * (uint32_t)PLAYED_DRIVERS];
static uint32_t row_count, failed;
static played_world played;
static clean_check check;

static void add_step(row *to, const clean_count *found)
{
    const hem_report *report = &played.report;
    to->found.self += found->self;
    to->found.deformable += found->deformable;
    to->found.still += found->still;
    to->found.moving += found->moving;
    to->pinched += report->pinched;
    to->held_vertices += report->held_vertices;
    to->pins_held += report->pins_held;
    to->held_steps += report->held_vertices > 0;
    to->limited_steps += played.status > HEM_OK;
    to->cut_off_steps += report->phase[HEM_PHASE_INTEGRATE].unsettled > 0;
    to->uncounted += found->fresh > 0 && report->pinched == 0;
}

static bool crosses(const row *of)
{
    return of->found.self + of->found.deformable + of->found.still > 0;
}

/* One step in a hundred or more. */
static bool holds_too_often(const row *of)
{
    return of->held_steps > 0 && 100u * of->held_steps >= of->steps;
}

/* No play leads anything so that it would have to be pinched. */
static bool has_failed(const row *of)
{
    return of->broken || crosses(of) || of->pinched > 0 || of->uncounted > 0 || holds_too_often(of);
}

static void print_row(const row *of)
{
    printf("%-10s %-8s %6" PRIu32 " %8" PRIu32 " %5" PRIu32 " %10" PRIu32 " %5" PRIu32 " %6" PRIu32
           " %8" PRIu64 " %10" PRIu64 " %7.2f%% %9" PRIu64 " %8" PRIu32 " %8" PRIu32 "  %016" PRIx64
           "%s%s%s%s%s\n",
           of->info.name, of->driver, of->steps, of->info.vertex_count, of->found.self,
           of->found.deformable, of->found.still, of->found.moving, of->pinched, of->held_vertices,
           of->steps > 0 ? 100.0 * of->held_steps / of->steps : 0.0, of->pins_held,
           of->limited_steps, of->cut_off_steps, of->hash, has_failed(of) ? "  FAILED:" : "",
           of->broken ? " refused" : "", crosses(of) ? " not clean" : "",
           of->pinched > 0 ? " pinched" : "", holds_too_often(of) ? " held too often" : "");
    if (of->uncounted > 0) {
        printf("%-10s %" PRIu32 " steps with a new crossing of a moving body, nothing pinched\n",
               "", of->uncounted);
    }
}

static void run(const bench_plays *plays, played_driver driver, play_id id)
{
    row *to = &rows[row_count++];
    to->driver = played_driver_names[driver];
    to->broken = !bench_plays_start(&played, driver, id, SCENE_FULL) ||
                 !clean_check_start(&check, &played.player);
    to->info = played.player.info;
    uint32_t steps = bench_plays_steps(plays, &played.player);
    while (!to->broken && to->steps < steps) {
        clean_count found;
        to->broken = !played_world_step(&played) || !clean_check_look(&check, true, &found);
        if (!to->broken) {
            add_step(to, &found);
            to->steps++;
            bench_plays_progress(to->info.name, "step", to->steps, steps);
        }
    }
    to->hash = played.hash;
    clean_check_end(&check);
    played_world_end(&played);
    failed += has_failed(to);
    print_row(to);
    fflush(stdout);
}

static void write_row(FILE *file, const row *of, bool first)
{
    fprintf(file,
            "%s\n{\"scene\":\"%s\",\"driver\":\"%s\",\"steps\":%" PRIu32 ",\"self\":%" PRIu32
            ",\"deformable\":%" PRIu32 ",\"still\":%" PRIu32 ",\"moving\":%" PRIu32
            ",\"pinched\":%" PRIu64 ",\"held_vertices\":%" PRIu64 ",\"held_steps\":%" PRIu32
            ",\"pins_held\":%" PRIu64 ",\"limited_steps\":%" PRIu32 ",\"cut_off_steps\":%" PRIu32
            ",\"uncounted\":%" PRIu32 ",\"hash\":\"%016" PRIx64 "\"}",
            first ? "" : ",", of->info.name, of->driver, of->steps, of->found.self,
            of->found.deformable, of->found.still, of->found.moving, of->pinched, of->held_vertices,
            of->held_steps, of->pins_held, of->limited_steps, of->cut_off_steps, of->uncounted,
            of->hash);
}

int main(int argument_count, char **arguments)
{
    bench_plays plays = bench_plays_from(argument_count, arguments);
    printf("%-10s %-8s %6s %8s %5s %10s %5s %6s %8s %10s %8s %9s %8s %8s  %s\n", "play", "by",
           "steps", "vertices", "self", "deformable", "still", "moving", "pinched", "held",
           "of steps", "pins held", "limited", "cut off", "hash");
    bench_plays_each(&plays, run);
    printf(
        "Crossings of an edge and a face, summed over all steps. Held: vertices, and the part "
        "of steps that hold any, which must be less than 1%%. Nothing may be pinched. Limited: "
        "steps in which something ran out; cut off: the iterations of the solve, with or without "
        "others.\n");
    FILE *file = bench_plays_open(&plays, "promise3");
    for (uint32_t i = 0; i < row_count && file != NULL; i++) {
        write_row(file, &rows[i], i == 0);
    }
    return bench_plays_close(file, failed);
}
