/* Spheres by subdivision, and what may grow on them: bumps and arms. See shapes.h.
 *
 * Shared vertices are found by arithmetic: a vertex is a corner of the solid, or the p-th vertex of
 * one of its edges, or the (i, j)-th inner vertex of one of its faces. */
#include "scenes/shapes.h"
#include "scenes/noise.h"
#include "scenes/turn.h"

enum { MAX_CORNERS = 12, MAX_EDGES = 30, MAX_FACES = 20 };

typedef struct solid_table {
    uint32_t corner_count, face_count;
    float corners[MAX_CORNERS][3];
    uint8_t faces[MAX_FACES][3];
} solid_table;

#define GOLDEN 1.61803399f

static const solid_table solids[3] = {
    {4,
     4,
     {{1.0f, 1.0f, 1.0f}, {1.0f, -1.0f, -1.0f}, {-1.0f, 1.0f, -1.0f}, {-1.0f, -1.0f, 1.0f}},
     {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}}},
    {6,
     8,
     {{1.0f, 0.0f, 0.0f},
      {-1.0f, 0.0f, 0.0f},
      {0.0f, 1.0f, 0.0f},
      {0.0f, -1.0f, 0.0f},
      {0.0f, 0.0f, 1.0f},
      {0.0f, 0.0f, -1.0f}},
     {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}},
    {12,
     20,
     {{-1.0f, GOLDEN, 0.0f},
      {1.0f, GOLDEN, 0.0f},
      {-1.0f, -GOLDEN, 0.0f},
      {1.0f, -GOLDEN, 0.0f},
      {0.0f, -1.0f, GOLDEN},
      {0.0f, 1.0f, GOLDEN},
      {0.0f, -1.0f, -GOLDEN},
      {0.0f, 1.0f, -GOLDEN},
      {GOLDEN, 0.0f, -1.0f},
      {GOLDEN, 0.0f, 1.0f},
      {-GOLDEN, 0.0f, -1.0f},
      {-GOLDEN, 0.0f, 1.0f}},
     {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
      {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
      {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}}},
};

/* A solid cut into `parts` along each edge; parts is a power of two. */
typedef struct subdivision {
    const solid_table *solid;
    uint32_t first, parts, edge_count;
    uint8_t edges[MAX_EDGES][2];      /* corners, the smaller first */
    uint8_t face_edges[MAX_FACES][3]; /* opposite to the corner */
} subdivision;

static uint32_t find_edge(subdivision *sub, uint8_t a, uint8_t b)
{
    uint8_t low = a < b ? a : b;
    uint8_t high = a < b ? b : a;
    for (uint32_t e = 0; e < sub->edge_count; e++) {
        if (sub->edges[e][0] == low && sub->edges[e][1] == high) {
            return e;
        }
    }
    sub->edges[sub->edge_count][0] = low;
    sub->edges[sub->edge_count][1] = high;
    return sub->edge_count++;
}

static void subdivision_init(subdivision *sub, shape_solid solid, uint32_t first, uint32_t parts)
{
    sub->solid = &solids[solid];
    sub->first = first;
    sub->parts = parts;
    sub->edge_count = 0;
    for (uint32_t f = 0; f < sub->solid->face_count; f++) {
        const uint8_t *corner = sub->solid->faces[f];
        for (uint32_t k = 0; k < 3u; k++) {
            sub->face_edges[f][k] =
                (uint8_t)find_edge(sub, corner[(k + 1u) % 3u], corner[(k + 2u) % 3u]);
        }
    }
}

/* The vertex at `at` parts from corner `from` along an edge, ends not included. */
static uint32_t edge_vertex(const subdivision *sub, uint32_t edge, uint8_t from, uint32_t at)
{
    uint32_t place = sub->edges[edge][0] == from ? at : sub->parts - at;
    return sub->first + sub->solid->corner_count + edge * (sub->parts - 1u) + place - 1u;
}

/* The vertex of a face at i parts from corner 0 towards corner 1 and j parts towards corner 2. */
static uint32_t face_vertex(const subdivision *sub, uint32_t face, uint32_t i, uint32_t j)
{
    const uint32_t n = sub->parts;
    const uint8_t *corner = sub->solid->faces[face];
    if (i == n) {
        return sub->first + corner[1];
    }
    if (j == n) {
        return sub->first + corner[2];
    }
    if (i + j == n) {
        return edge_vertex(sub, sub->face_edges[face][0], corner[1], j);
    }
    if (j == 0) {
        return i == 0 ? sub->first + corner[0]
                      : edge_vertex(sub, sub->face_edges[face][2], corner[0], i);
    }
    if (i == 0) {
        return edge_vertex(sub, sub->face_edges[face][1], corner[0], j);
    }
    uint32_t inner = (n - 1u) * (n - 2u) / 2u;
    uint32_t rows_before = (j - 1u) * (n - 1u) - j * (j - 1u) / 2u;
    return sub->first + sub->solid->corner_count + sub->edge_count * (n - 1u) + face * inner +
           rows_before + i - 1u;
}

/* The vertices that halving adds between neighbours 2 * half apart, in one face. Which neighbours
 * follows from which of i and j are odd multiples of half. */
static void halve_face(const subdivision *sub, hem_vec3 *positions, uint32_t face, uint32_t half)
{
    for (uint32_t j = 0; j <= sub->parts; j += half) {
        bool odd_j = (j / half & 1u) != 0;
        for (uint32_t i = 0; i + j <= sub->parts; i += half) {
            bool odd_i = (i / half & 1u) != 0;
            if (!odd_i && !odd_j) {
                continue;
            }
            uint32_t before = face_vertex(sub, face, odd_i ? i - half : i,
                                          !odd_j  ? j
                                          : odd_i ? j + half
                                                  : j - half);
            uint32_t after = face_vertex(sub, face, odd_i ? i + half : i,
                                         !odd_j  ? j
                                         : odd_i ? j - half
                                                 : j + half);
            positions[face_vertex(sub, face, i, j)] =
                scene_unit(hem_add(positions[before], positions[after]));
        }
    }
}

static void face_triangles(const subdivision *sub, scene_mesh *mesh, uint32_t face)
{
    for (uint32_t j = 0; j < sub->parts; j++) {
        for (uint32_t i = 0; i + j < sub->parts; i++) {
            uint32_t a = face_vertex(sub, face, i, j);
            uint32_t b = face_vertex(sub, face, i + 1u, j);
            uint32_t c = face_vertex(sub, face, i, j + 1u);
            scene_mesh_triangle(mesh, a, b, c);
            if (i + j + 1u < sub->parts) {
                scene_mesh_triangle(mesh, b, face_vertex(sub, face, i + 1u, j + 1u), c);
            }
        }
    }
}

void shape_sphere(scene_mesh *mesh, shape_solid solid, uint32_t level, float radius)
{
    uint32_t vertices = SHAPE_SPHERE_VERTICES(solid, level);
    subdivision sub;
    subdivision_init(&sub, solid, mesh->vertex_count, 1u << level);
    if (!scene_mesh_begin(mesh, vertices, SHAPE_SPHERE_TRIANGLES(solid, level))) {
        return;
    }
    for (uint32_t c = 0; c < sub.solid->corner_count; c++) {
        const float *corner = sub.solid->corners[c];
        mesh->positions[sub.first + c] = scene_unit(hem_vec3_make(corner[0], corner[1], corner[2]));
    }
    for (uint32_t half = sub.parts / 2u; half > 0; half /= 2u) {
        for (uint32_t f = 0; f < sub.solid->face_count; f++) {
            halve_face(&sub, mesh->positions, f, half);
        }
    }
    mesh->vertex_count += vertices;
    for (uint32_t i = sub.first; i < mesh->vertex_count; i++) {
        mesh->positions[i] = hem_vec3_snap(hem_scale(radius, mesh->positions[i]));
    }
    for (uint32_t f = 0; f < sub.solid->face_count; f++) {
        face_triangles(&sub, mesh, f);
    }
}

void shape_bump(scene_mesh *mesh, uint32_t first, shape_bumps bumps, float time)
{
    if (mesh->positions == NULL) {
        return;
    }
    for (uint32_t i = first; i < mesh->vertex_count; i++) {
        hem_vec3 position = mesh->positions[i];
        float noise =
            scene_noise(hem_scale(bumps.frequency, scene_unit(position)), time, bumps.seed);
        mesh->positions[i] = hem_vec3_snap(hem_scale(1.0f + bumps.amplitude * noise, position));
    }
}

void shape_grow_arms(scene_mesh *mesh, uint32_t first, shape_arms arms, float time_turns)
{
    /* Cosine of an arm's half angle: 18 degrees, so that arms 63 degrees apart stay apart. */
    const float edge = 0.95f;
    const solid_table *ico = &solids[SHAPE_ICO];
    hem_vec3 axis[MAX_CORNERS];
    float length[MAX_CORNERS];
    if (mesh->positions == NULL) {
        return;
    }
    for (int32_t k = 0; k < MAX_CORNERS; k++) {
        float phase = (float)(scene_hash(k, 0, 0, 0, arms.seed) >> 8) * (1.0f / 16777216.0f);
        axis[k] =
            scene_unit(hem_vec3_make(ico->corners[k][0], ico->corners[k][1], ico->corners[k][2]));
        length[k] = arms.length * (1.0f + 0.3f * scene_sin_turns(time_turns + phase));
    }
    for (uint32_t i = first; i < mesh->vertex_count; i++) {
        hem_vec3 direction = scene_unit(mesh->positions[i]);
        float factor = 1.0f;
        for (uint32_t k = 0; k < MAX_CORNERS; k++) {
            factor = factor + length[k] * scene_ease(edge, 1.0f, hem_dot(direction, axis[k]));
        }
        mesh->positions[i] = hem_vec3_snap(hem_scale(factor, mesh->positions[i]));
    }
}
