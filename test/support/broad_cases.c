/* Boxes of bodies: see broad_cases.h. */
#include "broad_cases.h"

#include <float.h>

static float spread(test_random *random)
{
    return random_float(random, -4.0f, 4.0f);
}

/* A size that is zero now and then. */
static float size_up_to(test_random *random, float most)
{
    return random_below(random, 8) == 0 ? 0.0f : random_float(random, 0.0f, most);
}

static float low_of(test_random *random, uint32_t kind)
{
    const float tiny[] = {0.0f, -0.0f, 1e-45f, -1e-45f, 3e-45f, FLT_MIN, -FLT_MIN};
    const float huge[] = {-FLT_MAX, -3e38f, -1.0f, 0.0f, 3e38f, FLT_MAX};
    switch (kind) {
    case BOXES_LATTICE:
        return (float)random_below(random, 5) - 2.0f;
    case BOXES_POINTS:
        return (float)random_below(random, 3);
    case BOXES_FAR:
        return 4095.0f + (float)random_below(random, 20) / 4096.0f;
    case BOXES_TINY:
        return tiny[random_below(random, 7)];
    case BOXES_HUGE:
        return huge[random_below(random, 6)];
    default:
        return spread(random);
    }
}

static float size_of(test_random *random, uint32_t kind, uint32_t axis)
{
    const float tiny[] = {0.0f, -0.0f, 1e-45f, 4e-45f, FLT_MIN};
    switch (kind) {
    case BOXES_CROWDED:
        return size_up_to(random, 8.0f);
    case BOXES_LATTICE:
        return (float)random_below(random, 3);
    case BOXES_POINTS:
        return 0.0f;
    case BOXES_PLANKS:
        return axis == 0 ? 5.0f : size_up_to(random, axis == 1 ? 0.1f : 0.5f);
    case BOXES_FAR:
        return (float)random_below(random, 4) / 4096.0f;
    case BOXES_TINY:
        return tiny[random_below(random, 5)];
    case BOXES_HUGE:
        return random_below(random, 2) == 0 ? FLT_MAX : size_up_to(random, 1e38f);
    default:
        return size_up_to(random, 1.0f);
    }
}

static hem_box empty_of_some_kind(test_random *random, hem_box box)
{
    const hem_box nothing = {{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};
    hem_box turned = box;
    turned.low.y = box.high.y + 1.0f;
    return random_below(random, 2) == 0 ? nothing : turned;
}

hem_box broad_case_box(test_random *random, uint32_t kind)
{
    bool mixed = kind == BOXES_MIXED;
    uint32_t from = mixed ? random_below(random, BOXES_HUGE) : kind;
    uint32_t turn = random_below(random, 3);
    float low[3], high[3];
    for (uint32_t axis = 0; axis < 3; axis++) {
        low[axis] = low_of(random, from);
        high[axis] = low[axis] + size_of(random, from, (axis + turn) % 3u);
        high[axis] = high[axis] > FLT_MAX ? FLT_MAX : high[axis];
    }
    hem_box box = {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
    return mixed && random_below(random, 6) == 0 ? empty_of_some_kind(random, box) : box;
}

void broad_case_fill(test_random *random, uint32_t kind, hem_box *boxes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        boxes[i] = broad_case_box(random, kind);
    }
}

/* Both ends by the same or by different amounts; what would leave the numbers stays. */
static void shift(float *low, float *high, float by, float also)
{
    float new_low = *low + by, new_high = *high + by + also;
    if (new_low >= -FLT_MAX && new_high <= FLT_MAX) {
        *low = new_low;
        *high = new_high;
    }
}

static float step_of(test_random *random, uint32_t kind)
{
    if (kind == BOXES_LATTICE || kind == BOXES_POINTS) {
        return (float)random_below(random, 3) - 1.0f;
    }
    if (kind == BOXES_FAR) {
        return ((float)random_below(random, 3) - 1.0f) / 4096.0f;
    }
    return random_float(random, -0.02f, 0.02f);
}

static void nudge(test_random *random, uint32_t kind, hem_box *box)
{
    bool grows = random_below(random, 4) == 0 && box->high.z - box->low.z > 0.01f;
    shift(&box->low.x, &box->high.x, step_of(random, kind), grows ? 0.01f : 0.0f);
    shift(&box->low.y, &box->high.y, step_of(random, kind), 0.0f);
    shift(&box->low.z, &box->high.z, step_of(random, kind), grows ? -0.01f : 0.0f);
}

void broad_case_move(test_random *random, uint32_t move, uint32_t kind, hem_box *boxes,
                     uint32_t count)
{
    uint32_t a = random_below(random, count), b = random_below(random, count);
    hem_box kept = boxes[a];
    switch (move) {
    case MOVE_A_LITTLE:
        for (uint32_t i = 0; i < count; i++) {
            nudge(random, kind, boxes + i);
        }
        break;
    case MOVE_ONE:
        boxes[a] = broad_case_box(random, kind);
        break;
    case MOVE_ALL:
        broad_case_fill(random, kind, boxes, count);
        break;
    case MOVE_EXCHANGE:
        boxes[a] = boxes[b];
        boxes[b] = kept;
        break;
    case MOVE_BLINK:
        for (uint32_t i = a; i < count; i += 1u + b) {
            boxes[i] = random_below(random, 2) == 0 ? broad_case_box(random, kind)
                                                    : empty_of_some_kind(random, boxes[i]);
        }
        break;
    default:
        break;
    }
}

static bool is_there(const hem_box *box)
{
    return box->low.x <= box->high.x && box->low.y <= box->high.y && box->low.z <= box->high.z;
}

/* How far apart two intervals are; below zero where they overlap. */
static double gap(float low_a, float high_a, float low_b, float high_b)
{
    double before = (double)low_b - (double)high_a, behind = (double)low_a - (double)high_b;
    return before > behind ? before : behind;
}

uint32_t broad_case_pairs(const hem_box *boxes, const uint8_t *fixed, uint32_t count,
                          double epsilon, hem_pair *pairs)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = i + 1u; j < count; j++) {
            const hem_box *a = boxes + i, *b = boxes + j;
            bool both_fixed = fixed != NULL && fixed[i] != 0 && fixed[j] != 0;
            if (!both_fixed && is_there(a) && is_there(b) &&
                gap(a->low.x, a->high.x, b->low.x, b->high.x) <= epsilon &&
                gap(a->low.y, a->high.y, b->low.y, b->high.y) <= epsilon &&
                gap(a->low.z, a->high.z, b->low.z, b->high.z) <= epsilon) {
                pairs[found++] = (hem_pair){i, j};
            }
        }
    }
    return found;
}
