/* Mass points: see mass_points.h. */
#include "respond/mass_points.h"

#include "base/sum.h"

/* Points are away from an axis if one is by more than this part of the largest distance from the
 * centre. Turning thinner ones would take speeds that rounding makes most of. */
#define AWAY (1.0f / 1024.0f)

/* Of the largest moment: axes below may be dominated by rounding. */
#define WEAK (1.0f / 1024.0f)

/* Rotations that make three axes principal, in float: four times three are enough. */
#define ROTATION_ROUNDS 6u

hem_mass_points hem_mass_points_take(hem_arena *scratch, uint32_t count)
{
    hem_mass_points points = {.count = count};
    points.mass = hem_arena_take(scratch, count, sizeof *points.mass);
    points.lane = hem_arena_take(scratch, count, sizeof *points.lane);
    points.place = hem_arena_take(scratch, count, sizeof *points.place);
    points.velocity = hem_arena_take(scratch, count, sizeof *points.velocity);
    return points;
}

static float lane_sum(const hem_mass_points *points)
{
    return hem_sum_products(points->mass, points->lane, points->count);
}

hem_vec3 hem_mass_points_sum(const hem_mass_points *points, const hem_vec3 *values)
{
    hem_vec3 sum;
    for (uint32_t i = 0; i < points->count; i++) {
        points->lane[i] = values[i].x;
    }
    sum.x = lane_sum(points);
    for (uint32_t i = 0; i < points->count; i++) {
        points->lane[i] = values[i].y;
    }
    sum.y = lane_sum(points);
    for (uint32_t i = 0; i < points->count; i++) {
        points->lane[i] = values[i].z;
    }
    sum.z = lane_sum(points);
    return sum;
}

hem_vec3 hem_mass_points_spin(const hem_mass_points *points)
{
    const hem_vec3 *p = points->place, *v = points->velocity;
    hem_vec3 sum;
    for (uint32_t i = 0; i < points->count; i++) {
        points->lane[i] = p[i].y * v[i].z - p[i].z * v[i].y;
    }
    sum.x = lane_sum(points);
    for (uint32_t i = 0; i < points->count; i++) {
        points->lane[i] = p[i].z * v[i].x - p[i].x * v[i].z;
    }
    sum.y = lane_sum(points);
    for (uint32_t i = 0; i < points->count; i++) {
        points->lane[i] = p[i].x * v[i].y - p[i].y * v[i].x;
    }
    sum.z = lane_sum(points);
    return sum;
}

float hem_mass_points_spin_size(const hem_mass_points *points)
{
    for (uint32_t i = 0; i < points->count; i++) {
        points->lane[i] = hem_length(points->place[i]) * hem_length(points->velocity[i]);
    }
    return lane_sum(points);
}

/* Makes the values relative to their mean by mass, and returns it. They are taken relative to the
 * first before, so that nothing is lost far from zero. */
static hem_vec3 centre(const hem_mass_points *points, hem_vec3 *values)
{
    hem_vec3 first = values[0];
    for (uint32_t i = 0; i < points->count; i++) {
        values[i] = hem_sub(values[i], first);
    }
    hem_vec3 mean = hem_scale(1.0f / points->total, hem_mass_points_sum(points, values));
    for (uint32_t i = 0; i < points->count; i++) {
        values[i] = hem_sub(values[i], mean);
    }
    return hem_add(first, mean);
}

void hem_mass_points_load(hem_mass_points *points, const hem_motion *motion,
                          const uint32_t *vertices)
{
    for (uint32_t i = 0; i < points->count; i++) {
        points->mass[i] = 1.0f / motion->inverse_mass[vertices[i]];
        points->place[i] = motion->start[vertices[i]];
        points->velocity[i] = motion->velocity[vertices[i]];
    }
    points->total = hem_sum(points->mass, points->count);
    centre(points, points->place);
    points->common = centre(points, points->velocity);
}

/* The sum of mass times the product of two components of the places, by name of the component. */
static float product_sum(const hem_mass_points *points, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < points->count; i++) {
        const float place[3] = {points->place[i].x, points->place[i].y, points->place[i].z};
        points->lane[i] = place[a] * place[b];
    }
    return lane_sum(points);
}

/* One rotation in the plane of two components that makes their entry zero; the columns of `axes`
 * turn along. */
static void rotate(float matrix[3][3], float axes[3][3], uint32_t p, uint32_t q)
{
    float entry = matrix[p][q];
    if (!(hem_abs(entry) > 0.0f)) {
        return;
    }
    float ratio = (matrix[q][q] - matrix[p][p]) / (2.0f * entry);
    float tangent = 1.0f / (hem_abs(ratio) + hem_sqrt(ratio * ratio + 1.0f));
    tangent = ratio < 0.0f ? -tangent : tangent;
    float cosine = 1.0f / hem_sqrt(tangent * tangent + 1.0f);
    float sine = tangent * cosine;
    uint32_t other = 3u - p - q;
    matrix[p][p] = matrix[p][p] - tangent * entry;
    matrix[q][q] = matrix[q][q] + tangent * entry;
    matrix[p][q] = matrix[q][p] = 0.0f;
    float op = matrix[other][p], oq = matrix[other][q];
    matrix[other][p] = matrix[p][other] = cosine * op - sine * oq;
    matrix[other][q] = matrix[q][other] = sine * op + cosine * oq;
    for (uint32_t k = 0; k < 3; k++) {
        float kp = axes[k][p], kq = axes[k][q];
        axes[k][p] = cosine * kp - sine * kq;
        axes[k][q] = sine * kp + cosine * kq;
    }
}

/* The moment about an axis, from distances: the matrix knows small ones only to its own rounding.
 */
static float moment_about(const hem_mass_points *points, hem_vec3 axis, float reach)
{
    float away = 0.0f;
    for (uint32_t i = 0; i < points->count; i++) {
        hem_vec3 across = hem_cross(axis, points->place[i]);
        points->lane[i] = hem_dot(across, across);
        away = hem_max(hem_length(across), away);
    }
    return away > AWAY * reach ? lane_sum(points) : 0.0f;
}

hem_axes hem_mass_points_axes(const hem_mass_points *points)
{
    float matrix[3][3], axes[3][3] = {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}};
    float largest = 0.0f, reach = 0.0f;
    for (uint32_t a = 0; a < 3; a++) {
        for (uint32_t b = a; b < 3; b++) {
            matrix[a][b] = matrix[b][a] = product_sum(points, a, b);
        }
        largest = hem_max(matrix[a][a], largest);
    }
    for (uint32_t i = 0; i < points->count; i++) {
        reach = hem_max(hem_length(points->place[i]), reach);
    }
    if (!(largest > FLT_MIN) || !(reach > 0.0f)) {
        return (hem_axes){.moment = {0.0f, 0.0f, 0.0f}};
    }
    for (uint32_t a = 0; a < 3; a++) {
        for (uint32_t b = 0; b < 3; b++) {
            matrix[a][b] = matrix[a][b] / largest;
        }
    }
    for (uint32_t round = 0; round < ROTATION_ROUNDS; round++) {
        rotate(matrix, axes, 0, 1);
        rotate(matrix, axes, 0, 2);
        rotate(matrix, axes, 1, 2);
    }
    hem_axes found;
    for (uint32_t k = 0; k < 3; k++) {
        found.axis[k] = (hem_vec3){axes[0][k], axes[1][k], axes[2][k]};
        found.moment[k] = moment_about(points, found.axis[k], reach);
    }
    return found;
}

hem_vec3 hem_axes_turn(const hem_axes *axes, hem_vec3 spin, float noise)
{
    float largest = hem_max(hem_max(axes->moment[0], axes->moment[1]), axes->moment[2]);
    hem_vec3 turn = {0.0f, 0.0f, 0.0f};
    for (uint32_t k = 0; k < 3; k++) {
        float part = hem_dot(axes->axis[k], spin);
        bool weak = axes->moment[k] < WEAK * largest;
        if (axes->moment[k] >= FLT_MIN && !(weak && hem_abs(part) <= noise)) {
            turn = hem_add_scaled(turn, part / axes->moment[k], axes->axis[k]);
        }
    }
    return turn;
}
