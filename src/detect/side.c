/* The sides of a pass, checked: see side.h. */
#include "detect/side.h"

#include "base/ranges.h"

static bool is_there(const hem_side *side)
{
    return side->mesh != NULL && side->tree != NULL && side->positions != NULL;
}

static bool belong_together(const hem_side *side)
{
    return side->mesh->vertex_count == side->tree->vertex_count &&
           side->mesh->triangle_count == side->tree->triangle_count;
}

/* The number behind those of a body's vertices. */
static uint64_t end_of(const hem_side *side)
{
    return (uint64_t)side->first_vertex + side->mesh->vertex_count;
}

static bool points_in_free_part(const hem_vec3 *points, uint32_t count, const hem_arena *scratch)
{
    return points != NULL && hem_in_free_part(scratch, points, (uint64_t)count * sizeof *points);
}

/* A mesh that lies there has no count to go by. */
bool hem_side_in_free_part(const hem_side *side, const hem_arena *scratch)
{
    if (hem_in_free_part(scratch, side->mesh, sizeof *side->mesh)) {
        return true;
    }
    uint32_t count = side->mesh->vertex_count;
    return (side->tree != NULL && hem_in_free_part(scratch, side->tree, sizeof *side->tree)) ||
           points_in_free_part(side->positions, count, scratch) ||
           points_in_free_part(side->velocities, count, scratch) ||
           points_in_free_part(side->ends, count, scratch);
}

bool hem_tree_in_free_part(const hem_tree *tree, const hem_vec3 *positions,
                           const hem_arena *scratch)
{
    return hem_in_free_part(scratch, tree, sizeof *tree) ||
           points_in_free_part(positions, tree->vertex_count, scratch);
}

hem_status hem_sides_check(const hem_side *a, const hem_side *b, const hem_arena *scratch)
{
    if (!is_there(a) || !is_there(b)) {
        return HEM_NULL;
    }
    if (hem_side_in_free_part(a, scratch) || hem_side_in_free_part(b, scratch)) {
        return HEM_ALIASED;
    }
    if (!belong_together(a) || !belong_together(b)) {
        return HEM_BAD_COUNT;
    }
    if (a->tree->axis_count != b->tree->axis_count || a->tree->partial != 0 ||
        b->tree->partial != 0) {
        return HEM_BAD_DEFINITION;
    }
    if (end_of(a) > HEM_NONE || end_of(b) > HEM_NONE) {
        return HEM_BAD_INDEX;
    }
    if (hem_sides_same(a, b)) {
        bool same = a->mesh == b->mesh && a->positions == b->positions &&
                    a->velocities == b->velocities && a->first_vertex == b->first_vertex;
        return same && (a->mesh->flags & HEM_MESH_SELF) != 0 ? HEM_OK : HEM_BAD_DEFINITION;
    }
    bool apart = end_of(a) <= b->first_vertex || end_of(b) <= a->first_vertex;
    return apart ? HEM_OK : HEM_BAD_INDEX;
}
