/* What a body crosses where it was put: see world_block.h. */
#include "world/world_block.h"

#include "base/vec3.h"
#include "detect/crossings_each.h"
#include "hem/broad.h"
#include "tree/lanes.h"

static hem_side side_of(hem_world *world, uint32_t body)
{
    const hem_body_record *record = hem_world_bodies(world) + body;
    return (hem_side){.mesh = hem_world_mesh(world, body),
                      .tree = hem_world_tree(world, record),
                      .positions = hem_world_positions(world) + record->vertex_begin,
                      .first_vertex = record->vertex_begin};
}

static hem_box box_of(const hem_side *side)
{
    hem_box box = {side->positions[0], side->positions[0]};
    for (uint32_t v = 1; v < side->mesh->vertex_count; v++) {
        box.low = hem_vec3_min(box.low, side->positions[v]);
        box.high = hem_vec3_max(box.high, side->positions[v]);
    }
    return box;
}

static bool overlap(const hem_box *a, const hem_box *b)
{
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y &&
           b->low.y <= a->high.y && a->low.z <= b->high.z && b->low.z <= a->high.z;
}

/* Fits a body's tree to where it is. */
static void fit(hem_world *world, uint32_t body)
{
    const hem_body_record *record = hem_world_bodies(world) + body;
    const hem_fit_points points = {.start = hem_world_positions(world) + record->vertex_begin};
    hem_tree_refit_all(hem_world_tree(world, record), &points);
}

static uint32_t at_most(uint64_t count)
{
    return count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
}

static void count_crossings(hem_world *world, const hem_side *a, const hem_side *b,
                            hem_world_crossings *count)
{
    hem_arena scratch = hem_world_scratch(world);
    const hem_crossings_in in = {.a = *a, .b = *b, .touching = true, .scratch = &scratch};
    hem_crossings_out out;
    (void)hem_crossings_each(&in, NULL, NULL, &out);
    hem_world_note_scratch(world, &scratch);
    count->through = at_most((uint64_t)count->through + out.count);
    count->touching = at_most((uint64_t)count->touching + out.touching);
}

hem_world_crossings hem_world_crossings_of(hem_world *world, uint32_t body, uint32_t but)
{
    const hem_body_record *records = hem_world_bodies(world);
    const hem_side own = side_of(world, body);
    const hem_box box = box_of(&own);
    bool deforms = records[body].movable > 0;
    fit(world, body);
    hem_world_crossings count = {0, 0};
    if (deforms) {
        count_crossings(world, &own, &own, &count);
    }
    for (uint32_t i = 0; i < world->body_count; i++) {
        if (i == body || i == but || !(deforms || records[i].movable > 0)) {
            continue;
        }
        const hem_side other = side_of(world, i);
        const hem_box of_other = box_of(&other);
        if (overlap(&box, &of_other)) {
            fit(world, i);
            count_crossings(world, &other, &own, &count);
        }
    }
    return count;
}
