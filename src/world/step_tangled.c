/* What is tangled at the start of a step: see step.h.
 *
 * Only bodies that were put somewhere without looking, or that were pinched, can be tangled; a
 * world that has none of those is not looked at. */
#include "world/step.h"

#include "detect/body_sweep.h"
#include "detect/largest_bodies.h"
#include "tree/lanes.h"

static void look_at_all(hem_step_now *step)
{
    const hem_body_record *records = hem_world_bodies(step->world);
    const hem_vec3 *start = step->motion.start;
    uint32_t mark = hem_arena_mark(&step->scratch);
    hem_body_sweep sweep;
    hem_pair pair;
    hem_body_sweep_take(&sweep, step->world->body_count, &step->scratch);
    for (uint32_t i = 0; i < step->world->body_count; i++) {
        const hem_moving_body *body = &step->bodies[i];
        hem_tree_refit_all(body->tree, &(hem_fit_points){.start = start + body->first_vertex});
        sweep.boxes[i] = hem_box_of_tree(body->tree);
        if (body->self) {
            hem_tangled_look(&step->tangled, (hem_pair){i, i}, start, &step->scratch);
        }
    }
    hem_body_sweep_start(&sweep, 2.0f * HEM_GRID);
    while (hem_body_sweep_next(&sweep, &pair)) {
        if (records[pair.first].movable > 0 || records[pair.second].movable > 0) {
            hem_tangled_look(&step->tangled, pair, start, &step->scratch);
        }
    }
    hem_arena_release(&step->scratch, mark);
}

void hem_step_tangled(hem_step_now *step)
{
    const hem_world *world = step->world;
    uint32_t room = HEM_TANGLED_PAIRS(world->caps.contacts), bodies = world->body_count;
    hem_use *use = &step->report->tangled_pairs;
    hem_tangled *tangled = &step->tangled;
    use->capacity = room;
    if (world->may_be_tangled == 0) {
        return;
    }
    step->may_be_tangled = true;
    uint32_t mark = hem_arena_mark(&step->scratch);
    uint64_t needed = hem_tangled_bytes(bodies, world->triangle_count, room) +
                      hem_body_sweep_bytes(bodies) +
                      hem_pass_scratch(hem_largest_bodies(step->bodies, bodies));
    if (needed > step->scratch.capacity - step->scratch.used) {
        /* Nothing is let through: what is tangled is held. */
        hem_step_note_lack(step, needed);
        return;
    }
    hem_tangled_take(tangled, step->bodies, bodies, room, &step->scratch);
    look_at_all(step);
    hem_tangled_finish(tangled);
    step->may_be_tangled = tangled->crossings.count > 0;
    if (!step->may_be_tangled) {
        hem_arena_release(&step->scratch, mark);
    }
    step->report->tangled = use->used = tangled->crossings.count;
    use->left_out = tangled->crossings.count - tangled->crossings.kept;
    step->limited = step->limited || use->left_out > 0;
}
