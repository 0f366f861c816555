/* Features that are closer than a distance: see inc/hem/proximity.h. */
#include "hem/proximity.h"

#include "base/ranges.h"
#include "detect/contact_queue.h"
#include "detect/side.h"
#include "hem/narrow.h"
#include "hem/port.h"

typedef struct pass {
    const hem_proximity_in *in;
    hem_proximity_out *out;
    hem_leaf_pairs pairs;
    hem_contact_queue *queue;
    hem_contact_list list;
    bool turned; /* a and b are to change places in the contacts */
} pass;

uint64_t hem_proximity_bytes(const hem_tree *a, const hem_tree *b, uint32_t room)
{
    if (a == NULL || b == NULL) {
        return 0;
    }
    return hem_leaf_pairs_bytes(a, b, false) + hem_feature_search_bytes(a, b, false) +
           HEM_ARENA_BYTES(1u, sizeof(hem_contact_queue)) +
           hem_feature_pass_points_bytes(a, b, false) + HEM_ARENA_BYTES(room, sizeof(hem_pair));
}

static void list_contact(hem_contact_queue *queue, hem_contact_kind kind,
                         const hem_feature_query *query, const hem_closest_out *found,
                         float predicted)
{
    pass *now = queue->to;
    hem_contact contact = hem_query_contact(kind, query, found->weight, found->normal, now->turned);
    contact.distance = found->distance;
    contact.predicted = predicted;
    hem_contact_list_add(&now->list, &contact);
}

static void start(pass *now)
{
    const hem_proximity_in *in = now->in;
    hem_contact_queue *queue = hem_arena_take(in->scratch, 1, sizeof *queue);
    hem_feature_search *search = &queue->search;
    now->queue = queue;
    now->turned = hem_feature_pass_sides(search, &in->a, &in->b);
    search->a.ends = search->b.ends = NULL;
    search->epsilon = in->epsilon;
    queue->velocities_a = search->a.velocities;
    queue->velocities_b = search->b.velocities;
    queue->dt = in->dt;
    queue->take = list_contact;
    queue->to = now;
    now->list = (hem_contact_list){.contacts = in->contacts, .room = in->room};
    now->list.keys = hem_arena_take(in->scratch, in->room, sizeof *now->list.keys);
    hem_contact_queue_start(queue, in->scratch);
    hem_feature_pass_points(search, in->scratch);
}

static hem_status run(pass *now)
{
    hem_status status =
        hem_feature_pass_run(&now->queue->search, NULL, NULL, now->in->scratch, &now->pairs);
    if (status == HEM_OK) {
        hem_contact_list_finish(&now->list);
    }
    return status;
}

/* Returns whether contacts were left out. */
static bool report(const pass *now)
{
    hem_proximity_out *out = now->out;
    const hem_contact_list *list = &now->list;
    for (uint32_t kind = 0; kind < HEM_CONTACT_KINDS; kind++) {
        out->count[kind] = out->left_out[kind] = list->count[kind];
    }
    for (uint32_t i = 0; i < list->kept; i++) {
        out->left_out[list->contacts[i].kind]--;
    }
    out->kept = list->kept;
    out->leaf_pairs = now->pairs.leaf_pairs;
    out->leaf_tests = now->pairs.leaf_tests;
    out->pair_tests = now->queue->search.pair_tests;
    out->vertex_face_tests = now->queue->search.vertex_face_tests;
    out->edge_edge_tests = now->queue->search.edge_edge_tests;
    out->volume_tests = now->pairs.walk.volume_tests;
    return (out->left_out[0] | out->left_out[1] | out->left_out[2]) != 0;
}

static bool velocities_finite(const hem_side *side)
{
    for (uint32_t v = 0; side->velocities != NULL && v < side->mesh->vertex_count; v++) {
        if (!hem_vec3_is_finite(side->velocities[v])) {
            return false;
        }
    }
    return true;
}

static hem_status check(const hem_proximity_in *in, const hem_proximity_out *out)
{
    if (in == NULL || out == NULL || in->scratch == NULL ||
        (in->contacts == NULL && in->room > 0)) {
        return HEM_NULL;
    }
    hem_status status = hem_sides_check(&in->a, &in->b, in->scratch);
    if (status != HEM_OK) {
        return status;
    }
    const hem_range given[] = {{in, sizeof *in},
                               {out, sizeof *out},
                               {in->contacts, (uint64_t)in->room * sizeof *in->contacts}};
    if (hem_any_in_free_part(in->scratch, given, sizeof given / sizeof given[0])) {
        return HEM_ALIASED;
    }
    if (!hem_is_finite(in->epsilon) || !hem_is_finite(in->dt)) {
        return HEM_NOT_FINITE;
    }
    if (in->epsilon < 0.0f || in->epsilon > HEM_DOMAIN || in->dt < 0.0f) {
        return HEM_OUT_OF_RANGE;
    }
    return velocities_finite(&in->a) && velocities_finite(&in->b) ? HEM_OK : HEM_NOT_FINITE;
}

hem_status hem_proximity(const hem_proximity_in *in, hem_proximity_out *out)
{
    hem_status status = check(in, out);
    if (status != HEM_OK) {
        return status;
    }
    *out = (hem_proximity_out){.needed = 0};
    uint64_t needed = hem_proximity_bytes(in->a.tree, in->b.tree, in->room);
    if (needed > in->scratch->capacity - in->scratch->used) {
        out->needed = needed > UINT32_MAX ? UINT32_MAX : (uint32_t)needed;
        return HEM_FULL_SCRATCH;
    }
    if (!(in->epsilon > 0.0f)) {
        return HEM_OK; /* nothing is closer than nothing */
    }
    pass now = {.in = in, .out = out};
    uint32_t mark = hem_arena_mark(in->scratch), saved = hem_fp_enter();
    start(&now);
    status = run(&now);
    if (status == HEM_OK && report(&now)) {
        status = HEM_LIMITED;
    }
    hem_arena_release(in->scratch, mark);
    hem_fp_leave(saved);
    return status;
}
