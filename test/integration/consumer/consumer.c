#include <hem/hem.h>

HEM_BLOCK(block, HEM_WORLD_BYTES(1, 3, 1, 3, 0));

int main(void)
{
    const hem_vec3 positions[3] = {{0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}};
    const uint32_t triangle[3] = {0, 1, 2};
    hem_caps caps = hem_default_caps(1, 3, 1, 3, 0);
    hem_world *world;
    if (hem_world_init(block, sizeof block, &caps, &world) != HEM_OK) {
        return 1;
    }
    hem_body_def def = hem_default_body_def();
    def.positions = positions;
    def.vertex_count = 3;
    def.triangles = triangle;
    def.triangle_count = 1;
    hem_body body;
    return hem_add_body(world, &def, &body, NULL) == HEM_OK &&
                   hem_body_mesh(world, body)->edge_count == 3
               ? 0
               : 2;
}
