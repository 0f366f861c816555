/* Checks of what is given: see respond_check.h. */
#include "respond/respond_check.h"

#include "base/ranges.h"
#include "base/vec3.h"

#include <float.h>

/* How far weights of a feature may be from adding up to one, and a normal's square from one. */
#define WEIGHT_ERROR (1.0f / 65536.0f)
#define NORMAL_ERROR (1.0f / 8192.0f)

static hem_status in_range(float value, float low, float high)
{
    if (!hem_is_finite(value)) {
        return HEM_NOT_FINITE;
    }
    return value < low || value > high ? HEM_OUT_OF_RANGE : HEM_OK;
}

/* The first that is not good, of two. */
static hem_status worse(hem_status first, hem_status second)
{
    return first != HEM_OK ? first : second;
}

static hem_status check_vector(hem_vec3 vector, float most)
{
    hem_status status = in_range(vector.x, -most, most);
    status = worse(status, in_range(vector.y, -most, most));
    return worse(status, in_range(vector.z, -most, most));
}

static hem_status check_vertex(const hem_motion *motion, uint32_t v)
{
    float inverse_mass = motion->inverse_mass[v];
    hem_status status = check_vector(motion->start[v], HEM_DOMAIN);
    if (status == HEM_OK && !hem_vec3_in_domain(motion->start[v])) {
        status = HEM_OUT_OF_RANGE;
    }
    status = worse(status, check_vector(motion->velocity[v], HEM_SPEED_MOST));
    status = worse(status, in_range(inverse_mass, 0.0f, HEM_INVERSE_MASS_MOST));
    if (status == HEM_OK && inverse_mass > 0.0f && inverse_mass < HEM_INVERSE_MASS_LEAST) {
        status = HEM_OUT_OF_RANGE;
    }
    return status;
}

static hem_status check_numbers(const hem_impact *impact)
{
    hem_status status = check_vector(impact->normal, 2.0f);
    float first = 0.0f, second = 0.0f;
    for (uint32_t k = 0; k < 4; k++) {
        float weight = impact->weight[k];
        status = worse(status, in_range(weight, -2.0f, 2.0f));
        first = first + (weight > 0.0f ? weight : 0.0f);
        second = second - (weight < 0.0f ? weight : 0.0f);
    }
    status = worse(status, in_range(impact->distance, -2.0f * HEM_DOMAIN, 2.0f * HEM_DOMAIN));
    status = worse(status, in_range(impact->time, -FLT_MAX, FLT_MAX));
    status = worse(status, in_range(first, 1.0f - WEIGHT_ERROR, 1.0f + WEIGHT_ERROR));
    status = worse(status, in_range(second, 1.0f - WEIGHT_ERROR, 1.0f + WEIGHT_ERROR));
    status = worse(status, in_range(hem_dot(impact->normal, impact->normal), 1.0f - NORMAL_ERROR,
                                    1.0f + NORMAL_ERROR));
    return worse(status, impact->kind < HEM_CONTACT_KINDS ? HEM_OK : HEM_OUT_OF_RANGE);
}

static hem_status check_impact(const hem_impact *impact, uint32_t vertex_count)
{
    for (uint32_t k = 0; k < 4; k++) {
        bool twice = false;
        for (uint32_t other = 0; other < k; other++) {
            twice = twice || impact->vertex[other] == impact->vertex[k];
        }
        if (twice || impact->vertex[k] >= vertex_count) {
            return HEM_BAD_INDEX;
        }
    }
    return check_numbers(impact);
}

static hem_status check_touch(hem_touch touch)
{
    hem_status status = in_range(touch.thickness, 0.0f, HEM_DOMAIN);
    return worse(status, in_range(touch.friction, 0.0f, FLT_MAX));
}

static uint32_t touch_count(const hem_respond_in *in)
{
    return in->touch_each ? in->count : 1u;
}

static bool is_there(const hem_respond_in *in, bool with_touch)
{
    return in->motion.start != NULL && in->motion.velocity != NULL &&
           in->motion.inverse_mass != NULL &&
           (in->count == 0 || (in->impacts != NULL && (!with_touch || in->touch != NULL)));
}

/* Is any array that is only read in these bytes? */
static bool reads_from(const hem_respond_in *in, const void *bytes, uint64_t size)
{
    uint64_t vertices = in->motion.vertex_count;
    return hem_ranges_overlap(bytes, size, in->motion.start, vertices * sizeof(hem_vec3)) ||
           hem_ranges_overlap(bytes, size, in->motion.inverse_mass, vertices * sizeof(float)) ||
           (in->count > 0 &&
            hem_ranges_overlap(bytes, size, in->impacts, in->count * sizeof(hem_impact))) ||
           (in->count > 0 && in->touch != NULL &&
            hem_ranges_overlap(bytes, size, in->touch, touch_count(in) * sizeof(hem_touch)));
}

static uint64_t velocity_bytes(const hem_respond_in *in)
{
    return (uint64_t)in->motion.vertex_count * sizeof(hem_vec3);
}

bool hem_respond_in_free_part(const hem_respond_in *in, const hem_arena *arena)
{
    const uint8_t *free_part = arena->base + arena->used;
    return hem_in_free_part(arena, in->motion.velocity, velocity_bytes(in)) ||
           reads_from(in, free_part, arena->capacity - arena->used);
}

/* The first of the elements that is not good goes to the detail. */
static hem_status check_elements(const hem_respond_in *in, bool with_touch, hem_detail *detail)
{
    hem_status status = HEM_OK;
    for (uint32_t v = 0; v < in->motion.vertex_count && status == HEM_OK; v++) {
        status = check_vertex(&in->motion, v);
        detail->index = v;
    }
    for (uint32_t i = 0; i < in->count && status == HEM_OK; i++) {
        status = check_impact(&in->impacts[i], in->motion.vertex_count);
        detail->index = i;
    }
    for (uint32_t i = 0; with_touch && in->count > 0 && i < touch_count(in) && status == HEM_OK;
         i++) {
        status = check_touch(in->touch[i]);
        detail->index = i;
    }
    if (status == HEM_OK) {
        detail->index = HEM_NONE;
    }
    return status;
}

hem_status hem_respond_check(const hem_respond_in *in, bool with_touch, hem_detail *detail)
{
    *detail = (hem_detail){HEM_NONE, 0u};
    if (!is_there(in, with_touch)) {
        return HEM_NULL;
    }
    if (in->motion.vertex_count == 0) {
        return HEM_BAD_COUNT;
    }
    if (reads_from(in, in->motion.velocity, velocity_bytes(in))) {
        return HEM_ALIASED;
    }
    hem_status status = in_range(in->motion.dt, FLT_MIN, HEM_DT_MOST);
    return status != HEM_OK ? status : check_elements(in, with_touch, detail);
}

hem_status hem_repel_def_check(const hem_repel_def *def)
{
    if (def->cookie != HEM_REPEL_COOKIE) {
        return HEM_BAD_DEFINITION;
    }
    hem_status status = in_range(def->recovery, 0.0f, 1.0f);
    status = worse(status, in_range(def->tolerance, 0.0f, FLT_MAX));
    status = worse(status, in_range(def->separate_depth, 0.0f, FLT_MAX));
    status = worse(status, in_range(def->stick_speed, 0.0f, FLT_MAX));
    status = worse(status, in_range(def->stick_reach, 0.0f, FLT_MAX));
    return worse(status, in_range(def->release_speed, 0.0f, FLT_MAX));
}

hem_status hem_zone_def_check(const hem_zone_def *def)
{
    if (def->cookie != HEM_ZONE_COOKIE) {
        return HEM_BAD_DEFINITION;
    }
    const uint32_t most = 1u << 29;
    if (def->vertex_room == 0 || def->impact_room == 0 || def->vertex_room > most ||
        def->impact_room > most) {
        return HEM_BAD_CAPACITY;
    }
    hem_status status = in_range(def->tolerance, 0.0f, FLT_MAX);
    return worse(status, in_range(def->rigid_tolerance, 0.0f, FLT_MAX));
}

static bool corners_fit(const hem_zones_in *in, const hem_zone *zone, uint32_t at)
{
    const hem_zones *zones = in->zones;
    const hem_impact *impact = &in->respond.impacts[zones->impacts[at]];
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t corner = zones->corners[4u * (size_t)at + k], vertex = impact->vertex[k];
        bool movable = in->respond.motion.inverse_mass[vertex] > 0.0f;
        if (movable != (corner != HEM_NONE)) {
            return false;
        }
        if (movable &&
            (corner < zone->first_vertex || corner - zone->first_vertex >= zone->vertex_count ||
             zones->vertices[corner] != vertex)) {
            return false;
        }
    }
    return true;
}

static bool zone_fits(const hem_zones_in *in, const hem_zone *zone)
{
    const hem_zones *zones = in->zones;
    if (zone->vertex_count == 0 || zone->first_vertex > zones->vertex_count ||
        zone->vertex_count > zones->vertex_count - zone->first_vertex ||
        zone->first_impact > zones->impact_count ||
        zone->impact_count > zones->impact_count - zone->first_impact) {
        return false;
    }
    for (uint32_t v = 0; v < zone->vertex_count; v++) {
        uint32_t vertex = zones->vertices[zone->first_vertex + v];
        if (vertex >= in->respond.motion.vertex_count ||
            !(in->respond.motion.inverse_mass[vertex] > 0.0f)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < zone->impact_count; i++) {
        uint32_t at = zone->first_impact + i;
        if (zones->impacts[at] >= in->respond.count || !corners_fit(in, zone, at)) {
            return false;
        }
    }
    return zone->vertex_count <= zones->most_vertices && zone->impact_count <= zones->most_impacts;
}

bool hem_zones_fit(const hem_zones_in *in)
{
    for (uint32_t z = 0; z < in->zones->zone_count; z++) {
        if (!zone_fits(in, &in->zones->zones[z])) {
            return false;
        }
    }
    return true;
}
