/* The impacts that a step has met: see met_impacts.h. */
#include "world/met_impacts.h"

#include <string.h>

void hem_met_impacts_take(hem_met_impacts *met, uint32_t room, hem_arena *scratch)
{
    uint32_t mark = hem_arena_mark(scratch), size = 2u * room;
    *met = (hem_met_impacts){.room = room, .table_size = size};
    met->impacts = hem_arena_take(scratch, room, sizeof *met->impacts);
    met->places = hem_arena_take(scratch, size, sizeof *met->places);
    if (met->impacts == NULL || met->places == NULL) {
        hem_arena_release(scratch, mark);
        met->room = 0;
        return;
    }
    memset(met->places, 0, (size_t)size * sizeof *met->places);
}

static uint32_t hash_of(const hem_impact *impact)
{
    uint32_t hash = impact->kind * 0x9E3779B9u;
    for (uint32_t k = 0; k < 4; k++) {
        hash = (hash ^ impact->vertex[k]) * 0x85EBCA6Bu;
        hash ^= hash >> 15;
    }
    return hash;
}

static bool same_features(const hem_impact *a, const hem_impact *b)
{
    return a->kind == b->kind && a->vertex[0] == b->vertex[0] && a->vertex[1] == b->vertex[1] &&
           a->vertex[2] == b->vertex[2] && a->vertex[3] == b->vertex[3];
}

void hem_met_impacts_add(hem_met_impacts *met, const hem_impact *impact)
{
    if (met->room == 0) {
        met->left_out++;
        return;
    }
    uint32_t place = (uint32_t)((uint64_t)hash_of(impact) * met->table_size >> 32);
    while (met->places[place] != 0) {
        hem_impact *known = &met->impacts[met->places[place] - 1u];
        if (same_features(known, impact)) {
            *known = *impact;
            return;
        }
        place = place + 1u < met->table_size ? place + 1u : 0;
    }
    if (met->count == met->room) {
        met->left_out++;
        return;
    }
    met->impacts[met->count++] = *impact;
    met->places[place] = met->count;
}
