/* Judges continuous tests: see ccd_judge.h. */
#include "ccd_judge.h"

#include <stdio.h>
#include <string.h>

static hem_ccd_question question_of(hem_ccd_pair pair, const hem_ccd_in *in, float separation)
{
    hem_ccd_question question = {
        .pair = pair, .separation = separation, .until = 1.0f, .included = true};
    memcpy(question.start, in->start, sizeof question.start);
    memcpy(question.end, in->end, sizeof question.end);
    return question;
}

static bool is_still(const hem_ccd_in *in)
{
    for (uint32_t i = 0; i < 4; i++) {
        const hem_vec3 *a = &in->start[i], *b = &in->end[i];
        if (a->x != b->x || a->y != b->y || a->z != b->z) {
            return false;
        }
    }
    return true;
}

bool hem_ccd_reaches(hem_ccd_pair pair, const hem_ccd_in *in, float separation)
{
    hem_ccd_question question = question_of(pair, in, separation);
    return !is_still(in) && hem_ccd_oracle(&question);
}

hem_ccd_verdict hem_ccd_judge(hem_ccd_pair pair, const hem_ccd_in *in, const hem_ccd_out *out)
{
    hem_ccd_question question = question_of(pair, in, out->separation);
    if (out->separation > in->separation || out->separation < 0.0f) {
        return HEM_CCD_WRONG_SEPARATION;
    }
    if (out->state == HEM_CCD_CLEAR) {
        return hem_ccd_reaches(pair, in, out->separation) ? HEM_CCD_MISSED : HEM_CCD_RIGHT;
    }
    if (out->separation > 0.0f &&
        !hem_ccd_oracle_starts_beyond(&question, 2.0 * (double)out->separation)) {
        return HEM_CCD_WRONG_SEPARATION;
    }
    question.until = out->time;
    question.included = false;
    return !is_still(in) && hem_ccd_oracle(&question) ? HEM_CCD_LATE : HEM_CCD_RIGHT;
}

hem_ccd_state hem_ccd_ask(hem_ccd_pair pair, const hem_ccd_in *in, hem_ccd_out *out)
{
    return pair == HEM_CCD_PAIR_VERTEX_FACE ? hem_ccd_vertex_face(in, out)
                                            : hem_ccd_edge_edge(in, out);
}

void hem_ccd_print(hem_ccd_pair pair, const hem_ccd_in *in, const hem_ccd_out *out)
{
    printf("pair %d, separation %a, state %d, time %a, separation used %a\n", (int)pair,
           (double)in->separation, (int)out->state, (double)out->time, (double)out->separation);
    for (uint32_t i = 0; i < 4; i++) {
        const hem_vec3 *a = &in->start[i], *b = &in->end[i];
        printf("  %a %a %a -> %a %a %a\n", (double)a->x, (double)a->y, (double)a->z, (double)b->x,
               (double)b->y, (double)b->z);
    }
}
