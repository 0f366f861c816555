/* Steps of cloth: the public calls. See inc/hem/cloth.h. */
#include "cloth/cloth_check.h"

#include "base/ranges.h"
#include "base/vec3.h"
#include "cloth/stand.h"
#include "cloth/system.h"
#include "cloth/whole_bodies.h"
#include "hem/port.h"

hem_cloth_material hem_default_cloth_material(void)
{
    return (hem_cloth_material){
        .stretch_warp = 1000.0f,
        .stretch_weft = 800.0f,
        .shear = 60.0f,
        .bend = 0.00001f,
        .damping = 0.002f,
        .bend_damping = 0.0f,
        .drag = 0.6f,
        .pressure = 0.0f,
    };
}

hem_cloth_step_in hem_default_cloth_step_in(float dt)
{
    return (hem_cloth_step_in){
        .cookie = HEM_CLOTH_STEP_COOKIE,
        .motion = {.dt = dt},
        .gravity = {0.0f, 0.0f, -9.81f},
        .passes = 2,
        .iterations = 60,
        .tolerance = 0.001f,
        .still = 0.000001f,
    };
}

/* Everything that can be refused, before anything is done. */
static hem_status check(const hem_cloth_step_in *in, const hem_arena *scratch, hem_cloth_out *out)
{
    hem_detail detail;
    hem_status status = hem_cloth_step_check(in, &detail);
    *out = (hem_cloth_out){.detail = detail};
    if (status != HEM_OK) {
        return status;
    }
    if (hem_cloth_step_in_free_part(in, scratch) || hem_in_free_part(scratch, out, sizeof *out)) {
        return HEM_ALIASED;
    }
    uint64_t bytes = hem_cloth_step_bytes(in);
    if (bytes > scratch->capacity - scratch->used) {
        out->needed = bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
        return HEM_FULL_SCRATCH;
    }
    return HEM_OK;
}

static bool is_good(hem_vec3 velocity, hem_vec3 end)
{
    float size = hem_max(hem_max(hem_abs(velocity.x), hem_abs(velocity.y)), hem_abs(velocity.z));
    return hem_vec3_is_finite(velocity) && size <= HEM_SPEED_MOST && hem_vec3_is_finite(end) &&
           hem_vec3_in_domain(end);
}

/* Where a velocity leads, with a shift. */
static hem_vec3 end_of(const hem_motion *motion, uint32_t v, hem_vec3 velocity, hem_vec3 shift)
{
    hem_vec3 way = hem_add(hem_scale(motion->dt, velocity), shift);
    return hem_vec3_snap(hem_add(motion->start[v], way));
}

/* Writes velocities and ends, of all or of those with a mass; counts vertices that lead nowhere. */
static uint32_t finish(const hem_cloth_system *system, bool all)
{
    const hem_cloth_step_in *in = system->in;
    const hem_motion *motion = &in->motion;
    uint32_t guide = 0, nowhere = 0;
    for (uint32_t v = 0; v < motion->vertex_count; v++) {
        hem_vec3 shift = {0.0f, 0.0f, 0.0f};
        if (guide < system->guide_count && system->guides[guide].vertex == v) {
            shift = system->guides[guide++].shift;
        }
        const hem_row *change = &system->change[v];
        hem_vec3 velocity =
            hem_add(motion->velocity[v], (hem_vec3){change->x, change->y, change->z});
        hem_vec3 end = end_of(motion, v, velocity, shift);
        if (is_good(velocity, end)) {
            motion->velocity[v] = velocity;
        } else {
            nowhere++;
            end = motion->start[v];
        }
        if (in->ends != NULL && (all || system->mass[v] > 0.0f)) {
            in->ends[v] = end;
        }
    }
    return nowhere;
}

/* Newton's method: each pass looks at where the one before has led. The iterations that are left
 * are shared by the passes that are left. What contacts do is found in one pass and judged in the
 * next, so with contacts there are two at least. What nobody has looked at is guarded. */
static bool solve(hem_cloth_system *system, hem_cloth_out *out)
{
    const hem_cloth_step_in *in = system->in;
    uint32_t passes = system->contacts != NULL && in->passes == 1u ? 2u : in->passes;
    bool met = false;
    for (uint32_t pass = 0; pass < passes; pass++) {
        uint32_t before = out->iterations;
        out->passes++;
        uint32_t part = passes - pass, share = (in->iterations - before) / part;
        hem_system_make(system, pass == 0 ? HEM_LOOK_AHEAD : HEM_LOOK_AGAIN);
        met = hem_gradient_solve(system, pass > 0, share, out);
        uint32_t enough = before + (out->iterations - before) * part;
        out->enough = enough > out->enough ? enough : out->enough;
        if (pass > 0 && met && out->iterations == before) {
            return true; /* it had led where it should */
        }
    }
    hem_energy_guard(system);
    return met;
}

hem_status hem_cloth_step(const hem_cloth_step_in *in, hem_arena *scratch, hem_cloth_out *out)
{
    if (in == NULL || scratch == NULL || scratch->base == NULL || out == NULL) {
        return HEM_NULL;
    }
    hem_status status = check(in, scratch, out);
    if (status != HEM_OK) {
        return status;
    }
    uint32_t saved = hem_fp_enter();
    status = hem_cloth_solve(in, NULL, scratch, out);
    hem_fp_leave(saved);
    return status;
}

hem_status hem_cloth_solve(const hem_cloth_step_in *in, const hem_cloth_contacts *contacts,
                           hem_arena *scratch, hem_cloth_out *out)
{
    uint32_t mark = hem_arena_mark(scratch);
    hem_cloth_system system = hem_system_take(in, contacts, scratch);
    bool met = solve(&system, out);
    hem_lean_remember(&system);
    hem_stand_remember(&system);
    out->touching = system.pushing;
    out->nonfinite = finish(&system, contacts == NULL);
    hem_arena_release(scratch, mark);
    return met && out->nonfinite == 0 ? HEM_OK : HEM_LIMITED;
}

hem_status hem_cloth_forces(const hem_cloth_step_in *in, hem_arena *scratch, hem_vec3 *forces,
                            hem_cloth_out *out)
{
    if (in == NULL || scratch == NULL || scratch->base == NULL || forces == NULL || out == NULL) {
        return HEM_NULL;
    }
    hem_status status = check(in, scratch, out);
    if (status == HEM_OK &&
        hem_in_free_part(scratch, forces, (uint64_t)in->motion.vertex_count * sizeof *forces)) {
        status = HEM_ALIASED;
    }
    if (status != HEM_OK) {
        return status;
    }
    uint32_t saved = hem_fp_enter(), mark = hem_arena_mark(scratch);
    hem_cloth_system system = hem_system_take(in, NULL, scratch);
    system.places = NULL; /* nothing is multiplied, and no ends are made */
    hem_system_make(&system, HEM_LOOK_STILL);
    for (uint32_t v = 0; v < in->motion.vertex_count; v++) {
        const hem_row *right = &system.residual[v];
        hem_vec3 impulse = {right->x, right->y, right->z};
        forces[v] = system.mass[v] > 0.0f ? hem_scale(1.0f / system.dt, impulse)
                                          : (hem_vec3){0.0f, 0.0f, 0.0f};
    }
    out->touching = system.pushing;
    hem_arena_release(scratch, mark);
    hem_fp_leave(saved);
    return HEM_OK;
}
