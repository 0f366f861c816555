/* Cases for the response layer: see respond_cases.h. */
#include "respond_cases.h"

#include "respond/impact_order.h"

#include <math.h>
#include <stdlib.h>

double3 double3_of(hem_vec3 v)
{
    return (double3){(double)v.x, (double)v.y, (double)v.z};
}

double3 double3_add_scaled(double3 a, double s, double3 b)
{
    return (double3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

double3 double3_cross(double3 a, double3 b)
{
    return (double3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

double double3_dot(double3 a, double3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

double double3_length(double3 a)
{
    return sqrt(double3_dot(a, a));
}

static hem_vec3 random_vector(test_random *random, float size)
{
    return (hem_vec3){random_float(random, -size, size), random_float(random, -size, size),
                      random_float(random, -size, size)};
}

static float random_power(test_random *random, float low, float high)
{
    return powf(10.0f, random_float(random, low, high));
}

respond_kind respond_kind_random(test_random *random)
{
    const float places[4] = {0.0f, 1.0f, 30.0f, 2000.0f};
    uint32_t vertices = 4u + random_below(random, RESPOND_VERTICES - 3u);
    return (respond_kind){
        .vertices = vertices,
        .impacts = 1u + random_below(random, vertices * 2u),
        .place = places[random_below(random, 4)],
        .size = random_power(random, -2.5f, 0.0f),
        .speed = random_power(random, -3.0f, 2.0f),
        .common = random_below(random, 2) == 0 ? 0.0f : random_power(random, -2.0f, 2.0f),
        .decades = random_below(random, 3) == 0 ? 0.0f : random_float(random, 0.0f, 6.0f),
        .heavy = random_below(random, 3) == 0 ? random_float(random, 0.0f, 0.8f) : 0.0f,
        .degenerate = random_below(random, 2) == 0 ? 0.0f : random_float(random, 0.0f, 0.6f),
        .hits = random_below(random, 2) == 0,
    };
}

/* Weights of one feature that add up to one, at least one of them above zero. */
static void random_weights(test_random *random, float degenerate, float *weight, uint32_t count,
                           float sign)
{
    float sum = 0.0f;
    for (uint32_t k = 0; k < count; k++) {
        weight[k] =
            random_float(random, 0.0f, 1.0f) < degenerate ? 0.0f : random_float(random, 0.0f, 1.0f);
        sum += weight[k];
    }
    if (!(sum > 0.0f)) {
        weight[0] = sum = 1.0f;
    }
    for (uint32_t k = 0; k < count; k++) {
        weight[k] *= sign / sum;
    }
}

static hem_vec3 unit(double3 v)
{
    double length = double3_length(v);
    return length > 0.0
               ? (hem_vec3){(float)(v.x / length), (float)(v.y / length), (float)(v.z / length)}
               : (hem_vec3){0.0f, 0.0f, 1.0f};
}

static void make_impact(respond_case *made, const respond_kind *kind, test_random *random,
                        hem_impact *impact)
{
    for (uint32_t k = 0; k < 4; k++) {
        bool taken = true;
        while (taken) {
            impact->vertex[k] = random_below(random, made->vertex_count);
            taken = false;
            for (uint32_t other = 0; other < k; other++) {
                taken = taken || impact->vertex[other] == impact->vertex[k];
            }
        }
    }
    bool edges = random_below(random, 2) == 0;
    impact->kind = edges ? HEM_CONTACT_EDGE_EDGE : HEM_CONTACT_VERTEX_FACE;
    uint32_t first = edges ? 2u : 1u;
    random_weights(random, kind->degenerate, impact->weight, first, 1.0f);
    random_weights(random, kind->degenerate, impact->weight + first, 4u - first, -1.0f);
    double3 way = kind->hits ? double3_of(random_vector(random, 1.0f)) : impact_way(made, impact);
    impact->normal = unit(way);
    /* Not that of the points, which are far apart: most impacts are to act. */
    impact->distance = kind->hits ? 0.0f : random_float(random, 0.0f, 0.15f * kind->size);
    impact->time = kind->hits ? random_float(random, 0.0f, 1.0f) : 0.0f;
}

void respond_case_make(respond_case *made, respond_kind kind, test_random *random)
{
    made->vertex_count = kind.vertices;
    made->impact_count = kind.impacts;
    made->dt = random_power(random, -3.0f, -1.5f);
    made->touch = (hem_touch){random_below(random, 4) == 0 ? 0.0f : 0.1f * kind.size, 0.0f};
    hem_vec3 place = random_vector(random, kind.place), common = random_vector(random, kind.common);
    for (uint32_t v = 0; v < kind.vertices; v++) {
        hem_vec3 at = random_vector(random, kind.size), moves = random_vector(random, kind.speed);
        made->start[v] = (hem_vec3){place.x + at.x, place.y + at.y, place.z + at.z};
        made->velocity[v] = (hem_vec3){common.x + moves.x, common.y + moves.y, common.z + moves.z};
        bool heavy = random_float(random, 0.0f, 1.0f) < kind.heavy;
        made->inverse_mass[v] = heavy ? 0.0f : 1000.0f * random_power(random, 0.0f, kind.decades);
    }
    for (uint32_t i = 0; i < kind.impacts; i++) {
        make_impact(made, &kind, random, &made->impacts[i]);
    }
}

hem_respond_in respond_case_in(respond_case *made)
{
    return (hem_respond_in){
        .motion = {.start = made->start,
                   .velocity = made->velocity,
                   .inverse_mass = made->inverse_mass,
                   .vertex_count = made->vertex_count,
                   .dt = made->dt},
        .impacts = made->impacts,
        .count = made->impact_count,
        .touch = &made->touch,
    };
}

momenta momenta_of(const respond_case *system)
{
    double mass = 0.0;
    double3 centre = {0.0, 0.0, 0.0};
    for (uint32_t v = 0; v < system->vertex_count; v++) {
        double m = system->inverse_mass[v] > 0.0f ? 1.0 / (double)system->inverse_mass[v] : 0.0;
        mass += m;
        centre = double3_add_scaled(centre, m, double3_of(system->start[v]));
    }
    momenta sum = {.energy = 0.0};
    for (uint32_t v = 0; v < system->vertex_count && mass > 0.0; v++) {
        double m = system->inverse_mass[v] > 0.0f ? 1.0 / (double)system->inverse_mass[v] : 0.0;
        double3 velocity = double3_of(system->velocity[v]);
        double3 place = double3_add_scaled(double3_of(system->start[v]), -1.0 / mass, centre);
        sum.linear = double3_add_scaled(sum.linear, m, velocity);
        sum.angular = double3_add_scaled(sum.angular, m, double3_cross(place, velocity));
        sum.linear_size += m * double3_length(velocity);
        sum.angular_size += m * double3_length(place) * double3_length(velocity);
        sum.energy += 0.5 * m * double3_dot(velocity, velocity);
    }
    return sum;
}

static double3 weighted(const hem_vec3 *values, const hem_impact *impact)
{
    double3 sum = {0.0, 0.0, 0.0};
    double first = 0.0, second = 0.0;
    for (uint32_t k = 0; k < 4; k++) {
        first += impact->weight[k] > 0.0f ? (double)impact->weight[k] : 0.0;
        second -= impact->weight[k] < 0.0f ? (double)impact->weight[k] : 0.0;
    }
    for (uint32_t k = 0; k < 4; k++) {
        double weight = (double)impact->weight[k] / (impact->weight[k] > 0.0f ? first : second);
        sum = double3_add_scaled(sum, weight, double3_of(values[impact->vertex[k]]));
    }
    return sum;
}

double3 impact_way(const respond_case *system, const hem_impact *impact)
{
    return weighted(system->start, impact);
}

double3 impact_velocity(const respond_case *system, const hem_impact *impact)
{
    return weighted(system->velocity, impact);
}

static double change(double3 before, double3 after, double size_before, double size_after)
{
    double size = size_before > size_after ? size_before : size_after;
    return size > 0.0 ? double3_length(double3_add_scaled(after, -1.0, before)) / size : 0.0;
}

double linear_change(const momenta *before, const momenta *after)
{
    return change(before->linear, after->linear, before->linear_size, after->linear_size);
}

double angular_change(const momenta *before, const momenta *after)
{
    return change(before->angular, after->angular, before->angular_size, after->angular_size);
}

void respond_case_shuffle(respond_case *system, test_random *random)
{
    for (uint32_t i = system->impact_count; i > 1; i--) {
        uint32_t other = random_below(random, i);
        hem_impact moved = system->impacts[other];
        system->impacts[other] = system->impacts[i - 1u];
        system->impacts[i - 1u] = moved;
    }
}

static int compare_impacts(const void *a, const void *b)
{
    return (int)hem_impact_before(b, a) - (int)hem_impact_before(a, b);
}

void respond_case_sort(respond_case *system)
{
    qsort(system->impacts, system->impact_count, sizeof *system->impacts, compare_impacts);
}
