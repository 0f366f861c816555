/* What the files that make scenes share: one function a family of scenes, which says what a body is
 * and appends it. A mesh without buffers only counts, so that counts need no code of their own. */
#ifndef HEM_SCENES_SCENE_RECIPE_H
#define HEM_SCENES_SCENE_RECIPE_H

#include "scenes/figure.h"
#include "scenes/scenes.h"

typedef struct scene_request {
    scene_id id;
    scene_size size;
    uint32_t body;
    float step; /* within the scene's length */
} scene_request;

typedef void scene_recipe(const scene_request *ask, scene_body *body, scene_mesh *mesh);

static inline bool scene_is_small(const scene_request *ask)
{
    return ask->size == SCENE_SMALL;
}

static inline uint32_t scene_pick(const scene_request *ask, uint32_t full, uint32_t small_size)
{
    return ask->size == SCENE_SMALL ? small_size : full;
}

static inline void scene_is(scene_body *body, const char *name, scene_kind kind, bool moves)
{
    body->name = name;
    body->kind = kind;
    body->moves = moves;
}

/* A grid of lines x lines vertices, `width` wide. */
static inline void scene_square(scene_mesh *mesh, uint32_t lines, float width)
{
    float cell = width / (float)(lines - 1u);
    shape_grid(mesh, lines, lines, cell, cell);
}

/* scene_piles.c */
scene_recipe scene_make_pile;
scene_recipe scene_make_torus_shower;
scene_recipe scene_make_passing;
scene_recipe scene_make_large_step;
scene_recipe scene_make_tablecloth;
scene_recipe scene_make_drapes;
scene_recipe scene_make_tape;
/* scene_garment.c */
scene_recipe scene_make_garment;
uint32_t scene_garment_seams(scene_size size);
scene_seam scene_garment_seam(scene_size size, uint32_t seam);
/* scene_bumpy.c */
scene_recipe scene_make_bumpy_pair;
scene_recipe scene_make_crowd;
/* scene_tangles.c */
scene_recipe scene_make_tori;
scene_recipe scene_make_knot;
scene_recipe scene_make_spikes;
scene_recipe scene_make_three_sheets;
scene_recipe scene_make_stack;
scene_recipe scene_make_stuck;
scene_recipe scene_make_corner;
/* scene_figures.c */
scene_recipe scene_make_sleeve;
scene_recipe scene_make_dancer;
scene_recipe scene_make_walker;
scene_frame scene_walker_part(figure_part part, float step);
figure_trousers scene_walker_trousers(scene_id id, scene_size size); /* of an E22 */
figure_sweater scene_walker_sweater(scene_id id, scene_size size);   /* none around: none */
/* scene_cases.c */
scene_recipe scene_make_table_one;
scene_recipe scene_make_hybrid;
scene_recipe scene_make_inset;
scene_recipe scene_make_trap;
scene_recipe scene_make_alteration;

#endif
