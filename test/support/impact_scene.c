/* Small bodies in motion: see impact_scene.h. */
#include "impact_scene.h"

#include "base/vec3.h"
#include "ccd_oracle.h"
#include "feature_body.h"
#include "hem/crossings.h"
#include "scenes/shapes.h"
#include "unity.h"

#include <stdlib.h>
#include <string.h>

#define CELL 0.01f

impact_def impact_default(impact_kind kind, uint64_t seed)
{
    return (impact_def){.kind = kind, .seed = seed, .trees = {HEM_BUILD_PATCHES, 6, 4}};
}

const char *impact_name(impact_kind kind)
{
    static const char *const names[IMPACT_KINDS] = {"crossing", "pile", "sphere", "folded", "ball"};
    return names[kind];
}

/* ---- bodies ---- */

static hem_vec3 anywhere(test_random *random, float size)
{
    float x = random_float(random, -size, size), y = random_float(random, -size, size);
    return (hem_vec3){x, y, random_float(random, -size, size)};
}

/* Bodies come with positions, and what all of their vertices have in common. */
static void add_body(impact_scene *scene, tree_body body, float inverse_mass, bool self)
{
    uint32_t first = scene->vertex_count, all = first + body.vertex_count;
    scene->start = realloc(scene->start, all * sizeof *scene->start);
    scene->velocity = realloc(scene->velocity, all * sizeof *scene->velocity);
    scene->inverse_mass = realloc(scene->inverse_mass, all * sizeof *scene->inverse_mass);
    for (uint32_t v = 0; v < body.vertex_count; v++) {
        scene->start[first + v] = hem_vec3_snap(body.positions[v]);
        scene->velocity[first + v] = (hem_vec3){0.0f, 0.0f, 0.0f};
        scene->inverse_mass[first + v] = inverse_mass;
    }
    scene->moving[scene->body_count] = (hem_moving_body){.first_vertex = first, .self = self};
    scene->bodies[scene->body_count++] = body;
    scene->vertex_count = all;
}

static tree_body sheet(test_random *random, uint32_t lines, hem_vec3 at, float noise)
{
    tree_body body = tree_body_grid(lines, lines, CELL);
    float half = 0.5f * CELL * (float)(lines - 1u);
    for (uint32_t v = 0; v < body.vertex_count; v++) {
        hem_vec3 p = hem_add(hem_add(body.positions[v], at), anywhere(random, noise));
        body.positions[v] = (hem_vec3){p.x - half, p.y - half, p.z};
    }
    return body;
}

static tree_body ball(uint32_t level, float radius, hem_vec3 at)
{
    tree_body body = tree_body_start(SHAPE_SPHERE_VERTICES(SHAPE_OCTA, level),
                                     SHAPE_SPHERE_TRIANGLES(SHAPE_OCTA, level));
    scene_mesh mesh =
        scene_mesh_over(body.positions, body.vertex_count, body.triangles, body.triangle_count);
    shape_sphere(&mesh, SHAPE_OCTA, level, radius);
    scene_mesh_place(&mesh, 0, scene_frame_at(at.x, at.y, at.z));
    return body;
}

/* Gives the vertices of the last body a velocity, with some noise. */
static void move_last(impact_scene *scene, test_random *random, hem_vec3 velocity, float noise)
{
    uint32_t first = scene->moving[scene->body_count - 1u].first_vertex;
    for (uint32_t v = first; v < scene->vertex_count; v++) {
        scene->velocity[v] = hem_add(velocity, anywhere(random, noise));
    }
}

/* ---- scenes ---- */

static void make_crossing(impact_scene *scene, test_random *random)
{
    uint32_t lines = 5u + random_below(random, 5);
    float speed = random_float(random, 0.3f, 3.0f);
    add_body(scene, sheet(random, lines, (hem_vec3){0.0f, 0.0f, 0.003f}, 0.001f), 1.0f, true);
    move_last(scene, random, (hem_vec3){0.0f, 0.0f, -speed}, 0.1f);
    add_body(scene, sheet(random, lines, (hem_vec3){0.0031f, 0.0022f, -0.003f}, 0.001f), 2.0f,
             true);
    move_last(scene, random, (hem_vec3){0.2f, 0.0f, speed}, 0.1f);
}

static void make_pile(impact_scene *scene, test_random *random)
{
    tree_body floor = tree_body_grid(2, 2, 0.2f);
    for (uint32_t v = 0; v < 4; v++) {
        floor.positions[v] = hem_sub(floor.positions[v], (hem_vec3){0.1f, 0.1f, 0.0f});
    }
    add_body(scene, floor, 0.0f, false);
    uint32_t sheets = 2u + random_below(random, 4);
    for (uint32_t i = 0; i < sheets; i++) {
        float x = random_float(random, 0.0f, CELL), y = random_float(random, 0.0f, CELL);
        hem_vec3 at = {x, y, 0.001f * (float)(i + 1u)};
        add_body(scene, sheet(random, 6, at, 0.0002f), 1.0f, true);
        move_last(scene, random, (hem_vec3){0.1f, 0.0f, random_float(random, -1.0f, -0.1f)}, 0.01f);
    }
}

static void make_sphere(impact_scene *scene, test_random *random)
{
    add_body(scene, ball(3, 0.03f, (hem_vec3){0.001f, 0.002f, -0.031f}), 0.0f, true);
    move_last(scene, random, (hem_vec3){0.1f, 0.0f, random_float(random, 0.2f, 2.0f)}, 0.0f);
    add_body(scene, sheet(random, 8, (hem_vec3){0.0f, 0.0f, 0.001f}, 0.0005f), 1.0f, true);
    move_last(scene, random, (hem_vec3){0.0f, 0.0f, -0.1f}, 0.02f);
}

static void make_folded(impact_scene *scene, test_random *random)
{
    uint32_t columns = 18, rows = 6;
    tree_body body = tree_body_grid(columns, rows, CELL);
    for (uint32_t v = 0; v < body.vertex_count; v++) {
        /* Three layers of six columns, 3 mm apart, joined by one column each. */
        uint32_t column = v % columns, layer = column / 6u, along = column % 6u;
        float x = (float)(layer % 2u == 0 ? along : 5u - along);
        float bulge = along == 0 || along == 5u ? 0.0f : 0.0005f;
        hem_vec3 p = {CELL * x, body.positions[v].y, 0.003f * (float)layer + bulge};
        body.positions[v] = hem_add(p, anywhere(random, 0.0004f));
    }
    add_body(scene, body, 1.0f, true);
    move_last(scene, random, (hem_vec3){0.0f, 0.0f, 0.0f}, 0.05f);
    float press = random_float(random, 50.0f, 300.0f);
    for (uint32_t v = 0; v < scene->vertex_count; v++) {
        scene->velocity[v].z -= press * (scene->start[v].z - 0.003f);
    }
}

static void make_ball(impact_scene *scene, test_random *random)
{
    add_body(scene, ball(2, 0.015f, (hem_vec3){0.001f, 0.002f, 0.03f}), 0.5f, true);
    move_last(scene, random, (hem_vec3){3.0f, 1.0f, random_float(random, -200.0f, -10.0f)}, 0.0f);
    add_body(scene, sheet(random, 9, (hem_vec3){0.0f, 0.0f, 0.0f}, 0.0005f), 1.0f, true);
    uint32_t first = scene->moving[1].first_vertex;
    const uint32_t corners[4] = {0, 8, 72, 80};
    for (uint32_t k = 0; k < 4; k++) {
        scene->inverse_mass[first + corners[k]] = 0.0f;
    }
}

/* The same triangles in another order. */
static void shuffle_triangles(tree_body *body, test_random *random)
{
    for (uint32_t i = body->triangle_count; i > 0; i--) {
        uint32_t *last = body->triangles + 3u * (size_t)(i - 1u);
        uint32_t *other = body->triangles + 3u * (size_t)random_below(random, i);
        uint32_t kept[3];
        memcpy(kept, last, sizeof kept);
        memmove(last, other, sizeof kept);
        memcpy(other, kept, sizeof kept);
    }
}

impact_scene impact_scene_make(const impact_def *def)
{
    static void (*const make[IMPACT_KINDS])(impact_scene *, test_random *) = {
        make_crossing, make_pile, make_sphere, make_folded, make_ball};
    impact_scene scene = {.kind = def->kind, .dt = 0.01f};
    test_random random = {def->seed}, other = {def->triangle_seed};
    make[def->kind](&scene, &random);
    scene.end = malloc(scene.vertex_count * sizeof *scene.end);
    for (uint32_t v = 0; v < scene.vertex_count; v++) {
        scene.end[v] = hem_vec3_snap(hem_add_scaled(scene.start[v], scene.dt, scene.velocity[v]));
    }
    for (uint32_t i = 0; i < scene.body_count; i++) {
        if (def->triangle_seed != 0) {
            shuffle_triangles(&scene.bodies[i], &other);
        }
        feature_body_finish_as(&scene.bodies[i], def->trees.builder, def->trees.directions,
                               def->trees.degree);
        scene.moving[i].mesh = scene.bodies[i].mesh;
        scene.moving[i].tree = scene.bodies[i].tree;
    }
    return scene;
}

void impact_scene_free(impact_scene *scene)
{
    for (uint32_t i = 0; i < scene->body_count; i++) {
        tree_body_free(&scene->bodies[i]);
    }
    free(scene->start);
    free(scene->end);
    free(scene->velocity);
    free(scene->inverse_mass);
}

hem_impacts_in impact_scene_input(const impact_scene *scene, float separation, uint32_t passes)
{
    return (hem_impacts_in){.bodies = scene->moving,
                            .body_count = scene->body_count,
                            .start = scene->start,
                            .end = scene->end,
                            .velocity = scene->velocity,
                            .inverse_mass = scene->inverse_mass,
                            .vertex_count = scene->vertex_count,
                            .dt = scene->dt,
                            .separation = separation,
                            .pass_limit = passes};
}

/* ---- all pairs of features ---- */

static void ask(const impact_scene *scene, hem_ccd_pair pair, const uint32_t v[4], float separation,
                impact_hits *hits)
{
    impact_hit asked = {pair == HEM_CCD_PAIR_EDGE_EDGE, {v[0], v[1], v[2], v[3]}, 0.0f};
    hem_ccd_in in = {.separation = separation};
    hem_ccd_out out;
    bool movable = false;
    for (uint32_t k = 0; k < 4; k++) {
        for (uint32_t l = k + 1u; l < 4; l++) {
            if (v[k] == v[l]) {
                return;
            }
        }
        movable = movable || scene->inverse_mass[v[k]] > 0.0f;
        in.start[k] = scene->start[v[k]];
        in.end[k] = scene->end[v[k]];
    }
    hem_ccd_state state = pair == HEM_CCD_PAIR_EDGE_EDGE ? hem_ccd_edge_edge(&in, &out)
                                                         : hem_ccd_vertex_face(&in, &out);
    if (!movable || state <= HEM_CCD_CLEAR) {
        return;
    }
    hits->found++;
    hits->truly += impact_hit_is_true(scene, &asked, separation);
}

static void ask_faces(const impact_scene *scene, uint32_t of, uint32_t on, float separation,
                      impact_hits *hits)
{
    const hem_moving_body *a = &scene->moving[of], *b = &scene->moving[on];
    const uint32_t *corners = hem_mesh_triangles(b->mesh);
    const uint32_t *ring = hem_mesh_ring_begin(a->mesh);
    for (uint32_t v = 0; v < a->mesh->vertex_count; v++) {
        bool loose = ring[v] == ring[v + 1u];
        for (uint32_t f = 0; !loose && f < b->mesh->triangle_count; f++) {
            const uint32_t *c = corners + 3u * (size_t)f;
            const uint32_t points[4] = {a->first_vertex + v, b->first_vertex + c[0],
                                        b->first_vertex + c[1], b->first_vertex + c[2]};
            ask(scene, HEM_CCD_PAIR_VERTEX_FACE, points, separation, hits);
        }
    }
}

static void ask_edges(const impact_scene *scene, uint32_t of, uint32_t on, float separation,
                      impact_hits *hits)
{
    const hem_moving_body *a = &scene->moving[of], *b = &scene->moving[on];
    const hem_pair *edges_a = hem_mesh_edges(a->mesh), *edges_b = hem_mesh_edges(b->mesh);
    for (uint32_t i = 0; i < a->mesh->edge_count; i++) {
        for (uint32_t j = of == on ? i + 1u : 0u; j < b->mesh->edge_count; j++) {
            const uint32_t points[4] = {
                a->first_vertex + edges_a[i].first, a->first_vertex + edges_a[i].second,
                b->first_vertex + edges_b[j].first, b->first_vertex + edges_b[j].second};
            ask(scene, HEM_CCD_PAIR_EDGE_EDGE, points, separation, hits);
        }
    }
}

impact_hits impact_scene_hits(const impact_scene *scene, float separation)
{
    impact_hits hits = {0, 0};
    for (uint32_t i = 0; i < scene->body_count; i++) {
        for (uint32_t j = i; j < scene->body_count; j++) {
            if (i == j && !scene->moving[i].self) {
                continue;
            }
            ask_faces(scene, i, j, separation, &hits);
            if (i != j) {
                ask_faces(scene, j, i, separation, &hits);
            }
            ask_edges(scene, i, j, separation, &hits);
        }
    }
    return hits;
}

/* ---- by passes ---- */

static int by_vertices(const void *first, const void *second)
{
    const impact_hit *a = first, *b = second;
    return memcmp(a, b, offsetof(impact_hit, time));
}

static hem_side moving_side(const impact_scene *scene, uint32_t body)
{
    const hem_moving_body *of = &scene->moving[body];
    return (hem_side){.mesh = of->mesh,
                      .tree = of->tree,
                      .positions = scene->start + of->first_vertex,
                      .first_vertex = of->first_vertex,
                      .ends = scene->end + of->first_vertex};
}

/* The vertices of a feature of a hit. */
static uint32_t put_feature(const hem_side *side, uint32_t number, uint32_t count, uint32_t *to)
{
    const hem_pair *edge = hem_mesh_edges(side->mesh) + number;
    const uint32_t *corner = hem_mesh_triangles(side->mesh) + 3u * (size_t)number;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t v = count == 1u   ? number
                     : count == 3u ? corner[k]
                     : k == 0      ? edge->first
                                   : edge->second;
        to[k] = side->first_vertex + v;
    }
    return count;
}

static impact_hit hit_of(const hem_hit *found, const hem_side *a, const hem_side *b)
{
    impact_hit hit = {.edges = found->kind == HEM_CONTACT_EDGE_EDGE, .time = found->time};
    if (found->kind == HEM_CONTACT_FACE_VERTEX) {
        put_feature(b, found->second, 1, hit.vertex);
        put_feature(a, found->first, 3, hit.vertex + 1);
    } else {
        uint32_t first = hit.edges != 0 ? 2u : 1u;
        put_feature(a, found->first, first, hit.vertex);
        put_feature(b, found->second, 4u - first, hit.vertex + first);
    }
    return hit;
}

uint32_t impact_scene_pass(const impact_scene *scene, float separation, impact_hit **hits)
{
    enum { ROOM = 100000 };
    uint32_t count = 0;
    hem_hit *found = malloc(ROOM * sizeof *found);
    *hits = NULL;
    for (uint32_t i = 0; i < scene->body_count; i++) {
        hem_side of = moving_side(scene, i);
        TEST_ASSERT_EQUAL(HEM_OK, hem_tree_refit(scene->moving[i].tree, of.positions, of.ends,
                                                 of.mesh->vertex_count));
    }
    for (uint32_t i = 0; i < scene->body_count; i++) {
        for (uint32_t j = scene->moving[i].self ? i : i + 1u; j < scene->body_count; j++) {
            hem_continuous_out out;
            hem_arena scratch;
            hem_continuous_in in = {.a = moving_side(scene, i),
                                    .b = moving_side(scene, j),
                                    .separation = separation,
                                    .hits = found,
                                    .room = ROOM,
                                    .scratch = &scratch};
            uint32_t bytes = (uint32_t)hem_continuous_bytes(in.a.tree, in.b.tree, ROOM);
            void *memory = aligned_alloc(HEM_ALIGN, bytes);
            TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, memory, bytes));
            TEST_ASSERT_EQUAL(HEM_OK, hem_continuous(&in, &out));
            *hits = realloc(*hits, (count + out.kept + 1u) * sizeof **hits);
            for (uint32_t k = 0; k < out.kept; k++) {
                (*hits)[count++] = hit_of(&found[k], &in.a, &in.b);
            }
            free(memory);
        }
    }
    free(found);
    qsort(*hits, count, sizeof **hits, by_vertices);
    return count;
}

bool impact_hit_is_true(const impact_scene *scene, const impact_hit *hit, float separation)
{
    hem_ccd_question question = {.pair = hit->edges != 0 ? HEM_CCD_PAIR_EDGE_EDGE
                                                         : HEM_CCD_PAIR_VERTEX_FACE,
                                 .until = 1.0f,
                                 .included = true};
    hem_ccd_in in = {.separation = separation};
    hem_ccd_out out;
    for (uint32_t k = 0; k < 4; k++) {
        in.start[k] = question.start[k] = scene->start[hit->vertex[k]];
        in.end[k] = question.end[k] = scene->end[hit->vertex[k]];
    }
    hem_ccd_state state =
        hit->edges != 0 ? hem_ccd_edge_edge(&in, &out) : hem_ccd_vertex_face(&in, &out);
    question.separation = out.separation;
    return state > HEM_CCD_CLEAR && hem_ccd_oracle(&question);
}

uint32_t impact_scene_crossings(const impact_scene *scene)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->body_count; i++) {
        const hem_moving_body *body = &scene->moving[i];
        TEST_ASSERT_EQUAL(HEM_OK, hem_tree_refit(body->tree, scene->end + body->first_vertex, NULL,
                                                 body->mesh->vertex_count));
    }
    for (uint32_t i = 0; i < scene->body_count; i++) {
        for (uint32_t j = i; j < scene->body_count; j++) {
            const hem_moving_body *a = &scene->moving[i], *b = &scene->moving[j];
            hem_crossings_out out;
            hem_arena scratch;
            uint32_t bytes = (uint32_t)hem_crossings_bytes(a->tree, b->tree);
            void *memory = aligned_alloc(HEM_ALIGN, bytes);
            TEST_ASSERT_EQUAL(HEM_OK, hem_arena_init(&scratch, memory, bytes));
            hem_crossings_in in = {
                .a = {a->mesh, a->tree, scene->end + a->first_vertex, NULL, a->first_vertex, NULL},
                .b = {b->mesh, b->tree, scene->end + b->first_vertex, NULL, b->first_vertex, NULL},
                .scratch = &scratch};
            if (i != j || a->self) {
                TEST_ASSERT_TRUE(hem_crossings(&in, &out) >= HEM_OK);
                count += out.count;
            }
            free(memory);
        }
    }
    return count;
}
