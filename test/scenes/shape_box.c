/* Boxes: a closed one cut into cells, and a tank. See shapes.h. */
#include "scenes/shapes.h"

/* The vertex of a box at lattice point (i, j, k) of its surface. The bottom layer is numbered by
 * rows, then the layers between run around their rim, then comes the top layer by rows. */
static uint32_t box_vertex(const uint32_t cells[3], uint32_t i, uint32_t j, uint32_t k)
{
    const uint32_t x = cells[0];
    const uint32_t y = cells[1];
    const uint32_t layer = (x + 1u) * (y + 1u);
    const uint32_t rim = 2u * (x + y);
    if (k == 0) {
        return j * (x + 1u) + i;
    }
    if (k == cells[2]) {
        return layer + (k - 1u) * rim + j * (x + 1u) + i;
    }
    uint32_t start = layer + (k - 1u) * rim;
    if (j == 0) {
        return start + i;
    }
    if (i == x) {
        return start + x + j;
    }
    if (j == y) {
        return start + x + y + (x - i);
    }
    return start + 2u * x + y + (y - j);
}

static bool on_surface(const uint32_t cells[3], uint32_t i, uint32_t j, uint32_t k)
{
    return i == 0 || i == cells[0] || j == 0 || j == cells[1] || k == 0 || k == cells[2];
}

/* The two sides across one axis. `u` and `v` are the axes after it, so that u x v points along it;
 * the lower side is wound the other way. */
static void box_sides(scene_mesh *mesh, uint32_t first, const uint32_t cells[3], uint32_t axis)
{
    const uint32_t u = (axis + 1u) % 3u;
    const uint32_t v = (axis + 2u) % 3u;
    for (uint32_t side = 0; side < 2u; side++) {
        for (uint32_t b = 0; b < cells[v]; b++) {
            for (uint32_t a = 0; a < cells[u]; a++) {
                uint32_t corner[4];
                for (uint32_t c = 0; c < 4u; c++) {
                    uint32_t at[3];
                    at[axis] = side * cells[axis];
                    at[u] = a + (c == 1u || c == 2u ? 1u : 0u);
                    at[v] = b + (c >= 2u ? 1u : 0u);
                    corner[c] = first + box_vertex(cells, at[0], at[1], at[2]);
                }
                scene_mesh_quad(mesh, corner[0], corner[side == 0 ? 3 : 1], corner[2],
                                corner[side == 0 ? 1 : 3]);
            }
        }
    }
}

static float lattice_at(uint32_t i, uint32_t cells, float size)
{
    return ((float)i / (float)cells - 0.5f) * size;
}

void shape_closed_box(scene_mesh *mesh, shape_box box)
{
    const uint32_t *cells = box.cells;
    const uint32_t first = mesh->vertex_count;
    if (!scene_mesh_begin(mesh, SHAPE_BOX_VERTICES(cells[0], cells[1], cells[2]),
                          SHAPE_BOX_TRIANGLES(cells[0], cells[1], cells[2]))) {
        return;
    }
    for (uint32_t k = 0; k <= cells[2]; k++) {
        for (uint32_t j = 0; j <= cells[1]; j++) {
            for (uint32_t i = 0; i <= cells[0]; i++) {
                if (!on_surface(cells, i, j, k)) {
                    continue;
                }
                hem_vec3 at = {lattice_at(i, cells[0], box.size.x),
                               lattice_at(j, cells[1], box.size.y),
                               lattice_at(k, cells[2], box.size.z)};
                mesh->positions[first + box_vertex(cells, i, j, k)] = hem_vec3_snap(at);
                mesh->vertex_count++;
            }
        }
    }
    for (uint32_t axis = 0; axis < 3u; axis++) {
        box_sides(mesh, first, cells, axis);
    }
}

void shape_tank(scene_mesh *mesh, float width, float height, float wall)
{
    /* Corners by quarters of a turn: outer bottom, outer top, inner bottom, inner top. */
    const uint32_t outer_bottom = mesh->vertex_count;
    const uint32_t outer_top = outer_bottom + 4u;
    const uint32_t inner_bottom = outer_bottom + 8u;
    const uint32_t inner_top = outer_bottom + 12u;
    const float half[2] = {0.5f * width + wall, 0.5f * width};
    const float low[2] = {0.0f, wall};
    if (!scene_mesh_begin(mesh, SHAPE_TANK_VERTICES, SHAPE_TANK_TRIANGLES)) {
        return;
    }
    for (uint32_t ring = 0; ring < 4u; ring++) {
        float h = half[ring / 2u];
        float z = ring % 2u == 0 ? low[ring / 2u] : height;
        scene_mesh_vertex(mesh, hem_vec3_make(-h, -h, z));
        scene_mesh_vertex(mesh, hem_vec3_make(h, -h, z));
        scene_mesh_vertex(mesh, hem_vec3_make(h, h, z));
        scene_mesh_vertex(mesh, hem_vec3_make(-h, h, z));
    }
    scene_mesh_quad(mesh, outer_bottom, outer_bottom + 3u, outer_bottom + 2u, outer_bottom + 1u);
    scene_mesh_quad(mesh, inner_bottom, inner_bottom + 1u, inner_bottom + 2u, inner_bottom + 3u);
    for (uint32_t k = 0; k < 4u; k++) {
        uint32_t next = (k + 1u) % 4u;
        scene_mesh_quad(mesh, outer_bottom + k, outer_bottom + next, outer_top + next,
                        outer_top + k);
        scene_mesh_quad(mesh, inner_bottom + next, inner_bottom + k, inner_top + k,
                        inner_top + next);
        scene_mesh_quad(mesh, outer_top + k, outer_top + next, inner_top + next, inner_top + k);
    }
}
