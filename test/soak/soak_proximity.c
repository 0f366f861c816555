/* Soak of hem_proximity: bodies with themselves and with each other, moving or not, trees of every
 * setting. What every feature with every other gives, bit for bit; and what is surely closer than
 * epsilon, in double and where that is not enough in exact arithmetic, is among it. */
#include "soak/soak_near.h"
#include "soak/soak_pairs.h"

#include "closest_oracle.h"
#include "contact_oracle.h"
#include "feature_oracle.h"
#include "hem/narrow.h"
#include "tree_oracle.h"
#include "unity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SETTINGS = 6 };

/* What a pass over two bodies, or one, must find: by kind, first and second. */
typedef struct contacts {
    hem_contact *list;
    uint32_t count;
} contacts;

typedef struct scene {
    const soak_body *a, *b;
    float epsilon, dt;
    bool moving, turned;
} scene;

static uint32_t room_for(const scene *of)
{
    const hem_mesh *a = of->a->mesh.mesh, *b = of->b->mesh.mesh;
    return a->vertex_count * b->triangle_count + a->triangle_count * b->vertex_count +
           a->edge_count * b->edge_count;
}

static hem_proximity_in input(const scene *of)
{
    soak_sides sides = soak_sides_of(of->a, of->b, of->turned);
    sides.a.velocities = of->moving ? of->a->velocities : NULL;
    sides.b.velocities = of->moving ? of->b->velocities : NULL;
    return (hem_proximity_in){
        .a = sides.a, .b = sides.b, .epsilon = of->epsilon, .dt = of->dt, .room = room_for(of)};
}

/* ---- two oracles ---- */

static double exact_distance(const hem_contact *contact, const hem_vec3 point[4])
{
    return contact->kind == HEM_CONTACT_EDGE_EDGE ? hem_oracle_distance_edge_edge(point)
                                                  : hem_oracle_distance_vertex_face(point);
}

/* No contact is off by more than the closest points may be. */
static bool distance_is_right(const hem_proximity_in *in, const hem_contact *contact)
{
    hem_vec3 point[4];
    contact_oracle_points(in, contact, point);
    double bound = (double)HEM_CLOSEST_ERROR * hem_oracle_extent(point, 4);
    double distance = (double)contact->distance;
    return fabs(distance - contact_oracle_distance(in, contact)) <= bound ||
           fabs(distance - exact_distance(contact, point)) <= bound;
}

/* Is a pair of features closer than epsilon whatever rounding does? Double alone may be wrong about
 * slivers. */
static bool is_sure(const hem_proximity_in *in, const hem_contact *contact)
{
    hem_vec3 p[4];
    contact_oracle_points(in, contact, p);
    bool edges = contact->kind == HEM_CONTACT_EDGE_EDGE;
    const hem_vec3 first[3] = {p[0], edges ? p[1] : p[0], p[0]};
    const hem_vec3 second[3] = {edges ? p[2] : p[1], edges ? p[3] : p[2], p[3]};
    double epsilon = (double)in->epsilon;
    if (tree_oracle_gap(first, second) >= epsilon ||
        tree_oracle_distance(first, second) >= epsilon) {
        return false;
    }
    double bound = (double)HEM_CLOSEST_ERROR * hem_oracle_extent(p, 4);
    return exact_distance(contact, p) + bound < epsilon;
}

static bool share_a_vertex(const hem_mesh *mesh, const hem_contact *contact)
{
    return contact->kind == HEM_CONTACT_EDGE_EDGE
               ? feature_oracle_edges_touch(mesh, contact->first, contact->second)
               : feature_oracle_vertex_touches(mesh, contact->first, contact->second);
}

static bool is_loose(const hem_mesh *mesh, uint32_t vertex)
{
    const uint32_t *ring = hem_mesh_ring_begin(mesh) + vertex;
    return ring[0] == ring[1];
}

/* Looks at the features of one kind in the order of the list; `next` is its place there. */
static void check_kind(const scene *of, const hem_proximity_in *in, hem_contact_kind kind,
                       const contacts *found, uint32_t *next, soak_tally *tally)
{
    const hem_mesh *a = in->a.mesh, *b = in->b.mesh;
    const uint32_t firsts[] = {a->vertex_count, a->triangle_count, a->edge_count};
    const uint32_t seconds[] = {b->triangle_count, b->vertex_count, b->edge_count};
    bool same = of->a == of->b, edges = kind == HEM_CONTACT_EDGE_EDGE;
    for (uint32_t i = 0; i < firsts[kind]; i++) {
        for (uint32_t j = same && edges ? i + 1u : 0u; j < seconds[kind]; j++) {
            hem_contact pair = {.kind = (uint32_t)kind, .first = i, .second = j};
            const hem_contact *at = &found->list[*next];
            if (*next < found->count && contact_oracle_compare(at, &pair) == 0) {
                if (!distance_is_right(in, at)) {
                    soak_found(tally, SOAK_EXTRA, "distance", i, j);
                }
                *next += 1u;
            } else if (!(same && share_a_vertex(a, &pair)) &&
                       !(kind == HEM_CONTACT_VERTEX_FACE && is_loose(a, i)) &&
                       !(kind == HEM_CONTACT_FACE_VERTEX && is_loose(b, j)) && is_sure(in, &pair)) {
                soak_found(tally, SOAK_MISS, of->a->name, i, j);
            }
        }
    }
}

static void check_truth(const scene *of, const contacts *found, soak_tally *tally)
{
    hem_proximity_in in = input(of);
    uint32_t next = 0;
    for (uint32_t kind = 0; kind < HEM_CONTACT_KINDS; kind++) {
        if (!(of->a == of->b && kind == HEM_CONTACT_FACE_VERTEX)) {
            check_kind(of, &in, (hem_contact_kind)kind, found, &next, tally);
        }
    }
    TEST_ASSERT_EQUAL(found->count, next);
}

static contacts brute_force(const scene *of, soak_tally *tally)
{
    hem_proximity_in in = input(of);
    contacts found = {.list = malloc((in.room + 1u) * sizeof *found.list)};
    found.count = contact_oracle_find(&in, found.list, in.room);
    TEST_ASSERT_TRUE(found.count <= in.room);
    check_truth(of, &found, tally);
    return found;
}

/* ---- the pass ---- */

static contacts run(const scene *of, uint32_t room, hem_proximity_out *out)
{
    hem_proximity_in in = input(of);
    in.room = room;
    in.contacts = malloc((room + 1u) * sizeof *in.contacts);
    uint64_t bytes = hem_proximity_bytes(in.a.tree, in.b.tree, in.room);
    soak_scratch scratch = soak_scratch_take(bytes);
    in.scratch = &scratch.arena;
    hem_status status = hem_proximity(&in, out);
    TEST_ASSERT_EQUAL_MESSAGE(
        out->kept < out->count[0] + out->count[1] + out->count[2] ? HEM_LIMITED : HEM_OK, status,
        of->a->name);
    soak_scratch_free(&scratch);
    return (contacts){in.contacts, out->kept};
}

static bool in_order(const contacts *found)
{
    for (uint32_t i = 1; i < found->count; i++) {
        const hem_contact *a = &found->list[i - 1u], *b = &found->list[i];
        if (!(a->predicted < b->predicted ||
              (a->predicted == b->predicted && contact_oracle_compare(a, b) < 0))) {
            return false;
        }
    }
    return true;
}

/* The same bits; predictions are in double on the other side. */
static bool agree(const hem_contact *is, const hem_contact *wanted, float dt)
{
    float near = 1e-6f * wanted->distance + 1e-5f * dt;
    return memcmp(&is->distance, &wanted->distance, sizeof is->distance) == 0 &&
           memcmp(is->weight, wanted->weight, sizeof is->weight) == 0 &&
           memcmp(&is->normal, &wanted->normal, sizeof is->normal) == 0 &&
           fabsf(is->predicted - wanted->predicted) <= near;
}

/* Two lists by kind, first and second. */
static void compare(const scene *of, const contacts *expected, const contacts *found,
                    soak_tally *tally)
{
    uint32_t i = 0, j = 0;
    while (i < expected->count || j < found->count) {
        const hem_contact *wanted = &expected->list[i], *is = &found->list[j];
        int order = i == expected->count ? 1
                    : j == found->count  ? -1
                                         : contact_oracle_compare(wanted, is);
        if (order < 0) {
            soak_found(tally, SOAK_MISS, of->a->name, wanted->first, wanted->second);
        } else if (order > 0 || !agree(is, wanted, of->dt)) {
            soak_found(tally, SOAK_EXTRA, of->a->name, is->first, is->second);
        }
        i += order <= 0;
        j += order >= 0;
    }
}

/* With less room, the first of what there is. */
static void check_short(const scene *of, const contacts *all, uint32_t room, soak_tally *tally)
{
    hem_proximity_out out;
    contacts kept = run(of, room, &out);
    TEST_ASSERT_EQUAL_MESSAGE(room, out.kept, of->a->name);
    TEST_ASSERT_EQUAL_MESSAGE(all->count - room,
                              out.left_out[0] + out.left_out[1] + out.left_out[2], of->a->name);
    if (memcmp(kept.list, all->list, room * sizeof *kept.list) != 0) {
        soak_found(tally, SOAK_EXTRA, "with less room", room, all->count);
    }
    free(kept.list);
}

static void check(const scene *of, const contacts *expected, test_random *random, soak_tally *tally)
{
    hem_proximity_out out;
    contacts found = run(of, expected->count + 1u, &out);
    if (!in_order(&found)) {
        soak_found(tally, SOAK_EXTRA, "order", 0, found.count);
    }
    check_short(of, &found, random_below(random, found.count + 1u), tally);
    qsort(found.list, found.count, sizeof *found.list, contact_oracle_compare);
    compare(of, expected, &found, tally);
    tally->cases++;
    tally->pairs += of->a == of->b ? room_for(of) / 2u : room_for(of);
    free(found.list);
}

void soak_proximity(test_random *random, soak_tally *tally)
{
    soak_place place = soak_some_place(random);
    soak_body a = soak_body_make(random, &place), b = soak_body_make(random, &place);
    scene within = {.a = &a, .b = &a, .epsilon = soak_some_epsilon(random)};
    within.dt = random_below(random, 2) == 0 ? 0.0f : random_float(random, 0.0f, 0.1f);
    within.moving = random_below(random, 3) != 0;
    scene between = within;
    between.b = &b;
    between.turned = random_below(random, 2) == 0;
    contacts own = {.list = NULL}, common = {.list = NULL};
    for (uint32_t i = 0; i < SETTINGS; i++) {
        soak_build_two(&a, &b, random);
        if (i == 0) {
            own = brute_force(&within, tally);
            common = brute_force(&between, tally);
        }
        check(&within, &own, random, tally);
        check(&between, &common, random, tally);
    }
    free(own.list);
    free(common.list);
    soak_body_free(&a);
    soak_body_free(&b);
}
