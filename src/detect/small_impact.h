/* An impact in 32 bytes, as long lists keep it: weights to a part in 65,535, the normal to one in
 * 32,767, no time. Nothing that is claimed rests on them. */
#ifndef HEM_DETECT_SMALL_IMPACT_H
#define HEM_DETECT_SMALL_IMPACT_H

#include "base/vec3.h"
#include "hem/impacts.h"

typedef struct hem_small_impact {
    uint32_t vertex[4];
    uint16_t weight[2]; /* of corners 1 and 2 of a face, or of the second corner of each edge */
    int16_t normal[3];
    uint8_t kind;
    uint8_t flags; /* of contacts in a world */
    float distance;
} hem_small_impact;

/* What a contact was in the step before, and what the solve of the step has made of it. */
#define HEM_SMALL_KNOWN  1u /* it was there */
#define HEM_SMALL_PUSHED 2u /* in the solve it pushed */
#define HEM_SMALL_STUCK  4u /* and friction held its points */

_Static_assert(sizeof(hem_small_impact) == 32, "two in a cache line");

#define HEM_SMALL_WEIGHT 65535.0f
#define HEM_SMALL_NORMAL 32767.0f

static inline uint16_t hem_small_weight(float weight)
{
    return (uint16_t)(hem_max(0.0f, hem_min(weight, 1.0f)) * HEM_SMALL_WEIGHT + 0.5f);
}

static inline int16_t hem_small_normal(float part)
{
    float scaled = hem_max(-1.0f, hem_min(part, 1.0f)) * HEM_SMALL_NORMAL;
    return (int16_t)(scaled < 0.0f ? scaled - 0.5f : scaled + 0.5f);
}

static inline hem_small_impact hem_small_of(const hem_impact *impact)
{
    const float *weight = impact->weight;
    bool edges = impact->kind == HEM_CONTACT_EDGE_EDGE;
    hem_small_impact small = {.distance = impact->distance, .kind = (uint8_t)impact->kind};
    for (uint32_t k = 0; k < 4; k++) {
        small.vertex[k] = impact->vertex[k];
    }
    small.weight[0] = hem_small_weight(edges ? weight[1] : 0.0f - weight[1]);
    small.weight[1] = hem_small_weight(edges ? 0.0f - weight[3] : 0.0f - weight[2]);
    small.normal[0] = hem_small_normal(impact->normal.x);
    small.normal[1] = hem_small_normal(impact->normal.y);
    small.normal[2] = hem_small_normal(impact->normal.z);
    return small;
}

/* By its features alone. */
static inline uint32_t hem_small_hash(const hem_small_impact *impact)
{
    uint32_t hash = (uint32_t)impact->kind * 0x9E3779B9u;
    for (uint32_t k = 0; k < 4; k++) {
        hash = (hash ^ impact->vertex[k]) * 0x85EBCA6Bu;
        hash ^= hash >> 15;
    }
    return hash;
}

/* As it was, but for what is rounded; the time is 0. */
static inline hem_impact hem_small_open(const hem_small_impact *small)
{
    float first = (float)small->weight[0] * (1.0f / HEM_SMALL_WEIGHT);
    float second = (float)small->weight[1] * (1.0f / HEM_SMALL_WEIGHT);
    bool edges = small->kind == HEM_CONTACT_EDGE_EDGE;
    hem_impact impact = {.distance = small->distance, .kind = small->kind};
    for (uint32_t k = 0; k < 4; k++) {
        impact.vertex[k] = small->vertex[k];
    }
    impact.weight[0] = edges ? 1.0f - first : 1.0f;
    impact.weight[1] = edges ? first : 0.0f - first;
    impact.weight[2] = edges ? second - 1.0f : 0.0f - second;
    impact.weight[3] = edges ? 0.0f - second : hem_min(first + second - 1.0f, 0.0f);
    impact.normal = (hem_vec3){(float)small->normal[0] * (1.0f / HEM_SMALL_NORMAL),
                               (float)small->normal[1] * (1.0f / HEM_SMALL_NORMAL),
                               (float)small->normal[2] * (1.0f / HEM_SMALL_NORMAL)};
    return impact;
}

#endif
