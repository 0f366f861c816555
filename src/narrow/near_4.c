/* Four pairs of triangles that are near, or not: the kernel in four lanes, or where the machine has
 * none, in one lane four times, with the same bits. See near_4.h. */
#include "narrow/near_4.h"

#if defined(HEM_SIMD_SSE2) || defined(HEM_SIMD_NEON) || defined(HEM_SIMD_WASM)

#define LANE_REAL        hem_f4
#define LANE_MASK        hem_m4
#define LANE(name)       hem_f4_##name
#define LANE_MASKS(name) hem_m4_##name
#define LANE_ALL(mask)   (hem_m4_bits(mask) == 15u)
#define LANE_NAME(name)  name##_4
#include "narrow/near_kernel.h"

static void corners_of(const hem_triangles_4 *triangles, point_4 corners[3])
{
    for (uint32_t k = 0; k < 3; k++) {
        corners[k] = (point_4){triangles->x[k], triangles->y[k], triangles->z[k]};
    }
}

static hem_near_bits bits_of(const verdict_4 *verdict)
{
    uint32_t tells = hem_m4_bits(verdict->tells);
    return (hem_near_bits){
        .near = hem_m4_bits(verdict->near),
        .far = hem_m4_bits(verdict->far) & tells,
        .over = hem_m4_bits(verdict->over) | (15u ^ tells),
        .cut = 15u ^ (hem_m4_bits(verdict->one_side) & tells),
    };
}

hem_near_bits hem_corners_near_4(const hem_triangles_4 *face, const hem_triangles_4 *other,
                                 hem_f4 span, float epsilon)
{
    point_4 of_face[3], of_other[3];
    corners_of(face, of_face);
    corners_of(other, of_other);
    verdict_4 verdict = near_corners_4(of_face, of_other, span, hem_f4_splat(epsilon));
    return bits_of(&verdict);
}

hem_near_bits hem_edges_near_4(const hem_triangles_4 *a, const hem_triangles_4 *b, hem_f4 span,
                               float epsilon)
{
    point_4 of_a[3], of_b[3];
    corners_of(a, of_a);
    corners_of(b, of_b);
    verdict_4 verdict = near_edges_4(of_a, of_b, span, hem_f4_splat(epsilon));
    return bits_of(&verdict);
}

#else

#include "narrow/one_lane.h"

#define LANE_REAL        hem_f1
#define LANE_MASK        hem_m1
#define LANE(name)       hem_f1_##name
#define LANE_MASKS(name) hem_m1_##name
#define LANE_ALL(mask)   (mask)
#define LANE_NAME(name)  name##_1
#include "narrow/near_kernel.h"

static void corners_of(const hem_triangles_4 *triangles, uint32_t lane, point_1 corners[3])
{
    for (uint32_t k = 0; k < 3; k++) {
        corners[k] = (point_1){triangles->x[k].lane[lane], triangles->y[k].lane[lane],
                               triangles->z[k].lane[lane]};
    }
}

static void add_bits(hem_near_bits *bits, const verdict_1 *verdict, uint32_t lane)
{
    bits->near |= (uint32_t)verdict->near << lane;
    bits->far |= (uint32_t)(verdict->far && verdict->tells) << lane;
    bits->over |= (uint32_t)(verdict->over || !verdict->tells) << lane;
    bits->cut |= (uint32_t) !(verdict->one_side && verdict->tells) << lane;
}

hem_near_bits hem_corners_near_4(const hem_triangles_4 *face, const hem_triangles_4 *other,
                                 hem_f4 span, float epsilon)
{
    hem_near_bits bits = {0};
    for (uint32_t lane = 0; lane < 4; lane++) {
        point_1 of_face[3], of_other[3];
        corners_of(face, lane, of_face);
        corners_of(other, lane, of_other);
        verdict_1 verdict = near_corners_1(of_face, of_other, span.lane[lane], epsilon);
        add_bits(&bits, &verdict, lane);
    }
    return bits;
}

hem_near_bits hem_edges_near_4(const hem_triangles_4 *a, const hem_triangles_4 *b, hem_f4 span,
                               float epsilon)
{
    hem_near_bits bits = {0};
    for (uint32_t lane = 0; lane < 4; lane++) {
        point_1 of_a[3], of_b[3];
        corners_of(a, lane, of_a);
        corners_of(b, lane, of_b);
        verdict_1 verdict = near_edges_1(of_a, of_b, span.lane[lane], epsilon);
        add_bits(&bits, &verdict, lane);
    }
    return bits;
}

#endif
