/* A square of cloth in a static block: no heap, and the size is known to the compiler. */
#include <hem/hem.h>
#include <stdio.h>

enum {
    SIDE = 11,
    VERTICES = SIDE * SIDE,
    TRIANGLES = 2 * (SIDE - 1) * (SIDE - 1),
    EDGES = HEM_EDGES(VERTICES, TRIANGLES),
};

HEM_BLOCK(block, HEM_WORLD_BYTES(1, VERTICES, TRIANGLES, EDGES, HEM_CONTACTS(VERTICES)));

int main(void)
{
    static hem_vec3 positions[VERTICES];
    static uint32_t triangles[3 * TRIANGLES];
    uint32_t *next = triangles;
    for (uint32_t v = 0; v < VERTICES; v++) {
        uint32_t column = v % SIDE, row = v / SIDE;
        positions[v] = (hem_vec3){0.01f * (float)column, 0.01f * (float)row, 1.0f};
        if (column + 1 < SIDE && row + 1 < SIDE) {
            *next++ = v, *next++ = v + 1, *next++ = v + SIDE + 1;
            *next++ = v, *next++ = v + SIDE + 1, *next++ = v + SIDE;
        }
    }

    hem_caps caps = hem_default_caps(1, VERTICES, TRIANGLES, EDGES, HEM_CONTACTS(VERTICES));
    hem_world *world;
    hem_status status = hem_world_init(block, sizeof block, &caps, &world);

    hem_body_def cloth = hem_default_body_def();
    cloth.positions = positions;
    cloth.vertex_count = VERTICES;
    cloth.triangles = triangles;
    cloth.triangle_count = TRIANGLES;
    hem_body body;
    if (status == HEM_OK) {
        status = hem_add_body(world, &cloth, &body, NULL);
    }
    /* Where your simulator would have it at the end of a step; Hem takes it there, or as near as
     * can be without anything passing through anything. */
    hem_step_in step = hem_default_step_in(1.0f / 90.0f);
    hem_report report;
    for (uint32_t v = 0; v < VERTICES; v++) {
        positions[v].z -= 0.001f;
    }
    if (status == HEM_OK) {
        status = hem_set_candidate(world, body, positions, VERTICES);
    }
    if (status == HEM_OK) {
        status = hem_resolve(world, &step, &report);
    }
    if (status < HEM_OK) {
        printf("refused: %s\n", hem_status_text(status));
        return 1;
    }

    const hem_mesh *mesh = hem_body_mesh(world, body);
    printf("%u vertices, %u edges, %u on the border, in %u bytes; hash %016llx\n",
           (unsigned)mesh->vertex_count, (unsigned)mesh->edge_count, (unsigned)mesh->boundary_edges,
           (unsigned)sizeof block, (unsigned long long)hem_world_hash(world));
    return 0;
}
