/* Scenes for the tables: those of the peers, those of the papers at single steps, and meshes that a
 * tree of patches should not like. See bench_tables.h. */
#include "bench_tables.h"

#include "random.h"
#include "scenes/shapes.h"

#include <stdlib.h>
#include <string.h>

/* ---- meshes ---- */

static void build_meshes(tables_scene *made)
{
    const peer_scene *scene = &made->scene;
    size_t bytes = 4096u * (size_t)scene->body_count + 250u * (size_t)scene->triangle_count;
    bytes = bytes / HEM_ALIGN * HEM_ALIGN;
    hem_arena arena;
    made->memory = aligned_alloc(HEM_ALIGN, bytes);
    made->meshes = tables_take(scene->body_count, sizeof *made->meshes);
    made->local = tables_take(3u * (size_t)scene->triangle_count, sizeof *made->local);
    if (made->memory == NULL || hem_arena_init(&arena, made->memory, (uint32_t)bytes) != HEM_OK) {
        abort();
    }
    for (uint32_t b = 0; b < scene->body_count; b++) {
        const peer_body *body = &scene->bodies[b];
        size_t first = 3u * (size_t)body->first_triangle;
        for (size_t c = first; c < first + 3u * (size_t)body->triangle_count; c++) {
            made->local[c] = scene->triangles[c] - body->first_vertex;
        }
        hem_mesh_def def =
            hem_default_mesh_def(made->local + first, body->triangle_count, body->vertex_count);
        def.self_pairs = false;
        def.orphan_capacity = 0;
        def.edge_capacity = 3u * body->triangle_count;
        if (hem_mesh_build(&arena, &def, &made->meshes[b], NULL) != HEM_OK) {
            abort();
        }
    }
}

tables_scene tables_peers(const char *name)
{
    const peer_scene *found = NULL;
    for (uint32_t i = 0; found == NULL; i++) {
        const peer_scene *scene = peer_scene_get(i);
        if (scene == NULL) {
            abort();
        }
        found = strcmp(scene->name, name) == 0 ? scene : NULL;
    }
    tables_scene made = {.scene = *found, .borrowed = true};
    build_meshes(&made);
    return made;
}

/* ---- frames from functions ---- */

typedef struct maker {
    tables_fill *fill; /* null: the scene */
    scene_id id;
    scene_size size;
    uint32_t bodies;
} maker;

static void append(const maker *from, uint32_t body, float time, scene_mesh *mesh)
{
    if (from->fill != NULL) {
        from->fill(body, time, mesh);
    } else {
        scene_build_body(from->id, from->size, body, time, mesh);
    }
}

static hem_vec3 *positions_at(const maker *from, float time, uint32_t vertex_count)
{
    hem_vec3 *positions = tables_take(vertex_count, sizeof *positions);
    scene_mesh mesh = scene_mesh_over(positions, vertex_count, NULL, 0);
    for (uint32_t b = 0; b < from->bodies; b++) {
        append(from, b, time, &mesh);
    }
    return positions;
}

static tables_scene make(const char *name, const maker *from, const float *times, uint32_t frames)
{
    peer_body *bodies = tables_take(from->bodies, sizeof *bodies);
    scene_mesh counted = scene_mesh_over(NULL, 0, NULL, 0);
    for (uint32_t b = 0; b < from->bodies; b++) {
        append(from, b, 0.0f, &counted);
    }
    uint32_t *triangles = tables_take(3u * (size_t)counted.triangle_count, sizeof *triangles);
    hem_vec3 *rest = tables_take(counted.vertex_count, sizeof *rest);
    scene_mesh mesh =
        scene_mesh_over(rest, counted.vertex_count, triangles, counted.triangle_count);
    for (uint32_t b = 0; b < from->bodies; b++) {
        uint32_t vertex = mesh.vertex_count, triangle = mesh.triangle_count;
        append(from, b, 0.0f, &mesh);
        bodies[b] = (peer_body){vertex, mesh.vertex_count - vertex, triangle,
                                mesh.triangle_count - triangle};
    }
    const hem_vec3 **positions = tables_take(TABLES_FRAMES, sizeof *positions);
    for (uint32_t f = 0; f < frames; f++) {
        positions[f] = positions_at(from, times[f], mesh.vertex_count);
    }
    tables_scene made = {.scene = {.name = name,
                                   .between = true,
                                   .body_count = from->bodies,
                                   .vertex_count = mesh.vertex_count,
                                   .triangle_count = mesh.triangle_count,
                                   .bodies = bodies,
                                   .triangles = triangles,
                                   .rest = rest,
                                   .frame_count = frames,
                                   .frames = positions}};
    build_meshes(&made);
    return made;
}

tables_scene tables_steps(scene_id id, scene_size size, const float *steps, uint32_t frames)
{
    scene_info info;
    if (!scene_describe(id, size, &info)) {
        abort();
    }
    return make(info.name, &(maker){NULL, id, size, info.body_count}, steps, frames);
}

tables_scene tables_filled(const char *name, tables_fill *fill, uint32_t bodies, const float *times,
                           uint32_t frames)
{
    return make(name, &(maker){fill, SCENE_COUNT, SCENE_FULL, bodies}, times, frames);
}

/* ---- where frames lead ---- */

static void lead_to(tables_scene *scene, uint32_t frame, hem_vec3 *end, float dt)
{
    hem_vec3 *velocities = tables_take(scene->scene.vertex_count, sizeof *velocities);
    for (uint32_t v = 0; v < scene->scene.vertex_count; v++) {
        velocities[v] = hem_scale(1.0f / dt, hem_sub(end[v], scene->scene.frames[frame][v]));
    }
    scene->ends[frame] = end;
    scene->velocities[frame] = velocities;
    scene->dt = dt;
}

/* The last frame has no next: it drops out. */
void tables_lead_to_next(tables_scene *scene)
{
    uint32_t count = scene->scene.vertex_count;
    scene->scene.frame_count--;
    for (uint32_t f = 0; f < scene->scene.frame_count; f++) {
        hem_vec3 *end = tables_take(count, sizeof *end);
        memcpy(end, scene->scene.frames[f + 1u], count * sizeof *end);
        lead_to(scene, f, end, 0.01f);
    }
}

void tables_lead_along(tables_scene *scene, hem_vec3 way, float dt)
{
    for (uint32_t f = 0; f < scene->scene.frame_count; f++) {
        hem_vec3 *end = tables_take(scene->scene.vertex_count, sizeof *end);
        for (uint32_t v = 0; v < scene->scene.vertex_count; v++) {
            end[v] = hem_vec3_snap(hem_add(scene->scene.frames[f][v], way));
        }
        lead_to(scene, f, end, dt);
    }
}

void tables_scene_free(tables_scene *scene)
{
    for (uint32_t f = 0; f < TABLES_FRAMES; f++) {
        free(scene->ends[f]);
        free(scene->velocities[f]);
    }
    /* Whoever takes frames off leaves them in the list. */
    for (uint32_t f = 0; f < TABLES_FRAMES && !scene->borrowed; f++) {
        free((void *)(uintptr_t)scene->scene.frames[f]);
    }
    if (!scene->borrowed) {
        free((void *)(uintptr_t)scene->scene.frames);
        free((void *)(uintptr_t)scene->scene.rest);
        free((void *)(uintptr_t)scene->scene.triangles);
        free((void *)(uintptr_t)scene->scene.bodies);
    }
    free(scene->meshes);
    free(scene->local);
    free(scene->memory);
}

/* ---- what patches should not like ---- */

#define LOOSE 4096u

/* Which of 16 x 16 x 16 cells comes at a place: four bits of it for each coordinate, so that eight
 * cells in a row make a cube. */
static hem_vec3 cell_at(uint32_t place)
{
    uint32_t at[3] = {0, 0, 0};
    for (uint32_t bit = 0; bit < 12u; bit++) {
        at[bit % 3u] |= (place >> bit & 1u) << (bit / 3u);
    }
    return (hem_vec3){(float)at[0], (float)at[1], (float)at[2]};
}

/* Triangles of about 2 cm, one in each cell of half a metre; they drift. */
static void fill_loose(uint32_t body, float time, bool shuffled, scene_mesh *mesh)
{
    test_random random = {body};
    uint32_t first = mesh->vertex_count;
    if (!scene_mesh_begin(mesh, 3u * LOOSE, LOOSE)) {
        return;
    }
    for (uint32_t t = 0; t < LOOSE; t++) {
        /* An odd factor goes through all places, in no order of space. */
        hem_vec3 middle = hem_scale(0.03125f, cell_at(shuffled ? t * 2477u % LOOSE : t));
        middle = hem_add(middle, (hem_vec3){random_float(&random, 0.0f, 0.03f),
                                            random_float(&random, 0.0f, 0.03f),
                                            random_float(&random, 0.0f, 0.03f) + 0.1f * time});
        for (uint32_t k = 0; k < 3; k++) {
            hem_vec3 away = {random_float(&random, -0.01f, 0.01f),
                             random_float(&random, -0.01f, 0.01f),
                             random_float(&random, -0.01f, 0.01f)};
            scene_mesh_vertex(mesh, hem_add(middle, away));
        }
    }
    for (uint32_t t = 0; t < LOOSE; t++) {
        scene_mesh_triangle(mesh, first + 3u * t, first + 3u * t + 1u, first + 3u * t + 2u);
    }
}

static void fill_shuffled(uint32_t body, float time, scene_mesh *mesh)
{
    fill_loose(body, time, true, mesh);
}

static void fill_ordered(uint32_t body, float time, scene_mesh *mesh)
{
    fill_loose(body, time, false, mesh);
}

/* A grid whose lines stand closer and closer together, and one like it that leans through it. */
static void fill_uneven(uint32_t body, float time, scene_mesh *mesh)
{
    enum { LINES = 71 };
    uint32_t first = mesh->vertex_count;
    if (!scene_mesh_begin(mesh, LINES * LINES, SHAPE_GRID_TRIANGLES(LINES, LINES))) {
        return;
    }
    float line[LINES];
    line[0] = 1.0f;
    for (uint32_t i = 1; i < LINES; i++) {
        line[i] = 0.905f * line[i - 1u];
    }
    for (uint32_t i = 0; i < LINES * LINES; i++) {
        float x = line[i % LINES], y = line[i / LINES];
        float z = body == 0 ? 0.05f * x * y : 0.04f * (x + y) - 0.01f + 0.02f * time;
        scene_mesh_vertex(mesh, (hem_vec3){x, y, z});
    }
    shape_grid_triangles(mesh, first, LINES, LINES);
}

/* Cones of one ring: a fan of needles to the tip and one to the middle of the base. The second
 * comes from above, upside down. */
static void fill_needles(uint32_t body, float time, scene_mesh *mesh)
{
    uint32_t first = mesh->vertex_count;
    shape_cone(mesh, 600, 1, 0.3f, 0.4f);
    if (body > 0) {
        scene_mesh_place(mesh, first,
                         scene_frame_in(scene_frame_at(0.02f, 0.03f, 0.7f - 0.1f * time),
                                        scene_frame_turned_x(0.49f)));
    }
}

static const float early[] = {0.0f, 0.5f};

tables_scene tables_loose(bool shuffled)
{
    return shuffled ? tables_filled("loose triangles, shuffled", fill_shuffled, 2, early, 2)
                    : tables_filled("loose triangles, by space", fill_ordered, 2, early, 2);
}

tables_scene tables_uneven(void)
{
    return tables_filled("uneven sheets", fill_uneven, 2, early, 2);
}

tables_scene tables_needles(void)
{
    return tables_filled("fans of needles", fill_needles, 2, early, 2);
}
