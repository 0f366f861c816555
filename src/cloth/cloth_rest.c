/* What a mesh is like at rest: see inc/hem/cloth.h. */
#include "cloth/cloth_check.h"

#include "base/hem_assert.h"
#include "base/ranges.h"
#include "base/vec3.h"
#include "cloth/hinge_list.h"
#include "hem/port.h"

#include <string.h>

/* A height below this part of the longest side is none. */
#define FLATTEST 1e-6f

/* The warp may stand on a triangle by less than this, as a sine. */
#define STANDING 0.001f

/* An angle below this, in radians, is flat. */
#define STRAIGHT 0.0001f

hem_cloth_def hem_default_cloth_def(const hem_mesh *mesh, const hem_vec3 *rest)
{
    return (hem_cloth_def){
        .cookie = HEM_CLOTH_COOKIE,
        .mesh = mesh,
        .rest = rest,
        .warp = {1.0f, 0.0f, 0.0f},
        .angles = HEM_CLOTH_FLAT,
    };
}

/* A point of the pattern. */
typedef struct point2 {
    float warp, weft;
} point2;

static point2 less(point2 a, point2 b)
{
    return (point2){a.warp - b.warp, a.weft - b.weft};
}

static float dot2(point2 a, point2 b)
{
    return a.warp * b.warp + a.weft * b.weft;
}

static float cross2(point2 a, point2 b)
{
    return a.warp * b.weft - a.weft * b.warp;
}

/* The direction of the warp in the plane with this unit normal. */
static hem_vec3 warp_in(hem_vec3 warp, hem_vec3 normal)
{
    const hem_vec3 choice[4] = {warp, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}, {1.0f, 0.0f, 0.0f}};
    hem_vec3 flat = {1.0f, 0.0f, 0.0f};
    for (uint32_t i = 0; i < 4; i++) {
        float size = hem_length(choice[i]);
        hem_vec3 unit = hem_scale(1.0f / size, choice[i]);
        flat = hem_add_scaled(unit, -hem_dot(unit, normal), normal);
        float length = hem_length(flat);
        if (length > STANDING) {
            return hem_scale(1.0f / length, flat);
        }
    }
    return flat;
}

/* The corners of a triangle in warp and weft; the first is the origin. */
static void lay_flat(const hem_cloth_def *def, uint32_t t, point2 corner[3])
{
    corner[0] = (point2){0.0f, 0.0f};
    if (def->pattern != NULL) {
        const float *at = def->pattern + 6u * (size_t)t;
        corner[1] = (point2){at[2] - at[0], at[3] - at[1]};
        corner[2] = (point2){at[4] - at[0], at[5] - at[1]};
        return;
    }
    const uint32_t *v = hem_mesh_triangles(def->mesh) + 3u * (size_t)t;
    hem_vec3 first = hem_sub(def->rest[v[1]], def->rest[v[0]]);
    hem_vec3 second = hem_sub(def->rest[v[2]], def->rest[v[0]]);
    hem_vec3 across = hem_cross(first, second);
    float size = hem_length(across);
    if (!(size > 0.0f)) {
        corner[1] = corner[2] = corner[0];
        return;
    }
    hem_vec3 normal = hem_scale(1.0f / size, across);
    hem_vec3 warp = warp_in(def->warp, normal), weft = hem_cross(normal, warp);
    corner[1] = (point2){hem_dot(first, warp), hem_dot(first, weft)};
    corner[2] = (point2){hem_dot(second, warp), hem_dot(second, weft)};
}

static bool has_area(const point2 corner[3])
{
    point2 far = less(corner[2], corner[1]);
    float longest =
        hem_max(hem_max(dot2(corner[1], corner[1]), dot2(corner[2], corner[2])), dot2(far, far));
    float doubled = hem_abs(cross2(corner[1], corner[2]));
    return doubled > FLATTEST * longest && hem_is_finite(1.0f / doubled) &&
           hem_is_finite(hem_sqrt(longest) / doubled);
}

static hem_status check_areas(const hem_cloth_def *def, hem_detail *detail)
{
    for (uint32_t t = 0; t < def->mesh->triangle_count; t++) {
        point2 corner[3];
        lay_flat(def, t, corner);
        if (!has_area(corner)) {
            detail->index = t;
            return HEM_ZERO_AREA;
        }
    }
    return HEM_OK;
}

/* The lanes behind the last triangle hold it again. Returns the area. */
static float find_membranes(const hem_cloth_def *def, hem_cloth_membrane *membranes)
{
    float area = 0.0f;
    uint32_t count = def->mesh->triangle_count;
    for (uint32_t t = 0; t < (count + 3u) / 4u * 4u; t++) {
        point2 corner[3];
        lay_flat(def, t < count ? t : count - 1u, corner);
        float determinant = cross2(corner[1], corner[2]);
        hem_cloth_membrane *four = &membranes[t / 4u];
        four->warp[0][t % 4u] = corner[2].weft / determinant;
        four->warp[1][t % 4u] = -corner[1].weft / determinant;
        four->weft[0][t % 4u] = -corner[2].warp / determinant;
        four->weft[1][t % 4u] = corner[1].warp / determinant;
        area = area + (t < count ? 0.5f * hem_abs(determinant) : 0.0f);
    }
    return area;
}

/* One side of a hinge, as it lies flat. */
typedef struct hinge_side {
    float length, area; /* of the edge; of the triangle */
    float foot; /* of the opposite vertex on the edge: 0 at its first vertex, 1 at its second */
    float height;
} hinge_side;

static hinge_side side_of(const hem_cloth_def *def, uint32_t t, const hem_hinge_now *hinge)
{
    const uint32_t *v = hem_mesh_triangles(def->mesh) + 3u * (size_t)t;
    point2 corner[3];
    lay_flat(def, t, corner);
    uint32_t first = v[0] == hinge->vertex[0] ? 0u : v[1] == hinge->vertex[0] ? 1u : 2u;
    uint32_t second = v[0] == hinge->vertex[1] ? 0u : v[1] == hinge->vertex[1] ? 1u : 2u;
    point2 edge = less(corner[second], corner[first]);
    point2 apex = less(corner[3u - first - second], corner[first]);
    float square = dot2(edge, edge), length = hem_sqrt(square);
    float doubled = hem_abs(cross2(edge, apex));
    return (hinge_side){length, 0.5f * doubled, dot2(edge, apex) / square, doubled / length};
}

/* |b| at rest, with the sign of the bend. */
static float bend_at_rest(const hem_vec3 *x, const hem_hinge_now *hinge, const float weight[3])
{
    const uint32_t *v = hinge->vertex;
    hem_vec3 edge = hem_sub(x[v[1]], x[v[0]]), left = hem_sub(x[v[2]], x[v[0]]),
             right = hem_sub(x[v[3]], x[v[0]]);
    hem_vec3 b = hem_add_scaled(hem_scale(weight[0], edge), weight[1], left);
    b = hem_add_scaled(b, weight[2], right);
    hem_vec3 normal = hem_add(hem_cross(edge, left), hem_cross(right, edge));
    return hem_dot(b, normal) < 0.0f ? -hem_length(b) : hem_length(b);
}

static hem_cloth_hinge hinge_of(const hem_cloth_def *def, uint32_t edge, const hem_hinge_now *hinge)
{
    const uint32_t *sides =
        hem_mesh_edge_triangles(def->mesh) + hem_mesh_edge_begin(def->mesh)[edge];
    hinge_side left = side_of(def, sides[0], hinge), right = side_of(def, sides[1], hinge);
    float scale = 0.5f * (left.length + right.length) / hem_sqrt(left.area + right.area);
    float per_left = scale / left.height, per_right = scale / right.height;
    hem_cloth_hinge made = {
        .weight = {-(left.foot * per_left + right.foot * per_right), per_left, per_right},
    };
    if (def->angles == (uint32_t)HEM_CLOTH_SHAPED) {
        float bend = bend_at_rest(def->rest, hinge, made.weight);
        made.rest = hem_abs(bend) > STRAIGHT * scale ? bend : 0.0f;
    }
    return made;
}

static void find_hinges(const hem_cloth_def *def, hem_cloth *cloth, hem_cloth_hinge *hinges)
{
    for (uint32_t edge = 0; edge < def->mesh->edge_count; edge++) {
        hem_hinge_now hinge;
        if (hem_hinge_at(def->mesh, edge, &hinge)) {
            hinges[cloth->hinge_count] = hinge_of(def, edge, &hinge);
            cloth->curved |= hem_abs(hinges[cloth->hinge_count].rest) > 0.0f;
            cloth->hinge_count++;
        }
    }
}

static float find_volume(const hem_cloth_def *def)
{
    const uint32_t closed = HEM_MESH_CLOSED | HEM_MESH_ORIENTED,
                   *triangles = hem_mesh_triangles(def->mesh);
    float volume = 0.0f;
    if ((def->mesh->flags & closed) != closed) {
        return volume;
    }
    for (uint32_t t = 0; t < def->mesh->triangle_count; t++) {
        const uint32_t *v = triangles + 3u * (size_t)t;
        hem_vec3 a = hem_sub(def->rest[v[0]], def->rest[0]);
        hem_vec3 b = hem_sub(def->rest[v[1]], def->rest[0]);
        hem_vec3 c = hem_sub(def->rest[v[2]], def->rest[0]);
        volume = volume + hem_dot(a, hem_cross(b, c)) / 6.0f;
    }
    return volume;
}

static hem_cloth *take_cloth(hem_arena *arena, const hem_cloth_def *def)
{
    hem_cloth *cloth = hem_arena_take(arena, 1, sizeof(hem_cloth));
    HEM_ASSERT(cloth != NULL);
    memset(cloth, 0, sizeof *cloth);
#define TAKE_PART(name, type, count)                                            \
    {                                                                           \
        uint8_t *part = hem_arena_take(arena, (uint32_t)(count), sizeof(type)); \
        memset(part, 0, (size_t)(count) * sizeof(type));                        \
        cloth->offset.name = (uint32_t)(part - (uint8_t *)cloth);               \
    }
    HEM_CLOTH_REGIONS(TAKE_PART, def->mesh->triangle_count, def->mesh->edge_count)
#undef TAKE_PART
    return cloth;
}

static const hem_cloth *build(hem_arena *arena, const hem_cloth_def *def)
{
    hem_cloth *cloth = take_cloth(arena, def);
    uint8_t *base = (uint8_t *)cloth;
    cloth->vertex_count = def->mesh->vertex_count;
    cloth->triangle_count = def->mesh->triangle_count;
    cloth->edge_count = def->mesh->edge_count;
    cloth->area =
        find_membranes(def, (hem_cloth_membrane *)(void *)(base + cloth->offset.membranes));
    find_hinges(def, cloth, (hem_cloth_hinge *)(void *)(base + cloth->offset.hinges));
    cloth->volume = find_volume(def);
    return cloth;
}

hem_status hem_cloth_build(hem_arena *arena, const hem_cloth_def *def, const hem_cloth **out,
                           hem_detail *detail)
{
    hem_detail local = {HEM_NONE, 0u};
    hem_status status = hem_cloth_def_check(arena, def, out, detail, &local);
    if (status == HEM_OK) {
        uint32_t saved = hem_fp_enter();
        status = check_areas(def, &local);
        if (status == HEM_OK) {
            *out = build(arena, def);
        }
        hem_fp_leave(saved);
    }
    if (detail != NULL && status != HEM_ALIASED && status != HEM_NULL) {
        *detail = local;
    }
    return status;
}
