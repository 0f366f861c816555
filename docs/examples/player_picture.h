/* A picture of a play, as it stands. */
#ifndef PLAYER_PICTURE_H
#define PLAYER_PICTURE_H

#include "picture.h"
#include "player.h"

/* Draws the play from where it is seen best; see picture_draw. */
bool player_draw(const scene_player *player, picture_put *put, void *to, picture_out *out);

#endif
