/* What the programs over plays share: which plays to run, how far and by whom, how to show that
 * they go on, and the form of a report. Arguments: the report's path (- for none), steps of each
 * play at most (0: as long as it lasts), the name of one play to run alone (all: every one), and of
 * one driver, resolve or step. */
#ifndef HEM_BENCH_PLAYS_H
#define HEM_BENCH_PLAYS_H

#include "bench/bench_target.h"
#include "played_world.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct bench_plays {
    const char *path, *only, *driver;
    uint32_t steps;
} bench_plays;

static inline bench_plays bench_plays_from(int count, char **arguments)
{
    bench_plays out = {.path = count > 1 ? arguments[1] : "-"};
    out.steps = count > 2 ? (uint32_t)strtoul(arguments[2], NULL, 10) : 0;
    out.only = count > 3 && strcmp(arguments[3], "all") != 0 ? arguments[3] : NULL;
    out.driver = count > 4 ? arguments[4] : NULL;
    return out;
}

/* Calls `run` for every play and driver that is wanted: drivers of a play after each other. */
typedef void bench_plays_run(const bench_plays *plays, played_driver driver, play_id id);

static inline void bench_plays_each(const bench_plays *plays, bench_plays_run *run)
{
    for (int id = 0; id < PLAY_COUNT; id++) {
        play_info info;
        for (int driver = 0; driver < PLAYED_DRIVERS; driver++) {
            if (play_describe((play_id)id, SCENE_FULL, &info) &&
                (plays->only == NULL || strcmp(plays->only, info.name) == 0) &&
                (plays->driver == NULL ||
                 strcmp(plays->driver, played_driver_names[driver]) == 0)) {
                run(plays, (played_driver)driver, (play_id)id);
            }
        }
    }
}

/* Puts a play on in a world of its own. */
static inline bool bench_plays_start(played_world *played, played_driver driver, play_id id,
                                     scene_size size)
{
    return played_world_start_by(played, driver, id, size) &&
           played_world_make(played, played_world_contacts(&played->player));
}

static inline uint32_t bench_plays_steps(const bench_plays *plays, const scene_player *player)
{
    uint32_t all = player->info.steps;
    return plays->steps > 0 && plays->steps < all ? plays->steps : all;
}

/* A line on the error output that is written over. */
static inline void bench_plays_progress(const char *name, const char *what, uint32_t done,
                                        uint32_t all)
{
    if (done % 10u == 0 || done == all) {
        fprintf(stderr, "\r%-10s %-22s %5" PRIu32 " of %5" PRIu32 "%s", name, what, done, all,
                done == all ? "\r                                                      \r" : "");
        fflush(stderr);
    }
}

static inline FILE *bench_plays_open(const bench_plays *plays, const char *command)
{
    FILE *file = strcmp(plays->path, "-") == 0 ? NULL : fopen(plays->path, "w");
    if (file != NULL) {
        fprintf(file, "{\"schema\":1,\"command\":\"%s\",\"target\":\"%s\",\"rows\":[", command,
                BENCH_TARGET);
    }
    return file;
}

static inline int bench_plays_close(FILE *file, uint32_t failed)
{
    if (file != NULL) {
        fprintf(file, "\n],\"failed\":%" PRIu32 "}\n", failed);
        failed += fclose(file) != 0;
    }
    return failed > 0 ? 1 : 0;
}

#endif
