/* Trousers for the figure: two tubes that become one at the crotch. See figure.h.
 *
 * A hip ring runs counter-clockwise from the front: over the left side to the back at index `half`,
 * over the right side to the front again. A leg ring takes half of it and the bridge. */
#include "scenes/figure.h"
#include "scenes/turn.h"

static const float leg_axis = 0.1f;     /* distance of a leg's axis from the middle */
static const float inner_side = 0.008f; /* distance of a leg's inner side from the middle */
static const float hip_radius = 0.135f;
static const float waist_height = 1.02f;
static const float crotch_height = 0.8f;
static const float hem_height = 0.14f;

/* The way from the front of the middle, around a leg, to its back, at a fraction of its length:
 * straight, half a circle, straight. For the left leg; the right one mirrors x. */
static hem_vec3 half_ring(float fraction, float z)
{
    float arc = 3.1415927f * hip_radius;
    float at = fraction * (2.0f * leg_axis + arc);
    if (at < leg_axis) {
        return hem_vec3_make(-at, hip_radius, z);
    }
    if (at > leg_axis + arc) {
        return hem_vec3_make(at - arc - 2.0f * leg_axis, -hip_radius, z);
    }
    float turns = 0.25f + 0.5f * ((at - leg_axis) / arc);
    return hem_vec3_make(-leg_axis + hip_radius * scene_cos_turns(turns),
                         hip_radius * scene_sin_turns(turns), z);
}

/* Vertex k of a left leg ring, at a depth under the crotch: from the shape of the crotch it becomes
 * a circle that fits the leg. */
static hem_vec3 leg_vertex(figure_trousers t, uint32_t k, float depth, float z)
{
    const uint32_t ring = t.half + 1u + t.bridge;
    hem_vec3 crotch;
    if (k <= t.half) {
        crotch = half_ring((float)k / (float)t.half, z);
    } else {
        float back_to_front = (float)(k - t.half) / (float)(t.bridge + 1u);
        crotch = hem_vec3_make(0.0f, hip_radius * (2.0f * back_to_front - 1.0f), z);
    }
    crotch.x = hem_min(crotch.x, -inner_side);
    float turns = 0.5f + ((float)k - 0.5f * (float)t.half) / (float)ring;
    float radius = leg_axis - inner_side - 0.008f * scene_ease(0.0f, 0.6f, depth);
    hem_vec3 round = {-leg_axis + radius * scene_cos_turns(turns), radius * scene_sin_turns(turns),
                      z};
    float weight = scene_ease(0.0f, 0.12f, depth);
    return hem_add_scaled(crotch, weight, hem_sub(round, crotch));
}

static void hip_vertices(scene_mesh *mesh, figure_trousers t)
{
    for (uint32_t row = 0; row < t.hip_rows; row++) {
        float down = (float)row / (float)(t.hip_rows - 1u);
        float z = waist_height + down * (crotch_height - waist_height);
        for (uint32_t k = 0; k < 2u * t.half; k++) {
            bool left = k <= t.half;
            float fraction = (float)(left ? k : 2u * t.half - k) / (float)t.half;
            hem_vec3 at = half_ring(fraction, z);
            at.x = left ? at.x : -at.x;
            scene_mesh_vertex(mesh, at);
        }
    }
    for (uint32_t k = 0; k < t.bridge; k++) {
        float back_to_front = (float)(k + 1u) / (float)(t.bridge + 1u);
        scene_mesh_vertex(
            mesh, hem_vec3_make(0.0f, hip_radius * (2.0f * back_to_front - 1.0f), crotch_height));
    }
}

/* Rows of the left leg, then rows of the right one, which is its mirror image walked backwards so
 * that it too runs counter-clockwise. */
static void leg_vertices(scene_mesh *mesh, figure_trousers t)
{
    const uint32_t ring = t.half + 1u + t.bridge;
    for (uint32_t side = 0; side < 2u; side++) {
        for (uint32_t row = 0; row < t.leg_rows; row++) {
            float down = (float)(row + 1u) / (float)t.leg_rows;
            float depth = down * (crotch_height - hem_height);
            for (uint32_t k = 0; k < ring; k++) {
                uint32_t mirrored = k <= t.half ? t.half - k : t.half + ring - k;
                hem_vec3 at = leg_vertex(t, side == 0 ? k : mirrored, depth, crotch_height - depth);
                at.x = side == 0 ? at.x : -at.x;
                scene_mesh_vertex(mesh, at);
            }
        }
    }
}

/* Vertex k of the ring that leg `side` starts from: half of the last hip row and the bridge. */
static uint32_t crotch_vertex(figure_trousers t, uint32_t first, uint32_t side, uint32_t k)
{
    uint32_t hip = first + (t.hip_rows - 1u) * 2u * t.half;
    uint32_t bridge = first + t.hip_rows * 2u * t.half;
    if (k <= t.half) {
        return hip + (side * t.half + k) % (2u * t.half);
    }
    uint32_t along = k - t.half - 1u;
    return bridge + (side == 0 ? along : t.bridge - 1u - along);
}

static void leg_triangles(scene_mesh *mesh, figure_trousers t, uint32_t first, uint32_t side)
{
    const uint32_t ring = t.half + 1u + t.bridge;
    uint32_t start = first + 2u * t.half * t.hip_rows + t.bridge + side * t.leg_rows * ring;
    for (uint32_t row = 0; row < t.leg_rows; row++) {
        uint32_t low = start + row * ring;
        for (uint32_t k = 0; k < ring; k++) {
            uint32_t next = (k + 1u) % ring;
            uint32_t above = row == 0 ? crotch_vertex(t, first, side, k) : low - ring + k;
            uint32_t above_next =
                row == 0 ? crotch_vertex(t, first, side, next) : low - ring + next;
            scene_mesh_quad(mesh, low + k, low + next, above_next, above);
        }
    }
}

void figure_dress_trousers(scene_mesh *mesh, figure_trousers trousers)
{
    const uint32_t hips = 2u * trousers.half;
    uint32_t first = mesh->vertex_count;
    if (!scene_mesh_begin(mesh, FIGURE_TROUSERS_VERTICES(trousers),
                          FIGURE_TROUSERS_TRIANGLES(trousers))) {
        return;
    }
    hip_vertices(mesh, trousers);
    leg_vertices(mesh, trousers);
    for (uint32_t row = 0; row + 1u < trousers.hip_rows; row++) {
        uint32_t high = first + row * hips;
        uint32_t low = high + hips;
        for (uint32_t k = 0; k < hips; k++) {
            uint32_t next = (k + 1u) % hips;
            scene_mesh_quad(mesh, low + k, low + next, high + next, high + k);
        }
    }
    leg_triangles(mesh, trousers, first, 0);
    leg_triangles(mesh, trousers, first, 1);
}
