/* Plays without pins: the scenes that only need a floor, and the platform. */
#include "scenes/play_recipe.h"
#include "scenes/turn.h"

/* What is added to a scene: under a table stands a leg; the last body is a floor. */
typedef struct play_floor {
    scene_id scene;
    float width, height;
} play_floor;

static play_floor floor_of(scene_id scene)
{
    static const play_floor floors[] = {
        {SCENE_E3_TORUS, 1.2f, -0.2f},         {SCENE_E20_DRAPES, 3.2f, -0.005f},
        {SCENE_E12_LARGE_STEP, 3.2f, -0.305f}, {SCENE_E19_TABLECLOTH, 3.2f, 0.0f},
        {SCENE_E21_TAPE, 1.6f, -0.255f},
    };
    for (uint32_t i = 0; i < sizeof floors / sizeof floors[0]; i++) {
        if (floors[i].scene == scene) {
            return floors[i];
        }
    }
    return (play_floor){scene, 12.0f, -0.008f}; /* under the walker, who goes 3.3 m */
}

static void table_leg(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    shape_capsule leg = {scene_pick(ask, 20, 8), scene_pick(ask, 4, 2), scene_pick(ask, 16, 4),
                         0.04f, 0.6f};
    uint32_t first = mesh->vertex_count;
    scene_is(body, "leg", SCENE_STATIC, false);
    shape_closed_capsule(mesh, leg);
    scene_mesh_place(mesh, first, scene_frame_at(0.0f, 0.0f, 0.05f));
}

/* A scene as it is, and what is added to it; E2 and E18 need nothing. */
void play_make_scene(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    if (scene_describe_body(ask->id, ask->size, ask->body, body)) {
        scene_build_body(ask->id, ask->size, ask->body, ask->step, mesh);
        return;
    }
    scene_info scene;
    scene_describe(ask->id, ask->size, &scene);
    if (ask->id == SCENE_E19_TABLECLOTH && ask->body == scene.body_count) {
        table_leg(ask, body, mesh);
        return;
    }
    play_floor floor = floor_of(ask->id);
    uint32_t first = mesh->vertex_count;
    scene_is(body, "floor", SCENE_STATIC, false);
    scene_square(mesh, 2, floor.width);
    scene_mesh_place(mesh, first, scene_frame_at(0.0f, 0.0f, floor.height));
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
