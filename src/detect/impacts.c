/* Bodies that must not meet on their way: see inc/hem/impacts.h. */
#include "hem/impacts.h"

#include "base/bits.h"
#include "base/ranges.h"
#include "base/vec3.h"
#include "detect/body_sweep.h"
#include "detect/earliest.h"
#include "detect/largest_bodies.h"
#include "detect/side.h"
#include "detect/tangled.h"
#include "hem/port.h"
#include "narrow/ccd_sure.h"
#include "tree/volume.h"

#include <float.h>
#include <string.h>

typedef struct hem_impacts_state {
    hem_hit_queue queue;
    hem_earliest earliest;
    hem_body_sweep sweep;
    float (*points)[4], (*ends)[4]; /* of all vertices, on the grid */
    uint32_t *marked;               /* bits: vertices that a hit of the last pass has touched */
    uint32_t *moved;                /* bits: bodies that have such vertices */
    uint32_t *yielding;             /* bits: bodies with a movable vertex */
    hem_marks *marks;               /* of each body, where marks are looked at */
    hem_pair bodies;                /* that are looked at */
    hem_arena pass;   /* what a pass over two bodies takes: set aside, whatever the caller takes */
    hem_impact *hits; /* where that was: they are written when the pass is over */
    uint32_t behind;  /* how far the scratch is used without the earliest hits and what follows */
    uint32_t lent;    /* bytes of that, while they are lent */
    bool fresh;       /* the next pass looks at everything */
} state;

/* ------------------------------------------------------------------------------------ the scratch
 */

static uint64_t marks_bytes(const hem_moving_body *bodies, uint32_t count)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < count; i++) {
        bytes += hem_marks_bytes(bodies[i].tree);
    }
    return bytes;
}

/* What is needed only until the hits of a pass have been read comes last, so that it can be lent in
 * between. */
static uint64_t pass_bytes(const hem_moving_body *bodies, uint32_t body_count,
                           uint32_t vertex_count)
{
    uint64_t hits = HEM_ARENA_BYTES(vertex_count, sizeof(hem_impact));
    uint64_t pass = hem_pass_scratch(hem_largest_bodies(bodies, body_count));
    return hits > pass ? hits : pass;
}

uint64_t hem_impacts_bytes(const hem_moving_body *bodies, uint32_t body_count,
                           uint32_t vertex_count)
{
    if (bodies == NULL) {
        return 0;
    }
    return HEM_ARENA_BYTES(1u, sizeof(state)) + hem_earliest_bytes(vertex_count) +
           hem_body_sweep_bytes(body_count) +
           2u * HEM_ARENA_BYTES(vertex_count, 4u * sizeof(float)) +
           HEM_ARENA_BYTES(HEM_BIT_WORDS(vertex_count), sizeof(uint32_t)) +
           2u * HEM_ARENA_BYTES(HEM_BIT_WORDS(body_count), sizeof(uint32_t)) +
           HEM_ARENA_BYTES(body_count, sizeof(hem_marks)) + marks_bytes(bodies, body_count) +
           pass_bytes(bodies, body_count, vertex_count);
}

static state *take_state(const hem_impacts_in *in)
{
    hem_arena *scratch = in->scratch;
    uint32_t vertices = in->vertex_count, bodies = in->body_count;
    state *now = hem_arena_take(scratch, 1, sizeof *now);
    hem_body_sweep_take(&now->sweep, bodies, scratch);
    now->points = hem_arena_take(scratch, vertices, sizeof *now->points);
    now->ends = hem_arena_take(scratch, vertices, sizeof *now->ends);
    now->marked = hem_arena_take(scratch, HEM_BIT_WORDS(vertices), sizeof *now->marked);
    now->moved = hem_arena_take(scratch, HEM_BIT_WORDS(bodies), sizeof *now->moved);
    now->yielding = hem_arena_take(scratch, HEM_BIT_WORDS(bodies), sizeof *now->yielding);
    now->marks = hem_arena_take(scratch, bodies, sizeof *now->marks);
    for (uint32_t i = 0; i < bodies; i++) {
        now->marks[i] = hem_marks_take(scratch, in->bodies[i].tree);
    }
    now->behind = hem_arena_mark(scratch);
    hem_earliest_take(&now->earliest, in->inverse_mass, vertices, scratch);
    now->earliest.any = in->any_earliest;
    uint32_t bytes = (uint32_t)pass_bytes(in->bodies, bodies, vertices);
    now->hits = hem_arena_take(scratch, bytes, 1);
    (void)hem_arena_init(&now->pass, now->hits, bytes);
    now->lent = 0;
    return now;
}

static void find_yielding(const hem_impacts_in *in, state *now)
{
    hem_bits_clear_all(now->yielding, in->body_count);
    for (uint32_t i = 0; i < in->body_count; i++) {
        const hem_moving_body *body = &in->bodies[i];
        for (uint32_t v = 0; v < body->mesh->vertex_count; v++) {
            if (in->inverse_mass[body->first_vertex + v] > 0.0f) {
                hem_bits_add(now->yielding, i);
                break;
            }
        }
    }
}

/* ------------------------------------------------------------------------------------- the checks
 */

static hem_status refuse(hem_impacts *impacts, hem_status status, uint32_t body, uint32_t vertex)
{
    impacts->bad_body = body;
    impacts->bad_vertex = vertex;
    return status;
}

static uint64_t end_of(const hem_moving_body *body)
{
    return (uint64_t)body->first_vertex + body->mesh->vertex_count;
}

/* A body by itself. */
static hem_status check_body(const hem_impacts_in *in, uint32_t number)
{
    const hem_moving_body *body = &in->bodies[number];
    if (body->mesh == NULL || body->tree == NULL) {
        return HEM_NULL;
    }
    if (hem_in_free_part(in->scratch, body->mesh, sizeof *body->mesh) ||
        hem_in_free_part(in->scratch, body->tree, sizeof *body->tree)) {
        return HEM_ALIASED;
    }
    if (body->mesh->vertex_count != body->tree->vertex_count ||
        body->mesh->triangle_count != body->tree->triangle_count) {
        return HEM_BAD_COUNT;
    }
    if (body->tree->axis_count != in->bodies[0].tree->axis_count ||
        (body->self && (body->mesh->flags & HEM_MESH_SELF) == 0)) {
        return HEM_BAD_DEFINITION;
    }
    if (end_of(body) > in->vertex_count) {
        return HEM_BAD_INDEX;
    }
    return HEM_OK;
}

/* Does one of the bodies before this one name its tree? `highest` is the highest address of theirs:
 * trees that come in the order of their addresses, as those of a world do, need no other look. */
static bool shares_tree(const hem_impacts_in *in, uint32_t number, uintptr_t highest)
{
    const hem_tree *tree = in->bodies[number].tree;
    bool shared = false;
    for (uint32_t i = 0; (uintptr_t)tree <= highest && i < number; i++) {
        shared = shared || in->bodies[i].tree == tree;
    }
    return shared;
}

static hem_status check_bodies(hem_impacts *impacts, const hem_impacts_in *in)
{
    uintptr_t highest = 0;
    for (uint32_t i = 0; i < in->body_count; i++) {
        hem_status status = check_body(in, i);
        if (status != HEM_OK) {
            return refuse(impacts, status, i, HEM_NONE);
        }
        /* In the order of their vertices, which is what a total order of hits needs. */
        if (i > 0 && end_of(&in->bodies[i - 1u]) > in->bodies[i].first_vertex) {
            return refuse(impacts, HEM_BAD_INDEX, i, HEM_NONE);
        }
        uintptr_t at = (uintptr_t)in->bodies[i].tree;
        if (shares_tree(in, i, highest)) {
            return refuse(impacts, HEM_ALIASED, i, HEM_NONE);
        }
        highest = at > highest ? at : highest;
    }
    return HEM_OK;
}

static bool in_domain(hem_vec3 p)
{
    return hem_abs(p.x) < HEM_DOMAIN && hem_abs(p.y) < HEM_DOMAIN && hem_abs(p.z) < HEM_DOMAIN;
}

static hem_status check_vertex(const hem_impacts_in *in, uint32_t v)
{
    bool movable = in->inverse_mass[v] > 0.0f;
    if (!hem_vec3_is_finite(in->start[v]) || !hem_vec3_is_finite(in->end[v]) ||
        !hem_is_finite(in->inverse_mass[v]) || (movable && !hem_vec3_is_finite(in->velocity[v]))) {
        return HEM_NOT_FINITE;
    }
    return in_domain(in->start[v]) && in_domain(in->end[v]) && in->inverse_mass[v] >= 0.0f
               ? HEM_OK
               : HEM_OUT_OF_RANGE;
}

static hem_status check_vertices(hem_impacts *impacts, const hem_impacts_in *in)
{
    for (uint32_t i = 0; i < in->body_count; i++) {
        uint32_t end = (uint32_t)end_of(&in->bodies[i]);
        for (uint32_t v = in->bodies[i].first_vertex; v < end; v++) {
            hem_status status = check_vertex(in, v);
            if (status != HEM_OK) {
                return refuse(impacts, status, i, v);
            }
        }
    }
    return HEM_OK;
}

/* Ends and scratch are written while everything else is read: none of it may lie there. */
static bool are_apart(const hem_impacts *impacts, const hem_impacts_in *in)
{
    uint64_t points = (uint64_t)in->vertex_count * sizeof *in->end;
    const struct {
        const void *begin;
        uint64_t bytes;
    } others[] = {
        {in->start, points},
        {in->velocity, points},
        {in->inverse_mass, (uint64_t)in->vertex_count * sizeof *in->inverse_mass},
        {in->bodies, (uint64_t)in->body_count * sizeof *in->bodies},
        {impacts, sizeof *impacts},
        {in->scratch, sizeof *in->scratch},
    };
    bool apart = !hem_in_free_part(in->scratch, in->end, points);
    for (uint32_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        apart = apart && !hem_in_free_part(in->scratch, others[i].begin, others[i].bytes) &&
                !hem_ranges_overlap(in->end, points, others[i].begin, others[i].bytes);
    }
    return apart;
}

static hem_status check(hem_impacts *impacts, const hem_impacts_in *in)
{
    if (in->bodies == NULL || in->start == NULL || in->end == NULL || in->velocity == NULL ||
        in->inverse_mass == NULL || in->scratch == NULL) {
        return HEM_NULL;
    }
    if (in->body_count == 0 || in->vertex_count == 0) {
        return HEM_BAD_COUNT;
    }
    if (!are_apart(impacts, in)) {
        return HEM_ALIASED;
    }
    hem_status status = check_bodies(impacts, in);
    if (status != HEM_OK) {
        return status;
    }
    if (!hem_is_finite(in->dt) || !hem_is_finite(in->separation)) {
        return HEM_NOT_FINITE;
    }
    if (!(in->dt >= FLT_MIN) || in->separation < 0.0f || in->separation >= HEM_DOMAIN) {
        return HEM_OUT_OF_RANGE;
    }
    return check_vertices(impacts, in);
}

/* ------------------------------------------------------------------------------------- the passes
 */

static void slot_hit(hem_hit_queue *queue, hem_contact_kind kind, const hem_feature_query *query,
                     const hem_ccd_out *found)
{
    hem_impacts *impacts = queue->to;
    const uint32_t *p = query->point;
    if (impacts->in.tangled != NULL &&
        hem_tangled_lets_through(impacts->in.tangled, impacts->state->bodies, kind,
                                 query->features)) {
        impacts->exempt++;
        return;
    }
    const hem_hit_key key = {.time = found->time,
                             .edges = kind == HEM_CONTACT_EDGE_EDGE,
                             .vertex = {p[0], p[1], p[2], p[3]}};
    /* Nobody can answer a hit of vertices that cannot give way. */
    impacts->found += hem_earliest_add(&impacts->state->earliest, &key);
}

static hem_side side_of(const hem_impacts *impacts, uint32_t body)
{
    const hem_moving_body *from = &impacts->in.bodies[body];
    return (hem_side){.mesh = from->mesh,
                      .tree = from->tree,
                      .positions = impacts->in.start + from->first_vertex,
                      .first_vertex = from->first_vertex,
                      .ends = impacts->in.end + from->first_vertex};
}

/* One pair of bodies, or one with itself. */
static void look_at(hem_impacts *impacts, uint32_t a, uint32_t b, bool some)
{
    state *now = impacts->state;
    hem_hit_queue *queue = &now->queue;
    hem_feature_search *search = &queue->search;
    hem_arena *scratch = &now->pass;
    uint32_t mark = hem_arena_mark(scratch);
    const hem_side side_a = side_of(impacts, a), side_b = side_of(impacts, b);
    hem_leaf_pairs pairs;
    hem_feature_pass_sides(search, &side_a, &side_b);
    search->points = (const float(*)[4])now->points;
    search->ends = (const float(*)[4])now->ends;
    search->first_a = side_a.first_vertex;
    search->first_b = side_b.first_vertex;
    search->marked = some ? now->marked : NULL;
    search->fits = true;
    if (impacts->in.solid_faces_only) {
        const hem_moving_body *bodies = impacts->in.bodies;
        search->left_out = hem_feature_kinds_of_solid(!bodies[a].self, !bodies[b].self);
    }
    search->by_triangles = impacts->in.every_pair || impacts->in.no_volumes;
    search->every_pair = impacts->in.every_pair;
    search->no_volumes = impacts->in.no_volumes;
    queue->separation = impacts->in.separation;
    queue->cubic = false;
    queue->one_by_one = impacts->in.one_by_one;
    bool skips = impacts->in.uncounted || impacts->in.any_earliest;
    queue->earliest = skips && impacts->in.tangled == NULL ? &now->earliest : NULL;
    queue->take = slot_hit;
    queue->to = impacts;
    now->bodies = (hem_pair){a, b};
    hem_hit_queue_start(queue, scratch);
    /* Positions are those that the trees were fitted to just now. */
    (void)hem_feature_pass_run(search, some ? &now->marks[a] : NULL, some ? &now->marks[b] : NULL,
                               scratch, &pairs);
    impacts->body_pairs++;
    impacts->leaf_pairs += pairs.leaf_pairs;
    impacts->pair_tests += search->pair_tests;
    impacts->vertex_face_tests += search->vertex_face_tests;
    impacts->edge_edge_tests += search->edge_edge_tests;
    impacts->volume_tests += pairs.walk.volume_tests;
    impacts->searches += queue->searches;
    impacts->by_bound += queue->by_bound;
    hem_arena_release(scratch, mark);
}

static void look_at_all(hem_impacts *impacts, bool some)
{
    const state *now = impacts->state;
    hem_pair pair;
    hem_body_sweep *sweep = &impacts->state->sweep;
    for (uint32_t i = 0; i < impacts->in.body_count; i++) {
        sweep->boxes[i] = hem_box_of_tree(impacts->in.bodies[i].tree);
        if (impacts->in.bodies[i].self && (!some || hem_bits_has(now->moved, i))) {
            look_at(impacts, i, i, some);
        }
    }
    /* Twice the grid, for what snapping and the widths of volumes round. */
    hem_body_sweep_start(sweep, impacts->in.separation + 2.0f * HEM_GRID);
    while (hem_body_sweep_next(sweep, &pair)) {
        bool fresh =
            !some || hem_bits_has(now->moved, pair.first) || hem_bits_has(now->moved, pair.second);
        /* Two bodies that cannot give way cannot be kept apart. */
        if (fresh &&
            (hem_bits_has(now->yielding, pair.first) || hem_bits_has(now->yielding, pair.second))) {
            look_at(impacts, pair.first, pair.second, some);
        }
    }
}

/* Trees for the motion as it is now, and which bodies a hit of the last pass has touched. */
static void refit(hem_impacts *impacts, bool some)
{
    state *now = impacts->state;
    hem_bits_clear_all(now->moved, impacts->in.body_count);
    for (uint32_t i = 0; i < impacts->in.body_count; i++) {
        const hem_moving_body *body = &impacts->in.bodies[i];
        const hem_fit_points points = {.start = impacts->in.start + body->first_vertex,
                                       .end = impacts->in.end + body->first_vertex};
        if (!some) {
            hem_tree_refit_all(body->tree, &points);
            impacts->volumes_fitted += body->tree->volume_count;
        } else if (hem_marks_set(&now->marks[i], body->tree, now->marked, body->first_vertex) > 0) {
            hem_bits_add(now->moved, i);
            impacts->volumes_fitted += hem_tree_refit_marked(body->tree, &points, &now->marks[i]);
        }
    }
}

/* The weights and the normal of a hit, by asking its test again. */
static void set_impact(const state *now, float separation, const hem_hit_key *key, hem_impact *to)
{
    bool edges = key->edges != 0;
    hem_vec3 start[4], end[4];
    hem_ccd_out out;
    for (uint32_t k = 0; k < 4; k++) {
        const float *p = now->points[key->vertex[k]], *q = now->ends[key->vertex[k]];
        start[k] = (hem_vec3){p[0], p[1], p[2]};
        end[k] = (hem_vec3){q[0], q[1], q[2]};
    }
    (void)hem_ccd_unclear(start, end, edges, separation, key->time, &out);
    for (uint32_t k = 0; k < 4; k++) {
        to->vertex[k] = key->vertex[k];
        to->weight[k] = k < (edges ? 2u : 1u) ? out.weight[k] : 0.0f - out.weight[k];
    }
    to->normal = out.normal;
    to->distance = 0.0f;
    to->time = key->time;
    to->kind = edges ? HEM_CONTACT_EDGE_EDGE : HEM_CONTACT_VERTEX_FACE;
}

static void accept(hem_impacts *impacts)
{
    state *now = impacts->state;
    impacts->count = impacts->every_hit ? hem_earliest_sort(&now->earliest)
                                        : hem_earliest_accept(&now->earliest);
    for (uint32_t i = 0; i < impacts->count; i++) {
        const hem_hit_key *key = &now->earliest.slots[now->earliest.order[i].second];
        set_impact(now, impacts->in.separation, key, &now->hits[i]);
    }
    impacts->collisions += impacts->found;
    impacts->accepted += impacts->count;
}

/* Where the answers lead: the ends of movable vertices that were touched. */
static hem_status take_answers(hem_impacts *impacts)
{
    const hem_impacts_in *in = &impacts->in;
    state *now = impacts->state;
    for (uint32_t i = 0; i < in->body_count; i++) {
        uint32_t end = (uint32_t)end_of(&in->bodies[i]);
        for (uint32_t v = hem_bits_next(now->marked, end, in->bodies[i].first_vertex);
             v != HEM_NONE; v = hem_bits_next(now->marked, end, v + 1u)) {
            hem_vec3 to = hem_vec3_snap(hem_add_scaled(in->start[v], in->dt, in->velocity[v]));
            if (!hem_vec3_is_finite(to)) {
                return refuse(impacts, HEM_NOT_FINITE, i, v);
            }
            if (!in_domain(to)) {
                return refuse(impacts, HEM_OUT_OF_RANGE, i, v);
            }
            in->end[v] = to;
            now->ends[v][0] = to.x;
            now->ends[v][1] = to.y;
            now->ends[v][2] = to.z;
        }
    }
    return HEM_OK;
}

hem_status hem_impacts_start(hem_impacts *impacts, const hem_impacts_in *in)
{
    if (impacts == NULL || in == NULL) {
        return HEM_NULL;
    }
    *impacts = (hem_impacts){.in = *in, .bad_body = HEM_NONE, .bad_vertex = HEM_NONE};
    hem_status status = check(impacts, in);
    if (status != HEM_OK) {
        return status;
    }
    uint64_t needed = hem_impacts_bytes(in->bodies, in->body_count, in->vertex_count);
    if (needed > in->scratch->capacity - in->scratch->used) {
        impacts->needed = needed > UINT32_MAX ? UINT32_MAX : (uint32_t)needed;
        return HEM_FULL_SCRATCH;
    }
    uint32_t saved = hem_fp_enter();
    impacts->mark = hem_arena_mark(in->scratch);
    impacts->state = take_state(in);
    impacts->hits = impacts->state->hits;
    find_yielding(in, impacts->state);
    impacts->state->fresh = false;
    hem_bits_clear_all(impacts->state->marked, in->vertex_count);
    hem_feature_points(impacts->state->points, in->start, in->vertex_count);
    hem_feature_points(impacts->state->ends, in->end, in->vertex_count);
    hem_fp_leave(saved);
    return HEM_OK;
}

void hem_impacts_lend(hem_impacts *impacts)
{
    if (impacts != NULL && impacts->state != NULL && impacts->state->lent == 0) {
        impacts->count = 0;
        impacts->state->lent = hem_arena_mark(impacts->in.scratch) - impacts->state->behind;
        hem_arena_release(impacts->in.scratch, impacts->state->behind);
    }
}

/* What was lent is where it was before; the arena is in stack order. */
void hem_impacts_take_back(hem_impacts *impacts)
{
    if (impacts != NULL && impacts->state != NULL && impacts->state->lent > 0) {
        hem_arena_release(impacts->in.scratch, impacts->state->behind);
        (void)hem_arena_take(impacts->in.scratch, impacts->state->lent, 1);
        impacts->state->lent = 0;
    }
}

hem_status hem_impacts_pass(hem_impacts *impacts)
{
    if (impacts == NULL || impacts->state == NULL) {
        return HEM_NULL;
    }
    state *now = impacts->state;
    uint32_t saved = hem_fp_enter();
    hem_impacts_take_back(impacts);
    hem_status status = impacts->pass > 0 ? take_answers(impacts) : HEM_OK;
    bool last = impacts->pass == impacts->in.pass_limit;
    impacts->count = 0;
    impacts->bad_body = status == HEM_OK ? HEM_NONE : impacts->bad_body;
    impacts->bad_vertex = status == HEM_OK ? HEM_NONE : impacts->bad_vertex;
    if (status == HEM_OK && last) {
        status = HEM_LIMITED;
    } else if (status == HEM_OK) {
        bool some = impacts->pass > 0 && !impacts->in.unmarked && !now->fresh;
        now->fresh = false;
        impacts->found = 0;
        hem_earliest_clear(&now->earliest);
        refit(impacts, some);
        look_at_all(impacts, some);
        accept(impacts);
        memcpy(now->marked, now->earliest.touched,
               (size_t)HEM_BIT_WORDS(impacts->in.vertex_count) * sizeof *now->marked);
        impacts->pass++;
        status = impacts->found > 0 ? HEM_LIMITED : HEM_OK;
    }
    hem_fp_leave(saved);
    return status;
}

void hem_impacts_mark(hem_impacts *impacts, uint32_t vertex)
{
    if (impacts != NULL && impacts->state != NULL && vertex < impacts->in.vertex_count &&
        impacts->in.inverse_mass[vertex] > 0.0f) {
        hem_bits_add(impacts->state->marked, vertex);
    }
}

void hem_impacts_refresh(hem_impacts *impacts)
{
    if (impacts != NULL && impacts->state != NULL) {
        find_yielding(&impacts->in, impacts->state);
        impacts->state->fresh = true;
    }
}

const uint32_t *hem_impacts_touched(const hem_impacts *impacts)
{
    return impacts == NULL || impacts->state == NULL ? NULL : impacts->state->marked;
}

void hem_impacts_end(hem_impacts *impacts)
{
    if (impacts != NULL && impacts->state != NULL) {
        hem_arena_release(impacts->in.scratch, impacts->mark);
        impacts->state = NULL;
    }
}
