/* How much of each buffer is used, and was at most: see hem_use in inc/hem/world.h. */
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
}
