/* Features that meet while they move: see inc/hem/continuous.h. */
#include "hem/continuous.h"

#include "base/bits.h"
#include "base/ranges.h"
#include "base/vec3.h"
#include "detect/contact_queue.h"
#include "detect/hit_queue.h"
#include "detect/side.h"
#include "hem/port.h"
#include "tree/volume.h"

typedef struct pass {
    hem_hit_queue queue;
    hem_contact_list list;
    hem_leaf_pairs pairs;
    hem_marks marks_a, marks_b;
    bool turned; /* a and b are to change places in the hits */
} pass;

static bool is_same(const hem_continuous_in *in)
{
    return hem_sides_same(&in->a, &in->b);
}

uint64_t hem_continuous_bytes(const hem_tree *a, const hem_tree *b, uint32_t room)
{
    if (a == NULL || b == NULL) {
        return 0;
    }
    uint64_t words = (uint64_t)HEM_BIT_WORDS(a->vertex_count) + HEM_BIT_WORDS(b->vertex_count) + 1u;
    uint32_t leaves = a->leaf_count > b->leaf_count ? a->leaf_count : b->leaf_count;
    return HEM_ARENA_BYTES(1u, sizeof(pass)) +
           hem_hit_queue_bytes(leaves, hem_traverse_room(a, b)) +
           hem_feature_pass_points_bytes(a, b, true) + hem_marks_bytes(a) + hem_marks_bytes(b) +
           HEM_ARENA_BYTES(words, sizeof(uint32_t)) + HEM_ARENA_BYTES(room, sizeof(hem_pair));
}

static void list_hit(hem_hit_queue *queue, hem_contact_kind kind, const hem_feature_query *query,
                     const hem_ccd_out *found)
{
    pass *now = queue->to;
    hem_hit hit = hem_query_contact(kind, query, found->weight, found->normal, now->turned);
    hit.time = found->time;
    hit.separation = found->separation;
    hem_contact_list_add(&now->list, &hit);
}

/* The marks of both sides' vertices in the order of their points. */
static void take_marks(pass *now, const hem_continuous_in *in)
{
    hem_feature_search *search = &now->queue.search;
    uint32_t count_a = search->a.mesh->vertex_count;
    uint32_t count_b = search->same ? 0 : search->b.mesh->vertex_count;
    const uint32_t *of_a = now->turned ? in->marked_b : in->marked_a;
    const uint32_t *of_b = now->turned ? in->marked_a : in->marked_b;
    uint32_t *bits = hem_arena_take(in->scratch, HEM_BIT_WORDS(count_a + count_b), sizeof *bits);
    hem_bits_clear_all(bits, count_a + count_b);
    for (uint32_t v = 0; v < count_a + count_b; v++) {
        if (v < count_a ? hem_bits_has(of_a, v) : hem_bits_has(of_b, v - count_a)) {
            hem_bits_add(bits, v);
        }
    }
    search->marked = bits;
    now->marks_a = hem_marks_take(in->scratch, search->a.tree);
    hem_marks_set(&now->marks_a, search->a.tree, bits, 0);
    now->marks_b = now->marks_a;
    if (!search->same) {
        now->marks_b = hem_marks_take(in->scratch, search->b.tree);
        hem_marks_set(&now->marks_b, search->b.tree, bits, count_a);
    }
}

static pass *start(const hem_continuous_in *in)
{
    pass *now = hem_arena_take(in->scratch, 1, sizeof *now);
    hem_feature_search *search = &now->queue.search;
    now->turned = hem_feature_pass_sides(search, &in->a, &in->b);
    search->by_triangles = in->every_pair || in->no_volumes;
    search->every_pair = in->every_pair;
    search->no_volumes = in->no_volumes;
    search->a.ends = search->a.ends == NULL ? search->a.positions : search->a.ends;
    search->b.ends = search->b.ends == NULL ? search->b.positions : search->b.ends;
    now->list = (hem_contact_list){.contacts = in->hits, .room = in->room};
    now->list.keys = hem_arena_take(in->scratch, in->room, sizeof *now->list.keys);
    now->queue.separation = in->separation;
    now->queue.earliest = NULL;
    now->queue.cubic = in->test == HEM_TEST_CUBIC;
    now->queue.one_by_one = in->one_by_one;
    now->queue.take = list_hit;
    now->queue.to = now;
    hem_feature_pass_points(search, in->scratch);
    hem_hit_queue_start(&now->queue, in->scratch);
    if (in->marked_a != NULL) {
        take_marks(now, in);
    }
    return now;
}

/* Returns whether hits were left out. */
static bool report(const pass *now, hem_continuous_out *out)
{
    const hem_feature_search *search = &now->queue.search;
    bool any = false;
    for (uint32_t kind = 0; kind < HEM_CONTACT_KINDS; kind++) {
        out->count[kind] = out->left_out[kind] = now->list.count[kind];
    }
    for (uint32_t i = 0; i < now->list.kept; i++) {
        out->left_out[now->list.contacts[i].kind]--;
    }
    for (uint32_t kind = 0; kind < HEM_CONTACT_KINDS; kind++) {
        any = any || out->left_out[kind] != 0;
    }
    out->kept = now->list.kept;
    out->by_bound = now->queue.by_bound;
    out->leaf_pairs = now->pairs.leaf_pairs;
    out->leaf_tests = now->pairs.leaf_tests;
    out->pair_tests = search->pair_tests;
    out->vertex_face_tests = search->vertex_face_tests;
    out->edge_edge_tests = search->edge_edge_tests;
    out->searches = now->queue.searches;
    out->volume_tests = now->pairs.walk.volume_tests;
    return any;
}

static bool is_inside(hem_vec3 p, const hem_tree_box *box)
{
    return p.x >= box->low.x && p.y >= box->low.y && p.z >= box->low.z && p.x <= box->high.x &&
           p.y <= box->high.y && p.z <= box->high.z;
}

/* The first vertex of a side that its tree cannot be fitted to, or HEM_NONE. No volume holds a
 * vertex without triangles. */
static uint32_t misfit_of(const hem_side *side)
{
    const hem_tree_box all = hem_volume_box(side->tree);
    const uint32_t *ring = hem_mesh_ring_begin(side->mesh);
    const hem_vec3 *ends = side->ends == NULL ? side->positions : side->ends;
    for (uint32_t v = 0; v < side->mesh->vertex_count; v++) {
        if (!(is_inside(side->positions[v], &all) && is_inside(ends[v], &all)) &&
            ring[v] < ring[v + 1u]) {
            return v;
        }
    }
    return HEM_NONE;
}

/* Looks at every position, also where no leaves meet, and names the first that does not fit. One
 * that is no number is worth saying. */
static hem_status check_positions(const hem_continuous_in *in, hem_continuous_out *out)
{
    for (uint32_t body = 0; body < (is_same(in) ? 1u : 2u); body++) {
        const hem_side *side = body == 0 ? &in->a : &in->b;
        uint32_t v = misfit_of(side);
        if (v != HEM_NONE) {
            const hem_vec3 *ends = side->ends == NULL ? side->positions : side->ends;
            out->bad_body = body;
            out->bad_vertex = v;
            return hem_vec3_is_finite(side->positions[v]) && hem_vec3_is_finite(ends[v])
                       ? HEM_OUT_OF_RANGE
                       : HEM_NOT_FINITE;
        }
    }
    return HEM_OK;
}

/* Of what is given besides the sides: what is read or written during the pass, in the part of the
 * scratch that the pass writes to. */
static bool in_free_part(const hem_continuous_in *in, const hem_continuous_out *out)
{
    uint64_t words_a = in->marked_a == NULL ? 0 : HEM_BIT_WORDS(in->a.mesh->vertex_count);
    uint64_t words_b = in->marked_b == NULL ? 0 : HEM_BIT_WORDS(in->b.mesh->vertex_count);
    const hem_range given[] = {{in, sizeof *in},
                               {out, sizeof *out},
                               {in->hits, (uint64_t)in->room * sizeof *in->hits},
                               {in->marked_a, words_a * sizeof *in->marked_a},
                               {in->marked_b, words_b * sizeof *in->marked_b}};
    return hem_any_in_free_part(in->scratch, given, sizeof given / sizeof given[0]);
}

static hem_status check(const hem_continuous_in *in, const hem_continuous_out *out)
{
    if (in == NULL || out == NULL || in->scratch == NULL || (in->hits == NULL && in->room > 0) ||
        (in->marked_a == NULL) != (in->marked_b == NULL)) {
        return HEM_NULL;
    }
    hem_status status = hem_sides_check(&in->a, &in->b, in->scratch);
    if (status != HEM_OK) {
        return status;
    }
    if ((uint32_t)in->test >= HEM_TESTS ||
        (is_same(in) && (in->a.ends != in->b.ends || in->marked_a != in->marked_b))) {
        return HEM_BAD_DEFINITION;
    }
    if (in_free_part(in, out)) {
        return HEM_ALIASED;
    }
    if (!hem_is_finite(in->separation)) {
        return HEM_NOT_FINITE;
    }
    return in->separation < 0.0f || in->separation >= HEM_DOMAIN ? HEM_OUT_OF_RANGE : HEM_OK;
}

static hem_status run(const hem_continuous_in *in, hem_continuous_out *out)
{
    pass *now = start(in);
    bool some = in->marked_a != NULL;
    hem_status status = hem_feature_pass_run(&now->queue.search, some ? &now->marks_a : NULL,
                                             some ? &now->marks_b : NULL, in->scratch, &now->pairs);
    if (status != HEM_OK) {
        return status;
    }
    hem_contact_list_finish(&now->list);
    return report(now, out) ? HEM_LIMITED : HEM_OK;
}

hem_status hem_continuous(const hem_continuous_in *in, hem_continuous_out *out)
{
    hem_status status = check(in, out);
    if (status != HEM_OK) {
        return status;
    }
    *out = (hem_continuous_out){.bad_body = HEM_NONE, .bad_vertex = HEM_NONE};
    uint64_t needed = hem_continuous_bytes(in->a.tree, in->b.tree, in->room);
    if (needed > in->scratch->capacity - in->scratch->used) {
        out->needed = needed > UINT32_MAX ? UINT32_MAX : (uint32_t)needed;
        return HEM_FULL_SCRATCH;
    }
    uint32_t mark = hem_arena_mark(in->scratch), saved = hem_fp_enter();
    status = check_positions(in, out);
    if (status == HEM_OK) {
        status = run(in, out);
    }
    hem_arena_release(in->scratch, mark);
    hem_fp_leave(saved);
    return status;
}
