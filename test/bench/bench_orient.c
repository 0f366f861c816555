/* How often the filter of the orientation signs decides, and what a sign costs by each path, on
 * points as cloth has them. Prints a table, and writes a report to the path given. */
#define _POSIX_C_SOURCE 200809L

#include "base/orient.h"
#include "base/vec3.h"
#include "orient_cases.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#define CASES  4096u
#define ROUNDS 41u

typedef struct point_set {
    const char *name;
    hem_vec3 origin;
    float gap;            /* between the two sheets */
    float tilt_x, tilt_y; /* rise of both sheets by way along x and y */
    float noise;          /* of every coordinate */
    bool sheets;          /* or points that only the noise sets apart */
} point_set;

/* Sheets have cells of 1 cm. A sheet that rises along x alone stays exactly flat; one that rises
 * along both is off its plane by the rounding of its heights. */
static const point_set sets[] = {
    {"random pairs of cloth triangles", {0.3f, 1.2f, -0.4f}, 0.0f, 0.0f, 0.0f, 0.015f, false},
    {"creased sheets, 1 mm apart", {0.3f, 1.2f, -0.4f}, 0.001f, 0.4f, 0.3f, 0.0002f, true},
    {"flat sheets, 1 mm apart", {0.3f, 1.2f, -0.4f}, 0.001f, 0.4f, 0.3f, 0.0f, true},
    {"level sheets, touching", {0.3f, 1.2f, -0.4f}, 0.0f, 0.0f, 0.0f, 0.0f, true},
    {"sloping sheets, touching", {0.3f, 1.2f, -0.4f}, 0.0f, 0.4f, 0.0f, 0.0f, true},
    {"sloping sheets, touching, rounded", {0.3f, 1.2f, -0.4f}, 0.0f, 0.4f, 0.3f, 0.0f, true},
    {"creased sheets, 1 mm apart, 6.8 km out",
     {4000.0f, -3900.0f, 3800.0f},
     0.001f,
     0.4f,
     0.3f,
     0.0002f,
     true},
};

typedef struct row {
    const char *set;
    uint32_t count;
    double filter_hit_rate;
    double zero_rate;
    double filter_ns, exact_ns, sign_ns, sos_ns;
    uint32_t wrong;
} row;

static hem_vec3 points[CASES][4];
static uint32_t ids[CASES][4];

static float noise(uint64_t *state, float size)
{
    return ((float)(hem_case_random(state) >> 40) / 8388608.0f - 1.0f) * size;
}

/* Three corners of a face and an end of an edge, as an edge-face test takes them. */
static void make_cases(const point_set *set)
{
    uint64_t state = 20;
    for (uint32_t i = 0; i < CASES; i++) {
        uint32_t cell_x = (uint32_t)(hem_case_random(&state) >> 59);
        uint32_t cell_y = (uint32_t)(hem_case_random(&state) >> 59);
        for (uint32_t k = 0; k < 4; k++) {
            float step_x = 0.0f, step_y = 0.0f;
            if (set->sheets) {
                step_x = 0.01f * (float)(cell_x + (k & 1u));
                step_y = 0.01f * (float)(cell_y + (k >> 1));
            }
            float height = step_x * set->tilt_x + step_y * set->tilt_y + (k == 3 ? set->gap : 0.0f);
            hem_vec3 place = {step_x + noise(&state, set->noise),
                              step_y + noise(&state, set->noise),
                              height + noise(&state, set->noise)};
            points[i][k] = hem_vec3_snap(hem_add(set->origin, place));
            ids[i][k] = (uint32_t)(hem_case_random(&state) >> 34) * 4 + k;
        }
    }
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int by_filter(uint32_t i)
{
    const hem_vec3 *p = points[i];
    return hem_orient_filter(&p[0], &p[1], &p[2], &p[3]);
}

static int by_exact(uint32_t i)
{
    const hem_vec3 *p = points[i];
    return hem_orient_exact(&p[0], &p[1], &p[2], &p[3]);
}

static int by_sign(uint32_t i)
{
    const hem_vec3 *p = points[i];
    return hem_orient_sign(&p[0], &p[1], &p[2], &p[3]);
}

static int by_sos(uint32_t i)
{
    return hem_orient_sos(points[i], ids[i]);
}

/* Nanoseconds a call: the best of some rounds over all cases, the function inlined in the loop. */
static volatile int sink;

#define TIME(function, result)                              \
    do {                                                    \
        double best = 1e9;                                  \
        for (uint32_t round = 0; round < ROUNDS; round++) { \
            double start = seconds();                       \
            int sum = 0;                                    \
            for (uint32_t i = 0; i < CASES; i++) {          \
                sum += function(i);                         \
            }                                               \
            double taken = seconds() - start;               \
            sink = sum;                                     \
            best = taken < best ? taken : best;             \
        }                                                   \
        (result) = best / CASES * 1e9;                      \
    } while (0)

static row measure(const point_set *set)
{
    row out = {.set = set->name, .count = CASES};
    uint32_t sure = 0, zero = 0;
    make_cases(set);
    for (uint32_t i = 0; i < CASES; i++) {
        int filtered = by_filter(i);
        int exact = by_exact(i);
        int sos = by_sos(i);
        sure += filtered != 0 ? 1u : 0u;
        zero += exact == 0 ? 1u : 0u;
        out.wrong += filtered != 0 && filtered != exact ? 1u : 0u;
        out.wrong += sos == 0 || (exact != 0 && sos != exact) ? 1u : 0u;
    }
    out.filter_hit_rate = (double)sure / CASES;
    out.zero_rate = (double)zero / CASES;
    TIME(by_filter, out.filter_ns);
    TIME(by_exact, out.exact_ns);
    TIME(by_sign, out.sign_ns);
    TIME(by_sos, out.sos_ns);
    return out;
}

#if defined(__x86_64__)
#define ARCHITECTURE "x86_64"
#elif defined(__aarch64__)
#define ARCHITECTURE "aarch64"
#elif defined(__i386__)
#define ARCHITECTURE "i386"
#elif defined(__arm__)
#define ARCHITECTURE "arm"
#elif defined(__riscv)
#define ARCHITECTURE "riscv"
#elif defined(__powerpc64__)
#define ARCHITECTURE "ppc64"
#else
#define ARCHITECTURE "unknown"
#endif

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown compiler"
#endif

static int write_report(const char *path, const row *rows, uint32_t count, uint32_t failed)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    fprintf(file, "{\"schema\":1,\"command\":\"orient-report\",\"target\":\"%s %s\",\"rows\":[",
            ARCHITECTURE, COMPILER);
    for (uint32_t i = 0; i < count; i++) {
        fprintf(file,
                "%s\n{\"set\":\"%s\",\"count\":%" PRIu32 ",\"filter_hit_rate\":%.4f,"
                "\"zero_rate\":%.4f,\"filter_ns\":%.1f,\"exact_ns\":%.1f,\"sign_ns\":%.1f,"
                "\"sos_ns\":%.1f,\"wrong\":%" PRIu32 "}",
                i == 0 ? "" : ",", rows[i].set, rows[i].count, rows[i].filter_hit_rate,
                rows[i].zero_rate, rows[i].filter_ns, rows[i].exact_ns, rows[i].sign_ns,
                rows[i].sos_ns, rows[i].wrong);
    }
    fprintf(file, "\n],\"failed\":%" PRIu32 "}\n", failed);
    return fclose(file) == 0 ? 0 : 1;
}

int main(int argument_count, char **arguments)
{
    enum { SETS = sizeof sets / sizeof sets[0] };
    row rows[SETS];
    uint32_t failed = 0;
    printf("%-40s %7s %7s %9s %9s %9s %9s\n", "points", "sure %", "zero %", "filter ns", "exact ns",
           "sign ns", "sos ns");
    for (uint32_t i = 0; i < SETS; i++) {
        rows[i] = measure(&sets[i]);
        failed += rows[i].wrong != 0 ? 1u : 0u;
        printf("%-40s %7.2f %7.2f %9.1f %9.1f %9.1f %9.1f%s\n", rows[i].set,
               100.0 * rows[i].filter_hit_rate, 100.0 * rows[i].zero_rate, rows[i].filter_ns,
               rows[i].exact_ns, rows[i].sign_ns, rows[i].sos_ns,
               rows[i].wrong != 0 ? "  WRONG SIGNS" : "");
    }
    printf("sure: share that the float filter decides; zero: exactly coplanar. %s\n",
           failed == 0 ? "All signs agree." : "Signs disagree.");
    int unwritten = 0;
    if (argument_count > 1) {
        unwritten = write_report(arguments[1], rows, SETS, failed);
    }
    return failed != 0 || unwritten != 0 ? 1 : 0;
}
