/* Cones of directions: see cone.h. */
#include "tree/cone.h"

/* Unit of rounding, and what a merge may err by: some twenty operations on values up to one. */
#define ROUNDING (1.0f / 16777216.0f)
#define MARGIN   (32.0f * ROUNDING)

hem_cone hem_cone_empty(void)
{
    return (hem_cone){{0.0f, 0.0f, 0.0f}, 2.0f, 0.0f};
}

hem_cone hem_cone_all(void)
{
    return (hem_cone){{0.0f, 0.0f, 0.0f}, -1.0f, 0.0f};
}

/* Not rounded down; at most 5e-4 too large, where it is nearly zero. */
static float sine_for(float cosine)
{
    return hem_sqrt(hem_max(1.0f - cosine * cosine, 0.0f) + 4.0f * ROUNDING);
}

/* The cosine decides how wide a cone is, and only ever becomes smaller. */
static hem_cone cone_with(hem_vec3 axis, float cosine)
{
    float lower = cosine - MARGIN;
    if (!(lower > -1.0f + MARGIN)) {
        return hem_cone_all();
    }
    return (hem_cone){axis, lower, sine_for(lower)};
}

hem_cone hem_cone_of(hem_vec3 direction, float error)
{
    float length = hem_length(direction);
    /* The sine of the angle by which it may be off; half is far too much to be of use. */
    float sine = error / length + MARGIN;
    if (!(length > 0.0f) || !(sine < 0.5f)) {
        return hem_cone_all();
    }
    return cone_with(hem_scale(1.0f / length, direction), hem_sqrt(1.0f - sine * sine));
}

hem_cone hem_cone_around(hem_vec3 axis_sum)
{
    float length = hem_length(axis_sum);
    /* Axes that nearly cancel each other have no middle to speak of. */
    if (!(length > 0.5f)) {
        return hem_cone_all();
    }
    return cone_with(hem_scale(1.0f / length, axis_sum), 1.0f);
}

void hem_cone_widen(hem_cone *cone, hem_cone other)
{
    if (other.cosine > 1.0f || cone->cosine <= -1.0f) {
        return;
    }
    /* The angle between the axes, and the other's own; together less than pi if the sum of their
     * cosines is above zero. */
    float between_cosine = hem_dot(cone->axis, other.axis);
    float between_sine = hem_length(hem_cross(cone->axis, other.axis));
    if (!(between_cosine + other.cosine > 2.0f * MARGIN)) {
        *cone = hem_cone_all();
        return;
    }
    float cosine = other.cosine * between_cosine - other.sine * between_sine;
    hem_cone wide = cone_with(cone->axis, cosine);
    *cone = wide.cosine < cone->cosine ? wide : *cone;
}

hem_cone hem_cone_merge(hem_cone a, hem_cone b)
{
    if (a.cosine > 1.0f || b.cosine <= -1.0f) {
        return b;
    }
    if (b.cosine > 1.0f || a.cosine <= -1.0f) {
        return a;
    }
    hem_cone both = hem_cone_around(hem_add(a.axis, b.axis));
    hem_cone_widen(&both, a);
    hem_cone_widen(&both, b);
    return both;
}

float hem_cone_nearest(hem_cone cone, hem_vec3 unit)
{
    if (cone.cosine > 1.0f) {
        return 0.0f;
    }
    float cosine = hem_min(hem_max(hem_dot(cone.axis, unit), -1.0f), 1.0f);
    if (cone.cosine <= -1.0f || cosine >= cone.cosine - MARGIN) {
        return 1.0f;
    }
    /* cos(angle - half apex) */
    float sine = hem_sqrt(hem_max(1.0f - cosine * cosine, 0.0f) + MARGIN);
    return hem_min(cosine * cone.cosine + sine * cone.sine + MARGIN, 1.0f);
}

hem_unit_normal hem_unit_normal_of(hem_vec3 a, hem_vec3 b, hem_vec3 c)
{
    hem_vec3 u = hem_sub(b, a), v = hem_sub(c, a);
    hem_vec3 n = hem_cross(u, v);
    float square = hem_dot(n, n);
    float length = hem_sqrt(square);
    float u_size = (hem_abs(u.x) + hem_abs(u.y)) + hem_abs(u.z);
    float v_size = (hem_abs(v.x) + hem_abs(v.y)) + hem_abs(v.z);
    /* Each component is a difference of products, each rounded, of rounded differences. Squares
     * under 1e-30, of triangles under a tenth of a micrometre, are too near to underflow. */
    float error = 8.0f * ROUNDING * (u_size * v_size);
    if (!(length > error) || !(square > 1e-30f)) {
        return (hem_unit_normal){{0.0f, 0.0f, 0.0f}, 2.0f};
    }
    return (hem_unit_normal){hem_scale(1.0f / length, n), error / length + MARGIN};
}

hem_normal_box hem_normal_box_empty(void)
{
    return (hem_normal_box){{2.0f, 2.0f, 2.0f}, {-2.0f, -2.0f, -2.0f}};
}

void hem_normal_box_take(hem_normal_box *box, hem_unit_normal normal)
{
    hem_vec3 error = {normal.error, normal.error, normal.error};
    box->low = hem_vec3_min(hem_sub(normal.normal, error), box->low);
    box->high = hem_vec3_max(hem_add(normal.normal, error), box->high);
}

void hem_normal_box_merge(hem_normal_box *box, const hem_normal_box *other)
{
    box->low = hem_vec3_min(other->low, box->low);
    box->high = hem_vec3_max(other->high, box->high);
}

/* The least of a direction's dot products over a box. */
static float least_dot(const hem_normal_box *box, hem_vec3 d)
{
    return (hem_min(d.x * box->low.x, d.x * box->high.x) +
            hem_min(d.y * box->low.y, d.y * box->high.y)) +
           hem_min(d.z * box->low.z, d.z * box->high.z);
}

bool hem_normal_box_is_flat(const hem_normal_box *box)
{
    static const int8_t directions[13][3] = {
        {1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 0},  {1, -1, 0}, {1, 0, 1},   {1, 0, -1},
        {0, 1, 1}, {0, 1, -1}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1},
    };
    for (uint32_t i = 0; i < 13; i++) {
        hem_vec3 d = {(float)directions[i][0], (float)directions[i][1], (float)directions[i][2]};
        if (least_dot(box, d) > MARGIN || least_dot(box, hem_scale(-1.0f, d)) > MARGIN) {
            return true;
        }
    }
    return false;
}

hem_velocity_cone hem_velocity_cone_empty(void)
{
    return (hem_velocity_cone){hem_cone_empty(), 0.0f};
}

void hem_velocity_cone_take(hem_velocity_cone *cone, hem_vec3 velocity)
{
    hem_velocity_cone one = {hem_cone_empty(), 0.0f};
    float largest = hem_max(hem_max(hem_abs(velocity.x), hem_abs(velocity.y)), hem_abs(velocity.z));
    if (largest > 0.0f) {
        /* Scaled, so that squares neither overflow nor vanish. */
        hem_vec3 scaled = {velocity.x / largest, velocity.y / largest, velocity.z / largest};
        one.cone = hem_cone_of(scaled, 4.0f * ROUNDING);
        one.speed = (hem_length(scaled) * largest) * (1.0f + 8.0f * ROUNDING);
    }
    hem_velocity_cone_merge(cone, &one);
}

void hem_velocity_cone_merge(hem_velocity_cone *cone, const hem_velocity_cone *other)
{
    cone->cone = hem_cone_merge(cone->cone, other->cone);
    cone->speed = hem_max(other->speed, cone->speed);
}
