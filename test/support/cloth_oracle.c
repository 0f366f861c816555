/* See cloth_oracle.h. */
#include "cloth_oracle.h"

#include "mesh/mesh_parts.h"

#include <math.h>
#include <stdlib.h>

typedef struct vector {
    double x, y, z;
} vector;

static vector less(vector a, vector b)
{
    return (vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

static vector times(double s, vector a)
{
    return (vector){s * a.x, s * a.y, s * a.z};
}

static vector plus(vector a, vector b)
{
    return (vector){a.x + b.x, a.y + b.y, a.z + b.z};
}

static double dot(vector a, vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static vector cross(vector a, vector b)
{
    return (vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static double length(vector a)
{
    return sqrt(dot(a, a));
}

static vector rest_at(const cloth_body *cloth, uint32_t v)
{
    return (vector){(double)cloth->rest[v].x, (double)cloth->rest[v].y, (double)cloth->rest[v].z};
}

static vector at(const double *positions, uint32_t v)
{
    return (vector){positions[3u * v], positions[3u * v + 1u], positions[3u * v + 2u]};
}

/* Images of warp and weft: solve for the linear map of the plane of the triangle at rest. */
static void membrane(const cloth_body *cloth, const double *x, uint32_t t, cloth_energy *energy)
{
    const uint32_t *v = cloth->shape.triangles + 3u * t;
    vector a = less(rest_at(cloth, v[1]), rest_at(cloth, v[0]));
    vector b = less(rest_at(cloth, v[2]), rest_at(cloth, v[0]));
    vector n = cross(a, b), axis = {1.0, 0.0, 0.0};
    double area = 0.5 * length(n);
    n = times(0.5 / area, n);
    for (int i = 0; length(cross(axis, n)) <= 0.001; i++) {
        axis = i == 0 ? (vector){0.0, 1.0, 0.0} : (vector){0.0, 0.0, 1.0};
    }
    vector warp = less(axis, times(dot(axis, n), n));
    warp = times(1.0 / length(warp), warp);
    vector weft = cross(n, warp);
    double m[2][2] = {{dot(a, warp), dot(b, warp)}, {dot(a, weft), dot(b, weft)}};
    double determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    vector p = less(at(x, v[1]), at(x, v[0])), q = less(at(x, v[2]), at(x, v[0]));
    vector u = plus(times(m[1][1] / determinant, p), times(-m[1][0] / determinant, q));
    vector w = plus(times(-m[0][1] / determinant, p), times(m[0][0] / determinant, q));
    const hem_cloth_material *material = &cloth->body.material;
    double su = length(u) - 1.0, sw = length(w) - 1.0, slant = dot(u, w);
    energy->stretch +=
        0.5 * area *
        ((double)material->stretch_warp * su * su + (double)material->stretch_weft * sw * sw);
    energy->shear += 0.5 * area * (double)material->shear * slant * slant;
}

/* |b| with its sign: unit vectors in the two triangles at rest that leave the edge at right angles,
 * carried along. */
static double bend_measure(const cloth_body *cloth, const hem_pair *edge, const uint32_t *apex,
                           const double *x)
{
    vector sum = {0.0, 0.0, 0.0}, normal = sum;
    vector e = less(rest_at(cloth, edge->second), rest_at(cloth, edge->first));
    double areas = 0.0;
    for (uint32_t k = 0; k < 2; k++) {
        vector r = less(rest_at(cloth, apex[k]), rest_at(cloth, edge->first));
        double foot = dot(r, e) / dot(e, e), height = length(cross(e, r)) / length(e);
        areas += 0.5 * length(e) * height;
        vector from = plus(times(1.0 - foot, at(x, edge->first)), times(foot, at(x, edge->second)));
        sum = plus(sum, times(1.0 / height, less(at(x, apex[k]), from)));
        vector now = less(at(x, edge->second), at(x, edge->first));
        vector side = cross(now, less(at(x, apex[k]), at(x, edge->first)));
        normal = plus(normal, times(k == 0 ? 1.0 : -1.0, side));
    }
    double measure = length(sum) * length(e) / sqrt(areas);
    return dot(sum, normal) < 0.0 ? -measure : measure;
}

static void bend(const cloth_body *cloth, const double *x, const double *rest, uint32_t e,
                 cloth_energy *energy)
{
    const hem_mesh *mesh = cloth->built.mesh;
    const uint32_t *begin = hem_mesh_edge_begin(mesh) + e;
    if (begin[1] - begin[0] != 2u) {
        return;
    }
    hem_pair edge = hem_mesh_edges(mesh)[e];
    const uint32_t *sides = hem_mesh_edge_triangles(mesh) + begin[0];
    uint32_t apex[2];
    for (uint32_t k = 0; k < 2; k++) {
        apex[k] = hem_apex(cloth->shape.triangles + 3u * sides[k], edge);
    }
    double measure = bend_measure(cloth, &edge, apex, x);
    if (cloth->cloth->curved != 0) {
        measure -= bend_measure(cloth, &edge, apex, rest);
    }
    double scale = 1.0;
    if (cloth->in.bend_scale != NULL) {
        scale = 0.5 * ((double)cloth->in.bend_scale[edge.first] +
                       (double)cloth->in.bend_scale[edge.second]);
    }
    energy->bend += 0.5 * scale * (double)cloth->body.material.bend * measure * measure;
}

static double *doubles_of(const hem_vec3 *vectors, uint32_t count)
{
    double *made = malloc(3u * count * sizeof *made);
    for (uint32_t v = 0; v < count; v++) {
        made[3u * v] = (double)vectors[v].x;
        made[3u * v + 1u] = (double)vectors[v].y;
        made[3u * v + 2u] = (double)vectors[v].z;
    }
    return made;
}

cloth_energy cloth_oracle_energy(const cloth_body *cloth, const double *positions)
{
    cloth_energy energy = {0};
    double *own = doubles_of(cloth->positions, cloth->count);
    double *rest = doubles_of(cloth->rest, cloth->count);
    const double *x = positions != NULL ? positions : own;
    for (uint32_t t = 0; t < cloth->shape.triangle_count; t++) {
        membrane(cloth, x, t, &energy);
    }
    for (uint32_t e = 0; e < cloth->built.mesh->edge_count; e++) {
        bend(cloth, x, rest, e, &energy);
    }
    for (uint32_t v = 0; v < cloth->count; v++) {
        if (cloth->inverse_mass[v] > 0.0f) {
            double mass = 1.0 / (double)cloth->inverse_mass[v];
            vector fast = {(double)cloth->velocities[v].x, (double)cloth->velocities[v].y,
                           (double)cloth->velocities[v].z};
            vector g = {(double)cloth->in.gravity.x, (double)cloth->in.gravity.y,
                        (double)cloth->in.gravity.z};
            energy.kinetic += 0.5 * mass * dot(fast, fast);
            energy.height -= mass * dot(g, at(x, v));
        }
    }
    free(own);
    free(rest);
    energy.elastic = energy.stretch + energy.shear + energy.bend;
    energy.total = energy.elastic + energy.kinetic + energy.height;
    return energy;
}

void cloth_oracle_forces(const cloth_body *cloth, double *forces)
{
    double *x = doubles_of(cloth->positions, cloth->count);
    const double small = 1e-6;
    for (uint32_t i = 0; i < 3u * cloth->count; i++) {
        double kept = x[i];
        x[i] = kept + small;
        double ahead = cloth_oracle_energy(cloth, x).elastic;
        x[i] = kept - small;
        double behind = cloth_oracle_energy(cloth, x).elastic;
        x[i] = kept;
        forces[i] = (behind - ahead) / (2.0 * small);
    }
    free(x);
}

void cloth_oracle_momentum(const cloth_body *cloth, double linear[3], double angular[3])
{
    vector sum = {0.0, 0.0, 0.0}, spin = sum;
    double *x = doubles_of(cloth->positions, cloth->count);
    double *fast = doubles_of(cloth->velocities, cloth->count);
    for (uint32_t v = 0; v < cloth->count; v++) {
        if (cloth->inverse_mass[v] > 0.0f) {
            vector push = times(1.0 / (double)cloth->inverse_mass[v], at(fast, v));
            sum = plus(sum, push);
            spin = plus(spin, cross(at(x, v), push));
        }
    }
    free(x);
    free(fast);
    linear[0] = sum.x;
    linear[1] = sum.y;
    linear[2] = sum.z;
    angular[0] = spin.x;
    angular[1] = spin.y;
    angular[2] = spin.z;
}

double cloth_oracle_speed(const cloth_body *cloth)
{
    double mass = 0.0;
    for (uint32_t v = 0; v < cloth->count; v++) {
        mass += cloth->inverse_mass[v] > 0.0f ? 1.0 / (double)cloth->inverse_mass[v] : 0.0;
    }
    return sqrt(2.0 * cloth_oracle_energy(cloth, NULL).kinetic / mass);
}
