/* A picture of a play, as it stands, as text or in a file. */
#ifndef PLAYER_PICTURE_H
#define PLAYER_PICTURE_H

#include "picture.h"
#include "player.h"

/* Draws the play from where it is seen best; see picture_draw. */
bool player_draw(const scene_player *player, picture_put *put, void *to, picture_out *out);

/* Writes the picture to folder/name_step.svg, whose path, cut where it ends, is left in `path`.
 * False: it could not be drawn or written. */
typedef char player_path[512];
bool player_draw_to(const scene_player *player, const char *folder, player_path path);

#endif
