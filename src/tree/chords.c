/* Chords: two lines across a leaf, between four of its vertices, whose cross product gives a slab
 * that is thin where the leaf is flat. Chosen once, on the reference shape. */
#include "tree/tree_parts.h"

#include "base/vec3.h"

typedef struct chord {
    uint32_t from, to;
    float size;
} chord;

/* The longest chord, or with a direction given, the one that spans the largest area with it. Ties
 * go to the smaller places. */
static chord best_chord(const hem_vec3 *points, uint32_t count, const hem_vec3 *across)
{
    chord best = {0, 0, 0.0f};
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = i + 1u; j < count; j++) {
            hem_vec3 way = hem_sub(points[j], points[i]);
            hem_vec3 area = across == NULL ? way : hem_cross(*across, way);
            float size = hem_dot(area, area);
            if (size > best.size) {
                best = (chord){i, j, size};
            }
        }
    }
    return best;
}

void hem_tree_choose_chords(const hem_tree *tree, const hem_tree_parts *parts,
                            const hem_vec3 *reference)
{
    for (uint32_t leaf = 0; leaf < tree->leaf_count; leaf++) {
        hem_vec3 points[HEM_LEAF_VERTICES];
        uint32_t begin = parts->leaf_vertex_begin[leaf];
        uint32_t count = parts->leaf_vertex_begin[leaf + 1u] - begin;
        for (uint32_t i = 0; i < count; i++) {
            points[i] = reference[parts->leaf_vertices[begin + i]];
        }
        chord first = best_chord(points, count, NULL);
        hem_vec3 along = hem_sub(points[first.to], points[first.from]);
        chord second = best_chord(points, count, &along);
        parts->chords[leaf] =
            (uint16_t)(first.from | first.to << 4 | second.from << 8 | second.to << 12);
    }
}
