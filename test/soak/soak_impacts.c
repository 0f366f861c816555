/* Soak of hem_impacts: bodies in motion whose hits are answered, by marks, by passes over
 * everything, and without counting. All three end the same, bit for bit; and where the conversation
 * ends clear, by the rule of any vertex, too, no pair of features truly hits. A case is a
 * conversation, a pair one of features that were looked at after a clear end. */
#include "soak/soak_near.h"
#include "soak/soak_pairs.h"

#include "base/vec3.h"
#include "impact_scene.h"
#include "plain_impulse.h"
#include "unity.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PASSES = 16 };

typedef enum way { MARKED, UNMARKED, UNCOUNTED, ANY_EARLIEST, WAYS } way;

static const char *const way_names[WAYS] = {"marked", "unmarked", "uncounted", "any earliest"};

/* What one conversation came to. */
typedef struct ending {
    hem_vec3 *end, *velocity;
    uint32_t passes;
    uint64_t accepted;
    hem_status status;
} ending;

/* ---- bodies ---- */

/* Sheets, piles, balls, with trees of any settings. */
static impact_scene some_scene(test_random *random)
{
    impact_def def =
        impact_default((impact_kind)random_below(random, IMPACT_KINDS), 1u + random_u32(random));
    def.triangle_seed = random_below(random, 2) == 0 ? 0u : 1u + random_u32(random);
    def.trees = soak_some_settings(random, 0);
    return impact_scene_make(&def);
}

static float reach_of(const hem_vec3 *positions, uint32_t count, float sign)
{
    float reach = -FLT_MAX;
    for (uint32_t v = 0; v < count; v++) {
        reach = hem_max(reach, sign * positions[v].z);
    }
    return reach;
}

static hem_vec3 inside(hem_vec3 p)
{
    const float most = 4095.0f;
    return hem_vec3_snap((hem_vec3){hem_max(-most, hem_min(most, p.x)),
                                    hem_max(-most, hem_min(most, p.y)),
                                    hem_max(-most, hem_min(most, p.z))});
}

/* A shape of the tests' cases, above what is there already, on its way down. */
static void put_above(impact_scene *scene, const soak_body *body, test_random *random)
{
    uint32_t first = scene->vertex_count, count = body->vertex_count;
    float gap = random_float(random, 0.0f, 0.02f);
    float up = first == 0 ? 0.0f
                          : reach_of(scene->start, first, 1.0f) +
                                reach_of(body->start, count, -1.0f) + gap;
    scene->vertex_count += count;
    scene->start = realloc(scene->start, scene->vertex_count * sizeof *scene->start);
    scene->velocity = realloc(scene->velocity, scene->vertex_count * sizeof *scene->velocity);
    scene->inverse_mass =
        realloc(scene->inverse_mass, scene->vertex_count * sizeof *scene->inverse_mass);
    float mass = random_below(random, 4) == 0 ? 0.0f : random_float(random, 0.1f, 3.0f);
    hem_vec3 down = {0.0f, 0.0f, first == 0 ? 0.0f : -random_float(random, 0.0f, 0.2f)};
    for (uint32_t v = 0; v < count; v++) {
        bool pinned = random_below(random, 9) == 0;
        hem_vec3 at = body->start[v];
        scene->start[first + v] = inside((hem_vec3){at.x, at.y, at.z + up});
        scene->velocity[first + v] = hem_add(hem_scale(0.2f, body->velocities[v]), down);
        scene->inverse_mass[first + v] = pinned ? 0.0f : mass;
    }
    scene->moving[scene->body_count++] = (hem_moving_body){.mesh = body->mesh.mesh,
                                                           .tree = body->tree,
                                                           .first_vertex = first,
                                                           .self = random_below(random, 3) == 0};
}

static impact_scene scene_of(const soak_body *bodies, uint32_t count, test_random *random)
{
    impact_scene scene = {.dt = 1.0f};
    for (uint32_t i = 0; i < count; i++) {
        put_above(&scene, &bodies[i], random);
    }
    scene.end = malloc(scene.vertex_count * sizeof *scene.end);
    for (uint32_t v = 0; v < scene.vertex_count; v++) {
        scene.end[v] = inside(hem_add(scene.start[v], scene.velocity[v]));
    }
    return scene;
}

/* ---- conversations ---- */

static ending converse(const impact_scene *scene, float separation, way how)
{
    size_t bytes = scene->vertex_count * sizeof(hem_vec3);
    ending to = {.end = malloc(bytes), .velocity = malloc(bytes)};
    hem_impacts impacts;
    hem_impacts_in in = impact_scene_input(scene, separation, MOST_PASSES);
    soak_scratch scratch =
        soak_scratch_take(hem_impacts_bytes(scene->moving, scene->body_count, scene->vertex_count));
    memcpy(to.end, scene->end, bytes);
    memcpy(to.velocity, scene->velocity, bytes);
    in.end = to.end;
    in.velocity = to.velocity;
    in.scratch = &scratch.arena;
    in.unmarked = how == UNMARKED;
    in.uncounted = how == UNCOUNTED;
    in.any_earliest = how == ANY_EARLIEST;
    TEST_ASSERT_EQUAL(HEM_OK, hem_impacts_start(&impacts, &in));
    while ((to.status = hem_impacts_pass(&impacts)) == HEM_LIMITED && impacts.count > 0) {
        for (uint32_t i = 0; i < impacts.count; i++) {
            plain_impulse(&impacts.hits[i], scene->inverse_mass, 0.001f, to.velocity);
        }
    }
    to.passes = impacts.pass;
    to.accepted = impacts.accepted;
    hem_impacts_end(&impacts);
    soak_scratch_free(&scratch);
    return to;
}

static bool same_ending(const ending *a, const ending *b, uint32_t vertex_count)
{
    size_t bytes = vertex_count * sizeof *a->end;
    return a->passes == b->passes && a->accepted == b->accepted && a->status == b->status &&
           memcmp(a->end, b->end, bytes) == 0 && memcmp(a->velocity, b->velocity, bytes) == 0;
}

static uint64_t pairs_of(const impact_scene *scene)
{
    uint64_t pairs = 0;
    for (uint32_t i = 0; i < scene->body_count; i++) {
        const hem_mesh *a = scene->moving[i].mesh;
        for (uint32_t j = i + 1u; j < scene->body_count; j++) {
            const hem_mesh *b = scene->moving[j].mesh;
            pairs += (uint64_t)a->vertex_count * b->triangle_count +
                     (uint64_t)a->triangle_count * b->vertex_count +
                     (uint64_t)a->edge_count * b->edge_count;
        }
    }
    return pairs;
}

/* All pairs of features, as the motion ended. */
static void check_clear(const impact_scene *scene, const ending *of, float separation, way how,
                        soak_tally *tally)
{
    impact_scene ended = *scene;
    ended.end = of->end;
    impact_hits left = impact_scene_hits(&ended, separation);
    if (left.truly > 0) {
        soak_found(tally, SOAK_MISS, way_names[how], left.truly, left.found);
    }
    tally->pairs += pairs_of(scene);
}

static void check(const impact_scene *scene, float separation, soak_tally *tally)
{
    ending first = converse(scene, separation, MARKED);
    for (uint32_t how = MARKED; how < WAYS; how++) {
        ending other = converse(scene, separation, (way)how);
        if (how != ANY_EARLIEST && !same_ending(&first, &other, scene->vertex_count)) {
            soak_found(tally, SOAK_EXTRA, way_names[how], first.passes, other.passes);
        }
        if (other.status == HEM_OK && (how == MARKED || how == ANY_EARLIEST)) {
            check_clear(scene, &other, separation, (way)how, tally);
        }
        tally->cases++;
        free(other.end);
        free(other.velocity);
    }
    free(first.end);
    free(first.velocity);
}

void soak_impacts(test_random *random, soak_tally *tally)
{
    /* What is closer than that is most of what there is, and all of it hits. */
    float separation =
        random_below(random, 2) == 0 ? 0.0f : hem_min(soak_some_epsilon(random), 0.002f);
    if (random_below(random, 2) == 0) {
        impact_scene scene = some_scene(random);
        check(&scene, separation, tally);
        impact_scene_free(&scene);
        return;
    }
    soak_place place = soak_some_place(random);
    soak_body bodies[3];
    uint32_t count = 2u + random_below(random, 2);
    tree_settings settings = soak_some_settings(random, 0);
    for (uint32_t i = 0; i < count; i++) {
        bodies[i] = soak_body_make(random, &place);
        soak_body_build(&bodies[i], soak_some_settings(random, settings.directions));
    }
    impact_scene scene = scene_of(bodies, count, random);
    check(&scene, separation, tally);
    scene.body_count = 0; /* they are those of the round */
    impact_scene_free(&scene);
    for (uint32_t i = 0; i < count; i++) {
        soak_body_free(&bodies[i]);
    }
}
