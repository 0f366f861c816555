/* Closest points of near faces: see inc/hem/near_faces.h.
 *
 * Every pair is measured twice, first for its place in the order, then, if it is kept, to be
 * written there. That takes no room for contacts that are not kept, and moves none. */
#include "hem/near_faces.h"

#include "base/ranges.h"
#include "base/real.h"
#include "base/sort.h"
#include "detect/face_measure.h"
#include "detect/side.h"
#include "hem/port.h"

static bool share_a_vertex(const hem_faces *a, const hem_faces *b, hem_pair pair)
{
    hem_face of_a = hem_face_of(a, pair.first), of_b = hem_face_of(b, pair.second);
    for (uint32_t i = 0; i < of_a.polygon.count; i++) {
        for (uint32_t j = 0; j < of_b.polygon.count; j++) {
            if (of_a.vertex[i] == of_b.vertex[j]) {
                return true;
            }
        }
    }
    return false;
}

/* Pairs of faces in ascending order, each once; returns how many. */
static uint32_t list_faces(const hem_face_contacts_in *in, const hem_faces *a, const hem_faces *b,
                           hem_pair *to)
{
    bool within = in->a.mesh == in->b.mesh;
    for (uint32_t i = 0; i < in->pair_count; i++) {
        hem_pair pair = {in->pairs[i].first / (in->quads_a ? 2u : 1u),
                         in->pairs[i].second / (in->quads_b ? 2u : 1u)};
        bool turned = within && pair.second < pair.first;
        to[i] = turned ? (hem_pair){pair.second, pair.first} : pair;
    }
    hem_sort(to, in->pair_count);
    uint32_t count = 0;
    for (uint32_t i = 0; i < in->pair_count; i++) {
        bool again = count > 0 && to[count - 1u].first == to[i].first &&
                     to[count - 1u].second == to[i].second;
        if (!again && !(within && in->quads_a && share_a_vertex(a, b, to[i]))) {
            to[count++] = to[i];
        }
    }
    return count;
}

static void run(const hem_face_contacts_in *in, hem_face_contacts_out *out)
{
    uint32_t mark = hem_arena_mark(in->scratch);
    const hem_faces a = {&in->a, in->quads_a}, b = {&in->b, in->quads_b};
    hem_pair *pairs = hem_arena_take(in->scratch, in->pair_count, sizeof *pairs);
    hem_pair *keys = hem_arena_take(in->scratch, in->pair_count, sizeof *keys);
    hem_face_measure now;
    out->count = list_faces(in, &a, &b, pairs);
    for (uint32_t i = 0; i < out->count; i++) {
        hem_measure_faces(&a, &b, pairs[i], in->dt, &now);
        keys[i] = (hem_pair){hem_float_key(now.contact.predicted), i};
        out->iterations += now.iterations;
        out->by_bound += now.state == HEM_GJK_BY_BOUND;
    }
    hem_sort(keys, out->count);
    out->kept = out->count < in->room ? out->count : in->room;
    for (uint32_t i = 0; i < out->kept; i++) {
        hem_measure_faces(&a, &b, pairs[keys[i].second], in->dt, &now);
        in->contacts[i] = now.contact;
    }
    hem_arena_release(in->scratch, mark);
}

static hem_status check_pairs(const hem_face_contacts_in *in, hem_face_contacts_out *out)
{
    bool within = in->a.mesh == in->b.mesh;
    for (uint32_t i = 0; i < in->pair_count; i++) {
        hem_pair pair = in->pairs[i];
        if (pair.first >= in->a.mesh->triangle_count || pair.second >= in->b.mesh->triangle_count) {
            out->detail.index = i;
            return HEM_BAD_INDEX;
        }
        const hem_faces a = {&in->a, false}, b = {&in->b, false};
        if (within && share_a_vertex(&a, &b, pair)) {
            out->detail.index = i;
            return HEM_BAD_INDEX;
        }
    }
    return HEM_OK;
}

static hem_status check(const hem_face_contacts_in *in, hem_face_contacts_out *out)
{
    if (in->a.mesh == in->b.mesh && in->quads_a != in->quads_b) {
        return HEM_BAD_DEFINITION;
    }
    if (!hem_is_finite(in->dt)) {
        return HEM_NOT_FINITE;
    }
    if (in->dt < 0.0f) {
        return HEM_OUT_OF_RANGE;
    }
    const hem_faces a = {&in->a, in->quads_a}, b = {&in->b, in->quads_b};
    hem_status status = hem_check_faces(&a, &out->detail);
    if (status == HEM_OK) {
        status = hem_check_faces(&b, &out->detail);
    }
    if (status == HEM_OK) {
        status = check_pairs(in, out);
    }
    uint64_t needed = HEM_FACE_CONTACTS_BYTES((uint64_t)in->pair_count);
    if (status == HEM_OK && needed > in->scratch->capacity - in->scratch->used) {
        out->detail.needed = needed > UINT32_MAX ? UINT32_MAX : (uint32_t)needed;
        status = HEM_FULL_SCRATCH;
    }
    return status;
}

static bool in_free_part(const hem_face_contacts_in *in, const hem_face_contacts_out *out)
{
    const hem_range given[] = {{in, sizeof *in},
                               {out, sizeof *out},
                               {in->pairs, (uint64_t)in->pair_count * sizeof *in->pairs},
                               {in->contacts, (uint64_t)in->room * sizeof *in->contacts}};
    return hem_any_in_free_part(in->scratch, given, sizeof given / sizeof given[0]) ||
           hem_side_in_free_part(&in->a, in->scratch) || hem_side_in_free_part(&in->b, in->scratch);
}

hem_status hem_face_contacts(const hem_face_contacts_in *in, hem_face_contacts_out *out)
{
    if (in == NULL || out == NULL || in->a.mesh == NULL || in->b.mesh == NULL ||
        in->a.positions == NULL || in->b.positions == NULL || in->scratch == NULL ||
        (in->pairs == NULL && in->pair_count > 0) || (in->contacts == NULL && in->room > 0)) {
        return HEM_NULL;
    }
    if (in_free_part(in, out)) {
        return HEM_ALIASED;
    }
    *out = (hem_face_contacts_out){.detail = {.index = HEM_NONE}};
    hem_status status = check(in, out);
    if (status != HEM_OK) {
        return status;
    }
    uint32_t saved = hem_fp_enter();
    run(in, out);
    hem_fp_leave(saved);
    return out->kept < out->count ? HEM_LIMITED : HEM_OK;
}
