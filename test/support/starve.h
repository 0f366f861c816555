/* Starvation: a stretch of a play again and again, each time with one capacity, limit or the
 * scratch cut down, and what must still hold then. One at a time.
 *
 * Zones have work where impact leaves some, and hold where zones do. So limits of zone are cut
 * where impact has no passes and no sweeps, those of hold where zone has none either, and such runs
 * are compared with one of the same base. The room for impacts in zones, HEM_ZONE_IMPACTS, and for
 * what starts tangled, HEM_TANGLED_PAIRS, is not cut by itself: it follows from the contacts. */
#ifndef HEM_TEST_STARVE_H
#define HEM_TEST_STARVE_H

#include "clean_check.h"
#include "played_world.h"

#define STARVE_MOST_STEPS 64u

typedef enum starve_what {
    STARVE_CONTACTS,
    STARVE_EVENTS,
    STARVE_SCRATCH,
    STARVE_REPEL_SWEEPS,
    STARVE_IMPACT_PASSES,
    STARVE_IMPACT_SWEEPS,
    STARVE_ZONE_PASSES,
    STARVE_ZONE_SWEEPS,
    STARVE_HOLD_PASSES,
    STARVE_CLOTH_ITERATIONS, /* of hem_step */
    STARVE_CLOTH_PASSES,     /* of hem_step */
    STARVE_COUNT
} starve_what;

extern const char *const starve_names[STARVE_COUNT];

typedef struct starve_result {
    uint32_t intersections; /* in all steps; with a moving body where nothing was pinched */
    uint32_t changed_steps; /* that end elsewhere than with plenty */
    uint32_t limited_steps; /* that ended with HEM_LIMITED */
    uint32_t held_vertices;
    uint32_t first_parted; /* the step where the way first parts from that of plenty (of events:
                            * where there are first more than have room), or HEM_NONE */
    bool named;            /* there the report says why */
    bool told;          /* and the status is HEM_LIMITED; not asked of fewer sweeps or iterations,
                         * whose rest passes see to, unless there are none */
    bool honest;        /* in every step the status is what the report says */
    bool led_astray;    /* events, which are only told, changed where something went */
    bool guard_ok;      /* nothing was written outside of the block */
    bool deterministic; /* two runs were the same */
    bool refused;       /* a call was; then nothing else means anything */
    uint64_t hash;
} starve_result;

/* Plays on to the given step and then so many steps with plenty of everything, which is what
 * starved runs are compared with. Steps: STARVE_MOST_STEPS at most. False: refused. */
bool starve_start(played_driver driver, play_id id, scene_size size, uint32_t from, uint32_t steps);
void starve_end(void);

/* Did the cut take anything away? */
static inline bool starve_bites(const starve_result *result)
{
    return result->first_parted != HEM_NONE;
}

/* How much of it the steps with plenty used or were given. */
uint32_t starve_plenty(starve_what what);

/* The same steps twice, with only so much. */
starve_result starve_run(starve_what what, uint32_t value);

/* Half, a tenth (but no less than one), one and nothing of so much: up to four different values,
 * fewer than it. Returns how many. */
uint32_t starve_values(uint32_t plenty, uint32_t values[4]);

#endif
