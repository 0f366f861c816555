/* Quicksort whose moves do not branch on what is compared: random items cost what ordered ones do.
 * Ranges where pivots fail too often are divided by the bits of their keys instead, short ranges
 * are finished by rounds of largest items. With room, counting by digits. See sort.h. */
#include "base/sort.h"

#include "base/hem_assert.h"

#include <string.h>

#define SHORT_RANGE  16u
#define LONG_RANGE   128u /* from here on nine items choose the pivot, not three */
#define SPARE_PIVOTS 6u   /* beyond log2 n; random items hardly ever need more */
#define STACK_RANGES 32u
#define DIGIT_BITS   11u /* HEM_SORT_COUNTS values */
#define FEW_ITEMS    64u /* too few to count */

/* Swaps the halves of every pair. Pairs stay turned while they are sorted: so a little-endian
 * machine reads and writes a key, which is first and second as one number, in one go. */
static void turn_pairs(hem_pair *items, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        items[i] = (hem_pair){items[i].second, items[i].first};
    }
}

static uint64_t key_of(hem_pair turned)
{
    return (uint64_t)turned.second << 32 | turned.first;
}

static hem_pair turned_pair(uint64_t key)
{
    return (hem_pair){(uint32_t)key, (uint32_t)(key >> 32)};
}

/* As the pairs of the keys compare, so that one function says what the order is; compilers see one
 * comparison of numbers. */
static bool before(uint64_t a, uint64_t b)
{
    return hem_sort_before((hem_pair){(uint32_t)(a >> 32), (uint32_t)a},
                           (hem_pair){(uint32_t)(b >> 32), (uint32_t)b});
}

static uint64_t lesser(uint64_t a, uint64_t b)
{
    return before(a, b) ? a : b;
}

static uint64_t greater(uint64_t a, uint64_t b)
{
    return before(a, b) ? b : a;
}

static bool in_order(const hem_pair *items, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        if (hem_sort_before(items[i], items[i - 1])) {
            return false;
        }
    }
    return true;
}

/* Each round carries the two largest items to the end of those that are left. */
static void sort_short(hem_pair *items, uint32_t count)
{
    for (uint32_t left = count; left > 1; left -= 2) {
        uint64_t largest = greater(key_of(items[0]), key_of(items[1]));
        uint64_t second = lesser(key_of(items[0]), key_of(items[1]));
        for (uint32_t i = 2; i < left; i++) {
            uint64_t key = key_of(items[i]);
            uint64_t rest = lesser(largest, key);
            largest = greater(largest, key);
            items[i - 2] = turned_pair(lesser(second, rest));
            second = greater(second, rest);
        }
        items[left - 2] = turned_pair(second);
        items[left - 1] = turned_pair(largest);
    }
}

/* Moves the keys below the bound to the front and returns how many they are. Every item trades
 * places with the one after those found below so far; only their count depends on the key. */
static uint32_t split_below(hem_pair *items, uint32_t count, uint64_t bound)
{
    uint32_t below = 0;
    for (uint32_t i = 0; i < count; i++) {
        hem_pair moving = items[i];
        items[i] = items[below];
        items[below] = moving;
        below += before(key_of(moving), bound);
    }
    return below;
}

static uint64_t median(uint64_t a, uint64_t b, uint64_t c)
{
    return greater(lesser(a, b), lesser(greater(a, b), c));
}

/* Of the items one, two and three steps from the first. */
static uint64_t median_of_three(const hem_pair *items, uint32_t step)
{
    return median(key_of(items[step]), key_of(items[2u * step]), key_of(items[3u * step]));
}

static uint64_t choose_pivot(const hem_pair *items, uint32_t count)
{
    if (count < LONG_RANGE) {
        return median_of_three(items, count / 4u);
    }
    uint32_t step = count / 10u;
    return median(median_of_three(items, step), median_of_three(items + 3u * step, step),
                  median_of_three(items + 6u * step, step));
}

/* The least key that has the highest bit in which the keys differ, and agrees with them above it:
 * there are keys below it and others not. 0 if all keys are equal. */
static uint64_t bit_bound(const hem_pair *items, uint32_t count)
{
    uint64_t first = key_of(items[0]);
    uint64_t differing = 0;
    for (uint32_t i = 1; i < count; i++) {
        differing |= key_of(items[i]) ^ first;
    }
    for (uint32_t shift = 1; shift < 64; shift *= 2) {
        differing |= differing >> shift;
    }
    uint64_t bit = differing ^ (differing >> 1);
    return (first & ~differing) | bit;
}

/* Divides a range in two that are not empty, and returns the length of the first; 0 if all its
 * items are equal. */
static uint32_t divide(hem_pair *items, uint32_t count, bool by_pivot)
{
    uint32_t split = by_pivot ? split_below(items, count, choose_pivot(items, count)) : 0;
    if (split == 0) {
        /* No pivot, or the least item was it. */
        split = split_below(items, count, bit_bound(items, count));
    }
    return split;
}

static uint32_t pivot_limit(uint32_t count)
{
    uint32_t limit = SPARE_PIVOTS;
    for (; count > 1; count /= 2u) {
        limit++;
    }
    return limit;
}

void hem_sort(hem_pair *items, uint32_t count)
{
    if (in_order(items, count)) {
        return;
    }
    turn_pairs(items, count);
    struct range {
        uint32_t begin, count, pivots;
    } waiting[STACK_RANGES];
    uint32_t waiting_count = 0;
    struct range now = {0, count, pivot_limit(count)};
    for (;;) {
        uint32_t split = 0;
        if (now.count > SHORT_RANGE) {
            split = divide(items + now.begin, now.count, now.pivots > 0);
        } else {
            sort_short(items + now.begin, now.count);
        }
        if (split > 0) {
            uint32_t pivots = now.pivots - (now.pivots > 0);
            struct range left = {now.begin, split, pivots};
            struct range right = {now.begin + split, now.count - split, pivots};
            /* The longer side waits, so at most log2 n ranges do. */
            HEM_ASSERT(waiting_count < STACK_RANGES);
            bool left_waits = left.count > right.count;
            waiting[waiting_count++] = left_waits ? left : right;
            now = left_waits ? right : left;
        } else if (waiting_count > 0) {
            now = waiting[--waiting_count];
        } else {
            break;
        }
    }
    turn_pairs(items, count);
}

/* Part of a key: some bits of first or of second. */
typedef struct digit {
    uint32_t shift, mask;
    bool of_first;
} digit;

static uint32_t digit_of(hem_pair item, digit by)
{
    return (by.of_first ? item.first : item.second) >> by.shift & by.mask;
}

/* Moves the items over in the order of one digit; those that agree in it stay as they stand. */
static inline void move_by(const hem_pair *from, hem_pair *to, uint32_t count, digit by,
                           uint32_t *counts)
{
    memset(counts, 0, (by.mask + 1u) * sizeof *counts);
    for (uint32_t i = 0; i < count; i++) {
        counts[digit_of(from[i], by)]++;
    }
    uint32_t begin = 0;
    for (uint32_t value = 0; value <= by.mask; value++) {
        uint32_t own = counts[value];
        counts[value] = begin;
        begin += own;
    }
    for (uint32_t i = 0; i < count; i++) {
        to[counts[digit_of(from[i], by)]++] = from[i];
    }
}

static uint32_t bit_length(uint32_t word)
{
    uint32_t length = 0;
    for (; word != 0; word >>= 1) {
        length++;
    }
    return length;
}

/* Digits have as many values as there are items, or twice as many: more counters would cost more
 * than they spare. */
static uint32_t widest_digit(uint32_t count)
{
    uint32_t width = bit_length(count);
    return width < DIGIT_BITS ? width : DIGIT_BITS;
}

/* By first or by second, digit after digit from the lowest; returns where the items are then. */
static inline hem_pair *sort_by(hem_pair *items, hem_pair *room, uint32_t count, bool of_first,
                                uint32_t used_bits, uint32_t *counts)
{
    uint32_t length = bit_length(used_bits), widest = widest_digit(count);
    uint32_t digits = (length + widest - 1u) / widest;
    uint32_t width = digits > 0 ? (length + digits - 1u) / digits : 0;
    for (uint32_t i = 0; i < digits; i++) {
        digit by = {.shift = i * width, .mask = (1u << width) - 1u, .of_first = of_first};
        move_by(items, room, count, by, counts);
        hem_pair *sorted = room;
        room = items;
        items = sorted;
    }
    return items;
}

void hem_sort_with_room(hem_pair *items, uint32_t count, hem_pair *room, uint32_t *counts)
{
    if (count < FEW_ITEMS) {
        hem_sort(items, count);
        return;
    }
    uint32_t firsts = 0, seconds = 0;
    for (uint32_t i = 0; i < count; i++) {
        firsts |= items[i].first;
        seconds |= items[i].second;
    }
    hem_pair *sorted = sort_by(items, room, count, false, seconds, counts);
    sorted = sort_by(sorted, sorted == items ? room : items, count, true, firsts, counts);
    if (sorted != items) {
        memcpy(items, sorted, count * sizeof *items);
    }
}
