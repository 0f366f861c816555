/* Contacts that keep their points while faces hardly move (002-17): see inc/hem/coherence.h. */
#include "hem/coherence.h"

#include "base/sort.h"
#include "base/vec3.h"
#include "detect/face_measure.h"
#include "hem/port.h"

/* Unit of rounding. */
#define ROUNDING (1.0f / 16777216.0f)

/* The box of displacements, around which half its diagonal holds them all. */
typedef struct displacements {
    hem_vec3 low, high;
} displacements;

static void take_face(displacements *box, const hem_face *face, const hem_vec3 *before)
{
    for (uint32_t k = 0; k < face->polygon.count; k++) {
        hem_vec3 way = hem_sub(face->polygon.point[k], hem_vec3_snap(before[face->vertex[k]]));
        box->low = hem_vec3_min(way, box->low);
        box->high = hem_vec3_max(way, box->high);
    }
}

static float largest_of(hem_vec3 a)
{
    return hem_max(hem_max(hem_abs(a.x), hem_abs(a.y)), hem_abs(a.z));
}

/* How far the corners have moved from what they have in common, not rounded down. Positions are
 * taken onto the grid, so no square vanishes. */
static float moved_apart(const hem_reuse_contacts_in *in, const hem_face *a, const hem_face *b)
{
    hem_vec3 first = hem_sub(a->polygon.point[0], hem_vec3_snap(in->before_a[a->vertex[0]]));
    displacements box = {first, first};
    take_face(&box, a, in->before_a);
    take_face(&box, b, in->before_b);
    float size = hem_max(largest_of(box.low), largest_of(box.high));
    float across = hem_length(hem_sub(box.high, box.low));
    return 0.5f * across * (1.0f + 8.0f * ROUNDING) + 4.0f * ROUNDING * size;
}

/* The way from b's point to a's, seen from a corner so that nothing is lost far from the origin. */
static hem_vec3 way_between(const hem_face_contact *contact, const hem_face *a, const hem_face *b)
{
    hem_vec3 origin = a->polygon.point[0], way = {0.0f, 0.0f, 0.0f};
    for (uint32_t k = 0; k < a->polygon.count; k++) {
        way = hem_add_scaled(way, contact->weight_a[k], hem_sub(a->polygon.point[k], origin));
    }
    for (uint32_t k = 0; k < b->polygon.count; k++) {
        way = hem_add_scaled(way, -contact->weight_b[k], hem_sub(b->polygon.point[k], origin));
    }
    return way;
}

typedef struct pass {
    const hem_reuse_contacts_in *in;
    hem_reuse_contacts_out *out;
    hem_faces a, b;
} pass;

static void measure(pass *now, uint32_t i)
{
    hem_face_measure measured;
    hem_measure_faces(&now->a, &now->b, now->in->contacts[i].faces, now->in->dt, &measured);
    now->in->contacts[i] = measured.contact;
    now->in->ages[i] = (hem_contact_age){0.0f, 0u};
    now->out->measured++;
}

static void bring_up_to_date(pass *now, uint32_t i)
{
    const hem_reuse_contacts_in *in = now->in;
    hem_face_contact *contact = &in->contacts[i];
    hem_contact_age *age = &in->ages[i];
    const hem_face faces[2] = {hem_face_of(&now->a, contact->faces.first),
                               hem_face_of(&now->b, contact->faces.second)};
    float moved = (age->moved + moved_apart(in, &faces[0], &faces[1])) * (1.0f + 2.0f * ROUNDING);
    float error = 4.0f * moved;
    bool old = in->refresh_after != 0 && age->calls >= in->refresh_after - 1u;
    /* The weights of slivers that meet make points that are apart, so what met says nothing. */
    bool met = !(contact->distance > 0.0f);
    if (old || met || !(age->moved >= 0.0f) || !(error <= in->tolerance)) {
        measure(now, i);
        return;
    }
    hem_vec3 way = way_between(contact, &faces[0], &faces[1]);
    float distance = hem_length(way);
    if (!(distance > error)) {
        measure(now, i);
        return;
    }
    contact->distance = distance;
    hem_finish_face_contact(&now->a, &now->b, faces, way, in->dt, contact);
    age->moved = moved;
    age->calls += age->calls < UINT32_MAX;
    now->out->reused++;
    now->out->error = hem_max(error, now->out->error);
}

static void run(pass *now)
{
    const hem_reuse_contacts_in *in = now->in;
    for (uint32_t i = 0; i < in->count; i++) {
        bring_up_to_date(now, i);
    }
    if (in->order != NULL) {
        for (uint32_t i = 0; i < in->count; i++) {
            in->order[i] = (hem_pair){hem_float_key(in->contacts[i].predicted), i};
        }
        hem_sort(in->order, in->count);
    }
}

static hem_status check_contacts(const pass *now)
{
    const hem_reuse_contacts_in *in = now->in;
    uint32_t faces_a = in->a.mesh->triangle_count / (in->quads_a ? 2u : 1u);
    uint32_t faces_b = in->b.mesh->triangle_count / (in->quads_b ? 2u : 1u);
    for (uint32_t i = 0; i < in->count; i++) {
        hem_pair pair = in->contacts[i].faces;
        if (pair.first >= faces_a || pair.second >= faces_b) {
            now->out->detail.index = i;
            return HEM_BAD_INDEX;
        }
    }
    return HEM_OK;
}

static hem_status check(const pass *now)
{
    const hem_reuse_contacts_in *in = now->in;
    if (in->a.mesh == in->b.mesh && in->quads_a != in->quads_b) {
        return HEM_BAD_DEFINITION;
    }
    if (!hem_is_finite(in->dt) || !hem_is_finite(in->tolerance)) {
        return HEM_NOT_FINITE;
    }
    if (in->dt < 0.0f || in->tolerance < 0.0f) {
        return HEM_OUT_OF_RANGE;
    }
    hem_detail *detail = &now->out->detail;
    hem_status status = hem_check_faces(&now->a, detail);
    if (status == HEM_OK) {
        status = hem_check_faces(&now->b, detail);
    }
    if (status == HEM_OK) {
        status = hem_check_positions(in->before_a, in->a.mesh->vertex_count, detail);
    }
    if (status == HEM_OK) {
        status = hem_check_positions(in->before_b, in->b.mesh->vertex_count, detail);
    }
    return status == HEM_OK ? check_contacts(now) : status;
}

hem_status hem_reuse_contacts(const hem_reuse_contacts_in *in, hem_reuse_contacts_out *out)
{
    if (in == NULL || out == NULL || in->a.mesh == NULL || in->b.mesh == NULL ||
        in->a.positions == NULL || in->b.positions == NULL || in->before_a == NULL ||
        in->before_b == NULL || (in->count > 0 && (in->contacts == NULL || in->ages == NULL))) {
        return HEM_NULL;
    }
    *out = (hem_reuse_contacts_out){.detail = {.index = HEM_NONE}};
    pass now = {.in = in, .out = out, .a = {&in->a, in->quads_a}, .b = {&in->b, in->quads_b}};
    hem_status status = check(&now);
    if (status != HEM_OK) {
        return status;
    }
    uint32_t saved = hem_fp_enter();
    run(&now);
    hem_fp_leave(saved);
    return HEM_OK;
}
