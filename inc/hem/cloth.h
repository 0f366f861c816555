/* Cloth: implicit time steps of sheets and shells, with contacts inside the solve.
 *
 * A cloth is what a mesh is like at rest: how its triangles lie in warp and weft, and how they
 * stand to each other across edges. It is found once and never changes. A step takes the velocities
 * of all vertices from the start of a time step to its end, by backward Euler (004):
 *
 *     (M - h dF/dv - h^2 dF/dx) dv = h (F + h dF/dx v + dF/dx y)
 *
 * with y a shift that a vertex makes beside its velocity. Vertices stand in one numbering over all
 * bodies; those that no body of cloth has feel gravity and contacts alone. A second pass solves
 * again from where the first has led (Newton's method), without which turns are braked and large
 * steps of cloth that falls taut gain energy. A pass is solved by conjugate gradients without a
 * matrix: products go over triangles and edges, four triangles at a time, with the same bits on
 * every machine.
 *
 * Energies, with u and v the images of one metre of warp and weft in a triangle of rest area A:
 *
 *     stretch  A/2 (warp (|u| - 1)^2 + weft (|v| - 1)^2)
 *     shear    A/2 shear (u.v)^2
 *     bend     bend/2 (|b| - b0)^2 over an edge of length L between areas A1 and A2,
 *              |b| = 2 sin(angle / 2) L / sqrt(A1 + A2)
 *
 * b is a fixed combination of the edge's four vertices, and so a flat sheet's bend is the quadratic
 * isometric energy. Where edges run along the axis of a bend, `bend` is the rigidity of a plate.
 * Damping resists the rate at which these measures change, and nothing else: neither a motion as a
 * whole nor a turn. Derivatives that could make the system indefinite are left out, so that it can
 * be solved whatever the shape. */
#ifndef HEM_CLOTH_H
#define HEM_CLOTH_H

#include "hem/mesh.h"
#include "hem/respond.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --------------------------------------------------------------------------------- what is at rest
 */

/* One row for each array of a cloth: name, element, and how many of them f triangles and e edges
 * need. Sizes, offsets and accessors come from here.
 *
 *   membranes  four triangles each: what takes edges 0-1 and 0-2 to warp and to weft
 *   hinges     edges between two triangles, in the order of the mesh's edges */
#define HEM_CLOTH_REGIONS(R, f, e)                              \
    R(membranes, hem_cloth_membrane, ((uint64_t)(f) + 3u) / 4u) \
    R(hinges, hem_cloth_hinge, (uint64_t)(e))

typedef struct hem_cloth_membrane {
    float warp[2][4], weft[2][4];
} hem_cloth_membrane;

typedef struct hem_cloth_hinge {
    float weight[3]; /* in b: of the edge's second vertex, and of the vertices opposite to it in its
                      * first and second triangle; the edge's first has minus the sum */
    float rest;      /* b0, above 0 where the normals of the two triangles part */
} hem_cloth_hinge;

typedef struct hem_cloth {
    uint32_t vertex_count, triangle_count, edge_count; /* of its mesh */
    uint32_t hinge_count;
    uint32_t curved; /* 1: some hinge has a rest angle */
    float area;      /* at rest, square metres */
    float volume;    /* at rest, of a closed and oriented mesh: below 0 if it faces inwards;
                      * otherwise 0 */

    struct {
#define HEM_CLOTH_OFFSET(name, type, count) uint32_t name;
        HEM_CLOTH_REGIONS(HEM_CLOTH_OFFSET, 0, 0)
#undef HEM_CLOTH_OFFSET
    } offset; /* bytes from this record to each array */
} hem_cloth;

/* hem_cloth_membranes(cloth) and hem_cloth_hinges(cloth): the array of that name. */
#define HEM_CLOTH_ACCESSOR(name, type, count)                                             \
    static inline const type *hem_cloth_##name(const hem_cloth *cloth)                    \
    {                                                                                     \
        return (const type *)(const void *)((const uint8_t *)cloth + cloth->offset.name); \
    }
HEM_CLOTH_REGIONS(HEM_CLOTH_ACCESSOR, 0, 0)
#undef HEM_CLOTH_ACCESSOR

typedef enum hem_cloth_angles {
    HEM_CLOTH_FLAT,   /* it would like to lie flat, whatever the shape at rest: cloth */
    HEM_CLOTH_SHAPED, /* it keeps the angles that it has at rest: a shell */
} hem_cloth_angles;

typedef struct hem_cloth_def {
    uint32_t cookie; /* set by hem_default_cloth_def */
    const hem_mesh *mesh;
    const hem_vec3 *rest; /* of each vertex: the shape at rest */
    const float *pattern; /* warp and weft coordinates in metres of the three corners of each
                           * triangle, six floats a triangle, for cloth that is cut from flat
                           * pieces; default null: triangles have the size that they have at rest */
    hem_vec3 warp;        /* without a pattern: the direction of the warp at rest, seen in each
                           * triangle; default x. Where it stands on a triangle, y, z or x has its
                           * place */
    uint32_t angles;      /* a hem_cloth_angles; default HEM_CLOTH_FLAT */
} hem_cloth_def;

/* A definition with defaults. Constant time. */
hem_cloth_def hem_default_cloth_def(const hem_mesh *mesh, const hem_vec3 *rest);

/* The bytes of arena that hem_cloth_build takes for f triangles and e edges: a constant expression.
 * 80 bytes a vertex of a large sheet. */
#define HEM_CLOTH_REGION_BYTES(name, type, count) +HEM_ARENA_BYTES(count, sizeof(type))
#define HEM_CLOTH_BYTES(f, e) \
    (HEM_ARENA_BYTES(1u, sizeof(hem_cloth)) HEM_CLOTH_REGIONS(HEM_CLOTH_REGION_BYTES, f, e))

/* Finds what the mesh is like at rest, into the arena. An edge with more than two triangles bends
 * between its first two.
 *
 * Linear time. Memory: HEM_CLOTH_BYTES(triangles, edges), no pointers in it.
 *
 * HEM_OK; HEM_NULL; HEM_BAD_DEFINITION; HEM_ALIASED (what is given lies in the arena's free part);
 * HEM_NOT_FINITE, HEM_OUT_OF_RANGE (the warp, which may not be zero; or detail: the vertex of the
 * shape, the triangle of the pattern); HEM_ZERO_AREA (detail: the triangle, one whose height is
 * less than a millionth of its longest side); HEM_BLOCK_TOO_SMALL (detail: the bytes needed).
 * `detail` may be null. When refused, the arena is as it was. */
hem_status hem_cloth_build(hem_arena *arena, const hem_cloth_def *def, const hem_cloth **out,
                           hem_detail *detail);

/* ---------------------------------------------------------------------------------------- material
 */

/* Finite and not negative, at most HEM_CLOTH_STIFFEST. */
typedef struct hem_cloth_material {
    float stretch_warp, stretch_weft; /* N/m: force for each metre of width at twice the length */
    float shear;                      /* N/m */
    float bend;                       /* N m: rigidity of a plate */
    float damping;      /* s: of stretch and shear, their stiffness times this resists their rate */
    float bend_damping; /* s: the same of bend */
    float drag;     /* kg/m^3: of air, N for a square metre that it meets at right angles and 1 m/s,
                     * from either side */
    float pressure; /* Pa: of a closed body that faces outwards, at its rest volume; it falls as the
                     * volume grows */
} hem_cloth_material;

#define HEM_CLOTH_STIFFEST 16777216.0f

/* Cotton of 0.2 kg/m^2, at 90 Hz as well as at 25 Hz. */
hem_cloth_material hem_default_cloth_material(void);

/* ------------------------------------------------------------------------------------------ a step
 */

typedef struct hem_cloth_body {
    const hem_cloth *cloth;
    const hem_mesh *mesh;  /* that it was built for */
    uint32_t first_vertex; /* where its vertices begin in the arrays of all vertices */
    hem_cloth_material material;
} hem_cloth_body;

/* What a vertex is made to do. `change` is what its velocity changes by in the directions that are
 * given (z of 004); `shift` is added to the way that it goes (y of 004). */
typedef struct hem_cloth_guide {
    uint32_t vertex;
    uint32_t given;     /* 0: none; 1: along `direction`; 2: all but along it; 3: all directions */
    hem_vec3 direction; /* unit, if there are 1 or 2 */
    hem_vec3 change;    /* m/s; of it only what is in given directions */
    hem_vec3 shift;     /* metres */
} hem_cloth_guide;

/* A damped spring between the two points of an impact, while they are closer than the thickness and
 * it pushes (004-2). Slip is resisted in proportion to its speed, and never turns round. */
typedef struct hem_cloth_touch {
    float thickness; /* metres: where the spring begins to push */
    float stiffness; /* N/m */
    float damping;   /* N s/m, along the normal */
    float slip;      /* N s/m, across it */
} hem_cloth_touch;

typedef struct hem_cloth_step_in {
    uint32_t cookie;   /* set by hem_default_cloth_step_in */
    hem_motion motion; /* the velocities are changed. A vertex of infinite mass (inverse mass 0, a
                        * pin) keeps the velocity that it has, so set it before */
    hem_vec3 *ends;    /* where the vertices come to, on the grid; may be null */
    const hem_cloth_body *bodies; /* in ascending order of their vertices */
    uint32_t body_count;
    hem_vec3 gravity, wind;        /* m/s^2; m/s */
    const float *bend_scale;       /* of each vertex, times bend; may be null (001-16) */
    const hem_cloth_guide *guides; /* in ascending order of vertices, each once */
    uint32_t guide_count;
    const hem_impact *impacts; /* between which there are springs */
    uint32_t impact_count;
    const hem_cloth_touch *touch; /* one for all impacts, or one for each */
    bool touch_each;
    uint32_t passes;     /* that look at where the one before has led, 1 to 16; default 2 */
    uint32_t iterations; /* of conjugate gradients, at most, in all passes; default 60 */
    float tolerance;     /* of the error that the solve starts with, this part may stay */
    float still;         /* m/s: errors smaller than this stay */
} hem_cloth_step_in;

/* A step of dt seconds under gravity along -z, with nothing in it. */
hem_cloth_step_in hem_default_cloth_step_in(float dt);

typedef struct hem_cloth_out {
    uint32_t passes;     /* taken */
    uint32_t iterations; /* in all of them */
    uint32_t enough;     /* as a limit of iterations, for the same in as many passes at most */
    float error;         /* that is left, as a part of what the solve started with */
    float start;         /* of the first pass: the square of its error, J */
    float speed;         /* the same in m/s: root of the mean by mass */
    uint32_t nonfinite;  /* vertices that the solve led nowhere; they keep their velocity */
    uint32_t touching;   /* impacts whose spring pushed */
    uint32_t needed;     /* bytes of scratch, when there were too few */
    hem_detail detail;   /* what was refused */
} hem_cloth_out;

/* The scratch of a step of b bodies with v vertices (of all bodies, and others), f triangles and e
 * edges together and i impacts: a constant expression. About 290 bytes a vertex of a large sheet.
 * Pressure takes 12 bytes more for each vertex, and so do rest angles or damping of bends where
 * ends are not asked for, whose place is good for that until they are there. */
#define HEM_CLOTH_SCRATCH_BYTES(b, v, f, e, i)                                             \
    (5u * HEM_ARENA_BYTES(v, 16u) + HEM_ARENA_BYTES(v, 24u) + HEM_ARENA_BYTES(v, 12u) +    \
     HEM_ARENA_BYTES(v, 4u) + HEM_ARENA_BYTES(((uint64_t)(v) + 3u) / 4u, 96u) +            \
     HEM_ARENA_BYTES((uint64_t)(f) / 4u + (uint64_t)(b), 192u) + HEM_ARENA_BYTES(e, 16u) + \
     HEM_ARENA_BYTES(i, 4u) + HEM_ARENA_BYTES(b, 4u) + HEM_ARENA_BYTES(b, 80u))
#define HEM_CLOTH_PRESSURE_BYTES(v) HEM_ARENA_BYTES(v, 12u)
#define HEM_CLOTH_SHELL_BYTES(v)    HEM_ARENA_BYTES(v, 12u)

/* One step: velocities, and ends if they are asked for.
 *
 * Time: linear, times the iterations taken. Scratch: HEM_CLOTH_SCRATCH_BYTES, and
 * HEM_CLOTH_PRESSURE_BYTES if some body has pressure, and HEM_CLOTH_SHELL_BYTES if some has rest
 * angles or damping of its bend and `ends` is null.
 *
 * HEM_OK; HEM_LIMITED (the iterations ran out before the tolerance was met, or `nonfinite` is not
 * 0); HEM_NULL; HEM_BAD_DEFINITION (not from hem_default_cloth_step_in, or a cloth that is not that
 * of its mesh; detail: the body); HEM_ALIASED; HEM_BAD_COUNT (no vertices); HEM_BAD_INDEX (detail:
 * the body whose vertices are not there or not behind those before, the guide or the impact);
 * HEM_BAD_MASS (detail: the vertex whose inverse mass is negative, not finite or out of range);
 * HEM_BAD_STIFFNESS (detail: the body or touch of which some stiffness, damping, drag or pressure
 * is negative, too large or not finite); HEM_OPEN_MESH (detail: the body with pressure that is not
 * closed and oriented, or faces inwards: its volume at rest is not above 0); HEM_NOT_FINITE,
 * HEM_OUT_OF_RANGE (dt, gravity, wind, passes, tolerance, still; or detail: the vertex, guide or
 * impact); HEM_FULL_SCRATCH (needed). When refused, nothing but `out` changes. */
hem_status hem_cloth_step(const hem_cloth_step_in *in, hem_arena *scratch, hem_cloth_out *out);

/* The forces at the start of a step, in N, on every vertex that has a mass: what would set it in
 * motion if nothing held it (002-22). Guides do not count. Statuses and scratch as
 * hem_cloth_step. */
hem_status hem_cloth_forces(const hem_cloth_step_in *in, hem_arena *scratch, hem_vec3 *forces,
                            hem_cloth_out *out);

#ifdef __cplusplus
}
#endif

#endif
