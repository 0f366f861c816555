/* A picture of a play: see player_picture.h. */
#include "player_picture.h"

#include <stdio.h>

static hem_vec3 shifted(hem_vec3 a, hem_vec3 by)
{
    return (hem_vec3){a.x + by.x, a.y + by.y, a.z + by.z};
}

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
    const play_info *info = &player->info;
    hem_vec3 shift = play_view_shift(player->id, (float)player->step);
    picture_in in = {.title = info->title,
                     .eye = shifted(info->eye, shift),
                     .look_at = shifted(info->look_at, shift),
                     .field = 0.7f,
                     .bodies = bodies,
                     .body_count = info->body_count};
    return picture_draw(&in, put, to, out);
}

static void put_text(void *to, const char *text, size_t length)
{
    fwrite(text, 1, length, to);
}

bool player_draw_to(const scene_player *player, const char *folder, player_path path)
{
    picture_out out;
    snprintf(path, sizeof(player_path), "%s/%s_%03u.svg", folder, player->info.name,
             (unsigned)player->step);
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        return false;
    }
    bool drawn = player_draw(player, put_text, file, &out);
    return fclose(file) == 0 && drawn;
}
