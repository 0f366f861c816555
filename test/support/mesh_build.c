/* See mesh_build.h. */
#include "mesh_build.h"

#include "unity.h"

#include <stdlib.h>
#include <string.h>

hem_mesh_def mesh_build_def(const mesh_case *mesh)
{
    return hem_default_mesh_def(mesh->triangles, mesh->triangle_count, mesh->vertex_count);
}

mesh_built mesh_build(const hem_mesh_def *def, const char *name)
{
    hem_mesh_def wanted = *def;
    for (;;) {
        uint32_t bytes = (uint32_t)HEM_MESH_BYTES(wanted.vertex_count, wanted.triangle_count,
                                                  wanted.edge_capacity, wanted.orphan_capacity);
        mesh_built built = {.memory = aligned_alloc(HEM_ALIGN, bytes)};
        TEST_ASSERT_NOT_NULL_MESSAGE(built.memory, name);
        memset(built.memory, 0xA5, bytes);
        TEST_ASSERT_EQUAL_MESSAGE(HEM_OK, hem_arena_init(&built.arena, built.memory, bytes), name);
        hem_detail detail;
        hem_status status = hem_mesh_build(&built.arena, &wanted, &built.mesh, &detail);
        if (status == HEM_OK) {
            return built;
        }
        free(built.memory);
        if (status == HEM_FULL_EDGES && detail.needed > wanted.edge_capacity) {
            wanted.edge_capacity = detail.needed;
        } else if (status == HEM_FULL_ORPHANS && detail.needed > wanted.orphan_capacity) {
            wanted.orphan_capacity = detail.needed;
        } else {
            TEST_ASSERT_EQUAL_MESSAGE(HEM_OK, status, name);
        }
    }
}

mesh_built mesh_build_case(const mesh_case *mesh)
{
    hem_mesh_def def = mesh_build_def(mesh);
    return mesh_build(&def, mesh->name);
}

void mesh_build_free(mesh_built *built)
{
    free(built->memory);
    *built = (mesh_built){.memory = NULL};
}

const hem_mesh *mesh_build_next(mesh_built *built, mesh_case *now, mesh_case with)
{
    mesh_build_forget(built, now);
    *now = with;
    *built = mesh_build_case(now);
    return built->mesh;
}

void mesh_build_forget(mesh_built *built, mesh_case *now)
{
    mesh_build_free(built);
    mesh_case_free(now);
}
