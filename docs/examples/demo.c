/* The demo: a pile of sheets and a shower of sheets on a turning torus, in one static block. Hem
 * moves the cloth and keeps it apart, an exact test looks for crossings after every step, and
 * pictures show how it went.
 *
 *     demo [folder for pictures] [most steps of each play] */
#include "player_crossings.h"
#include "player_picture.h"
#include "step_player.h"

#include <hem/hem.h>
#include <stdio.h>
#include <stdlib.h>

/* Room for the larger of the two. Sheets in a pile have many contacts for each vertex. */
enum {
    BODIES = PLAY_MOST_BODIES,
    VERTICES = 5600,
    TRIANGLES = 9400,
    EDGES = HEM_EDGES(VERTICES, TRIANGLES),
    CONTACTS = 10 * VERTICES,
    BAR = 40,
};

HEM_BLOCK(block, HEM_CLOTH_WORLD_BYTES(BODIES, VERTICES, TRIANGLES, EDGES, CONTACTS));
HEM_BLOCK(judge_memory, PLAYER_CROSSINGS_BYTES(BODIES, TRIANGLES));
PLAYER_MEMORY(memory, VERTICES, TRIANGLES);
static scene_player player;
static step_player hem;
static player_crossings judge;

static const struct {
    play_id id;
    uint32_t steps;
} programme[] = {{PLAY_PILE, 300}, {PLAY_TORUS, 140}};
enum { PLAYS = sizeof programme / sizeof programme[0] };

static const char *const phase_names[HEM_PHASES] = {
    [HEM_PHASE_PROXIMITY] = "proximity", [HEM_PHASE_INTEGRATE] = "integrate",
    [HEM_PHASE_REPEL] = "repel",         [HEM_PHASE_IMPACT] = "impact",
    [HEM_PHASE_ZONE] = "zone",           [HEM_PHASE_HOLD] = "hold",
    [HEM_PHASE_COMMIT] = "commit"};

/* What is told of a play at the end. */
typedef struct summary {
    play_info info;
    uint32_t steps, bytes;
    uint32_t contacts; /* the most in a step */
    uint64_t crossings, impacts, held, pinched, zones;
    uint32_t held_steps, limited_steps, cut_off_steps;
    double seconds, judge, phase[HEM_PHASES];
    uint64_t hash;
} summary;

static double now(void)
{
    return (double)hem_ticks() / (double)hem_ticks_per_second();
}

static bool draw(const char *folder)
{
    player_path path;
    if (player_draw_to(&player, folder, path)) {
        return true;
    }
    printf("\ncannot write %s\n", path);
    return false;
}

static bool refused(const char *what, hem_status status)
{
    if (status < HEM_OK) {
        printf("\nstep %u: %s refused: %s\n", (unsigned)player.step, what, hem_status_text(status));
    }
    return status < HEM_OK;
}

static void add_report(summary *sum, hem_status status, const hem_report *report)
{
    for (uint32_t p = 0; p < HEM_PHASES; p++) {
        sum->phase[p] += 1e-6 * report->phase[p].microseconds;
    }
    sum->contacts = report->contacts.used > sum->contacts ? report->contacts.used : sum->contacts;
    sum->impacts += report->impacts;
    sum->held += report->held_vertices;
    sum->held_steps += report->held_vertices > 0;
    sum->pinched += report->pinched;
    sum->zones += report->zones;
    sum->limited_steps += status == HEM_LIMITED;
    sum->cut_off_steps += report->phase[HEM_PHASE_INTEGRATE].unsettled > 0;
}

static bool step_once(summary *sum)
{
    hem_report report;
    double start = now();
    hem_status status = step_player_step(&hem, &player, &report);
    double moved = now();
    if (refused("a step", status)) {
        return false;
    }
    add_report(sum, status, &report);
    if (refused("the search for crossings", player_crossings_count(&judge, &hem, &player))) {
        return false;
    }
    sum->crossings += judge.self + judge.deformable + judge.still + judge.moving;
    sum->seconds += moved - start;
    sum->judge += now() - moved;
    return true;
}

static bool start(play_id id, summary *sum)
{
    if (!player_start(&player, id, SCENE_FULL, &memory)) {
        printf("there is no room for play %d\n", (int)id);
        return false;
    }
    sum->info = player.info;
    hem_caps caps = step_player_caps(&player, CONTACTS);
    sum->bytes = hem_world_bytes(&caps);
    return !refused("the world",
                    step_player_start(&hem, &player, block, (uint32_t)sizeof block, CONTACTS)) &&
           !refused("the judge", player_crossings_start(&judge, &hem, &player, judge_memory,
                                                        (uint32_t)sizeof judge_memory));
}

/* Plays, with a bar that grows, and draws the first, the middle and the last frame. */
static bool play(play_id id, uint32_t steps, const char *folder, summary *sum)
{
    if (!start(id, sum)) {
        return false;
    }
    sum->steps = steps;
    printf("%-6s %-38s [", sum->info.name, sum->info.title);
    for (uint32_t step = 0, shown = 0; step <= steps; step++) {
        bool picture = step == 0 || step == steps / 2u || step == steps;
        if ((step > 0 && !step_once(sum)) || (picture && !draw(folder))) {
            return false;
        }
        for (; shown * steps < step * BAR; shown++) {
            putchar('#');
        }
        fflush(stdout);
    }
    printf("]\n");
    sum->hash = hem_world_hash(hem.world);
    return true;
}

/* One row of the table: a name, and what `of` makes of each play. */
static void print_row(const char *name, const summary *sums, double of(const summary *),
                      int decimals)
{
    printf("  %-30s", name);
    for (uint32_t i = 0; i < PLAYS; i++) {
        printf(" %16.*f", decimals, of(&sums[i]));
    }
    printf("\n");
}

#define ROW_OF(name, expression)           \
    static double name(const summary *sum) \
    {                                      \
        return (double)(expression);       \
    }

ROW_OF(bodies_of, sum->info.body_count)
ROW_OF(vertices_of, sum->info.vertex_count)
ROW_OF(triangles_of, sum->info.triangle_count)
ROW_OF(steps_of, sum->steps)
ROW_OF(bytes_of, sum->bytes)
ROW_OF(contacts_of, sum->contacts)
ROW_OF(impacts_of, sum->impacts)
ROW_OF(zones_of, sum->zones)
ROW_OF(limited_of, sum->limited_steps)
ROW_OF(cut_off_of, sum->cut_off_steps)
ROW_OF(held_of, sum->held)
ROW_OF(held_steps_of, sum->held_steps)
ROW_OF(pinched_of, sum->pinched)
ROW_OF(crossings_of, sum->crossings)
ROW_OF(rate_of, sum->steps / sum->seconds)
ROW_OF(judge_of, 1e3 * sum->judge / sum->steps)

static void print_phases(const summary *sums)
{
    for (uint32_t p = 0; p < HEM_PHASES; p++) {
        printf("    %-28s", phase_names[p]);
        for (uint32_t i = 0; i < PLAYS; i++) {
            printf(" %16.2f", 1e3 * sums[i].phase[p] / sums[i].steps);
        }
        printf("\n");
    }
}

static void print_table(const summary *sums)
{
    printf("\n  %-30s", "");
    for (uint32_t i = 0; i < PLAYS; i++) {
        printf(" %16s", sums[i].info.name);
    }
    printf("\n");
    print_row("bodies", sums, bodies_of, 0);
    print_row("vertices", sums, vertices_of, 0);
    print_row("triangles", sums, triangles_of, 0);
    print_row("bytes of the block", sums, bytes_of, 0);
    print_row("steps", sums, steps_of, 0);
    print_row("contacts, the most in a step", sums, contacts_of, 0);
    print_row("impacts answered", sums, impacts_of, 0);
    print_row("zones", sums, zones_of, 0);
    print_row("steps that ran out of something", sums, limited_of, 0);
    print_row("of iterations of the solve", sums, cut_off_of, 0);
    print_row("steps that held vertices", sums, held_steps_of, 0);
    print_row("vertices held", sums, held_of, 0);
    print_row("pinched", sums, pinched_of, 0);
    print_row("intersections found", sums, crossings_of, 0);
    printf("  %-30s", "hash");
    for (uint32_t i = 0; i < PLAYS; i++) {
        printf(" %016llx", (unsigned long long)sums[i].hash);
    }
    printf("\n\n");
    print_row("steps a second", sums, rate_of, 1);
    printf("  Hem, ms a step\n");
    print_phases(sums);
    print_row("search for intersections, ms", sums, judge_of, 2);
}

int main(int count, char **words)
{
    static summary sums[PLAYS];
    const char *folder = count > 1 ? words[1] : ".";
    unsigned long most = count > 2 ? strtoul(words[2], NULL, 10) : UINT32_MAX;
    printf("Hem %d.%d.%d: cloth in one static block of %.1f MB, no heap.\n\n", HEM_VERSION_MAJOR,
           HEM_VERSION_MINOR, HEM_VERSION_PATCH, (double)sizeof block / 1e6);
    for (uint32_t i = 0; i < PLAYS; i++) {
        uint32_t steps = programme[i].steps < most ? programme[i].steps : (uint32_t)most;
        if (!play(programme[i].id, steps, folder, &sums[i])) {
            return 1;
        }
    }
    print_table(sums);
    printf("\nThe first, middle and last frames of each play are in %s/, as SVG.\n"
           "The hashes are the same in every run.\n",
           folder);
    return 0;
}
