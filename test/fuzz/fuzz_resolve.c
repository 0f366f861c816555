/* Fuzzes steps: small bodies close together that are told everything, good and broken, in any
 * order, and steps in between with little room, few passes and any time, resolved or simulated, of
 * any material, weather and shape at rest. A step leaves a valid world, and the same one in a copy
 * whose scratch holds something else. */
#include "fuzz/fuzz_body.h"
#include "hem/world.h"
#include "report_check.h"

#define MOST_BODIES 4u
#define SIDE        3u
#define VERTICES    (SIDE * SIDE)
#define CLOSED      6u

typedef struct fuzz_steps {
    fuzz_bytes *bytes;
    hem_world *world;
    fuzz_block block, copy;
    hem_body bodies[MOST_BODIES];
    uint32_t count;
} fuzz_steps;

/* Mostly near the origin, so that bodies meet. */
static hem_vec3 some_place(fuzz_bytes *bytes)
{
    return fuzz_position(bytes, fuzz_one_in(bytes, 32)  ? FUZZ_ANY
                                : fuzz_one_in(bytes, 4) ? FUZZ_LATTICE
                                                        : FUZZ_SMALL);
}

/* A sheet of a few vertices, flat or not. */
static void fill_sheet(fuzz_bytes *bytes, hem_vec3 *positions, uint32_t *triangles)
{
    hem_vec3 at = fuzz_position(bytes, FUZZ_SMALL);
    bool flat = fuzz_one_in(bytes, 2);
    for (uint32_t v = 0; v < VERTICES; v++) {
        float bump = flat ? 0.0f : (float)fuzz_byte(bytes) / 1024.0f;
        positions[v] = (hem_vec3){at.x + (float)(v % SIDE) / 4.0f, at.y + (float)(v / SIDE) / 4.0f,
                                  at.z + bump};
    }
    for (uint32_t cell = 0; cell < 4; cell++) {
        uint32_t corner = cell / 2u * SIDE + cell % 2u;
        const uint32_t quad[6] = {corner,     corner + 1u,        corner + SIDE,
                                  corner + 1, corner + SIDE + 1u, corner + SIDE};
        memcpy(triangles + 6u * cell, quad, sizeof quad);
    }
}

/* A closed body: as many triangles, fewer vertices. */
static void fill_octahedron(fuzz_bytes *bytes, hem_vec3 *positions, uint32_t *triangles)
{
    static const uint32_t corners[24] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                         2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
    hem_vec3 at = fuzz_position(bytes, FUZZ_SMALL);
    for (uint32_t v = 0; v < CLOSED; v++) {
        float size = (v % 2u == 0 ? 1.0f : -1.0f) * (float)(1u + fuzz_byte(bytes)) / 512.0f;
        positions[v] =
            (hem_vec3){at.x + (v / 2u == 0 ? size : 0.0f), at.y + (v / 2u == 1 ? size : 0.0f),
                       at.z + (v / 2u == 2 ? size : 0.0f)};
    }
    memcpy(triangles, corners, sizeof corners);
}

/* Mostly what can be. */
static float some_stiffness(fuzz_bytes *bytes)
{
    float good = (float)fuzz_byte(bytes) * (1.0f / 65536.0f) * (float)(1u << fuzz_below(bytes, 25));
    return fuzz_one_in(bytes, 16) ? fuzz_float(bytes) : good;
}

static hem_cloth_material some_material(fuzz_bytes *bytes)
{
    hem_cloth_material made = hem_default_cloth_material();
    float *fields[] = {&made.stretch_warp, &made.stretch_weft, &made.shear, &made.bend,
                       &made.damping,      &made.bend_damping, &made.drag,  &made.pressure};
    for (uint32_t i = 0; i < 8; i++) {
        if (fuzz_one_in(bytes, 4)) {
            *fields[i] = some_stiffness(bytes);
        }
    }
    return made;
}

typedef struct fuzz_rest {
    hem_vec3 shape[VERTICES];
    float pattern[48];
} fuzz_rest;

/* Another shape at rest: larger or smaller, of any size, or not a shape at all. */
static void fill_rest(fuzz_bytes *bytes, hem_body_def *def, fuzz_rest *rest)
{
    float scale = fuzz_one_in(bytes, 4) ? fuzz_float(bytes) : (float)fuzz_byte(bytes) / 64.0f;
    for (uint32_t v = 0; v < def->vertex_count; v++) {
        hem_vec3 p = def->positions[v];
        rest->shape[v] = fuzz_one_in(bytes, 64) ? some_place(bytes)
                                                : (hem_vec3){scale * p.x, scale * p.y, scale * p.z};
    }
    for (uint32_t i = 0; i < 48; i++) {
        bool corner = i % 6u == 2u || i % 6u == 5u;
        float near = (corner ? 0.25f : 0.0f) + (float)fuzz_byte(bytes) / 4096.0f;
        rest->pattern[i] = fuzz_one_in(bytes, 128) ? fuzz_float(bytes) : near;
    }
    def->rest = fuzz_one_in(bytes, 2) ? rest->shape : NULL;
    def->pattern = fuzz_one_in(bytes, 4) ? rest->pattern : NULL;
    def->warp = fuzz_one_in(bytes, 4) ? some_place(bytes) : def->warp;
    def->angles = fuzz_below(bytes, 3);
    def->cloth = some_material(bytes);
}

static void come(fuzz_steps *of)
{
    hem_vec3 positions[VERTICES];
    uint32_t triangles[24];
    float masses[VERTICES];
    fuzz_rest rest;
    fuzz_bytes *bytes = of->bytes;
    bool closed = fuzz_one_in(bytes, 3);
    (closed ? fill_octahedron : fill_sheet)(bytes, positions, triangles);
    hem_body_def def = hem_default_body_def();
    def.kind = fuzz_below(bytes, HEM_STATIC + 1u);
    def.positions = positions;
    def.vertex_count = closed ? CLOSED : VERTICES;
    def.triangles = triangles;
    def.triangle_count = 8;
    if (!fuzz_one_in(bytes, 3)) {
        fill_rest(bytes, &def, &rest);
    }
    def.thickness = fuzz_one_in(bytes, 4) ? fuzz_float(bytes) : 0.05f;
    def.friction = fuzz_one_in(bytes, 4) ? fuzz_float(bytes) : 0.3f;
    def.max_speed = fuzz_one_in(bytes, 16) ? fuzz_float(bytes) : 0.0f;
    if (fuzz_one_in(bytes, 4)) {
        for (uint32_t v = 0; v < VERTICES; v++) {
            masses[v] =
                fuzz_one_in(bytes, 16) ? fuzz_float(bytes) : (float)(1u << fuzz_below(bytes, 20));
        }
        def.masses = masses;
    }
    hem_body body;
    if (hem_add_body(of->world, &def, &body, NULL) == HEM_OK) {
        of->bodies[of->count++] = body;
    }
}

static void go(fuzz_steps *of)
{
    uint32_t number = fuzz_below(of->bytes, of->count);
    FUZZ_CHECK(hem_remove_body(of->world, of->bodies[number]) == HEM_OK);
    of->bodies[number] = of->bodies[--of->count];
}

/* New ends or places, each vertex its own or all by one way. */
static void lead(fuzz_steps *of)
{
    fuzz_bytes *bytes = of->bytes;
    hem_body body = of->bodies[fuzz_below(bytes, of->count)];
    const hem_vec3 *now = hem_body_positions(of->world, body);
    hem_vec3 places[VERTICES], way = some_place(bytes);
    bool together = !fuzz_one_in(bytes, 3);
    uint32_t vertices = hem_body_mesh(of->world, body)->vertex_count;
    for (uint32_t v = 0; v < vertices; v++) {
        hem_vec3 p = {now[v].x + way.x, now[v].y + way.y, now[v].z + way.z};
        places[v] = together ? p : some_place(bytes);
    }
    uint32_t count = fuzz_one_in(bytes, 32) ? fuzz_byte(bytes) : vertices;
    uint32_t what = fuzz_below(bytes, 8);
    if (what == 0) {
        (void)hem_teleport(of->world, body, places, count);
    } else if (hem_set_candidate(of->world, body, places, count) != HEM_OK) {
        (void)hem_set_kinematic(of->world, body, places, count);
    }
}

static void scale_bend(fuzz_steps *of, hem_body body)
{
    float scale[VERTICES];
    uint32_t vertices = hem_body_mesh(of->world, body)->vertex_count;
    bool wild = fuzz_one_in(of->bytes, 4);
    for (uint32_t v = 0; v < vertices; v++) {
        scale[v] = wild ? fuzz_float(of->bytes) : 0.25f * (float)fuzz_byte(of->bytes);
    }
    uint64_t before = hem_world_hash(of->world);
    hem_status status = hem_set_bend_scale(of->world, body, scale, vertices);
    FUZZ_CHECK(status == HEM_OK || before == hem_world_hash(of->world));
}

static void change(fuzz_steps *of)
{
    fuzz_bytes *bytes = of->bytes;
    hem_body body = of->bodies[fuzz_below(bytes, of->count)];
    if (fuzz_one_in(bytes, 2)) {
        (void)hem_set_pin(of->world, body, fuzz_below(bytes, VERTICES + 1u), fuzz_one_in(bytes, 2));
    } else if (fuzz_one_in(bytes, 2)) {
        hem_cloth_material material = some_material(bytes);
        (void)hem_set_cloth_material(of->world, body, &material);
    } else if (fuzz_one_in(bytes, 2)) {
        scale_bend(of, body);
    } else {
        (void)hem_set_material(of->world, body, fuzz_float(bytes), fuzz_float(bytes));
    }
}

static uint32_t some_limit(fuzz_bytes *bytes)
{
    return fuzz_one_in(bytes, 16) ? 16u : fuzz_below(bytes, 4);
}

static void check_report(const hem_world *world, const hem_report *report, hem_status status)
{
    FUZZ_CHECK(report->held_vertices <= world->vertex_count);
    FUZZ_CHECK(report->held_bodies <= world->body_count);
    FUZZ_CHECK(status == HEM_LIMITED || !report_says_limited(report));
}

static hem_step_in some_step(fuzz_bytes *bytes)
{
    hem_step_in in = hem_default_step_in(fuzz_one_in(bytes, 4) ? fuzz_float(bytes) : 0.01f);
    in.limits = (hem_limits){.repel_sweeps = some_limit(bytes),
                             .impact_passes = some_limit(bytes),
                             .impact_sweeps = some_limit(bytes),
                             .zone_passes = some_limit(bytes),
                             .zone_sweeps = some_limit(bytes),
                             .hold_passes = some_limit(bytes),
                             .cloth_passes = some_limit(bytes) + fuzz_one_in(bytes, 32),
                             .cloth_iterations = 8u * some_limit(bytes)};
    in.gravity = fuzz_one_in(bytes, 4) ? some_place(bytes) : in.gravity;
    in.wind = fuzz_one_in(bytes, 4) ? some_place(bytes) : in.wind;
    return in;
}

/* With all of the scratch, or with a part. */
static void step(fuzz_steps *of)
{
    fuzz_bytes *bytes = of->bytes;
    hem_world *world = of->world, *copy = (hem_world *)(void *)of->copy.memory;
    uint32_t all = world->bytes, scratch = all - world->offset.scratch;
    hem_step_in in = some_step(bytes);
    hem_status (*take)(hem_world *, const hem_step_in *, hem_report *) =
        fuzz_one_in(bytes, 3) ? hem_resolve : hem_step;
    hem_report report, again;
    world->bytes -= fuzz_one_in(bytes, 8) ? fuzz_below(bytes, scratch + 1u) : 0u;
    memset(of->copy.memory, (int)fuzz_byte(bytes), of->copy.bytes);
    memcpy(of->copy.memory, of->block.memory, world->offset.scratch);
    hem_status status = take(world, &in, &report);
    FUZZ_CHECK(take(copy, &in, &again) == status);
    FUZZ_CHECK(memcmp(world, copy, world->offset.scratch) == 0);
    if (status >= HEM_OK) {
        check_report(world, &report, status);
        FUZZ_CHECK(report.scratch.left_out == 0 || world->bytes < all);
        FUZZ_CHECK(report.phase[HEM_PHASE_COMMIT].hash == again.phase[HEM_PHASE_COMMIT].hash);
    }
    world->bytes = all;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes bytes = fuzz_bytes_over(data, size);
    uint32_t contacts = fuzz_one_in(&bytes, 2) ? fuzz_below(&bytes, 8) : fuzz_byte(&bytes);
    hem_caps caps = hem_default_caps(MOST_BODIES, MOST_BODIES * VERTICES, MOST_BODIES * 8u,
                                     MOST_BODIES * 16u, contacts);
    caps.events = fuzz_below(&bytes, 24);
    caps.cloth_triangles = fuzz_one_in(&bytes, 4)   ? 0u
                           : fuzz_one_in(&bytes, 2) ? fuzz_below(&bytes, MOST_BODIES * 8u + 1u)
                                                    : MOST_BODIES * 8u;
    fuzz_steps now = {.bytes = &bytes};
    now.block = fuzz_block_take(hem_world_bytes(&caps));
    now.copy = fuzz_block_take(now.block.bytes);
    FUZZ_CHECK(hem_world_init(now.block.memory, now.block.bytes, &caps, &now.world) == HEM_OK);
    for (uint32_t i = 8u + fuzz_below(&bytes, 24); i > 0; i--) {
        uint32_t what = fuzz_below(&bytes, 16);
        if (now.count == 0 || (what < 3 && now.count < MOST_BODIES)) {
            come(&now);
        } else if (what == 3) {
            go(&now);
        } else if (what == 4) {
            change(&now);
        } else if (what < 11) {
            lead(&now);
        } else {
            step(&now);
        }
        FUZZ_CHECK(hem_world_validate(now.world, NULL) == HEM_OK);
    }
    fuzz_block_free(&now.copy);
    fuzz_block_free(&now.block);
    return 0;
}
