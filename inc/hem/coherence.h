/* Coherence: settings that use what the last step found, and one that leaves out what lies flat.
 *
 * None of them is on by itself; the passes of hem/near_faces.h do without. A front lets a walk over
 * the trees begin where the last one stopped. Contacts of faces that hardly move against each other
 * keep their points, with an error that is bounded. And pairs of faces of one body that are parts
 * of the same flat region can be dropped from a list. */
#ifndef HEM_COHERENCE_H
#define HEM_COHERENCE_H

#include "hem/near_faces.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the front of a walk: a separation list (002-16) ---- */

/* The pairs of volumes at which the last walk stopped, in memory of the caller: this record, and
 * its entries behind it, by index. No two trees' volumes are kept, only where they are. */
typedef struct hem_front {
    uint32_t cookie;
    uint32_t capacity;  /* entries that fit */
    uint32_t count;     /* entries in use; 0: the next walk starts at the roots */
    uint32_t steps;     /* walks since the list was made anew */
    uint32_t refreshed; /* how often it was */
    uint32_t within;    /* not 0: of one tree with itself */
    uint32_t groups_a, leaves_a, groups_b, leaves_b; /* of the trees that it is for */
} hem_front;

/* The bytes of arena that hem_front_make needs: a constant expression. A sheet in twenty layers
 * with itself takes 7 entries a leaf, two bodies that touch 1 or 2. */
#define HEM_FRONT_ENTRY_BYTES 12u
#define HEM_FRONT_BYTES(entries) \
    (HEM_ARENA_BYTES(1u, sizeof(hem_front)) + HEM_ARENA_BYTES(entries, HEM_FRONT_ENTRY_BYTES))

/* Takes an empty list from the arena. Constant time. HEM_OK; HEM_NULL; HEM_BAD_CAPACITY (no
 * entries, or 4 GiB are passed); HEM_ALIASED (arena or outputs lie in the arena's free part);
 * HEM_BLOCK_TOO_SMALL (detail: bytes needed). When refused, the arena is as it was. `detail` may be
 * null. */
hem_status hem_front_make(hem_arena *arena, uint32_t capacity, hem_front **out, hem_detail *detail);

/* Lets the next walk start at the roots: to be called when a tree was built again. Constant time.
 * HEM_OK; HEM_NULL; HEM_BAD_DEFINITION (not made by hem_front_make). */
hem_status hem_front_reset(hem_front *front);

typedef struct hem_front_in {
    const hem_tree *a, *b;  /* one tree twice: pairs of leaves of that body */
    float epsilon;          /* metres, 0 and more: volumes closer than this count as overlapping */
    uint32_t refresh_after; /* makes the list anew after so many walks; 1: always, 0: never */
    hem_pair *pairs;        /* room for what is found */
    uint32_t room;
    hem_arena *scratch; /* given back when the call returns */
} hem_front_in;

typedef struct hem_front_out {
    uint32_t count;        /* pairs of leaves, those left out included */
    uint32_t kept;         /* pairs stored: the smallest, in ascending order */
    uint32_t listed;       /* entries of the list that the next walk starts with */
    uint32_t walked;       /* pairs of volumes that the list had no room to go below */
    uint32_t needed;       /* bytes of scratch, when there were too few */
    bool fresh;            /* the list was made anew */
    uint64_t volume_tests; /* pairs of volumes compared */
} hem_front_out;

/* The scratch of a walk, in bytes. Constant time; 0 when a tree is null. */
uint64_t hem_front_pairs_bytes(const hem_tree *a, const hem_tree *b);

/* The pairs of leaves whose volumes overlap: the same that a walk from the roots finds, whatever
 * the list holds. Trees with other counts than those of the last call make the list anew. Where the
 * list is full, nothing is missed: below what it does not hold, the walk goes on as from the roots,
 * and that is counted. Where there are more pairs than fit, the smallest are kept.
 *
 * Time: the list, what has come closer since, and sorting. HEM_OK; HEM_LIMITED (pairs were left
 * out); HEM_NULL; HEM_ALIASED (something that is given lies in the free part of the scratch);
 * HEM_BAD_DEFINITION (not a front, trees of different kinds, or one that is fitted on demand);
 * HEM_NOT_FINITE, HEM_OUT_OF_RANGE (epsilon is NaN or infinite, negative, or larger than the
 * domain); HEM_FULL_SCRATCH (see `needed`). */
hem_status hem_front_pairs(hem_front *front, const hem_front_in *in, hem_front_out *out);

/* ---- contacts that keep their points (002-17) ---- */

/* How old a contact is. All zero for one that was just measured. */
typedef struct hem_contact_age {
    float moved;    /* metres: how far a corner of its faces may have moved against the others */
    uint32_t calls; /* since it was measured */
} hem_contact_age;

typedef struct hem_reuse_contacts_in {
    hem_side a, b; /* as for hem_face_contacts, with the positions of now; trees may be null */
    const hem_vec3 *before_a, *before_b; /* positions of the last call, or of the measuring */
    bool quads_a, quads_b;               /* as for hem_face_contacts */
    float dt;                            /* seconds to predict over, 0 or more */
    float tolerance;                     /* metres, 0 or more: no distance is farther off */
    uint32_t refresh_after;     /* measures anew after so many calls; 1: always, 0: never by age */
    hem_face_contact *contacts; /* as hem_face_contacts gave them; updated in their places */
    hem_contact_age *ages;      /* one for each */
    uint32_t count;
    hem_pair *order; /* room for as many, or null: `second` is a contact, in ascending order of
                      * predicted distance, then of place */
} hem_reuse_contacts_in;

typedef struct hem_reuse_contacts_out {
    uint32_t reused;   /* contacts that kept their weights */
    uint32_t measured; /* contacts that were measured anew */
    float error;       /* no reused distance is farther off: at most the tolerance */
    hem_detail detail; /* the contact, vertex or triangle that was refused */
} hem_reuse_contacts_out;

/* Brings contacts up to date. Where all corners of two faces have moved, since the contact was
 * measured, by at most b from a motion that they have in common, the weights of the closest points
 * are kept. The distance d of these points is then never less than that of the faces and at most
 * 4 b more: both are within 2 b of the distance measured, d because its two points have moved by at
 * most b, the faces' because all of theirs have. (The bound can be reached: of parallel faces, the
 * points part and another corner comes closer.) Rounding adds a millionth of the faces' extent, and
 * what measuring is off HEM_CLOSEST_FACES_ERROR of it.
 *
 * A contact is measured anew when 4 b passes the tolerance, when it is too old, and when the faces
 * might meet: they met before, or d is not more than 4 b. Pairs that were too far apart for a
 * contact are not looked for; by then they are closer by at most 2 b.
 *
 * Time: a few dozen operations for a contact that is reused, hem_closest_faces for others, sorting
 * if `order` is not null; checking the input is linear in the bodies. No memory.
 * HEM_OK; HEM_NULL; HEM_BAD_DEFINITION (one mesh twice with quads only once); HEM_BAD_COUNT (quads
 * of an odd number of triangles); HEM_BAD_INDEX (detail: a contact names a face that does not
 * exist); HEM_BAD_TRIANGLE (detail: it and its other half do not share one edge); HEM_NOT_FINITE
 * (dt, tolerance, or detail: the vertex whose velocity is not); HEM_OUT_OF_RANGE (dt or tolerance
 * is negative, or detail: the vertex with a position, now or before, out of the domain). When
 * refused, nothing has changed. */
hem_status hem_reuse_contacts(const hem_reuse_contacts_in *in, hem_reuse_contacts_out *out);

/* ---- pairs that lie flat (002-15) ---- */

typedef struct hem_drop_flat_in {
    const hem_mesh *mesh;      /* with its face groups */
    const hem_vec3 *positions; /* one for each vertex */
    hem_pair *pairs;           /* of triangles of the mesh, as hem_near_faces finds them */
    uint32_t count;
    float cosine; /* -1 to 1: of the angle between normals from which on a pair is of interest */
} hem_drop_flat_in;

typedef struct hem_drop_flat_out {
    uint32_t kept;     /* pairs left, in the order that they had */
    uint32_t dropped;  /* pairs taken out */
    hem_detail detail; /* the pair that was refused */
} hem_drop_flat_out;

/* Takes out, in place, the pairs of triangles in one face group or in groups that touch, whose
 * normals enclose less than an angle: neighbours on a flat surface that no response is needed for.
 * Kept are pairs in groups that do not touch or in none; pairs with a triangle that is too thin to
 * have a normal; and pairs that rounding leaves in doubt. Normals are by the triangles' order of
 * vertices, so that a fold onto itself has an angle of pi.
 *
 * This is the paper's rule and can drop faces of one group that meet, such as parallel layers with
 * the same orientation. Linear time, no memory. HEM_OK; HEM_NULL; HEM_NOT_FINITE, HEM_OUT_OF_RANGE
 * (the cosine is NaN or infinite, or no cosine); HEM_BAD_INDEX (detail: a pair names a triangle
 * that does not exist). When refused, nothing has changed. */
hem_status hem_drop_flat_pairs(const hem_drop_flat_in *in, hem_drop_flat_out *out);

#ifdef __cplusplus
}
#endif

#endif
