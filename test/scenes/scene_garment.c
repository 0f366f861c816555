/* E4: three layers of clothing around a body. Eighty patches of the same grid, eight around, four
 * rows for the suit and the blouse and two, at the hips, for the trousers; the patches are sewn.
 *
 * Between patches lies an open gap. Sewing closes it, which makes each layer too tight for what it
 * lies on: the layers squeeze each other. */
#include "scenes/scene_recipe.h"
#include "scenes/turn.h"

enum { AROUND = 8, LAYERS = 3 };

static const uint32_t layer_rows[LAYERS] = {4, 4, 2};
static const float body_radius = 0.15f;
static const float layer_gap = 0.004f;
static const float seam_gap = 0.006f;
static const float patch_height = 0.12f;
static const float layer_turn = 0.047f; /* so that seams, and vertices, do not lie on each other */
static const float layer_lift = 0.0043f;

/* Vertices along a patch's side. */
static uint32_t patch_lines(scene_size size)
{
    return size == SCENE_SMALL ? 4u : 10u;
}

/* One patch: a grid bent around the z axis. Columns run counter-clockwise, rows upwards. */
static void build_patch(scene_mesh *mesh, uint32_t lines, uint32_t column, uint32_t row,
                        float radius)
{
    uint32_t first = mesh->vertex_count;
    if (!scene_mesh_begin(mesh, SHAPE_GRID_VERTICES(lines, lines),
                          SHAPE_GRID_TRIANGLES(lines, lines))) {
        return;
    }
    float gap_turns = seam_gap / (6.2831853f * radius);
    float width_turns = 1.0f / (float)AROUND - gap_turns;
    for (uint32_t j = 0; j < lines; j++) {
        float up = (float)j / (float)(lines - 1u);
        float z = (float)row * (patch_height + seam_gap) + up * patch_height;
        for (uint32_t i = 0; i < lines; i++) {
            float along = (float)i / (float)(lines - 1u);
            float turns = (float)column / (float)AROUND + width_turns * along;
            scene_mesh_vertex(mesh, hem_vec3_make(radius * scene_cos_turns(turns),
                                                  radius * scene_sin_turns(turns), z));
        }
    }
    shape_grid_triangles(mesh, first, lines, lines);
}

/* Body 0 swells by 4 % within 100 steps; bodies 1 to 3 are the layers from the inside out. */
void scene_make_garment(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    static const char *const layer_name[LAYERS] = {"suit", "blouse", "trousers"};
    if (ask->body == 0) {
        shape_capsule capsule = {scene_pick(ask, 64, 24), scene_pick(ask, 10, 4),
                                 scene_pick(ask, 24, 8), body_radius, 0.56f};
        capsule.radius *= 1.0f + 0.04f * scene_ease(0.0f, 100.0f, ask->step);
        uint32_t first = mesh->vertex_count;
        scene_is(body, "body", SCENE_KINEMATIC, true);
        shape_closed_capsule(mesh, capsule);
        scene_mesh_place(mesh, first, scene_frame_at(0.0f, 0.0f, -0.03f));
        return;
    }
    uint32_t layer = ask->body - 1u;
    float radius = body_radius + layer_gap * (float)ask->body;
    uint32_t first = mesh->vertex_count;
    scene_is(body, layer_name[layer], SCENE_CLOTH, false);
    for (uint32_t row = 0; row < layer_rows[layer]; row++) {
        for (uint32_t column = 0; column < AROUND; column++) {
            build_patch(mesh, patch_lines(ask->size), column, row, radius);
        }
    }
    scene_mesh_place(mesh, first,
                     scene_frame_in(scene_frame_at(0.0f, 0.0f, layer_lift * (float)layer),
                                    scene_frame_turned_z(layer_turn * (float)layer)));
}

/* Seams of a layer: each patch with the next one around, then with the one above. */
static uint32_t layer_seams(uint32_t layer, uint32_t lines)
{
    return lines * AROUND * (2u * layer_rows[layer] - 1u);
}

uint32_t scene_garment_seams(scene_size size)
{
    uint32_t count = 0;
    for (uint32_t layer = 0; layer < LAYERS; layer++) {
        count += layer_seams(layer, patch_lines(size));
    }
    return count;
}

scene_seam scene_garment_seam(scene_size size, uint32_t seam)
{
    const uint32_t lines = patch_lines(size);
    const uint32_t patch_vertices = lines * lines;
    uint32_t layer = 0;
    while (seam >= layer_seams(layer, lines)) {
        seam -= layer_seams(layer, lines);
        layer++;
    }
    uint32_t at = seam % lines;
    uint32_t patch = seam / lines;
    uint32_t patches = layer_rows[layer] * AROUND;
    if (patch < patches) {
        uint32_t next = patch % AROUND + 1u == AROUND ? patch + 1u - AROUND : patch + 1u;
        return (scene_seam){layer + 1u, patch * patch_vertices + at * lines + lines - 1u,
                            next * patch_vertices + at * lines};
    }
    patch -= patches;
    return (scene_seam){layer + 1u, patch * patch_vertices + (lines - 1u) * lines + at,
                        (patch + AROUND) * patch_vertices + at};
}
