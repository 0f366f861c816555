/* First contact by bisection: see inc/hem/detect.h. */
#include "hem/detect.h"

#include "base/real.h"

enum { LOOK_AT_END, HALVE, OVER };

hem_status hem_first_contact_start(hem_first_contact *search, float apart, float end,
                                   uint32_t rounds)
{
    if (search == NULL) {
        return HEM_NULL;
    }
    if (!hem_is_finite(apart) || !hem_is_finite(end)) {
        return HEM_NOT_FINITE;
    }
    if (!(apart < end)) {
        return HEM_OUT_OF_RANGE;
    }
    *search = (hem_first_contact){.apart = apart, .meeting = end, .rounds = rounds};
    return HEM_OK;
}

/* Halves are added, so that the sum of two large moments cannot overflow. */
static float middle_of(const hem_first_contact *search)
{
    return search->apart * 0.5f + search->meeting * 0.5f;
}

bool hem_first_contact_next(const hem_first_contact *search, float *time)
{
    if (search == NULL || time == NULL || search->stage == OVER) {
        return false;
    }
    *time = search->stage == LOOK_AT_END ? search->meeting : middle_of(search);
    return true;
}

void hem_first_contact_tell(hem_first_contact *search, bool meets)
{
    if (search == NULL || search->stage == OVER) {
        return;
    }
    if (search->stage == LOOK_AT_END) {
        search->found = meets;
        search->apart = meets ? search->apart : search->meeting;
        search->stage = meets ? HALVE : OVER;
    } else {
        float middle = middle_of(search);
        search->apart = meets ? search->apart : middle;
        search->meeting = meets ? middle : search->meeting;
        search->rounds--;
    }
    /* Neighbouring floats have nothing between them. */
    float middle = middle_of(search);
    if (search->rounds == 0 || !(search->apart < middle && middle < search->meeting)) {
        search->stage = OVER;
    }
}
