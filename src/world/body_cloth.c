/* What a body of cloth is like at rest, found in scratch and kept in the block without gaps. See
 * world_block.h. */
#include "world/world_block.h"

#include "cloth/cloth_check.h"

#include <string.h>

hem_status hem_world_make_cloth(hem_world *world, const hem_body_def *def, const hem_mesh *mesh,
                                hem_detail *detail)
{
    if (!hem_world_simulates(world, def->kind)) {
        return HEM_OK;
    }
    hem_arena scratch = hem_world_scratch(world);
    hem_cloth_def cloth =
        hem_default_cloth_def(mesh, def->rest == NULL ? def->positions : def->rest);
    cloth.pattern = def->pattern;
    cloth.warp = def->warp;
    cloth.angles = def->angles;
    const hem_cloth *made = NULL;
    hem_status status = hem_cloth_build(&scratch, &cloth, &made, detail);
    if (status == HEM_OK) {
        status = hem_cloth_material_check(&def->cloth, made);
    }
    if (status == HEM_OK) {
        hem_world_note_scratch(world, &scratch);
    }
    return status;
}

hem_cloth_layout hem_world_lay_cloth(uint32_t triangles, uint32_t hinges)
{
    uint32_t head = HEM_ARENA_BYTES(1u, sizeof(hem_body_cloth));
    uint64_t membrane_bytes = ((uint64_t)triangles + 3u) / 4u * sizeof(hem_cloth_membrane);
    uint64_t hinge_bytes = (uint64_t)hinges * sizeof(hem_cloth_hinge);
    uint32_t membranes = head - (uint32_t)offsetof(hem_body_cloth, cloth);
    return (hem_cloth_layout){.membranes = membranes,
                              .hinges = membranes + (uint32_t)membrane_bytes,
                              .bytes = head + membrane_bytes + hinge_bytes};
}

uint32_t hem_world_place_cloth(hem_world *world, const hem_body_def *def)
{
    if (!hem_world_simulates(world, def->kind)) {
        return 0;
    }
    const hem_cloth *made = hem_world_part(world, world->offset.scratch);
    hem_cloth_layout lie = hem_world_lay_cloth(made->triangle_count, made->hinge_count);
    hem_body_cloth *own = hem_world_part_to_change(world, world->offset.cloth + world->cloth_bytes);
    *own = (hem_body_cloth){.material = def->cloth, .cloth = *made};
    uint8_t *place = (uint8_t *)&own->cloth;
    memcpy(place + lie.membranes, hem_cloth_membranes(made), lie.hinges - lie.membranes);
    memcpy(place + lie.hinges, hem_cloth_hinges(made), made->hinge_count * sizeof(hem_cloth_hinge));
    own->cloth.offset.membranes = lie.membranes;
    own->cloth.offset.hinges = lie.hinges;
    return (uint32_t)lie.bytes;
}
