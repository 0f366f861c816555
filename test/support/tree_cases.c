/* See tree_cases.h. */
#include "tree_cases.h"

#include "base/vec3.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef hem_vec3 (*place_fn)(uint32_t vertex, test_random *random);

static tree_case placed(mesh_case mesh, const char *name, place_fn place)
{
    tree_case made = {.mesh = mesh};
    test_random random = {mesh.vertex_count};
    snprintf(made.mesh.name, sizeof made.mesh.name, "%s", name);
    made.positions = malloc(mesh.vertex_count * sizeof *made.positions);
    for (uint32_t v = 0; v < mesh.vertex_count; v++) {
        made.positions[v] = hem_vec3_snap(place(v, &random));
    }
    return made;
}

static hem_vec3 unit_cube(uint32_t vertex, test_random *random)
{
    (void)vertex;
    float x = random_float(random, -1.0f, 1.0f), y = random_float(random, -1.0f, 1.0f);
    return hem_vec3_make(x, y, random_float(random, -1.0f, 1.0f));
}

/* The corners of a triangle lie near each other. */
static hem_vec3 small_triangles(uint32_t vertex, test_random *random)
{
    test_random own = {vertex / 3u + 77u};
    hem_vec3 middle = unit_cube(0, &own);
    return hem_add_scaled(middle, 0.15f, unit_cube(0, random));
}

static hem_vec3 row(uint32_t vertex, test_random *random)
{
    (void)random;
    float x = 0.02f * (float)(vertex / 3u);
    return hem_vec3_make(x + (vertex % 3u == 1u ? 0.01f : 0.0f), vertex % 3u == 2u ? 0.01f : 0.0f,
                         0.0f);
}

enum { COLUMNS = 13, ROWS = 11 };

static hem_vec3 flat(uint32_t vertex, test_random *random)
{
    (void)random;
    return hem_vec3_make(0.01f * (float)(vertex % COLUMNS), 0.01f * (float)(vertex / COLUMNS),
                         0.0f);
}

static hem_vec3 waves(uint32_t vertex, test_random *random)
{
    hem_vec3 p = flat(vertex, random);
    p.z = 0.02f * (float)(sin(60.0 * (double)p.x) * cos(45.0 * (double)p.y));
    return p;
}

/* Every fourth row turns back over the ones before, a tenth of a cell above. */
static hem_vec3 folded(uint32_t vertex, test_random *random)
{
    hem_vec3 p = flat(vertex, random);
    uint32_t line = vertex / COLUMNS, layer = line / 4u;
    uint32_t along = layer % 2u == 0 ? line % 4u : 3u - line % 4u;
    p.y = 0.01f * (float)along + random_float(random, -0.001f, 0.001f);
    p.z = 0.001f * (float)layer + random_float(random, -0.0007f, 0.0007f);
    return p;
}

static hem_vec3 far_away(uint32_t vertex, test_random *random)
{
    hem_vec3 p = waves(vertex, random);
    return hem_vec3_make(4090.0f + 0.1f * p.x, 0.1f * p.y - 4090.0f, 4095.0f + 0.1f * p.z);
}

static hem_vec3 one_point(uint32_t vertex, test_random *random)
{
    (void)vertex;
    (void)random;
    return hem_vec3_make(0.3f, -0.7f, 1.1f);
}

static hem_vec3 one_place(uint32_t vertex, test_random *random)
{
    (void)random;
    return hem_vec3_make(vertex % 3u == 1u ? 0.1f : 0.0f, vertex % 3u == 2u ? 0.1f : 0.0f, 0.2f);
}

static hem_vec3 one_line(uint32_t vertex, test_random *random)
{
    (void)vertex;
    float t = (float)random_below(random, 64);
    return hem_vec3_make(0.25f * t, -0.5f * t, 0.125f * t);
}

static hem_vec3 scales(uint32_t vertex, test_random *random)
{
    float size = ldexpf(1.0f, (int)(vertex / 3u % 30u) - 20);
    hem_vec3 middle = {size, -size, 0.5f * size};
    return hem_add_scaled(middle, size, unit_cube(vertex, random));
}

static hem_vec3 on_sphere(hem_vec3 p)
{
    return hem_scale(1.0f / hem_length(p), p);
}

/* An octahedron's faces, each cut into four, `level` times; vertices are not shared between the
 * faces of the octahedron. */
static tree_case sphere(uint32_t level)
{
    uint32_t side = 1u << level;
    mesh_case mesh = mesh_case_empty("sphere");
    uint32_t each = (side + 1u) * (side + 2u) / 2u;
    hem_vec3 *positions = malloc(8u * each * sizeof *positions);
    for (uint32_t face = 0; face < 8; face++) {
        hem_vec3 corner[3] = {{(face & 1u) != 0 ? -1.0f : 1.0f, 0.0f, 0.0f},
                              {0.0f, (face & 2u) != 0 ? -1.0f : 1.0f, 0.0f},
                              {0.0f, 0.0f, (face & 4u) != 0 ? -1.0f : 1.0f}};
        for (uint32_t i = 0; i <= side; i++) {
            for (uint32_t j = 0; j <= side - i; j++) {
                float a = (float)i / (float)side, b = (float)j / (float)side;
                hem_vec3 p = hem_scale((1.0f - a) - b, corner[0]);
                p = hem_add_scaled(hem_add_scaled(p, a, corner[1]), b, corner[2]);
                uint32_t v = mesh_case_add_vertex(&mesh);
                positions[v] = hem_vec3_snap(on_sphere(p));
            }
        }
        uint32_t line = face * each;
        for (uint32_t i = 0; i < side; i++) {
            uint32_t next = line + (side - i) + 1u;
            for (uint32_t j = 0; j < side - i; j++) {
                mesh_case_add(&mesh, line + j, next + j, line + j + 1u);
                if (j + 1u < side - i) {
                    mesh_case_add(&mesh, next + j, next + j + 1u, line + j + 1u);
                }
            }
            line = next;
        }
    }
    return (tree_case){mesh, positions};
}

tree_case tree_case_make(uint32_t index)
{
    test_random random = {index};
    mesh_case mesh;
    switch (index) {
    case TREE_CASE_SINGLE:
        return placed(mesh_case_single(), "single", unit_cube);
    case TREE_CASE_TWO_APART:
        return placed(mesh_case_loose(2), "two apart", unit_cube);
    case TREE_CASE_TWO_JOINED:
        return placed(mesh_case_grid(2, 2), "two joined", unit_cube);
    case TREE_CASE_ROW:
        return placed(mesh_case_loose(16), "row", row);
    case TREE_CASE_GRID:
        return placed(mesh_case_grid(COLUMNS, ROWS), "grid", flat);
    case TREE_CASE_WAVES:
        return placed(mesh_case_grid(COLUMNS, ROWS), "waves", waves);
    case TREE_CASE_FOLDED:
        return placed(mesh_case_grid(COLUMNS, ROWS), "folded", folded);
    case TREE_CASE_SPHERE:
        return sphere(2);
    case TREE_CASE_LOOSE:
        return placed(mesh_case_loose(90), "loose", small_triangles);
    case TREE_CASE_SOUP:
        return placed(mesh_case_soup(&random, 30, 70), "soup", unit_cube);
    case TREE_CASE_FAN:
        return placed(mesh_case_star(60), "fan", unit_cube);
    case TREE_CASE_BOOK:
        return placed(mesh_case_book(50), "book", unit_cube);
    case TREE_CASE_REPEATED:
        mesh = mesh_case_single();
        mesh_case_repeat(&mesh, 0, 40);
        return placed(mesh, "repeated", unit_cube);
    case TREE_CASE_COINCIDENT:
        return placed(mesh_case_loose(40), "coincident", one_place);
    case TREE_CASE_POINT:
        return placed(mesh_case_grid(7, 6), "point", one_point);
    case TREE_CASE_LINE:
        return placed(mesh_case_loose(45), "line", one_line);
    case TREE_CASE_FAR:
        return placed(mesh_case_grid(COLUMNS, ROWS), "far", far_away);
    default:
        return placed(mesh_case_loose(60), "scales", scales);
    }
}

tree_case tree_case_random(uint32_t index)
{
    static const place_fn kinds[] = {unit_cube, small_triangles, waves, folded, one_line, scales};
    char name[96];
    mesh_case mesh = mesh_case_random(index);
    snprintf(name, sizeof name, "random %u", (unsigned)index);
    return placed(mesh, name, kinds[index % (sizeof kinds / sizeof kinds[0])]);
}

void tree_case_free(tree_case *made)
{
    mesh_case_free(&made->mesh);
    free(made->positions);
    made->positions = NULL;
}

static float clamped(float value)
{
    return hem_snap(hem_min(hem_max(value, -4095.5f), 4095.5f));
}

void tree_case_move(const tree_case *made, uint32_t seed, float distance, hem_vec3 *to)
{
    test_random random = {seed};
    for (uint32_t v = 0; v < made->mesh.vertex_count; v++) {
        hem_vec3 p = hem_add_scaled(made->positions[v], distance, unit_cube(v, &random));
        to[v] = (hem_vec3){clamped(p.x), clamped(p.y), clamped(p.z)};
    }
}

double tree_case_project(hem_vec3 p, int x, int y, int z)
{
    return (double)p.x * x + (double)p.y * y + (double)p.z * z;
}

static uint32_t common_vertices(const tree_case *made, uint32_t a, uint32_t b)
{
    uint32_t common = 0;
    for (uint32_t i = 0; i < 9; i++) {
        common += made->mesh.triangles[3 * a + i / 3] == made->mesh.triangles[3 * b + i % 3];
    }
    return common;
}

bool tree_case_share_vertex(const tree_case *made, uint32_t a, uint32_t b)
{
    return common_vertices(made, a, b) >= 1;
}

bool tree_case_share_edge(const tree_case *made, uint32_t a, uint32_t b)
{
    return common_vertices(made, a, b) >= 2;
}

uint32_t tree_case_pieces(const tree_case *made, const uint32_t *triangles, uint32_t count,
                          uint32_t *largest)
{
    uint32_t *waiting = malloc((count + 1u) * sizeof *waiting);
    bool *seen = calloc(count + 1u, sizeof *seen);
    uint32_t result = 0;
    *largest = 0;
    for (uint32_t seed = 0; seed < count; seed++) {
        if (seen[seed]) {
            continue;
        }
        uint32_t waits = 0, size = 0;
        result++;
        seen[seed] = true;
        waiting[waits++] = seed;
        while (waits > 0) {
            uint32_t at = waiting[--waits];
            size++;
            for (uint32_t i = 0; i < count; i++) {
                if (!seen[i] && tree_case_share_edge(made, triangles[at], triangles[i])) {
                    seen[i] = true;
                    waiting[waits++] = i;
                }
            }
        }
        *largest = size > *largest ? size : *largest;
    }
    free(waiting);
    free(seen);
    return result;
}
