/* The scenes of the side-by-side benchmark, with all their frames, made when first asked for. */
#include "bench/peers/folded.h"
#include "bench/peers/peers.h"
#include "scenes/noise.h"
#include "scenes/scenes.h"

#include <stdlib.h>

enum { MOST_FRAMES = 8, MOST_BODIES = 32 };

typedef struct recipe recipe;

/* Fills a mesh with all bodies at a frame; frame -1 is the rest shape. Returns the body count and
 * where each body begins. */
typedef uint32_t recipe_fill(const recipe *self, int frame, scene_mesh *mesh, peer_body *bodies);

struct recipe {
    const char *name;
    recipe_fill *fill;
    scene_id id;
    float rest_step, first_step, step; /* the frames are first_step, first_step + step, ... */
    uint32_t frames;
    uint32_t one_body; /* put all into one body */
    bool within, between;
    float epsilon;
};

static float step_of(const recipe *self, int frame)
{
    return frame < 0 ? self->rest_step : self->first_step + self->step * (float)frame;
}

static peer_body body_from(const scene_mesh *mesh, uint32_t vertex, uint32_t triangle)
{
    return (peer_body){vertex, mesh->vertex_count - vertex, triangle,
                       mesh->triangle_count - triangle};
}

static uint32_t fill_scene(const recipe *self, int frame, scene_mesh *mesh, peer_body *bodies)
{
    scene_info info;
    if (!scene_describe(self->id, SCENE_FULL, &info)) {
        return 0;
    }
    for (uint32_t i = 0; i < info.body_count; i++) {
        uint32_t vertex = mesh->vertex_count, triangle = mesh->triangle_count;
        scene_build_body(self->id, SCENE_FULL, i, step_of(self, frame), mesh);
        bodies[i] = body_from(mesh, vertex, triangle);
    }
    return info.body_count;
}

static uint32_t fill_folded(const recipe *self, int frame, scene_mesh *mesh, peer_body *bodies)
{
    folded_make(mesh, folded_default(), step_of(self, frame));
    bodies[0] = body_from(mesh, 0, 0);
    return 1;
}

/* The pile of E2 without its floor, pressed to 0.8 mm from sheet to sheet, slightly wavy. */
static uint32_t fill_pile(const recipe *self, int frame, scene_mesh *mesh, peer_body *bodies)
{
    float time = step_of(self, frame);
    uint32_t sheets = 10;
    for (uint32_t i = 0; i < sheets; i++) {
        uint32_t vertex = mesh->vertex_count, triangle = mesh->triangle_count;
        scene_build_body(self->id, SCENE_FULL, i + 1u, 0.0f, mesh);
        for (uint32_t v = vertex; mesh->positions != NULL && v < mesh->vertex_count; v++) {
            hem_vec3 at = mesh->positions[v];
            hem_vec3 where = hem_vec3_make(40.0f * at.x, 40.0f * at.y, 0.3f * (float)i);
            at.z = 0.0008f * (float)i + 0.0002f * scene_noise(where, time, 0xB11Eu);
            mesh->positions[v].z = hem_snap(at.z);
        }
        bodies[i] = body_from(mesh, vertex, triangle);
    }
    if (self->one_body) {
        bodies[0] = body_from(mesh, 0, 0);
        return 1;
    }
    return sheets;
}

static const recipe recipes[] = {
    {"E5 apart", fill_scene, SCENE_E5_ICO_5, 0.0f, 0.0f, 7.0f, 8, 0, false, true, 0.0f},
    {"E5 end", fill_scene, SCENE_E5_ICO_5, 0.0f, 193.0f, 1.0f, 8, 0, false, true, 0.0f},
    {"E6 end", fill_scene, SCENE_E6_BUMPY, 0.0f, 193.0f, 1.0f, 8, 0, false, true, 0.0f},
    {"folded intersections", fill_folded, SCENE_COUNT, 0.0f, 0.0f, 0.05f, 4, 1, true, false, 0.0f},
    {"folded proximity", fill_folded, SCENE_COUNT, 0.0f, 0.0f, 0.05f, 4, 1, true, false, 0.001f},
    {"E2 one mesh", fill_pile, SCENE_E2_PILE, 0.0f, 0.0f, 0.05f, 8, 1, true, false, 0.001f},
    {"E2 ten bodies", fill_pile, SCENE_E2_PILE, 0.0f, 0.0f, 0.05f, 8, 0, false, true, 0.001f},
};

enum { RECIPES = sizeof recipes / sizeof recipes[0] };

typedef struct made_scene {
    peer_scene scene;
    peer_body bodies[MOST_BODIES];
    const hem_vec3 *frames[MOST_FRAMES];
} made_scene;

static made_scene *made[RECIPES];

static hem_vec3 *positions_at(const recipe *from, int frame, uint32_t count)
{
    peer_body bodies[MOST_BODIES];
    hem_vec3 *positions = calloc(count, sizeof *positions);
    if (positions == NULL) {
        abort();
    }
    scene_mesh mesh = scene_mesh_over(positions, count, NULL, 0);
    (void)from->fill(from, frame, &mesh, bodies);
    return positions;
}

static made_scene *make_scene(const recipe *from)
{
    made_scene *out = calloc(1, sizeof *out);
    scene_mesh counted = scene_mesh_over(NULL, 0, NULL, 0);
    if (out == NULL) {
        abort();
    }
    (void)from->fill(from, -1, &counted, out->bodies);
    hem_vec3 *rest = calloc(counted.vertex_count, sizeof *rest);
    uint32_t *triangles = calloc(3u * (size_t)counted.triangle_count, sizeof *triangles);
    if (rest == NULL || triangles == NULL) {
        abort();
    }
    scene_mesh mesh =
        scene_mesh_over(rest, counted.vertex_count, triangles, counted.triangle_count);
    uint32_t body_count = from->fill(from, -1, &mesh, out->bodies);
    for (uint32_t f = 0; f < from->frames; f++) {
        out->frames[f] = positions_at(from, (int)f, mesh.vertex_count);
    }
    out->scene = (peer_scene){
        .name = from->name,
        .within = from->within,
        .between = from->between,
        .epsilon = from->epsilon,
        .body_count = body_count,
        .vertex_count = mesh.vertex_count,
        .triangle_count = mesh.triangle_count,
        .bodies = out->bodies,
        .triangles = triangles,
        .rest = rest,
        .frame_count = from->frames,
        .frames = out->frames,
    };
    return out;
}

const peer_scene *peer_scene_get(uint32_t index)
{
    if (index >= RECIPES) {
        return NULL;
    }
    if (made[index] == NULL) {
        made[index] = make_scene(&recipes[index]);
    }
    return &made[index]->scene;
}
