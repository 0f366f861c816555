/* The table of scenes, and the calls of scenes.h. */
#include "scenes/scenes.h"
#include "scenes/scene_recipe.h"

/* Names, titles, bodies of the full and the small scene, whether it starts clean, steps,
 * milliseconds a step, and the function that makes it. */
typedef struct scene_row {
    const char *name, *title;
    uint8_t bodies[2];
    bool clean;
    uint16_t steps;
    uint8_t milliseconds;
    scene_recipe *make;
} scene_row;

#define CLEAN   true
#define TANGLED false
#define SCENE(id, name, title, full, small_size, clean, steps, milliseconds, make) \
    [SCENE_##id] = {name, title, {full, small_size}, clean, steps, milliseconds, scene_make_##make}

static const scene_row rows[SCENE_COUNT] = {
    SCENE(E1_BEST, "E1-best", "one triangle over one", 2, 2, CLEAN, 0, 10, table_one),
    SCENE(E1_AVERAGE, "E1-average", "one triangle over six", 2, 2, CLEAN, 0, 10, table_one),
    SCENE(E1_WORST, "E1-worst", "one triangle over thirteen", 2, 2, CLEAN, 0, 10, table_one),
    SCENE(E2_PILE, "E2", "cloth pile", 11, 11, CLEAN, 300, 10, pile),
    SCENE(E3_TORUS, "E3", "tumbling torus", 51, 16, CLEAN, 400, 10, torus_shower),
    SCENE(E4_GARMENT, "E4", "garment in three layers", 4, 4, CLEAN, 200, 10, garment),
    SCENE(E5_ICO_3, "E5-1280", "bumpy spheres, 1,280 triangles", 2, 2, CLEAN, 200, 10, bumpy_pair),
    SCENE(E5_ICO_4, "E5-5120", "bumpy spheres, 5,120 triangles", 2, 2, CLEAN, 200, 10, bumpy_pair),
    SCENE(E5_OCTA_5, "E5-8192", "bumpy spheres, 8,192 triangles", 2, 2, CLEAN, 200, 10, bumpy_pair),
    SCENE(E5_TETRA_6, "E5-16384", "bumpy spheres, 16,384 triangles", 2, 2, CLEAN, 200, 10,
          bumpy_pair),
    SCENE(E5_ICO_5, "E5-20480", "bumpy spheres, 20,480 triangles", 2, 2, CLEAN, 200, 10,
          bumpy_pair),
    SCENE(E5_OCTA_6, "E5-32768", "bumpy spheres, 32,768 triangles", 2, 2, CLEAN, 200, 10,
          bumpy_pair),
    SCENE(E5_TETRA_7, "E5-65536", "bumpy spheres, 65,536 triangles", 2, 2, CLEAN, 200, 10,
          bumpy_pair),
    SCENE(E6_BUMPY, "E6-bumpy", "27 bumpy spheres", 27, 27, CLEAN, 200, 10, crowd),
    SCENE(E6_ARMS, "E6-arms", "27 bodies with arms", 27, 27, CLEAN, 200, 10, crowd),
    SCENE(E7_HYBRID, "E7", "hybrid refit example", 2, 2, TANGLED, 0, 10, hybrid),
    SCENE(E8_TORI, "E8", "24 rings in a tank", 25, 7, CLEAN, 500, 10, tori),
    SCENE(E8_TORI_COARSE, "E8-coarse", "24 coarse rings in a tank", 25, 25, CLEAN, 500, 10, tori),
    SCENE(E9_KNOT, "E9", "torus knot", 1, 1, TANGLED, 0, 10, knot),
    SCENE(E10_SPIKES, "E10", "spikes and sheets", 4, 4, TANGLED, 400, 10, spikes),
    SCENE(E11_TANGLED, "E11-tangled", "three tangled sheets", 3, 3, TANGLED, 0, 6, three_sheets),
    SCENE(E11_STACK, "E11-stack", "three sheets and a ball", 4, 4, CLEAN, 500, 6, stack),
    SCENE(E12_LARGE_STEP, "E12", "drape with a large step", 2, 2, CLEAN, 100, 40, large_step),
    SCENE(E13_SLEEVE, "E13", "sleeve pinch", 2, 2, CLEAN, 200, 10, sleeve),
    SCENE(E14_DANCER, "E14", "dancer", 2, 2, CLEAN, 363, 40, dancer),
    SCENE(E15_SOLIDS, "E15-solids", "two bars through each other", 2, 2, TANGLED, 0, 10, stuck),
    SCENE(E15_ARM, "E15-arm", "an arm through a cloth", 2, 2, TANGLED, 0, 10, stuck),
    SCENE(E15_ARM_CLEAN, "E15-arm-clean", "the reference for E15-arm", 2, 2, CLEAN, 0, 10, stuck),
    SCENE(E15_PLATE, "E15-plate", "a plate through a tube", 2, 2, TANGLED, 0, 10, stuck),
    SCENE(E16_NAIL, "E16-nail", "a nail through a triangle", 2, 2, TANGLED, 0, 10, inset),
    SCENE(E16_TWICE, "E16-twice", "an edge through a roof twice", 2, 2, TANGLED, 0, 10, inset),
    SCENE(E16_HISTORY_A, "E16-a", "history: both ends above", 2, 2, CLEAN, 1, 10, inset),
    SCENE(E16_HISTORY_B, "E16-b", "history: both ends below", 2, 2, CLEAN, 1, 10, inset),
    SCENE(E16_HISTORY_C, "E16-c", "history: beside an edge", 2, 2, CLEAN, 1, 10, inset),
    SCENE(E16_HISTORY_D, "E16-d", "history: beyond a corner", 2, 2, CLEAN, 1, 10, inset),
    SCENE(E16_HISTORY_E, "E16-e", "history: ends swapped", 2, 2, CLEAN, 1, 10, inset),
    SCENE(E17_CORNER, "E17", "two grids, corner overlap", 2, 2, TANGLED, 0, 10, corner),
    SCENE(E18_PASSING, "E18", "parallel sheets that pass", 2, 2, CLEAN, 1, 10, passing),
    SCENE(E19_TABLECLOTH, "E19", "tablecloth", 2, 2, CLEAN, 200, 10, tablecloth),
    SCENE(E20_DRAPES, "E20", "drapes", 6, 6, CLEAN, 200, 10, drapes),
    SCENE(E21_TAPE, "E21", "tape", 2, 2, CLEAN, 400, 10, tape),
    SCENE(E22_PANTS, "E22-pants", "walker in trousers", 2, 2, CLEAN, 600, 10, walker),
    SCENE(E22_COARSE, "E22-coarse", "walker, slacks and sweater", 3, 3, CLEAN, 600, 10, walker),
    SCENE(E22_FINE, "E22-fine", "walker, fine slacks and sweater", 3, 3, CLEAN, 600, 10, walker),
    SCENE(E23_C_SHAPE, "E23-c", "C-shape", 1, 1, TANGLED, 0, 10, trap),
    SCENE(E23_RIDGE, "E23-ridge", "cloth over a ridge", 2, 2, CLEAN, 10, 10, trap),
    SCENE(E23_SWEEP, "E23-sweep", "particle around an edge", 2, 2, CLEAN, 40, 10, trap),
    SCENE(E24_ALTERATION, "E24", "position alteration", 2, 2, TANGLED, 0, 10, alteration),
};

static bool exists(scene_id id, scene_size size)
{
    return (uint32_t)id < SCENE_COUNT && (uint32_t)size <= SCENE_SMALL;
}

static uint32_t seam_count(scene_id id, scene_size size)
{
    return id == SCENE_E4_GARMENT ? scene_garment_seams(size) : 0;
}

bool scene_describe_body(scene_id id, scene_size size, uint32_t body, scene_body *out)
{
    if (!exists(id, size) || body >= rows[id].bodies[size]) {
        return false;
    }
    scene_request ask = {id, size, body, 0.0f};
    scene_mesh counter = scene_mesh_over(NULL, 0, NULL, 0);
    rows[id].make(&ask, out, &counter);
    out->vertex_count = counter.vertex_count;
    out->triangle_count = counter.triangle_count;
    return true;
}

bool scene_describe(scene_id id, scene_size size, scene_info *out)
{
    if (!exists(id, size)) {
        return false;
    }
    const scene_row *row = &rows[id];
    *out = (scene_info){.name = row->name,
                        .title = row->title,
                        .body_count = row->bodies[size],
                        .seam_count = seam_count(id, size),
                        .steps = row->steps,
                        .dt = (float)row->milliseconds / 1000.0f,
                        .thickness = 0.001f,
                        .clean = row->clean};
    for (uint32_t b = 0; b < out->body_count; b++) {
        scene_body body;
        scene_describe_body(id, size, b, &body);
        out->vertex_count += body.vertex_count;
        out->triangle_count += body.triangle_count;
        if (body.vertex_count > out->most_vertices) {
            out->most_vertices = body.vertex_count;
        }
        if (body.triangle_count > out->most_triangles) {
            out->most_triangles = body.triangle_count;
        }
    }
    return true;
}

bool scene_build_body(scene_id id, scene_size size, uint32_t body, float step, scene_mesh *mesh)
{
    scene_body ignored;
    if (!exists(id, size) || body >= rows[id].bodies[size]) {
        return false;
    }
    /* Written so that NaN becomes 0. */
    float last = (float)rows[id].steps;
    float at = step > 0.0f ? hem_min(step, last) : 0.0f;
    scene_request ask = {id, size, body, at};
    scene_mesh before = *mesh;
    rows[id].make(&ask, &ignored, mesh);
    if (mesh->overflow) {
        *mesh = before;
        mesh->overflow = true;
        return false;
    }
    return true;
}

bool scene_get_seam(scene_id id, scene_size size, uint32_t seam, scene_seam *out)
{
    if (!exists(id, size) || seam >= seam_count(id, size)) {
        return false;
    }
    *out = scene_garment_seam(size, seam);
    return true;
}
