/* Checks of what is given: see cloth_check.h. */
#include "cloth/cloth_check.h"

#include "base/ranges.h"
#include "base/vec3.h"
#include "cloth/system.h"
#include "respond/respond_check.h"

/* How far the square of a direction's length may be from one. */
#define UNIT_ERROR (1.0f / 8192.0f)

/* Gravity and wind may not have larger components, in their units. */
#define LARGEST 65536.0f

static hem_status check_vector(hem_vec3 vector, float most)
{
    if (!hem_vec3_is_finite(vector)) {
        return HEM_NOT_FINITE;
    }
    float size = hem_max(hem_max(hem_abs(vector.x), hem_abs(vector.y)), hem_abs(vector.z));
    return size < most ? HEM_OK : HEM_OUT_OF_RANGE;
}

static bool fits(float value)
{
    return value >= 0.0f && value <= HEM_CLOTH_STIFFEST;
}

/* ---------------------------------------------------------------------------------- definitions */

static bool def_is_aliased(const hem_arena *arena, const hem_cloth_def *def, const hem_cloth **out,
                           const hem_detail *detail)
{
    const hem_mesh *mesh = def->mesh;
    return hem_in_free_part(arena, def, sizeof *def) ||
           hem_in_free_part(arena, mesh, sizeof *mesh) ||
           hem_in_free_part(arena, def->rest, (uint64_t)mesh->vertex_count * sizeof(hem_vec3)) ||
           (def->pattern != NULL &&
            hem_in_free_part(arena, def->pattern, (uint64_t)mesh->triangle_count * 24u)) ||
           hem_in_free_part(arena, out, sizeof *out) ||
           hem_in_free_part(arena, arena, sizeof *arena) ||
           (detail != NULL && hem_in_free_part(arena, detail, sizeof *detail));
}

static hem_status check_shape(const hem_cloth_def *def, hem_detail *found)
{
    for (uint32_t v = 0; v < def->mesh->vertex_count; v++) {
        hem_status status = check_vector(def->rest[v], HEM_DOMAIN);
        if (status != HEM_OK) {
            found->index = v;
            return status;
        }
    }
    for (uint32_t t = 0; def->pattern != NULL && t < def->mesh->triangle_count; t++) {
        const float *at = def->pattern + 6u * (size_t)t;
        hem_status status = check_vector((hem_vec3){at[0], at[1], at[2]}, HEM_DOMAIN);
        if (status == HEM_OK) {
            status = check_vector((hem_vec3){at[3], at[4], at[5]}, HEM_DOMAIN);
        }
        if (status != HEM_OK) {
            found->index = t;
            return status;
        }
    }
    return HEM_OK;
}

static uint32_t reported(uint64_t bytes)
{
    return bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
}

hem_status hem_cloth_def_check(const hem_arena *arena, const hem_cloth_def *def,
                               const hem_cloth **out, const hem_detail *detail, hem_detail *found)
{
    if (arena == NULL || arena->base == NULL || def == NULL || out == NULL) {
        return HEM_NULL;
    }
    if (def->cookie != HEM_CLOTH_COOKIE || def->angles > (uint32_t)HEM_CLOTH_SHAPED) {
        return HEM_BAD_DEFINITION;
    }
    if (def->mesh == NULL || def->rest == NULL) {
        return HEM_NULL;
    }
    if (def_is_aliased(arena, def, out, detail)) {
        return HEM_ALIASED;
    }
    hem_status status = check_vector(def->warp, LARGEST);
    if (status == HEM_OK && !(hem_dot(def->warp, def->warp) > FLT_MIN)) {
        status = HEM_OUT_OF_RANGE;
    }
    if (status == HEM_OK) {
        status = check_shape(def, found);
    }
    if (status != HEM_OK) {
        return status;
    }
    uint64_t bytes = HEM_CLOTH_BYTES(def->mesh->triangle_count, def->mesh->edge_count);
    if (bytes > arena->capacity - arena->used) {
        found->needed = reported(bytes);
        return HEM_BLOCK_TOO_SMALL;
    }
    return HEM_OK;
}

/* ---------------------------------------------------------------------------------------- steps */

static hem_status check_body(const hem_cloth_body *body, uint32_t behind, uint32_t vertex_count)
{
    if (body->cloth == NULL || body->mesh == NULL) {
        return HEM_NULL;
    }
    const hem_cloth *cloth = body->cloth;
    const hem_mesh *mesh = body->mesh;
    if (cloth->vertex_count != mesh->vertex_count ||
        cloth->triangle_count != mesh->triangle_count || cloth->edge_count != mesh->edge_count) {
        return HEM_BAD_DEFINITION;
    }
    if (body->first_vertex < behind || body->first_vertex > vertex_count ||
        mesh->vertex_count > vertex_count - body->first_vertex) {
        return HEM_BAD_INDEX;
    }
    return hem_cloth_material_check(&body->material, cloth);
}

hem_status hem_cloth_material_check(const hem_cloth_material *material, const hem_cloth *cloth)
{
    if (!fits(material->stretch_warp) || !fits(material->stretch_weft) || !fits(material->shear) ||
        !fits(material->bend) || !fits(material->damping) || !fits(material->bend_damping) ||
        !fits(material->drag) || !fits(material->pressure)) {
        return HEM_BAD_STIFFNESS;
    }
    return material->pressure > 0.0f && !(cloth->volume > 0.0f) ? HEM_OPEN_MESH : HEM_OK;
}

static hem_status check_bodies(const hem_cloth_step_in *in, hem_detail *detail)
{
    uint32_t behind = 0;
    for (uint32_t b = 0; b < in->body_count; b++) {
        hem_status status = check_body(&in->bodies[b], behind, in->motion.vertex_count);
        if (status != HEM_OK) {
            detail->index = b;
            return status;
        }
        behind = in->bodies[b].first_vertex + in->bodies[b].mesh->vertex_count;
    }
    return HEM_OK;
}

static hem_status check_masses(const hem_cloth_step_in *in, hem_detail *detail)
{
    for (uint32_t v = 0; v < in->motion.vertex_count; v++) {
        float inverse = in->motion.inverse_mass[v];
        bool good = inverse >= HEM_INVERSE_MASS_LEAST && inverse <= HEM_INVERSE_MASS_MOST;
        if (!good && !(inverse >= 0.0f && inverse <= 0.0f)) {
            detail->index = v;
            return HEM_BAD_MASS;
        }
        if (in->bend_scale != NULL && !fits(in->bend_scale[v])) {
            detail->index = v;
            return HEM_BAD_STIFFNESS;
        }
    }
    return HEM_OK;
}

static hem_status check_guide(const hem_cloth_step_in *in, uint32_t i)
{
    const hem_cloth_guide *guide = &in->guides[i];
    if (guide->vertex >= in->motion.vertex_count || guide->given > 3u ||
        (i > 0 && guide->vertex <= in->guides[i - 1u].vertex)) {
        return HEM_BAD_INDEX;
    }
    hem_status status = check_vector(guide->change, HEM_SPEED_MOST);
    if (status == HEM_OK) {
        status = check_vector(guide->shift, HEM_DOMAIN);
    }
    if (status != HEM_OK || guide->given == 0 || guide->given == 3u) {
        return status;
    }
    status = check_vector(guide->direction, 2.0f);
    float square = hem_dot(guide->direction, guide->direction);
    return status == HEM_OK && !(hem_abs(square - 1.0f) <= UNIT_ERROR) ? HEM_OUT_OF_RANGE : status;
}

static hem_status check_guides(const hem_cloth_step_in *in, hem_detail *detail)
{
    for (uint32_t i = 0; i < in->guide_count; i++) {
        hem_status status = check_guide(in, i);
        if (status != HEM_OK) {
            detail->index = i;
            return status;
        }
    }
    return HEM_OK;
}

static hem_status check_touches(const hem_cloth_step_in *in, hem_detail *detail)
{
    uint32_t count = in->impact_count == 0 ? 0u : in->touch_each ? in->impact_count : 1u;
    for (uint32_t i = 0; i < count; i++) {
        const hem_cloth_touch *touch = &in->touch[i];
        detail->index = i;
        if (!hem_is_finite(touch->thickness)) {
            return HEM_NOT_FINITE;
        }
        if (touch->thickness < 0.0f || touch->thickness > HEM_DOMAIN) {
            return HEM_OUT_OF_RANGE;
        }
        if (!fits(touch->stiffness) || !fits(touch->damping) || !fits(touch->slip)) {
            return HEM_BAD_STIFFNESS;
        }
    }
    detail->index = HEM_NONE;
    return HEM_OK;
}

hem_status hem_cloth_weather_check(hem_vec3 gravity, hem_vec3 wind)
{
    hem_status status = check_vector(gravity, LARGEST);
    return status == HEM_OK ? check_vector(wind, LARGEST) : status;
}

static hem_status check_numbers(const hem_cloth_step_in *in)
{
    hem_status status = hem_cloth_weather_check(in->gravity, in->wind);
    if (status == HEM_OK && (in->passes == 0 || in->passes > 16u)) {
        status = HEM_OUT_OF_RANGE;
    }
    if (status == HEM_OK && (!hem_is_finite(in->tolerance) || !hem_is_finite(in->still))) {
        status = HEM_NOT_FINITE;
    }
    if (status == HEM_OK && (in->tolerance < 0.0f || in->tolerance > 1.0f || in->still < 0.0f ||
                             in->still > HEM_SPEED_MOST)) {
        status = HEM_OUT_OF_RANGE;
    }
    return status;
}

static hem_respond_in respond_part(const hem_cloth_step_in *in)
{
    return (hem_respond_in){
        .motion = in->motion, .impacts = in->impacts, .count = in->impact_count};
}

/* Is something there of every array that has elements? */
static bool is_there(const hem_cloth_step_in *in)
{
    return in->motion.inverse_mass != NULL && (in->body_count == 0 || in->bodies != NULL) &&
           (in->guide_count == 0 || in->guides != NULL) &&
           (in->impact_count == 0 || in->touch != NULL);
}

/* Is any array that is only read in these bytes? Those of the response are looked at elsewhere. */
static bool reads_from(const hem_cloth_step_in *in, const void *bytes, uint64_t size)
{
    uint64_t touches = in->touch_each ? in->impact_count : 1u;
    return hem_ranges_overlap(bytes, size, in, sizeof *in) ||
           (in->body_count > 0 &&
            hem_ranges_overlap(bytes, size, in->bodies, in->body_count * sizeof(hem_cloth_body))) ||
           (in->guide_count > 0 && hem_ranges_overlap(bytes, size, in->guides,
                                                      in->guide_count * sizeof(hem_cloth_guide))) ||
           (in->impact_count > 0 &&
            hem_ranges_overlap(bytes, size, in->touch, touches * sizeof(hem_cloth_touch))) ||
           (in->bend_scale != NULL &&
            hem_ranges_overlap(bytes, size, in->bend_scale,
                               (uint64_t)in->motion.vertex_count * sizeof(float)));
}

static bool writes_alias(const hem_cloth_step_in *in)
{
    uint64_t bytes = (uint64_t)in->motion.vertex_count * sizeof(hem_vec3);
    const hem_motion *motion = &in->motion;
    return reads_from(in, motion->velocity, bytes) ||
           (in->ends != NULL &&
            (reads_from(in, in->ends, bytes) ||
             hem_ranges_overlap(in->ends, bytes, motion->start, bytes) ||
             hem_ranges_overlap(in->ends, bytes, motion->velocity, bytes) ||
             hem_ranges_overlap(in->ends, bytes, motion->inverse_mass, bytes / 3u) ||
             (in->impact_count > 0 && hem_ranges_overlap(in->ends, bytes, in->impacts,
                                                         in->impact_count * sizeof(hem_impact)))));
}

bool hem_cloth_step_in_free_part(const hem_cloth_step_in *in, const hem_arena *arena)
{
    hem_respond_in respond = respond_part(in);
    uint64_t bytes = (uint64_t)in->motion.vertex_count * sizeof(hem_vec3);
    return hem_respond_in_free_part(&respond, arena) ||
           reads_from(in, arena->base + arena->used, arena->capacity - arena->used) ||
           (in->ends != NULL && hem_in_free_part(arena, in->ends, bytes));
}

hem_status hem_cloth_step_check(const hem_cloth_step_in *in, hem_detail *detail)
{
    *detail = (hem_detail){HEM_NONE, 0u};
    if (in->cookie != HEM_CLOTH_STEP_COOKIE) {
        return HEM_BAD_DEFINITION;
    }
    if (!is_there(in)) {
        return HEM_NULL;
    }
    hem_status status = check_masses(in, detail);
    hem_respond_in respond = respond_part(in);
    if (status == HEM_OK) {
        status = hem_respond_check(&respond, false, detail);
    }
    if (status == HEM_OK && writes_alias(in)) {
        return HEM_ALIASED;
    }
    if (status == HEM_OK) {
        status = check_numbers(in);
    }
    if (status == HEM_OK) {
        status = check_bodies(in, detail);
    }
    if (status == HEM_OK) {
        status = check_guides(in, detail);
    }
    return status == HEM_OK ? check_touches(in, detail) : status;
}

uint64_t hem_cloth_step_bytes(const hem_cloth_step_in *in)
{
    uint64_t triangles = 0, edges = 0;
    bool pressure = false, shell = false;
    for (uint32_t b = 0; b < in->body_count; b++) {
        triangles += in->bodies[b].mesh->triangle_count;
        edges += in->bodies[b].mesh->edge_count;
        pressure = pressure || in->bodies[b].material.pressure > 0.0f;
        shell = shell || !hem_hinges_are_plain(&in->bodies[b]);
    }
    return HEM_CLOTH_SCRATCH_BYTES(in->body_count, in->motion.vertex_count, triangles, edges,
                                   in->impact_count) +
           (pressure ? HEM_CLOTH_PRESSURE_BYTES(in->motion.vertex_count) : 0u) +
           (shell && in->ends == NULL ? HEM_CLOTH_SHELL_BYTES(in->motion.vertex_count) : 0u);
}
