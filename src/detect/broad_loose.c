/* Boxes of bodies: of their trees, and those that the caller promises. See inc/hem/broad.h. */
#include "hem/broad.h"

#include "base/vec3.h"
#include "hem/port.h"
#include "tree/volume.h"

static hem_box empty_box(void)
{
    return (hem_box){{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};
}

hem_box hem_box_of_tree(const hem_tree *tree)
{
    if (tree == NULL) {
        return empty_box();
    }
    uint32_t saved = hem_fp_enter();
    hem_tree_box box = hem_volume_box(tree);
    hem_fp_leave(saved);
    return (hem_box){box.low, box.high};
}

static bool lies_between(hem_vec3 p, hem_vec3 low, hem_vec3 high)
{
    return low.x <= p.x && p.x <= high.x && low.y <= p.y && p.y <= high.y && low.z <= p.z &&
           p.z <= high.z;
}

bool hem_box_holds(const hem_box *outer, const hem_box *inner)
{
    if (outer == NULL || inner == NULL) {
        return false;
    }
    hem_vec3 low = inner->low, high = inner->high;
    if (low.x > high.x || low.y > high.y || low.z > high.z) {
        return true;
    }
    return lies_between(low, outer->low, outer->high) &&
           lies_between(high, outer->low, outer->high);
}

hem_status hem_loose_box_check(const hem_box *loose, const hem_vec3 *positions,
                               uint32_t vertex_count, hem_loose_out *out)
{
    if (loose == NULL || positions == NULL || out == NULL) {
        return HEM_NULL;
    }
    if (vertex_count == 0) {
        return HEM_BAD_COUNT;
    }
    hem_loose_out found = {.first = HEM_NONE, .fitted = empty_box()};
    if (!hem_vec3_is_finite(loose->low) || !hem_vec3_is_finite(loose->high)) {
        *out = found;
        return HEM_NOT_FINITE;
    }
    for (uint32_t v = 0; v < vertex_count; v++) {
        if (!hem_vec3_is_finite(positions[v])) {
            *out = (hem_loose_out){.first = v, .fitted = empty_box()};
            return HEM_NOT_FINITE;
        }
        found.fitted.low = hem_vec3_min(positions[v], found.fitted.low);
        found.fitted.high = hem_vec3_max(positions[v], found.fitted.high);
        if (!lies_between(positions[v], loose->low, loose->high)) {
            found.first = found.outside == 0 ? v : found.first;
            found.outside++;
        }
    }
    *out = found;
    return found.outside > 0 ? HEM_LIMITED : HEM_OK;
}
