/* Facts about meshes: see scene_check.h. */
#include "scene_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An edge of one triangle, the smaller vertex first. */
typedef struct half_edge {
    uint32_t low, high;
    bool turned;
} half_edge;

static int compare_half_edges(const void *a, const void *b)
{
    const half_edge *x = a, *y = b;
    if (x->low != y->low) {
        return x->low < y->low ? -1 : 1;
    }
    return (x->high > y->high) - (x->high < y->high);
}

static void check_edges(scene_facts *facts, const uint32_t *triangles, uint32_t count)
{
    half_edge *half = malloc((3 * (size_t)count + 1) * sizeof *half);
    for (uint32_t i = 0; i < 3 * count; i++) {
        uint32_t from = triangles[i];
        uint32_t to = triangles[i % 3 == 2 ? i - 2 : i + 1];
        half[i] = (half_edge){from < to ? from : to, from < to ? to : from, from > to};
    }
    qsort(half, 3 * (size_t)count, sizeof *half, compare_half_edges);
    for (uint32_t i = 0, next; i < 3 * count; i = next) {
        for (next = i + 1; next < 3 * count && compare_half_edges(&half[i], &half[next]) == 0;) {
            next++;
        }
        facts->edge_count++;
        facts->boundary_edges += next - i == 1;
        facts->crowded_edges += next - i > 2;
        facts->against_edges += next - i == 2 && half[i].turned == half[i + 1].turned;
    }
    free(half);
}

static uint32_t root_of(uint32_t *parent, uint32_t i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

static void check_components(scene_facts *facts, const uint32_t *triangles, uint32_t count,
                             uint32_t first_vertex, uint32_t vertices)
{
    uint32_t *parent = malloc((vertices + 1) * sizeof *parent);
    for (uint32_t i = 0; i < vertices; i++) {
        parent[i] = i;
    }
    for (uint32_t t = 0; t < count; t++) {
        for (int k = 1; k < 3; k++) {
            uint32_t a = root_of(parent, triangles[3 * t] - first_vertex);
            uint32_t b = root_of(parent, triangles[3 * t + k] - first_vertex);
            parent[a] = b;
        }
    }
    for (uint32_t i = 0; i < vertices; i++) {
        facts->components += parent[i] == i;
    }
    free(parent);
}

static void check_positions(scene_facts *facts, const hem_vec3 *positions, uint32_t count)
{
    facts->positions_valid = true;
    facts->lo = facts->hi = positions[0];
    for (uint32_t i = 0; i < count; i++) {
        hem_vec3 at = positions[i];
        hem_vec3 snapped = hem_vec3_snap(at);
        facts->positions_valid = facts->positions_valid && hem_vec3_is_finite(at) &&
                                 hem_vec3_in_domain(at) && memcmp(&at, &snapped, sizeof at) == 0;
        facts->lo = hem_vec3_min(facts->lo, at);
        facts->hi = hem_vec3_max(facts->hi, at);
    }
}

static void check_triangle(scene_facts *facts, hem_vec3 a, hem_vec3 b, hem_vec3 c)
{
    double u[3] = {(double)b.x - a.x, (double)b.y - a.y, (double)b.z - a.z};
    double v[3] = {(double)c.x - a.x, (double)c.y - a.y, (double)c.z - a.z};
    double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    double area = 0.5 * sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    double w[3] = {u[0] - v[0], u[1] - v[1], u[2] - v[2]};
    double longest = sqrt(fmax(
        u[0] * u[0] + u[1] * u[1] + u[2] * u[2],
        fmax(v[0] * v[0] + v[1] * v[1] + v[2] * v[2], w[0] * w[0] + w[1] * w[1] + w[2] * w[2])));
    facts->area += area;
    facts->smallest_area = fmin(facts->smallest_area, area);
    facts->smallest_height = fmin(facts->smallest_height, longest > 0 ? 2 * area / longest : 0);
    facts->volume += (a.x * n[0] + a.y * n[1] + a.z * n[2]) / 6;
}

scene_facts scene_check(const scene_mesh *mesh, uint32_t first_vertex, uint32_t first_triangle)
{
    const uint32_t *triangles = mesh->triangles + 3 * (size_t)first_triangle;
    uint32_t count = mesh->triangle_count - first_triangle;
    scene_facts facts = {.smallest_area = HUGE_VAL, .smallest_height = HUGE_VAL};
    facts.indices_valid = true;
    for (uint32_t t = 0; t < count; t++) {
        const uint32_t *corner = triangles + 3 * t;
        for (int k = 0; k < 3; k++) {
            facts.indices_valid = facts.indices_valid && corner[k] >= first_vertex &&
                                  corner[k] < mesh->vertex_count &&
                                  corner[k] != corner[(k + 1) % 3];
        }
    }
    if (!facts.indices_valid || mesh->vertex_count == first_vertex) {
        return facts;
    }
    for (uint32_t t = 0; t < count; t++) {
        const uint32_t *corner = triangles + 3 * t;
        check_triangle(&facts, mesh->positions[corner[0]], mesh->positions[corner[1]],
                       mesh->positions[corner[2]]);
    }
    check_edges(&facts, triangles, count);
    check_components(&facts, triangles, count, first_vertex, mesh->vertex_count - first_vertex);
    check_positions(&facts, mesh->positions + first_vertex, mesh->vertex_count - first_vertex);
    return facts;
}

scene_mesh scene_mesh_take(uint32_t vertices, uint32_t triangles)
{
    return scene_mesh_over(malloc((vertices + 1) * sizeof(hem_vec3)), vertices,
                           malloc((3 * (size_t)triangles + 1) * sizeof(uint32_t)), triangles);
}

void scene_mesh_free(scene_mesh *mesh)
{
    free(mesh->positions);
    free(mesh->triangles);
    *mesh = scene_mesh_over(NULL, 0, NULL, 0);
}
