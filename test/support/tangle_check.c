/* What a tangled step let through: see tangle_check.h. */
#include "tangle_check.h"

#include <stdlib.h>
#include <string.h>

void tangle_check_start(tangle_check *check, const clean_check *look)
{
    check->look = look;
    check->before_count = look->found_count;
    check->before = realloc(check->before, (look->found_count + 1u) * sizeof *check->before);
    memcpy(check->before, look->found, look->found_count * sizeof *check->before);
}

static bool was_crossing(const tangle_check *check, uint32_t edge, uint32_t face)
{
    for (uint32_t i = 0; i < check->before_count; i++) {
        if (check->before[i].first == edge && check->before[i].second == face) {
            return true;
        }
    }
    return false;
}

static bool was_tangled(const tangle_check *check, uint32_t a, uint32_t b)
{
    const uint32_t *edges = hem_mesh_triangle_edges(check->look->mesh);
    for (uint32_t k = 0; k < 3; k++) {
        if (was_crossing(check, edges[3u * (size_t)a + k], b) ||
            was_crossing(check, edges[3u * (size_t)b + k], a)) {
            return true;
        }
    }
    return false;
}

static bool vertex_was_tangled(const tangle_check *check, uint32_t vertex, uint32_t face)
{
    const uint32_t *begin = hem_mesh_ring_begin(check->look->mesh) + vertex;
    for (uint32_t i = begin[0]; i < begin[1]; i++) {
        if (was_tangled(check, hem_mesh_ring(check->look->mesh)[i], face)) {
            return true;
        }
    }
    return false;
}

static bool edge_was_tangled(const tangle_check *check, uint32_t a, uint32_t b)
{
    const uint32_t *begin = hem_mesh_edge_begin(check->look->mesh);
    const uint32_t *triangles = hem_mesh_edge_triangles(check->look->mesh);
    for (uint32_t i = begin[a]; i < begin[a + 1u]; i++) {
        for (uint32_t j = begin[b]; j < begin[b + 1u]; j++) {
            if (was_tangled(check, triangles[i], triangles[j])) {
                return true;
            }
        }
    }
    return false;
}

static bool is_explained(const tangle_check *check, uint32_t edge, uint32_t face)
{
    const hem_mesh *mesh = check->look->mesh;
    hem_pair ends = hem_mesh_edges(mesh)[edge];
    const uint32_t *of_face = hem_mesh_triangle_edges(mesh) + 3u * (size_t)face;
    return vertex_was_tangled(check, ends.first, face) ||
           vertex_was_tangled(check, ends.second, face) ||
           edge_was_tangled(check, edge, of_face[0]) || edge_was_tangled(check, edge, of_face[1]) ||
           edge_was_tangled(check, edge, of_face[2]);
}

/* The bodies of an edge and a face. */
static hem_pair bodies_of(const clean_check *look, hem_pair crossing)
{
    return (hem_pair){look->body_of[hem_mesh_edges(look->mesh)[crossing.first].first],
                      look->body_of[look->triangles[3u * (size_t)crossing.second]]};
}

/* Two bodies that do not deform may do what they like. */
static bool counts(const clean_check *look, hem_pair crossing)
{
    hem_pair of = bodies_of(look, crossing);
    return player_deforms(&look->player->bodies[of.first]) ||
           player_deforms(&look->player->bodies[of.second]);
}

static bool is_pressed(const clean_check *look, hem_pair crossing)
{
    hem_pair of = bodies_of(look, crossing);
    return look->player->bodies[of.first].what.shape.kind == SCENE_KINEMATIC ||
           look->player->bodies[of.second].what.shape.kind == SCENE_KINEMATIC;
}

void tangle_check_judge(tangle_check *check)
{
    check->fresh = check->illicit = check->pressed = 0;
    for (uint32_t i = 0; i < check->look->found_count; i++) {
        hem_pair now = check->look->found[i];
        if (counts(check->look, now) && !was_crossing(check, now.first, now.second)) {
            bool illicit = !is_explained(check, now.first, now.second);
            check->fresh++;
            check->illicit += illicit;
            check->pressed += illicit && is_pressed(check->look, now);
        }
    }
}

void tangle_check_end(tangle_check *check)
{
    free(check->before);
    memset(check, 0, sizeof *check);
}
