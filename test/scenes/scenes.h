/* The scenes: what the tests, the benchmarks, the demo and the golden program work on.
 *
 * Everything is made by arithmetic from fixed seeds, with the same bits on every machine; nothing
 * is read from files, nothing is allocated. Metres, kilograms, seconds; up is +z.
 *
 * Each scene comes in two sizes: full, with the counts that its name stands for, and small, of the
 * same make with at most SCENE_SMALL_VERTICES vertices in all. */
#ifndef HEM_SCENES_SCENES_H
#define HEM_SCENES_SCENES_H

#include "scenes/scene_mesh.h"

typedef enum scene_id {
    SCENE_E1_BEST, /* one triangle over 1, 6 and 13 triangles */
    SCENE_E1_AVERAGE,
    SCENE_E1_WORST,
    SCENE_E2_PILE,    /* ten sheets above a floor */
    SCENE_E3_TORUS,   /* fifty sheets above a tumbling torus */
    SCENE_E4_GARMENT, /* eighty patches in three layers around a body, with seams */
    SCENE_E5_ICO_3,   /* two bumpy spheres approach: 1,280 triangles each */
    SCENE_E5_ICO_4,   /* 5,120 */
    SCENE_E5_OCTA_5,  /* 8,192 */
    SCENE_E5_TETRA_6, /* 16,384 */
    SCENE_E5_ICO_5,   /* 20,480 */
    SCENE_E5_OCTA_6,  /* 32,768 */
    SCENE_E5_TETRA_7, /* 65,536 */
    SCENE_E6_BUMPY,   /* 27 bodies to a common goal */
    SCENE_E6_ARMS,
    SCENE_E7_HYBRID,      /* sixteen triangles in a row, and one that crosses the sixth */
    SCENE_E8_TORI,        /* 24 rings in a tank, 70 x 30 vertices each */
    SCENE_E8_TORI_COARSE, /* the same with 24 x 12 */
    SCENE_E9_KNOT,        /* a tube that intersects itself */
    SCENE_E10_SPIKES,     /* two cones stuck through two sheets */
    SCENE_E11_TANGLED,    /* three sheets through each other */
    SCENE_E11_STACK,      /* three sheets in a stack, hit by a ball */
    SCENE_E12_LARGE_STEP, /* a sheet above a sphere */
    SCENE_E13_SLEEVE,     /* a sleeve on an arm that bends by 150 degrees and straightens */
    SCENE_E14_DANCER,     /* a skirt on a dancer whose hands cross her thighs */
    SCENE_E15_SOLIDS,     /* two bars through each other */
    SCENE_E15_ARM,        /* an arm through a cloth */
    SCENE_E15_ARM_CLEAN,  /* the same meshes before that happened */
    SCENE_E15_PLATE,      /* a thin plate through a tube */
    SCENE_E16_NAIL,       /* a nail through one triangle */
    SCENE_E16_TWICE,      /* an edge through a roof twice */
    SCENE_E16_HISTORY_A,  /* an edge that comes to cross a triangle, in five ways */
    SCENE_E16_HISTORY_B,
    SCENE_E16_HISTORY_C,
    SCENE_E16_HISTORY_D,
    SCENE_E16_HISTORY_E,
    SCENE_E17_CORNER,     /* two grids, a contour of ten segments from border to inside */
    SCENE_E18_PASSING,    /* two parallel sheets that change places in one step */
    SCENE_E19_TABLECLOTH, /* a coarse sheet above a round table */
    SCENE_E20_DRAPES,     /* sheets above a sphere, a box and a cone */
    SCENE_E21_TAPE,       /* a long tape that falls on end onto a block */
    SCENE_E22_PANTS,      /* a walker in trousers of 833 vertices */
    SCENE_E22_COARSE,     /* in slacks and sweater of 713 */
    SCENE_E22_FINE,       /* and of 10,757 */
    SCENE_E23_C_SHAPE,    /* a flat strip whose ends cross */
    SCENE_E23_RIDGE,      /* two triangles over a ridge */
    SCENE_E23_SWEEP,      /* a triangle led around the edge of a box */
    SCENE_E24_ALTERATION, /* a sheet with one vertex under the floor */
    SCENE_COUNT
} scene_id;

typedef enum scene_size { SCENE_FULL, SCENE_SMALL } scene_size;

typedef enum scene_kind {
    SCENE_CLOTH,     /* deformable, open */
    SCENE_SOFT,      /* deformable, closed */
    SCENE_KINEMATIC, /* moves as the scene says */
    SCENE_STATIC
} scene_kind;

typedef struct scene_info {
    const char *name;  /* "E5-20480" */
    const char *title; /* "bumpy spheres, 20,480 triangles" */
    uint32_t body_count;
    uint32_t vertex_count, triangle_count;  /* of all bodies */
    uint32_t most_vertices, most_triangles; /* of the largest body */
    uint32_t seam_count;
    uint32_t steps;  /* how long the scene lasts */
    float dt;        /* seconds a step */
    float thickness; /* of the cloth, metres */
    bool clean;      /* at step 0 no two bodies intersect, and no cloth or soft body itself */
} scene_info;

typedef struct scene_body {
    const char *name;
    scene_kind kind;
    bool moves; /* positions depend on the step */
    uint32_t vertex_count, triangle_count;
} scene_body;

/* Two vertices of one body that a seam holds together. */
typedef struct scene_seam {
    uint32_t body, vertex_a, vertex_b;
} scene_seam;

/* The largest totals over all scenes, for static buffers. */
#define SCENE_SMALL_VERTICES  1800u
#define SCENE_SMALL_TRIANGLES 3500u
#define SCENE_FULL_VERTICES   69200u
#define SCENE_FULL_TRIANGLES  138300u
#define SCENE_MOST_BODIES     51u

/* What a scene consists of. False if there is no such scene, size, body or seam; then nothing is
 * written. Time linear in the number of bodies; for a body or seam constant. */
bool scene_describe(scene_id id, scene_size size, scene_info *out);
bool scene_describe_body(scene_id id, scene_size size, uint32_t body, scene_body *out);
bool scene_get_seam(scene_id id, scene_size size, uint32_t seam, scene_seam *out);

/* Appends a body as it is at a step, its triangles numbered from the mesh's first free vertex on;
 * so several bodies can go into one mesh. Steps may be fractions and are clamped to the scene's
 * length. Triangles never depend on the step. For cloth and soft bodies that are simulated, step 0
 * is the start; a few hand-built scenes (`moves`) prescribe where they are led. False if there is
 * no such body or the mesh overflowed; then nothing of the body was added. Linear time. */
bool scene_build_body(scene_id id, scene_size size, uint32_t body, float step, scene_mesh *mesh);

#endif
