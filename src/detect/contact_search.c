/* Feature pairs of two leaves, by owners: see contact_search.h. */
#include "detect/contact_search.h"

#include "base/bits.h"
#include "detect/represent.h"
#include "tree/tree_parts.h"

/* Where the points of b begin. */
static uint32_t points_before_b(const hem_contact_search *search)
{
    return search->same ? 0 : search->a.mesh->vertex_count;
}

void hem_contact_ask_vertex_face(hem_contact_search *search, bool of_a, uint32_t vertex,
                                 uint32_t face)
{
    const hem_mesh *mesh = of_a ? search->b.mesh : search->a.mesh;
    const uint32_t *corner = hem_mesh_triangles(mesh) + 3u * (size_t)face;
    uint32_t before_b = points_before_b(search);
    uint32_t at = of_a ? 0 : before_b, on = of_a ? before_b : 0;
    hem_contact_kind kind = HEM_CONTACT_VERTEX_FACE;
    hem_pair features = {vertex, face};
    if (!of_a && !search->same) {
        kind = HEM_CONTACT_FACE_VERTEX;
        features = (hem_pair){face, vertex};
    }
    const hem_feature_query query = {{at + vertex, on + corner[0], on + corner[1], on + corner[2]},
                                     features};
    search->vertex_face_tests++;
    hem_contact_queue_add(&search->queue, kind, &query);
}

void hem_contact_ask_edge_edge(hem_contact_search *search, uint32_t edge_a, uint32_t edge_b)
{
    uint32_t before_b = points_before_b(search);
    hem_pair features = {edge_a, edge_b};
    if (search->same && edge_b < edge_a) {
        features = (hem_pair){edge_b, edge_a};
    }
    hem_pair first = hem_mesh_edges(search->a.mesh)[features.first];
    hem_pair second = hem_mesh_edges(search->b.mesh)[features.second];
    const hem_feature_query query = {
        {first.first, first.second, before_b + second.first, before_b + second.second}, features};
    search->edge_edge_tests++;
    hem_contact_queue_add(&search->queue, HEM_CONTACT_EDGE_EDGE, &query);
}

static uint32_t lowest_of(uint64_t bits)
{
    uint32_t low = (uint32_t)(bits & 0xFFFFFFFFu);
    return low != 0 ? hem_bits_lowest(low) : 32u + hem_bits_lowest((uint32_t)(bits >> 32));
}

/* One leaf of the two. */
typedef struct half {
    const hem_side *side;
    const hem_feature_view *features;
    const hem_patch_view *view;
    const uint32_t *order, *vertices;
    const uint16_t *corners;
} half;

static half half_of(const hem_side *side, uint32_t leaf, const hem_feature_view *features,
                    const hem_patch_view *view)
{
    const hem_tree *tree = side->tree;
    uint32_t begin = hem_tree_leaf_begin(tree)[leaf];
    return (half){.side = side,
                  .features = features,
                  .view = view,
                  .order = hem_tree_order(tree) + begin,
                  .vertices = hem_tree_leaf_vertices(tree) + hem_tree_leaf_vertex_begin(tree)[leaf],
                  .corners = hem_tree_corners(tree) + begin};
}

/* The vertices that a triangle owns with the other leaf's faces in `row`. */
static void look_at_vertices(hem_contact_search *search, const half *own, const half *other,
                             uint32_t triangle, uint32_t row, bool of_a)
{
    uint32_t owned = own->features->owners[triangle] & 7u;
    for (; owned != 0; owned &= owned - 1u) {
        uint32_t place = hem_corner(own->corners[triangle], hem_bits_lowest(owned));
        hem_grid_box box = hem_feature_vertex_box(own->features, place);
        uint32_t near = hem_feature_triangles_near(other->view, &box) & row;
        for (; near != 0; near &= near - 1u) {
            hem_contact_ask_vertex_face(search, of_a, own->vertices[place],
                                        other->order[hem_bits_lowest(near)]);
        }
    }
}

static uint32_t edge_number(const half *from, uint32_t edge)
{
    uint32_t corner = from->features->corner_of[edge];
    size_t triangle = from->order[corner / 3u];
    return hem_mesh_triangle_edges(from->side->mesh)[3u * triangle + corner % 3u];
}

/* The edges that a triangle of a owns with those that the triangles of b in `row` own. */
static void look_at_edges(hem_contact_search *search, const half *a, const half *b,
                          uint32_t triangle, uint32_t row)
{
    uint64_t asked = 0, owned = a->features->edges_of[triangle];
    for (; row != 0; row &= row - 1u) {
        asked |= b->features->edges_of[hem_bits_lowest(row)];
    }
    for (; owned != 0; owned &= owned - 1u) {
        uint32_t edge = lowest_of(owned);
        hem_grid_box box = hem_feature_edge_box(a->features, edge);
        uint64_t near = hem_feature_edges_near(b->features, &box, asked);
        for (; near != 0; near &= near - 1u) {
            hem_contact_ask_edge_edge(search, edge_number(a, edge),
                                      edge_number(b, lowest_of(near)));
        }
    }
}

static void look_by_owners(hem_contact_search *search, const hem_cull_pairs *pairs, const half *a,
                           const half *b)
{
    uint16_t columns[HEM_LEAF_TRIANGLES] = {0};
    uint32_t used = 0;
    for (uint32_t rows = pairs->row_mask; rows != 0; rows &= rows - 1u) {
        uint32_t i = hem_bits_lowest(rows), row = pairs->rows[i];
        look_at_vertices(search, a, b, i, row, true);
        look_at_edges(search, a, b, i, row);
        used |= row;
        for (; row != 0; row &= row - 1u) {
            uint32_t j = hem_bits_lowest(row);
            columns[j] = (uint16_t)(columns[j] | 1u << i);
        }
    }
    for (; used != 0; used &= used - 1u) {
        uint32_t j = hem_bits_lowest(used);
        look_at_vertices(search, b, a, j, columns[j], false);
    }
}

static void look_by_triangles(hem_contact_search *search, const hem_leaf_pair *leaves)
{
    const hem_tree *tree = search->a.tree;
    const uint32_t *begin = hem_tree_leaf_begin(tree), *order = hem_tree_order(tree);
    for (uint32_t rows = leaves->pairs.row_mask; rows != 0; rows &= rows - 1u) {
        uint32_t i = hem_bits_lowest(rows);
        for (uint32_t row = leaves->pairs.rows[i]; row != 0; row &= row - 1u) {
            uint32_t j = hem_bits_lowest(row);
            hem_contact_ask_triangles(search, (hem_pair){order[begin[leaves->leaf_a] + i],
                                                         order[begin[leaves->leaf_b] + j]});
        }
    }
}

void hem_contact_search_leaves(hem_contact_search *search, const hem_leaf_pair *leaves,
                               const hem_patch_grid *grid)
{
    for (uint32_t rows = leaves->pairs.row_mask; rows != 0; rows &= rows - 1u) {
        search->pair_tests += hem_bits_in_word(leaves->pairs.rows[hem_bits_lowest(rows)]);
    }
    if (search->same && !hem_leaves_far(search->a.tree, leaves->leaf_a, leaves->leaf_b)) {
        look_by_triangles(search, leaves);
        return;
    }
    hem_feature_view *of_a = search->features_a + leaves->leaf_a;
    hem_feature_view *of_b = search->features_b + leaves->leaf_b;
    hem_feature_fill(of_a, &search->a, leaves->leaf_a, leaves->cull.a, grid);
    hem_feature_fill(of_b, &search->b, leaves->leaf_b, leaves->cull.b, grid);
    half a = half_of(&search->a, leaves->leaf_a, of_a, leaves->cull.a);
    half b = half_of(&search->b, leaves->leaf_b, of_b, leaves->cull.b);
    look_by_owners(search, &leaves->pairs, &a, &b);
}

void hem_contact_search_finish(hem_contact_search *search)
{
    hem_contact_close_finish(search);
    for (uint32_t kind = 0; kind < HEM_CONTACT_KINDS; kind++) {
        hem_contact_queue_run(&search->queue, (hem_contact_kind)kind);
    }
}
