/* Soak of contacts that keep their points: over some steps of a motion, triangles and quads of one
 * body or two, no distance is less than the faces' or farther off than the call says. The faces'
 * distance is found in double, and where that disagrees in exact arithmetic. */
#include "soak/soak_near.h"
#include "soak/soak_pairs.h"

#include "closest_oracle.h"
#include "hem/coherence.h"
#include "hem/narrow.h"
#include "hull_oracle.h"
#include "tree_oracle.h"
#include "unity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 12, MOST = 120, TRIES = 2000 };

/* ---- faces ---- */

typedef struct face {
    uint32_t count, vertex[4];
    hem_vec3 corner[4];
} face;

static const uint32_t *triangle_of(const soak_body *body, uint32_t triangle)
{
    return body->made.mesh.triangles + 3u * (size_t)triangle;
}

/* The one corner of a triangle that another does not have; 3 where that is none, or not one. */
static uint32_t lone_corner(const uint32_t *of, const uint32_t *other)
{
    uint32_t lone = 3, found = 0;
    for (uint32_t k = 0; k < 3; k++) {
        if (of[k] != other[0] && of[k] != other[1] && of[k] != other[2]) {
            lone = k;
            found++;
        }
    }
    return found == 1 ? lone : 3;
}

static bool has_quads(const soak_body *body)
{
    bool all = body->triangle_count % 2u == 0;
    for (uint32_t t = 0; all && t < body->triangle_count; t += 2u) {
        const uint32_t *first = triangle_of(body, t);
        all = lone_corner(first, first + 3) < 3 && lone_corner(first + 3, first) < 3;
    }
    return all;
}

/* A quad: the corners of its first half with that of the second between them. */
static face face_of(const soak_body *body, const hem_vec3 *positions, uint32_t number, bool quads)
{
    const uint32_t *v = triangle_of(body, quads ? 2u * number : number);
    face made = {3, {v[0], v[1], v[2]}, {{0.0f, 0.0f, 0.0f}}};
    if (quads) {
        uint32_t lone = lone_corner(v, v + 3);
        made = (face){
            4,
            {v[lone], v[(lone + 1u) % 3u], v[3u + lone_corner(v + 3, v)], v[(lone + 2u) % 3u]},
            {{0.0f, 0.0f, 0.0f}}};
    }
    for (uint32_t k = 0; k < made.count; k++) {
        made.corner[k] = positions[made.vertex[k]];
    }
    return made;
}

/* The least over the triangles that the corners make: one, or the four of a quad that bends. */
static double least_distance(const face *a, const face *b,
                             double (*distance)(const hem_vec3 *, const hem_vec3 *))
{
    double least = INFINITY;
    uint32_t of_a = a->count == 4 ? 4u : 1u, of_b = b->count == 4 ? 4u : 1u;
    for (uint32_t i = 0; i < of_a * of_b; i++) {
        hem_vec3 p[3], q[3];
        for (uint32_t k = 0; k < 3; k++) {
            p[k] = a->corner[(i / of_b + k) % a->count];
            q[k] = b->corner[(i % of_b + k) % b->count];
        }
        least = fmin(least, distance(p, q));
    }
    return least;
}

/* By how much a quad is not flat: no better than that is its distance. */
static double bend_of(const face *of)
{
    const hem_vec3 *p = of->corner;
    return of->count < 4 ? 0.0
                         : tree_oracle_distance((const hem_vec3[3]){p[0], p[2], p[2]},
                                                (const hem_vec3[3]){p[1], p[3], p[3]});
}

static double exact_triangles(const hem_vec3 *a, const hem_vec3 *b)
{
    return hem_oracle_distance_faces(a, 3, b, 3);
}

static double exact_distance(const face *a, const face *b)
{
    return hem_oracle_hulls_meet(a->corner, a->count, b->corner, b->count)
               ? 0.0
               : least_distance(a, b, exact_triangles);
}

/* ---- a scene ---- */

typedef struct scene {
    const soak_body *a, *b;
    hem_vec3 *now_a, *now_b, *before_a, *before_b;
    bool quads_a, quads_b, moving;
    float dt, tolerance;
    uint32_t refresh_after, count;
    hem_face_contact contacts[MOST];
    hem_contact_age ages[MOST];
    hem_pair order[MOST];
} scene;

static hem_side side_of(const scene *of, const soak_body *body, const hem_vec3 *positions)
{
    return (hem_side){.mesh = body->mesh.mesh,
                      .positions = positions,
                      .velocities = of->moving ? body->velocities : NULL};
}

/* Pairs of triangles, at first only those that are rather close. */
static uint32_t some_pairs(const scene *of, test_random *random, hem_pair *pairs)
{
    uint32_t count = 0, wanted = random_below(random, MOST);
    double close = random_below(random, 2) == 0 ? 0.05 : INFINITY;
    for (uint32_t i = 0; i < TRIES && count < wanted; i++) {
        hem_pair pair = {random_below(random, of->a->triangle_count),
                         random_below(random, of->b->triangle_count)};
        hem_vec3 first[3], second[3];
        soak_corners(of->a, of->now_a, pair.first, first);
        soak_corners(of->b, of->now_b, pair.second, second);
        if (!(of->a == of->b && tree_case_share_vertex(&of->a->made, pair.first, pair.second)) &&
            tree_oracle_gap(first, second) < close) {
            pairs[count++] = pair;
        }
    }
    return count;
}

static void measure(scene *of, test_random *random)
{
    hem_pair pairs[MOST];
    uint32_t count = some_pairs(of, random, pairs);
    soak_scratch scratch = soak_scratch_take(HEM_FACE_CONTACTS_BYTES(count) + HEM_ALIGN);
    hem_face_contacts_in in = {.a = side_of(of, of->a, of->now_a),
                               .b = side_of(of, of->b, of->now_b),
                               .pairs = pairs,
                               .pair_count = count,
                               .quads_a = of->quads_a,
                               .quads_b = of->quads_b,
                               .dt = of->dt,
                               .contacts = of->contacts,
                               .room = MOST,
                               .scratch = &scratch.arena};
    hem_face_contacts_out out;
    TEST_ASSERT_EQUAL_MESSAGE(HEM_OK, hem_face_contacts(&in, &out), of->a->name);
    of->count = out.kept;
    memset(of->ages, 0, sizeof of->ages);
    soak_scratch_free(&scratch);
}

static scene *scene_make(const soak_body *a, const soak_body *b, float time, test_random *random)
{
    static const uint32_t limits[] = {0, 0, 1, 4};
    scene *made = malloc(sizeof *made);
    *made = (scene){.a = a, .b = b, .now_a = soak_body_at(a, time)};
    made->now_b = a == b ? made->now_a : soak_body_at(b, time);
    made->quads_a = random_below(random, 2) == 0 && has_quads(a);
    made->quads_b = a == b ? made->quads_a : random_below(random, 2) == 0 && has_quads(b);
    made->moving = random_below(random, 2) == 0;
    made->dt = random_float(random, 0.0f, 0.1f);
    made->tolerance = powf(10.0f, random_float(random, -5.0f, 0.0f));
    made->refresh_after = limits[random_below(random, 4)];
    measure(made, random);
    return made;
}

static void scene_free(scene *made)
{
    free(made->now_a);
    if (made->a != made->b) {
        free(made->now_b);
    }
    free(made);
}

/* ---- what must hold ---- */

typedef struct point {
    double x, y, z;
} point;

static void add(point *to, double scale, hem_vec3 p)
{
    to->x += scale * (double)p.x;
    to->y += scale * (double)p.y;
    to->z += scale * (double)p.z;
}

/* What a contact's weights say in double: its way, and how that changes in a second. */
static double predicted(const scene *of, const face *a, const face *b,
                        const hem_face_contact *contact, point *way)
{
    point speed = {0.0, 0.0, 0.0};
    hem_vec3 n = contact->normal;
    *way = speed;
    for (uint32_t k = 0; k < a->count; k++) {
        add(way, (double)contact->weight_a[k], a->corner[k]);
        add(&speed, (double)contact->weight_a[k], of->a->velocities[a->vertex[k]]);
    }
    for (uint32_t k = 0; k < b->count; k++) {
        add(way, -(double)contact->weight_b[k], b->corner[k]);
        add(&speed, -(double)contact->weight_b[k], of->b->velocities[b->vertex[k]]);
    }
    double approach = speed.x * (double)n.x + speed.y * (double)n.y + speed.z * (double)n.z;
    return (double)contact->distance + (of->moving ? approach * (double)of->dt : 0.0);
}

static bool is_right(const scene *of, uint32_t i, float error)
{
    const hem_face_contact *contact = &of->contacts[i];
    face a = face_of(of->a, of->now_a, contact->faces.first, of->quads_a);
    face b = face_of(of->b, of->now_b, contact->faces.second, of->quads_b);
    hem_vec3 all[8];
    memcpy(all, a.corner, a.count * sizeof *all);
    memcpy(all + a.count, b.corner, b.count * sizeof *all);
    double extent = hem_oracle_extent(all, a.count + b.count);
    double rounding = (1e-6 + (double)HEM_CLOSEST_FACES_ERROR) * extent + bend_of(&a) + bend_of(&b);
    double distance = (double)contact->distance, bound = 4.0 * (double)of->ages[i].moved;
    double more = distance - least_distance(&a, &b, tree_oracle_distance);
    if (!(more >= -rounding && more <= bound + rounding)) {
        more = distance - exact_distance(&a, &b);
    }
    point way;
    double after = predicted(of, &a, &b, contact, &way);
    double length = sqrt(way.x * way.x + way.y * way.y + way.z * way.z);
    /* Weights add up to 1 but for rounding, which far from the origin moves their points; and the
     * common points of slivers are no better than that. */
    double apart = 1e-6 * (double)fmaxf(soak_body_reach(of->a), soak_body_reach(of->b)) + rounding;
    apart += distance > 0.0 ? 0.0 : extent / 4096.0;
    return more >= -rounding && more <= bound + rounding &&
           (of->ages[i].calls == 0 || (bound <= (double)error && bound < distance)) &&
           fabs(length - distance) <= apart &&
           fabs(after - (double)contact->predicted) <= 1e-6 * (distance + 2.0 * (double)of->dt);
}

static bool in_order(const scene *of)
{
    bool seen[MOST] = {false};
    for (uint32_t i = 0; i < of->count; i++) {
        uint32_t here = of->order[i].second, last = i > 0 ? of->order[i - 1u].second : here;
        float x = of->contacts[last].predicted, y = of->contacts[here].predicted;
        if (here >= of->count || seen[here] || x > y || (x == y && last > here)) {
            return false;
        }
        seen[here] = true;
    }
    return true;
}

static void check(scene *of, soak_tally *tally)
{
    hem_reuse_contacts_in in = {.a = side_of(of, of->a, of->now_a),
                                .b = side_of(of, of->b, of->now_b),
                                .before_a = of->before_a,
                                .before_b = of->before_b,
                                .quads_a = of->quads_a,
                                .quads_b = of->quads_b,
                                .dt = of->dt,
                                .tolerance = of->tolerance,
                                .refresh_after = of->refresh_after,
                                .contacts = of->contacts,
                                .ages = of->ages,
                                .count = of->count,
                                .order = of->order};
    hem_reuse_contacts_out out;
    TEST_ASSERT_EQUAL_MESSAGE(HEM_OK, hem_reuse_contacts(&in, &out), of->a->name);
    TEST_ASSERT_EQUAL_MESSAGE(of->count, out.reused + out.measured, of->a->name);
    TEST_ASSERT_TRUE_MESSAGE(out.error <= of->tolerance, of->a->name);
    TEST_ASSERT_TRUE_MESSAGE(out.reused == 0 || of->refresh_after != 1, of->a->name);
    for (uint32_t i = 0; i < of->count; i++) {
        if (!is_right(of, i, out.error)) {
            hem_pair faces = of->contacts[i].faces;
            soak_found(tally, SOAK_EXTRA, of->a->made.mesh.name, faces.first, faces.second);
        }
    }
    if (!in_order(of)) {
        soak_found(tally, SOAK_EXTRA, "order", 0, of->count);
    }
    tally->cases++;
    tally->pairs += of->count;
}

static void check_steps(const soak_body *a, const soak_body *b, test_random *random,
                        soak_tally *tally)
{
    float time = random_float(random, 0.0f, 0.5f);
    float step = powf(10.0f, random_float(random, -5.0f, -1.5f));
    scene *now = scene_make(a, b, time, random);
    for (uint32_t i = 0; i < STEPS; i++) {
        time += random_below(random, 4) == 0 ? 0.0f : step;
        now->before_a = now->now_a;
        now->before_b = now->now_b;
        now->now_a = soak_body_at(a, time);
        now->now_b = a == b ? now->now_a : soak_body_at(b, time);
        check(now, tally);
        free(now->before_a);
        if (a != b) {
            free(now->before_b);
        }
    }
    scene_free(now);
}

void soak_reuse(test_random *random, soak_tally *tally)
{
    soak_place place = soak_some_place(random);
    soak_body a = soak_body_make(random, &place), b = soak_body_make(random, &place);
    check_steps(&a, &a, random, tally);
    check_steps(&a, &b, random, tally);
    soak_body_free(&a);
    soak_body_free(&b);
}
