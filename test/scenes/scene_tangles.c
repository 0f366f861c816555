/* Scenes that start tangled or get tangled on purpose: E8, E9, E10, E11, E15, E17. */
#include "scenes/scene_recipe.h"
#include "scenes/noise.h"
#include "scenes/turn.h"

static float ring_random(uint32_t ring, int32_t purpose)
{
    uint32_t hash = scene_hash((int32_t)ring, purpose, 0, 0, 0x7021u);
    return (float)(hash >> 8) * (1.0f / 8388608.0f) - 1.0f;
}

/* E8: body 0 is the tank, which stands for 300 steps and is tipped over in the next 100; then the
 * rings, four to a layer, each a little tilted. */
void scene_make_tori(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    const float width = 0.8f;
    const float wall = 0.03f;
    uint32_t first = mesh->vertex_count;
    if (ask->body == 0) {
        const float edge = 0.5f * width + wall;
        float tip = 0.35f * scene_ease(300.0f, 400.0f, ask->step);
        scene_is(body, "tank", SCENE_KINEMATIC, true);
        shape_tank(mesh, width, 0.6f, wall);
        scene_mesh_place(mesh, first,
                         scene_frame_in(scene_frame_in(scene_frame_at(edge, 0.0f, 0.0f),
                                                       scene_frame_turned_y(tip)),
                                        scene_frame_at(-edge, 0.0f, 0.0f)));
        return;
    }
    uint32_t ring = ask->body - 1u;
    bool coarse = ask->id == SCENE_E8_TORI_COARSE;
    scene_is(body, "ring", SCENE_SOFT, false);
    if (!coarse) {
        shape_torus(mesh, scene_pick(ask, 70, 24), scene_pick(ask, 30, 12), 0.12f, 0.045f);
    } else {
        shape_torus(mesh, scene_pick(ask, 24, 12), scene_pick(ask, 12, 6), 0.12f, 0.045f);
    }
    scene_frame tilted = scene_frame_in(scene_frame_turned_x(0.015f * ring_random(ring, 0)),
                                        scene_frame_turned_y(0.015f * ring_random(ring, 1)));
    scene_mesh_place(
        mesh, first,
        scene_frame_in(
            scene_frame_at((ring % 2u == 0 ? -0.185f : 0.185f) + 0.015f * ring_random(ring, 3),
                           (ring / 2u % 2u == 0 ? -0.185f : 0.185f) + 0.015f * ring_random(ring, 4),
                           0.12f + 0.13f * (float)(ring / 4u)),
            scene_frame_in(tilted, scene_frame_turned_z(ring_random(ring, 2)))));
}

/* E9: found by search: as many vertex-face stencils as the paper counts, in one zone. */
void scene_make_knot(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    shape_knot full = {205, 17, 0.3f, 0.1f, 0.105f};
    shape_knot small_knot = {71, 9, 0.3f, 0.1f, 0.108f};
    scene_is(body, "knot", SCENE_SOFT, false);
    shape_torus_knot(mesh, scene_is_small(ask) ? small_knot : full);
}

/* E10: two sheets, one above the other, and a spike through both from below and one from above.
 * They stay for 100 steps, then draw back and stab again every 100 steps while they wander. */
void scene_make_spikes(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    uint32_t first = mesh->vertex_count;
    if (ask->body >= 2u) {
        uint32_t columns = scene_pick(ask, 137, 25);
        uint32_t rows = scene_pick(ask, 138, 26);
        scene_is(body, ask->body == 2u ? "lower sheet" : "upper sheet", SCENE_CLOTH, false);
        shape_grid(mesh, columns, rows, 1.0f / (float)(columns - 1u), 1.0f / (float)(rows - 1u));
        scene_mesh_place(mesh, first,
                         scene_frame_in(scene_frame_at(0.0f, 0.0f, ask->body == 2u ? 0.0f : 0.015f),
                                        scene_frame_turned_z(ask->body == 2u ? 0.0f : 0.01f)));
        return;
    }
    float later = ask->step > 100.0f ? (ask->step - 100.0f) / 100.0f : 0.0f;
    float out = 0.5f - 0.5f * scene_cos_turns(later);
    float wander = 0.06f * scene_sin_turns(0.5f * later);
    scene_frame lifted = scene_frame_at(wander, 0.4f * wander, -0.18f - 0.2f * out);
    bool below = ask->body == 0;
    scene_is(body, below ? "spike from below" : "spike from above", SCENE_KINEMATIC, true);
    shape_cone(mesh, scene_pick(ask, 32, 12), scene_pick(ask, 24, 8), 0.07f, 0.3f);
    scene_mesh_place(mesh, first, lifted);
    scene_mesh_place(mesh, first,
                     scene_frame_in(scene_frame_at(below ? -0.203f : 0.207f, 0.011f, 0.007f),
                                    scene_frame_turned_x(below ? 0.0f : 0.5f)));
}

/* E11 (a): three planes of which each cuts the other two. */
void scene_make_three_sheets(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    static const float at[3][3] = {
        {0.0f, 0.0f, 0.0f}, {0.31f, 0.12f, 0.01f}, {-0.13f, 0.27f, 0.02f}};
    static const float tilt[3][2] = {{0.03f, 0.01f}, {-0.02f, 0.045f}, {-0.037f, -0.03f}};
    const uint32_t b = ask->body;
    uint32_t first = mesh->vertex_count;
    scene_is(body, "sheet", SCENE_CLOTH, false);
    scene_square(mesh, scene_pick(ask, 129, 23), 1.0f);
    scene_frame turned =
        scene_frame_in(scene_frame_turned_x(tilt[b][0]), scene_frame_turned_y(tilt[b][1]));
    scene_mesh_place(mesh, first,
                     scene_frame_in(scene_frame_at(at[b][0], at[b][1], at[b][2]), turned));
}

/* E11 (b): body 0 is a ball that flies up into a stack of three sheets within 150 steps. */
void scene_make_stack(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    uint32_t first = mesh->vertex_count;
    if (ask->body == 0) {
        scene_is(body, "ball", SCENE_KINEMATIC, true);
        shape_sphere(mesh, SHAPE_ICO, scene_pick(ask, 4, 2), 0.15f);
        scene_mesh_place(
            mesh, first,
            scene_frame_at(0.02f, -0.03f, 0.2f + 0.55f * scene_ease(0.0f, 150.0f, ask->step)));
        return;
    }
    float layer = (float)ask->body;
    scene_is(body, "sheet", SCENE_CLOTH, false);
    scene_square(mesh, scene_pick(ask, 129, 23), 1.0f);
    scene_mesh_place(mesh, first,
                     scene_frame_in(scene_frame_at(0.001f * layer, 0.0f, 0.5f + 0.005f * layer),
                                    scene_frame_turned_z(0.011f * layer)));
}

/* Two bars that cross: each pushes the other out on both sides. */
static void stuck_solids(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    shape_box bar = {{scene_pick(ask, 16, 8), scene_pick(ask, 4, 2), scene_pick(ask, 4, 2)},
                     {0.4f, 0.1f, 0.1f}};
    uint32_t first = mesh->vertex_count;
    scene_is(body, ask->body == 0 ? "bar" : "crossbar", SCENE_SOFT, false);
    shape_closed_box(mesh, bar);
    if (ask->body == 1u) {
        scene_frame turned =
            scene_frame_in(scene_frame_turned_z(0.26f), scene_frame_turned_x(0.03f));
        scene_mesh_place(mesh, first,
                         scene_frame_in(scene_frame_at(0.013f, 0.007f, 0.004f), turned));
    }
}

/* A cloth that an arm goes through: the arm's normals around the cut point in all directions. The
 * clean state has the cloth in front of the hand. */
static void stuck_arm(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    bool apart = ask->id == SCENE_E15_ARM_CLEAN;
    uint32_t first = mesh->vertex_count;
    if (ask->body == 0) {
        shape_capsule arm = {scene_pick(ask, 24, 12), scene_pick(ask, 6, 3), scene_pick(ask, 20, 8),
                             0.05f, 0.4f};
        scene_is(body, "arm", SCENE_KINEMATIC, false);
        shape_closed_capsule(mesh, arm);
        scene_mesh_place(
            mesh, first,
            scene_frame_in(scene_frame_at(-0.2f, 0.0f, 0.0f), scene_frame_turned_y(0.25f)));
        return;
    }
    scene_is(body, "cloth", SCENE_CLOTH, false);
    scene_square(mesh, scene_pick(ask, 31, 17), 0.3f);
    scene_frame upright =
        scene_frame_in(scene_frame_turned_z(0.013f), scene_frame_turned_y(0.237f));
    scene_mesh_place(
        mesh, first,
        scene_frame_in(scene_frame_at(apart ? 0.29f : 0.04f, 0.011f, 0.007f), upright));
}

/* A thin closed plate through both walls of an open tube. */
static void stuck_plate(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    uint32_t first = mesh->vertex_count;
    if (ask->body == 0) {
        shape_box plate = {{scene_pick(ask, 16, 8), scene_pick(ask, 10, 5), 1},
                           {0.32f, 0.2f, 0.004f}};
        scene_is(body, "plate", SCENE_KINEMATIC, false);
        shape_closed_box(mesh, plate);
        scene_mesh_place(mesh, first,
                         scene_frame_in(scene_frame_turned_x(0.02f), scene_frame_turned_y(0.017f)));
        return;
    }
    shape_tube tube = {scene_pick(ask, 40, 16), scene_pick(ask, 31, 13), 0.08f, 0.08f, 0.3f};
    scene_is(body, "tube", SCENE_CLOTH, false);
    shape_open_tube(mesh, tube);
    scene_mesh_place(mesh, first, scene_frame_at(0.003f, 0.005f, -0.153f));
}

/* E15 */
void scene_make_stuck(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    if (ask->id == SCENE_E15_SOLIDS) {
        stuck_solids(ask, body, mesh);
    } else if (ask->id == SCENE_E15_PLATE) {
        stuck_plate(ask, body, mesh);
    } else {
        stuck_arm(ask, body, mesh);
    }
}

/* E17: found by search: one contour of ten segments, which starts at the border of the first grid
 * and ends at the border of the second. */
void scene_make_corner(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    uint32_t first = mesh->vertex_count;
    scene_is(body, ask->body == 0 ? "first grid" : "second grid", SCENE_CLOTH, false);
    shape_grid(mesh, 6, 6, 0.01f, 0.01f);
    if (ask->body == 1u) {
        scene_frame turned =
            scene_frame_in(scene_frame_turned_z(-0.004f), scene_frame_turned_x(0.181f));
        scene_mesh_place(mesh, first,
                         scene_frame_in(scene_frame_at(0.02427f, -0.02091f, 0.0026f), turned));
    }
}
