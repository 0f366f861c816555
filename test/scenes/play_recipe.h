/* What the files that make plays share. A body is made by a scene_recipe, as in the scenes; `id` of
 * its request is that of the scene that the play starts from, or SCENE_COUNT. */
#ifndef HEM_SCENES_PLAY_RECIPE_H
#define HEM_SCENES_PLAY_RECIPE_H

#include "scenes/play.h"
#include "scenes/scene_recipe.h"

/* How many pins a body has; and the pin of that number, which exists, at the request's step. */
typedef uint32_t play_pin_counter(const scene_request *ask);
typedef play_pin play_pin_recipe(const scene_request *ask, uint32_t pin);

typedef hem_vec3 play_wind_recipe(float step);

/* play_pinned.c: cloth that pins lead or hold */
scene_recipe play_make_flag;
scene_recipe play_make_ring;
scene_recipe play_make_ball;
scene_recipe play_make_twist;
scene_recipe play_make_tube;
play_pin_counter play_count_flag_pins;
play_pin_counter play_count_ring_pins;
play_pin_counter play_count_ball_pins;
play_pin_counter play_count_twist_pins;
play_pin_counter play_count_tube_pins;
play_pin_recipe play_lead_flag;
play_pin_recipe play_lead_ring;
play_pin_recipe play_lead_ball;
play_pin_recipe play_lead_twist;
play_pin_recipe play_lead_tube;
play_wind_recipe play_blow_flag;
/* play_clothes.c: clothes on bodies that move */
scene_recipe play_make_garment;
play_pin_counter play_count_garment_pins;
play_pin_counter play_count_walker_pins;
play_pin_recipe play_lead_garment;
play_pin_recipe play_lead_walker;
/* play_free.c: cloth without pins */
scene_recipe play_make_scene;
scene_recipe play_make_platform;
/* play_towel.c: cloth that lies on itself */
scene_recipe play_make_towel;

#endif
