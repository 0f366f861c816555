/* A scene in a world: see scene_world.h. */
#include "scenes/scene_world.h"

static uint32_t kind_of(scene_kind kind)
{
    static const uint32_t kinds[] = {HEM_CLOTH, HEM_SOFT, HEM_KINEMATIC, HEM_STATIC};
    return kinds[kind];
}

static hem_status add_body(hem_world *world, const scene_world_in *in, uint32_t number)
{
    scene_mesh mesh = in->staging;
    scene_body body;
    if (!scene_describe_body(in->id, in->size, number, &body) ||
        !scene_build_body(in->id, in->size, number, 0.0f, &mesh)) {
        return HEM_BAD_BODY;
    }
    hem_body_def def = hem_default_body_def();
    def.kind = kind_of(body.kind);
    def.positions = mesh.positions;
    def.vertex_count = mesh.vertex_count;
    def.triangles = mesh.triangles;
    def.triangle_count = mesh.triangle_count;
    hem_body added;
    return hem_add_body(world, &def, &added, NULL);
}

hem_caps scene_world_caps(const scene_info *info, uint32_t contacts, bool simulate)
{
    uint32_t v = info->vertex_count, f = info->triangle_count, e = HEM_EDGES(v, f);
    return simulate ? hem_default_cloth_caps(info->body_count, v, f, e, contacts)
                    : hem_default_caps(info->body_count, v, f, e, contacts);
}

hem_status scene_world_make(const scene_world_in *in, hem_world **out, uint32_t *refused_body)
{
    scene_info info;
    if (!scene_describe(in->id, in->size, &info)) {
        return HEM_BAD_BODY;
    }
    hem_caps caps = scene_world_caps(&info, in->contacts, in->simulate);
    hem_status status = hem_world_init(in->block, in->block_bytes, &caps, out);
    for (uint32_t body = 0; body < info.body_count && status == HEM_OK; body++) {
        if (refused_body != NULL) {
            *refused_body = body;
        }
        status = add_body(*out, in, body);
    }
    return status;
}

hem_body scene_world_body(uint32_t number)
{
    return (hem_body){number, 1};
}

uint32_t scene_world_used(const hem_world *world)
{
    uint32_t used = 0;
    hem_memory_region region;
    for (uint32_t i = 0; hem_world_region(world, i, &region); i++) {
        used += region.used;
    }
    return used;
}
