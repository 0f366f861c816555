/* The order of impacts: see impact_order.h. */
#include "respond/impact_order.h"

#include "base/real.h"
#include "base/sort.h"

/* The vertices of an impact in ascending order. */
static void sorted_vertices(const hem_impact *impact, hem_pair sorted[4])
{
    for (uint32_t k = 0; k < 4; k++) {
        sorted[k] = (hem_pair){impact->vertex[k], k};
    }
    hem_sort(sorted, 4);
}

/* Below zero, zero or above zero, as a stands before, with or behind b. */
static int32_t compare(uint32_t a, uint32_t b)
{
    return (int32_t)(a > b) - (int32_t)(a < b);
}

static int32_t compare_floats(const float *a, const float *b, uint32_t count)
{
    int32_t order = 0;
    for (uint32_t k = 0; k < count && order == 0; k++) {
        order = compare(hem_float_key(a[k]), hem_float_key(b[k]));
    }
    return order;
}

bool hem_impact_before(const hem_impact *a, const hem_impact *b)
{
    int32_t order = compare_floats(&a->time, &b->time, 1);
    if (order == 0) {
        order = compare(a->kind, b->kind);
    }
    hem_pair sorted_a[4], sorted_b[4];
    sorted_vertices(a, sorted_a);
    sorted_vertices(b, sorted_b);
    for (uint32_t k = 0; k < 4 && order == 0; k++) {
        order = compare(sorted_a[k].first, sorted_b[k].first);
    }
    for (uint32_t k = 0; k < 4 && order == 0; k++) {
        order = compare(a->vertex[k], b->vertex[k]);
    }
    if (order == 0) {
        order = compare_floats(a->weight, b->weight, 4);
    }
    const float rest_a[4] = {a->distance, a->normal.x, a->normal.y, a->normal.z};
    const float rest_b[4] = {b->distance, b->normal.x, b->normal.y, b->normal.z};
    if (order == 0) {
        order = compare_floats(rest_a, rest_b, 4);
    }
    return order < 0;
}
