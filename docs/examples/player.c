/* A play in motion: see player.h. */
#include "player.h"

bool player_deforms(const player_body *body)
{
    return body->what.shape.kind == SCENE_CLOTH || body->what.shape.kind == SCENE_SOFT;
}

/* An empty mesh over a body's own part of the arrays. */
static scene_mesh part_of(const scene_player *player, const player_body *body, hem_vec3 *positions,
                          uint32_t *triangles)
{
    return scene_mesh_over(positions + body->first_vertex,
                           player->memory.vertex_capacity - body->first_vertex,
                           triangles != NULL ? triangles + 3u * (size_t)body->first_triangle : NULL,
                           player->memory.triangle_capacity - body->first_triangle);
}

static void start_cloth(scene_player *player, player_body *body)
{
    const player_memory *memory = &player->memory;
    uint32_t first = body->first_vertex;
    own_simulator *cloth = &body->cloth;
    *cloth = own_simulator_default();
    cloth->density = body->what.density;
    cloth->vertex_count = body->what.shape.vertex_count;
    cloth->triangle_count = body->what.shape.triangle_count;
    cloth->triangles = memory->triangles + 3u * (size_t)body->first_triangle;
    cloth->positions = memory->positions + first;
    cloth->velocities = memory->velocities + first;
    cloth->candidates = memory->candidates + first;
    cloth->before = memory->before + first;
    cloth->masses = memory->masses + first;
    cloth->weights = memory->weights + first;
    cloth->chains = memory->chains + first;
    cloth->links = memory->links + 3u * (size_t)body->first_triangle;
    own_simulator_init(cloth);
}

static bool start_body(scene_player *player, uint32_t number)
{
    player_body *body = &player->bodies[number];
    const player_memory *memory = &player->memory;
    scene_mesh mesh = part_of(player, body, memory->positions, memory->triangles);
    if (!play_build_body(player->id, player->size, number, 0.0f, &mesh)) {
        return false;
    }
    for (uint32_t v = 0; v < mesh.vertex_count; v++) {
        memory->velocities[body->first_vertex + v] = body->what.velocity;
        memory->masses[body->first_vertex + v] = 0.0f;
        memory->weights[body->first_vertex + v] = 0.0f;
    }
    for (uint32_t p = 0; p < body->what.pin_count; p++) {
        play_pin pin;
        play_get_pin(player->id, player->size, number, p, 0.0f, &pin);
        player->pins[body->first_pin + p].vertex = pin.vertex;
        player->pin_starts[body->first_pin + p] = mesh.positions[pin.vertex];
    }
    if (player_deforms(body)) {
        start_cloth(player, body);
    }
    return true;
}

bool player_start(scene_player *player, play_id id, scene_size size, const player_memory *memory)
{
    player->id = id;
    player->size = size;
    player->memory = *memory;
    player->step = 0;
    if (!play_describe(id, size, &player->info) ||
        player->info.vertex_count > memory->vertex_capacity ||
        player->info.triangle_count > memory->triangle_capacity ||
        player->info.body_count > PLAY_MOST_BODIES || player->info.pin_count > PLAY_MOST_PINS) {
        return false;
    }
    uint32_t vertices = 0, triangles = 0, pins = 0;
    for (uint32_t b = 0; b < player->info.body_count; b++) {
        player_body *body = &player->bodies[b];
        play_describe_body(id, size, b, &body->what);
        body->first_vertex = vertices;
        body->first_triangle = triangles;
        body->first_pin = pins;
        vertices += body->what.shape.vertex_count;
        triangles += body->what.shape.triangle_count;
        pins += body->what.pin_count;
        if (!start_body(player, b)) {
            return false;
        }
    }
    return true;
}

/* Where the pins of a body are to be at a step. */
static void lead_pins(scene_player *player, uint32_t number, float step)
{
    const player_body *body = &player->bodies[number];
    for (uint32_t p = body->first_pin; p < body->first_pin + body->what.pin_count; p++) {
        play_pin pin;
        play_get_pin(player->id, player->size, number, p - body->first_pin, step, &pin);
        player->pins[p].target = scene_frame_point(pin.frame, player->pin_starts[p]);
    }
}

static void step_cloth(scene_player *player, uint32_t number, float next)
{
    player_body *body = &player->bodies[number];
    lead_pins(player, number, next);
    own_step step = {.dt = player->info.dt,
                     .gravity = player->info.gravity,
                     .wind = play_wind(player->id, next),
                     .pins = player->pins + body->first_pin,
                     .pin_count = body->what.pin_count};
    own_simulator_step_candidates(&body->cloth, &step);
}

/* Cloth that stays where it is, but for its pins. */
static void stay(scene_player *player, uint32_t number, float next)
{
    const player_body *body = &player->bodies[number];
    const player_memory *memory = &player->memory;
    uint32_t first = body->first_vertex;
    for (uint32_t v = first; v < first + body->what.shape.vertex_count; v++) {
        memory->candidates[v] = memory->positions[v];
    }
    lead_pins(player, number, next);
    for (uint32_t p = body->first_pin; p < body->first_pin + body->what.pin_count; p++) {
        memory->candidates[first + player->pins[p].vertex] = player->pins[p].target;
    }
}

static void step_bodies(scene_player *player, void cloth(scene_player *, uint32_t, float))
{
    float next = (float)(player->step + 1u);
    for (uint32_t b = 0; b < player->info.body_count; b++) {
        const player_body *body = &player->bodies[b];
        if (player_deforms(body)) {
            cloth(player, b, next);
        } else {
            scene_mesh mesh = part_of(player, body, player->memory.candidates, NULL);
            play_build_body(player->id, player->size, b, next, &mesh);
        }
    }
}

void player_step_candidates(scene_player *player)
{
    step_bodies(player, step_cloth);
}

void player_lead(scene_player *player)
{
    step_bodies(player, stay);
}

const hem_vec3 *player_rest(const scene_player *player, uint32_t number)
{
    scene_mesh mesh = part_of(player, &player->bodies[number], player->memory.candidates, NULL);
    play_build_body(player->id, player->size, number, 0.0f, &mesh);
    return mesh.positions;
}

void player_accept(scene_player *player, const hem_vec3 *positions, const hem_vec3 *velocities)
{
    for (uint32_t b = 0; b < player->info.body_count; b++) {
        player_body *body = &player->bodies[b];
        uint32_t first = body->first_vertex;
        if (player_deforms(body)) {
            own_simulator_accept(&body->cloth, positions + first,
                                 velocities != NULL ? velocities + first : NULL);
            continue;
        }
        for (uint32_t v = first; v < first + body->what.shape.vertex_count; v++) {
            player->memory.positions[v] = positions[v];
        }
    }
    player->step++;
}

void player_follow(scene_player *player, const hem_vec3 *positions, const hem_vec3 *velocities)
{
    for (uint32_t v = 0; v < player->info.vertex_count; v++) {
        player->memory.positions[v] = positions[v];
        player->memory.velocities[v] = velocities[v];
    }
    player->step++;
}
