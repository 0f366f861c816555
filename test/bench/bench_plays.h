/* What the programs over plays share: which plays to run, how far, how to show that they go on, and
 * the form of a report. Arguments: the report's path (- for none), steps of each play at most (0:
 * as long as it lasts), and the name of one play to run alone. */
#ifndef HEM_BENCH_PLAYS_H
#define HEM_BENCH_PLAYS_H

#include "bench/bench_target.h"
#include "played_world.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct bench_plays {
    const char *path, *only;
    uint32_t steps;
} bench_plays;

static inline bench_plays bench_plays_from(int count, char **arguments)
{
    bench_plays out = {.path = count > 1 ? arguments[1] : "-"};
    out.steps = count > 2 ? (uint32_t)strtoul(arguments[2], NULL, 10) : 0;
    out.only = count > 3 && arguments[3][0] != '\0' ? arguments[3] : NULL;
    return out;
}

static inline bool bench_plays_wants(const bench_plays *plays, play_id id, scene_size size)
{
    play_info info;
    return play_describe(id, size, &info) &&
           (plays->only == NULL || strcmp(plays->only, info.name) == 0);
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
