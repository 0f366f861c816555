/* A body that moves: see moving_body.h. */
#include "moving_body.h"

#include "base/vec3.h"
#include "unity.h"

#include <stdlib.h>
#include <string.h>

static float put(float value)
{
    return hem_snap(hem_min(hem_max(value, -4095.5f), 4095.5f));
}

hem_vec3 moving_put(hem_vec3 point)
{
    return (hem_vec3){put(point.x), put(point.y), put(point.z)};
}

hem_vec3 moving_point(test_random *random, float size)
{
    float x = random_float(random, -size, size), y = random_float(random, -size, size);
    return (hem_vec3){x, y, random_float(random, -size, size)};
}

moving_body moving_body_take(tree_body body)
{
    moving_body moving = {body, malloc((body.vertex_count + 1u) * sizeof *moving.ends)};
    memcpy(moving.ends, body.positions, body.vertex_count * sizeof *moving.ends);
    return moving;
}

void moving_body_free(moving_body *moving)
{
    free(moving->ends);
    tree_body_free(&moving->body);
    moving->ends = NULL;
}

void moving_body_fit(const moving_body *moving)
{
    TEST_ASSERT_EQUAL(HEM_OK, hem_tree_refit(moving->body.tree, moving->body.positions,
                                             moving->ends, moving->body.vertex_count));
}

void moving_body_shift(moving_body *moving, hem_vec3 by)
{
    for (uint32_t v = 0; v < moving->body.vertex_count; v++) {
        moving->body.positions[v] = moving_put(hem_add(moving->body.positions[v], by));
        moving->ends[v] = moving_put(hem_add(moving->ends[v], by));
    }
}

void moving_body_go(moving_body *moving, test_random *random, float size, hem_vec3 way)
{
    for (uint32_t v = 0; v < moving->body.vertex_count; v++) {
        hem_vec3 by = hem_add(way, moving_point(random, size));
        moving->ends[v] = moving_put(hem_add(moving->body.positions[v], by));
    }
    moving_body_fit(moving);
}

hem_side moving_body_side(const moving_body *moving, uint32_t first_vertex)
{
    hem_side side = feature_body_side(&moving->body, first_vertex);
    side.ends = moving->ends;
    return side;
}
