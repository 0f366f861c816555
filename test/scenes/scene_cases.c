/* Small meshes built by hand for one question each: E1, E7, E16, E23, E24. */
#include "scenes/scene_recipe.h"
#include "scenes/turn.h"

static void one_triangle(scene_mesh *mesh, hem_vec3 a, hem_vec3 b, hem_vec3 c)
{
    uint32_t first = mesh->vertex_count;
    if (scene_mesh_begin(mesh, 3, 1)) {
        scene_mesh_vertex(mesh, a);
        scene_mesh_vertex(mesh, b);
        scene_mesh_vertex(mesh, c);
        scene_mesh_triangle(mesh, first, first + 1u, first + 2u);
    }
}

/* The patches of E1 are cut from a grid of 1 cm cells, so that all edges lie along directions of an
 * 18-DOP. Lattice points and triangles by their indices. */
typedef struct lattice_patch {
    uint32_t vertex_count, triangle_count;
    int8_t points[12][2];
    uint8_t triangles[13][3];
} lattice_patch;

static const lattice_patch patches[3] = {
    {3, 1, {{-2, -2}, {4, -2}, {-2, 4}}, {{0, 1, 2}}},
    {7,
     6,
     {{0, 0}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}},
     {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}, {0, 5, 6}, {0, 6, 1}}},
    {12,
     13,
     {{0, 0},
      {1, 0},
      {0, 1},
      {-1, 0},
      {0, -1},
      {1, -1},
      {2, -1},
      {2, 0},
      {1, 1},
      {0, 2},
      {-1, 2},
      {-1, 1}},
     {{0, 1, 2},
      {3, 4, 0},
      {4, 5, 0},
      {0, 5, 1},
      {5, 6, 1},
      {1, 6, 7},
      {1, 7, 8},
      {1, 8, 2},
      {2, 8, 9},
      {2, 9, 10},
      {2, 10, 11},
      {0, 2, 11},
      {0, 11, 3}}},
};

/* The single triangle, in cells: inside the one below; around a vertex and across its six edges;
 * exactly over the middle one of thirteen. */
static const float probes[3][3][2] = {
    {{-0.5f, -0.5f}, {0.5f, -0.5f}, {-0.5f, 0.5f}},
    {{-0.45f, -0.3f}, {0.62f, -0.25f}, {-0.3f, 0.65f}},
    {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}},
};

/* E1: body 0 is the patch, body 1 the triangle, half a millimetre above it. */
void scene_make_table_one(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    const float cell = 0.01f;
    uint32_t which = (uint32_t)ask->id - SCENE_E1_BEST;
    if (ask->body == 1u) {
        hem_vec3 corner[3];
        for (uint32_t k = 0; k < 3u; k++) {
            corner[k] =
                hem_vec3_make(cell * probes[which][k][0], cell * probes[which][k][1], 0.0005f);
        }
        scene_is(body, "triangle", SCENE_CLOTH, false);
        one_triangle(mesh, corner[0], corner[1], corner[2]);
        return;
    }
    const lattice_patch *patch = &patches[which];
    uint32_t first = mesh->vertex_count;
    scene_is(body, "patch", SCENE_CLOTH, false);
    if (!scene_mesh_begin(mesh, patch->vertex_count, patch->triangle_count)) {
        return;
    }
    for (uint32_t i = 0; i < patch->vertex_count; i++) {
        scene_mesh_vertex(mesh, hem_vec3_make(cell * (float)patch->points[i][0],
                                              cell * (float)patch->points[i][1], 0.0f));
    }
    for (uint32_t f = 0; f < patch->triangle_count; f++) {
        const uint8_t *corner = patch->triangles[f];
        scene_mesh_triangle(mesh, first + corner[0], first + corner[1], first + corner[2]);
    }
}

/* E7: body 0 has sixteen triangles in a row with gaps between, so that a binary tree of one
 * triangle a leaf has 31 nodes on five levels. Body 1 crosses the sixth and lies in no other's box.
 */
void scene_make_hybrid(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    if (ask->body == 1u) {
        scene_is(body, "probe", SCENE_KINEMATIC, false);
        one_triangle(mesh, hem_vec3_make(0.103f, 0.002f, -0.003f),
                     hem_vec3_make(0.104f, 0.003f, 0.004f), hem_vec3_make(0.102f, 0.001f, 0.005f));
        return;
    }
    scene_is(body, "row", SCENE_KINEMATIC, false);
    for (uint32_t i = 0; i < 16u; i++) {
        float x = 0.02f * (float)i;
        one_triangle(mesh, hem_vec3_make(x, 0.0f, 0.0f), hem_vec3_make(x + 0.01f, 0.0f, 0.0f),
                     hem_vec3_make(x, 0.01f, 0.0f));
    }
}

/* The edge's triangle of the history cases at step 0: p, q, and a third corner that stays out of
 * the way. At step 1 the edge crosses the face. */
static const float history_start[5][3][3] = {
    /* p and q above */
    {{0.002f, 0.001f, 0.05f}, {-0.001f, 0.003f, 0.01f}, {0.03f, 0.002f, 0.06f}},
    /* p and q below */
    {{0.002f, 0.001f, -0.01f}, {-0.001f, 0.003f, -0.05f}, {0.03f, 0.002f, -0.06f}},
    /* beside one edge of the face */
    {{0.002f, -0.061f, 0.02f}, {-0.001f, -0.059f, -0.02f}, {0.001f, -0.15f, 0.001f}},
    /* beyond one corner of the face */
    {{0.002f, 0.101f, 0.02f}, {-0.001f, 0.103f, -0.02f}, {0.001f, 0.2f, 0.001f}},
    /* p and q on the other's side */
    {{0.002f, -0.061f, -0.02f}, {-0.001f, -0.059f, 0.02f}, {0.001f, -0.15f, 0.001f}},
};

static void history_case(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    if (ask->body == 0) {
        scene_is(body, "face", SCENE_CLOTH, false);
        one_triangle(mesh, hem_vec3_make(-0.05f, -0.03f, 0.0f), hem_vec3_make(0.05f, -0.03f, 0.0f),
                     hem_vec3_make(0.0f, 0.06f, 0.0f));
        return;
    }
    uint32_t which = (uint32_t)ask->id - SCENE_E16_HISTORY_A;
    hem_vec3 corner[3];
    for (uint32_t k = 0; k < 3u; k++) {
        const float *start = history_start[which][k];
        corner[k] = hem_vec3_make(start[0], start[1], start[2]);
    }
    hem_vec3 p_end = {0.002f, 0.001f, 0.02f};
    hem_vec3 q_end = {-0.001f, 0.003f, -0.02f};
    corner[0] = hem_add_scaled(corner[0], ask->step, hem_sub(p_end, corner[0]));
    corner[1] = hem_add_scaled(corner[1], ask->step, hem_sub(q_end, corner[1]));
    scene_is(body, "edge", SCENE_CLOTH, true);
    one_triangle(mesh, corner[0], corner[1], corner[2]);
}

/* A nail through the middle of one large triangle: none of the triangle's edges is involved. */
static void nail_case(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    if (ask->body == 0) {
        uint32_t first = mesh->vertex_count;
        scene_is(body, "nail", SCENE_SOFT, false);
        shape_cone(mesh, 8, 6, 0.01f, 0.12f);
        scene_mesh_place(
            mesh, first,
            scene_frame_in(scene_frame_at(0.003f, 0.002f, -0.0501f), scene_frame_turned_x(0.01f)));
        return;
    }
    scene_is(body, "triangle", SCENE_CLOTH, false);
    one_triangle(mesh, hem_vec3_make(-0.25f, -0.15f, 0.0f), hem_vec3_make(0.25f, -0.15f, 0.0f),
                 hem_vec3_make(0.0f, 0.3f, 0.0f));
}

/* An edge that goes in at one side of a roof and out at the other; both its ends are outside. */
static void twice_case(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    if (ask->body == 1u) {
        scene_is(body, "edge", SCENE_CLOTH, false);
        one_triangle(mesh, hem_vec3_make(-0.1f, 0.003f, 0.02f),
                     hem_vec3_make(0.1f, -0.002f, 0.021f), hem_vec3_make(0.001f, 0.002f, 0.12f));
        return;
    }
    uint32_t first = mesh->vertex_count;
    scene_is(body, "roof", SCENE_CLOTH, false);
    if (scene_mesh_begin(mesh, 4, 2)) {
        scene_mesh_vertex(mesh, hem_vec3_make(-0.05f, 0.0f, 0.0f));
        scene_mesh_vertex(mesh, hem_vec3_make(0.0f, -0.05f, 0.04f));
        scene_mesh_vertex(mesh, hem_vec3_make(0.0f, 0.05f, 0.04f));
        scene_mesh_vertex(mesh, hem_vec3_make(0.05f, 0.0f, 0.0f));
        scene_mesh_triangle(mesh, first, first + 1u, first + 2u);
        scene_mesh_triangle(mesh, first + 1u, first + 3u, first + 2u);
    }
}

/* E16 */
void scene_make_inset(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    if (ask->id == SCENE_E16_NAIL) {
        nail_case(ask, body, mesh);
    } else if (ask->id == SCENE_E16_TWICE) {
        twice_case(ask, body, mesh);
    } else {
        history_case(ask, body, mesh);
    }
}

/* A flat strip, bent in its own plane to a little more than a full turn, whose ends roll against
 * each other where they overlap: it cuts itself, though its normals all point nearly upward. */
static void c_shape(scene_body *body, scene_mesh *mesh)
{
    enum { ALONG = 73, ACROSS = 7 };
    const float turns = 1.06f;
    uint32_t first = mesh->vertex_count;
    scene_is(body, "strip", SCENE_CLOTH, false);
    if (!scene_mesh_begin(mesh, SHAPE_GRID_VERTICES(ACROSS, ALONG),
                          SHAPE_GRID_TRIANGLES(ACROSS, ALONG))) {
        return;
    }
    for (uint32_t j = 0; j < ALONG; j++) {
        float along = (float)j / (float)(ALONG - 1);
        float roll = 0.25f * (2.0f * along - 1.0f);
        for (uint32_t i = 0; i < ACROSS; i++) {
            float out = 0.06f * ((float)i / (float)(ACROSS - 1) - 0.5f);
            float radius = 0.1f + out;
            float angle = turns * along;
            scene_mesh_vertex(mesh, hem_vec3_make(radius * scene_cos_turns(angle),
                                                  radius * scene_sin_turns(angle),
                                                  roll * out + 0.0013f * along));
        }
    }
    shape_grid_triangles(mesh, first, ACROSS, ALONG);
}

/* A ridge under the middle of two large triangles, far from all their corners; the cloth sinks by
 * 1 mm a step and reaches the ridge after five. */
static void ridge_case(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    uint32_t first = mesh->vertex_count;
    if (ask->body == 1u) {
        scene_is(body, "cloth", SCENE_CLOTH, true);
        shape_grid(mesh, 2, 2, 0.2f, 0.2f);
        scene_mesh_place(mesh, first,
                         scene_frame_in(scene_frame_at(0.0f, 0.0f, 0.005f - 0.001f * ask->step),
                                        scene_frame_turned_z(0.04f)));
        return;
    }
    scene_is(body, "ridge", SCENE_STATIC, false);
    if (scene_mesh_begin(mesh, 6, 8)) {
        for (uint32_t end = 0; end < 2u; end++) {
            float y = end == 0 ? -0.05f : 0.05f;
            scene_mesh_vertex(mesh, hem_vec3_make(-0.03f, y, -0.06f));
            scene_mesh_vertex(mesh, hem_vec3_make(0.03f, y, -0.06f));
            scene_mesh_vertex(mesh, hem_vec3_make(0.0f, y, 0.0f));
        }
        scene_mesh_triangle(mesh, first, first + 1u, first + 2u);
        scene_mesh_triangle(mesh, first + 3u, first + 5u, first + 4u);
        for (uint32_t k = 0; k < 3u; k++) {
            uint32_t next = (k + 1u) % 3u;
            scene_mesh_quad(mesh, first + next, first + k, first + k + 3u, first + next + 3u);
        }
    }
}

/* A small triangle at 3 mm from a box, led from its upper side around an edge to its right side in
 * 40 steps, turning around the edge in the middle 20 of them. */
static void sweep_case(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    uint32_t first = mesh->vertex_count;
    if (ask->body == 0) {
        shape_box box = {{2, 2, 2}, {0.1f, 0.1f, 0.1f}};
        scene_is(body, "box", SCENE_STATIC, false);
        shape_closed_box(mesh, box);
        scene_mesh_place(mesh, first, scene_frame_at(-0.05f, 0.0f, -0.05f));
        return;
    }
    float turned = hem_min(hem_max((ask->step - 10.0f) / 20.0f, 0.0f), 1.0f);
    float before = hem_min((ask->step - 10.0f) * 0.002f, 0.0f);
    float after = hem_max((ask->step - 30.0f) * 0.002f, 0.0f);
    scene_is(body, "particle", SCENE_CLOTH, true);
    one_triangle(mesh, hem_vec3_make(0.0f, 0.0f, 0.003f), hem_vec3_make(0.0002f, 0.002f, 0.004f),
                 hem_vec3_make(-0.0002f, -0.002f, 0.004f));
    scene_mesh_place(mesh, first,
                     scene_frame_in(scene_frame_at(before, 0.001f, -after),
                                    scene_frame_turned_y(0.25f * turned)));
}

/* E23 */
void scene_make_trap(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    if (ask->id == SCENE_E23_C_SHAPE) {
        c_shape(body, mesh);
    } else if (ask->id == SCENE_E23_RIDGE) {
        ridge_case(ask, body, mesh);
    } else {
        sweep_case(ask, body, mesh);
    }
}

/* E24: a sheet that lies 1 mm above the floor, with its middle vertex 5 mm under it. */
void scene_make_alteration(const scene_request *ask, scene_body *body, scene_mesh *mesh)
{
    const uint32_t lines = 11;
    uint32_t first = mesh->vertex_count;
    if (ask->body == 0) {
        scene_is(body, "floor", SCENE_STATIC, false);
        scene_square(mesh, 2, 1.0f);
        scene_mesh_place(mesh, first, scene_frame_at(0.013f, 0.0f, 0.0f));
        return;
    }
    scene_is(body, "sheet", SCENE_CLOTH, false);
    scene_square(mesh, lines, 0.2f);
    scene_mesh_place(mesh, first, scene_frame_at(0.0f, 0.0f, 0.001f));
    if (mesh->positions != NULL && mesh->vertex_count > first) {
        mesh->positions[first + lines * lines / 2u].z = -0.005f;
    }
}
