/* The table of plays, and the calls of play.h. */
#include "scenes/play.h"
#include "scenes/play_recipe.h"

/* Names, the scene that it starts from (or SCENE_COUNT), bodies of the full and the small play,
 * steps, gravity, and the functions that make its bodies, its pins and its wind (null: none). */
typedef struct play_row {
    const char *name, *title;
    scene_id scene;
    uint8_t bodies[2];
    uint16_t steps;
    float gravity;
    scene_recipe *make;
    play_pin_counter *count_pins;
    play_pin_recipe *lead;
    play_wind_recipe *blow;
} play_row;

#define FALLS      (-9.81f)
#define FLOATS     0.0f
#define NO_PINS    NULL, NULL
#define PINS(name) play_count_##name##_pins, play_lead_##name
#define PLAY(id, name, title, scene, full, small_size, steps, gravity, make, ...) \
    [PLAY_##id] = {name,  title,   SCENE_##scene,    {full, small_size},          \
                   steps, gravity, play_make_##make, __VA_ARGS__}

static const play_row plays[PLAY_COUNT] = {
    PLAY(PILE, "pile", "ten sheets dropped on each other", E2_PILE, 11, 11, 300, FALLS, scene,
         NO_PINS, NULL),
    PLAY(TORUS, "torus", "a shower of sheets on a turning torus", E3_TORUS, 52, 17, 400, FALLS,
         scene, NO_PINS, NULL),
    PLAY(PASSING, "passing", "two sheets that meet in one step", E18_PASSING, 2, 2, 40, FLOATS,
         scene, NO_PINS, NULL),
    PLAY(DRAPES, "drapes", "sheets fall on a sphere, a box and a cone", E20_DRAPES, 7, 7, 200,
         FALLS, scene, NO_PINS, NULL),
    PLAY(FLAG, "flag", "a flag in a strong wind", COUNT, 2, 2, 300, FALLS, flag, PINS(flag),
         play_blow_flag),
    PLAY(RING, "ring", "a cloth pulled through a ring", COUNT, 2, 2, 300, FALLS, ring, PINS(ring),
         NULL),
    PLAY(BALL, "ball", "ten sheets hit by a fast ball", COUNT, 11, 11, 200, FALLS, ball, PINS(ball),
         NULL),
    PLAY(TWIST, "twist", "a cloth with its ends turned", COUNT, 1, 1, 350, FLOATS, twist,
         PINS(twist), NULL),
    PLAY(PLATFORM, "platform", "a cloth on a rising, tilting platform", COUNT, 3, 3, 300, FALLS,
         platform, NO_PINS, NULL),
    PLAY(TUBE, "tube", "a tube like a T-shirt dragged over a bar", COUNT, 2, 2, 300, FALLS, tube,
         PINS(tube), NULL),
    PLAY(GARMENT, "garment", "three layers squeezed by a body", E4_GARMENT, 4, 4, 200, FALLS,
         garment, PINS(garment), NULL),
    PLAY(LARGE, "large", "a sheet on a sphere in large steps", E12_LARGE_STEP, 3, 3, 100, FALLS,
         scene, NO_PINS, NULL),
    PLAY(TABLE, "table", "a coarse cloth on a round table", E19_TABLECLOTH, 4, 4, 200, FALLS, scene,
         NO_PINS, NULL),
    PLAY(TAPE, "tape", "a tape folds on a block", E21_TAPE, 3, 3, 400, FALLS, scene, NO_PINS, NULL),
    PLAY(PANTS, "pants", "a walker in trousers", E22_PANTS, 3, 3, 600, FALLS, scene, PINS(walker),
         NULL),
    PLAY(SLACKS, "slacks", "a walker in slacks and sweater", E22_COARSE, 4, 4, 600, FALLS, scene,
         PINS(walker), NULL),
    PLAY(FINE, "fine", "a walker in fine slacks and sweater", E22_FINE, 4, 4, 600, FALLS, scene,
         PINS(walker), NULL),
    PLAY(TOWEL, "towel", "a folded towel falls on the floor", COUNT, 2, 2, 200, FALLS, towel,
         NO_PINS, NULL),
};

/* Where each is seen from, and what is looked at. */
static const hem_vec3 views[PLAY_COUNT][2] = {
    [PLAY_PILE] = {{0.13f, -0.19f, 0.12f}, {0.0f, 0.0f, 0.012f}},
    [PLAY_TORUS] = {{0.5f, -0.92f, 0.42f}, {0.0f, 0.0f, -0.04f}},
    [PLAY_PASSING] = {{0.6f, -1.3f, 0.75f}, {0.0f, 0.0f, -0.05f}},
    [PLAY_DRAPES] = {{0.3f, -2.35f, 0.95f}, {0.0f, 0.0f, 0.16f}},
    [PLAY_FLAG] = {{0.75f, -1.75f, 1.25f}, {0.42f, 0.0f, 1.08f}},
    [PLAY_RING] = {{0.4f, -0.95f, 0.72f}, {0.0f, 0.0f, 0.42f}},
    [PLAY_BALL] = {{-0.75f, -1.0f, 0.5f}, {-0.1f, 0.0f, 0.22f}},
    [PLAY_TWIST] = {{0.72f, -0.3f, 0.42f}, {0.0f, 0.0f, 0.0f}},
    [PLAY_PLATFORM] = {{0.7f, -1.2f, 0.85f}, {0.0f, 0.0f, 0.26f}},
    [PLAY_TUBE] = {{-0.1f, -1.4f, 0.8f}, {0.4f, 0.0f, 0.35f}},
    [PLAY_GARMENT] = {{0.5f, -1.3f, 0.7f}, {0.0f, 0.0f, 0.25f}},
    [PLAY_LARGE] = {{0.9f, -1.5f, 0.9f}, {0.0f, 0.0f, 0.0f}},
    [PLAY_TABLE] = {{0.8f, -1.9f, 1.5f}, {0.0f, 0.0f, 0.5f}},
    [PLAY_TAPE] = {{0.24f, -0.5f, 0.32f}, {0.0f, 0.0f, 0.09f}},
    [PLAY_PANTS] = {{-2.3f, 1.2f, 1.4f}, {0.0f, 0.0f, 0.87f}},
    [PLAY_SLACKS] = {{-2.3f, 1.2f, 1.4f}, {0.0f, 0.0f, 0.87f}},
    [PLAY_FINE] = {{-2.3f, 1.2f, 1.4f}, {0.0f, 0.0f, 0.87f}},
    [PLAY_TOWEL] = {{0.15f, -0.28f, 0.15f}, {0.0f, 0.0f, 0.015f}},
};

static bool body_exists(play_id id, scene_size size, uint32_t body)
{
    return (uint32_t)id < PLAY_COUNT && (uint32_t)size <= SCENE_SMALL &&
           body < plays[id].bodies[size];
}

static scene_request request(play_id id, scene_size size, uint32_t body, float step)
{
    /* Written so that NaN becomes 0. */
    float last = (float)plays[id].steps;
    return (scene_request){plays[id].scene, size, body, step > 0.0f ? hem_min(step, last) : 0.0f};
}

static bool deforms(const scene_body *body)
{
    return body->kind == SCENE_CLOTH || body->kind == SCENE_SOFT;
}

bool play_describe_body(play_id id, scene_size size, uint32_t body, play_body *out)
{
    if (!body_exists(id, size, body)) {
        return false;
    }
    const play_row *play = &plays[id];
    scene_request ask = request(id, size, body, 0.0f);
    scene_mesh counter = scene_mesh_over(NULL, 0, NULL, 0);
    *out = (play_body){0};
    play->make(&ask, &out->shape, &counter);
    out->shape.vertex_count = counter.vertex_count;
    out->shape.triangle_count = counter.triangle_count;
    out->density = deforms(&out->shape) ? 0.2f : 0.0f;
    out->pin_count = play->count_pins != NULL ? play->count_pins(&ask) : 0;
    /* The scene leads them by 15 mm a step. */
    if (id == PLAY_PASSING) {
        out->velocity.z = body == 0 ? 1.5f : -1.5f;
    }
    return true;
}

bool play_describe(play_id id, scene_size size, play_info *out)
{
    if (!body_exists(id, size, 0)) {
        return false;
    }
    const play_row *play = &plays[id];
    scene_info scene = {.dt = 0.01f};
    scene_describe(play->scene, size, &scene); /* or as it is, for plays of their own */
    *out = (play_info){.name = play->name,
                       .title = play->title,
                       .body_count = play->bodies[size],
                       .steps = play->steps,
                       .dt = scene.dt,
                       .thickness = 0.001f,
                       .gravity = {0.0f, 0.0f, play->gravity},
                       .eye = views[id][0],
                       .look_at = views[id][1]};
    for (uint32_t b = 0; b < out->body_count; b++) {
        play_body body = {0};
        play_describe_body(id, size, b, &body);
        out->vertex_count += body.shape.vertex_count;
        out->triangle_count += body.shape.triangle_count;
        out->pin_count += body.pin_count;
    }
    return true;
}

bool play_build_body(play_id id, scene_size size, uint32_t body, float step, scene_mesh *mesh)
{
    play_body what;
    if (!play_describe_body(id, size, body, &what)) {
        return false;
    }
    scene_request ask = request(id, size, body, deforms(&what.shape) ? 0.0f : step);
    scene_mesh before = *mesh;
    plays[id].make(&ask, &what.shape, mesh);
    if (mesh->overflow) {
        *mesh = before;
        mesh->overflow = true;
        return false;
    }
    return true;
}

bool play_get_pin(play_id id, scene_size size, uint32_t body, uint32_t pin, float step,
                  play_pin *out)
{
    if (!body_exists(id, size, body) || plays[id].lead == NULL) {
        return false;
    }
    scene_request ask = request(id, size, body, step);
    if (pin >= plays[id].count_pins(&ask)) {
        return false;
    }
    *out = plays[id].lead(&ask, pin);
    return true;
}

hem_vec3 play_view_shift(play_id id, float step)
{
    scene_frame way = scene_frame_at(0.0f, 0.0f, 0.0f);
    if (id == PLAY_PANTS || id == PLAY_SLACKS || id == PLAY_FINE) {
        way = scene_walker_part(FIGURE_PELVIS, request(id, SCENE_FULL, 0, step).step);
    }
    return hem_vec3_make(way.origin.x, way.origin.y, 0.0f);
}

hem_vec3 play_wind(play_id id, float step)
{
    if ((uint32_t)id >= PLAY_COUNT || plays[id].blow == NULL) {
        return hem_vec3_make(0.0f, 0.0f, 0.0f);
    }
    return plays[id].blow(request(id, SCENE_FULL, 0, step).step);
}
