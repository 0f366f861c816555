/* A mesh under construction, in buffers that the caller gives, and rigid frames to place it.
 *
 * Shapes append vertices and triangles. Each says first how many it will add; if that does not fit,
 * nothing of it is written, `overflow` is set, and nothing more is taken. Without buffers a mesh
 * only counts; without a triangle buffer it takes positions only. */
#ifndef HEM_SCENES_SCENE_MESH_H
#define HEM_SCENES_SCENE_MESH_H

#include "base/vec3.h"

typedef struct scene_mesh {
    hem_vec3 *positions; /* null: count only */
    uint32_t *triangles; /* three indices each; null: triangles are counted, not written */
    uint32_t vertex_count;
    uint32_t triangle_count;
    uint32_t vertex_capacity;
    uint32_t triangle_capacity; /* triangles, not indices */
    bool overflow;
} scene_mesh;

/* An empty mesh over the caller's buffers; see above for null ones. Constant time. */
scene_mesh scene_mesh_over(hem_vec3 *positions, uint32_t vertex_capacity, uint32_t *triangles,
                           uint32_t triangle_capacity);

/* Announces that exactly this many will be added. True: add them. False: do not; they did not fit,
 * or the mesh only counts and has counted them. Constant time. */
bool scene_mesh_begin(scene_mesh *mesh, uint32_t vertices, uint32_t triangles);

/* Adds what was announced. A position is snapped to the grid of HEM_GRID. Constant time. */
void scene_mesh_vertex(scene_mesh *mesh, hem_vec3 position);
void scene_mesh_triangle(scene_mesh *mesh, uint32_t a, uint32_t b, uint32_t c);

/* Adds two triangles for the corners a b c d, in the order of their boundary. */
void scene_mesh_quad(scene_mesh *mesh, uint32_t a, uint32_t b, uint32_t c, uint32_t d);

static inline hem_vec3 scene_unit(hem_vec3 a)
{
    return hem_scale(1.0f / hem_length(a), a);
}

/* Where a shape's own coordinates lie: three axes and an origin. */
typedef struct scene_frame {
    hem_vec3 x, y, z, origin;
} scene_frame;

scene_frame scene_frame_at(float x, float y, float z);
scene_frame scene_frame_turned_x(float turns);
scene_frame scene_frame_turned_y(float turns);
scene_frame scene_frame_turned_z(float turns);

/* The frame that applies `inner` first, then `outer`. */
scene_frame scene_frame_in(scene_frame outer, scene_frame inner);
/* The way back, of a frame that neither stretches nor mirrors. */
scene_frame scene_frame_inverse(scene_frame frame);
hem_vec3 scene_frame_point(scene_frame frame, hem_vec3 point);

/* Moves every vertex from `first_vertex` on into the frame. Linear. */
void scene_mesh_place(scene_mesh *mesh, uint32_t first_vertex, scene_frame frame);

#endif
