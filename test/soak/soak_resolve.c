/* Soak of whole steps: worlds of any bodies that are moved in every way, or simulated as cloth of
 * any material in any weather, with little room and few passes; after each step every edge with
 * every face, the block, its guards, and a copy of it that has taken the same step. A case is a
 * step, a pair an edge and a face. */
#include "soak/soak.h"

#include "guarded_block.h"
#include "unity.h"
#include "world/world_block.h"
#include "world_judge.h"
#include "world_shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BODIES = 6, MOST_STEPS = 8, ROOM_EACH = 150 };

typedef struct soak_world {
    test_random *random;
    hem_world *world;
    uint8_t *copy; /* of the block, elsewhere */
    hem_body bodies[MOST_BODIES];
    uint32_t count;
    float scale;    /* of all shapes */
    hem_vec3 shift; /* of all bodies */
    bool tangled;   /* bodies may start through each other */
    float cell;     /* 0, or all is on a lattice, where features are often in exact contact */
    bool cloth;     /* steps may simulate */
    world_judge judge;
    bool judged; /* the judge knows all bodies */
    uint32_t step;
} soak_world;

static float decades(test_random *random, float low, float high)
{
    return powf(10.0f, random_float(random, low, high));
}

static hem_vec3 some_vector(test_random *random, float size)
{
    float x = random_float(random, -size, size), y = random_float(random, -size, size);
    return (hem_vec3){x, y, random_float(random, -size, size)};
}

static hem_vec3 turned(hem_vec3 p, hem_vec3 centre, hem_vec3 axis, float angle)
{
    float length = sqrtf(axis.x * axis.x + axis.y * axis.y + axis.z * axis.z) + 1e-30f;
    hem_vec3 n = hem_scale(1.0f / length, axis), way = hem_sub(p, centre);
    hem_vec3 along = hem_scale(hem_dot(n, way), n), across = hem_sub(way, along);
    hem_vec3 side = hem_cross(n, way);
    return hem_add(centre, hem_add(along, hem_add(hem_scale(cosf(angle), across),
                                                  hem_scale(sinf(angle), side))));
}

static float inside(float value)
{
    return fmaxf(-4095.9f, fminf(4095.9f, value));
}

static hem_vec3 within_domain(hem_vec3 p)
{
    return (hem_vec3){inside(p.x), inside(p.y), inside(p.z)};
}

static float on_lattice(float value, float cell)
{
    return cell > 0.0f ? cell * roundf(value / cell) : value;
}

static hem_vec3 place_of(const soak_world *of, hem_vec3 p)
{
    return within_domain((hem_vec3){on_lattice(p.x, of->cell), on_lattice(p.y, of->cell),
                                    on_lattice(p.z, of->cell)});
}

/* ---- bodies ---- */

static world_shape some_shape(soak_world *of)
{
    test_random *random = of->random;
    uint32_t what = random_below(random, 4);
    uint32_t rows = 2u + random_below(random, 4), columns = 3u + random_below(random, 3);
    world_shape shape = what == 0 ? world_shape_random(random)
                        : what == 1
                            ? world_shape_tube(columns, rows)
                            : world_shape_sheet(columns, rows, (hem_vec3){0.0f, 0.0f, 0.0f});
    shape.kind = random_below(random, 2) == 0 ? random_below(random, 2) : random_below(random, 4);
    hem_vec3 axis = some_vector(random, 1.0f), centre = {0.0f, 0.0f, 0.0f};
    float angle = random_below(random, 3) == 0 ? 0.0f : random_float(random, 0.0f, 6.3f);
    for (uint32_t v = 0; v < shape.vertex_count; v++) {
        shape.positions[v] = hem_scale(of->scale, turned(shape.positions[v], centre, axis, angle));
    }
    shape.thickness =
        random_below(random, 6) == 0 ? 0.0f : of->scale * decades(random, -5.0f, -1.5f);
    shape.friction = random_below(random, 4) == 0 ? 0.0f : decades(random, -2.0f, 2.0f);
    shape.density = decades(random, -3.0f, 3.0f) / (of->scale * of->scale);
    if (shape.masses != NULL) {
        for (uint32_t v = 0; v < shape.vertex_count; v++) {
            shape.masses[v] = decades(random, -6.0f, 4.0f);
        }
    }
    return shape;
}

/* A value a few decades around the usual one, or none. */
static float around(test_random *random, float usual)
{
    float factor = decades(random, -3.0f, 3.0f);
    return random_below(random, 6) == 0 ? 0.0f : fminf(usual * factor, HEM_CLOTH_STIFFEST);
}

static hem_cloth_material some_material(test_random *random)
{
    hem_cloth_material made = hem_default_cloth_material();
    if (random_below(random, 3) == 0) {
        return made;
    }
    made.stretch_warp = around(random, made.stretch_warp);
    made.stretch_weft = around(random, made.stretch_weft);
    made.shear = around(random, made.shear);
    made.bend = around(random, made.bend);
    made.damping = around(random, made.damping);
    made.bend_damping = around(random, made.damping);
    made.drag = around(random, made.drag);
    return made;
}

/* Its material, and often a shape at rest that it does not have. */
static void make_cloth(test_random *random, hem_body_def *def, hem_vec3 *rest)
{
    def->cloth = some_material(random);
    def->angles = random_below(random, 2);
    def->warp = random_below(random, 2) == 0 ? def->warp : some_vector(random, 1.0f);
    def->cloth.pressure = random_below(random, 2) == 0 ? 0.0f : around(random, 20.0f);
    float scale = random_float(random, 0.5f, 1.5f);
    for (uint32_t v = 0; v < def->vertex_count; v++) {
        rest[v] = hem_scale(scale, def->positions[v]);
    }
    def->rest = random_below(random, 3) == 0 ? rest : NULL;
}

static hem_status add_shape(soak_world *of, const world_shape *shape, hem_body *body,
                            hem_body_report *report)
{
    hem_vec3 *rest = malloc(shape->vertex_count * sizeof *rest);
    hem_body_def def = world_shape_def(shape);
    if (of->cloth) {
        make_cloth(of->random, &def, rest);
    }
    hem_status status = hem_add_body(of->world, &def, body, report);
    if (status == HEM_OPEN_MESH) {
        def.cloth.pressure = 0.0f;
        status = hem_add_body(of->world, &def, body, report);
    }
    free(rest);
    return status;
}

/* Where nothing is in its way, or anywhere if bodies may start tangled. */
static void add_body(soak_world *of)
{
    world_shape shape = some_shape(of);
    for (uint32_t attempt = 0; attempt < 4 && of->count < MOST_BODIES; attempt++) {
        hem_vec3 way = some_vector(of->random, 0.05f * of->scale);
        way = attempt == 0 ? hem_add(of->shift, way) : way;
        for (uint32_t v = 0; v < shape.vertex_count; v++) {
            shape.positions[v] = place_of(of, hem_add(shape.positions[v], way));
        }
        hem_body_report report;
        hem_body *body = &of->bodies[of->count];
        if (add_shape(of, &shape, body, &report) != HEM_OK) {
            break;
        }
        if (report.intersections == 0 || of->tangled) {
            of->count++;
            break;
        }
        TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(of->world, *body));
    }
    world_shape_free(&shape);
    of->judged = false;
}

static void remove_body(soak_world *of)
{
    uint32_t number = random_below(of->random, of->count);
    TEST_ASSERT_EQUAL(HEM_OK, hem_remove_body(of->world, of->bodies[number]));
    of->bodies[number] = of->bodies[--of->count];
    of->judged = false;
}

/* ---- motions ---- */

typedef enum motion_kind {
    MOVE_AWAY,
    MOVE_NOISE,
    MOVE_TURN,
    MOVE_INSIDE_OUT,
    MOVE_FLOW,
    MOVE_THROUGH,
    MOVE_FOLD,
    MOVE_FLAT,
    MOVE_APART,
    MOTIONS
} motion_kind;

typedef struct motion {
    motion_kind kind;
    hem_vec3 centre, way, axis;
    float size, angle;
} motion;

static motion some_motion(soak_world *of, hem_vec3 centre)
{
    test_random *random = of->random;
    motion made = {.kind = (motion_kind)random_below(random, MOTIONS), .centre = centre};
    /* Where everything meets everything, a step takes long. */
    if (made.kind >= MOVE_FLAT && random_below(random, 4) > 0) {
        made.kind = (motion_kind)random_below(random, MOVE_FLAT);
    }
    made.size = of->scale * decades(random, -8.0f, 0.0f);
    made.way = some_vector(random, made.size);
    made.axis = some_vector(random, 1.0f);
    made.angle = random_below(random, 2) == 0 ? decades(random, -4.0f, 1.0f)
                                              : random_float(random, -3.2f, 3.2f);
    if (made.kind == MOVE_THROUGH && of->count > 0) {
        const hem_vec3 *other =
            hem_body_positions(of->world, of->bodies[random_below(random, of->count)]);
        made.way = hem_scale(random_float(random, 0.5f, 3.0f), hem_sub(other[0], centre));
    } else if (made.kind == MOVE_APART) {
        made.size = decades(random, -2.0f, 4.0f);
    }
    return made;
}

static hem_vec3 moved(const motion *how, hem_vec3 p, test_random *random)
{
    hem_vec3 way = hem_sub(p, how->centre);
    float height = hem_dot(way, how->axis);
    float square = hem_dot(how->axis, how->axis) + 1e-20f;
    switch (how->kind) {
    case MOVE_AWAY:
    case MOVE_THROUGH:
        return hem_add(p, how->way);
    case MOVE_TURN:
        return turned(p, how->centre, how->axis, how->angle);
    case MOVE_INSIDE_OUT:
        return hem_add_scaled(p, -how->angle, way);
    case MOVE_FLOW: {
        float phase = 3.0f * height / (how->size + 1e-6f);
        return hem_add(p, hem_scale(sinf(phase), how->way));
    }
    case MOVE_FOLD:
        return height < 0.0f ? p : hem_add_scaled(p, -2.0f * height / square, how->axis);
    case MOVE_FLAT:
        return hem_add_scaled(p, -height / square, how->axis);
    default:
        return hem_add(p, some_vector(random, how->size));
    }
}

static void move_body(soak_world *of, hem_body body)
{
    const hem_vec3 *now = hem_body_positions(of->world, body);
    uint32_t vertices = hem_body_mesh(of->world, body)->vertex_count;
    uint32_t what = random_below(of->random, 16);
    hem_vec3 *ends = malloc(vertices * sizeof *ends);
    motion how = some_motion(of, now[random_below(of->random, vertices)]);
    uint32_t moves = what < 13 ? 1u + random_below(of->random, 2) : 1u;
    memcpy(ends, now, vertices * sizeof *ends);
    for (uint32_t m = 0; m < moves; m++) {
        for (uint32_t v = 0; v < vertices; v++) {
            ends[v] = place_of(of, moved(&how, ends[v], of->random));
        }
        how = some_motion(of, ends[0]);
    }
    if (what == 15) {
        TEST_ASSERT_EQUAL(HEM_OK, hem_teleport(of->world, body, ends, vertices));
    } else if (what > 2) {
        /* Neither is for what is static. */
        if (hem_set_candidate(of->world, body, ends, vertices) != HEM_OK) {
            (void)hem_set_kinematic(of->world, body, ends, vertices);
        }
    }
    if (random_below(of->random, 6) == 0) {
        uint32_t pin = random_below(of->random, vertices);
        TEST_ASSERT_EQUAL(HEM_OK,
                          hem_set_pin(of->world, body, pin, random_below(of->random, 3) > 0));
    }
    free(ends);
}

/* ---- steps ---- */

static uint32_t some_limit(test_random *random, uint32_t usual)
{
    uint32_t kind = random_below(random, 4);
    return kind == 0 ? 0 : kind == 1 ? 1u + random_below(random, 3) : usual;
}

static hem_step_in some_step(test_random *random)
{
    hem_step_in in = hem_default_step_in(1.0f / 90.0f);
    if (random_below(random, 4) == 0) {
        in.dt = random_below(random, 4) == 0 ? decades(random, -30.0f, 5.0f)
                                             : decades(random, -5.0f, 1.0f);
    }
    /* Wild motions use up all passes: a few are enough for most of them. */
    if (random_below(random, 4) > 0) {
        in.limits.impact_passes = 1u + random_below(random, 6);
        in.limits.zone_passes = random_below(random, 5);
    }
    if (random_below(random, 3) == 0) {
        in.limits.repel_sweeps = some_limit(random, in.limits.repel_sweeps);
        in.limits.impact_passes = some_limit(random, in.limits.impact_passes);
        in.limits.impact_sweeps = some_limit(random, in.limits.impact_sweeps);
        in.limits.zone_passes = some_limit(random, in.limits.zone_passes);
        in.limits.zone_sweeps = some_limit(random, in.limits.zone_sweeps);
        in.limits.hold_passes = some_limit(random, in.limits.hold_passes);
        in.limits.cloth_passes = some_limit(random, in.limits.cloth_passes);
        in.limits.cloth_iterations = some_limit(random, in.limits.cloth_iterations);
    }
    in.gravity = random_below(random, 4) == 0 ? some_vector(random, 100.0f) : in.gravity;
    in.wind =
        random_below(random, 2) == 0 ? some_vector(random, decades(random, -1.0f, 2.0f)) : in.wind;
    return in;
}

typedef hem_status (*soak_take)(hem_world *, const hem_step_in *, hem_report *);

static const char *differs(const soak_world *of, soak_take take, const hem_step_in *in,
                           hem_status status)
{
    hem_world *copy = (hem_world *)(void *)of->copy;
    hem_report report;
    if (take(copy, in, &report) != status || hem_world_hash(copy) != hem_world_hash(of->world)) {
        return "does not do the same in a copy";
    }
    return memcmp(copy, of->world, of->world->offset.scratch) != 0 ? "leaves another copy" : NULL;
}

static void take_step(soak_world *of, soak_tally *tally)
{
    const hem_step_in in = some_step(of->random);
    soak_take take = of->cloth && random_below(of->random, 6) > 0 ? hem_step : hem_resolve;
    uint32_t all = of->world->bytes, scratch = all - of->world->offset.scratch;
    hem_report report;
    if (!of->judged) {
        world_judge_end(&of->judge);
        world_judge_start(&of->judge, of->world);
        of->judged = true;
    }
    world_judge_before(&of->judge);
    /* Now and then with a part of the scratch. Nothing is left in that of the copy. */
    of->world->bytes -= random_below(of->random, 16) == 0 ? random_below(of->random, scratch) : 0u;
    memset(of->copy, 0xA5, all);
    memcpy(of->copy, of->world, of->world->offset.scratch);
    hem_status status = take(of->world, &in, &report);
    const char *wrong = status < HEM_OK ? "is refused" : world_judge_after(&of->judge, &report);
    wrong = wrong == NULL ? differs(of, take, &in, status) : wrong;
    of->world->bytes = all;
    if (wrong == NULL && hem_world_validate(of->world, NULL) != HEM_OK) {
        wrong = "leaves a world that is none";
    }
    if (wrong != NULL) {
        soak_found(tally, SOAK_EXTRA, wrong, of->step, of->count);
    }
    tally->cases++;
    tally->pairs += (uint64_t)of->world->edge_count * of->world->triangle_count;
}

static void make_world(soak_world *of)
{
    test_random *random = of->random;
    uint32_t vertices = ROOM_EACH * MOST_BODIES, triangles = 2u * vertices;
    uint32_t contacts = random_below(random, 3) == 0   ? random_below(random, 40)
                        : random_below(random, 2) == 0 ? random_below(random, 2000)
                                                       : 20u * vertices;
    hem_caps caps = hem_default_caps(MOST_BODIES, vertices, triangles, 3u * triangles, contacts);
    caps.orphans = 20u * vertices;
    caps.events = random_below(random, 4) == 0 ? random_below(random, 6) : caps.events;
    of->cloth = random_below(random, 2) == 0;
    caps.cloth_triangles = of->cloth ? triangles : 0u;
    uint32_t bytes = hem_world_bytes(&caps);
    TEST_ASSERT_EQUAL(HEM_OK, hem_world_init(guarded_block_take(bytes), bytes, &caps, &of->world));
    of->copy = aligned_alloc(HEM_ALIGN, (bytes + HEM_ALIGN) / HEM_ALIGN * HEM_ALIGN);
    of->scale = random_below(random, 2) == 0 ? 1.0f : decades(random, -3.0f, 2.0f);
    uint32_t far = random_below(random, 8);
    of->shift = some_vector(random, far == 0 ? 4000.0f : far < 4 ? 1.0f : 0.0f);
    /* Near the end of the domain, what goes on may go nowhere. */
    of->shift.x = far == 4 ? 4095.0f : of->shift.x;
    of->tangled = random_below(random, 6) == 0;
    of->cell = random_below(random, 5) == 0 ? 0.01f * of->scale : 0.0f;
}

void soak_resolve(test_random *random, soak_tally *tally)
{
    static soak_world now;
    memset(&now, 0, sizeof now);
    now.random = random;
    make_world(&now);
    uint32_t bodies = 1u + random_below(random, random_below(random, 3) == 0 ? MOST_BODIES : 3u);
    for (uint32_t i = 0; i < bodies; i++) {
        add_body(&now);
    }
    uint32_t steps = 1u + random_below(random, MOST_STEPS);
    for (now.step = 0; now.step < steps && tally->misses + tally->extras == 0; now.step++) {
        for (uint32_t i = 0; i < now.count; i++) {
            move_body(&now, now.bodies[i]);
        }
        if (now.count > 1u && random_below(random, 12) == 0) {
            remove_body(&now);
        } else if (random_below(random, 12) == 0) {
            add_body(&now);
        }
        if (now.world->body_count > 0) {
            take_step(&now, tally);
        }
    }
    world_judge_end(&now.judge);
    free(now.copy);
    guarded_block_check_and_free();
}
