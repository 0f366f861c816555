/* A zone's impulses along all normals together, by projected Gauss-Seidel: see hem_zones_inelastic
 * in inc/hem/respond.h. */
#include "respond/zone.h"

#include "respond/lever.h"
#include "respond/mass_points.h"

/* An impact of the zone. */
typedef struct row {
    hem_lever lever;
    float target;
    float impulse; /* so far, never negative */
} row;

_Static_assert(sizeof(row) == 48u, "HEM_ZONE_SOLVE_BYTES counts on it");

typedef struct solve {
    const hem_zones_in *in;
    hem_zone *zone;
    hem_mass_points points;
    row *rows;
} solve;

static const hem_impact *impact_of(const solve *now, uint32_t i)
{
    const hem_zones *zones = now->in->zones;
    return &now->in->respond.impacts[zones->impacts[now->zone->first_impact + i]];
}

/* The zone's vertex at a corner of its impact i, or HEM_NONE. */
static uint32_t vertex_at(const solve *now, uint32_t i, uint32_t k)
{
    uint32_t corner = now->in->zones->corners[4u * (now->zone->first_impact + i) + k];
    return corner == HEM_NONE ? HEM_NONE : corner - now->zone->first_vertex;
}

static void start(solve *now)
{
    const hem_respond_in *respond = &now->in->respond;
    for (uint32_t i = 0; i < now->zone->impact_count; i++) {
        const hem_impact *impact = impact_of(now, i);
        const hem_touch *touch = respond->touch;
        if (respond->touch_each) {
            touch += impact - respond->impacts;
        }
        now->rows[i] = (row){
            .lever = hem_lever_in_motion(&respond->motion, impact),
            .target = hem_gap_target(impact->distance, touch->thickness, respond->motion.dt),
        };
    }
}

/* By how much the points of an impact part more slowly than they should. */
static float shortfall(const solve *now, uint32_t i)
{
    const hem_impact *impact = impact_of(now, i);
    hem_vec3 velocity[4];
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t vertex = vertex_at(now, i, k);
        velocity[k] =
            vertex == HEM_NONE
                ? hem_sub(now->in->respond.motion.velocity[impact->vertex[k]], now->points.common)
                : now->points.velocity[vertex];
    }
    hem_vec3 relative = hem_lever_velocity(&now->rows[i].lever, velocity);
    return now->rows[i].target - hem_dot(relative, impact->normal);
}

/* Brings one impact to its target, or as near as an impulse that does not pull can. Returns the
 * change of speed. */
static float relax(const solve *now, uint32_t i)
{
    row *at = &now->rows[i];
    if (!(at->lever.compliance > 0.0f)) {
        return 0.0f;
    }
    float before = at->impulse;
    at->impulse = hem_max(before + shortfall(now, i) / at->lever.compliance, 0.0f);
    float change = at->impulse - before;
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t vertex = vertex_at(now, i, k);
        if (vertex != HEM_NONE) {
            now->points.velocity[vertex] =
                hem_add_scaled(now->points.velocity[vertex], at->lever.response[k] * change,
                               impact_of(now, i)->normal);
        }
    }
    return hem_abs(change) * at->lever.compliance;
}

/* New velocities from the impulses alone: what rounding did to the running ones is forgotten. */
static void finish(const solve *now)
{
    const hem_motion *motion = &now->in->respond.motion;
    hem_vec3 *push = now->points.place;
    for (uint32_t v = 0; v < now->zone->vertex_count; v++) {
        push[v] = (hem_vec3){0.0f, 0.0f, 0.0f};
    }
    for (uint32_t i = 0; i < now->zone->impact_count; i++) {
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t vertex = vertex_at(now, i, k);
            if (vertex != HEM_NONE) {
                float size = now->rows[i].lever.weight[k] * now->rows[i].impulse;
                push[vertex] = hem_add_scaled(push[vertex], size, impact_of(now, i)->normal);
            }
        }
    }
    for (uint32_t v = 0; v < now->zone->vertex_count; v++) {
        uint32_t vertex = now->in->zones->vertices[now->zone->first_vertex + v];
        motion->velocity[vertex] =
            hem_add_scaled(motion->velocity[vertex], motion->inverse_mass[vertex], push[v]);
    }
}

uint32_t hem_zone_inelastic(const hem_zones_in *in, uint32_t index)
{
    uint32_t mark = hem_arena_mark(in->scratch);
    solve now = {.in = in, .zone = &in->zones->zones[index]};
    now.points = hem_mass_points_take(in->scratch, now.zone->vertex_count);
    now.rows = hem_arena_take(in->scratch, now.zone->impact_count, sizeof *now.rows);
    hem_mass_points_load(&now.points, &in->respond.motion,
                         in->zones->vertices + now.zone->first_vertex);
    start(&now);
    uint32_t sweeps = 0;
    float largest = FLT_MAX;
    while (sweeps < in->def.sweeps && largest > 0.1f * in->def.tolerance) {
        largest = 0.0f;
        for (uint32_t i = 0; i < now.zone->impact_count; i++) {
            largest = hem_max(relax(&now, i), largest);
        }
        sweeps++;
    }
    float approach = 0.0f;
    for (uint32_t i = 0; i < now.zone->impact_count; i++) {
        approach = hem_max(shortfall(&now, i), approach);
    }
    if (sweeps > 0) {
        finish(&now);
    }
    now.zone->approach = approach;
    now.zone->state = approach <= in->def.tolerance ? HEM_ZONE_SOLVED : HEM_ZONE_UNSOLVED;
    hem_arena_release(in->scratch, mark);
    return sweeps;
}
