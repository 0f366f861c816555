/* The capacities and limits that a run needed, as C to paste: see hem_world_print_caps and
 * hem_world_print_limits in inc/hem/world.h. */
#include "world/world_block.h"

typedef struct text_out {
    char *text;
    uint32_t room, length; /* the length goes on where the room ends */
} text_out;

static void put(text_out *to, char letter)
{
    if (to->length + 1u < to->room) {
        to->text[to->length] = letter;
    }
    to->length++;
}

static void put_words(text_out *to, const char *words)
{
    for (uint32_t i = 0; words[i] != '\0'; i++) {
        put(to, words[i]);
    }
}

static void put_number(text_out *to, uint32_t number)
{
    uint32_t unit = 1;
    while (number / unit >= 10u) {
        unit *= 10u;
    }
    for (; unit > 0; unit /= 10u) {
        put(to, (char)('0' + number / unit % 10u));
    }
    put(to, 'u');
}

static void put_list(text_out *to, const uint32_t *numbers, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        put_words(to, i > 0 ? ", " : "");
        put_number(to, numbers[i]);
    }
}

static uint32_t larger(uint64_t a, uint64_t b)
{
    uint64_t most = a > b ? a : b;
    return most > UINT32_MAX ? UINT32_MAX : (uint32_t)most;
}

/* The least room for contacts with which that for the impacts of a step and of zones, and for what
 * starts tangled, is enough as well: the other way round of HEM_CONTACT_ROOM, HEM_ZONE_IMPACTS and
 * HEM_TANGLED_PAIRS. */
static uint32_t contacts_needed(const hem_peaks *peak)
{
    uint64_t contacts = ((uint64_t)peak->contacts * 4u + 2u) / 3u;
    uint64_t met = (uint64_t)peak->contacts + peak->met_impacts;
    uint64_t zone = peak->zone_impacts > 16u ? 8u * (uint64_t)(peak->zone_impacts - 16u) : 0;
    uint64_t tangled = peak->tangled_pairs > 64u ? 8u * (uint64_t)(peak->tangled_pairs - 64u) : 0;
    return larger(larger(contacts, met), larger(zone, tangled));
}

static bool may_print(const hem_world *world, const char *text, uint32_t room)
{
    return world != NULL && hem_world_is_valid(world) && (text != NULL || room == 0) &&
           (text == NULL || !hem_ranges_overlap(world, world->bytes, text, room));
}

/* Ends the text, where there is room for any. Returns how long all of it is. */
static uint32_t end_text(const text_out *to)
{
    if (to->room > 0) {
        to->text[to->length < to->room ? to->length : to->room - 1u] = '\0';
    }
    return to->length;
}

uint32_t hem_world_print_caps(const hem_world *world, char *text, uint32_t room)
{
    if (!may_print(world, text, room)) {
        return 0;
    }
    const hem_peaks *peak = &world->peak;
    bool cloth = world->caps.cloth_triangles > 0;
    const uint32_t needed[8] = {
        larger(peak->bodies, 1),
        larger(peak->vertices, 1),
        larger(peak->triangles, 1),
        larger(peak->edges, 1),
        contacts_needed(peak),
        peak->orphans,
        peak->events,
        larger(peak->cloth_triangles, 1),
    };
    text_out to = {text, room, 0};
    put_words(&to, cloth ? "HEM_BLOCK(block, HEM_CLOTH_WORLD_BYTES_WITH("
                         : "HEM_BLOCK(block, HEM_WORLD_BYTES_WITH(");
    put_list(&to, needed, cloth ? 8u : 7u);
    put_words(&to, "));\nhem_caps caps = hem_default_caps(");
    put_list(&to, needed, 5);
    put_words(&to, ");\ncaps.orphans = ");
    put_number(&to, peak->orphans);
    put_words(&to, ";\ncaps.events = ");
    put_number(&to, peak->events);
    if (cloth) {
        put_words(&to, ";\ncaps.cloth_triangles = ");
        put_number(&to, needed[7]);
    }
    put_words(&to, ";\n");
    return end_text(&to);
}

static void put_limit(text_out *to, const char *name, uint32_t limit)
{
    if (limit > 0) {
        put_words(to, "in.limits.");
        put_words(to, name);
        put_words(to, " = ");
        put_number(to, limit);
        put_words(to, ";\n");
    }
}

uint32_t hem_world_print_limits(const hem_world *world, char *text, uint32_t room)
{
    if (!may_print(world, text, room)) {
        return 0;
    }
    const hem_limits *enough = &world->peak.enough;
    text_out to = {text, room, 0};
    put_limit(&to, "repel_sweeps", enough->repel_sweeps);
    put_limit(&to, "impact_passes", enough->impact_passes);
    put_limit(&to, "impact_sweeps", enough->impact_sweeps);
    put_limit(&to, "zone_passes", enough->zone_passes);
    put_limit(&to, "zone_sweeps", enough->zone_sweeps);
    put_limit(&to, "hold_passes", enough->hold_passes);
    put_limit(&to, "cloth_passes", enough->cloth_passes);
    put_limit(&to, "cloth_iterations", enough->cloth_iterations);
    return end_text(&to);
}
