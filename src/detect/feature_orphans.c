/* Orphan pairs of a mesh, for one body with itself: see feature_search.h. They are known from the
 * mesh, so no tree leads to them; what is apart along the axes of an 18-DOP is sorted out in lanes
 * of four. */
#include "detect/feature_search.h"

#include "base/bits.h"
#include "detect/query_lanes.h"

/* Orphans that wait to be looked at, all of one kind. */
typedef struct waiting {
    hem_feature_query query[4];
    uint32_t count;
} waiting;

/* Takes the points of queries, a query a lane, relative to an origin, so that it does not matter
 * how far away they are. */
static void take_relative(hem_points_4 *lanes, const hem_f4 origin[3])
{
    for (uint32_t k = 0; k < 4; k++) {
        hem_f4_store(lanes->x[k], hem_f4_sub(hem_f4_load(lanes->x[k]), origin[0]));
        hem_f4_store(lanes->y[k], hem_f4_sub(hem_f4_load(lanes->y[k]), origin[1]));
        hem_f4_store(lanes->z[k], hem_f4_sub(hem_f4_load(lanes->z[k]), origin[2]));
    }
}

/* In which lanes the features are apart along an axis, the second ahead of the first or behind. */
typedef struct apart {
    hem_m4 ahead, behind;
} apart;

/* The first `split` values are those of the first feature. A place errs by two roundings of what
 * the reach has to spare for. */
static inline apart find_apart(const hem_f4 at[4], uint32_t split, hem_f4 margin)
{
    hem_f4 least_first = at[0], most_first = at[0], least_second = at[3], most_second = at[3];
    for (uint32_t k = 1; k < 3; k++) {
        if (k < split) {
            least_first = hem_f4_min(at[k], least_first);
            most_first = hem_f4_max(at[k], most_first);
        } else {
            least_second = hem_f4_min(at[k], least_second);
            most_second = hem_f4_max(at[k], most_second);
        }
    }
    return (apart){hem_f4_lt(margin, hem_f4_sub(least_second, most_first)),
                   hem_f4_lt(margin, hem_f4_sub(least_first, most_second))};
}

/* Along x, x + y and x - y, for any x and y, at one end of the step. */
static inline void find_three(const float (*x)[4], const float (*y)[4], uint32_t split, float reach,
                              apart out[3])
{
    hem_f4 plain[4], sum[4], difference[4];
    hem_f4 slanted = hem_f4_splat(1.4142137f * reach);
    for (uint32_t k = 0; k < 4; k++) {
        hem_f4 other = hem_f4_load(y[k]);
        plain[k] = hem_f4_load(x[k]);
        sum[k] = hem_f4_add(plain[k], other);
        difference[k] = hem_f4_sub(plain[k], other);
    }
    out[0] = find_apart(plain, split, hem_f4_splat(reach));
    out[1] = find_apart(sum, split, slanted);
    out[2] = find_apart(difference, split, slanted);
}

/* Those that are apart at the end as well. */
static void keep_apart(apart of[3], const apart end[3])
{
    for (uint32_t i = 0; i < 3; i++) {
        of[i].ahead = hem_m4_and(of[i].ahead, end[i].ahead);
        of[i].behind = hem_m4_and(of[i].behind, end[i].behind);
    }
}

/* Bits of the lanes that are apart along one of three axes. */
static uint32_t apart_bits(const apart of[3])
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < 3; i++) {
        bits |= hem_m4_bits(hem_m4_or(of[i].ahead, of[i].behind));
    }
    return bits;
}

static inline uint32_t apart_lanes(const hem_feature_search *search, const waiting *own,
                                   uint32_t split)
{
    bool moving = search->ends != NULL;
    hem_points_4 start = hem_query_lanes(search->points, own->query, own->count), end = start;
    const hem_f4 origin[3] = {hem_f4_load(start.x[0]), hem_f4_load(start.y[0]),
                              hem_f4_load(start.z[0])};
    take_relative(&start, origin);
    if (moving) {
        end = hem_query_lanes(search->ends, own->query, own->count);
        take_relative(&end, origin);
    }
    uint32_t bits = 0;
    const float(*const from[4])[4] = {(const float(*)[4])start.x, (const float(*)[4])start.y,
                                      (const float(*)[4])start.z, (const float(*)[4])start.x};
    const float(*const to[4])[4] = {(const float(*)[4])end.x, (const float(*)[4])end.y,
                                    (const float(*)[4])end.z, (const float(*)[4])end.x};
    for (uint32_t axis = 0; axis < 3 && bits != 15u; axis++) {
        apart first[3], last[3];
        find_three(from[axis], from[axis + 1u], split, search->reach, first);
        if (moving) {
            find_three(to[axis], to[axis + 1u], split, search->reach, last);
            keep_apart(first, last);
        }
        bits |= apart_bits(first);
    }
    return bits;
}

/* Asks about those that wait and may be close. */
static inline void look(hem_feature_search *search, waiting *own, uint32_t split)
{
    uint32_t left = (1u << own->count) - 1u;
    if (own->count > 0 && !search->no_volumes) {
        left &= ~apart_lanes(search, own, split);
    }
    for (; left != 0; left &= left - 1u) {
        hem_pair features = own->query[hem_bits_lowest(left)].features;
        if (split == 1u) {
            hem_feature_ask_vertex_face(search, true, features.first, features.second, true);
        } else {
            hem_feature_ask_edge_edge(search, features.first, features.second, true);
        }
    }
    own->count = 0;
}

static inline void add(hem_feature_search *search, waiting *own, const hem_feature_query *query,
                       uint32_t split)
{
    if (hem_feature_is_marked(search, query)) {
        own->query[own->count++] = *query;
        if (own->count == 4u) {
            look(search, own, split);
        }
    }
}

void hem_feature_search_orphans(hem_feature_search *search)
{
    const hem_mesh *mesh = search->a.mesh;
    const hem_pair *orphan = hem_mesh_orphans(mesh);
    uint32_t base = search->first_a;
    waiting own = {.count = 0};
    for (uint32_t i = 0; i < mesh->vertex_face_orphans; i++, orphan++) {
        const uint32_t *corners = hem_mesh_triangles(mesh) + 3u * (size_t)orphan->second;
        const hem_feature_query query = {
            {base + orphan->first, base + corners[0], base + corners[1], base + corners[2]},
            *orphan};
        add(search, &own, &query, 1);
    }
    look(search, &own, 1);
    for (uint32_t i = 0; i < mesh->edge_edge_orphans; i++, orphan++) {
        hem_pair first = hem_mesh_edges(mesh)[orphan->first];
        hem_pair second = hem_mesh_edges(mesh)[orphan->second];
        const hem_feature_query query = {
            {base + first.first, base + first.second, base + second.first, base + second.second},
            *orphan};
        add(search, &own, &query, 2);
    }
    look(search, &own, 2);
}
