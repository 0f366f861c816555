/* Plays in which pins hold or lead the cloth: flag, ring, ball, twist, tube. */
#include "scenes/play_recipe.h"
#include "scenes/noise.h"
#include "scenes/turn.h"

static play_pin still_pin(uint32_t vertex)
{
    return (play_pin){vertex, scene_frame_at(0.0f, 0.0f, 0.0f)};
}

/* ----------------------------------------------------------------------------------------- flag */

/* Columns along x, away from the pole; rows upwards. */
static uint32_t flag_columns(const scene_request *ask)
{
    return scene_pick(ask, 46, 19);
}

static uint32_t flag_rows(const scene_request *ask)
{
    return scene_pick(ask, 31, 13);
}

/* 0.9 x 0.6 m, with a slight wave that says which way it folds first. */
void play_make_flag(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    uint32_t first = mesh->vertex_count;
    if (ask->body == 0) {
        shape_capsule pole = {scene_pick(ask, 16, 8), scene_pick(ask, 4, 2), scene_pick(ask, 30, 8),
                              0.015f, 1.5f};
        scene_is(body, "pole", SCENE_STATIC, false);
        shape_closed_capsule(mesh, pole);
        return;
    }
    uint32_t columns = flag_columns(ask);
    uint32_t rows = flag_rows(ask);
    scene_is(body, "flag", SCENE_CLOTH, false);
    shape_grid(mesh, columns, rows, 0.9f / (float)(columns - 1u), 0.6f / (float)(rows - 1u));
    scene_mesh_place(
        mesh, first,
        scene_frame_in(scene_frame_at(0.47f, 0.0f, 1.18f), scene_frame_turned_x(0.25f)));
    if (mesh->positions == NULL) {
        return;
    }
    for (uint32_t i = first; i < mesh->vertex_count; i++) {
        hem_vec3 *at = &mesh->positions[i];
        at->y = hem_snap(0.02f * at->x * scene_sin_turns(1.3f * at->x + 0.3f * at->z));
    }
}

uint32_t play_count_flag_pins(const scene_request *ask)
{
    return ask->body == 1 ? flag_rows(ask) : 0;
}

play_pin play_lead_flag(const scene_request *ask, uint32_t pin)
{
    return still_pin(pin * flag_columns(ask));
}

/* About 14 m/s along the flag, with gusts across it. */
hem_vec3 play_blow_flag(float step)
{
    float at = 0.09f * step;
    hem_vec3 lane[3] = {{0.5f, 0.5f, 0.5f}, {7.5f, 0.5f, 0.5f}, {15.5f, 0.5f, 0.5f}};
    return hem_vec3_make(14.0f + 4.0f * scene_noise(lane[0], at, 0xF1A6u),
                         9.0f * scene_noise(lane[1], at, 0xF1A6u),
                         2.0f * scene_noise(lane[2], at, 0xF1A6u));
}

/* ----------------------------------------------------------------------------------------- ring */

static uint32_t ring_lines(const scene_request *ask)
{
    return scene_pick(ask, 49, 19);
}

/* A sheet of 0.5 m over a ring whose hole is 0.14 m wide. */
void play_make_ring(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    uint32_t first = mesh->vertex_count;
    if (ask->body == 0) {
        scene_is(body, "ring", SCENE_STATIC, false);
        shape_torus(mesh, scene_pick(ask, 48, 20), scene_pick(ask, 20, 10), 0.1f, 0.03f);
        scene_mesh_place(mesh, first, scene_frame_at(0.0f, 0.0f, 0.6f));
        return;
    }
    scene_is(body, "cloth", SCENE_CLOTH, false);
    scene_square(mesh, ring_lines(ask), 0.5f);
    scene_mesh_place(
        mesh, first,
        scene_frame_in(scene_frame_at(0.003f, 0.002f, 0.635f), scene_frame_turned_z(0.03f)));
}

/* The nine vertices in the middle. */
uint32_t play_count_ring_pins(const scene_request *ask)
{
    return ask->body == 1 ? 9 : 0;
}

play_pin play_lead_ring(const scene_request *ask, uint32_t pin)
{
    uint32_t lines = ring_lines(ask);
    uint32_t corner = lines / 2u - 1u;
    float down = 0.55f * scene_ease(0.0f, 240.0f, ask->step);
    return (play_pin){(corner + pin / 3u) * lines + corner + pin % 3u,
                      scene_frame_at(0.0f, 0.0f, -down)};
}

/* ----------------------------------------------------------------------------------------- ball */

static uint32_t ball_lines(const scene_request *ask)
{
    return scene_pick(ask, 31, 11);
}

/* Ten sheets of 0.4 m, 1 cm apart, hang by two corners. The ball comes at 16 m/s, 0.16 m a step,
 * stops behind them, and goes back slowly. */
void play_make_ball(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    uint32_t first = mesh->vertex_count;
    if (ask->body == 0) {
        float forth = hem_max(0.0f, hem_min(ask->step - 10.0f, 4.0f)) * 0.16f;
        float back = 0.5f * scene_ease(60.0f, 140.0f, ask->step);
        scene_is(body, "ball", SCENE_KINEMATIC, true);
        shape_sphere(mesh, SHAPE_ICO, scene_pick(ask, 3, 2), 0.08f);
        scene_mesh_place(mesh, first, scene_frame_at(-0.45f + forth - back, 0.01f, 0.23f));
        return;
    }
    float sheet = (float)(ask->body - 1u);
    scene_is(body, "sheet", SCENE_CLOTH, false);
    scene_square(mesh, ball_lines(ask), 0.4f);
    scene_mesh_place(mesh, first,
                     scene_frame_in(scene_frame_at(0.01f * sheet, 0.0013f * sheet, 0.25f),
                                    scene_frame_turned_y(0.25f)));
}

/* Three vertices at either end of the upper border, which is the grid's first column. */
uint32_t play_count_ball_pins(const scene_request *ask)
{
    return ask->body > 0 ? 6 : 0;
}

play_pin play_lead_ball(const scene_request *ask, uint32_t pin)
{
    uint32_t lines = ball_lines(ask);
    return still_pin((pin < 3u ? pin : lines - 6u + pin) * lines);
}

/* ---------------------------------------------------------------------------------------- twist */

static uint32_t twist_columns(const scene_request *ask)
{
    return scene_pick(ask, 31, 11);
}

static uint32_t twist_rows(const scene_request *ask)
{
    return scene_pick(ask, 91, 31);
}

/* A strip along y, 0.25 x 0.75 m. */
void play_make_twist(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    uint32_t columns = twist_columns(ask);
    uint32_t rows = twist_rows(ask);
    scene_is(body, "strip", SCENE_CLOTH, false);
    shape_grid(mesh, columns, rows, 0.25f / (float)(columns - 1u), 0.75f / (float)(rows - 1u));
}

/* Both ends, the first and the last row; each turns by one turn and comes 7 cm nearer. */
uint32_t play_count_twist_pins(const scene_request *ask)
{
    return 2u * twist_columns(ask);
}

play_pin play_lead_twist(const scene_request *ask, uint32_t pin)
{
    uint32_t columns = twist_columns(ask);
    bool first_end = pin < columns;
    uint32_t row = first_end ? 0 : twist_rows(ask) - 1u;
    float way = scene_ease(0.0f, 300.0f, ask->step);
    scene_frame frame = scene_frame_turned_y(first_end ? way : -way);
    frame.origin.y = first_end ? 0.07f * way : -0.07f * way;
    return (play_pin){row * columns + pin % columns, frame};
}

/* ----------------------------------------------------------------------------------------- tube */

static uint32_t tube_around(const scene_request *ask)
{
    return scene_pick(ask, 64, 24);
}

/* A flat tube, 0.32 m wide and 0.5 m long, and a bar in its way. */
void play_make_tube(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    uint32_t first = mesh->vertex_count;
    if (ask->body == 0) {
        shape_capsule bar = {scene_pick(ask, 20, 10), scene_pick(ask, 5, 3), scene_pick(ask, 24, 8),
                             0.04f, 0.7f};
        scene_is(body, "bar", SCENE_STATIC, false);
        shape_closed_capsule(mesh, bar);
        scene_mesh_place(
            mesh, first,
            scene_frame_in(scene_frame_at(0.4f, 0.35f, 0.3f), scene_frame_turned_x(0.25f)));
        return;
    }
    shape_tube tube = {tube_around(ask), scene_pick(ask, 33, 13), 0.17f, 0.15f, 0.5f};
    scene_frame flat = scene_frame_turned_z(0.25f);
    flat.y = hem_scale(0.45f, flat.y);
    scene_is(body, "tube", SCENE_CLOTH, false);
    shape_open_tube(mesh, tube);
    scene_mesh_place(mesh, first, scene_frame_in(scene_frame_at(0.0f, 0.0f, 0.1f), flat));
}

/* Five vertices of the upper border on each side. */
uint32_t play_count_tube_pins(const scene_request *ask)
{
    return ask->body == 1 ? 10 : 0;
}

/* Over the bar, the left shoulder a little ahead, then up and back again. */
play_pin play_lead_tube(const scene_request *ask, uint32_t pin)
{
    uint32_t around = tube_around(ask);
    bool left = pin < 5u;
    uint32_t middle = left ? around : around / 2u + around;
    uint32_t vertex = (middle + pin % 5u - 2u) % around;
    float late = left ? 0.0f : 15.0f;
    float x = 0.8f * (scene_ease(10.0f + late, 110.0f + late, ask->step) -
                      scene_ease(160.0f + late, 240.0f + late, ask->step));
    float z = 0.12f * scene_ease(30.0f + late, 90.0f + late, ask->step);
    uint32_t top = scene_pick(ask, 32, 12) * around;
    return (play_pin){top + vertex, scene_frame_at(x, 0.0f, z)};
}
