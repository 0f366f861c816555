/* Shapes: each appends one triangle mesh to a scene_mesh, in linear time, around its own origin.
 *
 * The macros say beforehand how many vertices and triangles a shape has. Closed shapes are welded
 * and wound so that normals point outward; open ones lie with normals up (flat ones) or outward
 * (tubes). Up is +z. */
#ifndef HEM_SCENES_SHAPES_H
#define HEM_SCENES_SHAPES_H

#include "scenes/scene_mesh.h"

/* Flat sheet of columns x rows vertices in the plane z = 0, its middle at the origin; vertices by
 * rows along x. Every cell is cut from its upper left to its lower right corner. */
#define SHAPE_GRID_VERTICES(columns, rows)  ((columns) * (rows))
#define SHAPE_GRID_TRIANGLES(columns, rows) (2u * ((columns)-1u) * ((rows)-1u))
void shape_grid(scene_mesh *mesh, uint32_t columns, uint32_t rows, float cell_x, float cell_y);

/* The triangles of such a grid over vertices that are already there, from `first` on; the caller
 * has announced them. */
void shape_grid_triangles(scene_mesh *mesh, uint32_t first, uint32_t columns, uint32_t rows);

/* The sheet of the cloth pile: a 10 x 10 grid of 1 cm cells without the two corners that only one
 * triangle uses, and with the two triangles of the middle cell split at their centroids. It has
 * 100 vertices, 164 triangles, 263 edges, 34 of them on the boundary, and is 0.09 m wide. */
#define SHAPE_SHEET_VERTICES  100u
#define SHAPE_SHEET_TRIANGLES 164u
#define SHAPE_SHEET_CELL      0.01f
void shape_sheet(scene_mesh *mesh);

/* Flat fan around a middle vertex, in the plane z = 0. */
#define SHAPE_DISK_VERTICES(corners)  ((corners) + 1u)
#define SHAPE_DISK_TRIANGLES(corners) (corners)
void shape_disk(scene_mesh *mesh, uint32_t corners, float radius);

/* Spheres by repeated halving of a tetrahedron, octahedron or icosahedron. The corners of the
 * solid come first, then its edges, then its faces. */
typedef enum shape_solid { SHAPE_TETRA, SHAPE_OCTA, SHAPE_ICO } shape_solid;
#define SHAPE_SPHERE_MAX_LEVEL 9u
#define SHAPE_SPHERE_TRIANGLES(solid, level) \
    (((solid) == SHAPE_TETRA ? 4u : (solid) == SHAPE_OCTA ? 8u : 20u) << (2u * (level)))
#define SHAPE_SPHERE_VERTICES(solid, level) (SHAPE_SPHERE_TRIANGLES(solid, level) / 2u + 2u)
void shape_sphere(scene_mesh *mesh, shape_solid solid, uint32_t level, float radius);

/* Moves each vertex from `first` on along its direction from the origin: by the factor
 * 1 + amplitude noise(frequency direction, time), which stays above 0 for amplitudes under 1. */
typedef struct shape_bumps {
    float amplitude;
    float frequency;
    uint32_t seed;
} shape_bumps;
void shape_bump(scene_mesh *mesh, uint32_t first, shape_bumps bumps, float time);

/* Draws twelve arms out of a sphere, towards the corners of an icosahedron; each grows and shrinks
 * with its own phase. `length` is relative to the radius. */
typedef struct shape_arms {
    float length;
    uint32_t seed;
} shape_arms;
void shape_grow_arms(scene_mesh *mesh, uint32_t first, shape_arms arms, float time_turns);

/* Ring around the z axis. `along` vertices around the axis, `around` around the tube. */
#define SHAPE_TORUS_VERTICES(along, around)  ((along) * (around))
#define SHAPE_TORUS_TRIANGLES(along, around) (2u * (along) * (around))
void shape_torus(scene_mesh *mesh, uint32_t along, uint32_t around, float radius, float thickness);

/* Tube along a (2,3) torus knot: twice around the z axis and three times around the core circle of
 * a torus. Counts as for the torus. */
typedef struct shape_knot {
    uint32_t along, around;
    float radius;   /* of the core circle */
    float distance; /* of the curve from the core circle */
    float thickness;
} shape_knot;
void shape_torus_knot(scene_mesh *mesh, shape_knot knot);

/* Open tube around the z axis from z = 0 up, rows of `around` vertices from the bottom. */
#define SHAPE_TUBE_VERTICES(around, rows)  ((around) * (rows))
#define SHAPE_TUBE_TRIANGLES(around, rows) (2u * (around) * ((rows)-1u))
typedef struct shape_tube {
    uint32_t around, rows;
    float bottom_radius, top_radius, height;
} shape_tube;
void shape_open_tube(scene_mesh *mesh, shape_tube tube);

/* Closed: two poles and rings of `around` vertices between them. A capsule has its two centres at
 * z = 0 and z = length, cap_rings rings in each half sphere (the last at its equator) and
 * side_rings rings between. A cone stands with its base on z = 0. */
#define SHAPE_RINGS_VERTICES(around, rings)  ((around) * (rings) + 2u)
#define SHAPE_RINGS_TRIANGLES(around, rings) (2u * (around) * (rings))
typedef struct shape_capsule {
    uint32_t around, cap_rings, side_rings;
    float radius, length;
} shape_capsule;
#define SHAPE_CAPSULE_RINGS(cap_rings, side_rings) (2u * (cap_rings) + (side_rings))
void shape_closed_capsule(scene_mesh *mesh, shape_capsule capsule);
void shape_cone(scene_mesh *mesh, uint32_t around, uint32_t rings, float radius, float height);

/* Closed box with its middle at the origin, each side cut into cells. */
typedef struct shape_box {
    uint32_t cells[3];
    hem_vec3 size;
} shape_box;
#define SHAPE_BOX_CELLS(x, y, z)     ((x) * (y) + (y) * (z) + (z) * (x))
#define SHAPE_BOX_VERTICES(x, y, z)  (2u * SHAPE_BOX_CELLS(x, y, z) + 2u)
#define SHAPE_BOX_TRIANGLES(x, y, z) (4u * SHAPE_BOX_CELLS(x, y, z))
void shape_closed_box(scene_mesh *mesh, shape_box box);

/* Closed tank, open to the top, standing on z = 0: a square box with a hollow in it. */
#define SHAPE_TANK_VERTICES  16u
#define SHAPE_TANK_TRIANGLES 28u
void shape_tank(scene_mesh *mesh, float width, float height, float wall);

#endif
