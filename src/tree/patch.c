/* Patches: connected pieces of up to 16 triangles and 16 vertices, the leaves of the default tree.
 *
 * A patch grows from a seed by the nearest triangle across an edge, first those that bring no new
 * vertex. Seeds stand where most neighbours are taken, so that no slits are left over. Pieces that
 * came out small join a neighbour; what is still under five triangles is poured together, so that
 * there are never more than a fifth of the triangles. */
#include "tree/tree_parts.h"

#include "base/vec3.h"

#include <string.h>

#define FRONTIER 48u
#define SMALL    8u /* a patch under this looks for a neighbour to join */
#define LEAST    5u /* a patch under this is poured together with others */

typedef struct patch {
    uint32_t triangles[HEM_LEAF_TRIANGLES], vertices[HEM_LEAF_VERTICES];
    uint32_t triangle_count, vertex_count;
    hem_vec3 sum; /* of the triangles' corner sums */
} patch;

typedef struct grower {
    const hem_mesh *mesh;
    const hem_vec3 *reference;
    uint32_t *patch_of;
    uint32_t *waiting[3]; /* triangles with one, two and three taken neighbours, as stacks */
    uint32_t waiting_count[3];
    uint32_t *taken; /* how many neighbours of a triangle are taken */
    uint32_t next;   /* every triangle before this one has a patch */
    patch now;
    uint32_t frontier[FRONTIER];
    uint32_t frontier_count;
} grower;

static const uint32_t *triangle_at(const hem_mesh *mesh, uint32_t triangle)
{
    return hem_mesh_triangles(mesh) + 3u * (size_t)triangle;
}

static hem_vec3 corner_sum(const grower *grow, uint32_t triangle)
{
    const uint32_t *v = triangle_at(grow->mesh, triangle);
    return hem_add(hem_add(grow->reference[v[0]], grow->reference[v[1]]), grow->reference[v[2]]);
}

static bool patch_has(const patch *now, uint32_t vertex)
{
    for (uint32_t i = 0; i < now->vertex_count; i++) {
        if (now->vertices[i] == vertex) {
            return true;
        }
    }
    return false;
}

static uint32_t new_vertices(const patch *now, const uint32_t *v)
{
    return (uint32_t)!patch_has(now, v[0]) + (uint32_t)!patch_has(now, v[1]) +
           (uint32_t)!patch_has(now, v[2]);
}

/* Adds a triangle if it fits. */
static bool patch_add(patch *now, uint32_t triangle, const uint32_t *v)
{
    if (now->triangle_count == HEM_LEAF_TRIANGLES ||
        now->vertex_count + new_vertices(now, v) > HEM_LEAF_VERTICES) {
        return false;
    }
    now->triangles[now->triangle_count++] = triangle;
    for (uint32_t k = 0; k < 3; k++) {
        if (!patch_has(now, v[k])) {
            now->vertices[now->vertex_count++] = v[k];
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
    patch_add(&grow->now, triangle, triangle_at(grow->mesh, triangle));
    grow->now.sum = hem_add(grow->now.sum, corner_sum(grow, triangle));
    grow->patch_of[triangle] = number;
    extend_frontier(grow, triangle);
}

/* The place in the frontier of the best triangle that still fits: fewest new vertices, then nearest
 * to the patch's centre, then smallest number. HEM_NONE when none fits. */
static uint32_t best_of_frontier(const grower *grow)
{
    const patch *now = &grow->now;
    hem_vec3 centre = hem_scale(1.0f / (float)now->triangle_count, now->sum);
    uint32_t best = HEM_NONE;
    uint32_t best_new = 0;
    float best_distance = 0.0f;
    for (uint32_t i = 0; i < grow->frontier_count; i++) {
        uint32_t triangle = grow->frontier[i];
        uint32_t brings = new_vertices(now, triangle_at(grow->mesh, triangle));
        if (now->vertex_count + brings > HEM_LEAF_VERTICES) {
            continue;
        }
        hem_vec3 away = hem_sub(corner_sum(grow, triangle), centre);
        float distance = hem_dot(away, away);
        if (best == HEM_NONE || brings < best_new ||
            (brings == best_new &&
             (distance < best_distance ||
              (distance == best_distance && triangle < grow->frontier[best])))) {
            best = i;
            best_new = brings;
            best_distance = distance;
        }
    }
    return best;
}

static void grow_patch(grower *grow, uint32_t seed, uint32_t number)
{
    grow->now = (patch){.triangle_count = 0};
    grow->frontier_count = 0;
    take_triangle(grow, seed, number);
    while (grow->now.triangle_count < HEM_LEAF_TRIANGLES) {
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

/* The triangles of each patch, one after the other: those of patch p begin at begin[p]. */
static void list_members(const hem_mesh *mesh, const uint32_t *patch_of, uint32_t patch_count,
                         uint32_t *begin, uint32_t *members)
{
    memset(begin, 0, ((size_t)patch_count + 1u) * sizeof *begin);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        begin[patch_of[t] + 1u]++;
    }
    for (uint32_t p = 0; p < patch_count; p++) {
        begin[p + 1u] += begin[p];
    }
    for (uint32_t t = mesh->triangle_count; t-- > 0;) {
        /* Filled from the back, so that begin ends where each patch begins. */
        members[--begin[patch_of[t] + 1u]] = t;
    }
    for (uint32_t p = 0; p < patch_count; p++) {
        begin[p] = begin[p + 1u];
    }
    begin[patch_count] = mesh->triangle_count;
}

static bool fits_together(const hem_mesh *mesh, const uint32_t *members, const uint32_t *begin,
                          uint32_t a, uint32_t b)
{
    patch both = {.triangle_count = 0};
    for (uint32_t side = 0; side < 2; side++) {
        uint32_t p = side == 0 ? a : b;
        for (uint32_t i = begin[p]; i < begin[p + 1u]; i++) {
            if (!patch_add(&both, members[i], triangle_at(mesh, members[i]))) {
                return false;
            }
        }
    }
    return true;
}

/* A neighbour across an edge that a small patch fits together with and that has not joined another,
 * or HEM_NONE. */
static uint32_t partner_of(const hem_mesh *mesh, const uint32_t *patch_of, const uint32_t *members,
                           const uint32_t *begin, const uint32_t *joined, uint32_t small)
{
    const uint32_t *edge_begin = hem_mesh_edge_begin(mesh);
    for (uint32_t m = begin[small]; m < begin[small + 1u]; m++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t edge = hem_mesh_triangle_edges(mesh)[3u * (size_t)members[m] + k];
            for (uint32_t i = edge_begin[edge]; i < edge_begin[edge + 1u]; i++) {
                uint32_t other = patch_of[hem_mesh_edge_triangles(mesh)[i]];
                if (other != small && joined[other] == HEM_NONE &&
                    fits_together(mesh, members, begin, small, other)) {
                    return other;
                }
            }
        }
    }
    return HEM_NONE;
}

/* Small patches join a neighbour, two and two. joined[p] is the other one, or HEM_NONE. */
static void join_small(const hem_mesh *mesh, const uint32_t *patch_of, uint32_t patch_count,
                       const uint32_t *members, const uint32_t *begin, uint32_t *joined)
{
    for (uint32_t p = 0; p < patch_count; p++) {
        joined[p] = HEM_NONE;
    }
    for (uint32_t p = 0; p < patch_count; p++) {
        if (begin[p + 1u] - begin[p] < SMALL && joined[p] == HEM_NONE) {
            uint32_t partner = partner_of(mesh, patch_of, members, begin, joined, p);
            if (partner != HEM_NONE) {
                joined[p] = partner;
                joined[partner] = p;
            }
        }
    }
}

/* Numbers what there is now: joined patches share a number, patches of fewer than five triangles
 * are poured into bins. */
static uint32_t renumber(const hem_mesh *mesh, uint32_t *patch_of, uint32_t patch_count,
                         const uint32_t *members, const uint32_t *begin, const uint32_t *joined)
{
    uint32_t count = 0;
    for (uint32_t p = 0; p < patch_count; p++) {
        bool small = joined[p] == HEM_NONE && begin[p + 1u] - begin[p] < LEAST;
        bool named_before = joined[p] != HEM_NONE && joined[p] < p;
        if (small || named_before) {
            continue;
        }
        for (uint32_t i = begin[p]; i < begin[p + 1u]; i++) {
            patch_of[members[i]] = count;
        }
        if (joined[p] != HEM_NONE) {
            for (uint32_t i = begin[joined[p]]; i < begin[joined[p] + 1u]; i++) {
                patch_of[members[i]] = count;
            }
        }
        count++;
    }
    patch bin = {.triangle_count = 0};
    for (uint32_t p = 0; p < patch_count; p++) {
        if (joined[p] != HEM_NONE || begin[p + 1u] - begin[p] >= LEAST) {
            continue;
        }
        for (uint32_t i = begin[p]; i < begin[p + 1u]; i++) {
            if (!patch_add(&bin, members[i], triangle_at(mesh, members[i]))) {
                bin = (patch){.triangle_count = 0};
                patch_add(&bin, members[i], triangle_at(mesh, members[i]));
                count++;
            }
            patch_of[members[i]] = count;
        }
    }
    return count + (bin.triangle_count > 0);
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

    uint32_t *members = scratch, *begin = scratch + f, *joined = scratch + 2 * f + 1;
    list_members(mesh, patch_of, patch_count, begin, members);
    join_small(mesh, patch_of, patch_count, members, begin, joined);
    return renumber(mesh, patch_of, patch_count, members, begin, joined);
}
