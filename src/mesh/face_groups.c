/* Face groups (002-10): connected patches that cover the mesh, and which of them touch.
 *
 * Normals alone say nothing about faces that are far apart on the surface. With groups, the
 * curvature test is used only within a group and between groups that touch. Every group is
 * connected by edges; what no number is left for stays in no group, and no curvature test applies
 * to it. */
#include "mesh/mesh_parts.h"

#include "base/bits.h"

#include <string.h>

/* While groups grow: a face that no patch has reached yet. */
#define NOT_REACHED 254u

typedef struct grower {
    const hem_mesh_parts *parts;
    uint32_t *members; /* the patch that grows now, in the order in which it was reached */
    uint32_t count, most;
    uint8_t group;
    uint32_t sizes[HEM_FACE_GROUPS];
} grower;

static void join(grower *grow, uint32_t triangle)
{
    grow->parts->groups[triangle] = grow->group;
    grow->members[grow->count++] = triangle;
}

/* The faces next to a given one: over each edge the one before and the one after it in the edge's
 * list. Where many triangles share an edge they still hang together, and it does not cost the
 * square of their number. */
typedef struct next_faces {
    uint32_t count, faces[6];
} next_faces;

/* Where a triangle stands in an ascending list that has it. */
static uint32_t place_of(uint32_t triangle, const uint32_t *list, uint32_t count)
{
    uint32_t place = 0;
    while (count > 1) {
        uint32_t half = count / 2u;
        place += list[place + half] <= triangle ? half : 0;
        count -= half;
    }
    return place;
}

static next_faces next_to(const hem_mesh_parts *parts, uint32_t triangle)
{
    next_faces next;
    next.count = 0;
    for (uint32_t k = 0; k < 3; k++) {
        const uint32_t *begin =
            parts->edge_begin + parts->triangle_edges[3u * (size_t)triangle + k];
        const uint32_t *list = parts->edge_triangles + begin[0];
        uint32_t count = begin[1] - begin[0];
        uint32_t place = place_of(triangle, list, count);
        if (place > 0) {
            next.faces[next.count++] = list[place - 1u];
        }
        if (place + 1u < count) {
            next.faces[next.count++] = list[place + 1u];
        }
    }
    return next;
}

/* Grows a patch from a seed, breadth first over shared edges, up to its largest size. */
static void grow_patch(grower *grow, uint32_t seed)
{
    grow->count = 0;
    join(grow, seed);
    for (uint32_t reached = 0; reached < grow->count; reached++) {
        next_faces next = next_to(grow->parts, grow->members[reached]);
        for (uint32_t i = 0; i < next.count && grow->count < grow->most; i++) {
            if (grow->parts->groups[next.faces[i]] == NOT_REACHED) {
                join(grow, next.faces[i]);
            }
        }
    }
}

/* The smallest group next to the patch, or HEM_NO_FACE_GROUP. */
static uint8_t smallest_neighbour(const grower *grow)
{
    uint8_t best = HEM_NO_FACE_GROUP;
    for (uint32_t m = 0; m < grow->count; m++) {
        next_faces next = next_to(grow->parts, grow->members[m]);
        for (uint32_t i = 0; i < next.count; i++) {
            uint8_t group = grow->parts->groups[next.faces[i]];
            if (group == grow->group || group == HEM_NO_FACE_GROUP || group == NOT_REACHED) {
                continue;
            }
            if (best == HEM_NO_FACE_GROUP || grow->sizes[group] < grow->sizes[best] ||
                (grow->sizes[group] == grow->sizes[best] && group < best)) {
                best = group;
            }
        }
    }
    return best;
}

static void give_patch_to(grower *grow, uint8_t group)
{
    for (uint32_t m = 0; m < grow->count; m++) {
        grow->parts->groups[grow->members[m]] = group;
    }
    grow->sizes[group] += grow->count;
}

/* Groups that meet at a vertex touch. */
static void find_adjacency(const hem_mesh *mesh, const hem_mesh_parts *parts)
{
    const uint32_t words = HEM_FACE_GROUPS / 32u;
    memset(parts->group_adjacency, 0, HEM_FACE_GROUP_WORDS * sizeof(uint32_t));
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t here[HEM_FACE_GROUPS / 32u] = {0};
        for (uint32_t i = parts->ring_begin[v]; i < parts->ring_begin[v + 1u]; i++) {
            uint8_t group = parts->groups[parts->ring[i]];
            if (group != HEM_NO_FACE_GROUP) {
                hem_bits_add(here, group);
            }
        }
        uint32_t group = hem_bits_next(here, HEM_FACE_GROUPS, 0);
        while (group != HEM_NONE) {
            for (uint32_t w = 0; w < words; w++) {
                parts->group_adjacency[group * words + w] |= here[w];
            }
            group = hem_bits_next(here, HEM_FACE_GROUPS, group + 1u);
        }
    }
}

hem_status hem_mesh_find_groups(hem_mesh *mesh, const hem_mesh_parts *parts, uint32_t limit,
                                hem_arena *scratch)
{
    mesh->group_count = 0;
    if (limit == 0) {
        memset(parts->groups, HEM_NO_FACE_GROUP, mesh->triangle_count);
        memset(parts->group_adjacency, 0, HEM_FACE_GROUP_WORDS * sizeof(uint32_t));
        return HEM_OK;
    }
    uint32_t mark = hem_arena_mark(scratch);
    grower grow = {.parts = parts};
    /* A patch smaller than half the largest joins a neighbour, so a connected mesh makes at most
     * `limit` groups. */
    grow.most = (uint32_t)((2u * (uint64_t)mesh->triangle_count + limit - 1u) / limit);
    grow.members = hem_arena_take(scratch, mesh->triangle_count, sizeof *grow.members);
    if (grow.members == NULL) {
        return HEM_FULL_SCRATCH;
    }
    memset(parts->groups, NOT_REACHED, mesh->triangle_count);
    for (uint32_t seed = 0; seed < mesh->triangle_count; seed++) {
        if (parts->groups[seed] != NOT_REACHED) {
            continue;
        }
        grow.group = (uint8_t)mesh->group_count;
        grow_patch(&grow, seed);
        uint8_t neighbour = HEM_NO_FACE_GROUP;
        bool small = 2u * (uint64_t)grow.count < grow.most;
        if (small || mesh->group_count == limit) {
            neighbour = smallest_neighbour(&grow);
        }
        if (neighbour != HEM_NO_FACE_GROUP) {
            give_patch_to(&grow, neighbour);
        } else if (mesh->group_count < limit) {
            grow.sizes[mesh->group_count] = grow.count;
            mesh->group_count++;
        } else {
            for (uint32_t m = 0; m < grow.count; m++) {
                parts->groups[grow.members[m]] = HEM_NO_FACE_GROUP;
            }
        }
    }
    hem_arena_release(scratch, mark);
    find_adjacency(mesh, parts);
    return HEM_OK;
}

bool hem_mesh_groups_touch(const hem_mesh *mesh, uint32_t group_a, uint32_t group_b)
{
    if (mesh == NULL || group_a >= mesh->group_count || group_b >= mesh->group_count) {
        return false;
    }
    const uint32_t *row = hem_mesh_group_adjacency(mesh) + group_a * (HEM_FACE_GROUPS / 32u);
    return hem_bits_has(row, group_b);
}
