/* Position-based cloth in a few small functions: see own_simulator.h. */
#include "own_simulator.h"

#include <math.h>

static hem_vec3 add_scaled(hem_vec3 a, float s, hem_vec3 b)
{
    return (hem_vec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static float dot(hem_vec3 a, hem_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static float distance(hem_vec3 a, hem_vec3 b)
{
    hem_vec3 d = add_scaled(a, -1.0f, b);
    return sqrtf(dot(d, d));
}

static hem_vec3 velocity_between(hem_vec3 from, hem_vec3 to, float dt)
{
    return add_scaled((hem_vec3){0}, 1.0f / dt, add_scaled(to, -1.0f, from));
}

/* Normal of a triangle, as long as twice its area. */
static hem_vec3 normal_of(const hem_vec3 *p, const uint32_t v[3])
{
    hem_vec3 d = add_scaled(p[v[1]], -1.0f, p[v[0]]);
    hem_vec3 e = add_scaled(p[v[2]], -1.0f, p[v[0]]);
    return (hem_vec3){d.y * e.z - d.z * e.y, d.z * e.x - d.x * e.z, d.x * e.y - d.y * e.x};
}

/* Every side of every triangle makes one link. The first time that an edge is met, it becomes a
 * link itself; the next time, the vertices on either side of it are linked. */
static void link_side(own_simulator *cloth, uint32_t from, uint32_t to, uint32_t opposite)
{
    uint32_t a = from < to ? from : to;
    uint32_t b = from < to ? to : from;
    uint32_t known = cloth->chains[a];
    while (known != HEM_NONE && cloth->links[known].b != b) {
        known = cloth->links[known].next;
    }
    own_link link = {a, b, 0.0f, 1.0f, opposite, cloth->chains[a]};
    if (known == HEM_NONE) {
        cloth->chains[a] = cloth->link_count;
    } else {
        link = (own_link){cloth->links[known].opposite, opposite, 0.0f, cloth->bending, 0, 0};
    }
    link.length = distance(cloth->positions[link.a], cloth->positions[link.b]);
    cloth->links[cloth->link_count++] = link;
}

own_simulator own_simulator_default(void)
{
    return (own_simulator){
        .density = 0.2f, .bending = 0.02f, .damping = 0.2f, .drag = 0.6f, .parts = 15};
}

void own_simulator_init(own_simulator *cloth)
{
    cloth->link_count = 0;
    for (uint32_t v = 0; v < cloth->vertex_count; v++) {
        cloth->masses[v] = 0.0f;
        cloth->chains[v] = HEM_NONE;
    }
    for (uint32_t t = 0; t < cloth->triangle_count; t++) {
        const uint32_t *v = cloth->triangles + 3u * (size_t)t;
        hem_vec3 normal = normal_of(cloth->positions, v);
        for (uint32_t k = 0; k < 3u; k++) {
            cloth->masses[v[k]] += cloth->density * sqrtf(dot(normal, normal)) / 6.0f;
            link_side(cloth, v[k], v[(k + 1u) % 3u], v[(k + 2u) % 3u]);
        }
    }
}

/* Air that moves relative to a triangle pushes along its normal, never faster than the air. */
static void blow(own_simulator *cloth, const uint32_t v[3], const own_step *step)
{
    hem_vec3 n = normal_of(cloth->positions, v);
    float area = 0.5f * sqrtf(dot(n, n)); /* n is twice as long */
    hem_vec3 *speed = cloth->velocities;
    hem_vec3 sum = add_scaled(add_scaled(speed[v[0]], 1.0f, speed[v[1]]), 1.0f, speed[v[2]]);
    hem_vec3 air = add_scaled(step->wind, -1.0f / 3.0f, sum);
    float mass = cloth->masses[v[0]] + cloth->masses[v[1]] + cloth->masses[v[2]];
    float share = cloth->drag * area * sqrtf(dot(air, air)) * step->dt / mass;
    float push = (share < 0.1f ? share : 0.1f) * dot(n, air) / (4.0f * area * area);
    for (uint32_t k = 0; k < 3u && area > 0.0f; k++) {
        speed[v[k]] = add_scaled(speed[v[k]], push, n);
    }
}

/* Moves both ends so that the link has its length again, the lighter end further. */
static void tighten(own_simulator *cloth, const own_link *link)
{
    hem_vec3 *a = &cloth->candidates[link->a], *b = &cloth->candidates[link->b];
    float weight_a = cloth->weights[link->a], weight_b = cloth->weights[link->b];
    float length = distance(*a, *b);
    if (length > 0.0f && weight_a + weight_b > 0.0f) {
        hem_vec3 apart = add_scaled(*b, -1.0f, *a);
        float much = link->stiffness * (length - link->length) / (length * (weight_a + weight_b));
        *a = add_scaled(*a, weight_a * much, apart);
        *b = add_scaled(*b, -weight_b * much, apart);
    }
}

/* A part of the step, up to `way` of it, 0 to 1: everything flies on, pins are led, and the links
 * pull it together again, first to last and back, so that no end of the cloth is favoured. */
static void fly(own_simulator *cloth, const own_step *step, float dt, float way)
{
    hem_vec3 *now = cloth->candidates, *speed = cloth->velocities;
    for (uint32_t v = 0; v < cloth->vertex_count; v++) {
        cloth->before[v] = now[v];
        speed[v] = add_scaled(speed[v], dt, step->gravity);
        now[v] = add_scaled(now[v], dt * (1.0f - cloth->damping * dt), speed[v]);
    }
    for (uint32_t p = 0; p < step->pin_count; p++) {
        hem_vec3 from = cloth->positions[step->pins[p].vertex], to = step->pins[p].target;
        now[step->pins[p].vertex] = add_scaled(to, way - 1.0f, add_scaled(to, -1.0f, from));
    }
    for (uint32_t l = 0; l < cloth->link_count; l++) {
        tighten(cloth, &cloth->links[l]);
    }
    for (uint32_t l = cloth->link_count; l > 0; l--) {
        tighten(cloth, &cloth->links[l - 1u]);
    }
    for (uint32_t v = 0; v < cloth->vertex_count; v++) {
        speed[v] = velocity_between(cloth->before[v], now[v], dt);
    }
}

void own_simulator_step_candidates(own_simulator *cloth, const own_step *step)
{
    cloth->dt = step->dt;
    for (uint32_t t = 0; t < cloth->triangle_count; t++) {
        blow(cloth, cloth->triangles + 3u * (size_t)t, step);
    }
    for (uint32_t v = 0; v < cloth->vertex_count; v++) {
        cloth->candidates[v] = cloth->positions[v];
        cloth->weights[v] = cloth->masses[v] > 0.0f ? 1.0f / cloth->masses[v] : 0.0f;
    }
    for (uint32_t p = 0; p < step->pin_count; p++) {
        cloth->weights[step->pins[p].vertex] = 0.0f;
    }
    float parts = (float)cloth->parts;
    for (uint32_t k = 1; k <= cloth->parts; k++) {
        fly(cloth, step, step->dt / parts, (float)k / parts);
    }
}

/* Velocities at the end of the step are not the mean ones of the whole step, which is what Hem
 * knows. What nothing touched keeps its own; what was stopped or pushed goes on as it went, so that
 * what the links made of the way that it could not go is forgotten. */
void own_simulator_accept(own_simulator *cloth, const hem_vec3 *positions,
                          const hem_vec3 *velocities)
{
    for (uint32_t v = 0; v < cloth->vertex_count; v++) {
        hem_vec3 start = cloth->positions[v];
        hem_vec3 asked = velocity_between(start, cloth->candidates[v], cloth->dt);
        hem_vec3 given =
            velocities != NULL ? velocities[v] : velocity_between(start, positions[v], cloth->dt);
        hem_vec3 change = add_scaled(given, -1.0f, asked);
        if (dot(change, change) > 1e-8f) {
            cloth->velocities[v] = given;
        }
        cloth->positions[v] = positions[v];
    }
}
