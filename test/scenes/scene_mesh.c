/* Appending to a mesh in bounded buffers, and placing it: see scene_mesh.h. */
#include "scenes/scene_mesh.h"
#include "scenes/turn.h"

scene_mesh scene_mesh_over(hem_vec3 *positions, uint32_t vertex_capacity, uint32_t *triangles,
                           uint32_t triangle_capacity)
{
    return (scene_mesh){.positions = positions,
                        .triangles = triangles,
                        .vertex_capacity = vertex_capacity,
                        .triangle_capacity = triangle_capacity};
}

bool scene_mesh_begin(scene_mesh *mesh, uint32_t vertices, uint32_t triangles)
{
    if (mesh->positions == NULL) {
        mesh->vertex_count += vertices;
        mesh->triangle_count += triangles;
        return false;
    }
    if (mesh->overflow || vertices > mesh->vertex_capacity - mesh->vertex_count ||
        (mesh->triangles != NULL && triangles > mesh->triangle_capacity - mesh->triangle_count)) {
        mesh->overflow = true;
        return false;
    }
    return true;
}

void scene_mesh_vertex(scene_mesh *mesh, hem_vec3 position)
{
    mesh->positions[mesh->vertex_count] = hem_vec3_snap(position);
    mesh->vertex_count++;
}

void scene_mesh_triangle(scene_mesh *mesh, uint32_t a, uint32_t b, uint32_t c)
{
    if (mesh->triangles != NULL) {
        uint32_t *corner = mesh->triangles + (size_t)3 * mesh->triangle_count;
        corner[0] = a;
        corner[1] = b;
        corner[2] = c;
    }
    mesh->triangle_count++;
}

void scene_mesh_quad(scene_mesh *mesh, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    scene_mesh_triangle(mesh, a, b, d);
    scene_mesh_triangle(mesh, b, c, d);
}

scene_frame scene_frame_at(float x, float y, float z)
{
    return (scene_frame){{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}, {x, y, z}};
}

scene_frame scene_frame_turned_x(float turns)
{
    float c = scene_cos_turns(turns);
    float s = scene_sin_turns(turns);
    return (scene_frame){{1.0f, 0.0f, 0.0f}, {0.0f, c, s}, {0.0f, -s, c}, {0.0f, 0.0f, 0.0f}};
}

scene_frame scene_frame_turned_y(float turns)
{
    float c = scene_cos_turns(turns);
    float s = scene_sin_turns(turns);
    return (scene_frame){{c, 0.0f, -s}, {0.0f, 1.0f, 0.0f}, {s, 0.0f, c}, {0.0f, 0.0f, 0.0f}};
}

scene_frame scene_frame_turned_z(float turns)
{
    float c = scene_cos_turns(turns);
    float s = scene_sin_turns(turns);
    return (scene_frame){{c, s, 0.0f}, {-s, c, 0.0f}, {0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 0.0f}};
}

static hem_vec3 frame_direction(scene_frame frame, hem_vec3 a)
{
    hem_vec3 sum = hem_scale(a.x, frame.x);
    sum = hem_add_scaled(sum, a.y, frame.y);
    return hem_add_scaled(sum, a.z, frame.z);
}

hem_vec3 scene_frame_point(scene_frame frame, hem_vec3 point)
{
    return hem_add(frame_direction(frame, point), frame.origin);
}

scene_frame scene_frame_in(scene_frame outer, scene_frame inner)
{
    return (scene_frame){frame_direction(outer, inner.x), frame_direction(outer, inner.y),
                         frame_direction(outer, inner.z), scene_frame_point(outer, inner.origin)};
}

scene_frame scene_frame_inverse(scene_frame frame)
{
    scene_frame back = {{frame.x.x, frame.y.x, frame.z.x},
                        {frame.x.y, frame.y.y, frame.z.y},
                        {frame.x.z, frame.y.z, frame.z.z},
                        {0.0f, 0.0f, 0.0f}};
    back.origin = frame_direction(back, hem_scale(-1.0f, frame.origin));
    return back;
}

void scene_mesh_place(scene_mesh *mesh, uint32_t first_vertex, scene_frame frame)
{
    if (mesh->positions == NULL) {
        return;
    }
    for (uint32_t i = first_vertex; i < mesh->vertex_count; i++) {
        mesh->positions[i] = hem_vec3_snap(scene_frame_point(frame, mesh->positions[i]));
    }
}
