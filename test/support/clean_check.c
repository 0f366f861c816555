/* Is a play clean? See clean_check.h. */
#include "clean_check.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 18 };

static void *take(size_t bytes)
{
    return aligned_alloc(HEM_ALIGN, (bytes + HEM_ALIGN) / HEM_ALIGN * HEM_ALIGN);
}

static void number_all(clean_check *check)
{
    const scene_player *player = check->player;
    for (uint32_t b = 0; b < player->info.body_count; b++) {
        const player_body *body = &player->bodies[b];
        for (uint32_t v = 0; v < body->what.shape.vertex_count; v++) {
            check->body_of[body->first_vertex + v] = b;
        }
        size_t first = 3u * (size_t)body->first_triangle;
        for (size_t k = 0; k < 3u * (size_t)body->what.shape.triangle_count; k++) {
            check->triangles[first + k] = player->memory.triangles[first + k] + body->first_vertex;
        }
    }
}

static bool build_mesh(clean_check *check, uint32_t v, uint32_t f)
{
    hem_arena arena;
    hem_mesh_def def = hem_default_mesh_def(check->triangles, f, v);
    def.edge_capacity = 3u * f;
    def.orphan_capacity = 20u * v + 5000u; /* a fan of a few triangles has thousands */
    uint64_t bytes =
        HEM_MESH_BYTES(v, f, def.edge_capacity, def.orphan_capacity) + HEM_MESH_SCRATCH_BYTES(f);
    check->mesh_memory = take(bytes);
    return check->mesh_memory != NULL &&
           hem_arena_init(&arena, check->mesh_memory, (uint32_t)bytes) == HEM_OK &&
           hem_mesh_build(&arena, &def, &check->mesh, NULL) == HEM_OK;
}

static bool build_tree(clean_check *check)
{
    hem_arena arena;
    hem_tree_def def = hem_default_tree_def(check->mesh, check->player->memory.positions);
    uint32_t bytes = hem_tree_bytes(&def);
    check->tree_memory = take(bytes);
    return check->tree_memory != NULL &&
           hem_arena_init(&arena, check->tree_memory, bytes) == HEM_OK &&
           hem_tree_build(&arena, &def, &check->tree, NULL) == HEM_OK;
}

bool clean_check_start(clean_check *check, const scene_player *player)
{
    uint32_t v = player->info.vertex_count, f = player->info.triangle_count;
    memset(check, 0, sizeof *check);
    check->player = player;
    check->before = take(v * sizeof *check->before);
    check->body_of = take(v * sizeof *check->body_of);
    check->triangles = take(3u * (size_t)f * sizeof *check->triangles);
    check->found = take(ROOM * sizeof *check->found);
    if (check->before == NULL || check->body_of == NULL || check->triangles == NULL ||
        check->found == NULL) {
        return false;
    }
    number_all(check);
    if (!build_mesh(check, v, f) || !build_tree(check)) {
        return false;
    }
    uint64_t bytes = hem_crossings_bytes(check->tree, check->tree);
    check->scratch_memory = take(bytes);
    clean_count at_start;
    return check->scratch_memory != NULL &&
           hem_arena_init(&check->scratch, check->scratch_memory, (uint32_t)bytes) == HEM_OK &&
           clean_check_look(check, false, &at_start);
}

static bool has_moved(const clean_check *check, uint32_t number)
{
    const player_body *body = &check->player->bodies[number];
    uint32_t first = body->first_vertex;
    return memcmp(check->before + first, check->player->memory.positions + first,
                  body->what.shape.vertex_count * sizeof(hem_vec3)) != 0;
}

typedef struct tally {
    bool moved[PLAY_MOST_BODIES];
    bool crossed[PLAY_MOST_BODIES][PLAY_MOST_BODIES];
    clean_count count;
} tally;

static void add(const clean_check *check, tally *to, uint32_t a, uint32_t b)
{
    bool deforms_a = player_deforms(&check->player->bodies[a]);
    bool deforms_b = player_deforms(&check->player->bodies[b]);
    if (!deforms_a && !deforms_b) {
        return;
    }
    to->crossed[a][b] = to->crossed[b][a] = true;
    if (a == b) {
        to->count.self++;
    } else if (deforms_a && deforms_b) {
        to->count.deformable++;
    } else if (check->crossed[a][b]) {
        to->count.moving++;
    } else if (to->moved[deforms_a ? b : a]) {
        to->count.moving++;
        to->count.fresh++;
    } else {
        to->count.still++;
    }
}

bool clean_check_look(clean_check *check, bool step, clean_count *out)
{
    const scene_player *player = check->player;
    const hem_vec3 *positions = player->memory.positions;
    uint32_t vertices = player->info.vertex_count;
    hem_side all = {.mesh = check->mesh, .tree = check->tree, .positions = positions};
    hem_crossings_in in = {
        .a = all, .b = all, .crossings = check->found, .room = ROOM, .scratch = &check->scratch};
    hem_crossings_out crossings;
    if (hem_tree_refit(check->tree, positions, NULL, vertices) != HEM_OK ||
        hem_crossings(&in, &crossings) != HEM_OK) {
        return false;
    }
    check->found_count = crossings.kept;
    static tally now;
    memset(&now, 0, sizeof now);
    for (uint32_t b = 0; b < player->info.body_count; b++) {
        now.moved[b] = step && has_moved(check, b);
    }
    const hem_pair *edges = hem_mesh_edges(check->mesh);
    for (uint32_t i = 0; i < crossings.kept; i++) {
        uint32_t edge = edges[check->found[i].first].first;
        uint32_t face = check->triangles[3u * (size_t)check->found[i].second];
        add(check, &now, check->body_of[edge], check->body_of[face]);
    }
    memcpy(check->crossed, now.crossed, sizeof check->crossed);
    memcpy(check->before, positions, vertices * sizeof *positions);
    *out = now.count;
    return true;
}

void clean_check_end(clean_check *check)
{
    free(check->before);
    free(check->body_of);
    free(check->triangles);
    free(check->found);
    free(check->mesh_memory);
    free(check->tree_memory);
    free(check->scratch_memory);
    memset(check, 0, sizeof *check);
}
