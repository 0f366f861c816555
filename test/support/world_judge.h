/* Has a step of any world kept what it promises? Every edge with every face, by clean_check.h and
 * tangle_check.h, on meshes and trees of their own: a clean start must end clean, and a tangled one
 * may let through only what was tangled. */
#ifndef HEM_TEST_WORLD_JUDGE_H
#define HEM_TEST_WORLD_JUDGE_H

#include "tangle_check.h"

#include "hem/world.h"

typedef struct world_judge {
    const hem_world *world;
    scene_player bodies; /* the world's bodies as the checks want to see them */
    clean_check look;
    tangle_check tangle;
    bool tangled; /* at the start of the step */
} world_judge;

/* For a world with the bodies that it has now; anew whenever one was added or removed. */
void world_judge_start(world_judge *judge, const hem_world *world);

/* Before each step: where it starts from. Afterwards: what is wrong, or null. */
void world_judge_before(world_judge *judge);
const char *world_judge_after(world_judge *judge, const hem_report *report);

void world_judge_end(world_judge *judge);

#endif
