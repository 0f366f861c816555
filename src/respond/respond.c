/* The calls of the response layer, with their checks: see inc/hem/respond.h. */
#include "hem/respond.h"

#include "base/ranges.h"
#include "base/real.h"
#include "hem/port.h"
#include "respond/impulse.h"
#include "respond/repel.h"
#include "respond/respond_check.h"
#include "respond/zone.h"

#include <string.h>

hem_touch hem_default_touch(void)
{
    return (hem_touch){.thickness = 0.001f, .friction = 0.3f};
}

hem_repel_def hem_default_repel_def(void)
{
    return (hem_repel_def){
        .cookie = HEM_REPEL_COOKIE,
        .sweeps = 8,
        .recovery = 1.0f,
        .tolerance = 0.0001f,
        .separate_depth = 0.001f,
        .stick_speed = 0.002f,
        .stick_reach = 1.1f,
        .release_speed = 0.001f,
    };
}

hem_zone_def hem_default_zone_def(uint32_t vertex_room, uint32_t impact_room)
{
    return (hem_zone_def){
        .cookie = HEM_ZONE_COOKIE,
        .vertex_room = vertex_room,
        .impact_room = impact_room,
        .sweeps = 64,
        .tolerance = 0.0001f,
        .rigid_tolerance = 0.00001f,
    };
}

static hem_touch touch_of(const hem_respond_in *in, uint32_t i)
{
    return in->touch[in->touch_each ? i : 0u];
}

hem_status hem_impulses(const hem_respond_in *in, hem_impulses_out *out)
{
    if (in == NULL || out == NULL) {
        return HEM_NULL;
    }
    hem_detail detail;
    hem_status status = hem_respond_check(in, true, &detail);
    *out = (hem_impulses_out){.detail = detail};
    if (status != HEM_OK) {
        return status;
    }
    uint32_t saved = hem_fp_enter(), counts[3] = {0, 0, 0};
    for (uint32_t i = 0; i < in->count; i++) {
        counts[hem_impulse(&in->motion, &in->impacts[i], touch_of(in, i), HEM_IMPULSE_CLOSE)]++;
    }
    hem_fp_leave(saved);
    out->applied = counts[HEM_IMPULSE_APPLIED];
    out->apart = counts[HEM_IMPULSE_APART];
    out->immovable = counts[HEM_IMPULSE_IMMOVABLE];
    return HEM_OK;
}

/* Bytes as reports have them. */
static uint32_t reported(uint64_t bytes)
{
    return bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
}

/* Goes through the list once; returns the largest change of a speed. */
static float repel_sweep(const hem_respond_in *in, const hem_repel_def *def, float *press,
                         hem_repel_out *out)
{
    float largest = 0.0f;
    out->deep = out->immovable = 0;
    for (uint32_t i = 0; i < in->count; i++) {
        hem_repel_done done =
            hem_repel_contact(&in->motion, &in->impacts[i], touch_of(in, i), def, &press[i]);
        out->pushed += (done.what & (uint32_t)HEM_REPEL_PUSHED) != 0;
        out->stuck += (done.what & (uint32_t)HEM_REPEL_STUCK) != 0;
        out->deep += (done.what & (uint32_t)HEM_REPEL_DEEP) != 0;
        out->immovable += (done.what & (uint32_t)HEM_REPEL_IMMOVABLE) != 0;
        largest = hem_max(done.change, largest);
    }
    out->sweeps++;
    return largest;
}

static void repel_all(const hem_respond_in *in, const hem_repel_def *def, hem_arena *scratch,
                      hem_repel_out *out)
{
    uint32_t mark = hem_arena_mark(scratch);
    float *press = hem_arena_take(scratch, in->count, sizeof *press);
    memset(press, 0, (size_t)in->count * sizeof *press);
    float largest = FLT_MAX;
    while (out->sweeps < def->sweeps && largest > def->tolerance) {
        largest = repel_sweep(in, def, press, out);
    }
    hem_arena_release(scratch, mark);
}

static hem_status check_repel(const hem_respond_in *in, const hem_repel_def *def,
                              const hem_arena *scratch, const hem_repel_out *out,
                              hem_detail *detail)
{
    hem_status status = hem_respond_check(in, true, detail);
    if (status == HEM_OK) {
        status = hem_repel_def_check(def);
    }
    if (status != HEM_OK) {
        return status;
    }
    bool aliased =
        hem_respond_in_free_part(in, scratch) || hem_in_free_part(scratch, in, sizeof *in) ||
        hem_in_free_part(scratch, def, sizeof *def) || hem_in_free_part(scratch, out, sizeof *out);
    return aliased ? HEM_ALIASED : HEM_OK;
}

hem_status hem_repel(const hem_respond_in *in, const hem_repel_def *def, hem_arena *scratch,
                     hem_repel_out *out)
{
    if (in == NULL || def == NULL || scratch == NULL || scratch->base == NULL || out == NULL) {
        return HEM_NULL;
    }
    hem_detail detail;
    hem_status status = check_repel(in, def, scratch, out, &detail);
    *out = (hem_repel_out){.detail = detail};
    if (status != HEM_OK) {
        return status;
    }
    uint64_t needed = HEM_REPEL_BYTES(in->count);
    if (needed > scratch->capacity - scratch->used) {
        out->needed = reported(needed);
        return HEM_FULL_SCRATCH;
    }
    uint32_t saved = hem_fp_enter();
    repel_all(in, def, scratch, out);
    hem_fp_leave(saved);
    return def->sweeps == 0 || out->deep > 0 ? HEM_LIMITED : HEM_OK;
}

static hem_status check_make(const hem_respond_in *in, const hem_zone_def *def,
                             const hem_arena *arena, const hem_zones *zones, hem_detail *detail)
{
    hem_status status = hem_respond_check(in, false, detail);
    if (status == HEM_OK) {
        status = hem_zone_def_check(def);
    }
    if (status != HEM_OK) {
        return status;
    }
    bool aliased =
        hem_respond_in_free_part(in, arena) || hem_in_free_part(arena, def, sizeof *def) ||
        hem_in_free_part(arena, in, sizeof *in) || hem_in_free_part(arena, zones, sizeof *zones);
    return aliased ? HEM_ALIASED : HEM_OK;
}

hem_status hem_zones_make(const hem_respond_in *in, const hem_zone_def *def, hem_arena *arena,
                          hem_zones *zones)
{
    if (in == NULL || def == NULL || arena == NULL || arena->base == NULL || zones == NULL) {
        return HEM_NULL;
    }
    hem_detail detail;
    hem_status status = check_make(in, def, arena, zones, &detail);
    zones->detail = detail;
    if (status != HEM_OK) {
        return status;
    }
    uint64_t needed = HEM_ZONES_BYTES(def->vertex_room, def->impact_room);
    if (needed > arena->capacity - arena->used) {
        zones->needed = reported(needed);
        return HEM_FULL_SCRATCH;
    }
    hem_zone_make(in, def, arena, zones);
    return zones->left_out > 0 ? HEM_LIMITED : HEM_OK;
}

static hem_status check_zones(const hem_zones_in *in, const hem_zones_out *out, hem_detail *detail)
{
    const hem_zones *zones = in->zones;
    if (zones == NULL || in->scratch == NULL || in->scratch->base == NULL ||
        (zones->zone_count > 0 && (zones->zones == NULL || zones->vertices == NULL ||
                                   zones->impacts == NULL || zones->corners == NULL))) {
        return HEM_NULL;
    }
    hem_status status = hem_respond_check(&in->respond, true, detail);
    if (status == HEM_OK) {
        status = hem_zone_def_check(&in->def);
    }
    if (status != HEM_OK) {
        return status;
    }
    if (!hem_zones_fit(in)) {
        return HEM_BAD_DEFINITION;
    }
    const hem_arena *scratch = in->scratch;
    bool aliased =
        hem_respond_in_free_part(&in->respond, scratch) ||
        hem_in_free_part(scratch, in, sizeof *in) || hem_in_free_part(scratch, out, sizeof *out) ||
        hem_in_free_part(scratch, zones, sizeof *zones) ||
        (zones->zone_count > 0 && (hem_in_free_part(scratch, zones->zones, sizeof(hem_zone)) ||
                                   hem_in_free_part(scratch, zones->vertices, sizeof(uint32_t)) ||
                                   hem_in_free_part(scratch, zones->impacts, sizeof(uint32_t)) ||
                                   hem_in_free_part(scratch, zones->corners, sizeof(uint32_t))));
    return aliased ? HEM_ALIASED : HEM_OK;
}

static void count_zone(const hem_zone *zone, hem_zones_out *out)
{
    uint32_t *const counts[] = {
        [HEM_ZONE_SOLVED] = &out->solved,   [HEM_ZONE_UNSOLVED] = &out->unsolved,
        [HEM_ZONE_RIGID] = &out->rigid,     [HEM_ZONE_TURN_LIMITED] = &out->limited,
        [HEM_ZONE_CARRIED] = &out->carried, [HEM_ZONE_PINCHED] = &out->pinched,
    };
    (*counts[zone->state])++;
}

/* What both solves share: checks, and one zone after the other. */
static hem_status solve_zones(const hem_zones_in *in, bool rigid, hem_zones_out *out)
{
    if (in == NULL || out == NULL) {
        return HEM_NULL;
    }
    hem_detail detail = {HEM_NONE, 0u};
    hem_status status = check_zones(in, out, &detail);
    *out = (hem_zones_out){.detail = detail};
    if (status != HEM_OK) {
        return status;
    }
    const hem_zones *zones = in->zones;
    uint64_t needed = HEM_ZONE_SOLVE_BYTES(zones->most_vertices, zones->most_impacts);
    if (needed > in->scratch->capacity - in->scratch->used) {
        out->needed = reported(needed);
        return HEM_FULL_SCRATCH;
    }
    uint32_t saved = hem_fp_enter();
    for (uint32_t z = 0; z < zones->zone_count; z++) {
        if (in->chosen != NULL && in->chosen[z] == 0) {
            continue;
        }
        if (rigid) {
            hem_zone_rigid(in, z);
        } else {
            uint32_t sweeps = hem_zone_inelastic(in, z);
            out->sweeps = sweeps > out->sweeps ? sweeps : out->sweeps;
            out->approach = hem_max(zones->zones[z].approach, out->approach);
        }
        count_zone(&zones->zones[z], out);
    }
    hem_fp_leave(saved);
    return out->unsolved + out->limited + out->pinched > 0 ? HEM_LIMITED : HEM_OK;
}

hem_status hem_zones_inelastic(const hem_zones_in *in, hem_zones_out *out)
{
    return solve_zones(in, false, out);
}

hem_status hem_zones_rigid(const hem_zones_in *in, hem_zones_out *out)
{
    return solve_zones(in, true, out);
}
