/* Fuzzes the search for a first contact: any moments, any number of rounds, any answers. It ends,
 * within its rounds, between two moments that the answers agree with. */
#include "fuzz/fuzz_bytes.h"
#include "hem/detect.h"

#include <math.h>

typedef struct answers {
    bool by_time; /* contact from a moment on; else whatever the bytes say */
    float from;
} answers;

static bool meets_at(fuzz_bytes *bytes, const answers *asked, float time)
{
    return asked->by_time ? time >= asked->from : fuzz_one_in(bytes, 2);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes bytes = fuzz_bytes_over(data, size);
    answers asked = {.by_time = fuzz_one_in(&bytes, 2), .from = fuzz_float(&bytes)};
    float start = fuzz_float(&bytes), end = fuzz_float(&bytes), time = 0.0f;
    uint32_t rounds = fuzz_one_in(&bytes, 8) ? fuzz_u32(&bytes) : fuzz_below(&bytes, 40);
    hem_first_contact search, before;
    memset(&search, 0xA5, sizeof search);
    before = search;
    hem_status status = hem_first_contact_start(&search, start, end, rounds);
    if (status != HEM_OK) {
        FUZZ_CHECK(memcmp(&before, &search, sizeof search) == 0);
        FUZZ_CHECK(!isfinite(start) || !isfinite(end) ? status == HEM_NOT_FINITE
                                                      : status == HEM_OUT_OF_RANGE);
        return 0;
    }
    uint32_t asked_for = 0;
    bool met = false;
    while (hem_first_contact_next(&search, &time)) {
        FUZZ_CHECK(isfinite(time) && start < time && time <= end);
        bool meets = meets_at(&bytes, &asked, time);
        met = met || meets;
        hem_first_contact_tell(&search, meets);
        asked_for++;
        /* Halving the floats between two moments cannot take longer than this. */
        FUZZ_CHECK(asked_for <= 600u && (asked_for <= rounds || asked_for <= 1u + rounds));
    }
    FUZZ_CHECK(asked_for > 0 && search.found == met);
    FUZZ_CHECK(start <= search.apart && search.apart <= search.meeting && search.meeting <= end);
    FUZZ_CHECK(!search.found || search.apart < search.meeting);
    if (asked.by_time && search.found && start < asked.from) {
        FUZZ_CHECK(search.apart < asked.from && asked.from <= search.meeting);
    }
    before = search;
    hem_first_contact_tell(&search, true);
    FUZZ_CHECK(memcmp(&before, &search, sizeof search) == 0);
    return 0;
}
