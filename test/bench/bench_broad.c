/* What the broad phase costs by brute force and by sweep, from ten bodies to ten thousand, for
 * bodies that move a little, rest or jump. Prints a table, and writes a report to the path given.
 */
#define _POSIX_C_SOURCE 200809L

#include "base/simd.h"
#include "hem/broad.h"
#include "random.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define BODIES 10000u
#define PAIRS  400000u
#define STEPS  24u
#define ROWS   160u

/* Boxes of about a metre in a room that they fill by a fifth; a step moves them by `speed` metres
 * at most on each axis. */
typedef struct scene {
    const char *name;
    bool flat; /* all on one floor */
    float speed;
} scene;

static const scene scenes[] = {
    {"drifting", false, 0.01f}, {"drifting-fast", false, 0.1f}, {"floor", true, 0.01f},
    {"resting", false, 0.0f},   {"jumping", false, 1000.0f},
};

typedef struct row {
    char scene[40];
    const char *setting;
    double work; /* boxes compared and ends swapped, a step */
    double ms, ratio;
    uint32_t pairs;
} row;

static row rows[ROWS];
static uint32_t row_count, failed;

HEM_BLOCK(memory, HEM_BROAD_BYTES(BODIES, PAIRS));
HEM_BLOCK(scratch_memory, HEM_BROAD_SCRATCH_BYTES(BODIES));
static hem_box boxes[STEPS][BODIES];
static uint64_t hashes[STEPS];

/* Time of the processor, which others on the machine do not change; but asking for it takes longer
 * than a step of few bodies. */
static double seconds(uint32_t count)
{
    struct timespec now;
    clock_gettime(count < 300u ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static float side_of_room(const scene *from, uint32_t count)
{
    float side = 1.0f;
    while ((from->flat ? side * side : side * side * side) < 5.0f * (float)count) {
        side += 0.25f;
    }
    return side;
}

/* A coordinate that moves on and stays in the room. */
static float moved(float from, float speed, float side, test_random *random)
{
    float to = from + random_float(random, -speed, speed);
    return to < 0.0f || to > side ? random_float(random, 0.0f, side) : to;
}

static void make_steps(const scene *from, uint32_t count, uint64_t seed)
{
    test_random random = {seed};
    float side = side_of_room(from, count);
    for (uint32_t i = 0; i < count; i++) {
        hem_vec3 low = {random_float(&random, 0.0f, side), random_float(&random, 0.0f, side),
                        from->flat ? 0.0f : random_float(&random, 0.0f, side)};
        hem_vec3 size = {random_float(&random, 0.5f, 1.5f), random_float(&random, 0.5f, 1.5f),
                         random_float(&random, 0.5f, 1.5f)};
        for (uint32_t step = 0; step < STEPS; step++) {
            boxes[step][i] = (hem_box){low, {low.x + size.x, low.y + size.y, low.z + size.z}};
            low.x = moved(low.x, from->speed, side, &random);
            low.y = moved(low.y, from->speed, side, &random);
            low.z = from->flat ? 0.0f : moved(low.z, from->speed, side, &random);
        }
    }
}

static uint64_t hash_of(const hem_broad *broad, const hem_broad_out *out)
{
    uint64_t hash = out->count;
    for (uint32_t i = 0; i < out->kept; i++) {
        hem_pair pair = hem_broad_pairs(broad)[i];
        hash = (hash * 31u + pair.first) * 0x9E3779B97F4A7C15u + pair.second;
    }
    return hash;
}

/* Goes through all steps; the first one is the start and not counted. Keeps the shortest of several
 * rounds. */
static void measure(uint32_t count, hem_broad_method method, row *into)
{
    hem_arena arena, scratch;
    hem_broad *broad = NULL;
    hem_arena_init(&arena, memory, (uint32_t)sizeof memory);
    hem_arena_init(&scratch, scratch_memory, (uint32_t)sizeof scratch_memory);
    failed += hem_broad_make(&arena, count, PAIRS, &broad, NULL) != HEM_OK;
    double work = 0.0, taken = 0.0;
    for (uint32_t step = 0; step < STEPS && broad != NULL; step++) {
        hem_broad_in in = {
            .boxes = boxes[step], .count = count, .method = method, .scratch = &scratch};
        hem_broad_out out;
        double start = seconds(count);
        hem_status status = hem_broad_update(broad, &in, &out);
        double end = seconds(count);
        uint64_t hash = hash_of(broad, &out);
        hashes[step] = method == HEM_BROAD_BRUTE ? hash : hashes[step];
        failed += status != HEM_OK || hash != hashes[step];
        taken += step > 0 ? end - start : 0.0;
        work += step > 0 ? (double)out.box_tests + out.swaps : 0.0;
        into->pairs = out.count;
    }
    double ms = 1e3 * taken / (STEPS - 1u);
    into->ms = into->ms == 0.0 || ms < into->ms ? ms : into->ms;
    into->work = work / (STEPS - 1u);
}

/* Every round has bodies of its own: a machine learns by heart where a short run branches. */
static void measure_scene(const scene *from, uint32_t count)
{
    uint32_t rounds = count <= 1000u ? 15u : count <= 2000u ? 3u : 1u;
    row *brute = &rows[row_count], *sweep = &rows[row_count + 1u];
    for (uint32_t round = 0; round < rounds; round++) {
        make_steps(from, count, round);
        measure(count, HEM_BROAD_BRUTE, brute);
        measure(count, HEM_BROAD_SWEEP, sweep);
    }
    brute->setting = "brute";
    sweep->setting = "sweep";
    for (row *each = brute; each <= sweep; each++) {
        each->ratio = brute->ms / each->ms;
        snprintf(each->scene, sizeof each->scene, "%s-%" PRIu32, from->name, count);
    }
    row_count += 2u;
}

static void measure_all(void)
{
    const uint32_t counts[] = {10, 20, 50, 100, 150, 200, 300, 500, 1000, 2000, 5000, 10000};
    for (uint32_t s = 0; s < sizeof scenes / sizeof scenes[0]; s++) {
        for (uint32_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
            measure_scene(scenes + s, counts[i]);
        }
    }
}

#if defined(__x86_64__)
#define ARCHITECTURE "x86_64"
#elif defined(__aarch64__)
#define ARCHITECTURE "aarch64"
#else
#define ARCHITECTURE "other"
#endif

static int write_report(const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    fprintf(file, "{\"schema\":1,\"command\":\"broad\",\"target\":\"%s %s\",\"rows\":[",
            ARCHITECTURE, HEM_SIMD_NAME);
    for (uint32_t i = 0; i < row_count; i++) {
        fprintf(file,
                "%s\n{\"scene\":\"%s\",\"setting\":\"%s\",\"work\":%.0f,\"ms\":%.5f,"
                "\"ratio\":%.3f,\"pairs\":%" PRIu32 "}",
                i == 0 ? "" : ",", rows[i].scene, rows[i].setting, rows[i].work, rows[i].ms,
                rows[i].ratio, rows[i].pairs);
    }
    fprintf(file, "\n],\"failed\":%" PRIu32 "}\n", failed);
    return fclose(file) == 0 ? 0 : 1;
}

int main(int argument_count, char **arguments)
{
    measure_all();
    printf("%-22s %-8s %12s %10s %8s %8s\n", "scene", "setting", "work", "ms", "ratio", "pairs");
    for (uint32_t i = 0; i < row_count; i++) {
        printf("%-22s %-8s %12.0f %10.4f %8.2f %8" PRIu32 "\n", rows[i].scene, rows[i].setting,
               rows[i].work, rows[i].ms, rows[i].ratio, rows[i].pairs);
    }
    printf("A step, the first one left out; work: boxes compared and ends swapped; ratio: brute "
           "force by this. Vector form: %s.\n",
           HEM_SIMD_NAME);
    if (failed > 0) {
        printf("%" PRIu32 " steps did not give the pairs of brute force.\n", failed);
    }
    int written = argument_count > 1 ? write_report(arguments[1]) : 0;
    return failed > 0 ? 1 : written;
}
