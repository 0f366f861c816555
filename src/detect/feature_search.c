/* Feature pairs of two leaves, by owners: see feature_search.h. */
#include "detect/feature_search.h"

#include "base/bits.h"
#include "detect/represent.h"
#include "tree/tree_parts.h"

static void add_query(hem_feature_search *search, hem_contact_kind kind,
                      const hem_feature_query *query)
{
    hem_query_queue *own = &search->of[kind];
    own->query[own->count++] = *query;
    if (own->count == HEM_QUERY_BATCH) {
        search->look(search, kind);
    }
}

void hem_feature_ask_vertex_face(hem_feature_search *search, bool of_a, uint32_t vertex,
                                 uint32_t face, bool stands)
{
    const hem_mesh *mesh = of_a ? search->b.mesh : search->a.mesh;
    const uint32_t *corner = hem_mesh_triangles(mesh) + 3u * (size_t)face;
    uint32_t at = of_a ? search->first_a : search->first_b;
    uint32_t on = of_a ? search->first_b : search->first_a;
    hem_contact_kind kind = HEM_CONTACT_VERTEX_FACE;
    hem_pair features = {vertex, face};
    if (!of_a && !search->same) {
        kind = HEM_CONTACT_FACE_VERTEX;
        features = (hem_pair){face, vertex};
    }
    if (!stands) {
        features = (hem_pair){HEM_NONE, HEM_NONE};
    }
    const hem_feature_query query = {{at + vertex, on + corner[0], on + corner[1], on + corner[2]},
                                     features};
    if (hem_feature_is_marked(search, &query)) {
        search->vertex_face_tests++;
        add_query(search, kind, &query);
    }
}

void hem_feature_ask_edge_edge(hem_feature_search *search, uint32_t edge_a, uint32_t edge_b,
                               bool stands)
{
    hem_pair features = {edge_a, edge_b};
    if (search->same && edge_b < edge_a) {
        features = (hem_pair){edge_b, edge_a};
    }
    hem_pair first = hem_mesh_edges(search->a.mesh)[features.first];
    hem_pair second = hem_mesh_edges(search->b.mesh)[features.second];
    uint32_t a = search->first_a, b = search->first_b;
    if (!stands) {
        features = (hem_pair){HEM_NONE, HEM_NONE};
    }
    const hem_feature_query query = {
        {a + first.first, a + first.second, b + second.first, b + second.second}, features};
    if (hem_feature_is_marked(search, &query)) {
        search->edge_edge_tests++;
        add_query(search, HEM_CONTACT_EDGE_EDGE, &query);
    }
}

static uint32_t lowest_of(uint64_t bits)
{
    uint32_t low = (uint32_t)(bits & 0xFFFFFFFFu);
    return low != 0 ? hem_bits_lowest(low) : 32u + hem_bits_lowest((uint32_t)(bits >> 32));
}

/* One leaf of the two; what it is at the end of the step is null where nothing moves. */
typedef struct half {
    const hem_side *side;
    const hem_feature_view *features;
    const hem_feature_boxes *end_boxes;
    const hem_patch_view *view, *end_view;
    const uint32_t *order, *vertices;
    const uint16_t *corners;
    uint32_t marked, marked_faces; /* bits for vertices, and for triangles with one of them */
    uint64_t marked_edges;         /* owned edges with one of them */
} half;

static half half_of(const hem_side *side, uint32_t leaf)
{
    const hem_tree *tree = side->tree;
    uint32_t begin = hem_tree_leaf_begin(tree)[leaf];
    return (half){.side = side,
                  .order = hem_tree_order(tree) + begin,
                  .vertices = hem_tree_leaf_vertices(tree) + hem_tree_leaf_vertex_begin(tree)[leaf],
                  .corners = hem_tree_corners(tree) + begin};
}

/* Are a vertex and a triangle apart along a slant? */
static inline bool vertex_is_apart(const half *own, uint32_t place, const half *other,
                                   uint32_t triangle, hem_s8 wider)
{
    uint16_t corners = other->corners[triangle];
    hem_slant_range vertex = hem_slants_of_vertex(own->view, place);
    hem_slant_range face = hem_slants_of_triangle(other->view, corners);
    if (own->end_view == NULL) {
        return hem_slants_apart(vertex, face, wider);
    }
    return hem_slants_apart_always(vertex, face, hem_slants_of_vertex(own->end_view, place),
                                   hem_slants_of_triangle(other->end_view, corners), wider);
}

/* The vertices that a triangle owns with the other leaf's faces in `row`. */
static void look_at_vertices(hem_feature_search *search, const half *own, const half *other,
                             uint32_t triangle, uint32_t row, bool of_a, hem_s8 wider)
{
    int32_t steps = own->features->wider;
    uint32_t owned = own->features->owners[triangle] & 7u;
    for (; owned != 0; owned &= owned - 1u) {
        uint32_t place = hem_corner(own->corners[triangle], hem_bits_lowest(owned));
        uint32_t near = row & ((own->marked >> place & 1u) != 0 ? 0xFFFFu : other->marked_faces);
        if (near == 0) {
            continue;
        }
        hem_grid_box box = hem_feature_vertex_box(&own->features->boxes, place, steps);
        if (own->end_boxes == NULL) {
            near &= hem_triangles_near(other->view, &box);
        } else {
            hem_grid_box end = hem_feature_vertex_box(own->end_boxes, place, steps);
            near &= hem_grid_triangles_meet(other->view, other->end_view, &box, &end);
        }
        for (; near != 0; near &= near - 1u) {
            uint32_t face = hem_bits_lowest(near);
            if (!vertex_is_apart(own, place, other, face, wider)) {
                hem_feature_ask_vertex_face(search, of_a, own->vertices[place], other->order[face],
                                            true);
            }
        }
    }
}

static uint32_t edge_number(const half *from, uint32_t edge)
{
    uint32_t corner = from->features->corner_of[edge];
    size_t triangle = from->order[corner / 3u];
    return hem_mesh_triangle_edges(from->side->mesh)[3u * triangle + corner % 3u];
}

/* The places of an owned edge's vertices in its leaf. */
static inline hem_pair ends_of_edge(const half *from, uint32_t edge)
{
    uint32_t ends = from->features->ends_of[edge];
    return (hem_pair){ends & 15u, ends >> 4};
}

static inline hem_slant_range slants_of_edge(const hem_patch_view *view, hem_pair places)
{
    return hem_slants_of_edge(view, places.first, places.second);
}

/* Are two edges apart along a slant? */
static inline bool edges_are_apart(const half *a, hem_pair of_a, const half *b, hem_pair of_b,
                                   hem_s8 wider)
{
    hem_slant_range first = slants_of_edge(a->view, of_a), second = slants_of_edge(b->view, of_b);
    if (a->end_view == NULL) {
        return hem_slants_apart(first, second, wider);
    }
    return hem_slants_apart_always(first, second, slants_of_edge(a->end_view, of_a),
                                   slants_of_edge(b->end_view, of_b), wider);
}

/* The edges that a triangle of a owns with those that the triangles of b in `row` own. */
static void look_at_edges(hem_feature_search *search, const half *a, const half *b,
                          uint32_t triangle, uint32_t row, hem_s8 wider)
{
    uint64_t asked = 0, owned = hem_feature_edges_of(a->features, triangle);
    for (; row != 0; row &= row - 1u) {
        asked |= hem_feature_edges_of(b->features, hem_bits_lowest(row));
    }
    for (; owned != 0; owned &= owned - 1u) {
        uint32_t edge = lowest_of(owned);
        uint64_t wanted = (a->marked_edges >> edge & 1u) != 0 ? asked : asked & b->marked_edges;
        if (wanted == 0) {
            continue;
        }
        hem_grid_box box = hem_feature_edge_box(&a->features->boxes, edge);
        uint64_t near;
        if (a->end_boxes == NULL) {
            near = hem_feature_edges_near(b->features, &box, wanted);
        } else {
            hem_grid_box end = hem_feature_edge_box(a->end_boxes, edge);
            near = hem_feature_edges_meet(b->features, b->end_boxes, &box, &end, wanted);
        }
        hem_pair of_a = ends_of_edge(a, edge);
        for (; near != 0; near &= near - 1u) {
            uint32_t other = lowest_of(near);
            if (!edges_are_apart(a, of_a, b, ends_of_edge(b, other), wider)) {
                hem_feature_ask_edge_edge(search, edge_number(a, edge), edge_number(b, other),
                                          true);
            }
        }
    }
}

static void look_by_owners(hem_feature_search *search, const hem_cull_pairs *pairs, const half *a,
                           const half *b, hem_s8 wider)
{
    uint16_t columns[HEM_LEAF_TRIANGLES] = {0};
    uint32_t used = 0;
    for (uint32_t rows = pairs->row_mask; rows != 0; rows &= rows - 1u) {
        uint32_t i = hem_bits_lowest(rows), row = pairs->rows[i];
        if (hem_feature_asks(search, HEM_CONTACT_VERTEX_FACE)) {
            look_at_vertices(search, a, b, i, row, true, wider);
        }
        if (hem_feature_asks(search, HEM_CONTACT_EDGE_EDGE)) {
            look_at_edges(search, a, b, i, row, wider);
        }
        used |= row;
        for (; row != 0; row &= row - 1u) {
            uint32_t j = hem_bits_lowest(row);
            columns[j] = (uint16_t)(columns[j] | 1u << i);
        }
    }
    used = hem_feature_asks(search, HEM_CONTACT_FACE_VERTEX) ? used : 0u;
    for (; used != 0; used &= used - 1u) {
        uint32_t j = hem_bits_lowest(used);
        look_at_vertices(search, b, a, j, columns[j], false, wider);
    }
}

static void look_by_triangles(hem_feature_search *search, const hem_leaf_pair *leaves)
{
    const uint32_t *order_a =
        hem_tree_order(search->a.tree) + hem_tree_leaf_begin(search->a.tree)[leaves->leaf_a];
    const uint32_t *order_b =
        hem_tree_order(search->b.tree) + hem_tree_leaf_begin(search->b.tree)[leaves->leaf_b];
    for (uint32_t rows = leaves->pairs.row_mask; rows != 0; rows &= rows - 1u) {
        uint32_t i = hem_bits_lowest(rows);
        for (uint32_t row = leaves->pairs.rows[i]; row != 0; row &= row - 1u) {
            uint32_t j = hem_bits_lowest(row);
            hem_feature_ask_triangles(search, (hem_pair){order_a[i], order_b[j]});
        }
    }
}

static void fill_features(const hem_side *side, uint32_t leaf, const hem_patch_grid *grid,
                          hem_feature_view *features, hem_feature_boxes *end_boxes, half *of)
{
    bool fresh = features->filled != leaf + 1u;
    hem_feature_fill(features, side, leaf, of->view, grid);
    if (end_boxes != NULL && fresh) {
        hem_feature_fill_end(end_boxes, features, of->end_view, grid);
    }
    of->features = features;
    of->end_boxes = end_boxes;
}

/* Only pairs of features of which at least one has a marked vertex are looked at: nothing has
 * changed about the others. */
static void set_marked(half *of, uint32_t marked, uint32_t marked_faces)
{
    of->marked = marked;
    of->marked_faces = marked_faces;
    of->marked_edges = marked == 0xFFFFu ? UINT64_MAX : 0u;
    for (uint32_t edge = 0; marked != 0 && marked != 0xFFFFu && edge < of->features->edge_count;
         edge++) {
        hem_pair ends = ends_of_edge(of, edge);
        of->marked_edges |= (uint64_t)((marked >> ends.first | marked >> ends.second) & 1u) << edge;
    }
}

/* A place of an array that may be null. */
static hem_feature_boxes *boxes_at(hem_feature_boxes *boxes, uint32_t slot)
{
    return boxes == NULL ? NULL : boxes + slot;
}

void hem_feature_search_leaves(hem_feature_search *search, const hem_leaf_pair *leaves,
                               const hem_patch_grid *grid)
{
    for (uint32_t rows = leaves->pairs.row_mask; rows != 0; rows &= rows - 1u) {
        search->pair_tests += hem_bits_in_word(leaves->pairs.rows[hem_bits_lowest(rows)]);
    }
    if (search->by_triangles ||
        (search->same && !hem_leaves_far(search->a.tree, leaves->leaf_a, leaves->leaf_b))) {
        look_by_triangles(search, leaves);
        return;
    }
    half a = half_of(&search->a, leaves->leaf_a), b = half_of(&search->b, leaves->leaf_b);
    a.view = leaves->cull.a;
    b.view = leaves->cull.b;
    a.end_view = leaves->cull.end_a;
    b.end_view = leaves->cull.end_b;
    uint32_t slot_a = leaves->leaf_a & search->slot_mask;
    uint32_t slot_b = leaves->leaf_b & search->slot_mask;
    fill_features(&search->a, leaves->leaf_a, grid, search->features_a + slot_a,
                  boxes_at(search->end_boxes_a, slot_a), &a);
    fill_features(&search->b, leaves->leaf_b, grid, search->features_b + slot_b,
                  boxes_at(search->end_boxes_b, slot_b), &b);
    set_marked(&a, leaves->marked_a, leaves->marked_rows);
    set_marked(&b, leaves->marked_b, leaves->marked_columns);
    /* Both are as wide as the grid says. */
    look_by_owners(search, &leaves->pairs, &a, &b,
                   hem_s8_splat((int16_t)(2 * (int32_t)grid->slant_wider)));
}

void hem_feature_search_finish(hem_feature_search *search)
{
    hem_feature_close_finish(search);
    for (uint32_t kind = 0; kind < HEM_CONTACT_KINDS; kind++) {
        search->look(search, (hem_contact_kind)kind);
    }
}

uint64_t hem_feature_search_bytes(const hem_tree *a, const hem_tree *b, bool moving)
{
    uint64_t leaf = sizeof(hem_feature_view), end = moving ? sizeof(hem_feature_boxes) : 0u;
    uint64_t bytes = HEM_ARENA_BYTES(a->leaf_count, leaf) + HEM_ARENA_BYTES(a->leaf_count, end);
    if (a != b) {
        bytes += HEM_ARENA_BYTES(b->leaf_count, leaf) + HEM_ARENA_BYTES(b->leaf_count, end);
    }
    return bytes;
}

uint64_t hem_feature_search_bytes_limited(uint32_t leaves, uint32_t view_limit)
{
    uint64_t slots = hem_view_slots(leaves, view_limit);
    return 2u * (HEM_ARENA_BYTES(slots, sizeof(hem_feature_view)) +
                 HEM_ARENA_BYTES(slots, sizeof(hem_feature_boxes)));
}

static hem_feature_view *take_features(hem_arena *scratch, uint32_t count)
{
    hem_feature_view *features = hem_arena_take(scratch, count, sizeof *features);
    for (uint32_t i = 0; i < count; i++) {
        features[i].filled = 0;
    }
    return features;
}

/* As leaf_pairs.c takes its views. */
static void start_views(hem_feature_search *search, hem_arena *scratch)
{
    uint32_t leaves_a = search->a.tree->leaf_count, leaves_b = search->b.tree->leaf_count;
    uint32_t limit = search->view_limit;
    bool all = limit == 0 || (leaves_a <= limit && leaves_b <= limit);
    bool shared = search->same && all;
    uint32_t slots_a = hem_view_slots(leaves_a, limit), slots_b = hem_view_slots(leaves_b, limit);
    search->slot_mask = all ? UINT32_MAX : limit - 1u;
    search->features_a = take_features(scratch, slots_a);
    search->features_b = shared ? search->features_a : take_features(scratch, slots_b);
    search->end_boxes_a = search->end_boxes_b = NULL;
    if (search->ends != NULL) {
        search->end_boxes_a = hem_arena_take(scratch, slots_a, sizeof *search->end_boxes_a);
        search->end_boxes_b = shared
                                  ? search->end_boxes_a
                                  : hem_arena_take(scratch, slots_b, sizeof *search->end_boxes_b);
    }
}

void hem_feature_search_start(hem_feature_search *search, float slack, hem_arena *scratch)
{
    /* The largest distance in a query is that of the features and their lengths at most. */
    float sizes = search->a.tree->leaf_extent + search->b.tree->leaf_extent;
    search->reach = search->epsilon + slack * (search->epsilon + 2.0f * sizes);
    search->span = 2.0f * (sizes + search->reach);
    search->pair_tests = 0;
    search->vertex_face_tests = search->edge_edge_tests = 0;
    search->close_count = 0;
    for (uint32_t kind = 0; kind < HEM_CONTACT_KINDS; kind++) {
        search->of[kind].count = 0;
    }
    start_views(search, scratch);
}
