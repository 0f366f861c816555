/* Pairs of faces that lie flat, taken out of a list (002-15): see inc/hem/coherence.h. */
#include "hem/coherence.h"

#include "hem/port.h"
#include "tree/cone.h"

/* What a dot product of unit vectors may err by, beyond the vectors themselves. */
#define ROUNDING (1.0f / 2097152.0f)

static hem_unit_normal normal_of(const hem_drop_flat_in *in, uint32_t triangle)
{
    const uint32_t *v = hem_mesh_triangles(in->mesh) + 3u * (size_t)triangle;
    return hem_unit_normal_of(in->positions[v[0]], in->positions[v[1]], in->positions[v[2]]);
}

/* Is the angle surely smaller? The normals' errors are lengths. */
static bool lies_flat(const hem_drop_flat_in *in, hem_pair pair)
{
    const uint8_t *groups = hem_mesh_groups(in->mesh);
    if (!hem_mesh_groups_touch(in->mesh, groups[pair.first], groups[pair.second])) {
        return false;
    }
    hem_unit_normal a = normal_of(in, pair.first), b = normal_of(in, pair.second);
    /* A triangle without a normal has an error that no cosine makes up for. */
    float error = (a.error + b.error) + (a.error * b.error + ROUNDING);
    return hem_dot(a.normal, b.normal) - error > in->cosine;
}

hem_status hem_drop_flat_pairs(const hem_drop_flat_in *in, hem_drop_flat_out *out)
{
    if (in == NULL || out == NULL || in->mesh == NULL || in->positions == NULL ||
        (in->pairs == NULL && in->count > 0)) {
        return HEM_NULL;
    }
    *out = (hem_drop_flat_out){.detail = {.index = HEM_NONE}};
    if (!hem_is_finite(in->cosine)) {
        return HEM_NOT_FINITE;
    }
    if (in->cosine < -1.0f || in->cosine > 1.0f) {
        return HEM_OUT_OF_RANGE;
    }
    for (uint32_t i = 0; i < in->count; i++) {
        uint32_t triangles = in->mesh->triangle_count;
        if (in->pairs[i].first >= triangles || in->pairs[i].second >= triangles) {
            out->detail.index = i;
            return HEM_BAD_INDEX;
        }
    }
    uint32_t saved = hem_fp_enter();
    for (uint32_t i = 0; i < in->count; i++) {
        if (!lies_flat(in, in->pairs[i])) {
            in->pairs[out->kept++] = in->pairs[i];
        }
    }
    hem_fp_leave(saved);
    out->dropped = in->count - out->kept;
    return HEM_OK;
}
