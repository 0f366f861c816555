/* Mesh: definition, checks and the order of the steps. See inc/hem/mesh.h. */
#include "mesh/mesh_parts.h"

#include "base/hash.h"
#include "base/ranges.h"
#include "base/hem_assert.h"

#include <string.h>

#define MESH_COOKIE 0x48454D31u

hem_mesh_def hem_default_mesh_def(const uint32_t *triangles, uint32_t triangle_count,
                                  uint32_t vertex_count)
{
    return (hem_mesh_def){
        .cookie = MESH_COOKIE,
        .vertex_count = vertex_count,
        .triangle_count = triangle_count,
        .triangles = triangles,
        .edge_capacity = HEM_EDGES(vertex_count, triangle_count),
        .orphan_capacity = HEM_DEFAULT_ORPHANS(1u, vertex_count, triangle_count),
        .group_limit = HEM_FACE_GROUPS,
        .self_pairs = true,
    };
}

static void tell(hem_detail *detail, uint32_t index, uint32_t needed)
{
    if (detail != NULL) {
        *detail = (hem_detail){index, needed};
    }
}

hem_status hem_mesh_check(const hem_mesh_def *def, hem_detail *detail)
{
    tell(detail, HEM_NONE, 0);
    if (def == NULL) {
        return HEM_NULL;
    }
    if (def->cookie != MESH_COOKIE || def->group_limit > HEM_FACE_GROUPS) {
        return HEM_BAD_DEFINITION;
    }
    if (def->triangles == NULL) {
        return HEM_NULL;
    }
    if (def->vertex_count == 0 || def->vertex_count > HEM_MESH_COUNT_MAX ||
        def->triangle_count == 0 || def->triangle_count > HEM_MESH_COUNT_MAX) {
        return HEM_BAD_COUNT;
    }
    for (uint32_t t = 0; t < def->triangle_count; t++) {
        const uint32_t *v = def->triangles + 3u * (size_t)t;
        if (v[0] >= def->vertex_count || v[1] >= def->vertex_count || v[2] >= def->vertex_count) {
            tell(detail, t, 0);
            return HEM_BAD_INDEX;
        }
        if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) {
            tell(detail, t, 0);
            return HEM_BAD_TRIANGLE;
        }
    }
    return HEM_OK;
}

hem_mesh_parts hem_mesh_open(hem_mesh *mesh)
{
    hem_mesh_parts parts;
#define OPEN_PART(name, type, count) \
    parts.name = (type *)(void *)((uint8_t *)mesh + mesh->offset.name);
    HEM_MESH_REGIONS(OPEN_PART, 0, 0, 0, 0, 0)
#undef OPEN_PART
    return parts;
}

hem_status hem_mesh_fill(hem_mesh *mesh, const hem_mesh_def *def, hem_arena *scratch,
                         hem_detail *detail)
{
    hem_mesh_parts parts = hem_mesh_open(mesh);
    mesh->vertex_count = def->vertex_count;
    mesh->triangle_count = def->triangle_count;
    mesh->vertex_face_orphans = 0;
    mesh->edge_edge_orphans = 0;
    mesh->edge_face_orphans = 0;
    memcpy(parts.triangles, def->triangles, 3u * (size_t)def->triangle_count * sizeof(uint32_t));

    hem_mesh_find_rings(mesh, &parts);
    hem_status status = hem_mesh_find_edges(mesh, &parts, def->edge_capacity, detail);
    if (status != HEM_OK) {
        return status;
    }
    hem_mesh_find_owners(mesh, &parts);
    hem_mesh_find_components(mesh, &parts);
    status = hem_mesh_find_groups(mesh, &parts, def->group_limit, scratch);
    if (status != HEM_OK) {
        tell(detail, HEM_NONE, (uint32_t)HEM_MESH_SCRATCH_BYTES(def->triangle_count));
        return status;
    }
    if (def->self_pairs) {
        status = hem_mesh_find_orphans(mesh, &parts, def->orphan_capacity, detail);
        mesh->flags |= HEM_MESH_SELF;
    }
    return status;
}

/* Takes the record and its arrays, which must fit. */
static hem_mesh *take_mesh(hem_arena *arena, const hem_mesh_def *def)
{
    hem_mesh *mesh = hem_arena_take(arena, 1, sizeof(hem_mesh));
    HEM_ASSERT(mesh != NULL);
    memset(mesh, 0, sizeof *mesh);
#define TAKE_PART(name, type, count)                                            \
    {                                                                           \
        uint8_t *part = hem_arena_take(arena, (uint32_t)(count), sizeof(type)); \
        mesh->offset.name = (uint32_t)(part - (uint8_t *)mesh);                 \
    }
    HEM_MESH_REGIONS(TAKE_PART, 1u, def->vertex_count, def->triangle_count, def->edge_capacity,
                     def->orphan_capacity)
#undef TAKE_PART
    return mesh;
}

/* What is not used of the arrays for edges and orphans stays zero, so that equal meshes are equal
 * bytes. */
static void zero_parts(hem_mesh *mesh, const hem_mesh_def *def)
{
    hem_mesh_parts parts = hem_mesh_open(mesh);
#define ZERO_PART(name, type, count) memset(parts.name, 0, (size_t)(count) * sizeof(type));
    HEM_MESH_REGIONS(ZERO_PART, 1u, def->vertex_count, def->triangle_count, def->edge_capacity,
                     def->orphan_capacity)
#undef ZERO_PART
}

static bool is_aliased(const hem_arena *arena, const hem_mesh_def *def, const hem_mesh **out,
                       const hem_detail *detail)
{
    uint64_t triangle_bytes = 3u * (uint64_t)def->triangle_count * sizeof *def->triangles;
    return hem_in_free_part(arena, def->triangles, triangle_bytes) ||
           hem_in_free_part(arena, def, sizeof *def) || hem_in_free_part(arena, out, sizeof *out) ||
           hem_in_free_part(arena, arena, sizeof *arena) ||
           (detail != NULL && hem_in_free_part(arena, detail, sizeof *detail));
}

/* Would writing a result change what the call still has to read? */
static bool results_aliased(const hem_arena *arena, const hem_mesh_def *def, const hem_mesh **out,
                            const hem_detail *detail)
{
    const void *results[2] = {out, detail};
    const uint64_t bytes[2] = {sizeof *out, sizeof *detail};
    for (uint32_t i = 0; i < 2; i++) {
        if (results[i] == NULL) {
            continue;
        }
        if ((arena != NULL && hem_ranges_overlap(results[i], bytes[i], arena, sizeof *arena)) ||
            (def != NULL && hem_ranges_overlap(results[i], bytes[i], def, sizeof *def))) {
            return true;
        }
        if (def != NULL && def->cookie == MESH_COOKIE && def->triangles != NULL &&
            hem_ranges_overlap(results[i], bytes[i], def->triangles,
                               3u * (uint64_t)def->triangle_count * sizeof *def->triangles)) {
            return true;
        }
    }
    return out != NULL && detail != NULL &&
           hem_ranges_overlap(out, sizeof *out, detail, sizeof *detail);
}

hem_status hem_mesh_build(hem_arena *arena, const hem_mesh_def *def, const hem_mesh **out,
                          hem_detail *detail)
{
    if (results_aliased(arena, def, out, detail)) {
        return HEM_ALIASED;
    }
    if (arena == NULL || arena->base == NULL || out == NULL) {
        tell(detail, HEM_NONE, 0);
        return HEM_NULL;
    }
    hem_status status = hem_mesh_check(def, detail);
    if (status != HEM_OK) {
        return status;
    }
    if (is_aliased(arena, def, out, detail)) {
        return HEM_ALIASED;
    }
    uint64_t needed = HEM_MESH_BYTES(def->vertex_count, def->triangle_count, def->edge_capacity,
                                     def->orphan_capacity);
    if (needed > arena->capacity - arena->used) {
        tell(detail, HEM_NONE, needed > UINT32_MAX ? UINT32_MAX : (uint32_t)needed);
        return HEM_BLOCK_TOO_SMALL;
    }
    uint32_t mark = hem_arena_mark(arena);
    hem_mesh *mesh = take_mesh(arena, def);
    zero_parts(mesh, def);
    status = hem_mesh_fill(mesh, def, arena, detail);
    if (status != HEM_OK) {
        hem_arena_release(arena, mark);
        return status;
    }
    *out = mesh;
    return HEM_OK;
}

uint64_t hem_mesh_hash(const hem_mesh *mesh)
{
    uint64_t hash = HEM_HASH_SEED;
    if (mesh == NULL) {
        return hash;
    }
    const uint32_t counts[] = {
        mesh->vertex_count,
        mesh->triangle_count,
        mesh->edge_count,
        mesh->component_count,
        mesh->group_count,
        mesh->vertex_face_orphans,
        mesh->edge_edge_orphans,
        mesh->edge_face_orphans,
        mesh->boundary_edges,
        mesh->branching_edges,
        mesh->duplicate_triangles,
        mesh->loose_vertices,
        mesh->flags,
    };
    hash = hem_hash_u32_array(hash, counts, sizeof counts / sizeof counts[0]);
    const uint32_t v = mesh->vertex_count;
    const uint32_t f = mesh->triangle_count;
    const uint32_t e = mesh->edge_count;
    hash = hem_hash_u32_array(hash, hem_mesh_triangles(mesh), 3u * f);
    hash = hem_hash_u32_array(hash, hem_mesh_triangle_edges(mesh), 3u * f);
    hash = hem_hash_u32_array(hash, hem_mesh_edge_begin(mesh), e + 1u);
    hash = hem_hash_u32_array(hash, hem_mesh_edge_triangles(mesh), 3u * f);
    hash = hem_hash_u32_array(hash, hem_mesh_ring_begin(mesh), v + 1u);
    hash = hem_hash_u32_array(hash, hem_mesh_ring(mesh), 3u * f);
    hash = hem_hash_u32_array(hash, hem_mesh_component_of(mesh), v);
    hash = hem_hash_u32_array(hash, hem_mesh_group_adjacency(mesh), HEM_FACE_GROUP_WORDS);
    for (uint32_t i = 0; i < e; i++) {
        hash = hem_hash_u32(hash, hem_mesh_edges(mesh)[i].first);
        hash = hem_hash_u32(hash, hem_mesh_edges(mesh)[i].second);
    }
    for (uint32_t i = 0; i < mesh->component_count; i++) {
        const hem_component *component = hem_mesh_components(mesh) + i;
        hash = hem_hash_u32(hash, component->vertex_count);
        hash = hem_hash_u32(hash, component->edge_count);
        hash = hem_hash_u32(hash, component->triangle_count);
        hash = hem_hash_u32(hash, component->flags);
    }
    for (uint32_t i = 0; i < f; i++) {
        hash = hem_hash_u32(hash, hem_mesh_owners(mesh)[i]);
        hash = hem_hash_u32(hash, hem_mesh_groups(mesh)[i]);
    }
    uint32_t orphans =
        mesh->vertex_face_orphans + mesh->edge_edge_orphans + mesh->edge_face_orphans;
    for (uint32_t i = 0; i < orphans; i++) {
        hash = hem_hash_u32(hash, hem_mesh_orphans(mesh)[i].first);
        hash = hem_hash_u32(hash, hem_mesh_orphans(mesh)[i].second);
    }
    return hash;
}
