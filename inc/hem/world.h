/* World: bodies in one block of memory that the caller owns.
 *
 * The block's size is known before anything runs, from one table of regions; init works at exactly
 * that size and is refused at one byte less. A hem_world * is the block's address. The block holds
 * no pointers, so a copy of its bytes at another aligned address is the same world. */
#ifndef HEM_WORLD_H
#define HEM_WORLD_H

#include "hem/cloth.h"
#include "hem/event.h"
#include "hem/respond.h"
#include "hem/step_in.h"
#include "hem/step_report.h"
#include "hem/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------ capacities
 */

typedef struct hem_caps {
    uint32_t cookie; /* set by hem_default_caps */
    uint32_t bodies, vertices, triangles, edges;
    uint32_t contacts; /* contacts at a time and impacts on the way together; HEM_CONTACTS(v), and
                        * 16 v where many layers lie on each other: more is faster, not safer */
    uint32_t orphans;  /* default HEM_DEFAULT_ORPHANS(bodies, vertices, triangles) */
    uint32_t events;   /* pairs of bodies that touch, and bodies held; default HEM_EVENTS(bodies) */
    uint32_t cloth_triangles; /* of the bodies that deform, for hem_step; 0, the default: there is
                               * only hem_resolve */
} hem_caps;

/* Contacts at the start of a step, in a world with room for c contacts; what is left of the room is
 * for impacts on the way. */
#define HEM_CONTACT_ROOM(c) ((c) - (c) / 4u)

/* Impacts in zones at a time, in a world with room for c contacts. */
#define HEM_ZONE_IMPACTS(c) ((c) / 8u + 16u)

/* Events to expect of b bodies. */
#define HEM_EVENTS(b) (4u * (uint32_t)(b) + 12u)

/* Edges through faces at the start of a step, whose triangles it lets pass each other, in a world
 * with room for c contacts. */
#define HEM_TANGLED_PAIRS(c) ((c) / 8u + 64u)

/* Contacts to expect of v vertices in piles and garments. */
#define HEM_CONTACTS(v) (6u * (v))

/* The capacities behind HEM_WORLD_BYTES(bodies, vertices, triangles, edges, contacts). */
hem_caps hem_default_caps(uint32_t bodies, uint32_t vertices, uint32_t triangles, uint32_t edges,
                          uint32_t contacts);

/* The capacities behind HEM_CLOTH_WORLD_BYTES of the same: the world simulates its cloth, and every
 * triangle may be part of it. */
hem_caps hem_default_cloth_caps(uint32_t bodies, uint32_t vertices, uint32_t triangles,
                                uint32_t edges, uint32_t contacts);

/* ---------------------------------------------------------------------------------------- bodies
 */

typedef enum hem_body_kind {
    HEM_CLOTH,     /* a sheet that bends; tested against itself */
    HEM_SOFT,      /* a closed surface that deforms; tested against itself */
    HEM_KINEMATIC, /* moved by the caller */
    HEM_STATIC,    /* never moves */
} hem_body_kind;

typedef struct hem_body_def {
    uint32_t cookie;            /* set by hem_default_body_def */
    uint32_t kind;              /* a hem_body_kind */
    const hem_vec3 *positions;  /* copied, and snapped to the grid */
    const hem_vec3 *velocities; /* m/s; default null: none. Of what deforms, for hem_step and for
                                 * hem_resolve without a candidate */
    uint32_t vertex_count;
    const uint32_t *triangles; /* three vertices a triangle; copied */
    uint32_t triangle_count;
    uint32_t group_limit; /* face groups, 0 to HEM_FACE_GROUPS, the default */
    float density;        /* kilograms a square metre; default 0.2. Of what deforms, each
                           * triangle gives a third of its mass to each corner */
    const float *masses;  /* of each vertex, 2^-30 to 2^30 kg, instead of the density; default
                           * null */
    float thickness; /* metres; default 0.001. Two bodies keep apart by the mean of theirs; less
                      * than HEM_THINNEST counts as that */
    float friction;  /* Coulomb's; default 0.3. Two bodies rub by the root of the product; in
                      * hem_step it holds what rests by a quarter more */
    float max_speed; /* m/s, of HEM_KINEMATIC: a step that would take a vertex further is refused,
                      * HEM_TOO_FAST; default 0: unlimited. Ways are rounded as positions are, so
                      * leave some room */
    const hem_vec3 *reference; /* the shape to build the tree for, a flat pattern for example;
                                * default null: the positions */

    /* What hem_step makes of a body that deforms, in worlds with caps.cloth_triangles. */
    hem_cloth_material cloth; /* default hem_default_cloth_material() */
    const hem_vec3 *rest;     /* of each vertex: its shape at rest; default null: the positions */
    const float *pattern;     /* as in hem_cloth_def; default null */
    hem_vec3 warp;            /* likewise; default x */
    uint32_t angles;          /* a hem_cloth_angles; default HEM_CLOTH_FLAT */
} hem_body_def;

/* More friction than this is refused. */
#define HEM_FRICTION_MOST 1048576.0f

/* Nothing is thinner, metres. */
#define HEM_THINNEST 0.00001f

/* Cloth, with nothing in it yet. */
hem_body_def hem_default_body_def(void);

typedef struct hem_body_report {
    hem_detail detail;      /* what a refusal was about */
    uint32_t intersections; /* edges through faces where it was put, of the body with itself if it
                             * deforms, and of it with others where one of the two does */
    uint32_t touching;      /* edges in exact contact with faces, likewise; a gap is better */
    uint32_t microseconds;  /* how long it took, by the port's clock */
} hem_body_report;

/* Where a body's data stand in the shared arrays. */
typedef struct hem_body_record {
    uint32_t kind, slot;
    uint32_t vertex_begin, triangle_begin, edge_begin, orphan_begin;
    uint32_t tree_begin; /* bytes from the start of the trees */
    uint32_t tree_bytes;
    uint32_t motion; /* 1: its ends were set for the next step */
    float thickness, friction;
    uint32_t movable;     /* vertices with a mass */
    uint32_t cloth_begin; /* bytes from the start of the cloth */
    uint32_t cloth_bytes; /* 0 for what hem_step does not simulate */
    float max_speed;      /* 0: unlimited */
} hem_body_record;

/* What a handle leads to. */
typedef struct hem_body_slot {
    uint32_t body; /* its place among the bodies, or HEM_NONE */
    uint32_t generation;
} hem_body_slot;

/* ------------------------------------------------------------------------------------- the block
 */

/* The bytes of the trees of b bodies with f triangles together: those of one tree, and what each
 * body more rounds up and takes for levels of 148 bytes. A tree of no triangles has four levels;
 * where bodies have 300 triangles in the mean, at most a quarter of them can have four more, and so
 * on. */
#define HEM_WORLD_TREE_PARTS(f)                                                                 \
    HEM_TREE_PARTS_BYTES(f, HEM_PATCH_LEAVES(f), HEM_PATCH_GROUPS(HEM_PATCH_LEAVES(f), 4u), 3u, \
                         HEM_PATCH_NEIGHBOURS(f))
#define HEM_WORLD_TREE_LEVELS(b, f)             \
    ((f) > UINT64_C(80000) * (b) ? UINT64_C(12) \
     : (f) > UINT64_C(300) * (b) ? UINT64_C(6)  \
                                 : UINT64_C(1))
#define HEM_WORLD_TREE_BYTES(b, f) \
    (HEM_WORLD_TREE_PARTS(f) +     \
     (uint64_t)(b) * (HEM_WORLD_TREE_PARTS(0u) + 512u + 148u * HEM_WORLD_TREE_LEVELS(b, f)))

/* What a body of cloth is made of, in front of its hem_cloth. */
typedef struct hem_body_cloth {
    hem_cloth_material material;
    hem_cloth cloth;
} hem_body_cloth;

/* How many vertices have a bend scale: all, where there is cloth. */
#define HEM_WORLD_BEND_SCALES(v, t) ((t) == 0u ? UINT64_C(0) : (uint64_t)(v))

/* The bytes of the cloth of b bodies with t triangles together. Every hinge has two sides of
 * triangles to itself. */
#define HEM_WORLD_CLOTH_BYTES(b, t)                                             \
    ((t) == 0u ? UINT64_C(0)                                                    \
               : (uint64_t)(b) * (HEM_ARENA_BYTES(1u, sizeof(hem_body_cloth)) + \
                                  sizeof(hem_cloth_membrane)) +                 \
                     (uint64_t)(t) / 4u * sizeof(hem_cloth_membrane) +          \
                     3u * (uint64_t)(t) / 2u * sizeof(hem_cloth_hinge))

/* Scratch: for a body that is added, and for a step (HEM_STEP_SCRATCH_BYTES), whichever is more. */
#define HEM_LARGER(a, b) ((a) > (b) ? (a) : (b))
#define HEM_WORLD_SCRATCH_BYTES(b, v, f, c)                                      \
    HEM_LARGER(HEM_LARGER(HEM_MESH_SCRATCH_BYTES(f), HEM_PATCH_TREE_SCRATCH(f)), \
               HEM_STEP_SCRATCH_BYTES(b, v, f, c))

/* What a step takes, phase by phase; the library asserts that nothing takes more. Records with
 * pointers count as on 64-bit machines, so that a block's size is the same everywhere. */

/* Bits for n of something. */
#define HEM_STEP_BITS(n) HEM_ARENA_BYTES(((uint64_t)(n) + 31u) / 32u, 4u)

/* Kept all the time: bodies, inverse masses, what is held. */
#define HEM_STEP_BASE_BYTES(b, v) \
    (HEM_ARENA_BYTES(b, 24u) + HEM_ARENA_BYTES(v, 4u) + HEM_STEP_BITS(v) + HEM_STEP_BITS(b))

/* Kept where a step starts tangled: edges and faces, which faces these are, and where those of each
 * body begin. */
#define HEM_STEP_TANGLED_BYTES(b, f, c) \
    (HEM_ARENA_BYTES(HEM_TANGLED_PAIRS(c), 8u) + HEM_STEP_BITS(f) + HEM_ARENA_BYTES(b, 8u))

/* Boxes of bodies, and their order. */
#define HEM_STEP_SWEEP_BYTES(b) (HEM_ARENA_BYTES(b, 24u) + HEM_ARENA_BYTES(b, 8u))

/* A pass over two bodies: up to 16 leaves a side as they are looked at, at the start and at the end
 * of the step, a stack and a batch of pairs. */
#define HEM_STEP_VIEWS(f) (HEM_PATCH_LEAVES(f) < 16u ? HEM_PATCH_LEAVES(f) : 16u)
#define HEM_STEP_PASS_BYTES(f)                        \
    (4u * HEM_ARENA_BYTES(HEM_STEP_VIEWS(f), 1128u) + \
     2u * HEM_ARENA_BYTES(HEM_STEP_VIEWS(f), 880u) +  \
     2u * HEM_ARENA_BYTES(HEM_STEP_VIEWS(f), 672u) +  \
     HEM_ARENA_BYTES(2u * HEM_TREE_DEPTH + 1u, 12u) + HEM_ARENA_BYTES(256u, 8u))

/* Contacts: their reach, a queue, points, ranks and keys to sort by, a memory of what they were.
 * The answer to them takes less. */
#define HEM_STEP_CONTACT_BYTES(b, v, f, c)                                                 \
    (HEM_ARENA_BYTES(b, 4u) + 5408u + HEM_STEP_SWEEP_BYTES(b) + HEM_ARENA_BYTES(v, 16u) +  \
     HEM_ARENA_BYTES(HEM_CONTACT_ROOM(c), 8u) + HEM_ARENA_BYTES(HEM_CONTACT_ROOM(c), 4u) + \
     3u * HEM_STEP_BITS(16u * (uint64_t)HEM_CONTACT_ROOM(c)) + HEM_STEP_PASS_BYTES(f))

/* A table of impacts met, or the impacts of zones after it; and vertices that answers change. */
#define HEM_STEP_MET_BYTES(v, c) \
    (2u * HEM_STEP_BITS(v) +     \
     HEM_LARGER(HEM_ARENA_BYTES(c, 8u), HEM_ARENA_BYTES(HEM_ZONE_IMPACTS(c), sizeof(hem_impact))))

/* The conversation of impact, zone and hold: a queue, points, marks on vertices, bodies, leaves and
 * groups. */
#define HEM_STEP_TALK_BYTES(b, v, f)                                                              \
    (5648u + HEM_STEP_BITS(v) + HEM_STEP_SWEEP_BYTES(b) + 2u * HEM_ARENA_BYTES(v, 16u) +          \
     2u * HEM_STEP_BITS(b) + HEM_ARENA_BYTES(b, 16u) + (uint64_t)(f) / 2u + 56u * (uint64_t)(b) + \
     HEM_ALIGN)

/* Behind it, one after the other: a pass, with the earliest hit of each vertex and at its end a
 * list of them, and islands when it comes to hold; zones while they are solved. */
#define HEM_STEP_LOOK_BYTES(b, v, f)                                              \
    (HEM_ARENA_BYTES(v, 24u) + HEM_ARENA_BYTES(v, 8u) + 2u * HEM_STEP_BITS(v) +   \
     HEM_LARGER(HEM_STEP_PASS_BYTES(f), HEM_ARENA_BYTES(v, sizeof(hem_impact))) + \
     HEM_STEP_SWEEP_BYTES(b))
#define HEM_STEP_ZONE_VERTICES(v, c) \
    (4u * (uint64_t)HEM_ZONE_IMPACTS(c) < (v) ? 4u * (uint64_t)HEM_ZONE_IMPACTS(c) : (v))
#define HEM_STEP_SOLVE_BYTES(v, c)                                        \
    (HEM_ARENA_BYTES(HEM_ZONE_IMPACTS(c), sizeof(hem_touch)) +            \
     HEM_ZONES_BYTES(HEM_STEP_ZONE_VERTICES(v, c), HEM_ZONE_IMPACTS(c)) + \
     HEM_ZONE_SOLVE_BYTES(HEM_STEP_ZONE_VERTICES(v, c), HEM_ZONE_IMPACTS(c)))
#define HEM_STEP_IMPACT_BYTES(b, v, f, c)                      \
    (HEM_STEP_MET_BYTES(v, c) + HEM_STEP_TALK_BYTES(b, v, f) + \
     HEM_LARGER(HEM_STEP_LOOK_BYTES(b, v, f), HEM_STEP_SOLVE_BYTES(v, c)))

#define HEM_STEP_SCRATCH_BYTES(b, v, f, c)                         \
    (HEM_STEP_BASE_BYTES(b, v) + HEM_STEP_TANGLED_BYTES(b, f, c) + \
     HEM_LARGER(HEM_STEP_CONTACT_BYTES(b, v, f, c), HEM_STEP_IMPACT_BYTES(b, v, f, c)))

/* What vertices on solids are made to do, and which contacts they stand on. */
#define HEM_STEP_STAND_BYTES(v) (HEM_ARENA_BYTES(v, 44u) + HEM_ARENA_BYTES(v, 20u))

/* Cloth while it is solved: its bodies, how all bodies touch, what contacts do, and the vectors of
 * the solve. And while a body is added: its cloth, with room for every edge. */
#define HEM_STEP_CLOTH_BYTES(b, v, c, t)                                                   \
    (HEM_ARENA_BYTES(b, 56u) + HEM_ARENA_BYTES(b, 12u) +                                   \
     HEM_CLOTH_SCRATCH_BYTES(b, v, t, 3u * (uint64_t)(t) / 2u, 2u * HEM_CONTACT_ROOM(c)) + \
     HEM_CLOTH_PRESSURE_BYTES(v) + HEM_STEP_STAND_BYTES(v))
#define HEM_WORLD_CLOTH_SCRATCH(b, v, f, c, t)                                            \
    ((t) == 0u ? UINT64_C(0)                                                              \
               : HEM_LARGER(HEM_CLOTH_BYTES(t, 3u * (uint64_t)(t)),                       \
                            HEM_STEP_BASE_BYTES(b, v) + HEM_STEP_TANGLED_BYTES(b, f, c) + \
                                HEM_STEP_CLOTH_BYTES(b, v, c, t)))

/* A contact, or an impact on the way: see hem_world_contact. */
typedef struct hem_contact_record {
    uint32_t packed[8];
} hem_contact_record;

/* One row for each region of the block: name, element, count. `b` bodies, `v` vertices, `f`
 * triangles, `e` edges, `c` contacts, `o` orphan pairs, `n` events, `t` triangles of cloth. The
 * last row is scratch, which nothing survives in between calls. The one place that says so: sizes,
 * offsets and the memory report all come from here. */
#define HEM_WORLD_REGIONS(R, b, v, f, e, c, o, n, t)   \
    R(world, hem_world, 1u)                            \
    R(slots, hem_body_slot, (uint64_t)(b))             \
    R(bodies, hem_body_record, (uint64_t)(b))          \
    R(meshes, hem_mesh, (uint64_t)(b))                 \
    HEM_MESH_REGIONS(R, b, v, f, e, o)                 \
    R(trees, uint8_t, HEM_WORLD_TREE_BYTES(b, f))      \
    R(positions, hem_vec3, (uint64_t)(v))              \
    R(velocities, hem_vec3, (uint64_t)(v))             \
    R(ends, hem_vec3, (uint64_t)(v))                   \
    R(inverse_masses, float, (uint64_t)(v))            \
    R(pinned, uint32_t, ((uint64_t)(v) + 31u) / 32u)   \
    R(bend_scales, float, HEM_WORLD_BEND_SCALES(v, t)) \
    R(cloth, uint8_t, HEM_WORLD_CLOTH_BYTES(b, t))     \
    R(contacts, hem_contact_record, (uint64_t)(c))     \
    R(events, hem_event, (uint64_t)(n))                \
    R(scratch, uint8_t,                                \
      HEM_LARGER(HEM_WORLD_SCRATCH_BYTES(b, v, f, c), HEM_WORLD_CLOTH_SCRATCH(b, v, f, c, t)))

/* The most that a phase took in a step. */
typedef struct hem_phase_peak {
    uint32_t passes, sweeps;
} hem_phase_peak;

/* The most ever used of each buffer, what there was no room for included, and of each limit. */
typedef struct hem_peaks {
#define HEM_BUFFER_PEAK(name) uint32_t name;
    HEM_BUFFERS(HEM_BUFFER_PEAK)
#undef HEM_BUFFER_PEAK
    hem_phase_peak phase[HEM_PHASES];
    hem_limits enough; /* what hem_world_print_limits writes; 0: there was nothing to do */
} hem_peaks;

/* The head of the block. Read it if you like; only the library writes it. */
typedef struct hem_world {
    uint32_t magic, version;
    uint32_t bytes; /* of the whole block */
    hem_caps caps;
    uint32_t body_count, vertex_count, triangle_count, edge_count, orphan_count;
    uint32_t tree_bytes;                        /* used of the trees */
    uint32_t cloth_triangle_count, cloth_bytes; /* used of the cloth */
    uint32_t contact_count;                     /* of the last step */
    uint32_t event_count;                       /* likewise */
    uint32_t step;                              /* steps done */
    uint32_t may_be_tangled;                    /* 0: no edge of what deforms goes through a face */
    hem_peaks peak;

    struct {
#define HEM_WORLD_OFFSET(name, type, count) uint32_t name;
        HEM_WORLD_REGIONS(HEM_WORLD_OFFSET, 0, 0, 0, 0, 0, 0, 0, 0)
#undef HEM_WORLD_OFFSET
    } offset; /* bytes from the block's start to each region */
} hem_world;

/* The block's size: a constant expression of type uint64_t, for static arrays. The forms behind it
 * name the capacities that it derives, and those of worlds that simulate cloth. */
#define HEM_WORLD_REGION_BYTES(name, type, count) +HEM_ARENA_BYTES(count, sizeof(type))
#define HEM_WORLD_BYTES(b, v, f, e, c) \
    HEM_WORLD_BYTES_WITH(b, v, f, e, c, HEM_DEFAULT_ORPHANS(b, v, f), HEM_EVENTS(b))
#define HEM_WORLD_BYTES_WITH(b, v, f, e, c, o, n) \
    HEM_CLOTH_WORLD_BYTES_WITH(b, v, f, e, c, o, n, 0u)
#define HEM_CLOTH_WORLD_BYTES(b, v, f, e, c) \
    HEM_CLOTH_WORLD_BYTES_WITH(b, v, f, e, c, HEM_DEFAULT_ORPHANS(b, v, f), HEM_EVENTS(b), f)
#define HEM_CLOTH_WORLD_BYTES_WITH(b, v, f, e, c, o, n, t) \
    (UINT64_C(0) HEM_WORLD_REGIONS(HEM_WORLD_REGION_BYTES, b, v, f, e, c, o, n, t))

/* The same figure at run time; 0 for capacities that hem_world_init would refuse. Constant time. */
uint32_t hem_world_bytes(const hem_caps *caps);

/* ----------------------------------------------------------------------------------------- calls
 */

/* Makes an empty world in the block, all of whose bytes up to the needed size are written.
 *
 * Checks first that float arithmetic means what it must. Linear in the block's size.
 *
 * HEM_OK; HEM_NULL; HEM_MISALIGNED; HEM_BAD_DEFINITION (caps not from hem_default_caps);
 * HEM_BAD_CAPACITY (bodies, vertices, triangles or edges are zero, or all together pass 4 GiB);
 * HEM_ALIASED (caps or out lie in the block, or out in caps); HEM_BLOCK_TOO_SMALL;
 * HEM_FP_CONTRACTED, HEM_FP_FLUSHED, HEM_FP_EXCESS, HEM_FP_ROUNDING. When refused, the block is not
 * touched. */
hem_status hem_world_init(void *block, uint32_t bytes, const hem_caps *caps, hem_world **out);

/* Adds a body: copies its positions and triangles and finds its topology.
 *
 * Time as hem_mesh_build; scratch HEM_MESH_SCRATCH_BYTES(triangles). Orphan pairs are looked for
 * only where a body is tested against itself (HEM_CLOTH, HEM_SOFT). A body that crosses others or
 * itself is taken all the same, and the crossings are counted: linear in the positions of all
 * bodies, and a pass over the trees of each body whose box overlaps its own.
 *
 * HEM_OK; HEM_NULL; HEM_BAD_WORLD; HEM_BAD_DEFINITION; HEM_BAD_COUNT; HEM_ALIASED (positions,
 * triangles, definition or outputs lie in the block, or an output on another or on an input);
 * HEM_BAD_MASS (the density, or detail: the vertex; 0 or too small or large only of what deforms);
 * HEM_NOT_FINITE, HEM_OUT_OF_RANGE (thickness, friction or max_speed, or detail: the vertex, of
 * positions, velocities, reference or rest); HEM_BAD_INDEX, HEM_BAD_TRIANGLE, HEM_ZERO_AREA in
 * cloth (detail: the triangle); HEM_FULL_BODIES, HEM_FULL_VERTICES, HEM_FULL_TRIANGLES,
 * HEM_FULL_EDGES, HEM_FULL_ORPHANS, HEM_FULL_CLOTH (detail: the capacity needed). Of what hem_step
 * is to simulate also HEM_BAD_STIFFNESS, HEM_OPEN_MESH (its material), and the statuses of
 * hem_cloth_build about its shape at rest. When refused, the world is as it was. `report` may be
 * null; it is written unless the status is HEM_NULL for the world, the definition or `out`,
 * HEM_BAD_WORLD or HEM_ALIASED. */
hem_status hem_add_body(hem_world *world, const hem_body_def *def, hem_body *out,
                        hem_body_report *report);

/* Removes a body. Those behind it move up in the shared arrays; handles stay what they are. Linear
 * in what stands behind. HEM_OK; HEM_NULL; HEM_BAD_WORLD; HEM_BAD_BODY. */
hem_status hem_remove_body(hem_world *world, hem_body body);

/* Replaces a body's triangles and positions, under the same handle: it is added anew, behind all
 * others, and the old one removed; there must be room for both. Velocities are those of the
 * definition, pins gone, bend scales 1. Statuses as hem_add_body, and HEM_BAD_BODY. When refused,
 * the world is as it was. */
hem_status hem_replace_body(hem_world *world, hem_body body, const hem_body_def *def,
                            hem_body_report *report);

/* A body's topology, positions and velocities, in place; null for a body that does not exist. They
 * stay where they are until a body is added or removed. Constant time. */
const hem_mesh *hem_body_mesh(const hem_world *world, hem_body body);
const hem_vec3 *hem_body_positions(const hem_world *world, hem_body body);
const hem_vec3 *hem_body_velocities(const hem_world *world, hem_body body);

/* Thickness and friction from now on. HEM_OK; HEM_NULL; HEM_BAD_WORLD; HEM_BAD_BODY;
 * HEM_NOT_FINITE, HEM_OUT_OF_RANGE. */
hem_status hem_set_material(hem_world *world, hem_body body, float thickness, float friction);

/* What cloth is made of, from now on. HEM_OK; HEM_NULL; HEM_BAD_WORLD; HEM_BAD_BODY;
 * HEM_WRONG_KIND (it does not deform); HEM_BAD_CAPACITY (caps.cloth_triangles is 0);
 * HEM_BAD_STIFFNESS; HEM_OPEN_MESH. When refused, nothing changes. */
hem_status hem_set_cloth_material(hem_world *world, hem_body body,
                                  const hem_cloth_material *material);

/* What the `bend` of a body's material is multiplied by at each vertex, from now on; an edge
 * between two triangles takes the mean of its two ends. Above 1 is stiffer; not set, all are 1. The
 * scales stay with the body until it is removed or replaced, whatever its material. Copied. Linear
 * time. HEM_OK; HEM_NULL; HEM_BAD_WORLD; HEM_BAD_BODY (also one that hem_step does not simulate);
 * HEM_BAD_COUNT (not the body's); HEM_ALIASED; HEM_NOT_FINITE, HEM_OUT_OF_RANGE (negative, or more
 * than HEM_CLOTH_STIFFEST). When refused, nothing changes. */
hem_status hem_set_bend_scale(hem_world *world, hem_body body, const float *scale, uint32_t count);

/* Pins a vertex, or lets it go. In a step a pinned vertex goes where its candidate is (in hem_step
 * without one: nowhere) and nothing pushes it, but hold beats pins. HEM_OK; HEM_NULL;
 * HEM_BAD_WORLD; HEM_BAD_BODY; HEM_BAD_INDEX. */
hem_status hem_set_pin(hem_world *world, hem_body body, uint32_t vertex, bool pinned);

/* Where the vertices of a body are to be at the end of the next step: a candidate for what deforms,
 * the way that it goes for what is kinematic. Not set, a body that deforms goes on with its
 * velocities and a kinematic one stays. Copied, and snapped to the grid. Linear time.
 * HEM_OK; HEM_NULL; HEM_BAD_WORLD; HEM_BAD_BODY; HEM_WRONG_KIND; HEM_BAD_COUNT (not the body's);
 * HEM_ALIASED; HEM_NOT_FINITE, HEM_OUT_OF_RANGE (hem_check_points names the vertex). When refused,
 * nothing changes. */
hem_status hem_set_candidate(hem_world *world, hem_body body, const hem_vec3 *end, uint32_t count);
hem_status hem_set_kinematic(hem_world *world, hem_body body, const hem_vec3 *end, uint32_t count);

/* The velocities that a body which deforms goes on with. Copied.
 * Linear time. Statuses as hem_set_candidate; under 4096 m/s along each axis. */
hem_status hem_set_velocities(hem_world *world, hem_body body, const hem_vec3 *velocities,
                              uint32_t count);

/* Puts a body somewhere else, without looking what is on the way or there; its velocities become 0.
 * The next step looks what is tangled.
 * Statuses as hem_set_candidate. */
hem_status hem_teleport(hem_world *world, hem_body body, const hem_vec3 *to, uint32_t count);

/* What the four calls above would say of these points, and of which vertex (detail, which may be
 * null); the kind of the body aside. HEM_ALIASED also for a detail in the block. Linear time. */
hem_status hem_check_points(const hem_world *world, hem_body body, const hem_vec3 *points,
                            uint32_t count, hem_detail *detail);

/* ---------------------------------------------------------------------------------------- a step
 */

/* Takes every body from its positions to its candidate, or as near as can be without any vertex
 * passing a face or an edge an edge, and stores positions and velocities.
 *
 * A step that starts clean ends clean: without an intersection of a body that deforms with itself,
 * with another or with one that stood still. What hits a body that moves and has no room left is
 * counted as pinched. Whatever runs out, the step ends safely, and the report says what.
 *
 * A body of which velocities or an answer lead a vertex nowhere, out of the domain or to no number,
 * is held as a whole: for the rest of the step it stands still for all others.
 *
 * The step is limited where, by the report, a buffer left something out (`left_out`), a phase left
 * something undone (`undone`), iterations cut the solve of cloth off (`unsettled` of integrate),
 * zones were made rigid, or something was held, pinched or led nowhere (`rigid_zones`,
 * `held_vertices`, `pinched`, `nonfinite`); HEM_OK means that there was none of it. What one phase
 * left counts although a later one has finished it. What sweeps leave `unsettled` does not count,
 * because it is usual: the passes after them see to the rest. A limit of 0 has run out as soon as
 * there is anything to do: then `undone` says how much, of zone_sweeps `unsettled`.
 *
 * Of what starts tangled, features of two triangles of which an edge of one goes through the other
 * are let through, up to HEM_TANGLED_PAIRS such edges; everything else is kept apart all the same.
 * Only after hem_add_body has found a crossing or an exact contact, after hem_teleport, and after a
 * step that was pinched, tangled or in exact contact does a step look for it.
 *
 * HEM_OK; HEM_LIMITED (see above); HEM_NULL; HEM_BAD_WORLD; HEM_BAD_DEFINITION (no cookie, or none
 * of the settings named); HEM_ALIASED (`in` or `report` lie in the block, or on each other);
 * HEM_NOT_FINITE, HEM_OUT_OF_RANGE (dt not positive, denormal or beyond HEM_DT_MOST); HEM_TOO_FAST
 * (what hem_set_kinematic said of a body takes a vertex further than max_speed dt; detail: the
 * vertex, refused: the body). When refused, only `detail` and `refused` of the report change,
 * unless it is aliased; what was set for the step stays set, so other ends or a larger dt may
 * follow. */
hem_status hem_resolve(hem_world *world, const hem_step_in *in, hem_report *report);

/* Moves cloth by its own forces, gravity, wind and contacts for dt seconds, and then as hem_resolve
 * does, with its promises. A candidate counts for pinned vertices only; kinematic bodies go where
 * hem_set_kinematic says.
 *
 * Contacts are part of the solve, with friction, so that stacks and folds rest on each other. A
 * vertex of cloth on a face that nothing can move is constrained: it has the velocity of the face
 * along the normal, and in all directions where friction holds, until it is pulled off; and out of
 * a gap that is too narrow it is shifted, in one step and beside its velocity. All other contacts
 * are springs.
 * Where iterations run out before the solve has met its tolerance, the step is limited, and goes on
 * with what they came to.
 *
 * Statuses as hem_resolve, and HEM_BAD_CAPACITY (caps.cloth_triangles is 0); HEM_NOT_FINITE,
 * HEM_OUT_OF_RANGE also for gravity and wind, of 65,536 and more, and for more than 16 passes. */
hem_status hem_step(hem_world *world, const hem_step_in *in, hem_report *report);

/* The contacts of the last step (of edges, those with the closest points within both), numbered
 * from 0 in ascending order of predicted distance; vertices count over all bodies, weights and
 * normals are rounded to 16 bits, the time is 0. They stay until the next step, or until a body is
 * removed. The next hem_step begins with what they did, and where there is no room for all contacts
 * keeps those that pushed; so a world that is made anew from positions and velocities goes on
 * nearly as the old one, and a copy of the block exactly. False when there is none of that number,
 * or where `out` lies in the block. Constant time. */
uint32_t hem_world_contact_count(const hem_world *world);
bool hem_world_contact(const hem_world *world, uint32_t number, hem_impact *out);

/* What happened in the last step, by bodies: in ascending order of the slots of the first and the
 * second, held bodies behind their pairs. Where there are more than there is room for, pairs that
 * touched before come first, then those with the nearest contact, then those with the earliest hit;
 * the report counts the rest. They stay until the next step. Null for no world, and where `count`
 * lies in the block. */
const hem_event *hem_world_events(const hem_world *world, uint32_t *count);

/* Writes the capacities that everything so far would have needed, as C to paste where the block and
 * the capacities are made: a block, and `caps`. They are exact, without margin: the same run fits.
 * At most `room` characters with the 0 at the end, which is always there unless `room` is 0.
 * Returns the length of the whole text, without it; 0 for no world, no text with room, or text that
 * lies in the block. Constant time. */
uint32_t hem_world_print_caps(const hem_world *world, char *text, uint32_t room);

/* Writes the limits that every step so far would have had enough of, as C to paste where `in` is
 * made. Where none has run out, the same run comes to the same bits with them. Of one that has, it
 * is more than twice what there was: nobody knows what would have been enough, so try again. Limits
 * of what never had anything to do are left out, and cloth_passes, with which cloth_iterations go,
 * where it is not 0. Zones are inelastic in a quarter of their passes only, so that limit is more
 * than the peak. Text, room and return value as in hem_world_print_caps. Constant time. */
uint32_t hem_world_print_limits(const hem_world *world, char *text, uint32_t room);

/* Is everything in the block as it must be, and does every index lead to something? Slow, for tests
 * and debugging; reads nothing outside the block, whatever stands in it. HEM_OK; HEM_NULL;
 * HEM_ALIASED (detail lies in the block); HEM_BAD_WORLD (detail: the body). */
hem_status hem_world_validate(const hem_world *world, hem_detail *detail);

/* A hash of what the next step goes on from: topology, material, cloth, bend scales, positions,
 * velocities, masses and pins of all bodies, ends that were set for the step, speeds that are
 * limited, and which contacts there were. The same on every machine and for every block that holds
 * them. Linear time; 0 for no world. */
uint64_t hem_world_hash(const hem_world *world);

/* How much of a region is there and in use, for reports. */
typedef struct hem_memory_region {
    const char *name;
    uint32_t bytes; /* given, padding included */
    uint32_t used;  /* by the bodies there are; for scratch, the most ever used */
} hem_memory_region;

/* The region of that number, counted from 0 in the order of HEM_WORLD_REGIONS; false when there is
 * no such region, or where `out` lies in the block. Constant time. */
bool hem_world_region(const hem_world *world, uint32_t number, hem_memory_region *out);

#ifdef __cplusplus
}
#endif

#endif
