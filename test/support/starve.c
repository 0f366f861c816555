/* Starvation: see starve.h. */
#include "starve.h"

#include "report_check.h"

#include <string.h>

#define PLENTY_OF_CONTACTS 20u /* a vertex */

const char *const starve_names[STARVE_COUNT] = {
    "contacts",      "events",           "scratch",      "repel_sweeps",
    "impact_passes", "impact_sweeps",    "zone_passes",  "zone_sweeps",
    "hold_passes",   "cloth_iterations", "cloth_passes",
};

static played_world played;
static clean_check check;
static uint32_t step_count;
static uint32_t plenty_events[STARVE_MOST_STEPS]; /* of each step */
static uint32_t most_contacts, most_events, most_scratch;

/* What runs do without from the beginning, so that the phase behind it has work. */
typedef enum base { ALL_PHASES, WITHOUT_IMPACT, WITHOUT_ZONE, BASES } base;

static uint64_t plenty_hash[BASES][STARVE_MOST_STEPS]; /* of the world after each step */

static base base_of(starve_what what)
{
    if (what == STARVE_HOLD_PASSES) {
        return WITHOUT_ZONE;
    }
    return what == STARVE_ZONE_PASSES || what == STARVE_ZONE_SWEEPS ? WITHOUT_IMPACT : ALL_PHASES;
}

static void take_away(base from, hem_limits *limits)
{
    if (from != ALL_PHASES) {
        limits->impact_passes = limits->impact_sweeps = 0;
    }
    if (from == WITHOUT_ZONE) {
        limits->zone_passes = limits->zone_sweeps = 0;
    }
}

static uint32_t *limit_of(hem_limits *limits, starve_what what)
{
    switch (what) {
    case STARVE_REPEL_SWEEPS:
        return &limits->repel_sweeps;
    case STARVE_IMPACT_PASSES:
        return &limits->impact_passes;
    case STARVE_IMPACT_SWEEPS:
        return &limits->impact_sweeps;
    case STARVE_ZONE_PASSES:
        return &limits->zone_passes;
    case STARVE_ZONE_SWEEPS:
        return &limits->zone_sweeps;
    case STARVE_HOLD_PASSES:
        return &limits->hold_passes;
    case STARVE_CLOTH_ITERATIONS:
        return &limits->cloth_iterations;
    case STARVE_CLOTH_PASSES:
        return &limits->cloth_passes;
    default:
        return NULL;
    }
}

static uint32_t plenty_of_contacts(void)
{
    return PLENTY_OF_CONTACTS * played.player.info.vertex_count;
}

/* A world with plenty of room, but of what is cut. */
static bool make_world(starve_what what, uint32_t value)
{
    const scene_player *player = &played.player;
    uint32_t contacts = what == STARVE_CONTACTS ? value : plenty_of_contacts();
    uint32_t bodies = player->info.body_count, pairs = bodies * (bodies + 3u) / 2u;
    hem_caps caps = played.driver == PLAYED_STEP ? step_player_caps(player, contacts)
                                                 : resolve_player_caps(player, contacts);
    caps.events = what == STARVE_EVENTS ? value : pairs;
    return played_world_make_with(&played, &caps);
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static void note_most(const hem_report *report)
{
    most_contacts = larger(most_contacts, report->contacts.used);
    most_events = larger(most_events, report->events.used);
    most_scratch = larger(most_scratch, report->scratch.used);
}

/* The stretch with all that a base has, from where it begins. */
static bool play_with_plenty(base from)
{
    played_world_go_back(&played);
    bool good = make_world(STARVE_COUNT, 0);
    take_away(from, &played.hem.in.limits);
    for (uint32_t k = 0; good && k < step_count; k++) {
        good = played_world_step(&played);
        plenty_hash[from][k] = hem_world_hash(played.hem.world);
        if (from == ALL_PHASES) {
            plenty_events[k] = played.report.events.used;
            note_most(&played.report);
        }
    }
    return good;
}

bool starve_start(played_driver driver, play_id id, scene_size size, uint32_t from, uint32_t steps)
{
    step_count = steps < STARVE_MOST_STEPS ? steps : STARVE_MOST_STEPS;
    most_contacts = most_events = most_scratch = 0;
    if (!played_world_start_by(&played, driver, id, size) || !make_world(STARVE_COUNT, 0)) {
        return false;
    }
    while (played.player.step < from) {
        if (!played_world_step(&played)) {
            return false;
        }
    }
    played_world_keep(&played);
    bool good = true;
    for (int i = 0; i < BASES; i++) {
        good = good && play_with_plenty((base)i);
    }
    return good;
}

void starve_end(void)
{
    played_world_end(&played);
}

uint32_t starve_plenty(starve_what what)
{
    hem_step_in in = hem_default_step_in(played.player.info.dt);
    const uint32_t *limit = limit_of(&in.limits, what);
    bool of_cloth = what == STARVE_CLOTH_ITERATIONS || what == STARVE_CLOTH_PASSES;
    if (of_cloth && played.driver != PLAYED_STEP) {
        return 0;
    }
    if (limit != NULL) {
        return *limit;
    }
    return what == STARVE_CONTACTS ? most_contacts
           : what == STARVE_EVENTS ? most_events
                                   : most_scratch;
}

uint32_t starve_values(uint32_t plenty, uint32_t values[4])
{
    uint32_t tenth = larger(plenty / 10u, 1u), count = 0;
    const uint32_t wanted[4] = {plenty / 2u, tenth, 1u, 0u};
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t last = count > 0 ? values[count - 1u] : plenty;
        if (wanted[i] < last) {
            values[count++] = wanted[i];
        }
    }
    return count;
}

static uint32_t left_by(hem_phase phase)
{
    return played.report.phase[phase].undone;
}

/* Sweeps that ran out, or that there were none of. */
static bool swept_too_little(hem_phase phase)
{
    return left_by(phase) + played.report.phase[phase].unsettled > 0;
}

/* Whole bodies were held as soon as the passes for single vertices had run out. */
static bool held_more(void)
{
    const hem_phase_report *report = &played.report.phase[HEM_PHASE_HOLD];
    return report->passes >= report->limit && played.report.held_vertices > 0;
}

/* No solve, or one that took all that its first pass may. */
static bool solve_was_short(void)
{
    const hem_phase_report *report = &played.report.phase[HEM_PHASE_INTEGRATE];
    return report->undone + report->unsettled > 0 ||
           report->passes >= report->limit / played.hem.in.limits.cloth_passes;
}

/* The same of its passes. */
static bool passes_ran_out(void)
{
    const hem_phase_report *report = &played.report.phase[HEM_PHASE_INTEGRATE];
    return report->undone > 0 || report->sweeps >= report->sweep_limit;
}

/* Does the last report say that this ran out? */
static bool is_named(starve_what what)
{
    const hem_report *report = &played.report;
    switch (what) {
    case STARVE_CONTACTS:
        return report->contacts.left_out + report->met_impacts.left_out +
                   report->zone_impacts.left_out + report->tangled_pairs.left_out >
               0;
    case STARVE_EVENTS:
        return report->events.left_out > 0;
    case STARVE_SCRATCH:
        return report->scratch.left_out > 0;
    case STARVE_REPEL_SWEEPS:
        return swept_too_little(HEM_PHASE_REPEL);
    case STARVE_IMPACT_PASSES:
        return left_by(HEM_PHASE_IMPACT) > 0;
    case STARVE_IMPACT_SWEEPS:
        return swept_too_little(HEM_PHASE_IMPACT);
    case STARVE_ZONE_PASSES:
        /* Half of the passes are for inelastic zones. */
        return left_by(HEM_PHASE_ZONE) + report->rigid_zones > 0;
    case STARVE_ZONE_SWEEPS:
        return swept_too_little(HEM_PHASE_ZONE);
    case STARVE_CLOTH_ITERATIONS:
        return solve_was_short();
    case STARVE_CLOTH_PASSES:
        return passes_ran_out();
    default:
        return held_more();
    }
}

/* Sweeps and iterations only come nearer to an answer. */
static bool may_be_fewer(starve_what what, uint32_t value)
{
    return value > 0 && (what == STARVE_REPEL_SWEEPS || what == STARVE_IMPACT_SWEEPS ||
                         what == STARVE_ZONE_SWEEPS || what == STARVE_CLOTH_ITERATIONS ||
                         what == STARVE_CLOTH_PASSES);
}

static void add_step(starve_result *to, uint32_t step, starve_what what, uint32_t value,
                     const clean_count *found)
{
    bool limited = played.status == HEM_LIMITED;
    bool same = hem_world_hash(played.hem.world) == plenty_hash[base_of(what)][step];
    bool parts = what == STARVE_EVENTS ? plenty_events[step] > value : !same;
    if (parts && to->first_parted == HEM_NONE) {
        to->first_parted = step;
        to->named = is_named(what);
        to->told = limited || may_be_fewer(what, value);
    }
    to->honest = to->honest && limited == report_says_limited(&played.report);
    to->led_astray = to->led_astray || (what == STARVE_EVENTS && !same);
    to->changed_steps += !same;
    to->limited_steps += limited;
    to->held_vertices += played.report.held_vertices;
    to->intersections += found->self + found->deformable + found->still;
    if (played.report.pinched == 0) {
        to->intersections += found->fresh;
    }
}

static bool begin(starve_what what, uint32_t value)
{
    played_world_go_back(&played);
    if (!make_world(what, value)) {
        return false;
    }
    take_away(base_of(what), &played.hem.in.limits);
    uint32_t *limit = limit_of(&played.hem.in.limits, what);
    if (limit != NULL) {
        *limit = value;
    }
    if (what == STARVE_SCRATCH) {
        played_world_cut_scratch(&played, value);
    }
    return true;
}

static starve_result run_once(starve_what what, uint32_t value)
{
    starve_result out = {.first_parted = HEM_NONE, .named = true, .told = true, .honest = true};
    out.refused = !begin(what, value) || !clean_check_start(&check, &played.player);
    for (uint32_t k = 0; k < step_count && !out.refused; k++) {
        clean_count found;
        out.refused = !played_world_step(&played) || !clean_check_look(&check, true, &found);
        if (!out.refused) {
            add_step(&out, k, what, value, &found);
        }
    }
    out.guard_ok = !out.refused && played_world_guards_hold(&played);
    out.hash = played.hash;
    clean_check_end(&check);
    return out;
}

starve_result starve_run(starve_what what, uint32_t value)
{
    starve_result first = run_once(what, value), second = run_once(what, value);
    first.deterministic = !first.refused && !second.refused && first.hash == second.hash;
    first.guard_ok = first.guard_ok && second.guard_ok;
    return first;
}
