/* How much of each buffer and limit is used, and was at most: see inc/hem/step_report.h. */
#include "world/world_block.h"

static void note(uint32_t *peak, uint64_t used)
{
    uint32_t bounded = used > UINT32_MAX ? UINT32_MAX : (uint32_t)used;
    *peak = bounded > *peak ? bounded : *peak;
}

void hem_world_note_bodies(hem_world *world)
{
    note(&world->peak.bodies, world->body_count);
    note(&world->peak.vertices, world->vertex_count);
    note(&world->peak.triangles, world->triangle_count);
    note(&world->peak.edges, world->edge_count);
    note(&world->peak.orphans, world->orphan_count);
    note(&world->peak.trees, world->tree_bytes);
    note(&world->peak.cloth_triangles, world->cloth_triangle_count);
}

void hem_world_note_scratch(hem_world *world, const hem_arena *scratch)
{
    note(&world->peak.scratch, scratch->peak);
}

/* There are no more events than pairs of bodies, each with itself, and bodies. */
static uint64_t events_asked_for(const hem_world *world, const hem_report *report)
{
    uint64_t bodies = world->body_count, most = bodies * (bodies + 3u) / 2u;
    uint64_t asked = (uint64_t)world->event_count + report->events.left_out;
    return asked < most || most < world->event_count ? asked : most;
}

/* ---- limits ---- */

void hem_world_note_limit(uint32_t *enough, uint64_t used, const uint32_t *ran_out)
{
    note(enough, used);
    if (ran_out != NULL) {
        note(enough, 2u * (uint64_t)*ran_out + 1u);
    }
}

/* The limit of passes that were all taken while something was left, or null. */
static const uint32_t *ran_out(const hem_phase_report *phase)
{
    return phase->undone > 0 && phase->passes >= phase->limit ? &phase->limit : NULL;
}

/* Likewise of sweeps that there were none of. All others only come nearer to an answer, so as many
 * as were taken are enough. */
static const uint32_t *were_none(const hem_phase_report *phase)
{
    return phase->sweep_limit == 0 && (uint64_t)phase->undone + phase->unsettled > 0
               ? &phase->sweep_limit
               : NULL;
}

/* Without sweeps impact looks once, and how many passes there were to be is no matter. */
static void note_impact(hem_limits *enough, const hem_phase_report *phase)
{
    const uint32_t *none = were_none(phase);
    hem_world_note_limit(&enough->impact_passes, none != NULL ? phase->limit : phase->passes,
                         ran_out(phase));
    hem_world_note_limit(&enough->impact_sweeps, phase->sweeps, none);
}

/* Zones that were made rigid would have had more inelastic passes, of which there are a quarter;
 * the last pass found nothing. */
static void note_zone(hem_limits *enough, const hem_phase_report *phase, uint32_t rigid_zones)
{
    uint64_t inelastic = phase->passes > 0 ? 4u * ((uint64_t)phase->passes - 1u) : 0;
    bool all_passes = rigid_zones > 0 || phase->undone > 0;
    note(&enough->zone_passes, phase->passes);
    hem_world_note_limit(&enough->zone_passes, inelastic, all_passes ? &phase->limit : NULL);
    hem_world_note_limit(&enough->zone_sweeps, phase->sweeps, were_none(phase));
}

/* One more than were taken: where a pass finds nothing more to hold, hold goes on to whole bodies
 * if it was the last. */
static void note_hold(hem_limits *enough, const hem_phase_report *phase)
{
    const uint32_t *beyond = phase->passes > phase->limit ? &phase->limit : ran_out(phase);
    uint64_t used = phase->passes > 0 ? (uint64_t)phase->passes + 1u : 0;
    hem_world_note_limit(&enough->hold_passes, used, beyond);
}

/* What the solve took is noted where it is known. */
static void note_integrate(hem_limits *enough, const hem_phase_report *phase)
{
    if (phase->undone > 0 && phase->limit == 0) {
        note(&enough->cloth_iterations, 1);
    }
    if (phase->undone > 0 && phase->sweep_limit == 0) {
        note(&enough->cloth_passes, 1);
    }
}

static void report_limits(hem_world *world, hem_report *report)
{
    hem_limits *enough = &world->peak.enough;
    hem_phase_report *phases = report->phase;
    for (uint32_t p = 0; p < HEM_PHASES; p++) {
        hem_phase_peak *peak = &world->peak.phase[p];
        note(&peak->passes, phases[p].passes);
        note(&peak->sweeps, phases[p].sweeps);
        phases[p].peak = peak->passes;
        phases[p].sweep_peak = peak->sweeps;
    }
    const hem_phase_report *repel = &phases[HEM_PHASE_REPEL];
    hem_world_note_limit(&enough->repel_sweeps, repel->passes, ran_out(repel));
    note_impact(enough, &phases[HEM_PHASE_IMPACT]);
    note_zone(enough, &phases[HEM_PHASE_ZONE], report->rigid_zones);
    note_hold(enough, &phases[HEM_PHASE_HOLD]);
    note_integrate(enough, &phases[HEM_PHASE_INTEGRATE]);
}

/* ---- all of it ---- */

void hem_world_report_use(hem_world *world, hem_report *report)
{
    const hem_caps *caps = &world->caps;
    report->events.used = world->event_count;
    note(&world->peak.contacts, report->contacts.used);
    note(&world->peak.met_impacts, report->met_impacts.used);
    note(&world->peak.zone_impacts, report->zone_impacts.used);
    note(&world->peak.tangled_pairs, report->tangled_pairs.used);
    note(&world->peak.events, events_asked_for(world, report));

    report->bodies = (hem_use){.used = world->body_count, .capacity = caps->bodies};
    report->vertices = (hem_use){.used = world->vertex_count, .capacity = caps->vertices};
    report->triangles = (hem_use){.used = world->triangle_count, .capacity = caps->triangles};
    report->edges = (hem_use){.used = world->edge_count, .capacity = caps->edges};
    report->orphans = (hem_use){.used = world->orphan_count, .capacity = caps->orphans};
    report->trees = (hem_use){.used = world->tree_bytes,
                              .capacity = world->offset.positions - world->offset.trees};
    report->cloth_triangles =
        (hem_use){.used = world->cloth_triangle_count, .capacity = caps->cloth_triangles};
    report->contacts.capacity = HEM_CONTACT_ROOM(caps->contacts);
    report->met_impacts.capacity = caps->contacts - world->contact_count;
    report->zone_impacts.capacity = HEM_ZONE_IMPACTS(caps->contacts);
    report->tangled_pairs.capacity = HEM_TANGLED_PAIRS(caps->contacts);
    report->events.capacity = caps->events;
    report->scratch.capacity = world->bytes - world->offset.scratch;
#define REPORT_PEAK(name) report->name.peak = world->peak.name;
    HEM_BUFFERS(REPORT_PEAK)
#undef REPORT_PEAK
    report_limits(world, report);
}
