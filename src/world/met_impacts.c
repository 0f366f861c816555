/* The impacts that a step has met: see met_impacts.h. */
#include "world/met_impacts.h"

#include <string.h>

void hem_met_impacts_start(hem_met_impacts *met, hem_small_impact *impacts, uint32_t room,
                           uint32_t *places, uint32_t table_size)
{
    *met = (hem_met_impacts){
        .impacts = impacts, .places = places, .room = room, .table_size = table_size};
    if (room > 0) {
        hem_met_impacts_forget(met);
    }
}

static bool same_features(const hem_small_impact *a, const hem_small_impact *b)
{
    return a->kind == b->kind && a->vertex[0] == b->vertex[0] && a->vertex[1] == b->vertex[1] &&
           a->vertex[2] == b->vertex[2] && a->vertex[3] == b->vertex[3];
}

/* The place of these features in the table, or the one that is free for them. */
static uint32_t place_of(const hem_met_impacts *met, const hem_small_impact *impact)
{
    uint32_t place = (uint32_t)((uint64_t)hem_small_hash(impact) * met->table_size >> 32);
    while (met->places[place] != 0 &&
           !same_features(&met->impacts[met->places[place] - 1u], impact)) {
        place = place + 1u < met->table_size ? place + 1u : 0;
    }
    return place;
}

void hem_met_impacts_add(hem_met_impacts *met, hem_small_impact impact)
{
    if (met->room == 0) {
        met->left_out++;
        return;
    }
    uint32_t place = place_of(met, &impact);
    if (met->places[place] != 0) {
        met->impacts[met->places[place] - 1u] = impact;
    } else if (met->count < met->room) {
        met->impacts[met->count++] = impact;
        met->places[place] = met->count;
    } else {
        met->left_out++;
    }
}

void hem_met_impacts_forget(hem_met_impacts *met)
{
    met->count = 0;
    memset(met->places, 0, (size_t)met->table_size * sizeof *met->places);
}
