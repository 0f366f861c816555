/* The towel: a cloth folded to four layers, which falls on a floor and stays folded. */
#include "scenes/play_recipe.h"
#include "scenes/shapes.h"
#include "scenes/turn.h"

/* Layers of that length lie over each other at twice the radius, and half circles join them. */
#define LAYER  0.15f
#define RADIUS 0.003f
#define HALF   (3.14159265f * RADIUS)
#define CELL   0.01f

/* Layers lie askew on each other, by so much of the way along the cloth: no vertex is right over
 * another. */
#define ASKEW 0.02f

/* So high over the floor is the lowest layer. */
#define HEIGHT 0.01f

/* The place on the cloth `along` from its end, 0 across. */
static hem_vec3 place_of(float along)
{
    float side = 1.0f, from = along;
    uint32_t layer = 0;
    for (; from > LAYER + HALF; layer++) {
        from -= LAYER + HALF;
        side = -side;
    }
    float turns = from > LAYER ? 0.5f * (from - LAYER) / HALF : 0.0f;
    float x = hem_min(from, LAYER) - 0.5f * LAYER + RADIUS * scene_sin_turns(turns);
    float z = RADIUS * (2.0f * (float)layer + 1.0f - scene_cos_turns(turns));
    return hem_vec3_make(side * x, ASKEW * along, z);
}

void play_make_towel(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    uint32_t first = mesh->vertex_count;
    if (ask->body == 0) {
        scene_is(body, "floor", SCENE_STATIC, false);
        scene_square(mesh, 2, 0.8f);
        return;
    }
    uint32_t across = scene_pick(ask, 24, 8), rows = 63;
    scene_is(body, "towel", SCENE_CLOTH, false);
    if (!scene_mesh_begin(mesh, SHAPE_GRID_VERTICES(across, rows),
                          SHAPE_GRID_TRIANGLES(across, rows))) {
        return;
    }
    for (uint32_t row = 0; row < rows; row++) {
        hem_vec3 at = place_of(CELL * (float)row);
        at.z = at.z + HEIGHT;
        at.y = at.y - 0.5f * CELL * (float)(across - 1u);
        for (uint32_t column = 0; column < across; column++) {
            scene_mesh_vertex(mesh, at);
            at.y = at.y + CELL;
        }
    }
    shape_grid_triangles(mesh, first, across, rows);
}
