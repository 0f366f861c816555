/* Light and colour of a picture: one lamp that throws shadows, light from the sky and the ground,
 * and colours that go together. Both sides of a cloth are lit; its back is paler. */
#include "picture_parts.h"

enum { LAMP_PIXELS = 1024 };

static float lamp_nearest[LAMP_PIXELS * LAMP_PIXELS];
static hem_vec3 normals[PICTURE_VERTICES]; /* mean of the faces around a vertex, by area */

/* The lamp is far away: its picture is seen without perspective, along the light. */
static struct {
    hem_vec3 right, up, middle;
    float scale, reach;
} lamp;

hem_vec3 picture_to_light(void)
{
    return picture_unit((hem_vec3){-0.45f, -0.55f, 1.0f});
}

static void look_from_lamp(hem_vec3 point, float at[3])
{
    hem_vec3 from = picture_add(point, -1.0f, lamp.middle);
    at[0] = 0.5f * (float)LAMP_PIXELS + lamp.scale * picture_dot(from, lamp.right);
    at[1] = 0.5f * (float)LAMP_PIXELS + lamp.scale * picture_dot(from, lamp.up);
    at[2] = 2.0f * lamp.reach + picture_dot(from, picture_to_light());
}

static void remember_lit(void *context, uint32_t pixel, float nearness)
{
    (void)context;
    lamp_nearest[pixel] = nearness > lamp_nearest[pixel] ? nearness : lamp_nearest[pixel];
}

/* Points the lamp at all that is not ground. */
static void aim(const picture_in *in)
{
    hem_vec3 low = {0}, high = {0};
    bool any = false;
    for (uint32_t b = 0; b < in->body_count; b++) {
        const picture_body *body = &in->bodies[b];
        for (uint32_t t = 0; t < body->triangle_count && !body->ground; t++) {
            for (uint32_t k = 0; k < 3u; k++) {
                hem_vec3 p = picture_corner(body, t, k);
                low = any ? (hem_vec3){fminf(low.x, p.x), fminf(low.y, p.y), fminf(low.z, p.z)} : p;
                high = any ? (hem_vec3){fmaxf(high.x, p.x), fmaxf(high.y, p.y), fmaxf(high.z, p.z)}
                           : p;
                any = true;
            }
        }
    }
    hem_vec3 across = picture_add(high, -1.0f, low);
    lamp.middle = picture_add(low, 0.5f, across);
    lamp.reach = 0.5f * sqrtf(picture_dot(across, across)) + 1e-6f;
    lamp.scale = 0.49f * (float)LAMP_PIXELS / lamp.reach;
    lamp.right = picture_unit(picture_cross((hem_vec3){0.0f, 1.0f, 0.0f}, picture_to_light()));
    lamp.up = picture_cross(picture_to_light(), lamp.right);
}

static hem_vec3 face_normal(const picture_body *body, uint32_t triangle)
{
    hem_vec3 p = picture_corner(body, triangle, 0);
    return picture_cross(picture_add(picture_corner(body, triangle, 1), -1.0f, p),
                         picture_add(picture_corner(body, triangle, 2), -1.0f, p));
}

static void find_normals(const picture_in *in)
{
    uint32_t first = 0;
    for (uint32_t b = 0; b < in->body_count; b++) {
        const picture_body *body = &in->bodies[b];
        for (uint32_t v = 0; v < body->vertex_count; v++) {
            normals[first + v] = (hem_vec3){0};
        }
        for (uint32_t k = 0; k < 3u * body->triangle_count; k++) {
            hem_vec3 *normal = &normals[first + body->triangles[k]];
            *normal = picture_add(*normal, 1.0f, face_normal(body, k / 3u));
        }
        for (uint32_t v = 0; v < body->vertex_count; v++) {
            normals[first + v] = picture_unit(normals[first + v]);
        }
        first += body->vertex_count;
    }
}

void picture_shine(const picture_in *in)
{
    aim(in);
    find_normals(in);
    for (uint32_t p = 0; p < LAMP_PIXELS * LAMP_PIXELS; p++) {
        lamp_nearest[p] = 0.0f;
    }
    for (uint32_t b = 0; b < in->body_count; b++) {
        const picture_body *body = &in->bodies[b];
        for (uint32_t t = 0; t < body->triangle_count && !body->ground; t++) {
            picture_face face = {0};
            for (uint32_t k = 0; k < 3u; k++) {
                float at[3];
                look_from_lamp(picture_corner(body, t, k), at);
                face.x[k] = at[0];
                face.y[k] = at[1];
                face.nearness[k] = at[2];
            }
            picture_fill(&face, LAMP_PIXELS, LAMP_PIXELS, remember_lit, NULL);
        }
    }
}

/* How much of the lamp reaches a point, 0 to 1: looked up around it, for a soft edge. */
static float lamp_reaches(hem_vec3 point)
{
    float at[3], lit = 0.0f;
    look_from_lamp(point, at);
    for (int32_t k = 0; k < 9; k++) {
        float x = at[0] + 2.0f * (float)(k % 3 - 1), y = at[1] + 2.0f * (float)(k / 3 - 1);
        uint32_t pixel = (uint32_t)y * LAMP_PIXELS + (uint32_t)x;
        /* A little in front, or a face would darken itself. */
        lit += at[2] + 0.02f * lamp.reach > lamp_nearest[pixel] ? 1.0f / 9.0f : 0.0f;
    }
    return lit;
}

static hem_vec3 palette(uint32_t colour)
{
    static const hem_vec3 things = {0.76f, 0.74f, 0.71f};
    static const hem_vec3 cloths[10] = {
        {0.86f, 0.38f, 0.26f}, {0.16f, 0.52f, 0.60f}, {0.94f, 0.69f, 0.30f}, {0.24f, 0.34f, 0.58f},
        {0.83f, 0.47f, 0.55f}, {0.42f, 0.63f, 0.47f}, {0.58f, 0.38f, 0.60f}, {0.45f, 0.69f, 0.85f},
        {0.70f, 0.28f, 0.32f}, {0.85f, 0.79f, 0.62f}};
    return colour == 0 ? things : cloths[(colour - 1u) % 10u];
}

static uint32_t channel(float base, float light, float paler)
{
    float value = base * base; /* about linear in light */
    value = (value + paler * (0.55f - value)) * light;
    value = value / (1.0f + 0.25f * value) * 1.12f; /* what is bright saturates softly */
    float shown = sqrtf(value) * 255.0f + 0.5f;
    return shown < 255.0f ? (uint32_t)shown : 255u;
}

/* Of the curved surface that the face stands for; at sharp edges, of the face. */
static hem_vec3 normal_at(const picture_body *body, const picture_face *face, picture_point at)
{
    hem_vec3 flat = picture_unit(face_normal(body, face->triangle)), sum = {0};
    for (uint32_t k = 0; k < 3u; k++) {
        uint32_t vertex = body->triangles[3u * (size_t)face->triangle + k];
        hem_vec3 round = normals[face->first_vertex + vertex];
        bool smooth = picture_dot(round, flat) > 0.75f;
        sum = picture_add(sum, at.share[k], smooth ? round : flat);
    }
    return picture_unit(sum);
}

uint32_t picture_colour(const picture_in *in, const picture_face *face, picture_point at)
{
    const picture_body *body = &in->bodies[face->body];
    hem_vec3 point = {0};
    for (uint32_t k = 0; k < 3u; k++) {
        point = picture_add(point, at.share[k], picture_corner(body, face->triangle, k));
    }
    hem_vec3 flat = face_normal(body, face->triangle);
    bool back = picture_dot(flat, picture_add(in->eye, -1.0f, point)) < 0.0f;
    hem_vec3 n = picture_add((hem_vec3){0}, back ? -1.0f : 1.0f, normal_at(body, face, at));
    float facing = picture_dot(n, picture_to_light());
    /* Cloth lets a little light through. */
    float through = body->closed ? 0.0f : 0.2f;
    float lamp_light = facing > 0.0f ? 0.95f * facing * lamp_reaches(point) : -through * facing;
    float light = 0.40f + 0.16f * n.z + lamp_light;
    float paler = back ? 0.22f : 0.0f;
    hem_vec3 base = palette(body->colour);
    return channel(base.x, light, paler) << 16 | channel(base.y, light, paler) << 8 |
           channel(base.z, light, paler);
}
