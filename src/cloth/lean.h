/* Contacts at the start of a step as part of its solve, packed as a world keeps them: springs as
 * stiff as the masses and the time step let them be, with Coulomb friction. See system.h. */
#ifndef HEM_CLOTH_LEAN_H
#define HEM_CLOTH_LEAN_H

#include "base/real.h"
#include "detect/small_impact.h"
#include "hem/cloth.h"

/* How a body of the world touches others; where its vertices begin. */
typedef struct hem_surface {
    uint32_t first_vertex;
    hem_touch touch;
} hem_surface;

typedef struct hem_cloth_contacts {
    hem_small_impact *contacts; /* their flags tell where to begin, and receive where it ended */
    uint32_t count;
    const hem_touch *touch;      /* of all contacts, if there are no surfaces */
    const hem_surface *surfaces; /* of all bodies, in ascending order of vertices; or null */
    uint32_t surface_count;
    hem_vec3 fall; /* what gravity has given to the velocities already: air does not see it */
    bool ease;     /* narrow gaps between cloth are opened by shifts, not by springs */
} hem_cloth_contacts;

/* Of a gap that is too narrow, the part that a step opens again. */
#define HEM_LEAN_REGAIN 0.2f

/* Friction holds what rests by so many times what it slows sliding with: without a difference, what
 * is just held slips for ever, by a little in every step. */
#define HEM_LEAN_AT_REST 1.25f

/* What stuck in the last step begins so in this one if, without what gravity has given it since, it
 * slips no faster than friction could end under its own weight alone: impacts may have come, or
 * velocities been set. */
static inline bool hem_lean_lasts(float friction, hem_vec3 slip, hem_vec3 fall)
{
    return hem_length(slip) <= friction * hem_length(fall);
}

/* How two bodies touch: apart by the mean of their thicknesses, with the root of the product of
 * their frictions. */
static inline hem_touch hem_touch_between(hem_touch a, hem_touch b)
{
    return (hem_touch){.thickness = 0.5f * (a.thickness + b.thickness),
                       .friction = hem_sqrt(a.friction * b.friction)};
}

/* The touch of a contact. Logarithmic in surfaces. */
hem_touch hem_touch_of(const hem_cloth_contacts *contacts, uint32_t i);

/* What a contact adds to the system, along the normal and across it; both 0: nothing. Below 0
 * along: it is no spring (stand.h). */
typedef struct hem_lean {
    float along, across;
} hem_lean;

/* As hem_cloth_step, with these contacts beside the impacts, for a caller that has checked
 * everything, gives no guides, and has HEM_CLOTH_SCRATCH_BYTES left, in which each contact counts
 * as two impacts, and HEM_STEP_STAND_BYTES. With contacts, ends are those of vertices with a mass
 * only. */
hem_status hem_cloth_solve(const hem_cloth_step_in *in, const hem_cloth_contacts *contacts,
                           hem_arena *scratch, hem_cloth_out *out);

#endif
