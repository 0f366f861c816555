/* See mesh_cases.h. */
#include "mesh_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

mesh_case mesh_case_empty(const char *name)
{
    mesh_case mesh = {.vertex_count = 0};
    snprintf(mesh.name, sizeof mesh.name, "%s", name);
    return mesh;
}

static void rename_case(mesh_case *mesh, const char *what)
{
    size_t length = strlen(mesh->name);
    snprintf(mesh->name + length, sizeof mesh->name - length, ", %s", what);
}

void mesh_case_add(mesh_case *mesh, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t count = mesh->triangle_count;
    if ((count & (count - 1u)) == 0) { /* full at every power of two */
        size_t room = count == 0 ? 1u : 2u * (size_t)count;
        mesh->triangles = realloc(mesh->triangles, 3u * room * sizeof *mesh->triangles);
        if (mesh->triangles == NULL) {
            abort();
        }
    }
    uint32_t *triangle = mesh->triangles + 3u * (size_t)count;
    triangle[0] = a;
    triangle[1] = b;
    triangle[2] = c;
    mesh->triangle_count++;
}

uint32_t mesh_case_add_vertex(mesh_case *mesh)
{
    return mesh->vertex_count++;
}

void mesh_case_free(mesh_case *mesh)
{
    free(mesh->triangles);
    *mesh = (mesh_case){.vertex_count = 0};
}

/* ----------------------------------------------------------------------------------- regular */

mesh_case mesh_case_single(void)
{
    mesh_case mesh = mesh_case_empty("single triangle");
    mesh.vertex_count = 3;
    mesh_case_add(&mesh, 0, 1, 2);
    return mesh;
}

mesh_case mesh_case_grid(uint32_t columns, uint32_t rows)
{
    mesh_case mesh = mesh_case_empty("grid");
    mesh.vertex_count = columns * rows;
    for (uint32_t j = 0; j + 1u < rows; j++) {
        for (uint32_t i = 0; i + 1u < columns; i++) {
            uint32_t corner = j * columns + i;
            mesh_case_add(&mesh, corner, corner + 1u, corner + columns + 1u);
            mesh_case_add(&mesh, corner, corner + columns + 1u, corner + columns);
        }
    }
    return mesh;
}

mesh_case mesh_case_strip(uint32_t triangles)
{
    mesh_case mesh = mesh_case_empty("strip");
    mesh.vertex_count = triangles + 2u;
    for (uint32_t t = 0; t < triangles; t++) {
        mesh_case_add(&mesh, t, t + 1u + t % 2u, t + 2u - t % 2u);
    }
    return mesh;
}

mesh_case mesh_case_fan(uint32_t triangles)
{
    mesh_case mesh = mesh_case_empty("fan");
    mesh.vertex_count = triangles + 2u;
    for (uint32_t t = 0; t < triangles; t++) {
        mesh_case_add(&mesh, 0, t + 1u, t + 2u);
    }
    return mesh;
}

mesh_case mesh_case_star(uint32_t rays)
{
    mesh_case mesh = mesh_case_empty("star");
    mesh.vertex_count = rays + 1u;
    for (uint32_t t = 0; t < rays; t++) {
        mesh_case_add(&mesh, 0, 1u + t, 1u + (t + 1u) % rays);
    }
    return mesh;
}

mesh_case mesh_case_cone(uint32_t rays)
{
    mesh_case mesh = mesh_case_empty("closed cone");
    mesh.vertex_count = rays + 2u;
    for (uint32_t t = 0; t < rays; t++) {
        uint32_t here = 2u + t;
        uint32_t next = 2u + (t + 1u) % rays;
        mesh_case_add(&mesh, 0, here, next);
        mesh_case_add(&mesh, 1, next, here);
    }
    return mesh;
}

mesh_case mesh_case_tetrahedron(void)
{
    mesh_case mesh = mesh_case_empty("tetrahedron");
    mesh.vertex_count = 4;
    mesh_case_add(&mesh, 0, 1, 2);
    mesh_case_add(&mesh, 0, 2, 3);
    mesh_case_add(&mesh, 0, 3, 1);
    mesh_case_add(&mesh, 3, 2, 1);
    return mesh;
}

mesh_case mesh_case_octahedron(void)
{
    mesh_case mesh = mesh_case_cone(4);
    snprintf(mesh.name, sizeof mesh.name, "octahedron");
    return mesh;
}

mesh_case mesh_case_torus(uint32_t around, uint32_t along)
{
    mesh_case mesh = mesh_case_empty("torus");
    mesh.vertex_count = around * along;
    for (uint32_t j = 0; j < along; j++) {
        for (uint32_t i = 0; i < around; i++) {
            uint32_t right = (i + 1u) % around;
            uint32_t up = (j + 1u) % along;
            mesh_case_add(&mesh, j * around + i, j * around + right, up * around + right);
            mesh_case_add(&mesh, j * around + i, up * around + right, up * around + i);
        }
    }
    return mesh;
}

mesh_case mesh_case_moebius(uint32_t quads)
{
    mesh_case mesh = mesh_case_empty("moebius strip");
    mesh.vertex_count = 2u * quads;
    for (uint32_t q = 0; q < quads; q++) {
        uint32_t low = 2u * q;
        uint32_t high = low + 1u;
        uint32_t next_low = q + 1u < quads ? low + 2u : 1u; /* the last one turns over */
        uint32_t next_high = q + 1u < quads ? low + 3u : 0u;
        mesh_case_add(&mesh, low, next_low, next_high);
        mesh_case_add(&mesh, low, next_high, high);
    }
    return mesh;
}

/* ------------------------------------------------------------------------------ not manifold */

mesh_case mesh_case_book(uint32_t pages)
{
    mesh_case mesh = mesh_case_empty("book");
    mesh.vertex_count = pages + 2u;
    for (uint32_t t = 0; t < pages; t++) {
        mesh_case_add(&mesh, 0, 1, t + 2u);
    }
    return mesh;
}

mesh_case mesh_case_bow_tie(uint32_t wings)
{
    mesh_case mesh = mesh_case_empty("bow-tie");
    mesh.vertex_count = 2u * wings + 1u;
    for (uint32_t t = 0; t < wings; t++) {
        mesh_case_add(&mesh, 0, 2u * t + 1u, 2u * t + 2u);
    }
    return mesh;
}

mesh_case mesh_case_chain(uint32_t links)
{
    mesh_case mesh = mesh_case_empty("chain");
    mesh.vertex_count = 2u * links + 1u;
    for (uint32_t t = 0; t < links; t++) {
        mesh_case_add(&mesh, 2u * t, 2u * t + 1u, 2u * t + 2u);
    }
    return mesh;
}

mesh_case mesh_case_loose(uint32_t triangles)
{
    mesh_case mesh = mesh_case_empty("loose triangles");
    mesh.vertex_count = 3u * triangles;
    for (uint32_t t = 0; t < triangles; t++) {
        mesh_case_add(&mesh, 3u * t, 3u * t + 1u, 3u * t + 2u);
    }
    return mesh;
}

mesh_case mesh_case_soup(test_random *random, uint32_t vertices, uint32_t triangles)
{
    mesh_case mesh = mesh_case_empty("soup");
    mesh.vertex_count = vertices;
    while (mesh.triangle_count < triangles) {
        uint32_t a = random_below(random, vertices);
        uint32_t b = random_below(random, vertices);
        uint32_t c = random_below(random, vertices);
        if (a != b && b != c && c != a) {
            mesh_case_add(&mesh, a, b, c);
        }
    }
    return mesh;
}

/* ----------------------------------------------------------------------------------- changes */

void mesh_case_two_sided(mesh_case *mesh)
{
    uint32_t count = mesh->triangle_count;
    for (uint32_t t = 0; t < count; t++) {
        const uint32_t *v = mesh->triangles + 3u * (size_t)t;
        mesh_case_add(mesh, v[0], v[2], v[1]);
    }
    rename_case(mesh, "two-sided");
}

void mesh_case_repeat(mesh_case *mesh, uint32_t triangle, uint32_t times)
{
    for (uint32_t i = 0; i < times; i++) {
        const uint32_t *v = mesh->triangles + 3u * (size_t)triangle;
        mesh_case_add(mesh, v[i % 3u], v[(i + 1u) % 3u], v[(i + 2u) % 3u]);
    }
    rename_case(mesh, "repeated");
}

void mesh_case_join(mesh_case *mesh, const mesh_case *other)
{
    uint32_t first = mesh->vertex_count;
    mesh->vertex_count += other->vertex_count;
    for (uint32_t t = 0; t < other->triangle_count; t++) {
        const uint32_t *v = other->triangles + 3u * (size_t)t;
        mesh_case_add(mesh, first + v[0], first + v[1], first + v[2]);
    }
    rename_case(mesh, other->name);
}

void mesh_case_add_loose(mesh_case *mesh, uint32_t vertices)
{
    mesh->vertex_count += vertices;
    rename_case(mesh, "loose vertices");
}

void mesh_case_flip_some(mesh_case *mesh, test_random *random)
{
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        if (random_below(random, 3) == 0) {
            uint32_t *v = mesh->triangles + 3u * (size_t)t;
            uint32_t kept = v[1];
            v[1] = v[2];
            v[2] = kept;
        }
    }
    rename_case(mesh, "flipped");
}

/* A random order of 0 to count - 1. */
static uint32_t *random_order(test_random *random, uint32_t count)
{
    uint32_t *order = malloc(((size_t)count + 1u) * sizeof *order);
    if (order == NULL) {
        abort();
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = random_below(random, i + 1u);
        order[i] = order[place];
        order[place] = i;
    }
    return order;
}

void mesh_case_shuffle(mesh_case *mesh, test_random *random)
{
    uint32_t *vertex = random_order(random, mesh->vertex_count);
    uint32_t *place = random_order(random, mesh->triangle_count);
    mesh_case old = *mesh;
    mesh->triangles = NULL;
    mesh->triangle_count = 0;
    for (uint32_t t = 0; t < old.triangle_count; t++) {
        const uint32_t *v = old.triangles + 3u * (size_t)place[t];
        uint32_t k = random_below(random, 3);
        mesh_case_add(mesh, vertex[v[k]], vertex[v[(k + 1u) % 3u]], vertex[v[(k + 2u) % 3u]]);
    }
    free(vertex);
    free(place);
    mesh_case_free(&old);
    rename_case(mesh, "shuffled");
}

/* ------------------------------------------------------------------------------------ stream */

static mesh_case random_shape(test_random *random, uint32_t kind)
{
    uint32_t size = random_below(random, 12);
    switch (kind) {
    case 0:
        return mesh_case_single();
    case 1:
        return mesh_case_grid(2u + random_below(random, 5), 2u + random_below(random, 5));
    case 2:
        return mesh_case_strip(1u + 2u * size);
    case 3:
        return mesh_case_fan(1u + size);
    case 4:
        return mesh_case_star(3u + 2u * size);
    case 5:
        return mesh_case_cone(3u + size);
    case 6:
        return mesh_case_tetrahedron();
    case 7:
        return mesh_case_octahedron();
    case 8:
        return mesh_case_torus(3u + random_below(random, 3), 3u + random_below(random, 3));
    case 9:
        return mesh_case_moebius(3u + size);
    case 10:
        return mesh_case_book(3u + random_below(random, 5));
    case 11:
        return mesh_case_bow_tie(2u + size);
    case 12:
        return mesh_case_chain(2u + size);
    case 13:
        return mesh_case_loose(2u + size);
    case 14: /* few vertices: many triangles twice, many at each edge */
        return mesh_case_soup(random, 3u + random_below(random, 5), 1u + 2u * size);
    default: /* more vertices: several components, some vertices without a triangle */
        return mesh_case_soup(random, 6u + 2u * size, 1u + random_below(random, 30));
    }
}

mesh_case mesh_case_random(uint32_t index)
{
    enum { KINDS = 16 };
    test_random random = {0x6D657368u + (uint64_t)index};
    mesh_case mesh = random_shape(&random, index % KINDS);
    if (random_below(&random, 6) == 0) {
        mesh_case other = random_shape(&random, random_below(&random, KINDS));
        mesh_case_join(&mesh, &other);
        mesh_case_free(&other);
    }
    if (random_below(&random, 8) == 0 && mesh.triangle_count <= 30) {
        mesh_case_two_sided(&mesh);
    }
    if (random_below(&random, 8) == 0) {
        uint32_t triangle = random_below(&random, mesh.triangle_count);
        mesh_case_repeat(&mesh, triangle, 1u + random_below(&random, 4));
    }
    if (random_below(&random, 4) == 0) {
        mesh_case_flip_some(&mesh, &random);
    }
    if (random_below(&random, 4) == 0) {
        mesh_case_add_loose(&mesh, 1u + random_below(&random, 3));
    }
    if (random_below(&random, 4) != 0) {
        mesh_case_shuffle(&mesh, &random);
    }
    return mesh;
}
