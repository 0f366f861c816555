/* Pairs of bodies whose boxes overlap: see body_sweep.h. */
#include "detect/body_sweep.h"

#include "base/real.h"
#include "base/sort.h"

uint64_t hem_body_sweep_bytes(uint32_t count)
{
    return HEM_ARENA_BYTES(count, sizeof(hem_box)) + HEM_ARENA_BYTES(count, sizeof(hem_pair));
}

void hem_body_sweep_take(hem_body_sweep *sweep, uint32_t count, hem_arena *scratch)
{
    sweep->count = count;
    sweep->boxes = hem_arena_take(scratch, count, sizeof *sweep->boxes);
    sweep->order = hem_arena_take(scratch, count, sizeof *sweep->order);
}

void hem_body_sweep_start(hem_body_sweep *sweep, float epsilon)
{
    for (uint32_t i = 0; i < sweep->count; i++) {
        sweep->order[i] = (hem_pair){hem_float_key(sweep->boxes[i].low.x), i};
    }
    hem_sort(sweep->order, sweep->count);
    sweep->epsilon = epsilon;
    sweep->first = 0;
    sweep->second = 1;
}

/* Does the first begin before the second ends, with epsilon between them? Differences round to
 * nearest, which keeps order: what is within epsilon never seems beyond it. */
static bool reaches(float low, float high, float epsilon)
{
    return low - high <= epsilon;
}

static bool overlap(const hem_box *a, const hem_box *b, float epsilon)
{
    return reaches(a->low.y, b->high.y, epsilon) && reaches(b->low.y, a->high.y, epsilon) &&
           reaches(a->low.z, b->high.z, epsilon) && reaches(b->low.z, a->high.z, epsilon);
}

bool hem_body_sweep_next(hem_body_sweep *sweep, hem_pair *pair)
{
    while (sweep->first < sweep->count) {
        uint32_t i = sweep->order[sweep->first].second;
        const hem_box *own = &sweep->boxes[i];
        while (sweep->second < sweep->count) {
            uint32_t j = sweep->order[sweep->second].second;
            const hem_box *other = &sweep->boxes[j];
            if (!reaches(other->low.x, own->high.x, sweep->epsilon)) {
                break;
            }
            sweep->second++;
            if (overlap(own, other, sweep->epsilon)) {
                *pair = i < j ? (hem_pair){i, j} : (hem_pair){j, i};
                return true;
            }
        }
        sweep->first++;
        sweep->second = sweep->first + 1u;
    }
    return false;
}
