/* E5 and E6: bumpy spheres that change their shape and move into each other. */
#include "scenes/scene_recipe.h"
#include "scenes/noise.h"

/* Two spheres: how they are made and how far apart their centers are at step 0 and at step 200.
 * Found by search: in each the first triangles meet at step 60, and at step 200 the full ones have
 * as many pairs as the paper counts. For that the bumps get finer with the mesh. */
typedef struct bumpy_pair {
    shape_solid solid;
    uint32_t level;
    float frequency, start, end;
} bumpy_pair;

enum { PAIRS = 7 };

static const bumpy_pair pairs[2][PAIRS] = {
    {
        {SHAPE_ICO, 3, 2.0f, 2.431f, 1.3365f},   /*    138 pairs, in the paper    138 */
        {SHAPE_ICO, 4, 3.5f, 2.727f, 0.52f},     /*    563 pairs, in the paper    562 */
        {SHAPE_OCTA, 5, 4.5f, 2.746f, 0.4115f},  /*  1,010 pairs, in the paper  1,010 */
        {SHAPE_TETRA, 6, 6.0f, 2.854f, 0.3475f}, /*  2,422 pairs, in the paper  2,422 */
        {SHAPE_ICO, 5, 7.0f, 2.892f, 0.273f},    /*  3,761 pairs, in the paper  3,760 */
        {SHAPE_OCTA, 6, 9.0f, 2.922f, 0.3605f},  /*  4,778 pairs, in the paper  4,775 */
        {SHAPE_TETRA, 7, 12.0f, 2.961f, 0.245f}, /* 12,356 pairs, in the paper 12,358 */
    },
    {
        {SHAPE_ICO, 1, 1.5f, 2.413f, 1.0f},
        {SHAPE_ICO, 2, 2.0f, 2.542f, 1.0f},
        {SHAPE_OCTA, 2, 1.5f, 2.426f, 1.0f},
        {SHAPE_TETRA, 3, 1.5f, 2.476f, 1.0f},
        {SHAPE_ICO, 3, 3.0f, 2.444f, 1.0f},
        {SHAPE_OCTA, 3, 2.0f, 2.563f, 1.0f},
        {SHAPE_TETRA, 4, 2.5f, 2.577f, 1.0f},
    },
};

static const float bump_amplitude = 0.15f;

/* E5: spheres of 1 m that approach along (2, 3, 6) / 7. */
void scene_make_bumpy_pair(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    const bumpy_pair *pair = &pairs[ask->size][ask->id - SCENE_E5_ICO_3];
    shape_bumps bumps = {bump_amplitude, pair->frequency, 0xB0B0u + ask->body};
    float distance = pair->start + (pair->end - pair->start) * (ask->step / 200.0f);
    float along = (ask->body == 0 ? -0.5f : 0.5f) * distance / 7.0f;
    uint32_t first = mesh->vertex_count;
    scene_is(body, ask->body == 0 ? "left" : "right", SCENE_KINEMATIC, true);
    shape_sphere(mesh, pair->solid, pair->level, 1.0f);
    shape_bump(mesh, first, bumps, 0.02f * ask->step);
    scene_mesh_place(mesh, first, scene_frame_at(2.0f * along, 3.0f * along, 6.0f * along));
}

static float crowd_random(uint32_t body, int32_t purpose)
{
    return (float)(scene_hash((int32_t)body, purpose, 0, 0, 0xC0FFEEu) >> 8) * (1.0f / 16777216.0f);
}

/* E6: a 3 x 3 x 3 grid of bodies that turn, change shape, and move towards the middle, until
 * neighbours reach into each other. */
void scene_make_crowd(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    const bool arms = ask->id == SCENE_E6_ARMS;
    const uint32_t b = ask->body;
    float spacing = (arms ? 2.7f : 2.35f) - (arms ? 1.0f : 0.5f) * (ask->step / 200.0f);
    scene_frame at =
        scene_frame_at(spacing * ((float)(b % 3u) - 1.0f), spacing * ((float)(b / 3u % 3u) - 1.0f),
                       spacing * ((float)(b / 9u) - 1.0f));
    float turn = 0.0025f * ask->step;
    scene_frame turned = scene_frame_in(
        scene_frame_turned_z(crowd_random(b, 0) + turn * (2.0f * crowd_random(b, 1) - 1.0f)),
        scene_frame_turned_x(crowd_random(b, 2) + turn * (2.0f * crowd_random(b, 3) - 1.0f)));
    uint32_t first = mesh->vertex_count;
    scene_is(body, arms ? "arms" : "sphere", SCENE_KINEMATIC, true);
    shape_sphere(mesh, SHAPE_ICO, scene_pick(ask, 4, 1), arms ? 0.7f : 1.0f);
    if (arms) {
        shape_grow_arms(mesh, first, (shape_arms){0.8f, 0xA2A5u + b}, 0.01f * ask->step);
    } else {
        shape_bump(mesh, first, (shape_bumps){bump_amplitude, 4.0f, 0xB1B1u + b},
                   0.02f * ask->step);
    }
    scene_mesh_place(mesh, first, scene_frame_in(at, turned));
}
