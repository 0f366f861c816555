/* Soak of flat pairs: what is taken out of a list is in groups that touch and surely flat, what
 * stays is not surely flat; groups by the triangles, normals in double. */
#include "soak/soak_body.h"
#include "soak/soak.h"

#include "hem/coherence.h"
#include "unity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COSINES = 6 };

typedef struct normal {
    double x, y, z;
    double doubt; /* how far a normal in float may be from it */
    bool none;
} normal;

static normal normal_of(const soak_body *body, uint32_t triangle)
{
    hem_vec3 p[3];
    soak_corners(body, body->start, triangle, p);
    double u[3] = {(double)p[1].x - (double)p[0].x, (double)p[1].y - (double)p[0].y,
                   (double)p[1].z - (double)p[0].z};
    double v[3] = {(double)p[2].x - (double)p[0].x, (double)p[2].y - (double)p[0].y,
                   (double)p[2].z - (double)p[0].z};
    normal n = {.x = u[1] * v[2] - u[2] * v[1],
                .y = u[2] * v[0] - u[0] * v[2],
                .z = u[0] * v[1] - u[1] * v[0]};
    double length = sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    double sizes = (fabs(u[0]) + fabs(u[1]) + fabs(u[2])) * (fabs(v[0]) + fabs(v[1]) + fabs(v[2]));
    n.none = !(length > 1e-13 * sizes);
    /* Of triangles under a tenth of a micrometre float says nothing. */
    n.doubt = length > 2e-15 ? 2e-6 * sizes / length : 3.0;
    n.x /= length;
    n.y /= length;
    n.z /= length;
    return n;
}

/* Which groups share a vertex. */
typedef struct touching {
    bool of[256][256];
} touching;

static touching *find_touching(const soak_body *body)
{
    const uint8_t *groups = hem_mesh_groups(body->mesh.mesh);
    touching *found = calloc(1, sizeof *found);
    for (uint32_t i = 0; i < body->triangle_count; i++) {
        for (uint32_t j = 0; j < body->triangle_count; j++) {
            bool both = groups[i] != HEM_NO_FACE_GROUP && groups[j] != HEM_NO_FACE_GROUP;
            if (both && (i == j || tree_case_share_vertex(&body->made, i, j))) {
                found->of[groups[i]][groups[j]] = true;
            }
        }
    }
    return found;
}

static uint32_t all_pairs(const soak_body *body, hem_pair *pairs)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < body->triangle_count; i++) {
        for (uint32_t j = i + 1u; j < body->triangle_count; j++) {
            if (!tree_case_share_vertex(&body->made, i, j)) {
                pairs[count++] = (hem_pair){i, j};
            }
        }
    }
    return count;
}

typedef enum verdict { KEEP, DROP, OPEN } verdict;

static verdict judge(const normal *a, const normal *b, bool touch, float cosine)
{
    double dot = a->x * b->x + a->y * b->y + a->z * b->z, doubt = a->doubt + b->doubt + 1e-5;
    if (!touch || a->none || b->none || dot <= (double)cosine - 1e-9) {
        return KEEP;
    }
    return dot - 2.0 * doubt > (double)cosine ? DROP : OPEN;
}

static void check(const soak_body *body, const touching *touch, float cosine, soak_tally *tally)
{
    uint32_t triangles = body->triangle_count;
    const uint8_t *groups = hem_mesh_groups(body->mesh.mesh);
    size_t bytes = (size_t)triangles * triangles * sizeof(hem_pair);
    hem_pair *before = malloc(bytes), *left = malloc(bytes);
    uint32_t count = all_pairs(body, before), next = 0;
    memcpy(left, before, count * sizeof *left);
    hem_drop_flat_in in = {body->mesh.mesh, body->start, left, count, cosine};
    hem_drop_flat_out out;
    TEST_ASSERT_EQUAL_MESSAGE(HEM_OK, hem_drop_flat_pairs(&in, &out), body->made.mesh.name);
    TEST_ASSERT_EQUAL_MESSAGE(count, out.kept + out.dropped, body->made.mesh.name);
    normal *normals = malloc(triangles * sizeof *normals);
    for (uint32_t t = 0; t < triangles; t++) {
        normals[t] = normal_of(body, t);
    }
    for (uint32_t i = 0; i < count; i++) {
        hem_pair pair = before[i];
        bool kept = next < out.kept && memcmp(&left[next], &pair, sizeof pair) == 0;
        verdict is = judge(&normals[pair.first], &normals[pair.second],
                           touch->of[groups[pair.first]][groups[pair.second]], cosine);
        next += kept;
        if (is != OPEN && kept != (is == KEEP)) {
            soak_found(tally, kept ? SOAK_EXTRA : SOAK_MISS, body->made.mesh.name, pair.first,
                       pair.second);
        }
    }
    TEST_ASSERT_EQUAL_MESSAGE(out.kept, next, body->made.mesh.name);
    tally->cases++;
    tally->pairs += count;
    free(normals);
    free(before);
    free(left);
}

void soak_flat(test_random *random, soak_tally *tally)
{
    soak_place place = soak_some_place(random);
    soak_body body = soak_body_make(random, &place);
    touching *touch = find_touching(&body);
    for (uint32_t i = 0; i < COSINES; i++) {
        check(&body, touch, random_float(random, -1.0f, 1.0f), tally);
        check(&body, touch, 1.0f - powf(10.0f, random_float(random, -7.0f, 0.0f)), tally);
    }
    free(touch);
    soak_body_free(&body);
}
