/* The demo: every scene, built one after the other in one static block. */
#include "hem/hem.h"
#include "scenes/scene_world.h"

#include <stdio.h>

HEM_BLOCK(block, SCENE_FULL_BLOCK);
static hem_vec3 positions[SCENE_FULL_VERTICES];
static uint32_t triangles[3 * SCENE_FULL_TRIANGLES];

typedef struct totals {
    uint32_t scenes, bodies, failed;
    uint64_t vertices, triangles, edges;
} totals;

static void print_head(void)
{
    printf("Hem %d.%d.%d: every scene in one static block of %.1f MB, no heap.\n\n",
           HEM_VERSION_MAJOR, HEM_VERSION_MINOR, HEM_VERSION_PATCH, (double)sizeof block / 1e6);
    printf("%-13s %-40s %6s %8s %9s %8s %11s %11s  %s\n", "scene", "", "bodies", "vertices",
           "triangles", "edges", "bytes used", "of given", "hash");
}

static void print_scene(const scene_info *info, const hem_world *world)
{
    printf("%-13s %-40s %6u %8u %9u %8u %11u %11u  %016llx\n", info->name, info->title,
           (unsigned)world->body_count, (unsigned)world->vertex_count,
           (unsigned)world->triangle_count, (unsigned)world->edge_count,
           (unsigned)scene_world_used(world), (unsigned)world->bytes,
           (unsigned long long)hem_world_hash(world));
}

static void show(scene_id id, totals *all)
{
    scene_info info;
    hem_world *world;
    uint32_t body = 0;
    if (!scene_describe(id, SCENE_FULL, &info)) {
        all->failed++;
        return;
    }
    scene_world_in in = {
        .id = id,
        .size = SCENE_FULL,
        .block = block,
        .block_bytes = (uint32_t)sizeof block,
        .staging = scene_mesh_over(positions, SCENE_FULL_VERTICES, triangles, SCENE_FULL_TRIANGLES),
    };
    hem_status status = scene_world_make(&in, &world, &body);
    if (status != HEM_OK) {
        printf("%-13s %-40s body %u refused: %s\n", info.name, info.title, (unsigned)body,
               hem_status_text(status));
        all->failed++;
        return;
    }
    print_scene(&info, world);
    fflush(stdout);
    all->scenes++;
    all->bodies += world->body_count;
    all->vertices += world->vertex_count;
    all->triangles += world->triangle_count;
    all->edges += world->edge_count;
}

int main(void)
{
    totals all = {0};
    print_head();
    for (uint32_t id = 0; id < SCENE_COUNT; id++) {
        show((scene_id)id, &all);
    }
    printf("\n%u scenes: %u bodies with %llu vertices, %llu triangles and %llu edges were built.\n",
           (unsigned)all.scenes, (unsigned)all.bodies, (unsigned long long)all.vertices,
           (unsigned long long)all.triangles, (unsigned long long)all.edges);
    if (all.failed > 0) {
        printf("%u scenes could not be built.\n", (unsigned)all.failed);
        return 1;
    }
    printf("The hashes are the same on every machine: try `make portability`.\n");
    return 0;
}
