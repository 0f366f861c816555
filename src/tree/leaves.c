/* Leaves: their triangles, vertices and corners, and which of them touch. */
#include "tree/tree_parts.h"

#include "base/bits.h"

#include <string.h>

static uint32_t place_in_leaf(const uint32_t *vertices, uint32_t count, uint32_t vertex)
{
    uint32_t place = 0;
    while (place < count && vertices[place] != vertex) {
        place++;
    }
    return place;
}

/* The leaf's distinct vertices in ascending order of first use, and its triangles' corners. */
static void fill_leaf(const hem_tree_parts *parts, const hem_mesh *mesh, uint32_t leaf)
{
    uint32_t *vertices = parts->leaf_vertices + parts->leaf_vertex_begin[leaf];
    uint32_t count = 0;
    for (uint32_t i = parts->leaf_begin[leaf]; i < parts->leaf_begin[leaf + 1u]; i++) {
        const uint32_t *v = hem_mesh_triangles(mesh) + 3u * (size_t)parts->order[i];
        uint32_t packed = 0, bits = 0;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t place = place_in_leaf(vertices, count, v[k]);
            if (place == count) {
                vertices[count++] = v[k];
            }
            packed |= place << (4u * k);
            bits |= 1u << place;
        }
        parts->corners[i] = (uint16_t)packed;
        parts->corner_bits[i] = (uint16_t)bits;
    }
    parts->leaf_vertex_begin[leaf + 1u] = parts->leaf_vertex_begin[leaf] + count;
}

void hem_tree_sort_patches(hem_tree *tree, const hem_tree_parts *parts, const uint32_t *patch_of,
                           const uint32_t *leaf_order, uint32_t *scratch)
{
    /* Where each patch went, then a counting sort of the triangles by leaf. */
    uint32_t *leaf_of_patch = scratch;
    uint32_t *begin = parts->leaf_begin;
    for (uint32_t l = 0; l < tree->leaf_count; l++) {
        leaf_of_patch[leaf_order[l]] = l;
    }
    memset(begin, 0, ((size_t)tree->leaf_count + 1u) * sizeof *begin);
    for (uint32_t t = 0; t < tree->triangle_count; t++) {
        begin[leaf_of_patch[patch_of[t]] + 1u]++;
    }
    for (uint32_t l = 0; l < tree->leaf_count; l++) {
        begin[l + 1u] += begin[l];
    }
    for (uint32_t t = tree->triangle_count; t-- > 0;) {
        parts->order[--begin[leaf_of_patch[patch_of[t]] + 1u]] = t;
    }
    for (uint32_t l = 0; l < tree->leaf_count; l++) {
        begin[l] = begin[l + 1u];
    }
    begin[tree->leaf_count] = tree->triangle_count;
}

void hem_tree_fill_leaves(hem_tree *tree, const hem_tree_parts *parts, const hem_mesh *mesh)
{
    parts->leaf_vertex_begin[0] = 0;
    for (uint32_t l = 0; l < tree->leaf_count; l++) {
        fill_leaf(parts, mesh, l);
    }
}

/* While neighbours are listed: where each triangle went, and each leaf's entry in the list. */
typedef struct neighbour_search {
    hem_tree *tree;
    const hem_tree_parts *parts;
    const hem_mesh *mesh;
    const uint32_t *place_of; /* 16 times a triangle's leaf plus its place there */
    uint32_t *entry_of;       /* valid if it names that leaf and stands behind the first entry */
} neighbour_search;

/* The entry of one leaf's list that is for another leaf, new if need be; HEM_NONE when the list is
 * full. */
static uint32_t entry_for(const neighbour_search *search, uint32_t first_entry, uint32_t other)
{
    hem_tree *tree = search->tree;
    uint32_t entry = search->entry_of[other];
    if (entry >= first_entry && entry < tree->neighbour_count &&
        search->parts->neighbours[entry] == other) {
        return entry;
    }
    entry = tree->neighbour_count;
    if (entry == tree->neighbour_capacity) {
        return HEM_NONE;
    }
    search->parts->neighbours[entry] = other;
    search->parts->shared_rows[entry] = (hem_shared_rows){.row = {0}};
    search->entry_of[other] = entry;
    tree->neighbour_count++;
    return entry;
}

/* Which of a leaf's triangles have the vertex at a place of it. */
static uint32_t triangles_with(const hem_tree_parts *parts, uint32_t leaf, uint32_t place)
{
    uint32_t mask = 0;
    uint32_t begin = parts->leaf_begin[leaf];
    for (uint32_t i = begin; i < parts->leaf_begin[leaf + 1u]; i++) {
        mask |= ((uint32_t)parts->corner_bits[i] >> place & 1u) << (i - begin);
    }
    return mask;
}

static bool list_neighbours(const neighbour_search *search, uint32_t leaf)
{
    const hem_tree_parts *parts = search->parts;
    const uint32_t *ring_begin = hem_mesh_ring_begin(search->mesh);
    uint32_t first_vertex = parts->leaf_vertex_begin[leaf];
    uint32_t first_entry = search->tree->neighbour_count;
    for (uint32_t v = first_vertex; v < parts->leaf_vertex_begin[leaf + 1u]; v++) {
        uint32_t vertex = parts->leaf_vertices[v];
        uint32_t own = triangles_with(parts, leaf, v - first_vertex);
        for (uint32_t r = ring_begin[vertex]; r < ring_begin[vertex + 1u]; r++) {
            uint32_t place = search->place_of[hem_mesh_ring(search->mesh)[r]];
            uint32_t other = place / HEM_LEAF_TRIANGLES;
            if (other < leaf) {
                continue;
            }
            uint32_t entry = entry_for(search, first_entry, other);
            if (entry == HEM_NONE) {
                return false;
            }
            uint16_t *row = parts->shared_rows[entry].row;
            for (uint32_t rest = own; rest != 0; rest &= rest - 1u) {
                uint32_t i = hem_bits_lowest(rest);
                row[i] = (uint16_t)(row[i] | 1u << place % HEM_LEAF_TRIANGLES);
            }
        }
    }
    return true;
}

void hem_tree_find_neighbours(hem_tree *tree, const hem_tree_parts *parts, const hem_mesh *mesh,
                              uint32_t *scratch)
{
    neighbour_search search = {.tree = tree, .parts = parts, .mesh = mesh, .place_of = scratch};
    search.entry_of = scratch + tree->triangle_count;
    memset(search.entry_of, 0xFF, (size_t)tree->leaf_count * sizeof *search.entry_of);
    for (uint32_t l = 0; l < tree->leaf_count; l++) {
        for (uint32_t i = parts->leaf_begin[l]; i < parts->leaf_begin[l + 1u]; i++) {
            scratch[parts->order[i]] = l * HEM_LEAF_TRIANGLES + (i - parts->leaf_begin[l]);
        }
    }
    tree->neighbour_count = 0;
    tree->first_crowded = tree->leaf_count;
    for (uint32_t l = 0; l < tree->leaf_count; l++) {
        uint32_t before = tree->neighbour_count;
        parts->neighbour_begin[l] = before;
        if (l < tree->first_crowded && !list_neighbours(&search, l)) {
            tree->first_crowded = l;
            /* What was listed of it is as if it had never been. */
            memset(parts->neighbours + before, 0,
                   ((size_t)tree->neighbour_count - before) * sizeof *parts->neighbours);
            memset(parts->shared_rows + before, 0,
                   ((size_t)tree->neighbour_count - before) * sizeof *parts->shared_rows);
            tree->neighbour_count = before;
        }
    }
    parts->neighbour_begin[tree->leaf_count] = tree->neighbour_count;
}
