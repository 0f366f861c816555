/* See fuzz_body.h. */
#include "fuzz/fuzz_body.h"
#include "base/vec3.h"

fuzz_block fuzz_block_take(uint32_t bytes)
{
    void *memory = NULL;
    FUZZ_CHECK(posix_memalign(&memory, HEM_ALIGN, bytes) == 0);
    memset(memory, 0xA5, bytes);
    return (fuzz_block){memory, bytes};
}

void fuzz_block_free(fuzz_block *block)
{
    free(block->memory);
    *block = (fuzz_block){NULL, 0};
}

hem_arena fuzz_block_arena(const fuzz_block *block)
{
    hem_arena arena;
    FUZZ_CHECK(hem_arena_init(&arena, block->memory, block->bytes) == HEM_OK);
    return arena;
}

uint64_t fuzz_hash(const void *memory, size_t bytes)
{
    const uint8_t *at = memory;
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < bytes; i++) {
        hash = (hash ^ at[i]) * 0x100000001B3u;
    }
    return hash;
}

static uint32_t other_than(fuzz_bytes *bytes, uint32_t count, uint32_t a, uint32_t b)
{
    uint32_t vertex = fuzz_below(bytes, count);
    while (vertex == a || vertex == b) {
        vertex = (vertex + 1u) % count;
    }
    return vertex;
}

/* Of connected bodies: three vertices that follow each other in a strip. Else any three. */
static void choose_corners(fuzz_bytes *bytes, uint32_t count, uint32_t triangle, bool strip,
                           uint32_t *corners)
{
    corners[0] = strip ? triangle % count : fuzz_below(bytes, count);
    corners[1] = strip ? (triangle + 1u) % count : other_than(bytes, count, corners[0], corners[0]);
    corners[2] = strip ? (triangle + 2u) % count : other_than(bytes, count, corners[0], corners[1]);
}

fuzz_body fuzz_body_shape(fuzz_bytes *bytes, fuzz_places places)
{
    fuzz_body body = {.vertex_count = 3u + fuzz_below(bytes, FUZZ_MOST_VERTICES - 3u),
                      .triangle_count =
                          1u +
                          fuzz_below(bytes, fuzz_one_in(bytes, 4) ? FUZZ_MOST_TRIANGLES : 24u)};
    uint32_t strips = fuzz_byte(bytes); /* the share of triangles that hang together, of 256 */
    body.triangles = malloc(3u * (size_t)body.triangle_count * sizeof *body.triangles);
    for (uint32_t t = 0; t < body.triangle_count; t++) {
        bool strip = strips == 255u || (strips > 0 && fuzz_byte(bytes) < strips);
        choose_corners(bytes, body.vertex_count, t, strip, body.triangles + 3u * (size_t)t);
    }
    fuzz_body_move(&body, bytes, places);
    return body;
}

void fuzz_body_move(fuzz_body *body, fuzz_bytes *bytes, fuzz_places places)
{
    free(body->positions);
    body->positions = malloc(body->vertex_count * sizeof *body->positions);
    for (uint32_t v = 0; v < body->vertex_count; v++) {
        body->positions[v] = fuzz_position(bytes, places);
    }
}

void fuzz_body_snap(fuzz_body *body)
{
    for (uint32_t v = 0; v < body->vertex_count; v++) {
        body->positions[v] = hem_vec3_snap(body->positions[v]);
    }
}

void fuzz_body_free(fuzz_body *body)
{
    free(body->triangles);
    free(body->positions);
    fuzz_block_free(&body->mesh_block);
    fuzz_block_free(&body->tree_block);
    *body = (fuzz_body){0};
}

void fuzz_body_build_mesh(fuzz_body *body)
{
    hem_mesh_def def =
        hem_default_mesh_def(body->triangles, body->triangle_count, body->vertex_count);
    def.edge_capacity = 3u * body->triangle_count;
    hem_status status = HEM_FULL_ORPHANS;
    while (status == HEM_FULL_ORPHANS) {
        hem_detail detail;
        fuzz_block_free(&body->mesh_block);
        body->mesh_block = fuzz_block_take((uint32_t)HEM_MESH_BYTES(
            body->vertex_count, body->triangle_count, def.edge_capacity, def.orphan_capacity));
        hem_arena arena = fuzz_block_arena(&body->mesh_block);
        status = hem_mesh_build(&arena, &def, &body->mesh, &detail);
        def.orphan_capacity = detail.needed;
    }
    FUZZ_CHECK(status == HEM_OK);
}

fuzz_body fuzz_body_take(fuzz_bytes *bytes, fuzz_places places)
{
    fuzz_body body = fuzz_body_shape(bytes, places);
    fuzz_body_build_mesh(&body);
    return body;
}

/* Triangles 2 i and 2 i + 1 of a body become the halves of quads: around the edge of the first. */
static void make_quads(fuzz_body *body)
{
    for (uint32_t t = 0; t + 1u < body->triangle_count; t += 2u) {
        uint32_t *first = body->triangles + 3u * t, *second = first + 3;
        uint32_t lone = second[0];
        while (lone == first[0] || lone == first[1] || lone == first[2]) {
            lone = (lone + 1u) % body->vertex_count;
        }
        second[0] = first[2];
        second[1] = first[1];
        second[2] = lone;
    }
}

fuzz_body fuzz_body_take_faces(fuzz_bytes *bytes, fuzz_places places)
{
    fuzz_body body = fuzz_body_shape(bytes, places);
    if (body.vertex_count > 3u && fuzz_one_in(bytes, 2)) {
        make_quads(&body);
    }
    fuzz_body_build_mesh(&body);
    fuzz_body_snap(&body);
    return body;
}

hem_tree_def fuzz_tree_def(fuzz_bytes *bytes, const fuzz_body *body)
{
    static const uint32_t directions[4] = {6, 8, 14, 18}, degrees[4] = {4, 2, 8, 16};
    hem_tree_def def = hem_default_tree_def(body->mesh, body->positions);
    def.builder = (hem_tree_builder)fuzz_below(bytes, HEM_BUILDERS);
    def.directions = directions[fuzz_below(bytes, 4)];
    def.degree = degrees[fuzz_below(bytes, 4)];
    return def;
}

void fuzz_body_build_tree(fuzz_body *body, const hem_tree_def *def)
{
    fuzz_block_free(&body->tree_block);
    uint32_t needed = hem_tree_bytes(def);
    FUZZ_CHECK(needed > 0);
    body->tree_block = fuzz_block_take(needed);
    hem_arena arena = fuzz_block_arena(&body->tree_block);
    FUZZ_CHECK(hem_tree_build(&arena, def, &body->tree, NULL) == HEM_OK);
}

bool fuzz_share_vertex(const fuzz_body *body, uint32_t a, uint32_t b)
{
    for (uint32_t k = 0; k < 9; k++) {
        if (body->triangles[3u * a + k / 3u] == body->triangles[3u * b + k % 3u]) {
            return true;
        }
    }
    return false;
}
