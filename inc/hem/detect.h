/* Detect: which triangles of two bodies, or of one body with itself, meet.
 *
 * A pass walks the trees of two bodies and looks closer and closer at the pairs of leaves whose
 * volumes overlap: slabs, boxes, planes, and an exact test for what is left. Nothing is missed and
 * nothing is found that is not there; the same pairs in the same order on every machine. */
#ifndef HEM_DETECT_H
#define HEM_DETECT_H

#include "hem/arena.h"
#include "hem/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One body as the passes over features look at it. */
typedef struct hem_side {
    const hem_mesh *mesh;
    const hem_tree *tree;       /* of that mesh, fitted to the positions */
    const hem_vec3 *positions;  /* one for each vertex */
    const hem_vec3 *velocities; /* one for each vertex, or null: at rest */
    uint32_t first_vertex;      /* the number of its vertex 0 among those of all bodies */
    const hem_vec3 *ends;       /* where its vertices are at the end of the step, for the continuous
                                 * pass, or null: where they were; no other pass looks at it */
} hem_side;

typedef struct hem_intersect_in {
    const hem_tree *a, *b; /* one tree twice: triangles of that body that share no vertex */
    const hem_vec3 *positions_a,
        *positions_b; /* that the trees are fitted to; taken onto the grid */
    hem_pair *pairs;  /* room for what is found */
    uint32_t room;
    bool first_only;    /* stop at the first pair: do they meet at all? */
    hem_arena *scratch; /* given back when the call returns */
} hem_intersect_in;

typedef struct hem_intersect_out {
    uint32_t count;        /* pairs that meet, those left out included */
    uint32_t kept;         /* pairs stored: the smallest, in ascending order */
    uint32_t leaf_pairs;   /* leaves whose volumes overlap */
    uint32_t leaf_tests;   /* of these, leaves that slabs and boxes could not keep apart */
    uint32_t pair_tests;   /* pairs of triangles that boxes could not keep apart */
    uint32_t needed;       /* bytes of scratch, when there were too few */
    uint64_t volume_tests; /* pairs of volumes compared */
} hem_intersect_out;

/* The scratch that a pass needs, in bytes. Constant time; 0 when a tree is null. */
uint64_t hem_intersect_bytes(const hem_tree *a, const hem_tree *b);

/* Finds the pairs of triangles that have a point in common; touching counts. `first` is a triangle
 * of a, `second` one of b; within one body the smaller is the first, and triangles that share a
 * vertex are not compared. Where there are more than fit, the smallest are kept, by first and then
 * second, and the rest is counted. With first_only, the first pair that the walk comes to.
 *
 * HEM_OK; HEM_LIMITED (pairs were left out); HEM_NULL; HEM_ALIASED (something that is given lies in
 * the free part of the scratch); HEM_BAD_DEFINITION (trees of different kinds, or one that is
 * fitted on demand); HEM_OUT_OF_RANGE (positions are not those that the tree is fitted to);
 * HEM_FULL_SCRATCH (see `needed`). */
hem_status hem_intersect(const hem_intersect_in *in, hem_intersect_out *out);

/* First contact: when do two bodies first meet, if only single moments can be looked at?
 *
 * Bisection, as a conversation: the library asks for a moment, the caller moves the bodies there,
 * looks (hem_intersect with first_only) and tells. It finds a moment at which they meet and one
 * before it at which they do not, as close together as the rounds allow; a contact that begins and
 * ends between two moments is not seen.
 *
 *     hem_first_contact search;
 *     float time;
 *     hem_first_contact_start(&search, 0.0f, dt, 16);
 *     while (hem_first_contact_next(&search, &time)) {
 *         hem_first_contact_tell(&search, bodies_meet_at(time));
 *     } */
typedef struct hem_first_contact {
    float apart;   /* the latest moment known to be without contact */
    float meeting; /* the earliest known to have one */
    uint32_t rounds;
    bool found; /* is there a contact at `meeting`? */
    uint32_t stage;
} hem_first_contact;

/* Starts a search from a moment without contact to a later one, in at most `rounds` halvings.
 * HEM_OK; HEM_NULL; HEM_NOT_FINITE; HEM_OUT_OF_RANGE (the second moment is not later). */
hem_status hem_first_contact_start(hem_first_contact *search, float apart, float end,
                                   uint32_t rounds);

/* The next moment to look at; false when the search is over. The first is the end itself. */
bool hem_first_contact_next(const hem_first_contact *search, float *time);

/* What was seen at the moment that hem_first_contact_next gave. */
void hem_first_contact_tell(hem_first_contact *search, bool meets);

#ifdef __cplusplus
}
#endif

#endif
