/* What is tangled at the start of a step: see step.h.
 *
 * Only bodies that were put somewhere without looking, or that were pinched, can be tangled; a
 * world that has none of those is not looked at. */
#include "world/step.h"

#include "detect/body_sweep.h"
#include "detect/largest_bodies.h"
#include "tree/lanes.h"

uint64_t hem_step_look_bytes(const hem_step_now *step)
{
    uint32_t room = HEM_TANGLED_PAIRS(step->world->caps.contacts);
    uint32_t bodies = step->world->body_count;
    return hem_tangled_bytes(bodies, step->world->triangle_count, room) +
           hem_body_sweep_bytes(bodies) +
           hem_pass_scratch(hem_largest_bodies(step->bodies, bodies));
}

void hem_step_look(hem_step_now *step, hem_tangled *tangled, const hem_vec3 *positions)
{
    const hem_body_record *records = hem_world_bodies(step->world);
    uint32_t bodies = step->world->body_count;
    hem_tangled_take(tangled, step->bodies, bodies, HEM_TANGLED_PAIRS(step->world->caps.contacts),
                     &step->scratch);
    uint32_t mark = hem_arena_mark(&step->scratch);
    hem_body_sweep sweep;
    hem_pair pair;
    hem_body_sweep_take(&sweep, bodies, &step->scratch);
    for (uint32_t i = 0; i < bodies; i++) {
        const hem_moving_body *body = &step->bodies[i];
        hem_tree_refit_all(body->tree, &(hem_fit_points){.start = positions + body->first_vertex});
        sweep.boxes[i] = hem_box_of_tree(body->tree);
        if (body->self) {
            hem_tangled_look(tangled, (hem_pair){i, i}, positions, &step->scratch);
        }
    }
    hem_body_sweep_start(&sweep, 2.0f * HEM_GRID);
    while (hem_body_sweep_next(&sweep, &pair)) {
        bool first = records[pair.first].movable > 0, second = records[pair.second].movable > 0;
        /* Where edges are left alone, vertices are kept off solids whatever crosses them. */
        if (hem_step_leaves_edges(step) ? first && second : first || second) {
            hem_tangled_look(tangled, pair, positions, &step->scratch);
        }
    }
    hem_arena_release(&step->scratch, mark);
    hem_tangled_finish(tangled);
}

void hem_step_tangled(hem_step_now *step)
{
    hem_use *use = &step->report->tangled_pairs;
    hem_tangled *tangled = &step->tangled;
    use->capacity = HEM_TANGLED_PAIRS(step->world->caps.contacts);
    if (step->world->may_be_tangled == 0) {
        return;
    }
    step->may_be_tangled = true;
    uint32_t mark = hem_arena_mark(&step->scratch);
    uint64_t needed = hem_step_look_bytes(step);
    if (needed > step->scratch.capacity - step->scratch.used) {
        /* Nothing is let through: what is tangled is held, and what touches is looked at again. */
        hem_step_note_lack(step, needed);
        step->touching = true;
        return;
    }
    hem_step_look(step, tangled, step->motion.start);
    bool any = tangled->crossings.count > 0;
    step->touching = tangled->touching > 0;
    step->may_be_tangled = any || step->touching;
    if (!any) {
        hem_arena_release(&step->scratch, mark);
    }
    step->report->tangled = use->used = tangled->crossings.count;
    use->left_out = tangled->crossings.count - tangled->crossings.kept;
    step->report->touching =
        tangled->touching < UINT32_MAX ? (uint32_t)tangled->touching : UINT32_MAX;
}
