/* Patches: connected pieces of up to 16 triangles and 16 vertices, the leaves of the default tree.
 *
 * A patch grows from a seed by the nearest triangle across an edge, first those that no other patch
 * could take, then those that bring no new vertex. Seeds stand where most neighbours are taken, so
 * that few slits are left over; patch_mend.c sees to those. */
#include "tree/patch.h"
#include "tree/tree_parts.h"

#include <string.h>

#define FRONTIER 48u
#define GROWN    14u /* a patch grows to this, so that it has room for what is left over beside it */

typedef struct grower {
    const hem_mesh *mesh;
    const hem_vec3 *reference;
    uint32_t *patch_of;
    uint32_t *waiting[3]; /* triangles with one, two and three taken neighbours, as stacks */
    uint32_t waiting_count[3];
    uint32_t *taken; /* how many neighbours of a triangle are taken */
    uint32_t next;   /* every triangle before this one has a patch */
    hem_patch now;
    uint32_t frontier[FRONTIER];
    uint32_t frontier_count;
} grower;

static hem_vec3 corner_sum(const grower *grow, uint32_t triangle)
{
    const uint32_t *v = hem_patch_corners(grow->mesh, triangle);
    return hem_add(hem_add(grow->reference[v[0]], grow->reference[v[1]]), grow->reference[v[2]]);
}

bool hem_patch_add(hem_patch *patch, uint32_t triangle, const uint32_t *v)
{
    if (patch->triangle_count == HEM_LEAF_TRIANGLES ||
        patch->vertex_count + hem_patch_lacks(patch, v) > HEM_LEAF_VERTICES) {
        return false;
    }
    patch->triangles[patch->triangle_count++] = triangle;
    for (uint32_t k = 0; k < 3; k++) {
        if (!hem_patch_has(patch, v[k])) {
            patch->vertices[patch->vertex_count++] = v[k];
        }
    }
    return true;
}

/* The free triangles across an edge come up for growing. */
static void extend_frontier(grower *grow, uint32_t triangle)
{
    const uint32_t *begin = hem_mesh_edge_begin(grow->mesh);
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t edge = hem_mesh_triangle_edges(grow->mesh)[3u * (size_t)triangle + k];
        for (uint32_t i = begin[edge]; i < begin[edge + 1u]; i++) {
            uint32_t other = hem_mesh_edge_triangles(grow->mesh)[i];
            bool known = grow->patch_of[other] != HEM_NONE;
            for (uint32_t j = 0; j < grow->frontier_count && !known; j++) {
                known = grow->frontier[j] == other;
            }
            if (!known && grow->frontier_count < FRONTIER) {
                grow->frontier[grow->frontier_count++] = other;
            }
        }
    }
}

static void take_triangle(grower *grow, uint32_t triangle, uint32_t number)
{
    hem_patch_add(&grow->now, triangle, hem_patch_corners(grow->mesh, triangle));
    grow->now.sum = hem_add(grow->now.sum, corner_sum(grow, triangle));
    grow->patch_of[triangle] = number;
    extend_frontier(grow, triangle);
}

/* Has a triangle no free neighbour across an edge? Then nothing but this patch can take it. */
static bool is_enclosed(const grower *grow, uint32_t triangle)
{
    const uint32_t *begin = hem_mesh_edge_begin(grow->mesh);
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t edge = hem_mesh_triangle_edges(grow->mesh)[3u * (size_t)triangle + k];
        for (uint32_t i = begin[edge]; i < begin[edge + 1u]; i++) {
            uint32_t other = hem_mesh_edge_triangles(grow->mesh)[i];
            if (other != triangle && grow->patch_of[other] == HEM_NONE) {
                return false;
            }
        }
    }
    return true;
}

/* The place in the frontier of the best triangle that still fits: one that is enclosed before all
 * others, then fewest new vertices, then nearest to the patch's centre, then smallest number.
 * HEM_NONE when none fits. */
static uint32_t best_of_frontier(const grower *grow)
{
    const hem_patch *now = &grow->now;
    hem_vec3 centre = hem_scale(1.0f / (float)now->triangle_count, now->sum);
    uint32_t best = HEM_NONE;
    uint32_t best_rank = 0;
    float best_distance = 0.0f;
    for (uint32_t i = 0; i < grow->frontier_count; i++) {
        uint32_t triangle = grow->frontier[i];
        uint32_t brings = hem_patch_lacks(now, hem_patch_corners(grow->mesh, triangle));
        if (now->vertex_count + brings > HEM_LEAF_VERTICES) {
            continue;
        }
        uint32_t rank = is_enclosed(grow, triangle) ? 0u : 1u + brings;
        hem_vec3 away = hem_sub(corner_sum(grow, triangle), centre);
        float distance = hem_dot(away, away);
        if (best == HEM_NONE || rank < best_rank ||
            (rank == best_rank &&
             (distance < best_distance ||
              (distance == best_distance && triangle < grow->frontier[best])))) {
            best = i;
            best_rank = rank;
            best_distance = distance;
        }
    }
    return best;
}

static void grow_patch(grower *grow, uint32_t seed, uint32_t number)
{
    grow->now = (hem_patch){.triangle_count = 0};
    grow->frontier_count = 0;
    take_triangle(grow, seed, number);
    while (grow->now.triangle_count < GROWN) {
        uint32_t best = best_of_frontier(grow);
        if (best == HEM_NONE) {
            break;
        }
        uint32_t triangle = grow->frontier[best];
        grow->frontier[best] = grow->frontier[--grow->frontier_count];
        take_triangle(grow, triangle, number);
    }
}

/* The free neighbours of a finished patch move up to where seeds are looked for first. */
static void offer_neighbours(grower *grow)
{
    const uint32_t *begin = hem_mesh_edge_begin(grow->mesh);
    for (uint32_t t = 0; t < grow->now.triangle_count; t++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t edge =
                hem_mesh_triangle_edges(grow->mesh)[3u * (size_t)grow->now.triangles[t] + k];
            for (uint32_t i = begin[edge]; i < begin[edge + 1u]; i++) {
                uint32_t other = hem_mesh_edge_triangles(grow->mesh)[i];
                if (grow->patch_of[other] == HEM_NONE && grow->taken[other] < 3) {
                    uint32_t level = grow->taken[other]++;
                    grow->waiting[level][grow->waiting_count[level]++] = other;
                }
            }
        }
    }
}

/* The free triangle with most taken neighbours, the one offered last among them. */
static uint32_t next_seed(grower *grow)
{
    for (uint32_t level = 3; level-- > 0;) {
        while (grow->waiting_count[level] > 0) {
            uint32_t triangle = grow->waiting[level][--grow->waiting_count[level]];
            if (grow->patch_of[triangle] == HEM_NONE && grow->taken[triangle] == level + 1u) {
                return triangle;
            }
        }
    }
    while (grow->next < grow->mesh->triangle_count && grow->patch_of[grow->next] != HEM_NONE) {
        grow->next++;
    }
    return grow->next < grow->mesh->triangle_count ? grow->next : HEM_NONE;
}

static uint32_t grow_all(grower *grow)
{
    uint32_t count = 0;
    for (;;) {
        uint32_t seed = next_seed(grow);
        if (seed == HEM_NONE) {
            return count;
        }
        grow_patch(grow, seed, count++);
        offer_neighbours(grow);
    }
}

uint32_t hem_tree_grow_patches(const hem_mesh *mesh, const hem_vec3 *reference, uint32_t *patch_of,
                               uint32_t *scratch)
{
    size_t f = mesh->triangle_count;
    grower grow = {.mesh = mesh, .reference = reference, .patch_of = patch_of};
    for (uint32_t level = 0; level < 3; level++) {
        grow.waiting[level] = scratch + level * f;
    }
    grow.taken = scratch + 3 * f;
    memset(grow.taken, 0, f * sizeof *grow.taken);
    memset(patch_of, 0xFF, f * sizeof *patch_of);
    uint32_t patch_count = grow_all(&grow);
    return hem_tree_mend_patches(mesh, reference, patch_of, patch_count, scratch);
}
