/* Shapes made of rings: torus, knot, tube, capsule, cone. See shapes.h.
 *
 * All share one pattern of triangles: rings of the same number of vertices, each joined to the
 * next, the last to the first or to a pole. */
#include "scenes/shapes.h"
#include "scenes/turn.h"

/* Between ring `low` and ring `high`, given by their first vertices; outward when vertices run
 * counter-clockwise as seen from the higher ring. */
static void ring_band(scene_mesh *mesh, uint32_t low, uint32_t high, uint32_t around)
{
    for (uint32_t k = 0; k < around; k++) {
        uint32_t next = (k + 1u) % around;
        scene_mesh_quad(mesh, low + k, low + next, high + next, high + k);
    }
}

/* One vertex on a circle around the z axis. */
static void ring_vertex(scene_mesh *mesh, uint32_t k, uint32_t around, float radius, float z)
{
    float turns = (float)k / (float)around;
    scene_mesh_vertex(
        mesh, hem_vec3_make(radius * scene_cos_turns(turns), radius * scene_sin_turns(turns), z));
}

static void ring_vertices(scene_mesh *mesh, uint32_t around, float radius, float z)
{
    for (uint32_t k = 0; k < around; k++) {
        ring_vertex(mesh, k, around, radius, z);
    }
}

/* The triangles of `rings` rings from `first` on, closed by the poles below and above. */
static void pole_triangles(scene_mesh *mesh, uint32_t first, uint32_t around, uint32_t rings,
                           uint32_t bottom, uint32_t top)
{
    uint32_t last = first + (rings - 1u) * around;
    for (uint32_t k = 0; k < around; k++) {
        scene_mesh_triangle(mesh, bottom, first + (k + 1u) % around, first + k);
    }
    for (uint32_t r = 0; r + 1u < rings; r++) {
        ring_band(mesh, first + r * around, first + (r + 1u) * around, around);
    }
    for (uint32_t k = 0; k < around; k++) {
        scene_mesh_triangle(mesh, last + k, last + (k + 1u) % around, top);
    }
}

/* The triangles of `rings` rings of which the last joins the first. */
static void loop_triangles(scene_mesh *mesh, uint32_t first, uint32_t around, uint32_t rings)
{
    for (uint32_t r = 0; r < rings; r++) {
        ring_band(mesh, first + r * around, first + (r + 1u) % rings * around, around);
    }
}

void shape_torus(scene_mesh *mesh, uint32_t along, uint32_t around, float radius, float thickness)
{
    uint32_t first = mesh->vertex_count;
    if (!scene_mesh_begin(mesh, SHAPE_TORUS_VERTICES(along, around),
                          SHAPE_TORUS_TRIANGLES(along, around))) {
        return;
    }
    for (uint32_t r = 0; r < along; r++) {
        float turns = (float)r / (float)along;
        hem_vec3 out = {scene_cos_turns(turns), scene_sin_turns(turns), 0.0f};
        for (uint32_t k = 0; k < around; k++) {
            /* Downwards at a quarter turn: counter-clockwise as seen from the next ring. */
            float angle = (float)k / (float)around;
            float distance = radius + thickness * scene_cos_turns(angle);
            scene_mesh_vertex(mesh, hem_vec3_make(distance * out.x, distance * out.y,
                                                  -thickness * scene_sin_turns(angle)));
        }
    }
    loop_triangles(mesh, first, around, along);
}

void shape_torus_knot(scene_mesh *mesh, shape_knot knot)
{
    uint32_t first = mesh->vertex_count;
    if (!scene_mesh_begin(mesh, SHAPE_TORUS_VERTICES(knot.along, knot.around),
                          SHAPE_TORUS_TRIANGLES(knot.along, knot.around))) {
        return;
    }
    for (uint32_t r = 0; r < knot.along; r++) {
        float turns = (float)r / (float)knot.along;
        float c2 = scene_cos_turns(2.0f * turns);
        float s2 = scene_sin_turns(2.0f * turns);
        float c3 = scene_cos_turns(3.0f * turns);
        float s3 = scene_sin_turns(3.0f * turns);
        float reach = knot.radius + knot.distance * c3;
        hem_vec3 center = {reach * c2, reach * s2, knot.distance * s3};
        /* The derivative of the center, and across it the torus normal, which comes back to itself
         * after a round, so that the tube closes without a twist. */
        hem_vec3 tangent = scene_unit(hem_vec3_make(
            -3.0f * knot.distance * s3 * c2 - 2.0f * reach * s2,
            -3.0f * knot.distance * s3 * s2 + 2.0f * reach * c2, 3.0f * knot.distance * c3));
        hem_vec3 normal = {c3 * c2, c3 * s2, s3};
        hem_vec3 side = hem_cross(tangent, normal);
        for (uint32_t k = 0; k < knot.around; k++) {
            float angle = (float)k / (float)knot.around;
            hem_vec3 at = hem_add_scaled(center, knot.thickness * scene_cos_turns(angle), normal);
            scene_mesh_vertex(mesh,
                              hem_add_scaled(at, knot.thickness * scene_sin_turns(angle), side));
        }
    }
    loop_triangles(mesh, first, knot.around, knot.along);
}

void shape_open_tube(scene_mesh *mesh, shape_tube tube)
{
    uint32_t first = mesh->vertex_count;
    if (!scene_mesh_begin(mesh, SHAPE_TUBE_VERTICES(tube.around, tube.rows),
                          SHAPE_TUBE_TRIANGLES(tube.around, tube.rows))) {
        return;
    }
    for (uint32_t r = 0; r < tube.rows; r++) {
        float up = (float)r / (float)(tube.rows - 1u);
        float radius = tube.bottom_radius + up * (tube.top_radius - tube.bottom_radius);
        ring_vertices(mesh, tube.around, radius, up * tube.height);
    }
    for (uint32_t r = 0; r + 1u < tube.rows; r++) {
        ring_band(mesh, first + r * tube.around, first + (r + 1u) * tube.around, tube.around);
    }
}

void shape_closed_capsule(scene_mesh *mesh, shape_capsule capsule)
{
    const uint32_t around = capsule.around;
    const uint32_t caps = capsule.cap_rings;
    const uint32_t rings = SHAPE_CAPSULE_RINGS(caps, capsule.side_rings);
    uint32_t first = mesh->vertex_count;
    if (!scene_mesh_begin(mesh, SHAPE_RINGS_VERTICES(around, rings),
                          SHAPE_RINGS_TRIANGLES(around, rings))) {
        return;
    }
    for (uint32_t r = 0; r < caps; r++) {
        float turns = 0.25f * (float)(r + 1u) / (float)caps;
        ring_vertices(mesh, around, capsule.radius * scene_sin_turns(turns),
                      -capsule.radius * scene_cos_turns(turns));
    }
    for (uint32_t r = 0; r < capsule.side_rings; r++) {
        float up = (float)(r + 1u) / (float)(capsule.side_rings + 1u);
        ring_vertices(mesh, around, capsule.radius, up * capsule.length);
    }
    for (uint32_t r = 0; r < caps; r++) {
        float turns = 0.25f * (float)(caps - r) / (float)caps;
        ring_vertices(mesh, around, capsule.radius * scene_sin_turns(turns),
                      capsule.length + capsule.radius * scene_cos_turns(turns));
    }
    uint32_t bottom = mesh->vertex_count;
    scene_mesh_vertex(mesh, hem_vec3_make(0.0f, 0.0f, -capsule.radius));
    scene_mesh_vertex(mesh, hem_vec3_make(0.0f, 0.0f, capsule.length + capsule.radius));
    pole_triangles(mesh, first, around, rings, bottom, bottom + 1u);
}

void shape_cone(scene_mesh *mesh, uint32_t around, uint32_t rings, float radius, float height)
{
    uint32_t first = mesh->vertex_count;
    if (!scene_mesh_begin(mesh, SHAPE_RINGS_VERTICES(around, rings),
                          SHAPE_RINGS_TRIANGLES(around, rings))) {
        return;
    }
    for (uint32_t r = 0; r < rings; r++) {
        float up = (float)r / (float)rings;
        ring_vertices(mesh, around, radius * (1.0f - up), up * height);
    }
    uint32_t bottom = mesh->vertex_count;
    scene_mesh_vertex(mesh, hem_vec3_make(0.0f, 0.0f, 0.0f));
    scene_mesh_vertex(mesh, hem_vec3_make(0.0f, 0.0f, height));
    pole_triangles(mesh, first, around, rings, bottom, bottom + 1u);
}
