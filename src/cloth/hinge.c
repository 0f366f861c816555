/* Bend across edges: see cloth.h and system.h.
 *
 * b is linear in the positions of an edge's four vertices, along the mean normal, as long as
 * triangles keep their shape. Where a hinge is flat at rest the energy is k/2 b.b, its derivative
 * constant. With a rest angle it is k/2 (|b| - b0)^2, |b| with the sign of the bend: a fibre in b.
 * Derivatives of hinges with rest angles or damping are made anew in every product, from the
 * positions that the pass looks at: few bodies have them, and no memory is needed for the others.
 */
#include "cloth/system.h"

#include "base/sum.h"
#include "cloth/block.h"
#include "cloth/gather_4.h"
#include "cloth/hinge_list.h"

/* Below this b has no direction; the mean normal stands in for it. */
#define STRAIGHT 1e-6f

typedef struct hinge_body {
    const hem_cloth_hinge *rest;
    const hem_hinge_now *now;
    uint32_t count;
    const float *scale; /* of its vertices, or null */
    float bend, damping;
    bool plain; /* no rest angles, no damping */
} hinge_body;

static hinge_body open_body(const hem_cloth_system *system, hem_body_part part)
{
    const hem_cloth_body *body = part.body;
    const hem_cloth_step_in *in = system->in;
    return (hinge_body){
        .rest = hem_cloth_hinges(body->cloth),
        .now = system->hinges + part.hinge,
        .count = body->cloth->hinge_count,
        .scale = in->bend_scale == NULL ? NULL : in->bend_scale + body->first_vertex,
        .bend = body->material.bend,
        .damping = body->material.bend_damping,
        .plain = hem_hinges_are_plain(body),
    };
}

static float stiffness_of(const hinge_body *body, uint32_t i)
{
    if (body->scale == NULL) {
        return body->bend;
    }
    const uint32_t *v = body->now[i].vertex;
    return body->bend * (0.5f * (body->scale[v[0]] + body->scale[v[1]]));
}

/* b of the rows, which differences to the first make, so that it is exact far from the origin. */
static inline hem_f4 combine(const hem_cloth_hinge *rest, const uint32_t *v, const hem_row *rows)
{
    hem_f4 first = hem_row_load(&rows[v[0]]);
    hem_f4 b =
        hem_f4_mul(hem_f4_splat(rest->weight[0]), hem_f4_sub(hem_row_load(&rows[v[1]]), first));
    b = hem_f4_add(
        b, hem_f4_mul(hem_f4_splat(rest->weight[1]), hem_f4_sub(hem_row_load(&rows[v[2]]), first)));
    return hem_f4_add(
        b, hem_f4_mul(hem_f4_splat(rest->weight[2]), hem_f4_sub(hem_row_load(&rows[v[3]]), first)));
}

/* Adds what acts on b to the rows. */
static inline void spread(const hem_cloth_hinge *rest, const uint32_t *v, hem_f4 on, hem_row *rows)
{
    hem_f4 sum = hem_f4_zero();
    for (uint32_t k = 0; k < 3; k++) {
        hem_f4 force = hem_f4_mul(hem_f4_splat(rest->weight[k]), on);
        hem_row *to = &rows[v[k + 1u]];
        hem_row_store(to, hem_f4_add(hem_row_load(to), force));
        sum = hem_f4_add(sum, force);
    }
    hem_row *to = &rows[v[0]];
    hem_row_store(to, hem_f4_sub(hem_row_load(to), sum));
}

static hem_vec3 vector_of(hem_f4 value)
{
    float lane[4];
    hem_f4_store(lane, value);
    return (hem_vec3){lane[0], lane[1], lane[2]};
}

static hem_f4 row_of(hem_vec3 value)
{
    const float lane[4] = {value.x, value.y, value.z, 0.0f};
    return hem_f4_load(lane);
}

/* How a hinge pulls, with a stiffness of 1: force on b, and its derivative plain I + along d d^T,
 * of which damping takes `along_damping`. */
typedef struct hinge_law {
    hem_vec3 direction; /* d: of b, and if it is bent the other way, against it */
    float pull;         /* along the direction */
    float plain, along;
} hinge_law;

static hinge_law law_of(const hem_cloth_hinge *rest, const hem_vec3 x[4])
{
    hem_vec3 edge = hem_sub(x[1], x[0]), left = hem_sub(x[2], x[0]), right = hem_sub(x[3], x[0]);
    hem_vec3 b = hem_scale(rest->weight[0], edge);
    b = hem_add_scaled(b, rest->weight[1], left);
    b = hem_add_scaled(b, rest->weight[2], right);
    float length = hem_length(b);
    hem_vec3 normal = hem_add(hem_cross(edge, left), hem_cross(right, edge));
    bool against = hem_dot(b, normal) < 0.0f;
    hinge_law law = {.pull = (against ? -length : length) - rest->rest};
    if (length > STRAIGHT) {
        law.direction = hem_scale((against ? -1.0f : 1.0f) / length, b);
    } else {
        float size = hem_length(normal);
        law.direction = hem_scale(size > FLT_MIN ? 1.0f / size : 0.0f, normal);
    }
    float ratio = hem_abs(rest->rest) / hem_max(length, FLT_MIN);
    bool same = (rest->rest < 0.0f) == against;
    law.plain = same ? hem_max(0.0f, 1.0f - ratio) : 1.0f;
    law.along = 1.0f - law.plain;
    return law;
}

float hem_hinge_energy(const hem_cloth_system *system, hem_body_part part, const hem_row *rows)
{
    hinge_body body = open_body(system, part);
    const hem_row *own = rows + part.body->first_vertex;
    float total = 0.0f;
    for (uint32_t begin = 0; begin < body.count; begin += HEM_SUM_CHUNK) {
        uint32_t end = body.count - begin < HEM_SUM_CHUNK ? body.count : begin + HEM_SUM_CHUNK;
        float sum = 0.0f;
        for (uint32_t i = begin; i < end; i++) {
            const uint32_t *v = body.now[i].vertex;
            hem_vec3 corner[4];
            for (uint32_t k = 0; k < 4; k++) {
                corner[k] = vector_of(hem_row_load(&own[v[k]]));
            }
            float pull = law_of(&body.rest[i], corner).pull;
            sum = sum + 0.5f * stiffness_of(&body, i) * (pull * pull);
        }
        total = total + sum;
    }
    return total;
}

static void make_hinge(const hem_cloth_system *system, const hinge_body *body, uint32_t i,
                       uint32_t first)
{
    const uint32_t *v = body->now[i].vertex;
    const hem_cloth_hinge *rest = &body->rest[i];
    float stiffness = stiffness_of(body, i), dt = system->dt;
    hem_f4 way = combine(rest, v, system->direction + first);
    float plain = stiffness * (dt * dt), along = 0.0f;
    hem_vec3 direction = {0.0f, 0.0f, 0.0f};
    hem_f4 force;
    if (body->plain) {
        force = hem_f4_add(combine(rest, v, system->product + first), way);
    } else {
        hem_vec3 corner[4];
        for (uint32_t k = 0; k < 4; k++) {
            corner[k] = vector_of(hem_row_load(&system->product[first + v[k]]));
        }
        hinge_law law = law_of(rest, corner);
        direction = law.direction;
        hem_vec3 rate = vector_of(combine(rest, v, system->moved + first));
        float onward = law.along * hem_dot(direction, vector_of(way));
        float pull = (law.pull + body->damping * hem_dot(direction, rate)) + onward;
        force = hem_f4_add(row_of(hem_scale(pull, direction)),
                           hem_f4_mul(hem_f4_splat(law.plain), way));
        along = plain * law.along + (stiffness * body->damping) * dt;
        plain = plain * law.plain;
    }
    spread(rest, v, hem_f4_mul(hem_f4_splat(-stiffness * dt), force), system->residual + first);
    float sum = (rest->weight[0] + rest->weight[1]) + rest->weight[2];
    const float weight[4] = {sum, rest->weight[0], rest->weight[1], rest->weight[2]};
    for (uint32_t k = 0; k < 4; k++) {
        float square = weight[k] * weight[k];
        hem_block_add(&system->blocks[first + v[k]], plain * square, along * square, direction);
    }
}

void hem_hinge_make(const hem_cloth_system *system, hem_body_part part)
{
    hem_hinge_list(part.body->mesh, system->hinges + part.hinge);
    hinge_body body = open_body(system, part);
    for (uint32_t i = 0; i < body.count; i++) {
        make_hinge(system, &body, i, part.body->first_vertex);
    }
}

/* Where the pass looks, as when the hinge was made. */
static hem_vec3 place_of(const hem_cloth_system *system, uint32_t v)
{
    const hem_motion *motion = &system->in->motion;
    return system->mass[v] > 0.0f
               ? system->places[v]
               : hem_add_scaled(motion->start[v], system->led, motion->velocity[v]);
}

static void multiply_curved(const hem_cloth_system *system, const hinge_body *body, uint32_t first)
{
    float square = system->dt * system->dt;
    for (uint32_t i = 0; i < body->count; i++) {
        const uint32_t *v = body->now[i].vertex;
        float stiffness = stiffness_of(body, i);
        hem_vec3 corner[4];
        for (uint32_t k = 0; k < 4; k++) {
            corner[k] = place_of(system, first + v[k]);
        }
        hinge_law law = law_of(&body->rest[i], corner);
        hem_f4 b = combine(&body->rest[i], v, system->direction + first);
        float along = (stiffness * square) * law.along + (stiffness * body->damping) * system->dt;
        hem_vec3 turn = hem_scale(along * hem_dot(law.direction, vector_of(b)), law.direction);
        hem_f4 on =
            hem_f4_add(hem_f4_mul(hem_f4_splat((stiffness * square) * law.plain), b), row_of(turn));
        spread(&body->rest[i], v, on, system->product + first);
    }
}

/* What combine and spread do, with weights and rows loaded once. */
static inline void multiply_plain(const hem_cloth_hinge *rest, const hem_hinge_now *now,
                                  float scale, const hem_row *from, hem_row *to)
{
    const hem_hinge_now at = *now;
    hem_f4 first = hem_row_load(&from[at.vertex[0]]), one = hem_f4_splat(rest->weight[0]),
           two = hem_f4_splat(rest->weight[1]), three = hem_f4_splat(rest->weight[2]);
    hem_f4 b = hem_f4_mul(one, hem_f4_sub(hem_row_load(&from[at.vertex[1]]), first));
    b = hem_f4_add(b, hem_f4_mul(two, hem_f4_sub(hem_row_load(&from[at.vertex[2]]), first)));
    b = hem_f4_add(b, hem_f4_mul(three, hem_f4_sub(hem_row_load(&from[at.vertex[3]]), first)));
    b = hem_f4_mul(hem_f4_splat(scale), b);
    one = hem_f4_mul(one, b);
    two = hem_f4_mul(two, b);
    three = hem_f4_mul(three, b);
    hem_row *row = &to[at.vertex[1]];
    hem_row_store(row, hem_f4_add(hem_row_load(row), one));
    row = &to[at.vertex[2]];
    hem_row_store(row, hem_f4_add(hem_row_load(row), two));
    row = &to[at.vertex[3]];
    hem_row_store(row, hem_f4_add(hem_row_load(row), three));
    row = &to[at.vertex[0]];
    hem_row_store(row, hem_f4_sub(hem_row_load(row), hem_f4_add(hem_f4_add(one, two), three)));
}

void hem_hinge_multiply(const hem_cloth_system *system, hem_body_part part)
{
    hinge_body body = open_body(system, part);
    if (!body.plain) {
        multiply_curved(system, &body, part.body->first_vertex);
        return;
    }
    const hem_row *from = system->direction + part.body->first_vertex;
    hem_row *to = system->product + part.body->first_vertex;
    float square = system->dt * system->dt;
    for (uint32_t i = 0; i < body.count; i++) {
        multiply_plain(&body.rest[i], &body.now[i], stiffness_of(&body, i) * square, from, to);
    }
}
