/* Impacts: bodies that move from the start to the end of a step and must not meet on the way.
 *
 * The iterative scheme of 000-18 as a conversation: a pass finds the earliest hits, the caller
 * answers them by changing velocities, and so on until a pass finds none or the passes run out.
 *
 *     hem_impacts impacts;
 *     hem_impacts_start(&impacts, &in);
 *     while (hem_impacts_pass(&impacts) == HEM_LIMITED) {
 *         for (i = 0; i < impacts.count; i++) {
 *             answer(&impacts.hits[i]);            // changes in.velocity
 *         }
 *     }
 *     hem_impacts_end(&impacts);
 *
 * Of all hits of a pass, each movable vertex keeps the earliest; from those, hits are accepted in
 * order of time as long as they share no movable vertex (000-19). That does not depend on the order
 * in which they are found. Vertices that no hit has touched did not move since the last pass, so a
 * pass looks only at pairs with one that was (000-20); it finds what a pass over everything would,
 * bit for bit. Nothing hits vertices without a triangle. */
#ifndef HEM_IMPACTS_H
#define HEM_IMPACTS_H

#include "hem/continuous.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hem_moving_body {
    const hem_mesh *mesh;
    hem_tree *tree;        /* of that mesh; fitted to the motion by the passes */
    uint32_t first_vertex; /* where its vertices begin in the arrays of all vertices */
    bool self;             /* look for hits of its own features with each other */
} hem_moving_body;

/* Two features that meet or are close: a point of the one and a point of the other, 56 bytes. */
typedef struct hem_impact {
    uint32_t vertex[4]; /* among all vertices, four different ones: one and the three of a face, or
                         * two and two of edges */
    float weight[4]; /* signed: those of the first feature add up to 1, those of the second to -1,
                      * within a hundred-thousandth; 0 for corners that have no part */
    hem_vec3 normal; /* unit, from the second feature to the first */
    float distance;  /* at the start of the step, along the normal: 0 for a hit, less than 0 for
                      * features that have passed each other */
    float time;      /* of a hit, 0 to 1 of the step; of a contact, its predicted distance */
    uint32_t kind;   /* HEM_CONTACT_VERTEX_FACE or HEM_CONTACT_EDGE_EDGE */
} hem_impact;

typedef struct hem_impacts_in {
    const hem_moving_body
        *bodies; /* in ascending order of their vertices, trees with the same axes */
    uint32_t body_count;
    const hem_vec3 *start; /* of all vertices, on the grid (HEM_GRID) */
    hem_vec3 *end;         /* where they are at the end; after an answer, of a movable vertex that
                            * was hit, start + velocity dt, on the grid */
    const hem_vec3 *velocity; /* of all vertices; between passes the caller changes those of movable
                               * vertices in hits */
    const float *inverse_mass; /* a vertex is movable where it is above 0; not negative */
    uint32_t vertex_count;
    float dt;            /* seconds */
    float separation;    /* metres that they must stay apart */
    uint32_t pass_limit; /* passes at most; 0: none */
    bool unmarked;       /* every pass looks at everything (000-20 off) */
    bool uncounted;      /* hits that come too late to be the earliest of any vertex need not be
                          * found: faster where there are many, and all but counters is the same */
    bool any_earliest; /* the rule of 000-19: hits that come later than one that is known of any of
                        * their vertices need not be found. Nothing is missed, since that vertex
                        * is looked at again, and a motion that ends clear is clear. But which
                        * hits a pass finds depends on the order of its walk, and so on trees,
                        * the order of triangles, and marks; on one machine as on another */
    bool every_pair;   /* as in hem_continuous_in */
    bool no_volumes;
    bool one_by_one;
    bool solid_faces_only; /* of bodies without `self`, only faces, and for vertices of others only
                            * (004-3): edges pass them. For comparisons */
    const struct hem_tangled *tangled; /* null; a world's step names here what is let through */
    hem_arena *scratch;                /* kept from start to end */
} hem_impacts_in;

/* Read it if you like; only the library writes it. */
typedef struct hem_impacts {
    hem_impacts_in in;
    bool every_hit;         /* set it before a pass: give the earliest hit of every movable vertex,
                             * each once, and not only those that share none */
    const hem_impact *hits; /* of the last pass, in ascending order of their keys */
    uint32_t count;
    uint32_t pass;       /* passes done */
    uint32_t found;      /* hits in the last pass, accepted or not */
    uint32_t bad_body;   /* when refused for a position or a body: its number, else HEM_NONE */
    uint32_t bad_vertex; /* and its vertex among all vertices */
    uint32_t needed;     /* bytes of scratch, when there were too few */

    /* Of all passes so far. */
    uint64_t body_pairs, leaf_pairs, pair_tests, vertex_face_tests, edge_edge_tests, searches;
    uint64_t collisions; /* hits found */
    uint64_t accepted;   /* of these, accepted */
    uint64_t by_bound;   /* hits that used up the iterations of the test */
    uint64_t exempt;     /* hits that were let through, and are no part of the others */
    uint64_t volumes_fitted, volume_tests;

    uint32_t mark; /* of the scratch before */
    struct hem_impacts_state *state;
} hem_impacts;

/* The scratch for these bodies, in bytes; 0 for null. Linear in the bodies. */
uint64_t hem_impacts_bytes(const hem_moving_body *bodies, uint32_t body_count,
                           uint32_t vertex_count);

/* Begins. Linear time where trees come in the order of their addresses; else every two bodies are
 * compared, which is nothing beside a pass.
 * HEM_OK; HEM_NULL; HEM_ALIASED (the ends lie on something else that is given, or something does in
 * the free part of the scratch; of a mesh or a tree: bad_body; or two bodies have one tree:
 * bad_body is the second); HEM_BAD_COUNT (no bodies or
 * vertices, or a mesh and a tree that do not belong together; bad_body); HEM_BAD_DEFINITION (trees
 * with different axes, or one whose mesh does not know the orphan pairs that looking for its own
 * hits takes; bad_body); HEM_BAD_INDEX (bodies whose vertices overlap, are out of order or too
 * many; bad_body); HEM_NOT_FINITE, HEM_OUT_OF_RANGE (dt or separation where bad_body is HEM_NONE;
 * or a position, an inverse mass or, where it is movable, a velocity: bad_body and bad_vertex);
 * HEM_FULL_SCRATCH (needed). When refused, nothing but `impacts` changes.
 */
hem_status hem_impacts_start(hem_impacts *impacts, const hem_impacts_in *in);

/* Takes the answers to the last pass and does the next one.
 *
 * HEM_OK: nothing hits, the motion is clear. HEM_LIMITED: there are hits to answer, or, with none
 * in `count`, the passes are used up and the last answers have not been tested. HEM_NULL;
 * HEM_NOT_FINITE, HEM_OUT_OF_RANGE: an answer has given a vertex a velocity that leads nowhere
 * (bad_body, bad_vertex); its end and those behind it are as they were. */
hem_status hem_impacts_pass(hem_impacts *impacts);

/* Between passes: the caller has changed the velocity of a movable vertex although no hit of the
 * last pass has touched it. Nothing happens where there is no such vertex, or it is not movable:
 * what it has for a velocity is not looked at, and its end stays where the caller put it. */
void hem_impacts_mark(hem_impacts *impacts, uint32_t vertex);

/* Between passes: inverse masses have changed, so the next pass looks at everything. */
void hem_impacts_refresh(hem_impacts *impacts);

/* A bit for each movable vertex that a hit of the last pass has touched, or that was marked since;
 * in words of 32. Null without a pass. */
const uint32_t *hem_impacts_touched(const hem_impacts *impacts);

/* Between passes, with nothing taken from the scratch since the conversation began: gives the
 * larger part of it back for a while; the hits of the last pass are gone. Taking it back, which the
 * next pass does if nobody has, gives up whatever was taken in the meantime. Constant time. */
void hem_impacts_lend(hem_impacts *impacts);
void hem_impacts_take_back(hem_impacts *impacts);

/* Gives the scratch back. */
void hem_impacts_end(hem_impacts *impacts);

#ifdef __cplusplus
}
#endif

#endif
