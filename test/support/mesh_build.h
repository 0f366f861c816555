/* Building a mesh for a test, in memory of its own: capacities are raised to what the library asks
 * for, and a refusal for any other reason fails the test. */
#ifndef HEM_MESH_BUILD_H
#define HEM_MESH_BUILD_H

#include "hem/mesh.h"
#include "mesh_cases.h"

typedef struct mesh_built {
    uint8_t *memory;
    hem_arena arena;
    const hem_mesh *mesh;
} mesh_built;

hem_mesh_def mesh_build_def(const mesh_case *mesh);
mesh_built mesh_build(const hem_mesh_def *def, const char *name);
mesh_built mesh_build_case(const mesh_case *mesh);
void mesh_build_free(mesh_built *built);

/* For a test that looks at one mesh after another: takes a case over and builds it in place of the
 * last, or forgets both. */
const hem_mesh *mesh_build_next(mesh_built *built, mesh_case *now, mesh_case with);
void mesh_build_forget(mesh_built *built, mesh_case *now);

#endif
