/* Sums of one shape: see sum.h. */
#include "base/sum.h"

/* Lanes start at +0 and take every fourth value; what is left over goes to the first lanes. */
static float add_lanes(hem_f4 lanes, const float *rest, uint32_t count)
{
    float lane[4];
    hem_f4_store(lane, lanes);
    for (uint32_t i = 0; i < count; i++) {
        lane[i] = lane[i] + rest[i];
    }
    return (lane[0] + lane[1]) + (lane[2] + lane[3]);
}

float hem_sum_chunk(const float *values, uint32_t count)
{
    hem_f4 lanes = hem_f4_zero();
    uint32_t i = 0;
    for (; i + 4 <= count; i += 4) {
        lanes = hem_f4_add(lanes, hem_f4_load(values + i));
    }
    return add_lanes(lanes, values + i, count - i);
}

static float product_chunk(const float *a, const float *b, uint32_t count)
{
    hem_f4 lanes = hem_f4_zero();
    uint32_t i = 0;
    for (; i + 4 <= count; i += 4) {
        lanes = hem_f4_add(lanes, hem_f4_mul(hem_f4_load(a + i), hem_f4_load(b + i)));
    }
    float rest[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    for (uint32_t k = 0; k < count - i; k++) {
        rest[k] = a[i + k] * b[i + k];
    }
    return add_lanes(lanes, rest, count - i);
}

static uint32_t chunk_length(uint32_t begin, uint32_t count)
{
    return count - begin < HEM_SUM_CHUNK ? count - begin : HEM_SUM_CHUNK;
}

float hem_sum(const float *values, uint32_t count)
{
    float total = 0.0f;
    for (uint32_t begin = 0; begin < count; begin += HEM_SUM_CHUNK) {
        total = total + hem_sum_chunk(values + begin, chunk_length(begin, count));
    }
    return total;
}

float hem_sum_products(const float *a, const float *b, uint32_t count)
{
    float total = 0.0f;
    for (uint32_t begin = 0; begin < count; begin += HEM_SUM_CHUNK) {
        total = total + product_chunk(a + begin, b + begin, chunk_length(begin, count));
    }
    return total;
}
