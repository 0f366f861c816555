/* Plays without pins: the scenes that only need a floor, and the platform. */
#include "scenes/play_recipe.h"
#include "scenes/turn.h"

/* A scene as it is; E3 and E20 get a floor as their last body. */
void play_make_scene(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    if (scene_describe_body(ask->id, ask->size, ask->body, body)) {
        scene_build_body(ask->id, ask->size, ask->body, ask->step, mesh);
        return;
    }
    bool drapes = ask->id == SCENE_E20_DRAPES;
    uint32_t first = mesh->vertex_count;
    scene_is(body, "floor", SCENE_STATIC, false);
    scene_square(mesh, 2, drapes ? 3.2f : 1.2f);
    scene_mesh_place(mesh, first, scene_frame_at(0.0f, 0.0f, drapes ? -0.005f : -0.2f));
}

/* The platform rises by 0.3 m, tilts by 15 degrees to one side and then to another, and comes to
 * rest level. A cloth lies on it and hangs over its edges. */
void play_make_platform(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    uint32_t first = mesh->vertex_count;
    switch (ask->body) {
    case 0: {
        uint32_t across = scene_pick(ask, 12, 5);
        shape_box box = {{across, across, scene_pick(ask, 2, 1)}, {0.4f, 0.4f, 0.05f}};
        float rise = 0.3f * scene_ease(20.0f, 120.0f, ask->step);
        float tilt_x = scene_ease(60.0f, 120.0f, ask->step) - scene_ease(150.0f, 200.0f, ask->step);
        float tilt_y =
            scene_ease(130.0f, 180.0f, ask->step) - scene_ease(210.0f, 250.0f, ask->step);
        scene_is(body, "platform", SCENE_KINEMATIC, true);
        shape_closed_box(mesh, box);
        scene_mesh_place(mesh, first,
                         scene_frame_in(scene_frame_in(scene_frame_at(0.0f, 0.0f, 0.2f + rise),
                                                       scene_frame_turned_x(tilt_x / 24.0f)),
                                        scene_frame_turned_y(tilt_y / 24.0f)));
        break;
    }
    case 1:
        scene_is(body, "floor", SCENE_STATIC, false);
        scene_square(mesh, 2, 1.6f);
        break;
    default:
        scene_is(body, "cloth", SCENE_CLOTH, false);
        scene_square(mesh, scene_pick(ask, 45, 15), 0.58f);
        scene_mesh_place(
            mesh, first,
            scene_frame_in(scene_frame_at(0.009f, 0.006f, 0.23f), scene_frame_turned_z(0.04f)));
        break;
    }
}
