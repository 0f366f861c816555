/* Triangles that are tangled: see tangled.h. */
#include "detect/tangled.h"

#include "base/bits.h"
#include "detect/crossings_each.h"

uint64_t hem_tangled_bytes(uint32_t body_count, uint32_t triangle_count, uint32_t room)
{
    return HEM_ARENA_BYTES(room, sizeof(hem_pair)) +
           HEM_ARENA_BYTES(HEM_BIT_WORDS(triangle_count), sizeof(uint32_t)) +
           HEM_ARENA_BYTES(body_count, sizeof(hem_tangled_first));
}

void hem_tangled_take(hem_tangled *tangled, const hem_moving_body *bodies, uint32_t body_count,
                      uint32_t room, hem_arena *scratch)
{
    *tangled = (hem_tangled){.bodies = bodies, .body_count = body_count};
    tangled->crossings.room = room;
    tangled->crossings.pairs = hem_arena_take(scratch, room, sizeof(hem_pair));
    tangled->first = hem_arena_take(scratch, body_count, sizeof *tangled->first);
    hem_tangled_first next = {0, 0};
    for (uint32_t i = 0; i < body_count; i++) {
        tangled->first[i] = next;
        next.triangle += bodies[i].mesh->triangle_count;
        next.edge += bodies[i].mesh->edge_count;
    }
    tangled->triangle_count = next.triangle;
    uint32_t words = HEM_BIT_WORDS(next.triangle);
    tangled->crossed = hem_arena_take(scratch, words, sizeof *tangled->crossed);
    hem_bits_clear_all(tangled->crossed, next.triangle);
}

/* ---- finding them ---- */

/* Two bodies that are looked at. */
typedef struct look {
    hem_tangled *tangled;
    hem_pair bodies;
} look;

static void take_crossing(void *to, hem_pair crossing, bool edge_of_b)
{
    const look *now = to;
    hem_tangled *tangled = now->tangled;
    uint32_t edge_of = edge_of_b ? now->bodies.second : now->bodies.first;
    uint32_t face_of = edge_of_b ? now->bodies.first : now->bodies.second;
    hem_pair_list_add(&tangled->crossings,
                      (hem_pair){tangled->first[face_of].triangle + crossing.second,
                                 tangled->first[edge_of].edge + crossing.first});
}

static hem_side side_of(const hem_moving_body *body, const hem_vec3 *positions)
{
    return (hem_side){.mesh = body->mesh,
                      .tree = body->tree,
                      .positions = positions + body->first_vertex,
                      .first_vertex = body->first_vertex};
}

void hem_tangled_look(hem_tangled *tangled, hem_pair bodies, const hem_vec3 *positions,
                      hem_arena *scratch)
{
    look now = {tangled, bodies};
    const hem_crossings_in in = {.a = side_of(&tangled->bodies[bodies.first], positions),
                                 .b = side_of(&tangled->bodies[bodies.second], positions),
                                 .touching = true,
                                 .scratch = scratch};
    hem_crossings_out out;
    (void)hem_crossings_each(&in, take_crossing, &now, &out);
    tangled->touching += out.touching;
}

void hem_tangled_finish(hem_tangled *tangled)
{
    hem_pair_list *list = &tangled->crossings;
    hem_pair_list_finish(list);
    for (uint32_t i = 0; i < list->kept; i++) {
        hem_bits_add(tangled->crossed, list->pairs[i].first);
    }
}

/* ---- asking for them ---- */

/* The triangles at a feature of a body. */
typedef struct at_feature {
    const hem_mesh *mesh;
    hem_tangled_first first;
    const uint32_t *triangles;
    uint32_t count;
    uint32_t face; /* the triangle, where the feature is one */
} at_feature;

static at_feature of_body(const hem_tangled *tangled, uint32_t body)
{
    return (at_feature){.mesh = tangled->bodies[body].mesh, .first = tangled->first[body]};
}

static void at_face(at_feature *at, uint32_t face)
{
    at->face = face;
    at->triangles = &at->face;
    at->count = 1;
}

static void at_vertex(at_feature *at, uint32_t vertex)
{
    const uint32_t *begin = hem_mesh_ring_begin(at->mesh) + vertex;
    at->triangles = hem_mesh_ring(at->mesh) + begin[0];
    at->count = begin[1] - begin[0];
}

static void at_edge(at_feature *at, uint32_t edge)
{
    const uint32_t *begin = hem_mesh_edge_begin(at->mesh) + edge;
    at->triangles = hem_mesh_edge_triangles(at->mesh) + begin[0];
    at->count = begin[1] - begin[0];
}

/* Where the crossings of a face begin. */
static uint32_t crossings_begin(const hem_pair_list *list, uint32_t face)
{
    uint32_t low = 0, high = list->kept;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2u;
        if (list->pairs[middle].first < face) {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Does an edge of a triangle at the one go through a triangle at the other, which is crossed? */
static bool goes_through(const hem_tangled *tangled, const at_feature *edges_of, uint32_t face)
{
    const hem_pair_list *list = &tangled->crossings;
    const uint32_t *triangle_edges = hem_mesh_triangle_edges(edges_of->mesh);
    for (uint32_t i = crossings_begin(list, face); i < list->kept && list->pairs[i].first == face;
         i++) {
        /* Of another body, it is no edge of these triangles. */
        uint32_t edge = list->pairs[i].second - edges_of->first.edge;
        for (uint32_t t = 0; t < edges_of->count; t++) {
            const uint32_t *own = triangle_edges + 3u * (size_t)edges_of->triangles[t];
            if (own[0] == edge || own[1] == edge || own[2] == edge) {
                return true;
            }
        }
    }
    return false;
}

static bool any_goes_through(const hem_tangled *tangled, const at_feature *edges_of,
                             const at_feature *faces_of)
{
    bool any = false;
    for (uint32_t i = 0; !any && i < faces_of->count; i++) {
        uint32_t face = faces_of->first.triangle + faces_of->triangles[i];
        any = hem_bits_has(tangled->crossed, face) && goes_through(tangled, edges_of, face);
    }
    return any;
}

/* Either way round. */
static bool tangled_with(const hem_tangled *tangled, const at_feature *a, const at_feature *b)
{
    return any_goes_through(tangled, a, b) || any_goes_through(tangled, b, a);
}

bool hem_tangled_lets_through(const hem_tangled *tangled, hem_pair bodies, hem_contact_kind kind,
                              hem_pair features)
{
    at_feature a = of_body(tangled, bodies.first), b = of_body(tangled, bodies.second);
    if (kind == HEM_CONTACT_EDGE_EDGE) {
        at_edge(&a, features.first);
        at_edge(&b, features.second);
    } else if (kind == HEM_CONTACT_VERTEX_FACE) {
        at_vertex(&a, features.first);
        at_face(&b, features.second);
    } else {
        at_face(&a, features.first);
        at_vertex(&b, features.second);
    }
    return tangled_with(tangled, &a, &b);
}

/* ---- crossings one by one ---- */

/* The last body whose triangles, or edges, do not begin behind that number. */
static uint32_t body_of(const hem_tangled *tangled, uint32_t number, bool edge)
{
    uint32_t low = 0, high = tangled->body_count;
    while (high - low > 1u) {
        uint32_t middle = low + (high - low) / 2u;
        const hem_tangled_first *first = &tangled->first[middle];
        if ((edge ? first->edge : first->triangle) <= number) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

hem_tangled_crossing hem_tangled_crossing_at(const hem_tangled *tangled, uint32_t i)
{
    hem_pair crossing = tangled->crossings.pairs[i]; /* a face and an edge */
    hem_tangled_crossing found = {0};
    found.face_body = body_of(tangled, crossing.first, false);
    found.edge_body = body_of(tangled, crossing.second, true);
    const hem_moving_body *edge_of = &tangled->bodies[found.edge_body];
    const hem_moving_body *face_of = &tangled->bodies[found.face_body];
    found.edge = crossing.second - tangled->first[found.edge_body].edge;
    found.face = crossing.first - tangled->first[found.face_body].triangle;
    hem_pair ends = hem_mesh_edges(edge_of->mesh)[found.edge];
    const uint32_t *corner = hem_mesh_triangles(face_of->mesh) + 3u * (size_t)found.face;
    found.vertex[0] = edge_of->first_vertex + ends.first;
    found.vertex[1] = edge_of->first_vertex + ends.second;
    for (uint32_t k = 0; k < 3; k++) {
        found.vertex[2u + k] = face_of->first_vertex + corner[k];
    }
    return found;
}

bool hem_tangled_lets_cross(const hem_tangled *tangled, const hem_tangled_crossing *crossing)
{
    at_feature a = of_body(tangled, crossing->edge_body);
    at_feature b = of_body(tangled, crossing->face_body);
    hem_pair ends = hem_mesh_edges(a.mesh)[crossing->edge];
    const uint32_t *sides = hem_mesh_triangle_edges(b.mesh) + 3u * (size_t)crossing->face;
    at_face(&b, crossing->face);
    at_vertex(&a, ends.first);
    bool lets = tangled_with(tangled, &a, &b);
    at_vertex(&a, ends.second);
    lets = lets || tangled_with(tangled, &a, &b);
    at_edge(&a, crossing->edge);
    for (uint32_t k = 0; !lets && k < 3; k++) {
        at_edge(&b, sides[k]);
        lets = tangled_with(tangled, &a, &b);
    }
    return lets;
}
