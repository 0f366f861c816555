/* The ends on an axis sorted as a whole, digit by digit from the lowest: linear time, five passes,
 * whatever the boxes. The scratch of a step has the room for it; comparing took ten times as long.
 */
#include "detect/broad_parts.h"

#define DIGIT_BITS 7u
#define DIGITS     (1u << DIGIT_BITS)

/* In the order of a digit; what has the same digit stays in the order it was in. */
static void sort_by_digit(const hem_pair *from, hem_pair *to, uint32_t count, uint32_t shift)
{
    uint32_t begin[DIGITS] = {0};
    for (uint32_t i = 0; i < count; i++) {
        begin[from[i].first >> shift & (DIGITS - 1u)]++;
    }
    uint32_t sum = 0;
    for (uint32_t digit = 0; digit < DIGITS; digit++) {
        uint32_t here = begin[digit];
        begin[digit] = sum;
        sum += here;
    }
    for (uint32_t i = 0; i < count; i++) {
        to[begin[from[i].first >> shift & (DIGITS - 1u)]++] = from[i];
    }
}

void hem_broad_sort_ends(const hem_broad_step *step, uint32_t axis, hem_pair *room)
{
    hem_pair *ends = hem_ends_on(step, axis);
    uint32_t bodies = step->in->count;
    /* As equal keys are to stand: lower ends first, then by body. */
    for (uint32_t body = 0; body < bodies; body++) {
        const hem_wide_box *box = step->boxes + body;
        room[body] = (hem_pair){hem_float_key(box->low[axis]), body};
        room[bodies + body] = (hem_pair){hem_float_key(box->high[axis]), body | HEM_BROAD_HIGH};
    }
    bool in_room = true;
    for (uint32_t shift = 0; shift < 32u; shift += DIGIT_BITS) {
        sort_by_digit(in_room ? room : ends, in_room ? ends : room, 2u * bodies, shift);
        in_room = !in_room;
    }
    step->out->sorts++;
}
