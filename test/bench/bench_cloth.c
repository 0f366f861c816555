/* A simple motion for a scene's cloth: see bench_cloth.h. */
#include "bench_cloth.h"

#include "base/vec3.h"
#include "bench_hips.h"
#include "plain_impulse.h"

#define CONTACTS 200000u
#define SWEEPS   12u   /* over all links, and over all that is close, a step */
#define KEEPS    0.98f /* of a velocity, a step */
#define FRICTION 0.5f
#define FALL     9.81f  /* metres a second squared */
#define CLOSING  0.002f /* how much a seam shortens in a step of the scene, metres */
#define SEWN     0.001f /* what is left of it in the end */

/* ---- the scene ---- */

static void add_link(bench_cloth *cloth, uint32_t a, uint32_t b, bool seam)
{
    float length = hem_length(hem_sub(cloth->start[a], cloth->start[b]));
    cloth->links[cloth->link_count++] = (cloth_link){a, b, length, seam};
}

static void make_links(bench_cloth *cloth)
{
    size_t most = cloth->info.seam_count;
    for (uint32_t i = 0; i < cloth->info.body_count; i++) {
        most += cloth->bodies[i].mesh->edge_count;
    }
    cloth->links = bench_take(most, sizeof *cloth->links);
    for (uint32_t i = 0; i < cloth->info.body_count; i++) {
        const hem_pair *edges = hem_mesh_edges(cloth->bodies[i].mesh);
        uint32_t first = cloth->moving[i].first_vertex;
        for (uint32_t e = 0; cloth->yields[i] && e < cloth->bodies[i].mesh->edge_count; e++) {
            add_link(cloth, first + edges[e].first, first + edges[e].second, false);
        }
    }
    for (uint32_t i = 0; i < cloth->info.seam_count; i++) {
        scene_seam seam;
        scene_get_seam(cloth->id, SCENE_FULL, i, &seam);
        uint32_t first = cloth->moving[seam.body].first_vertex;
        add_link(cloth, first + seam.vertex_a, first + seam.vertex_b, true);
    }
}

static void make_body(bench_cloth *cloth, uint32_t index)
{
    scene_body described;
    scene_describe_body(cloth->id, SCENE_FULL, index, &described);
    bench_body *body = &cloth->bodies[index];
    body->vertex_count = described.vertex_count;
    body->triangle_count = described.triangle_count;
    body->triangles = bench_take(3u * (size_t)body->triangle_count, sizeof *body->triangles);
    uint32_t first = cloth->vertex_count;
    scene_mesh mesh = scene_mesh_over(cloth->start + first, body->vertex_count, body->triangles,
                                      body->triangle_count);
    scene_build_body(cloth->id, SCENE_FULL, index, 0.0f, &mesh);
    bench_body_mesh(body);
    bench_body_tree(body, cloth->start + first, HEM_BUILD_PATCHES, 6, 4);
    cloth->yields[index] = described.kind == SCENE_CLOTH;
    cloth->moving[index] = (hem_moving_body){body->mesh, body->tree, first, cloth->yields[index]};
    for (uint32_t v = first; v < first + body->vertex_count; v++) {
        cloth->inverse_mass[v] = cloth->yields[index] ? 1.0f : 0.0f;
    }
    cloth->vertex_count += body->vertex_count;
}

static bench_cloth make(scene_id id, bool pressed)
{
    bench_cloth cloth = {
        .id = id, .pressed = pressed, .fall = id == SCENE_E4_GARMENT ? 0.0f : FALL};
    uint64_t bytes = 0;
    scene_describe(id, SCENE_FULL, &cloth.info);
    /* Sheets that fall fall fast, and simple impulses do not get far in one step. */
    cloth.parts = id == SCENE_E3_TORUS ? 5u : 1u;
    cloth.together = pressed ? BENCH_HIPS_STEPS : 1u;
    cloth.info.dt *= (float)cloth.together / (float)cloth.parts;
    cloth.info.name = pressed ? BENCH_HIPS_NAME : cloth.info.name;
    uint32_t bodies = cloth.info.body_count, vertices = cloth.info.vertex_count;
    cloth.bodies = bench_take(bodies, sizeof *cloth.bodies);
    cloth.moving = bench_take(bodies, sizeof *cloth.moving);
    cloth.yields = bench_take(bodies, sizeof *cloth.yields);
    cloth.start = bench_take(vertices, sizeof *cloth.start);
    cloth.end = bench_take(vertices, sizeof *cloth.end);
    cloth.velocity = bench_take(vertices, sizeof *cloth.velocity);
    cloth.inverse_mass = bench_take(vertices, sizeof *cloth.inverse_mass);
    cloth.contacts = bench_take(CONTACTS, sizeof *cloth.contacts);
    cloth.pushes = bench_take(CONTACTS, sizeof *cloth.pushes);
    for (uint32_t i = 0; i < bodies; i++) {
        make_body(&cloth, i);
    }
    make_links(&cloth);
    for (uint32_t i = 0; i < bodies; i++) {
        for (uint32_t j = i; j < bodies; j++) {
            uint64_t own =
                hem_proximity_bytes(cloth.bodies[i].tree, cloth.bodies[j].tree, CONTACTS);
            bytes = own > bytes ? own : bytes;
        }
    }
    cloth.scratch = bench_arena(bytes);
    return cloth;
}

bench_cloth bench_cloth_make(scene_id id)
{
    return make(id, false);
}

bench_cloth bench_cloth_make_pressed(void)
{
    return make(SCENE_E4_GARMENT, true);
}

/* ---- what is close ---- */

static hem_side side_of(const bench_cloth *cloth, uint32_t body)
{
    const hem_moving_body *of = &cloth->moving[body];
    return (hem_side){.mesh = of->mesh,
                      .tree = of->tree,
                      .positions = cloth->start + of->first_vertex,
                      .first_vertex = of->first_vertex};
}

/* The vertices of a feature, and their weights with a sign. */
static void put_feature(hem_impact *impact, uint32_t place, const hem_side *side, uint32_t number,
                        uint32_t count, const float *weight, float sign)
{
    const hem_pair *edge = hem_mesh_edges(side->mesh) + number;
    const uint32_t *corner = hem_mesh_triangles(side->mesh) + 3u * (size_t)number;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t vertex = k == 0 ? edge->first : edge->second;
        vertex = count == 3u ? corner[k] : count == 1u ? number : vertex;
        impact->vertex[place + k] = side->first_vertex + vertex;
        impact->weight[place + k] = sign * weight[k];
    }
}

static hem_impact impact_of(const hem_contact *contact, const hem_side *a, const hem_side *b)
{
    hem_impact impact = {.normal = contact->normal, .distance = contact->distance};
    const float *w = contact->weight;
    if (contact->kind == HEM_CONTACT_EDGE_EDGE) {
        put_feature(&impact, 0, a, contact->first, 2, w, 1.0f);
        put_feature(&impact, 2, b, contact->second, 2, w + 2, -1.0f);
    } else if (contact->kind == HEM_CONTACT_VERTEX_FACE) {
        put_feature(&impact, 0, a, contact->first, 1, w, 1.0f);
        put_feature(&impact, 1, b, contact->second, 3, w + 1, -1.0f);
    } else {
        /* The normal leads from b to a, whichever has the vertex. */
        put_feature(&impact, 0, b, contact->second, 1, w, -1.0f);
        put_feature(&impact, 1, a, contact->first, 3, w + 1, 1.0f);
    }
    return impact;
}

/* Those that approach stop, and part so that a quarter of what is missing is made up for. Several
 * times, because what one stops moves the next; but once where it is to be as in 000. */
static void push_apart(bench_cloth *cloth)
{
    uint32_t sweeps = cloth->pressed ? 1u : SWEEPS;
    for (uint32_t i = 0; i < sweeps * cloth->push_count; i++) {
        const hem_impact *push = &cloth->pushes[i % cloth->push_count];
        float missing = cloth->info.thickness - push->distance;
        float impulse = plain_impulse(push, cloth->inverse_mass, 0.25f * missing / cloth->info.dt,
                                      cloth->velocity);
        plain_friction(push, cloth->inverse_mass, FRICTION * impulse, cloth->velocity);
    }
}

static void look_at(bench_cloth *cloth, uint32_t i, uint32_t j)
{
    hem_proximity_out out;
    const hem_proximity_in in = {.a = side_of(cloth, i),
                                 .b = side_of(cloth, j),
                                 .epsilon = cloth->info.thickness,
                                 .contacts = cloth->contacts,
                                 .room = CONTACTS,
                                 .scratch = &cloth->scratch};
    bench_need(hem_proximity(&in, &out));
    for (uint32_t kind = 0; kind < HEM_CONTACT_KINDS; kind++) {
        cloth->near.count[kind] += out.count[kind];
    }
    cloth->near.kept += out.kept;
    cloth->near.pair_tests += out.pair_tests;
    cloth->near.vertex_face_tests += out.vertex_face_tests;
    cloth->near.edge_edge_tests += out.edge_edge_tests;
    cloth->near.volume_tests += out.volume_tests;
    for (uint32_t k = 0; k < out.kept && cloth->push_count < CONTACTS; k++) {
        cloth->pushes[cloth->push_count++] = impact_of(&cloth->contacts[k], &in.a, &in.b);
    }
}

void bench_cloth_near(bench_cloth *cloth)
{
    cloth->push_count = 0;
    cloth->near = (hem_proximity_out){0};
    for (uint32_t i = 0; i < cloth->info.body_count; i++) {
        const hem_moving_body *body = &cloth->moving[i];
        bench_need(hem_tree_refit(body->tree, cloth->start + body->first_vertex, NULL,
                                  body->mesh->vertex_count));
    }
    for (uint32_t i = 0; i < cloth->info.body_count; i++) {
        for (uint32_t j = i; j < cloth->info.body_count; j++) {
            if (cloth->yields[i] || cloth->yields[j]) {
                look_at(cloth, i, j);
            }
        }
    }
}

/* ---- the motion ---- */

static void keep_lengths(bench_cloth *cloth)
{
    for (uint32_t sweep = 0; sweep < SWEEPS; sweep++) {
        for (uint32_t i = 0; i < cloth->link_count; i++) {
            const cloth_link *link = &cloth->links[i];
            hem_vec3 *a = &cloth->end[link->a], *b = &cloth->end[link->b];
            hem_vec3 way = hem_sub(*b, *a);
            float length = hem_length(way);
            if (length > 1e-9f && (!link->seam || length > link->length)) {
                float part = 0.5f * (length - link->length) / length;
                *a = hem_add_scaled(*a, part, way);
                *b = hem_add_scaled(*b, -part, way);
            }
        }
    }
}

static void move_bodies(bench_cloth *cloth)
{
    for (uint32_t i = 0; i < cloth->info.body_count; i++) {
        if (!cloth->yields[i]) {
            uint32_t first = cloth->moving[i].first_vertex;
            scene_mesh mesh =
                scene_mesh_over(cloth->end + first, cloth->bodies[i].vertex_count, NULL, 0);
            scene_build_body(cloth->id, SCENE_FULL, i,
                             (float)((cloth->step + 1u) * cloth->together) / (float)cloth->parts,
                             &mesh);
            if (cloth->pressed) {
                bench_hips_sway(cloth->end + first, cloth->bodies[i].vertex_count,
                                (float)(cloth->step + 1u) * cloth->info.dt);
            }
        }
    }
}

static void set_ends(bench_cloth *cloth)
{
    for (uint32_t v = 0; v < cloth->vertex_count; v++) {
        if (cloth->inverse_mass[v] > 0.0f) {
            cloth->end[v] =
                hem_vec3_snap(hem_add_scaled(cloth->start[v], cloth->info.dt, cloth->velocity[v]));
        }
    }
}

static void close_seams(bench_cloth *cloth)
{
    float most = CLOSING * (float)cloth->together;
    uint32_t first = cloth->pressed ? cloth->moving[BENCH_HIPS_TROUSERS].first_vertex : 0u;
    for (uint32_t i = 0; i < cloth->link_count; i++) {
        cloth_link *link = &cloth->links[i];
        if (link->seam && link->length > SEWN && link->a >= first) {
            link->length -= most < link->length - SEWN ? most : link->length - SEWN;
        }
    }
}

void bench_cloth_predict(bench_cloth *cloth)
{
    float dt = cloth->info.dt;
    close_seams(cloth);
    for (uint32_t v = 0; v < cloth->vertex_count; v++) {
        cloth->velocity[v].z -= cloth->inverse_mass[v] > 0.0f ? dt * cloth->fall : 0.0f;
    }
    set_ends(cloth);
    keep_lengths(cloth);
    move_bodies(cloth);
    for (uint32_t v = 0; v < cloth->vertex_count; v++) {
        bool yields = cloth->inverse_mass[v] > 0.0f;
        hem_vec3 way = hem_sub(cloth->end[v], cloth->start[v]);
        cloth->velocity[v] = hem_scale((yields ? KEEPS : 1.0f) / dt, way);
    }
    if (!cloth->bare) {
        bench_cloth_near(cloth);
        push_apart(cloth);
    }
    set_ends(cloth);
}

void bench_cloth_commit(bench_cloth *cloth)
{
    for (uint32_t v = 0; v < cloth->vertex_count; v++) {
        cloth->start[v] = cloth->end[v];
    }
    cloth->step++;
}
