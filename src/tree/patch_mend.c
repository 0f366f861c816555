/* Mending: what growing left over, pieces of under five triangles. Patches beside them take them
 * over, triangle by triangle, which is what growing kept room for. What still is left over, as all
 * of a soup of loose triangles is, is poured together in an order of space, so that there are never
 * more patches than a fifth of the triangles. */
#include "tree/patch.h"

#include "base/sort.h"
#include "tree/tree_parts.h"

#include <string.h>

/* Patches once all triangles have one. */
typedef struct mender {
    const hem_mesh *mesh;
    const hem_vec3 *reference;
    uint32_t *patch_of;
    uint32_t patch_count;
    uint32_t *begin, *members; /* the triangles that each patch grew, one patch after the other */
    uint32_t *last, *before;   /* triangles taken over: the last one of a patch, then backwards */
    uint32_t *number;          /* of each patch, in the end */
} mender;

static void list_members(const mender *mend)
{
    uint32_t *begin = mend->begin;
    memset(begin, 0, ((size_t)mend->patch_count + 1u) * sizeof *begin);
    for (uint32_t t = 0; t < mend->mesh->triangle_count; t++) {
        begin[mend->patch_of[t] + 1u]++;
    }
    for (uint32_t p = 0; p < mend->patch_count; p++) {
        begin[p + 1u] += begin[p];
    }
    for (uint32_t t = mend->mesh->triangle_count; t-- > 0;) {
        /* Filled from the back, so that begin ends where each patch begins. */
        mend->members[--begin[mend->patch_of[t] + 1u]] = t;
    }
    for (uint32_t p = 0; p < mend->patch_count; p++) {
        begin[p] = begin[p + 1u];
        mend->last[p] = HEM_NONE;
    }
    begin[mend->patch_count] = mend->mesh->triangle_count;
}

static bool is_left_over(const mender *mend, uint32_t p)
{
    return mend->begin[p + 1u] - mend->begin[p] < HEM_PATCH_LEAST;
}

/* All that a patch has by now. */
static hem_patch whole_patch(const mender *mend, uint32_t p)
{
    hem_patch whole = {.triangle_count = 0};
    for (uint32_t i = mend->begin[p]; i < mend->begin[p + 1u]; i++) {
        hem_patch_add(&whole, mend->members[i], hem_patch_corners(mend->mesh, mend->members[i]));
    }
    for (uint32_t t = mend->last[p]; t != HEM_NONE; t = mend->before[t]) {
        hem_patch_add(&whole, t, hem_patch_corners(mend->mesh, t));
    }
    return whole;
}

/* The neighbour across an edge that takes a triangle with the fewest new vertices, then has fewest
 * triangles, then the smallest number; HEM_NONE if none has room. */
static uint32_t taker_of(const mender *mend, uint32_t triangle)
{
    const uint32_t *edge_begin = hem_mesh_edge_begin(mend->mesh);
    const uint32_t *v = hem_patch_corners(mend->mesh, triangle);
    uint32_t best = HEM_NONE, best_cost = 0;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t edge = hem_mesh_triangle_edges(mend->mesh)[3u * (size_t)triangle + k];
        for (uint32_t i = edge_begin[edge]; i < edge_begin[edge + 1u]; i++) {
            uint32_t other = mend->patch_of[hem_mesh_edge_triangles(mend->mesh)[i]];
            if (is_left_over(mend, other)) {
                continue;
            }
            hem_patch whole = whole_patch(mend, other);
            uint32_t cost = 32u * hem_patch_lacks(&whole, v) + whole.triangle_count;
            bool better =
                best == HEM_NONE || cost < best_cost || (cost == best_cost && other < best);
            if (better && hem_patch_add(&whole, triangle, v)) {
                best = other;
                best_cost = cost;
            }
        }
    }
    return best;
}

/* Patches beside it take over what is left over, triangle by triangle from its border inwards. */
static void give_away_left_over(const mender *mend)
{
    for (uint32_t p = 0; p < mend->patch_count; p++) {
        if (!is_left_over(mend, p)) {
            continue;
        }
        for (uint32_t round = 0; round < HEM_PATCH_LEAST; round++) {
            for (uint32_t i = mend->begin[p]; i < mend->begin[p + 1u]; i++) {
                uint32_t triangle = mend->members[i];
                uint32_t taker =
                    mend->patch_of[triangle] == p ? taker_of(mend, triangle) : HEM_NONE;
                if (taker != HEM_NONE) {
                    mend->patch_of[triangle] = taker;
                    mend->before[triangle] = mend->last[taker];
                    mend->last[taker] = triangle;
                }
            }
        }
    }
}

/* Numbers the patches that stay; returns how many. Triangles of others get HEM_NONE. */
static uint32_t renumber(const mender *mend)
{
    uint32_t count = 0;
    for (uint32_t p = 0; p < mend->patch_count; p++) {
        mend->number[p] = is_left_over(mend, p) ? HEM_NONE : count++;
    }
    for (uint32_t t = 0; t < mend->mesh->triangle_count; t++) {
        mend->patch_of[t] = mend->number[mend->patch_of[t]];
    }
    return count;
}

static hem_vec3 corner_sum(const mender *mend, uint32_t triangle)
{
    const uint32_t *v = hem_patch_corners(mend->mesh, triangle);
    const hem_vec3 *at = mend->reference;
    return hem_add(hem_add(at[v[0]], at[v[1]]), at[v[2]]);
}

/* Ten bits with two zeros between each and the next. */
static uint32_t spread(uint32_t bits)
{
    bits = (bits | bits << 16) & 0x030000FFu;
    bits = (bits | bits << 8) & 0x0300F00Fu;
    bits = (bits | bits << 4) & 0x030C30C3u;
    return (bits | bits << 2) & 0x09249249u;
}

/* Where a point stands in a row through all of a cube of 1024 cells a side, near ones mostly near
 * each other. */
static uint32_t place_in_row(hem_vec3 point, hem_vec3 low, float scale)
{
    hem_vec3 cell = hem_scale(scale, hem_sub(point, low));
    return spread((uint32_t)cell.x) | spread((uint32_t)cell.y) << 1 | spread((uint32_t)cell.z) << 2;
}

/* Lists the triangles that no patch has, in an order in which neighbours in space are neighbours;
 * returns how many. */
static uint32_t list_loose(const mender *mend, hem_pair *loose)
{
    uint32_t count = 0;
    hem_vec3 low = {0.0f, 0.0f, 0.0f}, high = low;
    for (uint32_t t = 0; t < mend->mesh->triangle_count; t++) {
        if (mend->patch_of[t] == HEM_NONE) {
            hem_vec3 at = corner_sum(mend, t);
            low = count == 0 ? at : hem_vec3_min(low, at);
            high = count == 0 ? at : hem_vec3_max(high, at);
            loose[count++].second = t;
        }
    }
    hem_vec3 size = hem_sub(high, low);
    float longest = hem_max(size.x, hem_max(size.y, size.z));
    float scale = longest > 1e-30f ? 1023.0f / longest : 0.0f;
    for (uint32_t i = 0; i < count; i++) {
        loose[i].first = place_in_row(corner_sum(mend, loose[i].second), low, scale);
    }
    hem_sort(loose, count);
    return count;
}

typedef struct extent {
    hem_vec3 low, high;
} extent;

static extent extent_of(const mender *mend, uint32_t triangle)
{
    const uint32_t *v = hem_patch_corners(mend->mesh, triangle);
    hem_vec3 a = mend->reference[v[0]], b = mend->reference[v[1]], c = mend->reference[v[2]];
    return (extent){hem_vec3_min(hem_vec3_min(a, b), c), hem_vec3_max(hem_vec3_max(a, b), c)};
}

static extent joined(extent a, extent b)
{
    return (extent){hem_vec3_min(a.low, b.low), hem_vec3_max(a.high, b.high)};
}

static float longest_of(extent of)
{
    hem_vec3 size = hem_sub(of.high, of.low);
    return hem_max(size.x, hem_max(size.y, size.z));
}

/* The longest side of a patch as it grew. */
static float longest_patch(const mender *mend)
{
    float longest = 0.0f;
    for (uint32_t p = 0; p < mend->patch_count; p++) {
        extent all = extent_of(mend, mend->members[mend->begin[p]]);
        for (uint32_t i = mend->begin[p] + 1u; i < mend->begin[p + 1u]; i++) {
            all = joined(all, extent_of(mend, mend->members[i]));
        }
        longest = hem_max(longest, longest_of(all));
    }
    return longest;
}

/* Pours what is still left over together, from the patch with this number on; returns how many
 * patches there are then. As long as there are patches to spare, none gets longer than those that
 * grew: the longest sets the grid on which passes compare all of them. */
static uint32_t pour_together(const mender *mend, uint32_t patches, float longest, hem_pair *loose)
{
    uint32_t count = list_loose(mend, loose);
    uint32_t most = mend->mesh->triangle_count / 5u + 2u;
    hem_patch bin = {.triangle_count = 0};
    extent all = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *v = hem_patch_corners(mend->mesh, loose[i].second);
        extent own = extent_of(mend, loose[i].second);
        extent both = bin.triangle_count == 0 ? own : joined(all, own);
        bool spare = patches + 2u + (count - i + 4u) / 5u <= most;
        bool apart = bin.triangle_count > 0 && spare && longest_of(both) > longest;
        if (apart || !hem_patch_add(&bin, loose[i].second, v)) {
            bin = (hem_patch){.triangle_count = 0};
            hem_patch_add(&bin, loose[i].second, v);
            both = own;
            patches++;
        }
        all = both;
        mend->patch_of[loose[i].second] = patches;
    }
    return patches + (count > 0);
}

uint32_t hem_tree_mend_patches(const hem_mesh *mesh, const hem_vec3 *reference, uint32_t *patch_of,
                               uint32_t patch_count, uint32_t *scratch)
{
    size_t f = mesh->triangle_count;
    mender mend = {
        .mesh = mesh,
        .reference = reference,
        .patch_of = patch_of,
        .patch_count = patch_count,
        .members = scratch,
        .last = scratch + f,
        .before = scratch + 2 * f,
        .number = scratch + 3 * f,
        .begin = scratch + 4 * f,
    };
    list_members(&mend);
    float longest = longest_patch(&mend);
    give_away_left_over(&mend);
    uint32_t kept = renumber(&mend);
    /* What was taken over is in patch_of by now, so its two words a triangle are free. */
    return pour_together(&mend, kept, longest, (hem_pair *)(void *)mend.last);
}
