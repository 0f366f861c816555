/* Plays of clothes on bodies that move: the garment, and the walkers of E22. Pins hold them up. */
#include "scenes/play_recipe.h"
#include "scenes/turn.h"

/* -------------------------------------------------------------------------------------- garment */

enum { SEAMS = 8 };

static uint32_t cells_between_seams(const scene_request *ask)
{
    return scene_pick(ask, 9, 3);
}

/* E4 with its patches sewn together: each layer is one tube, of as many triangles as its patches
 * have. The body is the scene's and swells by 6 mm, more than the layers have room for. */
void play_make_garment(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    static const uint32_t patches_high[3] = {4, 4, 2};
    scene_describe_body(ask->id, ask->size, ask->body, body);
    if (ask->body == 0) {
        scene_build_body(ask->id, ask->size, ask->body, ask->step, mesh);
        return;
    }
    uint32_t layer = ask->body - 1u, cells = cells_between_seams(ask);
    float radius = 0.15f + 0.0025f * (float)ask->body;
    shape_tube tube = {SEAMS * cells, patches_high[layer] * cells + 1u, radius, radius,
                       0.12f * (float)patches_high[layer]};
    uint32_t first = mesh->vertex_count;
    shape_open_tube(mesh, tube);
    scene_mesh_place(mesh, first,
                     scene_frame_in(scene_frame_at(0.0f, 0.0f, 0.0043f * (float)layer),
                                    scene_frame_turned_z(0.047f * (float)layer)));
}

/* Where a layer has its seams, its upper border hangs from the body. */
uint32_t play_count_garment_pins(const scene_request *ask)
{
    return ask->body > 0 ? SEAMS : 0;
}

play_pin play_lead_garment(const scene_request *ask, uint32_t pin)
{
    uint32_t cells = cells_between_seams(ask);
    uint32_t top = (ask->body < 3u ? 4u : 2u) * cells;
    scene_frame frame = scene_frame_at(0.0f, 0.0f, 0.0f);
    float swollen = 1.0f + 0.04f * scene_ease(0.0f, 100.0f, ask->step);
    frame.x.x = frame.y.y = swollen;
    return (play_pin){(top * SEAMS + pin) * cells, frame};
}

/* --------------------------------------------------------------------------------------- walker */

/* The border of trousers and sweater that is held: the waist with the pelvis, the neck with the
 * chest, the ends of sleeves at the shoulders with the arms. Vertices from `first` on. */
typedef struct held_border {
    uint32_t first, count;
    figure_part part;
} held_border;

static held_border border_of(const scene_request *ask, uint32_t number)
{
    figure_trousers trousers = scene_walker_trousers(ask->id, ask->size);
    figure_sweater sweater = scene_walker_sweater(ask->id, ask->size);
    uint32_t chest = sweater.chest_around * sweater.chest_rows;
    uint32_t sleeve = sweater.arm_around * sweater.arm_rows;
    if (ask->body == 1u && number == 0) {
        return (held_border){0, 2u * trousers.half, FIGURE_PELVIS};
    }
    if (ask->body != 2u || sweater.chest_around == 0 || number > 2u) {
        return (held_border){0, 0, FIGURE_PELVIS};
    }
    if (number == 0) {
        return (held_border){chest - sweater.chest_around, sweater.chest_around, FIGURE_CHEST};
    }
    return (held_border){chest + number * sleeve - sweater.arm_around, sweater.arm_around,
                         number == 1u ? FIGURE_RIGHT_ARM : FIGURE_LEFT_ARM};
}

uint32_t play_count_walker_pins(const scene_request *ask)
{
    return border_of(ask, 0).count + border_of(ask, 1).count + border_of(ask, 2).count;
}

play_pin play_lead_walker(const scene_request *ask, uint32_t pin)
{
    uint32_t number = 0;
    held_border border = border_of(ask, number);
    while (pin >= border.count) {
        pin -= border.count;
        border = border_of(ask, ++number);
    }
    return (play_pin){border.first + pin, scene_walker_part(border.part, ask->step)};
}
