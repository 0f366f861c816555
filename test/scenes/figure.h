/* A human figure of seventeen capsules, posed by joint angles, and the garments that fit it.
 *
 * It stands at the origin of its root frame: right is +x, forward +y, up +z, height 1.77 m. */
#ifndef HEM_SCENES_FIGURE_H
#define HEM_SCENES_FIGURE_H

#include "scenes/shapes.h"

typedef enum figure_detail {
    FIGURE_SMALL,  /*    578 vertices,  1,088 triangles */
    FIGURE_WALKER, /* 14,426 vertices, 28,784 triangles */
    FIGURE_DANCER, /* 26,394 vertices, 52,720 triangles */
} figure_detail;

/* Angles in turns. Limbs: right first, then left. Zero is a figure with straight limbs that hang
 * down. Swing is forward, spread is outward. */
typedef struct figure_pose {
    scene_frame root;
    float lean; /* of the upper body, forward */
    float thigh_swing[2], thigh_spread[2], knee[2];
    float arm_swing[2], arm_spread[2], elbow[2];
} figure_pose;

figure_pose figure_standing(void);

/* Where parts of it are in a pose. */
typedef enum figure_part {
    FIGURE_PELVIS,
    FIGURE_CHEST,
    FIGURE_RIGHT_ARM,
    FIGURE_LEFT_ARM,
} figure_part;
scene_frame figure_part_frame(const figure_pose *pose, figure_part part);

/* Appends the figure: seventeen closed components that overlap at the joints. */
void figure_build(scene_mesh *mesh, figure_detail detail, const figure_pose *pose);

/* Trousers of the standing figure, waist first. Hip rows of 2 * half vertices; at the crotch a
 * bridge of vertices joins front and back; leg rows of half + 1 + bridge vertices for each leg. */
typedef struct figure_trousers {
    uint32_t half, bridge, hip_rows, leg_rows;
} figure_trousers;
#define FIGURE_TROUSERS_VERTICES(t) \
    (2u * (t).half * (t).hip_rows + (t).bridge + 2u * (t).leg_rows * ((t).half + 1u + (t).bridge))
#define FIGURE_TROUSERS_TRIANGLES(t) \
    (4u * (t).half * ((t).hip_rows - 1u) + 4u * (t).leg_rows * ((t).half + 1u + (t).bridge))
void figure_dress_trousers(scene_mesh *mesh, figure_trousers trousers);

/* Sweater of the standing figure in `pose`: a tube around the chest and one around each arm, three
 * components; every tube starts at its lower end. */
typedef struct figure_sweater {
    uint32_t chest_around, chest_rows, arm_around, arm_rows;
} figure_sweater;
void figure_dress_sweater(scene_mesh *mesh, figure_sweater sweater, const figure_pose *pose);

/* Skirt of the standing figure, from the knees up to the waist: the last row is the waist. */
void figure_dress_skirt(scene_mesh *mesh, uint32_t around, uint32_t rows);

#endif
