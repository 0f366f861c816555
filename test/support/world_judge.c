/* Has a step of any world kept what it promises? See world_judge.h. */
#include "world_judge.h"

#include "world/world_block.h"
#include "unity.h"

#include <stdlib.h>
#include <string.h>

static scene_kind kind_of(const hem_body_record *record)
{
    static const scene_kind kinds[] = {[HEM_CLOTH] = SCENE_CLOTH,
                                       [HEM_SOFT] = SCENE_SOFT,
                                       [HEM_KINEMATIC] = SCENE_KINEMATIC,
                                       [HEM_STATIC] = SCENE_STATIC};
    return kinds[record->kind];
}

static void copy_positions(world_judge *judge)
{
    hem_world *world = (hem_world *)(uintptr_t)judge->world;
    memcpy(judge->bodies.memory.positions, hem_world_positions(world),
           world->vertex_count * sizeof(hem_vec3));
}

void world_judge_start(world_judge *judge, const hem_world *world)
{
    hem_world *block = (hem_world *)(uintptr_t)world;
    scene_player *bodies = &judge->bodies;
    memset(judge, 0, sizeof *judge);
    judge->world = world;
    bodies->info.body_count = world->body_count;
    bodies->info.vertex_count = world->vertex_count;
    bodies->info.triangle_count = world->triangle_count;
    bodies->memory.positions = calloc(world->vertex_count + 1u, sizeof(hem_vec3));
    bodies->memory.triangles = calloc(3u * (size_t)world->triangle_count + 1u, sizeof(uint32_t));
    for (uint32_t i = 0; i < world->body_count; i++) {
        const hem_body_record *record = hem_world_bodies(block) + i;
        const hem_mesh *mesh = hem_world_mesh(world, i);
        player_body *body = &bodies->bodies[i];
        body->first_vertex = record->vertex_begin;
        body->first_triangle = record->triangle_begin;
        body->what.shape.kind = kind_of(record);
        body->what.shape.vertex_count = mesh->vertex_count;
        body->what.shape.triangle_count = mesh->triangle_count;
        memcpy(bodies->memory.triangles + 3u * (size_t)record->triangle_begin,
               hem_mesh_triangles(mesh), 3u * (size_t)mesh->triangle_count * sizeof(uint32_t));
    }
    copy_positions(judge);
    TEST_ASSERT_TRUE_MESSAGE(clean_check_start(&judge->look, bodies), "no room to judge in");
}

void world_judge_before(world_judge *judge)
{
    clean_count found;
    copy_positions(judge);
    TEST_ASSERT_TRUE(clean_check_look(&judge->look, false, &found));
    judge->tangled = found.self + found.deformable + found.still + found.moving > 0;
    tangle_check_start(&judge->tangle, &judge->look);
}

const char *world_judge_after(world_judge *judge, const hem_report *report)
{
    clean_count found;
    copy_positions(judge);
    TEST_ASSERT_TRUE(clean_check_look(&judge->look, true, &found));
    if (judge->tangled) {
        tangle_check_judge(&judge->tangle);
        if (judge->tangle.illicit > judge->tangle.pressed) {
            return "tangled, and lets through what was not";
        }
        return judge->tangle.pressed > 0 && report->pinched == 0
                   ? "tangled, and crosses a moving body, not pinched"
                   : NULL;
    }
    if (found.self > 0) {
        return "crosses itself";
    }
    if (found.deformable > 0) {
        return "crosses another";
    }
    if (found.still > 0) {
        return "crosses a body that stood still";
    }
    return found.moving > 0 && report->pinched == 0 ? "crosses a moving body, not pinched" : NULL;
}

void world_judge_end(world_judge *judge)
{
    free(judge->bodies.memory.positions);
    free(judge->bodies.memory.triangles);
    clean_check_end(&judge->look);
    tangle_check_end(&judge->tangle);
    memset(judge, 0, sizeof *judge);
}
