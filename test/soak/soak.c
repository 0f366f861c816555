/* See soak.h. */
#include "soak/soak.h"

#include <stdio.h>

const soak_set soak_sets[] = {
    {"intersecting triangles", soak_intersect},
    {"near triangles", soak_near_faces},
    {"crossings", soak_crossings},
    {"proximity", soak_proximity},
    {"continuous passes", soak_continuous},
    {"impacts", soak_impacts},
    {"fronts", soak_fronts},
    {"reused contacts", soak_reuse},
    {"flat pairs", soak_flat},
    {"bodies", soak_bodies},
    {"resolved steps", soak_resolve},
    {"traversal, still", soak_still},
    {"traversal, swept", soak_swept},
    {"traversal, inflated", soak_inflated},
    {"traversal, lazy", soak_lazy},
    {"two triangles", soak_triangles},
    {"edge and face", soak_edge_face},
    {"closest points", soak_closest},
    {"closest faces", soak_faces},
    {"continuous tests", soak_ccd},
    {"continuous tests, apart", soak_ccd_apart},
};
const uint32_t soak_set_count = sizeof soak_sets / sizeof soak_sets[0];

void soak_round(uint32_t set, uint64_t seed, soak_tally *tally)
{
    test_random random = {seed};
    /* Far apart in the sequence, by the set's name, so that a new set changes no other. */
    for (const char *letter = soak_sets[set].name; *letter != '\0'; letter++) {
        random.state = (random.state ^ (uint64_t)*letter) * 0x100000001B3u;
    }
    soak_sets[set].round(&random, tally);
}

void soak_found(soak_tally *tally, soak_fault fault, const char *name, uint32_t first,
                uint32_t second)
{
    if (tally->misses + tally->extras == 0) {
        snprintf(tally->first, sizeof tally->first, "%s: %s: pair %u, %u", name,
                 fault == SOAK_MISS ? "missed" : "too much", (unsigned)first, (unsigned)second);
    }
    *(fault == SOAK_MISS ? &tally->misses : &tally->extras) += 1u;
}

static bool before(hem_pair a, hem_pair b)
{
    return a.first != b.first ? a.first < b.first : a.second < b.second;
}

void soak_compare(soak_tally *tally, const char *name, const hem_pair *expected,
                  uint32_t expected_count, const hem_pair *found, uint32_t found_count)
{
    uint32_t i = 0, j = 0;
    while (i < expected_count || j < found_count) {
        bool missed = j == found_count || (i < expected_count && before(expected[i], found[j]));
        bool too_much = i == expected_count || (j < found_count && before(found[j], expected[i]));
        if (missed) {
            soak_found(tally, SOAK_MISS, name, expected[i].first, expected[i].second);
        } else if (too_much) {
            soak_found(tally, SOAK_EXTRA, name, found[j].first, found[j].second);
        }
        i += too_much && !missed ? 0u : 1u;
        j += missed ? 0u : 1u;
    }
}
