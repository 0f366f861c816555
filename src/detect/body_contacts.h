/* Contacts of all bodies with each other and with themselves, at the start of a step, as impacts:
 * vertices of all bodies in one numbering (002-14, 002-18). */
#ifndef HEM_DETECT_BODY_CONTACTS_H
#define HEM_DETECT_BODY_CONTACTS_H

#include "detect/small_impact.h"

typedef struct hem_body_contacts_in {
    const hem_moving_body *bodies; /* in ascending order of their vertices; trees are fitted here */
    uint32_t body_count;
    const hem_vec3 *start, *velocity;  /* of all vertices; positions on the grid */
    const float *inverse_mass;         /* two bodies that cannot give way have no contacts */
    const float *reach;                /* of each body: two are looked for at the mean of theirs */
    const struct hem_tangled *tangled; /* what has no contacts, or null */
    bool solid_faces_only;             /* as in hem_impacts_in */
    uint32_t vertex_count;
    float dt;
    hem_small_impact *contacts;
    uint32_t room;
    uint32_t before; /* contacts that are there from the step before */
    hem_arena *scratch;
} hem_body_contacts_in;

typedef struct hem_body_contacts_out {
    uint32_t count, kept; /* found, and stored, by impact_list.h */
    uint32_t exempt;      /* let through, and no part of these */
    uint64_t tests;       /* feature pairs measured */
    uint64_t volume_tests;
} hem_body_contacts_out;

/* The scratch that it takes, in bytes. */
uint64_t hem_body_contacts_bytes(const hem_moving_body *bodies, uint32_t body_count,
                                 uint32_t vertex_count, uint32_t room);

/* Finds them, but for edges one of which is closest with its end, because a vertex and a face are
 * as close there, and borders of faces whose neighbours tell enough (face_border.h). Nothing is
 * checked; the scratch must be enough. */
void hem_body_contacts(const hem_body_contacts_in *in, hem_body_contacts_out *out);

#endif
