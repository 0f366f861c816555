/* Axes for pairs that pass closely: see ccd_fine.h. They are guesses, nothing rests on them; but
 * they must be across a side to more digits than a float has to pass a needle's eye. */
#include "narrow/ccd_fine.h"

static hem_f4 next(hem_f4 a)
{
    float lane[4];
    hem_f4_store(lane, a);
    const float rotated[4] = {lane[1], lane[2], lane[3], lane[0]};
    return hem_f4_load(rotated);
}

static hem_fine fine_next(const hem_fine *a)
{
    return (hem_fine){next(a->high), next(a->low)};
}

/* From each corner to the next at a time. */
static hem_fine side_of(const hem_fine *start, const hem_fine *end, hem_f4 time)
{
    hem_fine corner = hem_fine_mean(start, end, time);
    hem_fine following = fine_next(&corner);
    return hem_fine_difference(&following, &corner);
}

/* How the middle of each side moves, times two, roughly. */
static hem_fine motion_of(const hem_fine *start, const hem_fine *end)
{
    hem_f4 speed = hem_f4_sub(end->high, start->high);
    return (hem_fine){hem_f4_add(speed, next(speed)), hem_f4_zero()};
}

static hem_fine minor(const hem_fine *a, const hem_fine *b, const hem_fine *c, const hem_fine *d)
{
    hem_fine first = hem_fine_product(a, b), second = hem_fine_product(c, d);
    return hem_fine_difference(&first, &second);
}

/* The first `count` lanes of a vector. */
static void store(const hem_fine_vector *a, uint32_t count, hem_ccd_fine_axis *axes)
{
    float x[4], y[4], z[4];
    hem_f4_store(x, a->x.high);
    hem_f4_store(y, a->y.high);
    hem_f4_store(z, a->z.high);
    for (uint32_t i = 0; i < count; i++) {
        axes[i].high = (hem_vec3){x[i], y[i], z[i]};
    }
    hem_f4_store(x, a->x.low);
    hem_f4_store(y, a->y.low);
    hem_f4_store(z, a->z.low);
    for (uint32_t i = 0; i < count; i++) {
        axes[i].low = (hem_vec3){x[i], y[i], z[i]};
    }
}

static void store_cross(const hem_fine_vector *a, const hem_fine_vector *b, uint32_t count,
                        hem_ccd_fine_axis *axes)
{
    hem_fine_vector cross = {minor(&a->y, &b->z, &a->z, &b->y), minor(&a->z, &b->x, &a->x, &b->z),
                             minor(&a->x, &b->y, &a->y, &b->x)};
    store(&cross, count, axes);
}

void hem_ccd_fine_axes_set(const hem_ccd_fine_motion *m, float guess, hem_ccd_fine_axes *axes)
{
    const hem_f4 time = hem_f4_splat(guess);
    const hem_fine_vector *start = &m->start, *end = &m->end;
    hem_fine_vector side = {side_of(&start->x, &end->x, time), side_of(&start->y, &end->y, time),
                            side_of(&start->z, &end->z, time)};
    hem_fine_vector other = {motion_of(&start->x, &end->x), motion_of(&start->y, &end->y),
                             motion_of(&start->z, &end->z)};
    store_cross(&side, &other, 4, axes->across);
    other = (hem_fine_vector){fine_next(&side.x), fine_next(&side.y), fine_next(&side.z)};
    store_cross(&side, &other, 1, &axes->normal);
}
