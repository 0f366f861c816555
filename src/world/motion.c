/* What a caller tells the bodies of a world: where to go, what they are made of, what holds them.
 * See inc/hem/world.h. */
#include "world/world_block.h"

#include "base/bits.h"
#include "base/vec3.h"
#include "cloth/cloth_check.h"
#include "hem/port.h"

#include <string.h>

/* The record of a body to change, or why there is none. */
static hem_status find(hem_world *world, hem_body body, hem_body_record **out)
{
    uint32_t place;
    hem_status status = hem_world_find(world, body, &place);
    if (status == HEM_OK) {
        *out = hem_world_bodies(world) + place;
    }
    return status;
}

static uint32_t vertices_of(const hem_world *world, hem_body body)
{
    return hem_body_mesh(world, body)->vertex_count;
}

static hem_status check_places(const hem_world *world, hem_body body, const hem_vec3 *places,
                               uint32_t count, hem_detail *detail)
{
    if (places == NULL) {
        return HEM_NULL;
    }
    if (count != vertices_of(world, body)) {
        return HEM_BAD_COUNT;
    }
    if (hem_world_holds(world, places, (uint64_t)count * sizeof *places)) {
        return HEM_ALIASED;
    }
    for (uint32_t v = 0; v < count; v++) {
        if (!hem_vec3_is_finite(places[v]) || !hem_vec3_in_domain(places[v])) {
            detail->index = v;
            return hem_vec3_is_finite(places[v]) ? HEM_OUT_OF_RANGE : HEM_NOT_FINITE;
        }
    }
    return HEM_OK;
}

hem_status hem_check_points(const hem_world *world, hem_body body, const hem_vec3 *points,
                            uint32_t count, hem_detail *detail)
{
    uint32_t unused;
    hem_detail found = {HEM_NONE, 0};
    hem_status status = hem_world_find(world, body, &unused);
    if (status == HEM_OK && hem_world_holds(world, detail, sizeof *detail)) {
        return HEM_ALIASED;
    }
    if (status == HEM_OK) {
        status = check_places(world, body, points, count, &found);
    }
    if (detail != NULL) {
        *detail = found;
    }
    return status;
}

static void copy_places(hem_vec3 *to, const hem_vec3 *from, uint32_t count)
{
    uint32_t saved = hem_fp_enter();
    for (uint32_t v = 0; v < count; v++) {
        to[v] = hem_vec3_snap(from[v]);
    }
    hem_fp_leave(saved);
}

/* The record of a body that deforms, or of one that is kinematic, if all is well with what is said
 * of its vertices. */
static hem_status find_for(hem_world *world, hem_body body, const hem_vec3 *places, uint32_t count,
                           bool deforming, hem_body_record **out)
{
    hem_status status = find(world, body, out);
    if (status == HEM_OK &&
        (deforming ? !hem_kind_deforms((*out)->kind) : (*out)->kind != HEM_KINEMATIC)) {
        status = HEM_WRONG_KIND;
    }
    hem_detail unused;
    return status == HEM_OK ? check_places(world, body, places, count, &unused) : status;
}

static hem_status set_ends(hem_world *world, hem_body body, const hem_vec3 *end, uint32_t count,
                           bool deforming)
{
    hem_body_record *record;
    hem_status status = find_for(world, body, end, count, deforming, &record);
    if (status == HEM_OK) {
        copy_places(hem_world_ends(world) + record->vertex_begin, end, count);
        record->motion = 1;
    }
    return status;
}

hem_status hem_set_candidate(hem_world *world, hem_body body, const hem_vec3 *end, uint32_t count)
{
    return set_ends(world, body, end, count, true);
}

hem_status hem_set_kinematic(hem_world *world, hem_body body, const hem_vec3 *end, uint32_t count)
{
    return set_ends(world, body, end, count, false);
}

hem_status hem_set_velocities(hem_world *world, hem_body body, const hem_vec3 *velocities,
                              uint32_t count)
{
    hem_body_record *record;
    hem_status status = find_for(world, body, velocities, count, true, &record);
    if (status == HEM_OK) {
        memcpy(hem_world_velocities(world) + record->vertex_begin, velocities,
               count * sizeof(hem_vec3));
    }
    return status;
}

hem_status hem_teleport(hem_world *world, hem_body body, const hem_vec3 *to, uint32_t count)
{
    hem_body_record *record;
    hem_status status = find(world, body, &record);
    if (status == HEM_OK) {
        hem_detail unused;
        status = check_places(world, body, to, count, &unused);
    }
    if (status == HEM_OK) {
        uint32_t begin = record->vertex_begin;
        copy_places(hem_world_positions(world) + begin, to, count);
        memcpy(hem_world_ends(world) + begin, hem_world_positions(world) + begin,
               count * sizeof(hem_vec3));
        memset(hem_world_velocities(world) + begin, 0, count * sizeof(hem_vec3));
        record->motion = 0;
        world->may_be_tangled = 1;
    }
    return status;
}

hem_status hem_world_check_material(float thickness, float friction)
{
    if (!hem_is_finite(thickness) || !hem_is_finite(friction)) {
        return HEM_NOT_FINITE;
    }
    bool good = thickness >= 0.0f && thickness < HEM_DOMAIN && friction >= 0.0f &&
                friction <= HEM_FRICTION_MOST;
    return good ? HEM_OK : HEM_OUT_OF_RANGE;
}

hem_status hem_set_material(hem_world *world, hem_body body, float thickness, float friction)
{
    hem_body_record *record;
    hem_status status = find(world, body, &record);
    if (status != HEM_OK) {
        return status;
    }
    status = hem_world_check_material(thickness, friction);
    if (status != HEM_OK) {
        return status;
    }
    record->thickness = thickness;
    record->friction = friction;
    return HEM_OK;
}

hem_status hem_set_cloth_material(hem_world *world, hem_body body,
                                  const hem_cloth_material *material)
{
    hem_body_record *record;
    hem_status status = material == NULL ? HEM_NULL : find(world, body, &record);
    if (status != HEM_OK) {
        return status;
    }
    hem_body_cloth *own = hem_world_cloth(world, record);
    if (own == NULL) {
        return hem_kind_deforms(record->kind) ? HEM_BAD_CAPACITY : HEM_WRONG_KIND;
    }
    status = hem_cloth_material_check(material, &own->cloth);
    if (status == HEM_OK) {
        own->material = *material;
    }
    return status;
}

hem_status hem_world_check_bend_scale(float scale)
{
    if (!hem_is_finite(scale)) {
        return HEM_NOT_FINITE;
    }
    return scale >= 0.0f && scale <= HEM_CLOTH_STIFFEST ? HEM_OK : HEM_OUT_OF_RANGE;
}

static hem_status check_scales(const hem_world *world, hem_body body, const float *scale,
                               uint32_t count)
{
    if (scale == NULL) {
        return HEM_NULL;
    }
    if (count != vertices_of(world, body)) {
        return HEM_BAD_COUNT;
    }
    if (hem_ranges_overlap(world, world->bytes, scale, (uint64_t)count * sizeof *scale)) {
        return HEM_ALIASED;
    }
    hem_status status = HEM_OK;
    for (uint32_t v = 0; v < count && status == HEM_OK; v++) {
        status = hem_world_check_bend_scale(scale[v]);
    }
    return status;
}

hem_status hem_set_bend_scale(hem_world *world, hem_body body, const float *scale, uint32_t count)
{
    hem_body_record *record;
    hem_status status = find(world, body, &record);
    if (status == HEM_OK && hem_world_cloth(world, record) == NULL) {
        status = HEM_BAD_BODY;
    }
    if (status == HEM_OK) {
        status = check_scales(world, body, scale, count);
    }
    if (status == HEM_OK) {
        memcpy(hem_world_bend_scales(world) + record->vertex_begin, scale, count * sizeof *scale);
    }
    return status;
}

hem_status hem_set_pin(hem_world *world, hem_body body, uint32_t vertex, bool pinned)
{
    hem_body_record *record;
    hem_status status = find(world, body, &record);
    if (status != HEM_OK) {
        return status;
    }
    if (vertex >= vertices_of(world, body)) {
        return HEM_BAD_INDEX;
    }
    if (pinned) {
        hem_bits_add(hem_world_pinned(world), record->vertex_begin + vertex);
    } else {
        hem_bits_remove(hem_world_pinned(world), record->vertex_begin + vertex);
    }
    return HEM_OK;
}
