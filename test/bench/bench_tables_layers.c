/* What 000 says about cloth in layers: how many leaves of the next layer a leaf overlaps (000-5),
 * for every k (000-4), and what it costs to merge stored volumes of vertices instead of inserting
 * points (000-11). */
#include "bench_tables.h"

#include "scenes/shapes.h"
#include "tree/volume.h"

#include <stdio.h>
#include <stdlib.h>

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof(array)[0]))

static const uint32_t directions[] = {6, 8, 14, 18};

/* ---- layers ---- */

enum { LINES = 41, LEVEL = 0, TURNED = 1, TILTED = 2 };
static uint32_t lie_of_layers;

/* Two sheets of 1 cm cells 1 mm apart, the second shifted within a cell by more with each frame. */
static void fill_layers(uint32_t body, float time, scene_mesh *mesh)
{
    uint32_t first = mesh->vertex_count;
    scene_frame lie = scene_frame_at(0.0f, 0.0f, 0.0f);
    shape_grid(mesh, LINES, LINES, 0.01f, 0.01f);
    if (body > 0) {
        scene_mesh_place(mesh, first, scene_frame_at(0.0037f * time, 0.0061f * time, 0.001f));
    }
    if (lie_of_layers != LEVEL) {
        lie = scene_frame_turned_z(0.07f);
    }
    if (lie_of_layers == TILTED) {
        lie = scene_frame_in(scene_frame_turned_x(0.06f), lie);
    }
    scene_mesh_place(mesh, first, lie);
}

static void table_of_layers(void)
{
    static const char *const names[] = {"two sheets, level", "two sheets, turned",
                                        "two sheets, tilted"};
    const float shifts[] = {0.3f, 0.7f, 1.1f, 1.3f, 1.9f, 2.3f};
    tables_title("000-5", "leaves of the next sheet that a leaf of one triangle overlaps");
    for (lie_of_layers = LEVEL; lie_of_layers <= TILTED; lie_of_layers++) {
        const char *name = names[lie_of_layers];
        tables_scene scene = tables_filled(name, fill_layers, 2, shifts, COUNT(shifts));
        tables_setting settings[COUNT(directions)];
        tables_cost cost[COUNT(directions) * COUNT(shifts)];
        scene.scene.epsilon = 0.001f;
        for (uint32_t k = 0; k < COUNT(directions); k++) {
            settings[k] = (tables_setting){.builder = HEM_BUILD_LONGEST_SIDE,
                                           .directions = directions[k],
                                           .degree = 4,
                                           .query = TABLES_GJK};
        }
        tables_measure(&scene, settings, COUNT(directions), cost);
        for (uint32_t k = 0; k < COUNT(directions); k++) {
            char setting[32];
            tables_cost mean = tables_mean(cost + k * COUNT(shifts), COUNT(shifts));
            double leaves = SHAPE_GRID_TRIANGLES(LINES, LINES);
            snprintf(setting, sizeof setting, "k = %u", (unsigned)directions[k]);
            tables_figure(name, setting, (double)mean.leaf_pairs, tables_ms(&mean),
                          (tables_ratio){(double)mean.leaf_pairs / leaves, 6.0});
            if (directions[k] == 18u) {
                double overlaps = (double)mean.leaf_pairs / leaves;
                tables_claim(name, "a leaf overlaps about 6 of the next layer, k = 18",
                             (tables_ratio){overlaps, 6.0}, overlaps > 4.5 && overlaps < 7.5);
            }
        }
        tables_scene_free(&scene);
    }
}

/* ---- stored volumes ---- */

/* Additions and multiplications that projecting a point takes; see hem_volume_insert. Corner axes
 * are widened by two ulps. */
static uint32_t projection_cost(uint32_t k)
{
    return k == 6u ? 0u : k == 18u ? 6u : 17u;
}

typedef struct vertices {
    const tables_scene *scene;
    uint32_t axis_count;
    hem_volume *stored;
    float sum; /* so that nothing is left out */
} vertices;

static void fit_by_points(vertices *in)
{
    const peer_scene *scene = &in->scene->scene;
    for (uint32_t t = 0; t < scene->triangle_count; t++) {
        hem_volume volume = hem_volume_empty();
        for (uint32_t k = 0; k < 3; k++) {
            hem_vec3 point = scene->frames[0][scene->triangles[3u * (size_t)t + k]];
            hem_volume_insert(&volume, in->axis_count, point);
        }
        in->sum += volume.low[in->axis_count - 1u];
    }
}

static void fit_by_stored(vertices *in)
{
    const peer_scene *scene = &in->scene->scene;
    for (uint32_t v = 0; v < scene->vertex_count; v++) {
        in->stored[v] = hem_volume_empty();
        hem_volume_insert(&in->stored[v], in->axis_count, scene->frames[0][v]);
    }
    for (uint32_t t = 0; t < scene->triangle_count; t++) {
        const uint32_t *v = scene->triangles + 3u * (size_t)t;
        hem_volume volume = in->stored[v[0]];
        hem_volume_merge(&volume, in->axis_count, &in->stored[v[1]]);
        hem_volume_merge(&volume, in->axis_count, &in->stored[v[2]]);
        in->sum += volume.low[in->axis_count - 1u];
    }
}

static double shortest_ms(void (*fit)(vertices *), vertices *in)
{
    double best = 1e9;
    for (uint32_t round = 0; round < tables_rounds + 5u; round++) {
        double begin = tables_seconds();
        fit(in);
        double taken = 1e3 * (tables_seconds() - begin - tables_clock_cost);
        best = taken < best ? taken : best;
    }
    return best;
}

/* Operations: projections, and two comparisons an axis for every point or volume taken in. */
static void table_of_stored(void)
{
    const float step = 0.0f;
    tables_scene scene = tables_steps(SCENE_E5_ICO_5, SCENE_FULL, &step, 1);
    double v = scene.scene.vertex_count, f = scene.scene.triangle_count;
    hem_volume *stored = tables_take(scene.scene.vertex_count, sizeof *stored);
    tables_title("000-11", "leaves of one triangle from stored volumes of vertices, by inserting "
                           "points; operations and ms");
    for (uint32_t i = 0; i < COUNT(directions); i++) {
        uint32_t k = directions[i];
        vertices in = {.scene = &scene, .axis_count = k / 2u, .stored = stored};
        double by_points = 3.0 * f * (projection_cost(k) + k);
        double by_stored = v * projection_cost(k) + 3.0 * f * k;
        double points_ms = shortest_ms(fit_by_points, &in);
        double stored_ms = shortest_ms(fit_by_stored, &in);
        char points_name[32], stored_name[32], claim[96];
        snprintf(points_name, sizeof points_name, "k = %u, points", (unsigned)k);
        snprintf(stored_name, sizeof stored_name, "k = %u, stored", (unsigned)k);
        tables_figure(scene.scene.name, points_name, by_points, points_ms,
                      (tables_ratio){1.0, 0.0});
        tables_figure(scene.scene.name, stored_name, by_stored, stored_ms,
                      (tables_ratio){by_stored / by_points, 0.0});
        if (k > 6u) {
            snprintf(claim, sizeof claim, "k = %u: stored volumes take fewer operations",
                     (unsigned)k);
            tables_claim(scene.scene.name, claim, (tables_ratio){by_stored / by_points, 0.0},
                         by_stored < by_points);
            snprintf(claim, sizeof claim, "k = %u: stored volumes take less time", (unsigned)k);
            tables_claim(scene.scene.name, claim, (tables_ratio){stored_ms / points_ms, 0.0},
                         stored_ms < points_ms);
        }
    }
    free(stored);
    tables_scene_free(&scene);
}

void tables_of_layers(void)
{
    table_of_layers();
    table_of_stored();
}
