/* See triangle_oracle.h. */
#include "triangle_oracle.h"

#include "hem/narrow.h"

#include <string.h>

static bool vertices_near(const hem_vec3 points[3], const hem_vec3 face[3], float epsilon)
{
    bool near = false;
    for (uint32_t i = 0; i < 3 && !near; i++) {
        hem_closest_out out;
        hem_closest_in in = {{points[i], face[0], face[1], face[2]}};
        hem_closest_vertex_face(&in, &out);
        near = out.distance < epsilon;
    }
    return near;
}

static bool edges_near(const hem_vec3 a[3], const hem_vec3 b[3], float epsilon)
{
    bool near = false;
    for (uint32_t i = 0; i < 9 && !near; i++) {
        hem_closest_out out;
        hem_closest_in in = {{a[i / 3u], a[(i / 3u + 1u) % 3u], b[i % 3u], b[(i + 1u) % 3u]}};
        hem_closest_edge_edge(&in, &out);
        near = out.distance < epsilon;
    }
    return near;
}

bool triangle_oracle_near(const hem_vec3 a[3], const hem_vec3 b[3], float epsilon)
{
    return vertices_near(a, b, epsilon) || vertices_near(b, a, epsilon) ||
           edges_near(a, b, epsilon) || triangle_oracle_meet(a, b);
}

bool triangle_oracle_meet(const hem_vec3 a[3], const hem_vec3 b[3])
{
    hem_triangle_triangle_in in;
    memcpy(in.a, a, sizeof in.a);
    memcpy(in.b, b, sizeof in.b);
    return hem_triangle_triangle(&in) == HEM_NARROW_MEETING;
}
