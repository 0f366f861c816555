/* Rest, with no body asleep: the pile, cloths draped over a sphere and over a platform, and
 * the folded towel, by hem_step with default capacities and limits. After SETTLE steps each is
 * watched for many more: how fast anything is, by its velocity and by its way, where it is in the
 * end, and how narrow gaps are. Arguments as in bench_plays.h; the steps are those that are
 * watched. */
#include "bench/bench_plays.h"
#include "clean_check.h"

#include <math.h>

enum { SETTLE = 2000, WATCH = 10000, UNHELD = 1000, PLENTY = 30 };

/* What counts as rest: J/kg, m/s, m, thicknesses. */
#define ENERGY 1e-6
#define SPEED  2e-3
#define DRIFT  1e-4
#define GAP    0.5

static const play_id scenes[] = {PLAY_PILE, PLAY_DRAPES, PLAY_LARGE, PLAY_PLATFORM, PLAY_TOWEL};
enum { SCENES = sizeof scenes / sizeof scenes[0] };

typedef struct row {
    const char *name;
    uint32_t steps, held, held_steps, crossings, unclean;
    double energy_max, speed_max, drift_max, gap_p1;
    bool broken, failed;
} row;

static row rows[SCENES];
static played_world played;
static clean_check check;
static hem_vec3 before[PLAY_FULL_VERTICES], settled[PLAY_FULL_VERTICES];

static double distance(hem_vec3 a, hem_vec3 b)
{
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y;
    double z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static void keep(hem_vec3 *to)
{
    memcpy(to, player_world_positions(&played.hem), played.player.info.vertex_count * sizeof *to);
}

/* A step that is watched. */
static void look(row *to)
{
    const hem_vec3 *velocity = player_world_velocities(&played.hem);
    const hem_vec3 *position = player_world_positions(&played.hem);
    double energy = 0.0, mass = 0.0, dt = (double)played.player.info.dt;
    for (uint32_t b = 0; b < played.player.info.body_count; b++) {
        const player_body *body = &played.player.bodies[b];
        uint32_t first = body->first_vertex, count = body->what.shape.vertex_count;
        for (uint32_t v = first; player_deforms(body) && v < first + count; v++) {
            double speed = larger(distance(velocity[v], (hem_vec3){0.0f, 0.0f, 0.0f}),
                                  distance(position[v], before[v]) / dt);
            double own = (double)played.player.memory.masses[v];
            energy += 0.5 * own * speed * speed;
            mass += own;
            to->speed_max = larger(to->speed_max, speed);
            to->drift_max = larger(to->drift_max, distance(position[v], settled[v]));
        }
    }
    to->energy_max = larger(to->energy_max, energy / mass);
}

static int by_size(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* The gap, in thicknesses, that one contact in a hundred is narrower than: all contacts as another
 * world finds them, with room for them all. */
static double narrow_gap(void)
{
    double gap = 0.0;
    if (!played_world_make(&played, PLENTY * played.player.info.vertex_count) ||
        !played_world_step(&played) || played.report.contacts.left_out > 0) {
        return gap;
    }
    uint32_t count = hem_world_contact_count(played.hem.world);
    float *gaps = malloc((count + 1u) * sizeof *gaps);
    for (uint32_t i = 0; gaps != NULL && i < count; i++) {
        hem_impact contact;
        hem_world_contact(played.hem.world, i, &contact);
        gaps[i] = contact.distance / played.player.info.thickness;
    }
    if (gaps != NULL && count > 0) {
        qsort(gaps, count, sizeof *gaps, by_size);
        gap = (double)gaps[count / 100u];
    }
    free(gaps);
    return gap;
}

static bool step(row *to)
{
    if (!played_world_step(&played)) {
        to->broken = true;
    }
    return !to->broken;
}

static void watch(row *to, uint32_t steps)
{
    for (uint32_t k = 0; k < SETTLE && step(to); k++) {
        bench_plays_progress(to->name, "settling", k + 1u, SETTLE);
    }
    keep(settled);
    keep(before);
    while (to->steps < steps && step(to)) {
        look(to);
        keep(before);
        to->steps++;
        to->held_steps += played.report.held_vertices > 0;
        to->held += to->steps + UNHELD > steps ? played.report.held_vertices : 0u;
        bench_plays_progress(to->name, "watched", to->steps, steps);
    }
}

static void run(row *to, play_id id, uint32_t steps)
{
    to->broken = !bench_plays_start(&played, PLAYED_STEP, id, SCENE_FULL) ||
                 !clean_check_start(&check, &played.player);
    to->name = played.player.info.name;
    if (!to->broken) {
        clean_count found = {0};
        watch(to, steps);
        to->broken = to->broken || !clean_check_look(&check, true, &found);
        to->crossings = found.self + found.deformable + found.still + found.moving;
        to->gap_p1 = narrow_gap();
    }
    clean_check_end(&check);
    played_world_end(&played);
    to->failed = to->broken || to->crossings > 0 || to->held > 0 || !(to->energy_max < ENERGY) ||
                 !(to->speed_max < SPEED) || !(to->drift_max < DRIFT) || !(to->gap_p1 >= GAP);
}

static void print_row(const row *of)
{
    printf("%-10s %6" PRIu32 " %12.2e %12.5f %10.5f %8.3f %6" PRIu32 " %10" PRIu32 "%s\n", of->name,
           of->steps, of->energy_max, 1000.0 * of->speed_max, 1000.0 * of->drift_max, of->gap_p1,
           of->held, of->held_steps,
           of->broken   ? "  REFUSED"
           : of->failed ? "  does not rest"
                        : "");
    fflush(stdout);
}

static void write_row(FILE *file, const row *of, bool first)
{
    fprintf(file,
            "%s\n{\"scene\":\"%s\",\"steps\":%" PRIu32
            ",\"energy_max\":%.9g,\"speed_max\":%.9g,\"drift_max\":%.9g,\"gap_p1\":%.4f,"
            "\"held\":%" PRIu32 "}",
            first ? "" : ",", of->name, of->steps, of->energy_max, of->speed_max, of->drift_max,
            of->gap_p1, of->held);
}

int main(int argument_count, char **arguments)
{
    bench_plays plays = bench_plays_from(argument_count, arguments);
    uint32_t failed = 0, count = 0, steps = plays.steps > 0 ? plays.steps : WATCH;
    printf("%-10s %6s %12s %12s %10s %8s %6s %10s\n", "play", "steps", "energy J/kg", "speed mm/s",
           "drift mm", "gap p1", "held", "held steps");
    for (uint32_t i = 0; i < SCENES; i++) {
        play_info info;
        if (play_describe(scenes[i], SCENE_FULL, &info) &&
            (plays.only == NULL || strcmp(plays.only, info.name) == 0)) {
            run(&rows[count], scenes[i], steps);
            failed += rows[count].failed;
            print_row(&rows[count++]);
        }
    }
    printf(
        "Watched after %d steps that settle. The most in any step: kinetic energy, speed, and how "
        "far anything is from where it had settled. Gap: narrower than that, in thicknesses, is "
        "one contact in a hundred. Held: vertices in the last %d steps.\n"
        "At rest is less than %.0e J/kg, %.0f mm/s and %.1f mm, a gap of %.1f, and none held.\n",
        SETTLE, UNHELD, ENERGY, 1000.0 * SPEED, 1000.0 * DRIFT, GAP);
    FILE *file = bench_plays_open(&plays, "rest");
    for (uint32_t i = 0; i < count && file != NULL; i++) {
        write_row(file, &rows[i], i == 0);
    }
    return bench_plays_close(file, failed);
}
