/* Detection alone, without a world: a sheet that folds over itself, in a static arena. Which
 * triangles meet, which come closer than two millimetres, and where? */
#include <hem/hem.h>
#include <stdio.h>

enum {
    ACROSS = 20,
    ALONG = 60,
    VERTICES = ACROSS * ALONG,
    TRIANGLES = 2 * (ACROSS - 1) * (ALONG - 1),
    EDGES = HEM_EDGES(VERTICES, TRIANGLES),
    ORPHANS = HEM_DEFAULT_ORPHANS(1, VERTICES, TRIANGLES),
    PAIRS = 16384,
};

/* Mesh and tree for good, and scratch for the passes. */
HEM_BLOCK(memory, HEM_MESH_BYTES(VERTICES, TRIANGLES, EDGES, ORPHANS) + HEM_TREE_BYTES(TRIANGLES) +
                      (1u << 20));
static hem_vec3 positions[VERTICES];
static uint32_t triangles[3 * TRIANGLES];
static hem_pair pairs[PAIRS];
static hem_contact contacts[PAIRS];

/* A sheet of 1 cm cells; from the middle on it comes back over itself, `gap` above and rising. */
static void fold(float gap)
{
    for (uint32_t v = 0; v < VERTICES; v++) {
        uint32_t row = v / ACROSS;
        bool back = row >= ALONG / 2;
        float y = 0.01f * (float)(back ? ALONG - 1 - row : row);
        float z = back ? gap + 0.02f * y : 0.0f;
        positions[v] = (hem_vec3){0.01f * (float)(v % ACROSS), y, z};
    }
}

int main(void)
{
    uint32_t *next = triangles;
    for (uint32_t v = 0; v < VERTICES; v++) {
        if (v % ACROSS + 1 < ACROSS && v / ACROSS + 1 < ALONG) {
            *next++ = v, *next++ = v + 1, *next++ = v + ACROSS + 1;
            *next++ = v, *next++ = v + ACROSS + 1, *next++ = v + ACROSS;
        }
    }
    hem_arena arena;
    const hem_mesh *mesh;
    hem_tree *tree;
    hem_mesh_def mesh_def = hem_default_mesh_def(triangles, TRIANGLES, VERTICES);
    fold(0.01f);
    if (hem_arena_init(&arena, memory, sizeof memory) != HEM_OK ||
        hem_mesh_build(&arena, &mesh_def, &mesh, NULL) != HEM_OK) {
        return 1;
    }
    hem_tree_def tree_def = hem_default_tree_def(mesh, positions);
    if (hem_tree_build(&arena, &tree_def, &tree, NULL) != HEM_OK) {
        return 1;
    }

    /* Every frame: positions have moved, the tree follows, the passes look. */
    for (int frame = 0; frame < 5; frame++) {
        fold(0.01f - 0.003f * (float)frame);
        if (hem_tree_refit(tree, positions, NULL, VERTICES) != HEM_OK) {
            return 1;
        }
        hem_intersect_in meet = {.a = tree,
                                 .b = tree,
                                 .positions_a = positions,
                                 .positions_b = positions,
                                 .pairs = pairs,
                                 .room = PAIRS,
                                 .scratch = &arena};
        hem_intersect_out met;
        hem_side side = {.mesh = mesh, .tree = tree, .positions = positions};
        hem_proximity_in near = {.a = side,
                                 .b = side,
                                 .epsilon = 0.002f,
                                 .contacts = contacts,
                                 .room = PAIRS,
                                 .scratch = &arena};
        hem_proximity_out found;
        if (hem_intersect(&meet, &met) < HEM_OK || hem_proximity(&near, &found) < HEM_OK) {
            return 1;
        }
        printf(
            "frame %d: %u pairs of triangles meet, %u contacts within 2 mm", frame,
            (unsigned)met.count,
            (unsigned)(found.count[HEM_CONTACT_VERTEX_FACE] + found.count[HEM_CONTACT_EDGE_EDGE]));
        if (found.kept > 0) {
            printf(", the closest %.3f mm apart", 1000.0 * (double)contacts[0].distance);
        }
        printf("\n");
    }
    return 0;
}
