/* The folded sheet: see folded.h. */
#include "bench/peers/folded.h"
#include "scenes/noise.h"
#include "scenes/shapes.h"

folded_sheet folded_default(void)
{
    return (folded_sheet){
        .across = 100,
        .layers = 20,
        .rows = 20,
        .cell = 0.005f,
        .gap = 0.001f,
        .waves = 0.0008f,
        .waviness = 0.3f,
        .seed = 0xF01Du,
    };
}

/* Where a vertex lies before the waves: forward in even layers, back in odd ones. The rows at the
 * two ends of a layer lie a quarter of the gap towards the next layer and a quarter of a cell back,
 * which rounds the fold. */
static hem_vec3 folded_rest(const folded_sheet *sheet, uint32_t column, uint32_t row)
{
    uint32_t layer = row / sheet->rows;
    uint32_t in_layer = row % sheet->rows;
    float end_lift = 0.0f;
    float along = (float)in_layer + 0.5f - 0.5f * (float)sheet->rows;
    if (in_layer == 0u && layer > 0u) {
        end_lift = -0.25f;
        along += 0.25f;
    }
    if (in_layer + 1u == sheet->rows && layer + 1u < sheet->layers) {
        end_lift = 0.25f;
        along -= 0.25f;
    }
    float side = layer % 2u == 0u ? 1.0f : -1.0f;
    float x = ((float)column - 0.5f * (float)(sheet->across - 1u)) * sheet->cell;
    return hem_vec3_make(x, side * along * sheet->cell, ((float)layer + end_lift) * sheet->gap);
}

/* Waves up and down, of their own in every layer and shared by none, and a slighter shift within
 * the layer, so that no vertex stands exactly over another. */
static hem_vec3 folded_waved(const folded_sheet *sheet, uint32_t column, uint32_t row, float time)
{
    hem_vec3 at = folded_rest(sheet, column, row);
    hem_vec3 where = hem_vec3_make(sheet->waviness * (float)column, sheet->waviness * (float)row,
                                   0.37f * (float)(row / sheet->rows));
    float shift = 0.3f * sheet->cell;
    at.x += shift * scene_noise(where, 0.25f * time, sheet->seed + 1u);
    at.y += shift * scene_noise(where, 0.25f * time, sheet->seed + 2u);
    at.z += sheet->waves * scene_noise(where, time, sheet->seed);
    return at;
}

void folded_make(scene_mesh *mesh, folded_sheet sheet, float time)
{
    uint32_t first = mesh->vertex_count;
    uint32_t rows = sheet.layers * sheet.rows;
    if (!scene_mesh_begin(mesh, FOLDED_VERTICES(sheet), FOLDED_TRIANGLES(sheet))) {
        return;
    }
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t column = 0; column < sheet.across; column++) {
            scene_mesh_vertex(mesh, folded_waved(&sheet, column, row, time));
        }
    }
    shape_grid_triangles(mesh, first, sheet.across, rows);
}
