/* What one test on a pair of features costs, by function and kind of pair, on features as cloth has
 * them. Prints a table, and writes a report to the path given. */
#define _POSIX_C_SOURCE 200809L

#include "base/vec3.h"
#include "narrow/beyond.h"
#include "narrow/edge_face.h"
#include "narrow/gjk.h"
#include "narrow/triangle_triangle.h"
#include "random.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define CASES  4096u
#define ROUNDS 41u

typedef struct row {
    const char *function, *pairs;
    double ns;        /* a call; of lanes, a lane */
    double yes_share; /* of calls that found what they looked for */
} row;

static row rows[32];
static uint32_t row_count;

static hem_vec3 first[CASES][4], second[CASES][4], query[CASES][4];
static hem_points_4 lanes[CASES / 4];
static hem_polygon face_a[CASES], face_b[CASES];
static volatile uint32_t sink;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The best of some rounds over all cases, in steps of `step` cases a call; `found` counts. */
#define TIME(function_name, pair_name, step, call)                                        \
    do {                                                                                  \
        double best = 1e9;                                                                \
        uint32_t yes = 0;                                                                 \
        for (uint32_t round = 0; round < ROUNDS; round++) {                               \
            uint32_t found = 0;                                                           \
            double start = seconds();                                                     \
            for (uint32_t i = 0; i < CASES; i += (step)) {                                \
                found += (call);                                                          \
            }                                                                             \
            double taken = seconds() - start;                                             \
            best = taken < best ? taken : best;                                           \
            yes = found;                                                                  \
            sink = found;                                                                 \
        }                                                                                 \
        rows[row_count++] =                                                               \
            (row){(function_name), (pair_name), best / CASES * 1e9, (double)yes / CASES}; \
    } while (0)

static test_random state;

static float noise(float size)
{
    return random_float(&state, -size, size);
}

/* Triangles of about a centimetre, 3 m away from the origin. `height` is the spread across, `gap`
 * how far the second ones are above the first; a slope keeps planes from being level. */
static void make_pairs(float height, float gap, float slope)
{
    state.state = 8;
    for (uint32_t i = 0; i < CASES; i++) {
        for (uint32_t k = 0; k < 8; k++) {
            float x = noise(0.01f), y = noise(0.01f);
            float z = noise(height) + (k < 4 ? 0.0f : gap) + slope * (x + 0.5f * y);
            hem_vec3 *to = k < 4 ? &first[i][k] : &second[i][k - 4];
            *to = hem_vec3_snap((hem_vec3){1.0f + x, 2.0f + y, 2.0f + z});
        }
    }
}

static void make_queries(void)
{
    for (uint32_t i = 0; i < CASES; i++) {
        const hem_vec3 point[4] = {first[i][0], second[i][0], second[i][1], second[i][2]};
        memcpy(query[i], point, sizeof point);
        hem_points_4_set(&lanes[i / 4], i % 4, point);
    }
}

static void make_faces(uint32_t count)
{
    for (uint32_t i = 0; i < CASES; i++) {
        face_a[i].count = count;
        face_b[i].count = count;
        memcpy(face_a[i].point, first[i], sizeof first[i]);
        memcpy(face_b[i].point, second[i], sizeof second[i]);
        if (count == 4) {
            hem_vec3 *p = face_a[i].point, *q = face_b[i].point;
            p[2] = hem_vec3_snap(hem_sub(hem_add(p[1], p[3]), p[0]));
            q[2] = hem_vec3_snap(hem_sub(hem_add(q[1], q[3]), q[0]));
        }
    }
}

/* ---- the calls ---- */

static uint32_t meet(uint32_t i)
{
    return hem_triangles_meet(first[i], second[i]) ? 1u : 0u;
}

static uint32_t crosses(uint32_t i)
{
    const uint32_t edge_id[2] = {7, 3}, face_id[3] = {1, 9, 4};
    return hem_edge_crosses_face(first[i], edge_id, second[i], face_id) ? 1u : 0u;
}

#define NEAR (0.001f * 0.001f)

static uint32_t vertex_face(uint32_t i)
{
    hem_nearest found;
    hem_closest_vertex_face_1(query[i], &found);
    return found.distance_squared < NEAR ? 1u : 0u;
}

static uint32_t edge_edge(uint32_t i)
{
    hem_nearest found;
    hem_closest_edge_edge_1(query[i], &found);
    return found.distance_squared < NEAR ? 1u : 0u;
}

static uint32_t vertex_face_whole(uint32_t i)
{
    hem_nearest found;
    hem_closest_out whole;
    hem_closest_vertex_face_1(query[i], &found);
    hem_finish_vertex_face(query[i], &found, &whole);
    return whole.distance < 0.001f ? 1u : 0u;
}

static uint32_t near_lanes(const hem_nearest_4 *found)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < 4; k++) {
        count += found->distance_squared[k] < NEAR ? 1u : 0u;
    }
    return count;
}

static uint32_t vertex_face_4(uint32_t i)
{
    hem_nearest_4 found;
    hem_closest_vertex_face_4(&lanes[i / 4], &found);
    return near_lanes(&found);
}

static uint32_t edge_edge_4(uint32_t i)
{
    hem_nearest_4 found;
    hem_closest_edge_edge_4(&lanes[i / 4], &found);
    return near_lanes(&found);
}

static uint32_t bits_set(uint32_t bits)
{
    return (bits & 1u) + (bits >> 1 & 1u) + (bits >> 2 & 1u) + (bits >> 3 & 1u);
}

static uint32_t vertex_face_beyond(uint32_t i)
{
    return bits_set(hem_vertex_face_beyond_4(&lanes[i / 4], 0.001f));
}

static uint32_t edge_edge_beyond(uint32_t i)
{
    return bits_set(hem_edge_edge_beyond_4(&lanes[i / 4], 0.001f));
}

static uint32_t by_gjk(uint32_t i)
{
    hem_faces_nearest found;
    uint32_t iterations;
    return hem_gjk(&face_a[i], &face_b[i], HEM_GJK_LIMIT, &found, &iterations) == HEM_GJK_CONVERGED;
}

static uint32_t by_features(uint32_t i)
{
    hem_faces_nearest found;
    hem_closest_features(&face_a[i], &face_b[i], &found);
    return found.distance_squared < NEAR ? 1u : 0u;
}

/* ---- the table ---- */

static void measure(void)
{
    make_pairs(0.01f, 0.0f, 0.0f);
    TIME("triangles meet", "random, boxes overlap", 1, meet(i));
    TIME("edge crosses face", "random, boxes overlap", 1, crosses(i));
    make_pairs(0.0002f, 0.002f, 1.0f);
    TIME("triangles meet", "tilted sheets 2 mm apart", 1, meet(i));
    make_pairs(0.0f, 0.0f, 0.0f);
    TIME("triangles meet", "level, in one plane", 1, meet(i));
    make_pairs(0.0f, 0.0f, 0.25f);
    TIME("triangles meet", "sloping, in one plane, rounded", 1, meet(i));

    make_pairs(0.0002f, 0.001f, 1.0f);
    make_queries();
    TIME("vertex and face", "tilted sheets 1 mm apart", 1, vertex_face(i));
    TIME("vertex and face, whole", "tilted sheets 1 mm apart", 1, vertex_face_whole(i));
    TIME("two edges", "tilted sheets 1 mm apart", 1, edge_edge(i));
    TIME("vertex and face, 4 lanes", "tilted sheets 1 mm apart", 4, vertex_face_4(i));
    TIME("two edges, 4 lanes", "tilted sheets 1 mm apart", 4, edge_edge_4(i));
    TIME("vertex beyond face, 4 lanes", "tilted sheets 1 mm apart", 4, vertex_face_beyond(i));
    TIME("edge beyond edge, 4 lanes", "tilted sheets 1 mm apart", 4, edge_edge_beyond(i));

    make_faces(3);
    TIME("closest triangles, GJK", "tilted sheets 1 mm apart", 1, by_gjk(i));
    TIME("closest triangles, features", "tilted sheets 1 mm apart", 1, by_features(i));
    make_faces(4);
    TIME("closest quads, GJK", "tilted sheets 1 mm apart", 1, by_gjk(i));
    TIME("closest quads, features", "tilted sheets 1 mm apart", 1, by_features(i));
}

#if defined(__x86_64__)
#define ARCHITECTURE "x86_64"
#elif defined(__aarch64__)
#define ARCHITECTURE "aarch64"
#else
#define ARCHITECTURE "other"
#endif

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown compiler"
#endif

static int write_report(const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    fprintf(file, "{\"schema\":1,\"command\":\"narrow-report\",\"target\":\"%s %s %s\",\"rows\":[",
            ARCHITECTURE, HEM_SIMD_NAME, COMPILER);
    for (uint32_t i = 0; i < row_count; i++) {
        fprintf(file,
                "%s\n{\"function\":\"%s\",\"pairs\":\"%s\",\"count\":%" PRIu32
                ",\"ns\":%.1f,\"yes_share\":%.4f}",
                i == 0 ? "" : ",", rows[i].function, rows[i].pairs, CASES, rows[i].ns,
                rows[i].yes_share);
    }
    fprintf(file, "\n],\"failed\":0}\n");
    return fclose(file) == 0 ? 0 : 1;
}

int main(int argument_count, char **arguments)
{
    measure();
    printf("%-28s %-32s %8s %7s\n", "function", "pairs", "ns", "yes %");
    for (uint32_t i = 0; i < row_count; i++) {
        printf("%-28s %-32s %8.1f %7.1f\n", rows[i].function, rows[i].pairs, rows[i].ns,
               100.0 * rows[i].yes_share);
    }
    printf("A call, of lanes one lane; yes: meets, crosses, closer than 1 mm, surely beyond, "
           "converged. Vector form: %s.\n",
           HEM_SIMD_NAME);
    return argument_count > 1 ? write_report(arguments[1]) : 0;
}
