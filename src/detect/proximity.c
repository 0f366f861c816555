/* Features that are closer than a distance: see inc/hem/proximity.h. */
#include "hem/proximity.h"

#include "base/ranges.h"
#include "detect/contact_search.h"
#include "detect/side.h"
#include "hem/narrow.h"
#include "hem/port.h"

typedef struct pass {
    const hem_proximity_in *in;
    hem_proximity_out *out;
    hem_leaf_pairs pairs;
    hem_contact_search *search;
} pass;

static hem_feature_view *take_features(hem_arena *scratch, const hem_tree *tree)
{
    hem_feature_view *features = hem_arena_take(scratch, tree->leaf_count, sizeof *features);
    for (uint32_t leaf = 0; leaf < tree->leaf_count; leaf++) {
        features[leaf].filled = 0;
    }
    return features;
}

/* Positions onto their grid. Those that are looked at have been found good before (leaf_pairs.h):
 * orphan pairs come last, and every leaf has met itself by then. */
static void copy_points(const hem_side *side, float (*points)[4])
{
    for (uint32_t v = 0; v < side->mesh->vertex_count; v++) {
        hem_vec3 position = hem_vec3_snap(side->positions[v]);
        points[v][0] = position.x;
        points[v][1] = position.y;
        points[v][2] = position.z;
        points[v][3] = 0.0f;
    }
}

/* How many vertices the sides have together. */
static uint64_t vertices_of(const hem_tree *a, const hem_tree *b)
{
    return (uint64_t)a->vertex_count + (a == b ? 0u : b->vertex_count);
}

uint64_t hem_proximity_bytes(const hem_tree *a, const hem_tree *b, uint32_t room)
{
    if (a == NULL || b == NULL) {
        return 0;
    }
    return hem_leaf_pairs_bytes(a, b) + HEM_ARENA_BYTES(1u, sizeof(hem_contact_search)) +
           HEM_ARENA_BYTES(vertices_of(a, b), 4u * sizeof(float)) +
           HEM_ARENA_BYTES(room, sizeof(hem_pair)) +
           HEM_ARENA_BYTES(a->leaf_count, sizeof(hem_feature_view)) +
           (a == b ? 0u : HEM_ARENA_BYTES(b->leaf_count, sizeof(hem_feature_view)));
}

static void take_points(hem_contact_search *search, hem_arena *scratch)
{
    uint32_t count = (uint32_t)vertices_of(search->a.tree, search->b.tree);
    float(*points)[4] = hem_arena_take(scratch, count, sizeof *points);
    search->queue.points = (const float(*)[4])points;
    copy_points(&search->a, points);
    if (!search->same) {
        copy_points(&search->b, points + search->a.mesh->vertex_count);
    }
}

/* A distance that is computed may be off by HEM_CLOSEST_ERROR of the largest distance between two
 * points of the query, which is that of the features and their lengths at most. */
static void set_margins(hem_contact_search *search, float epsilon)
{
    float sizes = search->a.tree->leaf_extent + search->b.tree->leaf_extent;
    search->reach = epsilon + 2.0f * HEM_CLOSEST_ERROR * (epsilon + 2.0f * sizes);
    search->span = 2.0f * (sizes + search->reach);
}

static hem_contact_search *start_search(const hem_proximity_in *in)
{
    hem_contact_search *search = hem_arena_take(in->scratch, 1, sizeof *search);
    /* The lower numbers first, so that a and b are looked at alike in either order. */
    bool turned = in->b.first_vertex < in->a.first_vertex;
    search->a = turned ? in->b : in->a;
    search->b = turned ? in->a : in->b;
    search->same = hem_sides_same(&in->a, &in->b);
    search->pair_tests = search->vertex_face_tests = search->edge_edge_tests = 0;
    search->close_count = 0;
    set_margins(search, in->epsilon);
    search->features_a = take_features(in->scratch, search->a.tree);
    search->features_b =
        search->same ? search->features_a : take_features(in->scratch, search->b.tree);
    hem_contact_queue *queue = &search->queue;
    queue->points_a = search->a.mesh->vertex_count;
    queue->velocities_a = search->a.velocities;
    queue->velocities_b = search->b.velocities;
    queue->epsilon = in->epsilon;
    queue->dt = in->dt;
    queue->turned = turned;
    queue->list = (hem_contact_list){.contacts = in->contacts, .room = in->room};
    queue->list.keys = hem_arena_take(in->scratch, in->room, sizeof *queue->list.keys);
    hem_contact_queue_start(queue);
    take_points(search, in->scratch);
    return search;
}

static hem_status run(pass *now)
{
    hem_contact_search *search = now->search;
    hem_leaf_pair leaves;
    now->pairs = (hem_leaf_pairs){.a = search->a.tree,
                                  .b = search->b.tree,
                                  .positions_a = search->a.positions,
                                  .positions_b = search->b.positions,
                                  .epsilon = search->reach,
                                  .slants = true};
    hem_leaf_pairs_start(&now->pairs, now->in->scratch);
    while (hem_leaf_pairs_next(&now->pairs, &leaves)) {
        hem_contact_search_leaves(search, &leaves, &now->pairs.grid);
    }
    hem_leaf_pairs_end(&now->pairs, now->in->scratch);
    if (now->pairs.misfit) {
        return HEM_OUT_OF_RANGE;
    }
    if (search->same) {
        hem_contact_search_orphans(search);
    }
    hem_contact_search_finish(search);
    hem_contact_list_finish(&search->queue.list);
    return HEM_OK;
}

/* Returns whether contacts were left out. */
static bool report(const pass *now)
{
    hem_proximity_out *out = now->out;
    const hem_contact_list *list = &now->search->queue.list;
    for (uint32_t kind = 0; kind < HEM_CONTACT_KINDS; kind++) {
        out->count[kind] = out->left_out[kind] = list->count[kind];
    }
    for (uint32_t i = 0; i < list->kept; i++) {
        out->left_out[list->contacts[i].kind]--;
    }
    out->kept = list->kept;
    out->leaf_pairs = now->pairs.leaf_pairs;
    out->leaf_tests = now->pairs.leaf_tests;
    out->pair_tests = now->search->pair_tests;
    out->vertex_face_tests = now->search->vertex_face_tests;
    out->edge_edge_tests = now->search->edge_edge_tests;
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
    hem_status status = hem_sides_check(&in->a, &in->b);
    if (status != HEM_OK) {
        return status;
    }
    if (hem_in_free_part(in->scratch, in->contacts, (uint64_t)in->room * sizeof *in->contacts)) {
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
    now.search = start_search(in);
    status = run(&now);
    if (status == HEM_OK && report(&now)) {
        status = HEM_LIMITED;
    }
    hem_arena_release(in->scratch, mark);
    hem_fp_leave(saved);
    return status;
}
