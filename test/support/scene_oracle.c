/* Intersecting triangles by sorting boxes and testing edges against faces: see scene_oracle.h. */
#include "scene_oracle.h"
#include "orient_oracle.h"

#include <math.h>
#include <stdlib.h>

typedef struct soup_box {
    float lo[3], hi[3];
    uint32_t triangle;
    bool second;
} soup_box;

int soup_orient(hem_vec3 a, hem_vec3 b, hem_vec3 c, hem_vec3 d)
{
    double ax = (double)a.x - d.x, ay = (double)a.y - d.y, az = (double)a.z - d.z;
    double bx = (double)b.x - d.x, by = (double)b.y - d.y, bz = (double)b.z - d.z;
    double cx = (double)c.x - d.x, cy = (double)c.y - d.y, cz = (double)c.z - d.z;
    double volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    double size = fabs(ax) * (fabs(by * cz) + fabs(bz * cy)) +
                  fabs(ay) * (fabs(bz * cx) + fabs(bx * cz)) +
                  fabs(az) * (fabs(bx * cy) + fabs(by * cx));
    if (fabs(volume) > 1e-14 * size || size == 0) {
        return (volume > 0) - (volume < 0);
    }
    return hem_oracle_orient((const hem_vec3[4]){a, b, c, d});
}

bool soup_edge_meets_face(hem_vec3 p, hem_vec3 q, const hem_vec3 face[3])
{
    int at_p = soup_orient(face[0], face[1], face[2], p);
    int at_q = soup_orient(face[0], face[1], face[2], q);
    if (at_p == at_q) {
        return false;
    }
    int side[3];
    for (int k = 0; k < 3; k++) {
        side[k] = soup_orient(p, q, face[k], face[(k + 1) % 3]);
    }
    return (side[0] >= 0 && side[1] >= 0 && side[2] >= 0) ||
           (side[0] <= 0 && side[1] <= 0 && side[2] <= 0);
}

static void corners_of(soup mesh, uint32_t triangle, hem_vec3 out[3])
{
    for (int k = 0; k < 3; k++) {
        out[k] = mesh.positions[mesh.triangles[3 * triangle + k]];
    }
}

static bool triangles_meet(soup mesh_a, uint32_t a, soup mesh_b, uint32_t b)
{
    hem_vec3 first[3], second[3];
    corners_of(mesh_a, a, first);
    corners_of(mesh_b, b, second);
    for (int k = 0; k < 3; k++) {
        if (soup_edge_meets_face(first[k], first[(k + 1) % 3], second) ||
            soup_edge_meets_face(second[k], second[(k + 1) % 3], first)) {
            return true;
        }
    }
    return false;
}

static bool share_vertex(soup mesh, uint32_t a, uint32_t b)
{
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            if (mesh.triangles[3 * a + i] == mesh.triangles[3 * b + j]) {
                return true;
            }
        }
    }
    return false;
}

static void fill_boxes(soup mesh, bool second, soup_box *out)
{
    for (uint32_t t = 0; t < mesh.triangle_count; t++) {
        hem_vec3 corner[3];
        corners_of(mesh, t, corner);
        out[t].triangle = t;
        out[t].second = second;
        for (int axis = 0; axis < 3; axis++) {
            for (int k = 0; k < 3; k++) {
                float value = axis == 0 ? corner[k].x : axis == 1 ? corner[k].y : corner[k].z;
                out[t].lo[axis] = k == 0 || value < out[t].lo[axis] ? value : out[t].lo[axis];
                out[t].hi[axis] = k == 0 || value > out[t].hi[axis] ? value : out[t].hi[axis];
            }
        }
    }
}

static int compare_on(const soup_box *a, const soup_box *b, int axis)
{
    return (a->lo[axis] > b->lo[axis]) - (a->lo[axis] < b->lo[axis]);
}

static int compare_x(const void *a, const void *b)
{
    return compare_on(a, b, 0);
}

static int compare_y(const void *a, const void *b)
{
    return compare_on(a, b, 1);
}

static int compare_z(const void *a, const void *b)
{
    return compare_on(a, b, 2);
}

static int longest_axis(const soup_box *boxes, uint32_t count)
{
    int best = 0;
    float best_length = -1.0f;
    for (int axis = 0; axis < 3; axis++) {
        float lo = boxes[0].lo[axis], hi = boxes[0].hi[axis];
        for (uint32_t i = 1; i < count; i++) {
            lo = boxes[i].lo[axis] < lo ? boxes[i].lo[axis] : lo;
            hi = boxes[i].hi[axis] > hi ? boxes[i].hi[axis] : hi;
        }
        if (hi - lo > best_length) {
            best_length = hi - lo;
            best = axis;
        }
    }
    return best;
}

static bool apart(const soup_box *a, const soup_box *b, int axis)
{
    return a->hi[axis] < b->lo[axis] || b->hi[axis] < a->lo[axis];
}

static uint64_t sweep(soup a, soup b, bool within, soup_visit *visit, void *context)
{
    static int (*const compare[3])(const void *, const void *) = {compare_x, compare_y, compare_z};
    uint32_t count = a.triangle_count + (within ? 0 : b.triangle_count);
    if (count == 0) {
        return 0;
    }
    soup_box *boxes = malloc(count * sizeof *boxes);
    fill_boxes(a, false, boxes);
    if (!within) {
        fill_boxes(b, true, boxes + a.triangle_count);
    }
    int axis = longest_axis(boxes, count);
    qsort(boxes, count, sizeof *boxes, compare[axis]);
    uint64_t pairs = 0;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = i + 1; j < count && boxes[j].lo[axis] <= boxes[i].hi[axis]; j++) {
            if ((!within && boxes[i].second == boxes[j].second) ||
                apart(&boxes[i], &boxes[j], (axis + 1) % 3) ||
                apart(&boxes[i], &boxes[j], (axis + 2) % 3)) {
                continue;
            }
            bool swapped = boxes[i].second || (within && boxes[i].triangle > boxes[j].triangle);
            uint32_t first = boxes[swapped ? j : i].triangle;
            uint32_t second = boxes[swapped ? i : j].triangle;
            if (within && share_vertex(a, first, second)) {
                continue;
            }
            if (triangles_meet(a, first, within ? a : b, second)) {
                pairs++;
                if (visit != NULL) {
                    visit(context, first, second);
                }
            }
        }
    }
    free(boxes);
    return pairs;
}

uint64_t soup_pairs_between(soup a, soup b, soup_visit *visit, void *context)
{
    return sweep(a, b, false, visit, context);
}

uint64_t soup_pairs_within(soup a, soup_visit *visit, void *context)
{
    return sweep(a, a, true, visit, context);
}
