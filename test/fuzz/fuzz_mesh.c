/* Fuzzes hem_mesh_build: any triangles, capacities and memory; refused without a trace, or a mesh
 * whose every index leads somewhere. */
#include "fuzz/fuzz_body.h"

static const uint32_t refusals[] = {
    (uint32_t)HEM_NULL,         (uint32_t)HEM_BAD_DEFINITION,  (uint32_t)HEM_BAD_COUNT,
    (uint32_t)HEM_ALIASED,      (uint32_t)HEM_BLOCK_TOO_SMALL, (uint32_t)HEM_BAD_INDEX,
    (uint32_t)HEM_BAD_TRIANGLE, (uint32_t)HEM_FULL_EDGES,      (uint32_t)HEM_FULL_ORPHANS,
};

static bool is_stated(hem_status status)
{
    for (uint32_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        if ((uint32_t)status == refusals[i]) {
            return true;
        }
    }
    return status == HEM_OK;
}

static uint32_t some_capacity(fuzz_bytes *bytes, uint32_t usual)
{
    switch (fuzz_below(bytes, 4)) {
    case 0:
        return fuzz_below(bytes, 4);
    case 1:
        return fuzz_byte(bytes);
    default:
        return usual;
    }
}

static hem_mesh_def definition(fuzz_bytes *bytes, const fuzz_body *body)
{
    hem_mesh_def def =
        hem_default_mesh_def(body->triangles, body->triangle_count, body->vertex_count);
    def.edge_capacity = some_capacity(bytes, def.edge_capacity);
    def.orphan_capacity = some_capacity(bytes, def.orphan_capacity);
    def.group_limit = fuzz_below(bytes, 70);
    def.self_pairs = !fuzz_one_in(bytes, 4);
    switch (fuzz_byte(bytes)) {
    case 0:
        def.cookie ^= 1u << fuzz_below(bytes, 32);
        break;
    case 1:
        def.triangles = NULL;
        break;
    case 2:
        def.vertex_count = fuzz_below(bytes, body->vertex_count);
        break;
    case 3:
        def.triangle_count = 0;
        break;
    case 4:
        def.vertex_count = HEM_MESH_COUNT_MAX + fuzz_below(bytes, 2);
        break;
    case 5: /* an array that is read no further than its first triangle */
        def.triangle_count = HEM_MESH_COUNT_MAX + 1u;
        break;
    default:
        break;
    }
    return def;
}

/* Corners that do not exist, or the same twice. */
static void spoil(fuzz_bytes *bytes, fuzz_body *body)
{
    uint32_t corner = fuzz_below(bytes, 3u * body->triangle_count);
    body->triangles[corner] =
        fuzz_one_in(bytes, 2) ? body->triangles[corner / 3u * 3u] : fuzz_u32(bytes);
}

static void check_cover(const hem_mesh *mesh, hem_pair cover)
{
    bool none = cover.first == HEM_NONE && cover.second == HEM_NONE;
    FUZZ_CHECK(none || (cover.first < mesh->triangle_count && cover.second < mesh->triangle_count));
}

static void check_mesh(fuzz_bytes *bytes, const hem_mesh *mesh, const hem_mesh_def *def)
{
    const uint32_t v = mesh->vertex_count, f = mesh->triangle_count, e = mesh->edge_count;
    FUZZ_CHECK(e <= def->edge_capacity && e <= 3u * f);
    FUZZ_CHECK(mesh->vertex_face_orphans + mesh->edge_edge_orphans + mesh->edge_face_orphans <=
               def->orphan_capacity);
    FUZZ_CHECK(mesh->group_count <= def->group_limit);
    FUZZ_CHECK(hem_mesh_ring_begin(mesh)[v] == 3u * f && hem_mesh_edge_begin(mesh)[e] == 3u * f);
    for (uint32_t i = 0; i < 3u * f; i++) {
        uint32_t next = i / 3u * 3u + (i + 1u) % 3u;
        hem_pair edge = hem_mesh_edges(mesh)[hem_mesh_triangle_edges(mesh)[i]];
        uint32_t from = def->triangles[i], to = def->triangles[next];
        FUZZ_CHECK(hem_mesh_triangles(mesh)[i] == from);
        FUZZ_CHECK(edge.first == (from < to ? from : to) && edge.second == (from < to ? to : from));
        FUZZ_CHECK(hem_mesh_edge_triangles(mesh)[i] < f && hem_mesh_ring(mesh)[i] < f);
    }
    /* In range and beyond. */
    for (uint32_t i = 0; i < 20; i++) {
        uint32_t a = fuzz_byte(bytes), b = fuzz_byte(bytes);
        check_cover(mesh, hem_mesh_cover_vertex_face(mesh, a % (v + 2u), b % (f + 2u)));
        check_cover(mesh, hem_mesh_cover_edge_edge(mesh, a % (e + 2u), b % (e + 2u)));
        check_cover(mesh, hem_mesh_cover_edge_face(mesh, a % (e + 2u), b % (f + 2u)));
        FUZZ_CHECK(hem_mesh_groups_touch(mesh, a, b) == hem_mesh_groups_touch(mesh, b, a));
    }
}

static void check_copy(const fuzz_block *block, const hem_mesh *mesh)
{
    fuzz_block copy = fuzz_block_take(block->bytes);
    memcpy(copy.memory, block->memory, block->bytes);
    const void *place = copy.memory + ((const uint8_t *)mesh - block->memory);
    FUZZ_CHECK(hem_mesh_hash(place) == hem_mesh_hash(mesh));
    fuzz_block_free(&copy);
}

/* Builds behind something that is there already; what is asked for is given, and then enough. */
static void build(fuzz_bytes *bytes, hem_mesh_def def, uint32_t missing)
{
    enum { BEFORE = 64 };
    uint64_t needed = HEM_MESH_BYTES(def.vertex_count, def.triangle_count, def.edge_capacity,
                                     def.orphan_capacity);
    uint32_t bytes_given = needed > 1u << 20 ? 1u << 20 : (uint32_t)needed - missing;
    fuzz_block block = fuzz_block_take(BEFORE + bytes_given);
    hem_arena arena = fuzz_block_arena(&block);
    memset(hem_arena_take(&arena, BEFORE, 1), 0x3C, BEFORE);
    const hem_mesh *mesh = NULL;
    hem_detail detail = {77, 77};
    hem_status status = hem_mesh_build(&arena, &def, &mesh, &detail);
    FUZZ_CHECK(is_stated(status));
    for (uint32_t i = 0; i < BEFORE; i++) {
        FUZZ_CHECK(block.memory[i] == 0x3C);
    }
    if (status == HEM_OK) {
        FUZZ_CHECK(missing == 0);
        check_mesh(bytes, mesh, &def);
        check_copy(&block, mesh);
    } else {
        FUZZ_CHECK(arena.used == BEFORE && mesh == NULL);
    }
    fuzz_block_free(&block);
    if (status == HEM_FULL_EDGES || status == HEM_FULL_ORPHANS) {
        uint32_t *capacity = status == HEM_FULL_EDGES ? &def.edge_capacity : &def.orphan_capacity;
        FUZZ_CHECK(detail.needed > *capacity);
        *capacity = detail.needed;
        hem_status again = HEM_BLOCK_TOO_SMALL;
        block = fuzz_block_take((uint32_t)HEM_MESH_BYTES(def.vertex_count, def.triangle_count,
                                                         def.edge_capacity, def.orphan_capacity));
        arena = fuzz_block_arena(&block);
        again = hem_mesh_build(&arena, &def, &mesh, &detail);
        FUZZ_CHECK(again == HEM_OK || (status == HEM_FULL_EDGES && again == HEM_FULL_ORPHANS));
        fuzz_block_free(&block);
    }
    if (status == HEM_BLOCK_TOO_SMALL) {
        FUZZ_CHECK(detail.needed == (needed > UINT32_MAX ? UINT32_MAX : (uint32_t)needed));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes bytes = fuzz_bytes_over(data, size);
    fuzz_body body = fuzz_body_shape(&bytes, FUZZ_LATTICE);
    uint32_t missing = fuzz_one_in(&bytes, 4) ? 1u + fuzz_byte(&bytes) : 0u;
    if (fuzz_one_in(&bytes, 4)) {
        spoil(&bytes, &body);
    }
    build(&bytes, definition(&bytes, &body), missing);
    fuzz_body_free(&body);
    return 0;
}
