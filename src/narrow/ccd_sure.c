/* The continuous test that never misses: see ccd_sure.h. It ends at once (ccd_once.h) or searches
 * (ccd_search.h). */
#include "narrow/ccd_sure.h"
#include "narrow/ccd_search.h"
#include "narrow/ccd_once.h"

hem_ccd_state hem_ccd_sure_vertex_face(const hem_vec3 *start, const hem_vec3 *end,
                                       const uint32_t vertex[4], float separation, hem_ccd_out *out)
{
    const hem_ccd_points points = {start, end, vertex};
    hem_ccd_motion motion;
    hem_ccd_face_motion(&points, &motion);
    if (hem_ccd_clear_at_once(&motion, separation)) {
        return hem_ccd_clear(separation, 0, out);
    }
    return hem_ccd_search(&points, false, &motion, separation, HEM_CCD_NEVER, out);
}

hem_ccd_state hem_ccd_sure_edge_edge(const hem_vec3 *start, const hem_vec3 *end,
                                     const uint32_t vertex[4], float separation, hem_ccd_out *out)
{
    const hem_ccd_points points = {start, end, vertex};
    hem_ccd_motion motion;
    hem_ccd_edge_motion(&points, &motion);
    if (hem_ccd_clear_at_once(&motion, separation)) {
        return hem_ccd_clear(separation, 0, out);
    }
    return hem_ccd_search(&points, true, &motion, separation, HEM_CCD_NEVER, out);
}

hem_ccd_state hem_ccd_unclear(const hem_vec3 start[4], const hem_vec3 end[4], bool edges,
                              float separation, float latest, hem_ccd_out *out)
{
    static const uint32_t order[4] = {0, 1, 2, 3};
    const hem_ccd_points points = {start, end, order};
    hem_ccd_motion motion;
    if (edges) {
        hem_ccd_edge_motion(&points, &motion);
    } else {
        hem_ccd_face_motion(&points, &motion);
    }
    return hem_ccd_search(&points, edges, &motion, separation, latest, out);
}
