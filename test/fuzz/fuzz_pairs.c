/* See fuzz_pairs.h. */
#include "fuzz/fuzz_pairs.h"

#include "base/vec3.h"
#include "triangle_oracle.h"

enum { MOST = FUZZ_MOST_TRIANGLES * FUZZ_MOST_TRIANGLES };

static hem_pair expected[MOST];

static uint64_t hash_of(const fuzz_two *two)
{
    return fuzz_hash(two->a->tree_block.memory, two->a->tree_block.bytes) ^
           3u * fuzz_hash(two->b->tree_block.memory, two->b->tree_block.bytes);
}

static fuzz_body take_body(fuzz_bytes *bytes, fuzz_places places, bool moved)
{
    fuzz_body body = fuzz_body_take(bytes, places);
    hem_tree_def def = fuzz_tree_def(bytes, &body);
    fuzz_body_build_tree(&body, &def);
    if (moved) {
        fuzz_body_move(&body, bytes, places);
        FUZZ_CHECK(hem_tree_refit(body.tree, body.positions, NULL, body.vertex_count) == HEM_OK);
    }
    return body;
}

void fuzz_two_take(fuzz_two *two, fuzz_bytes *bytes)
{
    fuzz_places places = fuzz_legal_places(bytes);
    bool moved = fuzz_one_in(bytes, 2);
    *two = (fuzz_two){.first = take_body(bytes, places, moved)};
    two->a = two->b = &two->first;
    if (fuzz_one_in(bytes, 2)) {
        two->second = take_body(bytes, places, moved);
        two->b = &two->second;
    }
    two->before = hash_of(two);
}

void fuzz_two_free(fuzz_two *two)
{
    fuzz_body_free(&two->first);
    fuzz_body_free(&two->second);
}

bool fuzz_two_match(const fuzz_two *two)
{
    return two->a->tree->axis_count == two->b->tree->axis_count;
}

fuzz_room fuzz_room_take(fuzz_bytes *bytes, uint64_t needed)
{
    const uint32_t counts[4] = {MOST, 1, 0, fuzz_byte(bytes)};
    fuzz_room room = {.count = counts[fuzz_below(bytes, 4)], .needed = needed};
    room.too_small = fuzz_one_in(bytes, 8);
    room.scratch = fuzz_block_take((uint32_t)needed - (room.too_small ? 1u : 0u));
    room.pairs = fuzz_block_take(room.count * (uint32_t)sizeof(hem_pair));
    room.arena = fuzz_block_arena(&room.scratch);
    room.first = (hem_pair *)(void *)room.pairs.memory;
    return room;
}

void fuzz_room_free(fuzz_room *room)
{
    fuzz_block_free(&room->scratch);
    fuzz_block_free(&room->pairs);
}

static void corners_of(const fuzz_body *body, uint32_t triangle, hem_vec3 corners[3])
{
    for (uint32_t k = 0; k < 3; k++) {
        corners[k] = hem_vec3_snap(body->positions[body->triangles[3u * triangle + k]]);
    }
}

static uint32_t brute_force(const fuzz_two *two, fuzz_relation *related, float epsilon)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < two->a->triangle_count; i++) {
        hem_vec3 first[3], second[3];
        corners_of(two->a, i, first);
        for (uint32_t j = two->a == two->b ? i + 1u : 0u; j < two->b->triangle_count; j++) {
            corners_of(two->b, j, second);
            if (!(two->a == two->b && fuzz_share_vertex(two->a, i, j)) &&
                related(first, second, epsilon)) {
                expected[count++] = (hem_pair){i, j};
            }
        }
    }
    return count;
}

static bool is_expected(uint32_t count, hem_pair pair)
{
    for (uint32_t i = 0; i < count; i++) {
        if (expected[i].first == pair.first && expected[i].second == pair.second) {
            return true;
        }
    }
    return false;
}

void fuzz_check_answer(const fuzz_two *two, const fuzz_room *room, const fuzz_answer *answer,
                       fuzz_relation *related, float epsilon)
{
    FUZZ_CHECK(room->arena.used == 0 && two->before == hash_of(two));
    if (!fuzz_two_match(two)) {
        FUZZ_CHECK(answer->status == HEM_BAD_DEFINITION);
        return;
    }
    if (room->too_small) {
        FUZZ_CHECK(answer->status == HEM_FULL_SCRATCH && answer->needed == room->needed);
        return;
    }
    uint32_t count = brute_force(two, related, epsilon);
    if (answer->first_only) {
        FUZZ_CHECK(answer->count == (count > 0 ? 1u : 0u));
        FUZZ_CHECK(answer->kept <= answer->count && answer->kept <= room->count);
        FUZZ_CHECK(answer->kept == 0 || is_expected(count, room->first[0]));
        return;
    }
    FUZZ_CHECK(answer->count == count);
    FUZZ_CHECK(answer->kept == (count < room->count ? count : room->count));
    FUZZ_CHECK(answer->status == (answer->kept < count ? HEM_LIMITED : HEM_OK));
    FUZZ_CHECK(answer->kept == 0 ||
               memcmp(room->first, expected, answer->kept * sizeof *expected) == 0);
}

bool fuzz_triangles_meet(const hem_vec3 a[3], const hem_vec3 b[3], float epsilon)
{
    (void)epsilon;
    return triangle_oracle_meet(a, b);
}
