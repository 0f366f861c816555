/* Soak of the continuous tests against exact arithmetic: the queries of their tests, without end.
 */
#include "soak/soak.h"

#include "ccd_cases.h"
#include "ccd_judge.h"

/* Every set in turn, at some distance from the origin. A time that is too late is a miss. */
static void soak_queries(test_random *random, float largest_separation, soak_tally *tally)
{
    static const float places[5] = {0.0f, 0.5f, 10.0f, 100.0f, 2000.0f};
    for (uint32_t set = 0; set < HEM_CCD_SETS; set++) {
        /* Fewer where making a query or deciding it exactly takes long. */
        bool slow = set == HEM_CCD_SET_TINY || set == HEM_CCD_SET_EQUAL ||
                    set == HEM_CCD_SET_LEAVING || set == HEM_CCD_SET_SCALES ||
                    set == HEM_CCD_SET_INSTANT;
        for (uint32_t i = 0; i < (slow ? 2u : 40u); i++) {
            hem_ccd_pair pair = i % 2 == 0 ? HEM_CCD_PAIR_VERTEX_FACE : HEM_CCD_PAIR_EDGE_EDGE;
            hem_ccd_in in;
            hem_ccd_out out;
            hem_ccd_case((hem_ccd_set)set, pair, places[random_below(random, 5)], random, &in);
            if (largest_separation > 0.0f) {
                in.separation = random_float(random, 0.0f, largest_separation);
            }
            hem_ccd_ask(pair, &in, &out);
            tally->cases++;
            tally->pairs++;
            if (hem_ccd_judge(pair, &in, &out) != HEM_CCD_RIGHT) {
                hem_ccd_print(pair, &in, &out);
                soak_found(tally, SOAK_MISS, hem_ccd_set_names[set], set, i);
            }
        }
    }
}

void soak_ccd(test_random *random, soak_tally *tally)
{
    soak_queries(random, 0.0f, tally);
}

void soak_ccd_apart(test_random *random, soak_tally *tally)
{
    static const float largest[3] = {1e-5f, 0.003f, 1.0f};
    soak_queries(random, largest[random_below(random, 3)], tally);
}
