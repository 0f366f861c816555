/* A step while it runs: what its phases work on. Each phase is a function of this. */
#ifndef HEM_WORLD_STEP_H
#define HEM_WORLD_STEP_H

#include "base/real.h"
#include "detect/tangled.h"
#include "hem/respond.h"
#include "world/fresh.h"
#include "world/met_impacts.h"
#include "world/world_block.h"

typedef struct hem_step_now {
    hem_world *world;
    const hem_step_in *in;
    hem_report *report;
    bool simulate; /* hem_step */
    hem_arena scratch;
    hem_moving_body *bodies;
    hem_motion motion;   /* of all vertices; its inverse masses are the step's own */
    hem_vec3 *ends;      /* of all vertices */
    float *inverse_mass; /* 0 for pinned vertices until hold */
    uint32_t *held;      /* bits */
    hem_impacts impacts; /* the conversation of impact, zone and hold */
    hem_met_impacts met; /* so far */
    hem_fresh fresh;     /* vertices that answers have changed */
    hem_impact *zone;    /* room for the impacts of zones, where the table of those met was */
    bool one_touch;      /* all bodies are of one material: */
    hem_touch touch;     /* how they touch then */
    bool talking;        /* it was started */
    bool clear;          /* its last pass found nothing */
    bool open;           /* nobody has looked yet at what impact or zone has left */
    bool holding;        /* the last answers are given: what is still to come is put back */
    bool limited;        /* something ran out that the report has no number for */
    hem_tangled tangled; /* what is let through */
    bool touching;       /* something starts in exact contact */
    bool may_be_tangled; /* also after this step, as far as is known */
} hem_step_now;

/* What is tangled at the start, if anything can be. */
void hem_step_tangled(hem_step_now *step);

/* What is let through, or null for nothing. */
static inline const hem_tangled *hem_step_let_through(const hem_step_now *step)
{
    return step->tangled.crossings.kept > 0 ? &step->tangled : NULL;
}

/* Looks at all bodies for edges that go through faces or touch them; there must be scratch for
 * hem_step_look_bytes. */
void hem_step_look(hem_step_now *step, hem_tangled *tangled, const hem_vec3 *positions);
uint64_t hem_step_look_bytes(const hem_step_now *step);

/* Are edges and vertices of solids left alone? */
static inline bool hem_step_leaves_edges(const hem_step_now *step)
{
    return step->in->solid_features == (uint32_t)HEM_SOLID_FACES_ONLY;
}

/* Of hem_step, before contacts are looked for: a body that deforms goes on with its velocities and
 * falls, its pinned vertices go where they are told. */
void hem_step_fall(hem_step_now *step, uint32_t body);

/* Of hem_step: cloth moves, by its forces and by contacts. */
void hem_step_integrate(hem_step_now *step);

/* Contacts at the start, and the answer to them. */
void hem_step_proximity(hem_step_now *step);
void hem_step_repel(hem_step_now *step);

/* Impulses on the earliest hits; zones of what is left; and what still hits goes back. */
void hem_step_impact(hem_step_now *step);
void hem_step_zone(hem_step_now *step);
void hem_step_hold(hem_step_now *step);

/* Starts the conversation about what hits, and ends it. False: without enough scratch nothing can
 * be known about the motion. */
bool hem_step_talk(hem_step_now *step);
void hem_step_end_talk(hem_step_now *step);

/* The body of a vertex, by its place among the bodies. Logarithmic. */
uint32_t hem_step_body_of(const hem_step_now *step, uint32_t vertex);

/* What bodies are kept apart by: with nothing, no answer to a hit could lead past it. */
static inline float hem_step_thickness(const hem_body_record *body)
{
    return hem_max(body->thickness, HEM_THINNEST);
}

/* How the bodies of an impact touch. */
hem_touch hem_step_touch(const hem_step_now *step, const hem_impact *impact);

/* Where a velocity leads: what is tested, and what is stored. */
hem_vec3 hem_step_end_of(const hem_step_now *step, uint32_t vertex);

/* So many bytes of scratch would have been enough. */
void hem_step_note_lack(hem_step_now *step, uint64_t needed);

/* The next pass of the conversation, for a phase. Of an answer that leads nowhere the whole body
 * goes back to its start, and the pass is tried again. The first pass of a phase also tells what
 * the phases before have left. HEM_OK: nothing hits. */
hem_status hem_step_pass(hem_step_now *step, hem_phase_report *phase);

/* The end of a vertex where its velocity leads, or back at its start where that is no place: its
 * body is then to be held, by hem_step_hold_lost. */
void hem_step_go_on(hem_step_now *step, uint32_t vertex);

/* Puts a vertex back to its start. */
void hem_step_put_back(hem_step_now *step, uint32_t vertex);

/* Puts a body back to its start of which a vertex has been led nowhere. Nothing moves it until
 * hold, where it is in the way like all others. */
void hem_step_lose(hem_step_now *step, uint32_t body);

/* The same for all bodies of which a vertex was put back. Before hold. */
void hem_step_hold_lost(hem_step_now *step);

#endif
