/* Flat shapes: grid, the sheet of the cloth pile, disk. See shapes.h. */
#include "scenes/shapes.h"
#include "scenes/turn.h"

void shape_grid_triangles(scene_mesh *mesh, uint32_t first, uint32_t columns, uint32_t rows)
{
    for (uint32_t j = 0; j + 1u < rows; j++) {
        for (uint32_t i = 0; i + 1u < columns; i++) {
            uint32_t corner = first + j * columns + i;
            scene_mesh_quad(mesh, corner, corner + 1u, corner + columns + 1u, corner + columns);
        }
    }
}

/* Coordinate of line i of `lines`, with the middle at zero. */
static float line_at(uint32_t i, uint32_t lines, float cell)
{
    return ((float)i - 0.5f * (float)(lines - 1u)) * cell;
}

void shape_grid(scene_mesh *mesh, uint32_t columns, uint32_t rows, float cell_x, float cell_y)
{
    uint32_t first = mesh->vertex_count;
    if (!scene_mesh_begin(mesh, SHAPE_GRID_VERTICES(columns, rows),
                          SHAPE_GRID_TRIANGLES(columns, rows))) {
        return;
    }
    for (uint32_t j = 0; j < rows; j++) {
        for (uint32_t i = 0; i < columns; i++) {
            float x = line_at(i, columns, cell_x);
            float y = line_at(j, rows, cell_y);
            scene_mesh_vertex(mesh, hem_vec3_make(x, y, 0.0f));
        }
    }
    shape_grid_triangles(mesh, first, columns, rows);
}

enum { SHEET_LINES = 10, SHEET_MIDDLE_CELL = 4 };

/* The two corners of the grid that only one triangle uses are the lower left and the upper right;
 * the vertices between them keep their order. */
static uint32_t sheet_vertex(uint32_t first, uint32_t i, uint32_t j)
{
    return first + j * SHEET_LINES + i - 1u;
}

/* A triangle of the sheet: left out when it is an ear, split when it is in the middle cell. */
static void sheet_triangle(scene_mesh *mesh, const uint32_t corner[3], bool ear, uint32_t middle)
{
    if (ear) {
        return;
    }
    if (middle == HEM_NONE) {
        scene_mesh_triangle(mesh, corner[0], corner[1], corner[2]);
        return;
    }
    for (uint32_t k = 0; k < 3u; k++) {
        scene_mesh_triangle(mesh, corner[k], corner[(k + 1u) % 3u], middle);
    }
}

void shape_sheet(scene_mesh *mesh)
{
    const float cell = SHAPE_SHEET_CELL;
    const uint32_t last = SHEET_LINES - 1u;
    uint32_t first = mesh->vertex_count;
    if (!scene_mesh_begin(mesh, SHAPE_SHEET_VERTICES, SHAPE_SHEET_TRIANGLES)) {
        return;
    }
    for (uint32_t j = 0; j <= last; j++) {
        for (uint32_t i = 0; i <= last; i++) {
            if ((i == 0 && j == 0) || (i == last && j == last)) {
                continue;
            }
            float x = line_at(i, SHEET_LINES, cell);
            float y = line_at(j, SHEET_LINES, cell);
            scene_mesh_vertex(mesh, hem_vec3_make(x, y, 0.0f));
        }
    }
    /* The centroids of the middle cell's triangles, a sixth of a cell from its middle, which is
     * the origin. */
    const float sixth = cell / 6.0f;
    uint32_t lower_middle = mesh->vertex_count;
    scene_mesh_vertex(mesh, hem_vec3_make(-sixth, -sixth, 0.0f));
    scene_mesh_vertex(mesh, hem_vec3_make(sixth, sixth, 0.0f));
    for (uint32_t j = 0; j < last; j++) {
        for (uint32_t i = 0; i < last; i++) {
            bool middle = i == SHEET_MIDDLE_CELL && j == SHEET_MIDDLE_CELL;
            uint32_t a = sheet_vertex(first, i, j);
            uint32_t b = sheet_vertex(first, i + 1u, j);
            uint32_t c = sheet_vertex(first, i + 1u, j + 1u);
            uint32_t d = sheet_vertex(first, i, j + 1u);
            sheet_triangle(mesh, (const uint32_t[3]){a, b, d}, i == 0 && j == 0,
                           middle ? lower_middle : HEM_NONE);
            sheet_triangle(mesh, (const uint32_t[3]){b, c, d}, i + 1u == last && j + 1u == last,
                           middle ? lower_middle + 1u : HEM_NONE);
        }
    }
}

void shape_disk(scene_mesh *mesh, uint32_t corners, float radius)
{
    uint32_t middle = mesh->vertex_count;
    if (!scene_mesh_begin(mesh, SHAPE_DISK_VERTICES(corners), SHAPE_DISK_TRIANGLES(corners))) {
        return;
    }
    scene_mesh_vertex(mesh, hem_vec3_make(0.0f, 0.0f, 0.0f));
    for (uint32_t k = 0; k < corners; k++) {
        float turns = (float)k / (float)corners;
        scene_mesh_vertex(mesh, hem_vec3_make(radius * scene_cos_turns(turns),
                                              radius * scene_sin_turns(turns), 0.0f));
    }
    for (uint32_t k = 0; k < corners; k++) {
        scene_mesh_triangle(mesh, middle, middle + 1u + k, middle + 1u + (k + 1u) % corners);
    }
}
