/* A picture of a play: see player_picture.h. */
#include "player_picture.h"

bool player_draw(const scene_player *player, picture_put *put, void *to, picture_out *out)
{
    picture_body bodies[PLAY_MOST_BODIES];
    uint32_t cloths = 0;
    for (uint32_t b = 0; b < player->info.body_count; b++) {
        const player_body *body = &player->bodies[b];
        const scene_body *shape = &body->what.shape;
        bool cloth = player_deforms(body);
        cloths += cloth;
        bodies[b] = (picture_body){
            .positions = player->memory.positions + body->first_vertex,
            .triangles = player->memory.triangles + 3u * (size_t)body->first_triangle,
            .vertex_count = shape->vertex_count,
            .triangle_count = shape->triangle_count,
            /* Plays with a single cloth differ in its colour. */
            .colour = cloth ? (uint32_t)player->id + cloths : 0,
            .closed = shape->kind != SCENE_CLOTH,
            /* Floors are flat squares of two triangles. */
            .ground = shape->kind == SCENE_STATIC && shape->triangle_count == 2u,
        };
    }
    picture_in in = {.title = player->info.title,
                     .eye = player->info.eye,
                     .look_at = player->info.look_at,
                     .field = 0.7f,
                     .bodies = bodies,
                     .body_count = player->info.body_count};
    return picture_draw(&in, put, to, out);
}
