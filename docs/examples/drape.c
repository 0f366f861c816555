/* Cloth that the world simulates: a sheet, pinned at two corners, falls on a ball, in a static
 * block. Every tenth of a second a line says what a step took. */
#include <hem/hem.h>
#include <math.h>
#include <stdio.h>

enum {
    SHEET_SIDE = 21,
    SHEET_VERTICES = SHEET_SIDE * SHEET_SIDE,
    SHEET_TRIANGLES = 2 * (SHEET_SIDE - 1) * (SHEET_SIDE - 1),
    FACE_SIDE = 9, /* the ball is a cube whose six faces are blown up */
    BALL_VERTICES = 6 * FACE_SIDE * FACE_SIDE,
    BALL_TRIANGLES = 6 * 2 * (FACE_SIDE - 1) * (FACE_SIDE - 1),
    VERTICES = SHEET_VERTICES + BALL_VERTICES,
    TRIANGLES = SHEET_TRIANGLES + BALL_TRIANGLES,
    EDGES = HEM_EDGES(VERTICES, TRIANGLES),
    CONTACTS = HEM_CONTACTS(VERTICES),
};

HEM_BLOCK(block, HEM_CLOTH_WORLD_BYTES(2, VERTICES, TRIANGLES, EDGES, CONTACTS));
static hem_vec3 positions[VERTICES];
static uint32_t triangles[3 * TRIANGLES];

/* Two triangles for each cell of a grid of vertices; returns where the next ones go. */
static uint32_t *fill_cells(uint32_t *next, uint32_t first, uint32_t side)
{
    for (uint32_t v = first; v < first + side * (side - 1); v++) {
        if ((v - first) % side + 1 < side) {
            *next++ = v, *next++ = v + 1, *next++ = v + side + 1;
            *next++ = v, *next++ = v + side + 1, *next++ = v + side;
        }
    }
    return next;
}

static hem_status add_ball(hem_world *world, hem_body *out)
{
    const float radius = 0.1f, cell = 2.0f / (FACE_SIDE - 1);
    uint32_t *next = triangles, vertex = 0;
    for (uint32_t face = 0; face < 6; face++) {
        next = fill_cells(next, vertex, FACE_SIDE);
        for (uint32_t i = 0; i < FACE_SIDE * FACE_SIDE; i++) {
            float a = cell * (float)(i % FACE_SIDE) - 1.0f,
                  b = cell * (float)(i / FACE_SIDE) - 1.0f;
            float side = face < 3 ? 1.0f : -1.0f, size = radius / sqrtf(a * a + b * b + 1.0f);
            hem_vec3 turned[3] = {{side, a, b}, {b, side, a}, {a, b, side}}, at = turned[face % 3];
            positions[vertex++] = (hem_vec3){size * at.x, size * at.y, size * at.z};
        }
    }
    hem_body_def ball = hem_default_body_def();
    ball.kind = HEM_STATIC;
    ball.positions = positions;
    ball.vertex_count = BALL_VERTICES;
    ball.triangles = triangles;
    ball.triangle_count = BALL_TRIANGLES;
    return hem_add_body(world, &ball, out, NULL);
}

static hem_status add_sheet(hem_world *world, hem_body *out)
{
    fill_cells(triangles, 0, SHEET_SIDE);
    for (uint32_t v = 0; v < SHEET_VERTICES; v++) {
        float column = (float)(v % SHEET_SIDE), row = (float)(v / SHEET_SIDE);
        positions[v] = (hem_vec3){0.02f * column - 0.2f, 0.02f * row - 0.2f, 0.12f};
    }
    hem_body_def sheet = hem_default_body_def(); /* cotton, 0.2 kg a square metre */
    sheet.positions = positions;
    sheet.vertex_count = SHEET_VERTICES;
    sheet.triangles = triangles;
    sheet.triangle_count = SHEET_TRIANGLES;
    hem_status status = hem_add_body(world, &sheet, out, NULL);
    if (status == HEM_OK) {
        status = hem_set_pin(world, *out, 0, true);
    }
    return status == HEM_OK ? hem_set_pin(world, *out, SHEET_SIDE - 1, true) : status;
}

static void say(uint32_t step, const hem_report *report, const hem_vec3 *at)
{
    float lowest = at[0].z;
    for (uint32_t v = 0; v < SHEET_VERTICES; v++) {
        lowest = at[v].z < lowest ? at[v].z : lowest;
    }
    printf("step %3u: lowest %6.3f m, %3u contacts, %3u iterations, %u hits, %u vertices held\n",
           (unsigned)step, (double)lowest, (unsigned)report->contacts.used,
           (unsigned)report->phase[HEM_PHASE_INTEGRATE].passes, (unsigned)report->hits,
           (unsigned)report->held_vertices);
}

int main(void)
{
    hem_caps caps = hem_default_cloth_caps(2, VERTICES, TRIANGLES, EDGES, CONTACTS);
    hem_world *world;
    hem_body ball, sheet;
    hem_report report;
    hem_step_in in = hem_default_step_in(1.0f / 90.0f); /* gravity along -z */
    hem_status status = hem_world_init(block, sizeof block, &caps, &world);
    status = status == HEM_OK ? add_ball(world, &ball) : status;
    status = status == HEM_OK ? add_sheet(world, &sheet) : status;
    for (uint32_t step = 1; step <= 90 && status >= HEM_OK; step++) {
        status = hem_step(world, &in, &report);
        if (status >= HEM_OK && step % 9 == 0) {
            say(step, &report, hem_body_positions(world, sheet));
        }
    }
    if (status < HEM_OK) {
        printf("refused: %s\n", hem_status_text(status));
        return 1;
    }
    printf("%u vertices in %u bytes; hash %016llx\n", (unsigned)VERTICES, (unsigned)sizeof block,
           (unsigned long long)hem_world_hash(world));
    return 0;
}
