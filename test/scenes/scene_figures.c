/* Clothes on bodies that move: E13, E14, E22. The bodies are kinematic, the clothes start clean. */
#include "scenes/scene_recipe.h"
#include "scenes/turn.h"

/* E13: body 0 is an arm along x with its elbow at 0.28 m, which bends by 150 degrees until step 100
 * and straightens until step 200; body 1 is the sleeve. */
void scene_make_sleeve(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    const float upper = 0.28f;
    uint32_t first = mesh->vertex_count;
    scene_frame lying = scene_frame_turned_y(0.25f);
    if (ask->body == 1u) {
        shape_tube sleeve = {scene_pick(ask, 28, 14), scene_pick(ask, 52, 22), 0.058f, 0.056f,
                             0.48f};
        scene_is(body, "sleeve", SCENE_CLOTH, false);
        shape_open_tube(mesh, sleeve);
        scene_mesh_place(mesh, first, scene_frame_in(scene_frame_at(0.04f, 0.0f, 0.0f), lying));
        return;
    }
    shape_capsule arm = {scene_pick(ask, 24, 10), scene_pick(ask, 6, 3), scene_pick(ask, 16, 6),
                         0.045f, upper};
    scene_is(body, "arm", SCENE_KINEMATIC, true);
    shape_closed_capsule(mesh, arm);
    scene_mesh_place(mesh, first, lying);
    first = mesh->vertex_count;
    arm.radius = 0.04f;
    shape_closed_capsule(mesh, arm);
    float bend = scene_ease(0.0f, 100.0f, ask->step) - scene_ease(100.0f, 200.0f, ask->step);
    scene_frame elbow = scene_frame_in(scene_frame_at(upper, 0.0f, 0.0f),
                                       scene_frame_turned_z(bend * 5.0f / 12.0f));
    scene_mesh_place(mesh, first, scene_frame_in(elbow, lying));
}

/* How far the arms are let down at a step, 0 to 1: each twice, the left one later. */
static float arm_down(uint32_t side, float step)
{
    float down = 0.0f;
    for (uint32_t round = 0; round < 2u; round++) {
        float from = 60.0f + 150.0f * (float)round + 40.0f * (float)side;
        float up =
            scene_ease(from, from + 30.0f, step) - scene_ease(from + 45.0f, from + 75.0f, step);
        down = hem_max(down, up);
    }
    return down;
}

/* E14: she turns, sways and steps on the spot, and lets her arms down through the skirt against her
 * thighs. Arms start stretched out to the sides. */
static figure_pose dancer_pose(float step)
{
    float begin = scene_ease(0.0f, 40.0f, step);
    float beat = step / 50.0f;
    figure_pose pose = figure_standing();
    pose.root =
        scene_frame_in(scene_frame_at(0.05f * begin * scene_sin_turns(0.5f * beat), 0.0f, 0.0f),
                       scene_frame_turned_z(0.2f * begin * scene_sin_turns(0.25f * beat)));
    pose.lean = 0.015f * begin * scene_sin_turns(beat);
    for (uint32_t side = 0; side < 2u; side++) {
        float phase = beat + 0.5f * (float)side;
        float lift = begin * (0.5f - 0.5f * scene_cos_turns(phase));
        pose.thigh_swing[side] = 0.05f * lift;
        pose.knee[side] = 0.09f * lift;
        pose.arm_spread[side] = 0.22f - 0.235f * arm_down(side, step);
        pose.arm_swing[side] = 0.02f * begin * scene_sin_turns(phase);
        pose.elbow[side] = 0.03f * begin * (0.5f - 0.5f * scene_cos_turns(beat));
    }
    return pose;
}

void scene_make_dancer(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    if (ask->body == 0) {
        figure_pose pose = dancer_pose(ask->step);
        scene_is(body, "dancer", SCENE_KINEMATIC, true);
        figure_build(mesh, scene_is_small(ask) ? FIGURE_SMALL : FIGURE_DANCER, &pose);
        return;
    }
    scene_is(body, "skirt", SCENE_CLOTH, false);
    figure_dress_skirt(mesh, scene_pick(ask, 67, 21), scene_pick(ask, 79, 25));
}

/* E22: six steps in six seconds, a hundred frames a second; the first second goes from standing to
 * full stride. */
static figure_pose walker_pose(float step)
{
    float begin = scene_ease(0.0f, 100.0f, step);
    float phase = step / 200.0f;
    /* The way walked: the integral of the speed 0.6 m/s times `begin`, which eases in. */
    float t = hem_min(step / 100.0f, 1.0f);
    float way =
        0.6f * (t * t * t * (1.0f - 0.5f * t) + (step > 100.0f ? step / 100.0f - 1.0f : 0.0f));
    float bob = 0.0075f * begin * (scene_cos_turns(2.0f * phase) - 1.0f);
    figure_pose pose = figure_standing();
    pose.root = scene_frame_at(0.0f, way, bob);
    pose.lean = 0.01f * begin;
    for (uint32_t side = 0; side < 2u; side++) {
        float turn = phase + 0.5f * (float)side;
        float swing = begin * scene_sin_turns(turn);
        pose.thigh_swing[side] = 0.065f * swing;
        pose.knee[side] = 0.06f * begin * (0.5f + 0.5f * scene_cos_turns(turn));
        pose.arm_swing[side] = -0.05f * swing;
        pose.arm_spread[side] = 0.06f;
        pose.elbow[side] = 0.03f * begin * (0.5f - 0.5f * scene_sin_turns(turn));
    }
    return pose;
}

/* The frame that takes a part from where it is at step 0 to where it is at a step. */
scene_frame scene_walker_part(figure_part part, float step)
{
    figure_pose start = walker_pose(0.0f), pose = walker_pose(step);
    scene_frame from = scene_frame_inverse(figure_part_frame(&start, part));
    return step > 0.0f ? scene_frame_in(figure_part_frame(&pose, part), from)
                       : scene_frame_at(0.0f, 0.0f, 0.0f);
}

figure_trousers scene_walker_trousers(scene_id id, scene_size size)
{
    static const figure_trousers trousers[2][3] = {
        {{11, 3, 5, 24}, {9, 1, 4, 15}, {36, 9, 16, 60}},
        {{7, 1, 4, 12}, {7, 1, 4, 10}, {9, 3, 5, 16}},
    };
    return trousers[size][id - SCENE_E22_PANTS];
}

figure_sweater scene_walker_sweater(scene_id id, scene_size size)
{
    static const figure_sweater sweaters[2][3] = {
        {{0, 0, 0, 0}, {15, 10, 8, 10}, {54, 34, 28, 40}},
        {{0, 0, 0, 0}, {12, 6, 8, 7}, {16, 9, 8, 10}},
    };
    return sweaters[size][id - SCENE_E22_PANTS];
}

void scene_make_walker(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    if (ask->body == 0) {
        figure_pose pose = walker_pose(ask->step);
        scene_is(body, "walker", SCENE_KINEMATIC, true);
        figure_build(mesh, scene_is_small(ask) ? FIGURE_SMALL : FIGURE_WALKER, &pose);
    } else if (ask->body == 1u) {
        scene_is(body, "trousers", SCENE_CLOTH, false);
        figure_dress_trousers(mesh, scene_walker_trousers(ask->id, ask->size));
    } else {
        figure_pose pose = walker_pose(0.0f);
        scene_is(body, "sweater", SCENE_CLOTH, false);
        figure_dress_sweater(mesh, scene_walker_sweater(ask->id, ask->size), &pose);
    }
}
