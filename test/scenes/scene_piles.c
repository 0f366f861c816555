/* Sheets that fall on things: E2, E3, E12, E18, E19, E20, E21. All start apart. */
#include "scenes/scene_recipe.h"
#include "scenes/noise.h"
#include "scenes/turn.h"

/* A number in [-1, 1) that depends on a sheet and a purpose. */
static float sheet_random(uint32_t sheet, int32_t purpose)
{
    uint32_t hash = scene_hash((int32_t)sheet, purpose, 0, 0, 0x5EED2u);
    return (float)(hash >> 8) * (1.0f / 8388608.0f) - 1.0f;
}

/* A sheet of the pile, pushed aside by up to 0.4 of a cell, so that no two lie edge on edge. */
static void shifted_sheet(scene_mesh *mesh, uint32_t sheet, float x, float y, float z)
{
    const float reach = 0.4f * SHAPE_SHEET_CELL;
    uint32_t first = mesh->vertex_count;
    shape_sheet(mesh);
    scene_mesh_place(
        mesh, first,
        scene_frame_at(x + reach * sheet_random(sheet, 0), y + reach * sheet_random(sheet, 1), z));
}

/* E2: body 0 is the floor, then the sheets from the lowest up, 4 mm apart. */
void scene_make_pile(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    if (ask->body == 0) {
        scene_is(body, "floor", SCENE_STATIC, false);
        scene_square(mesh, 2, 0.4f);
        return;
    }
    scene_is(body, "sheet", SCENE_CLOTH, false);
    shifted_sheet(mesh, ask->body, 0.0f, 0.0f, 0.004f * (float)ask->body);
}

/* E3: body 0 is the torus, then five columns of ten sheets (three in the small scene): one over
 * the hole, four over the ring. */
void scene_make_torus_shower(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    static const float column[5][2] = {
        {0.0f, 0.0f}, {0.11f, 0.0f}, {0.0f, 0.11f}, {-0.11f, 0.0f}, {0.0f, -0.11f}};
    if (ask->body == 0) {
        scene_is(body, "torus", SCENE_KINEMATIC, true);
        uint32_t first = mesh->vertex_count;
        if (scene_is_small(ask)) {
            shape_torus(mesh, 16, 8, 0.1f, 0.04f);
        } else {
            shape_torus(mesh, 32, 16, 0.1f, 0.04f);
        }
        scene_mesh_place(mesh, first,
                         scene_frame_in(scene_frame_turned_x(0.005f * ask->step),
                                        scene_frame_turned_y(0.0031f * ask->step)));
        return;
    }
    uint32_t sheet = ask->body - 1u;
    const float *at = column[sheet % 5u];
    scene_is(body, "sheet", SCENE_CLOTH, false);
    shifted_sheet(mesh, ask->body, at[0], at[1],
                  0.16f + 0.012f * (float)(sheet / 5u) + 0.002f * (float)(sheet % 5u));
}

/* E18: two flat sheets 1 cm apart, which pass each other within step 0 to 1. The upper one is
 * shifted, so that no vertex meets a vertex and no edge lies along an edge. */
void scene_make_passing(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    const float cell = 0.01f;
    uint32_t lines = scene_pick(ask, 100, 12);
    float side = ask->body == 0 ? -1.0f : 1.0f;
    uint32_t first = mesh->vertex_count;
    scene_is(body, ask->body == 0 ? "lower sheet" : "upper sheet", SCENE_CLOTH, true);
    shape_grid(mesh, lines, lines, cell, cell);
    scene_mesh_place(
        mesh, first,
        scene_frame_at(side * 0.0017f, side * 0.0011f, side * (0.005f - 0.015f * ask->step)));
}

/* E12: a sheet 1 m wide over a sphere of 0.3 m. */
void scene_make_large_step(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    if (ask->body == 0) {
        scene_is(body, "sphere", SCENE_STATIC, false);
        shape_sphere(mesh, SHAPE_ICO, scene_pick(ask, 4, 2), 0.3f);
        return;
    }
    uint32_t first = mesh->vertex_count;
    scene_is(body, "sheet", SCENE_CLOTH, false);
    scene_square(mesh, scene_pick(ask, 65, 25), 1.0f);
    scene_mesh_place(mesh, first, scene_frame_at(0.013f, 0.007f, 0.31f));
}

/* E19: 7 x 7 vertices, 1.2 m wide, over a round table of 0.8 m. */
void scene_make_tablecloth(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    uint32_t first = mesh->vertex_count;
    if (ask->body == 0) {
        scene_is(body, "table", SCENE_STATIC, false);
        shape_disk(mesh, 32, 0.4f);
        scene_mesh_place(mesh, first, scene_frame_at(0.0f, 0.0f, 0.7f));
        return;
    }
    scene_is(body, "tablecloth", SCENE_CLOTH, false);
    scene_square(mesh, 7, 1.2f);
    scene_mesh_place(mesh, first, scene_frame_at(0.0f, 0.0f, 0.72f));
}

static void drape_solid(const scene_request *ask, scene_mesh *mesh, uint32_t which)
{
    uint32_t first = mesh->vertex_count;
    uint32_t cells = scene_pick(ask, 8, 3);
    shape_box box = {{cells, cells, cells}, {0.3f, 0.3f, 0.3f}};
    switch (which) {
    case 0:
        shape_sphere(mesh, SHAPE_ICO, scene_pick(ask, 3, 2), 0.2f);
        scene_mesh_place(mesh, first, scene_frame_at(-0.8f, 0.0f, 0.2f));
        break;
    case 1:
        shape_closed_box(mesh, box);
        scene_mesh_place(mesh, first, scene_frame_at(0.0f, 0.0f, 0.15f));
        break;
    default:
        shape_cone(mesh, scene_pick(ask, 32, 12), scene_pick(ask, 12, 5), 0.2f, 0.4f);
        scene_mesh_place(mesh, first, scene_frame_at(0.8f, 0.0f, 0.0f));
        break;
    }
}

/* E20: three solids side by side, bodies 0 to 2, and over each a sheet 0.6 m wide. */
void scene_make_drapes(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    static const char *const solid_name[3] = {"sphere", "box", "cone"};
    static const float height[3] = {0.42f, 0.32f, 0.42f};
    uint32_t which = ask->body % 3u;
    if (ask->body < 3u) {
        scene_is(body, solid_name[which], SCENE_STATIC, false);
        drape_solid(ask, mesh, which);
        return;
    }
    uint32_t first = mesh->vertex_count;
    scene_is(body, "sheet", SCENE_CLOTH, false);
    scene_square(mesh, scene_pick(ask, 21, 11), 0.6f);
    scene_mesh_place(
        mesh, first,
        scene_frame_in(scene_frame_at(0.8f * ((float)which - 1.0f) + 0.011f, 0.007f, height[which]),
                       scene_frame_turned_z(0.03f * (float)(which + 1u))));
}

/* E21: a tape 1 m long and 5 cm wide that stands on end above a block, with a slight wave that says
 * which way it folds. */
void scene_make_tape(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    uint32_t first = mesh->vertex_count;
    if (ask->body == 0) {
        shape_box full_block = {{12, 5, 5}, {0.6f, 0.25f, 0.25f}};
        shape_box small_block = {{6, 3, 3}, {0.6f, 0.25f, 0.25f}};
        scene_is(body, "block", SCENE_STATIC, false);
        shape_closed_box(mesh, scene_is_small(ask) ? small_block : full_block);
        scene_mesh_place(mesh, first, scene_frame_at(0.0f, 0.0f, -0.125f));
        return;
    }
    uint32_t across = scene_pick(ask, 9, 5);
    uint32_t along = scene_pick(ask, 161, 81);
    scene_is(body, "tape", SCENE_CLOTH, false);
    shape_grid(mesh, across, along, 0.05f / (float)(across - 1u), 1.0f / (float)(along - 1u));
    scene_mesh_place(mesh, first,
                     scene_frame_in(scene_frame_in(scene_frame_at(0.0f, 0.0f, 0.52f),
                                                   scene_frame_turned_z(0.27f)),
                                    scene_frame_turned_x(0.25f)));
    if (mesh->positions == NULL) {
        return;
    }
    for (uint32_t i = first; i < mesh->vertex_count; i++) {
        hem_vec3 *at = &mesh->positions[i];
        at->x = hem_snap(at->x + 0.002f * scene_sin_turns(2.3f * at->z));
    }
}
