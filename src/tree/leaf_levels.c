/* How far leaves are from each other on the mesh, roughly: the levels of a walk over all vertices,
 * breadth first. Levels of adjacent vertices differ by one at most, so leaves whose levels differ
 * by more than a few have no features that are neighbours. */
#include "tree/tree_parts.h"

#include <string.h>

/* Levels between two components: more than anyone asks for. */
#define COMPONENT_GAP 8u

/* While levels are found. A vertex is known by where its ring begins: no two vertices with
 * triangles begin at one place, and there are three places a triangle, however many vertices
 * without triangles there are. */
typedef struct level_walk {
    const hem_mesh *mesh;
    uint32_t *level_at; /* by place; HEM_NONE before the walk comes there */
    uint32_t *queue;    /* vertices */
    uint32_t queued, highest;
} level_walk;

static void reach(level_walk *walk, uint32_t vertex, uint32_t level)
{
    uint32_t *own = &walk->level_at[hem_mesh_ring_begin(walk->mesh)[vertex]];
    if (*own == HEM_NONE) {
        *own = level;
        walk->queue[walk->queued++] = vertex;
        walk->highest = level;
    }
}

static void walk_component(level_walk *walk, uint32_t start, uint32_t first_level)
{
    const uint32_t *ring_begin = hem_mesh_ring_begin(walk->mesh);
    uint32_t next = walk->queued;
    reach(walk, start, first_level);
    while (next < walk->queued) {
        uint32_t vertex = walk->queue[next++];
        uint32_t level = walk->level_at[ring_begin[vertex]] + 1u;
        for (uint32_t r = ring_begin[vertex]; r < ring_begin[vertex + 1u]; r++) {
            size_t corner = 3u * (size_t)hem_mesh_ring(walk->mesh)[r];
            for (uint32_t k = 0; k < 3; k++) {
                reach(walk, hem_mesh_triangles(walk->mesh)[corner + k], level);
            }
        }
    }
}

void hem_tree_find_leaf_levels(const hem_tree *tree, const hem_tree_parts *parts,
                               const hem_mesh *mesh, uint32_t *scratch)
{
    uint32_t places = 3u * mesh->triangle_count;
    const uint32_t *ring_begin = hem_mesh_ring_begin(mesh);
    level_walk walk = {.mesh = mesh, .level_at = scratch, .queue = scratch + places};
    memset(walk.level_at, 0xFF, (size_t)places * sizeof *walk.level_at);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (ring_begin[v] < ring_begin[v + 1u] && walk.level_at[ring_begin[v]] == HEM_NONE) {
            walk_component(&walk, v, walk.queued == 0 ? 0u : walk.highest + COMPONENT_GAP);
        }
    }
    for (uint32_t leaf = 0; leaf < tree->leaf_count; leaf++) {
        hem_pair range = {HEM_NONE, 0};
        for (uint32_t i = parts->leaf_vertex_begin[leaf]; i < parts->leaf_vertex_begin[leaf + 1u];
             i++) {
            uint32_t level = walk.level_at[ring_begin[parts->leaf_vertices[i]]];
            range.first = level < range.first ? level : range.first;
            range.second = level > range.second ? level : range.second;
        }
        parts->leaf_levels[leaf] = range;
    }
}
