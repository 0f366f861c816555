/* Is a play clean? Every edge with every face of all bodies, by hem_crossings, on a mesh and a tree
 * of their own that no step has touched; what is found is sorted by whom it is between. */
#ifndef HEM_TEST_CLEAN_CHECK_H
#define HEM_TEST_CLEAN_CHECK_H

#include "../../docs/examples/player.h"
#include "hem/crossings.h"

typedef struct clean_count {
    uint32_t self;       /* of a body that deforms with itself */
    uint32_t deformable; /* of two bodies that deform */
    uint32_t still;      /* with a body that did not move in the step */
    uint32_t moving;     /* with one that did, or that it already crossed before the step */
    uint32_t fresh;      /* of the moving ones, those with a body that it did not cross before */
} clean_count;

typedef struct clean_check {
    const scene_player *player;
    const hem_mesh *mesh; /* all bodies as one */
    hem_tree *tree;
    hem_vec3 *before; /* positions at the last look */
    uint32_t *body_of;
    uint32_t *triangles;
    void *mesh_memory, *tree_memory, *scratch_memory;
    hem_arena scratch;
    hem_pair *found; /* edges and faces of the last look, in ascending order */
    uint32_t found_count;
    bool crossed[PLAY_MOST_BODIES][PLAY_MOST_BODIES]; /* at the last look */
} clean_check;

/* For a play that stands where it starts from. False: no memory, or a refusal. */
bool clean_check_start(clean_check *check, const scene_player *player);

/* Counts after a step, or anew from where the play stands now (`step` false: nothing has moved).
 * False: refused, which no play gives a reason for. */
bool clean_check_look(clean_check *check, bool step, clean_count *out);

void clean_check_end(clean_check *check);

#endif
