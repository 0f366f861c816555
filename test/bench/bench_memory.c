/* Bytes by region for every scene, in a world that simulates its cloth, with default capacities: a
 * table, and the report memory.json. A vertex may take MOST bytes all in, unless there are so few
 * of them that what every world has counts most. */
#include "scenes/scene_world.h"

#include <stdio.h>

#define MOST 1000u
#define FEW  500u

HEM_BLOCK(block, SCENE_FULL_BLOCK);
static hem_vec3 positions[SCENE_FULL_VERTICES];
static uint32_t triangles[3 * SCENE_FULL_TRIANGLES];

static void report_scene(FILE *report, const scene_info *info, const hem_world *world, int *rows)
{
    hem_memory_region region;
    double vertices = (double)world->vertex_count;
    hem_caps resolve = scene_world_caps(info, HEM_CONTACTS(info->vertex_count), false);
    for (uint32_t i = 0; hem_world_region(world, i, &region); i++) {
        fprintf(report,
                "%s\n  {\"scene\":\"%s\",\"region\":\"%s\",\"bytes\":%u,\"per_vertex\":%.2f}",
                *rows > 0 ? "," : "", info->name, region.name, (unsigned)region.bytes,
                (double)region.bytes / vertices);
        (*rows)++;
    }
    fprintf(report, ",\n  {\"scene\":\"%s\",\"region\":\"total\",\"bytes\":%u,\"per_vertex\":%.2f,",
            info->name, (unsigned)world->bytes, (double)world->bytes / vertices);
    fprintf(report, "\"resolve_bytes\":%u,", (unsigned)hem_world_bytes(&resolve));
    fprintf(report, "\"used\":%u,\"bodies\":%u,\"vertices\":%u,\"triangles\":%u,\"orphans\":%u}",
            (unsigned)scene_world_used(world), (unsigned)world->body_count,
            (unsigned)world->vertex_count, (unsigned)world->triangle_count,
            (unsigned)world->orphan_count);
}

/* Prints the scene's line; true if it takes too much. */
static bool print_scene(const scene_info *info, const hem_world *world)
{
    double each = (double)world->bytes / (double)world->vertex_count;
    bool too_much = world->vertex_count > FEW && each > (double)MOST;
    printf("%-13s %8u %9u %12u %12.1f %14u%s\n", info->name, (unsigned)world->vertex_count,
           (unsigned)world->triangle_count, (unsigned)world->bytes, each,
           (unsigned)world->orphan_count, too_much ? "  TOO MUCH" : "");
    return too_much;
}

int main(int argc, char **argv)
{
    FILE *report = argc > 1 ? fopen(argv[1], "w") : NULL;
    if (report == NULL) {
        fprintf(stderr, "usage: bench_memory REPORT.json\n");
        return 2;
    }
    int rows = 0;
    unsigned failed = 0;
    fprintf(report, "{\"schema\":1,\"command\":\"make memory\",\"target\":\"any\",\"rows\":[");
    printf("%-13s %8s %9s %12s %12s %14s\n", "scene", "vertices", "triangles", "bytes", "a vertex",
           "orphan pairs");
    for (uint32_t id = 0; id < SCENE_COUNT; id++) {
        scene_info info;
        hem_world *world;
        scene_world_in in = {
            .id = (scene_id)id,
            .size = SCENE_FULL,
            .block = block,
            .block_bytes = (uint32_t)sizeof block,
            .staging =
                scene_mesh_over(positions, SCENE_FULL_VERTICES, triangles, SCENE_FULL_TRIANGLES),
            .simulate = true,
        };
        bool there = scene_describe(in.id, in.size, &info);
        in.contacts = there ? HEM_CONTACTS(info.vertex_count) : 0;
        if (!there || scene_world_make(&in, &world, NULL) != HEM_OK) {
            printf("%-13s was refused\n", there ? info.name : "a scene");
            failed++;
            continue;
        }
        report_scene(report, &info, world, &rows);
        failed += print_scene(&info, world);
    }
    fprintf(report, "\n],\"failed\":%u}\n", failed);
    fclose(report);
    printf("\nBytes by region are in %s; the same figures on 32-bit and 64-bit machines.\n",
           argv[1]);
    printf("memory: %u scenes are refused, or take more than %u bytes a vertex of more than %u\n",
           failed, MOST, FEW);
    return failed == 0 ? 0 : 1;
}
