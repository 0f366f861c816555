/* Cloth that is moved by rule, for the tables of 002: clothes that follow a walker, a tape that
 * falls into folds. Not simulated, but with the speeds of what is. See bench_tables.h. */
#include "bench_tables.h"

#include <stdlib.h>
#include <string.h>

#define CLOTH_DT 0.01f

/* The vertex of body 0 that is closest to a point, at rest. */
static uint32_t nearest_of_solid(const tables_scene *scene, hem_vec3 point)
{
    const peer_body *solid = &scene->scene.bodies[0];
    uint32_t best = 0;
    float least = 3e38f;
    for (uint32_t v = 0; v < solid->vertex_count; v++) {
        hem_vec3 way = hem_sub(scene->scene.rest[v], point);
        float square = hem_dot(way, way);
        best = square < least ? v : best;
        least = square < least ? square : least;
    }
    return best;
}

/* Evens ways out over the triangles: the mean over a vertex's triangles, some rounds. */
static void smooth(const tables_scene *scene, hem_vec3 *ways)
{
    uint32_t count = scene->scene.vertex_count;
    hem_vec3 *sum = tables_take(count, sizeof *sum);
    float *weight = tables_take(count, sizeof *weight);
    for (uint32_t round = 0; round < 12u; round++) {
        memset(sum, 0, count * sizeof *sum);
        memset(weight, 0, count * sizeof *weight);
        for (uint32_t t = 0; t < scene->scene.triangle_count; t++) {
            const uint32_t *v = scene->scene.triangles + 3u * (size_t)t;
            hem_vec3 all = hem_add(ways[v[0]], hem_add(ways[v[1]], ways[v[2]]));
            for (uint32_t k = 0; k < 3; k++) {
                sum[v[k]] = hem_add(sum[v[k]], all);
                weight[v[k]] += 3.0f;
            }
        }
        for (uint32_t v = scene->scene.bodies[0].vertex_count; v < count; v++) {
            ways[v] = weight[v] > 0.0f ? hem_scale(1.0f / weight[v], sum[v]) : ways[v];
        }
    }
    free(sum);
    free(weight);
}

/* Each vertex of the clothes goes the way of the solid's vertex that it was closest to. */
static void follow(const tables_scene *scene, const uint32_t *bound, hem_vec3 *positions)
{
    uint32_t solid = scene->scene.bodies[0].vertex_count, count = scene->scene.vertex_count;
    hem_vec3 *ways = tables_take(count, sizeof *ways);
    for (uint32_t v = solid; v < count; v++) {
        ways[v] = hem_sub(positions[bound[v]], scene->scene.rest[bound[v]]);
    }
    smooth(scene, ways);
    for (uint32_t v = solid; v < count; v++) {
        positions[v] = hem_vec3_snap(hem_add(scene->scene.rest[v], ways[v]));
    }
    free(ways);
}

/* Some steps on end, and the one after the last. */
static tables_scene steps_and_next(scene_id id, float first_step, uint32_t frames)
{
    float steps[TABLES_FRAMES];
    for (uint32_t f = 0; f <= frames; f++) {
        steps[f] = first_step + (float)f;
    }
    return tables_steps(id, SCENE_FULL, steps, frames + 1u);
}

static void ask_for_cloth(tables_scene *scene, float epsilon)
{
    scene->scene.within = true;
    scene->scene.epsilon = epsilon;
    scene->first_cloth = 1;
}

tables_scene tables_walk(scene_id id, float first_step, uint32_t frames, float epsilon)
{
    tables_scene made = steps_and_next(id, first_step, frames);
    uint32_t *bound = tables_take(made.scene.vertex_count, sizeof *bound);
    for (uint32_t v = made.scene.bodies[0].vertex_count; v < made.scene.vertex_count; v++) {
        bound[v] = nearest_of_solid(&made, made.scene.rest[v]);
    }
    for (uint32_t f = 0; f < made.scene.frame_count; f++) {
        follow(&made, bound, (hem_vec3 *)(uintptr_t)made.scene.frames[f]);
    }
    free(bound);
    tables_lead_to_next(&made);
    ask_for_cloth(&made, epsilon);
    return made;
}

/* How the tape falls: folds as wide as this lie as far apart, and it comes down at one metre a
 * second. */
static const float fold_width = 0.08f, fold_gap = 0.004f, fall_speed = 1.0f;

/* To and fro between 0 and 1. */
static float zigzag(float turns)
{
    uint32_t fold = (uint32_t)turns;
    float within = turns - (float)fold;
    return fold % 2u == 0 ? within : 1.0f - within;
}

/* Where a piece of tape is, by its distance from the lower end: lying in folds, or hanging above
 * them and swinging over to where it touches down. `aside` is across the tape's face. */
typedef struct tape_place {
    float aside, height;
} tape_place;

static tape_place tape_at(float distance, float time)
{
    float landed = fall_speed * time;
    float lies = hem_min(distance, landed);
    tape_place place = {fold_width * zigzag(lies / fold_width), fold_gap * (lies / fold_width)};
    if (distance > landed) {
        float up = distance - landed;
        float straight = hem_min(up / 0.1f, 1.0f);
        place.aside += straight * (0.5f * fold_width - place.aside);
        place.height += up;
    }
    place.height += 0.002f;
    return place;
}

static void fold_tape(const tables_scene *scene, float time, hem_vec3 *positions)
{
    const hem_vec3 *rest = scene->scene.rest;
    uint32_t first = scene->scene.bodies[1].first_vertex;
    /* The first row of vertices runs across the tape, at its lower or upper end. */
    hem_vec3 across = hem_sub(rest[first + 1u], rest[first]);
    across.z = 0.0f;
    float length = hem_length(across);
    hem_vec3 face = {-across.y / length, across.x / length, 0.0f};
    float lowest = 3e38f;
    for (uint32_t v = first; v < scene->scene.vertex_count; v++) {
        lowest = hem_min(lowest, rest[v].z);
    }
    for (uint32_t v = first; v < scene->scene.vertex_count; v++) {
        tape_place place = tape_at(rest[v].z - lowest, time);
        hem_vec3 at = hem_add(rest[v], hem_scale(place.aside, face));
        at.z = place.height;
        positions[v] = hem_vec3_snap(at);
    }
}

tables_scene tables_tape(float first_step, uint32_t frames, float epsilon)
{
    tables_scene made = steps_and_next(SCENE_E21_TAPE, first_step, frames);
    for (uint32_t f = 0; f < made.scene.frame_count; f++) {
        float time = CLOTH_DT * (first_step + (float)f);
        fold_tape(&made, time, (hem_vec3 *)(uintptr_t)made.scene.frames[f]);
    }
    tables_lead_to_next(&made);
    ask_for_cloth(&made, epsilon);
    return made;
}
