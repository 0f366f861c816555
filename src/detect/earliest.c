/* The earliest hit of each vertex: see earliest.h. */
#include "detect/earliest.h"

#include "base/bits.h"
#include "base/real.h"
#include "base/sort.h"

/* Words of a key after the time. */
#define KEY_WORDS 5u

/* Later than any hit. */
#define NO_HIT 2.0f

uint64_t hem_earliest_bytes(uint32_t vertex_count)
{
    return HEM_ARENA_BYTES(vertex_count, sizeof(hem_hit_key)) +
           HEM_ARENA_BYTES(vertex_count, sizeof(hem_pair)) +
           2u * HEM_ARENA_BYTES(HEM_BIT_WORDS(vertex_count), sizeof(uint32_t));
}

void hem_earliest_take(hem_earliest *earliest, const float *inverse_mass, uint32_t vertex_count,
                       hem_arena *scratch)
{
    *earliest = (hem_earliest){.inverse_mass = inverse_mass, .vertex_count = vertex_count};
    uint32_t words = HEM_BIT_WORDS(vertex_count);
    earliest->slots = hem_arena_take(scratch, vertex_count, sizeof *earliest->slots);
    earliest->order = hem_arena_take(scratch, vertex_count, sizeof *earliest->order);
    earliest->touched = hem_arena_take(scratch, words, sizeof *earliest->touched);
    earliest->taken = hem_arena_take(scratch, words, sizeof *earliest->taken);
}

void hem_earliest_clear(hem_earliest *earliest)
{
    for (uint32_t v = 0; v < earliest->vertex_count; v++) {
        earliest->slots[v].time = NO_HIT;
    }
    hem_bits_clear_all(earliest->touched, earliest->vertex_count);
}

static bool is_movable(const hem_earliest *earliest, uint32_t vertex)
{
    return earliest->inverse_mass[vertex] > 0.0f;
}

static uint32_t key_word(const hem_hit_key *key, uint32_t word)
{
    return word == 0 ? key->edges : key->vertex[word - 1u];
}

/* -1, 0 or 1 as the first comes before the second. Times are not negative. */
static int32_t compare(const hem_hit_key *a, const hem_hit_key *b)
{
    if (a->time != b->time) {
        return a->time < b->time ? -1 : 1;
    }
    for (uint32_t word = 0; word < KEY_WORDS; word++) {
        uint32_t of_a = key_word(a, word), of_b = key_word(b, word);
        if (of_a != of_b) {
            return of_a < of_b ? -1 : 1;
        }
    }
    return 0;
}

bool hem_earliest_add(hem_earliest *earliest, const hem_hit_key *hit)
{
    bool any = false;
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t vertex = hit->vertex[k];
        if (!is_movable(earliest, vertex)) {
            continue;
        }
        any = true;
        hem_bits_add(earliest->touched, vertex);
        hem_hit_key *slot = &earliest->slots[vertex];
        if (slot->time >= NO_HIT || compare(hit, slot) < 0) {
            *slot = *hit;
        }
    }
    return any;
}

float hem_earliest_latest(const hem_earliest *earliest, const uint32_t vertex[4])
{
    float first = NO_HIT, last = -1.0f;
    for (uint32_t k = 0; k < 4; k++) {
        if (is_movable(earliest, vertex[k])) {
            first = hem_min(first, earliest->slots[vertex[k]].time);
            last = hem_max(last, earliest->slots[vertex[k]].time);
        }
    }
    return earliest->any ? hem_min(first, last) : last;
}

/* Is this the smallest of the vertices in whose slots the hit sits? */
static bool names_hit(const hem_earliest *earliest, uint32_t vertex)
{
    const hem_hit_key *hit = &earliest->slots[vertex];
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t other = hit->vertex[k];
        if (other < vertex && is_movable(earliest, other) &&
            compare(&earliest->slots[other], hit) == 0) {
            return false;
        }
    }
    return true;
}

/* Do two keys agree in their time and in their first words? */
static bool agree(const hem_hit_key *a, const hem_hit_key *b, uint32_t words)
{
    bool same = a->time == b->time;
    for (uint32_t word = 0; same && word < words; word++) {
        same = key_word(a, word) == key_word(b, word);
    }
    return same;
}

/* By time, and what agrees so far by one word more, again and again. */
static void sort_hits(const hem_earliest *earliest, uint32_t count)
{
    const hem_hit_key *slots = earliest->slots;
    hem_pair *order = earliest->order;
    hem_sort(order, count);
    for (uint32_t words = 0; words < KEY_WORDS; words++) {
        uint32_t end;
        for (uint32_t begin = 0; begin < count; begin = end) {
            const hem_hit_key *first = &slots[order[begin].second];
            end = begin + 1u;
            while (end < count && agree(first, &slots[order[end].second], words)) {
                end++;
            }
            for (uint32_t i = begin; end - begin > 1u && i < end; i++) {
                order[i].first = key_word(&slots[order[i].second], words);
            }
            if (end - begin > 1u) {
                hem_sort(order + begin, end - begin);
            }
        }
    }
}

static bool is_untaken(const hem_earliest *earliest, const hem_hit_key *hit)
{
    bool untaken = true;
    for (uint32_t k = 0; k < 4; k++) {
        untaken = untaken && !hem_bits_has(earliest->taken, hit->vertex[k]);
    }
    return untaken;
}

uint32_t hem_earliest_sort(hem_earliest *earliest)
{
    uint32_t found = 0;
    for (uint32_t v = hem_bits_next(earliest->touched, earliest->vertex_count, 0); v != HEM_NONE;
         v = hem_bits_next(earliest->touched, earliest->vertex_count, v + 1u)) {
        if (names_hit(earliest, v)) {
            earliest->order[found++] = (hem_pair){hem_float_key(earliest->slots[v].time), v};
        }
    }
    sort_hits(earliest, found);
    return found;
}

uint32_t hem_earliest_accept(hem_earliest *earliest)
{
    uint32_t found = hem_earliest_sort(earliest), count = 0;
    hem_bits_clear_all(earliest->taken, earliest->vertex_count);
    for (uint32_t i = 0; i < found; i++) {
        const hem_hit_key *hit = &earliest->slots[earliest->order[i].second];
        if (!is_untaken(earliest, hit)) {
            continue;
        }
        for (uint32_t k = 0; k < 4; k++) {
            if (is_movable(earliest, hit->vertex[k])) {
                hem_bits_add(earliest->taken, hit->vertex[k]);
            }
        }
        earliest->order[count++] = earliest->order[i];
    }
    return count;
}
