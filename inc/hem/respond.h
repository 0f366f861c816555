/* Respond: how velocities change where features meet or come too close.
 *
 * All calls work on candidate velocities of the vertices of all bodies, in one numbering; positions
 * are those at the start of the step and never change. An impact is a point of one feature and a
 * point of another, with the direction between them. A list of impacts is worked through in the
 * order that it is given in: sort it by a key that does not depend on how impacts were found (time,
 * kind and the sorted vertices; or predicted distance, 002-18), and the result does not either.
 *
 * What comes out is a proposal. Impulses act on one pair of points at a time, and neither they nor
 * zones know of features that are not in the list.
 *
 * What is kept. Every impulse acts on both features, so linear momentum stays what it was, up to
 * 1e-5 of the sum of m|v| (the larger of before and after). An impulse P changes angular momentum
 * about the positions at the start by exactly d x P, d being the way from the second point to the
 * first at the start: by nothing if it acts along that way (normals of closest points, without
 * friction), by nothing if the points are one. About the places at the time of a hit, where they
 * are, it changes nothing. What vertices of infinite mass take is not counted. */
#ifndef HEM_RESPOND_H
#define HEM_RESPOND_H

#include "hem/arena.h"
#include "hem/impacts.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------ what all take */

/* Ranges of what is given; what lies outside is refused. */
#define HEM_SPEED_MOST         16777216.0f            /* m/s, each component of a velocity */
#define HEM_INVERSE_MASS_MOST  1073741824.0f          /* 1/kg */
#define HEM_INVERSE_MASS_LEAST (1.0f / 1073741824.0f) /* 1/kg, and 0 */
#define HEM_DT_MOST            1048576.0f             /* s; at least FLT_MIN */

typedef struct hem_motion {
    const hem_vec3 *start;     /* positions at the start of the step */
    hem_vec3 *velocity;        /* candidate velocities, changed */
    const float *inverse_mass; /* 0: moves as it does, nothing changes it (kinematic, static,
                                * pinned, held) */
    uint32_t vertex_count;
    float dt;
} hem_motion;

/* Impacts are those of hem/impacts.h, found by passes or made from contacts that are close, with
 * four different vertices and weights that add up to 1 and -1 within a hundred-thousandth; corners
 * that have no part weigh 0. The distance is that at the start of the step along the normal, less
 * than 0 for features that have passed each other. Time and kind only tell impacts apart. */

/* How two surfaces meet. */
typedef struct hem_touch {
    float thickness; /* metres: the gap that they keep; 0 to HEM_DOMAIN */
    float friction;  /* Coulomb's, sqrt(mu_a mu_b) of the two; 0 and more */
} hem_touch;

/* Cloth: 1 mm, and 0.3. */
hem_touch hem_default_touch(void);

typedef struct hem_respond_in {
    hem_motion motion;
    const hem_impact *impacts; /* in the order in which they are to be applied */
    uint32_t count;            /* 0 is allowed */
    const hem_touch *touch;    /* one for all impacts, or one for each */
    bool touch_each;
} hem_respond_in;

/* The status of every call below that refuses what it is given, with nothing changed but `detail`:
 * HEM_NULL; HEM_ALIASED (the velocities overlap something else that is given, or something lies in
 * the free part of an arena); HEM_BAD_COUNT (no vertices); HEM_BAD_DEFINITION (a definition that no
 * hem_default_... call has made); HEM_NOT_FINITE, HEM_OUT_OF_RANGE (dt; a setting; or detail: the
 * vertex, impact or touch that it is about: a number is NaN or infinite, or lies outside the ranges
 * above; weights do not add up; a normal is not a unit vector); HEM_BAD_INDEX (detail: an impact
 * that names a vertex that does not exist, or one twice). Checking is linear in vertices and
 * impacts. */

/* ------------------------------------------------------------------------------------ impulses */

typedef struct hem_impulses_out {
    uint32_t applied;   /* impacts that changed something */
    uint32_t apart;     /* impacts whose points part fast enough already */
    uint32_t immovable; /* impacts none of whose points can be moved */
    hem_detail detail;  /* what was refused */
} hem_impulses_out;

/* One inelastic impulse for each impact, one after the other, with Coulomb friction.
 *
 * The gap that a pair aims at by the end of the step: the thickness where it is wider at the start,
 * else what it is, but at least a tenth of the thickness. Where its points come closer than that,
 * an impulse along the normal lets them part or approach just so; what misses its aim by less than
 * a thousandth of the thickness is left alone. Friction takes away slip, by at most mu times the
 * normal impulse, and never turns it round. So an impulse adds energy only where a gap below a
 * tenth of the thickness is to open, and not more than that speed has.
 *
 * A vertex with little weight is not thrown about: no velocity changes by more than 16 times what
 * the points need, and where only such vertices can be moved, the points are slowed in part.
 *
 * Linear time, no memory. HEM_OK and refusals. */
hem_status hem_impulses(const hem_respond_in *in, hem_impulses_out *out);

/* ----------------------------------------------------------------------------------- repulsion */

typedef struct hem_repel_def {
    uint32_t cookie;      /* set by hem_default_repel_def */
    uint32_t sweeps;      /* times that the list is gone through at most; 0: nothing is done */
    float recovery;       /* of the thickness, regained in one step at most: 0 to 1 */
    float tolerance;      /* m/s: a sweep that changes no speed by more is the last */
    float separate_depth; /* metres: features that have passed each other by less are parted */
    float stick_speed;    /* m/s: slip up to this ends altogether while surfaces touch */
    float stick_reach;    /* thicknesses: surfaces up to so far apart touch; 0: nothing sticks */
    float release_speed;  /* m/s: surfaces that part faster than this let go */
} hem_repel_def;

/* For cloth of 1 mm at 90 Hz: 8 sweeps, a whole thickness, 0.1 mm/s, 1 mm, 2 mm/s up to 1.1
 * thicknesses, 1 mm/s. */
hem_repel_def hem_default_repel_def(void);

typedef struct hem_repel_out {
    uint32_t sweeps;    /* taken */
    uint32_t pushed;    /* impulses along normals, over all sweeps */
    uint32_t stuck;     /* times that slip ended within the stiction band */
    uint32_t deep;      /* contacts deeper than separate_depth: left alone */
    uint32_t immovable; /* contacts none of whose points can be moved */
    uint32_t needed;    /* bytes of scratch, when there were too few */
    hem_detail detail;  /* what was refused */
} hem_repel_out;

/* The scratch of hem_repel, in bytes: a constant expression. */
#define HEM_REPEL_BYTES(contacts) HEM_ARENA_BYTES(contacts, 4u)

/* Keeps apart what is close at the start of the step, by a constraint on velocity along the
 * closest-point direction (002-19, 002-20). With d the distance and D the thickness:
 *
 * - 0 <= d < D: points that approach at a speed v part at g (D - d) / dt afterwards, D - d being at
 *   most `recovery` D, and g = v / (D / dt), at most 1. Others are left alone: so surfaces at rest
 *   get no push, and g grows with what presses them together. In later sweeps v is all the approach
 *   that the contact has met with so far.
 * - d >= D: points that would come closer than D are slowed to arrive there.
 * - d < 0: the features have passed each other. Up to `separate_depth` they are parted by
 *   `recovery` D in a step, whether they approach or not (002-21); deeper ones are left alone.
 *
 * Between two features that can move, both share the change by their masses and their common motion
 * stays; one with infinite mass gives its own motion to the other.
 *
 * Friction is as for impulses. Surfaces that touch, d <= stick_reach D, and do not part faster than
 * release_speed also stick: slip up to stick_speed ends altogether, so cloth rides on what moves
 * under it (002-22). Candidate velocities hold what forces did in this step, so a pull outwards
 * releases it. Without friction nothing sticks.
 *
 * Layers that lie on each other come to rest with gaps below D, the more so the fewer sweeps: of
 * four layers at 90 Hz the narrowest gap is 0.76 D with 8 sweeps, of eight 0.64 D with 16.
 *
 * Time: sweeps times the list. HEM_OK; HEM_LIMITED (sweeps are 0, or something was deep);
 * HEM_FULL_SCRATCH (see `needed`); and refusals. */
hem_status hem_repel(const hem_respond_in *in, const hem_repel_def *def, hem_arena *scratch,
                     hem_repel_out *out);

/* --------------------------------------------------------------------------------------- zones */

typedef struct hem_zone_def {
    uint32_t cookie;       /* set by hem_default_zone_def */
    uint32_t vertex_room;  /* movable vertices that fit in all zones together, 1 and more */
    uint32_t impact_room;  /* impacts that fit, 1 and more */
    uint32_t sweeps;       /* of the inelastic solve; 0: nothing is done */
    float tolerance;       /* m/s: approach that counts as none */
    float rigid_tolerance; /* metres in a step: motions that differ by no more are one */
} hem_zone_def;

/* Room as given, 64 sweeps, 0.1 mm/s, 10 micrometres. */
hem_zone_def hem_default_zone_def(uint32_t vertex_room, uint32_t impact_room);

typedef enum hem_zone_state {
    HEM_ZONE_MADE,         /* nothing has been done to it */
    HEM_ZONE_SOLVED,       /* inelastic: no impact approaches */
    HEM_ZONE_UNSOLVED,     /* inelastic: sweeps ran out, or nothing can be moved enough */
    HEM_ZONE_RIGID,        /* moves as one body */
    HEM_ZONE_TURN_LIMITED, /* moves as one body, by 53 degrees: it span faster than that */
    HEM_ZONE_CARRIED,      /* takes the motion of the vertices of infinite mass in it */
    HEM_ZONE_PINCHED,      /* these move differently: nothing was done */
} hem_zone_state;

/* Movable vertices that impacts connect, and those impacts. */
typedef struct hem_zone {
    uint32_t first_vertex, vertex_count; /* in hem_zones.vertices */
    uint32_t first_impact, impact_count; /* in hem_zones.impacts */
    uint32_t state;                      /* a hem_zone_state */
    float approach;                      /* m/s left by the inelastic solve: target less speed */
} hem_zone;

/* Zones by their smallest vertex. All arrays are in the arena. */
typedef struct hem_zones {
    hem_zone *zones;
    uint32_t *vertices; /* zone after zone, ascending in each */
    uint32_t *impacts;  /* zone after zone: numbers in the list, ascending in each */
    uint32_t *corners; /* four for each of `impacts`: where in `vertices` its vertex is, or HEM_NONE
                        * for one of infinite mass */
    uint32_t zone_count, vertex_count, impact_count;
    uint32_t most_vertices, most_impacts; /* of one zone */
    uint32_t left_out;                    /* impacts that did not fit: the end of the list */
    uint32_t immovable;                   /* impacts without a movable vertex: in no zone */
    uint32_t copies;                      /* impacts that repeat an earlier one: in no zone */
    uint32_t needed;                      /* bytes of arena, when there were too few */
    hem_detail detail;                    /* what was refused */
} hem_zones;

/* The bytes that hem_zones_make takes from an arena, and those of scratch that a solve needs for
 * zones of at most so many vertices and impacts: constant expressions. */
#define HEM_ZONES_BYTES(vertex_room, impact_room)                                             \
    (HEM_ARENA_BYTES(vertex_room, sizeof(hem_zone)) + 3u * HEM_ARENA_BYTES(vertex_room, 4u) + \
     2u * HEM_ARENA_BYTES(impact_room, 4u) + 2u * HEM_ARENA_BYTES(impact_room, 16u) +         \
     HEM_ARENA_BYTES(impact_room, 32u))
#define HEM_ZONE_SOLVE_BYTES(vertices, impacts)                                 \
    (2u * HEM_ARENA_BYTES(vertices, 4u) + 2u * HEM_ARENA_BYTES(vertices, 12u) + \
     HEM_ARENA_BYTES(impacts, 48u))

/* Makes zones from a list of impacts (001-19): two movable vertices are in one zone if an impact
 * names both, whatever their weights; vertices of infinite mass connect nothing. Zones are the same
 * sets in whatever order impacts come. An impact that repeats an earlier one in every bit is left
 * out (one in thousands of millions may remain, which does no harm).
 *
 * Of a list that is longer than there is room for, the longest beginning that fits is taken; the
 * rest is counted.
 *
 * Time: sorting four numbers an impact. Memory: HEM_ZONES_BYTES of the arena, of which what `zones`
 * names stays taken: release it by a mark. The touches are not looked at.
 * HEM_OK; HEM_LIMITED (impacts were left out); HEM_BAD_CAPACITY (no room, or more than 2^29);
 * HEM_FULL_SCRATCH (see `needed`); and refusals. */
hem_status hem_zones_make(const hem_respond_in *in, const hem_zone_def *def, hem_arena *arena,
                          hem_zones *zones);

typedef struct hem_zones_in {
    hem_respond_in respond; /* as the zones were made from; velocities may be others */
    hem_zones *zones;       /* states are written */
    const uint8_t *chosen;  /* one for each zone, 0: left alone; null: all */
    hem_zone_def def;
    hem_arena *scratch; /* given back when the call returns */
} hem_zones_in;

typedef struct hem_zones_out {
    uint32_t solved, unsolved;                 /* zones by what became of them */
    uint32_t rigid, limited, carried, pinched; /* likewise */
    uint32_t sweeps;                           /* the most that a zone took */
    float approach;                            /* m/s, the most that is left in a zone */
    uint32_t needed;                           /* bytes of scratch, when there were too few */
    hem_detail detail;                         /* what was refused */
} hem_zones_out;

/* Inelastic: finds impulses along all normals of a zone together such that no impact approaches,
 * with the targets of hem_impulses and no friction. Gauss-Seidel in the order of the list, in
 * velocities relative to the zone's centre of mass; no impulse pulls. The velocities that come out
 * follow from the impulses alone, so momentum is kept whether it ends in time or not.
 *
 * Time: at most def.sweeps times the impacts, less where no speed changes by more than a tenth of
 * the tolerance. Memory: HEM_ZONE_SOLVE_BYTES of the largest zone.
 * HEM_OK; HEM_LIMITED (zones are unsolved); HEM_FULL_SCRATCH (see `needed`); HEM_BAD_DEFINITION
 * (also zones that do not belong to the list); and refusals. */
hem_status hem_zones_inelastic(const hem_zones_in *in, hem_zones_out *out);

/* Rigid: a zone moves as one body over the step, with the linear and the angular momentum that its
 * vertices have: positions turn by the unit quaternion along (1, w dt / 2), and velocities are the
 * ways from start to end by dt. w is such that these velocities have the angular momentum, about
 * the start and about the end alike, within 1e-5 of the sum of m|x||v|. A turn is limited to 53
 * degrees in a step; beyond, angular momentum is lost. Where all vertices of a zone are within a
 * thousandth of its extent from a line, it does not turn about that line, which loses up to a
 * thousandth. The ways have 1 + (w dt / 2)^2 times the energy of the turn at its start.
 *
 * With vertices of infinite mass in it, a zone takes their motion: three of them that are far apart
 * say which, and if all are within rigid_tolerance of it at the end, the zone follows. If not, it
 * is pinched and left alone. Two such vertices leave a turn about their line open, one any turn:
 * none is taken.
 *
 * Time: linear in the zones, at most 16 rounds. Memory and statuses as hem_zones_inelastic;
 * HEM_LIMITED (zones are pinched or limited). */
hem_status hem_zones_rigid(const hem_zones_in *in, hem_zones_out *out);

#ifdef __cplusplus
}
#endif

#endif
