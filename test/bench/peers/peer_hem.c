/* Hem's own entry: a patch tree a body, refitted from the leaves up, and hem_intersect or, with an
 * epsilon, hem_near_faces. All its memory is one block, taken when it is made. */
#include "bench/peers/peers.h"
#include "hem/near_faces.h"

#include <stdlib.h>

typedef struct hem_box {
    float low[3], high[3];
} hem_box;

typedef struct hem_entry {
    const peer_scene *scene;
    const hem_vec3 *positions;
    hem_arena arena;
    uint32_t *local; /* triangles with the vertices of each body counted from 0 */
    hem_tree **trees;
    hem_box *boxes;
} hem_entry;

static void entry_check(hem_status status)
{
    if (status != HEM_OK) {
        abort();
    }
}

static void *entry_take(hem_entry *self, uint32_t count, size_t bytes)
{
    void *taken = hem_arena_take(&self->arena, count, (uint32_t)bytes);
    if (taken == NULL) {
        abort();
    }
    return taken;
}

static void entry_build(hem_entry *self, uint32_t index)
{
    const peer_body *body = &self->scene->bodies[index];
    uint32_t *local = self->local + 3u * (size_t)body->first_triangle;
    const hem_mesh *mesh;
    hem_mesh_def def = hem_default_mesh_def(local, body->triangle_count, body->vertex_count);
    def.self_pairs = false;
    entry_check(hem_mesh_build(&self->arena, &def, &mesh, NULL));
    hem_tree_def tree = hem_default_tree_def(mesh, self->scene->rest + body->first_vertex);
    entry_check(hem_tree_build(&self->arena, &tree, &self->trees[index], NULL));
}

static void *entry_create(const peer_scene *scene)
{
    /* Generous; what is not touched takes no memory. */
    uint32_t bytes = (1u << 20) + 4000u * scene->triangle_count;
    hem_entry *self = calloc(1, sizeof *self);
    void *block = aligned_alloc(HEM_ALIGN, bytes / HEM_ALIGN * HEM_ALIGN);
    if (self == NULL || block == NULL) {
        abort();
    }
    self->scene = scene;
    entry_check(hem_arena_init(&self->arena, block, bytes / HEM_ALIGN * HEM_ALIGN));
    self->trees = entry_take(self, scene->body_count, sizeof *self->trees);
    self->boxes = entry_take(self, scene->body_count, sizeof *self->boxes);
    self->local = entry_take(self, 3u * scene->triangle_count, sizeof *self->local);
    for (uint32_t i = 0; i < scene->body_count; i++) {
        const peer_body *body = &scene->bodies[i];
        uint32_t end = 3u * (body->first_triangle + body->triangle_count);
        for (uint32_t c = 3u * body->first_triangle; c < end; c++) {
            self->local[c] = scene->triangles[c] - body->first_vertex;
        }
        entry_build(self, i);
    }
    return self;
}

/* The first groups are the root's; volumes that are missing are empty intervals. */
static hem_box entry_box(const hem_tree *tree)
{
    hem_box box = {{3e38f, 3e38f, 3e38f}, {-3e38f, -3e38f, -3e38f}};
    for (uint32_t group = 0; group < tree->groups_per_node; group++) {
        const float *volumes = hem_tree_volumes(tree) + 8u * tree->axis_count * group;
        for (uint32_t i = 0; i < 12u; i++) {
            uint32_t axis = i / 4u;
            float low = volumes[8u * axis + i % 4u], high = volumes[8u * axis + 4u + i % 4u];
            box.low[axis] = low < box.low[axis] ? low : box.low[axis];
            box.high[axis] = high > box.high[axis] ? high : box.high[axis];
        }
    }
    return box;
}

static void entry_update(void *entry, const hem_vec3 *positions)
{
    hem_entry *self = entry;
    self->positions = positions;
    for (uint32_t i = 0; i < self->scene->body_count; i++) {
        const peer_body *body = &self->scene->bodies[i];
        entry_check(hem_tree_refit(self->trees[i], positions + body->first_vertex, NULL,
                                   body->vertex_count));
        self->boxes[i] = entry_box(self->trees[i]);
    }
}

static uint32_t entry_find(hem_entry *self, uint32_t i, uint32_t j, peer_pairs *out)
{
    const hem_vec3 *positions_a = self->positions + self->scene->bodies[i].first_vertex;
    const hem_vec3 *positions_b = self->positions + self->scene->bodies[j].first_vertex;
    hem_pair *pairs = out->pairs + out->count;
    uint32_t room = (uint32_t)(out->capacity - out->count);
    if (self->scene->epsilon > 0.0f) {
        hem_near_faces_in in = {.a = self->trees[i],
                                .b = self->trees[j],
                                .positions_a = positions_a,
                                .positions_b = positions_b,
                                .epsilon = self->scene->epsilon,
                                .pairs = pairs,
                                .room = room,
                                .scratch = &self->arena};
        hem_near_faces_out found;
        entry_check(hem_near_faces(&in, &found));
        out->candidates += found.pair_tests;
        return found.count;
    }
    hem_intersect_in in = {.a = self->trees[i],
                           .b = self->trees[j],
                           .positions_a = positions_a,
                           .positions_b = positions_b,
                           .pairs = pairs,
                           .room = room,
                           .scratch = &self->arena};
    hem_intersect_out found;
    entry_check(hem_intersect(&in, &found));
    out->candidates += found.pair_tests;
    return found.count;
}

/* From numbers in each body to numbers in the scene. */
static void entry_pair(hem_entry *self, uint32_t i, uint32_t j, peer_pairs *out)
{
    uint32_t count = entry_find(self, i, j, out);
    for (uint32_t k = 0; k < count; k++) {
        hem_pair *pair = &out->pairs[out->count + k];
        pair->first += self->scene->bodies[i].first_triangle;
        pair->second += self->scene->bodies[j].first_triangle;
    }
    out->count += count;
}

static bool boxes_overlap(const hem_box *a, const hem_box *b, float epsilon)
{
    for (uint32_t k = 0; k < 3; k++) {
        if (a->low[k] > b->high[k] + epsilon || b->low[k] > a->high[k] + epsilon) {
            return false;
        }
    }
    return true;
}

static void entry_query(void *entry, peer_pairs *out)
{
    hem_entry *self = entry;
    for (uint32_t i = 0; i < self->scene->body_count; i++) {
        if (self->scene->within) {
            entry_pair(self, i, i, out);
        }
        for (uint32_t j = i + 1u; self->scene->between && j < self->scene->body_count; j++) {
            if (boxes_overlap(&self->boxes[i], &self->boxes[j], 1.001f * self->scene->epsilon)) {
                entry_pair(self, i, j, out);
            }
        }
    }
}

static size_t entry_bytes(const void *entry)
{
    const hem_entry *self = entry;
    return self->arena.peak;
}

static void entry_destroy(void *entry)
{
    hem_entry *self = entry;
    free(self->arena.base);
    free(self);
}

extern const peer peer_hem;
const peer peer_hem = {
    .name = "Hem",
    .create = entry_create,
    .update = entry_update,
    .query = entry_query,
    .used_bytes = entry_bytes,
    .destroy = entry_destroy,
};
