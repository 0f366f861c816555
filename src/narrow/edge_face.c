/* Edge against face: signs of tetrahedra, ties broken by vertex ids. See edge_face.h. */
#include "narrow/edge_face.h"
#include "narrow/sides.h"
#include "base/hem_assert.h"

/* The side of the face's plane on which a point lies, -1 below or 1 above, never 0. */
static int side_of_face(const hem_plane *plane, const hem_vec3 face[3], const uint32_t face_id[3],
                        const hem_vec3 *point, uint32_t id)
{
    int side = hem_plane_side_filter(plane, point);
    if (side == 0) {
        const hem_vec3 points[4] = {face[0], face[1], face[2], *point};
        const uint32_t ids[4] = {face_id[0], face_id[1], face_id[2], id};
        side = -hem_orient_sos_exact(points, ids);
    }
    return side;
}

/* On which side of side k of the face the edge's line passes, where `from` is the side of the plane
 * that the edge comes from: 1 where the face is, -1 beyond. */
static int passes_inside(const hem_vec3 edge[2], const uint32_t edge_id[2], const hem_vec3 face[3],
                         const uint32_t face_id[3], int from, uint32_t k)
{
    uint32_t next = k == 2 ? 0 : k + 1;
    const hem_vec3 points[4] = {edge[0], edge[1], face[k], face[next]};
    const uint32_t ids[4] = {edge_id[0], edge_id[1], face_id[k], face_id[next]};
    return from * hem_orient_sos(points, ids);
}

bool hem_edge_passes_face(const hem_vec3 edge[2], const uint32_t edge_id[2], const hem_vec3 face[3],
                          const uint32_t face_id[3], bool above)
{
    int from = above ? 1 : -1;
    return passes_inside(edge, edge_id, face, face_id, from, 0) > 0 &&
           passes_inside(edge, edge_id, face, face_id, from, 1) > 0 &&
           passes_inside(edge, edge_id, face, face_id, from, 2) > 0;
}

bool hem_edge_crosses_face(const hem_vec3 edge[2], const uint32_t edge_id[2],
                           const hem_vec3 face[3], const uint32_t face_id[3])
{
    hem_plane plane = hem_plane_of(face);
    int from = side_of_face(&plane, face, face_id, &edge[0], edge_id[0]);
    int to = side_of_face(&plane, face, face_id, &edge[1], edge_id[1]);
    return from != to && hem_edge_passes_face(edge, edge_id, face, face_id, from > 0);
}

hem_region hem_edge_region(const hem_vec3 edge[2], const uint32_t edge_id[2],
                           const hem_vec3 face[3], const uint32_t face_id[3])
{
    /* By the sides that the line passes on the far side of: bit k for the side from corner k to the
     * next. Beyond two sides is beyond the corner between them; beyond all three is impossible. */
    static const hem_region regions[8] = {
        HEM_REGION_INTERIOR, HEM_REGION_EDGE_0,   HEM_REGION_EDGE_1,   HEM_REGION_CORNER_1,
        HEM_REGION_EDGE_2,   HEM_REGION_CORNER_0, HEM_REGION_CORNER_2, HEM_REGION_INTERIOR,
    };
    hem_plane plane = hem_plane_of(face);
    int from = side_of_face(&plane, face, face_id, &edge[0], edge_id[0]);
    int to = side_of_face(&plane, face, face_id, &edge[1], edge_id[1]);
    if (from == to) {
        return from > 0 ? HEM_REGION_ABOVE : HEM_REGION_BELOW;
    }
    uint32_t beyond = 0;
    for (uint32_t k = 0; k < 3; k++) {
        beyond |= passes_inside(edge, edge_id, face, face_id, from, k) < 0 ? 1u << k : 0u;
    }
    HEM_ASSERT(beyond != 7u);
    return regions[beyond];
}
