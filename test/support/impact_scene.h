/* Small bodies in motion for the tests of impacts: sheets that cross, piles, a sheet on a rising
 * ball, a sheet folded onto itself, a fast ball; and looking at all pairs of their features. */
#ifndef HEM_TEST_IMPACT_SCENE_H
#define HEM_TEST_IMPACT_SCENE_H

#include "hem/impacts.h"
#include "random.h"
#include "tree_body.h"
#include "tree_build.h"

#define IMPACT_BODIES 8u

typedef enum impact_kind {
    IMPACT_CROSSING, /* two sheets that change places */
    IMPACT_PILE,     /* sheets that fall on a floor that cannot move */
    IMPACT_SPHERE,   /* a ball that cannot be stopped rises into a sheet */
    IMPACT_FOLDED,   /* a sheet folded onto itself, pressed flat */
    IMPACT_BALL,     /* a fast ball through a sheet held at its corners */
    IMPACT_KINDS
} impact_kind;

typedef struct impact_scene {
    impact_kind kind;
    tree_body bodies[IMPACT_BODIES];
    hem_moving_body moving[IMPACT_BODIES];
    uint32_t body_count, vertex_count;
    hem_vec3 *start, *end, *velocity;
    float *inverse_mass;
    float dt;
} impact_scene;

/* How it is made. Triangles in another order are the same surface. */
typedef struct impact_def {
    impact_kind kind;
    uint64_t seed;
    uint64_t triangle_seed; /* 0: triangles as they come */
    tree_settings trees;
} impact_def;

impact_def impact_default(impact_kind kind, uint64_t seed);
impact_scene impact_scene_make(const impact_def *def);
void impact_scene_free(impact_scene *scene);
const char *impact_name(impact_kind kind);

/* What goes into hem_impacts_start, without scratch. */
hem_impacts_in impact_scene_input(const impact_scene *scene, float separation, uint32_t passes);

/* Hits of all features of the motion as it is, by hem_ccd and looking at every pair that impacts
 * look at: pairs of one body that look for them, pairs of different bodies, where at least one
 * vertex can move; not vertices without a triangle. `truly`: of these, hits by exact arithmetic. */
typedef struct impact_hits {
    uint32_t found, truly;
} impact_hits;
impact_hits impact_scene_hits(const impact_scene *scene, float separation);

/* The same by hem_continuous, with the trees: every hit, sorted by kind and vertices. Free them. */
typedef struct impact_hit {
    uint32_t edges, vertex[4];
    float time;
} impact_hit;
uint32_t impact_scene_pass(const impact_scene *scene, float separation, impact_hit **hits);

/* Is it a hit by exact arithmetic? */
bool impact_hit_is_true(const impact_scene *scene, const impact_hit *hit, float separation);

/* Edges through faces at the end of the motion. Fits the trees. */
uint32_t impact_scene_crossings(const impact_scene *scene);

#endif
