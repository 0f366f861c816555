/* Systems of mass points with impacts between them, and their momenta in double, for the tests of
 * the response layer. The same on every machine. */
#ifndef HEM_RESPOND_CASES_H
#define HEM_RESPOND_CASES_H

#include "hem/respond.h"
#include "random.h"

#define RESPOND_VERTICES 96u
#define RESPOND_IMPACTS  400u

typedef struct respond_case {
    hem_vec3 start[RESPOND_VERTICES], velocity[RESPOND_VERTICES];
    float inverse_mass[RESPOND_VERTICES];
    hem_impact impacts[RESPOND_IMPACTS];
    uint32_t vertex_count, impact_count;
    float dt;
    hem_touch touch;
} respond_case;

/* What a case is like. */
typedef struct respond_kind {
    uint32_t vertices, impacts;
    float place;      /* how far from the origin, metres */
    float size;       /* of the cloud of points, metres */
    float speed;      /* of each point against others, m/s */
    float common;     /* that all have, m/s */
    float decades;    /* masses from 1 g down by so many powers of ten */
    float heavy;      /* share of infinite masses */
    float degenerate; /* share of corners without weight */
    bool hits;        /* normals of any direction; else along the way between the points */
} respond_kind;

/* Any of these, at random. */
respond_kind respond_kind_random(test_random *random);

void respond_case_make(respond_case *made, respond_kind kind, test_random *random);

/* The case as calls take it. */
hem_respond_in respond_case_in(respond_case *made);

typedef struct double3 {
    double x, y, z;
} double3;

double3 double3_of(hem_vec3 v);
double3 double3_add_scaled(double3 a, double s, double3 b);
double3 double3_cross(double3 a, double3 b);
double double3_dot(double3 a, double3 b);
double double3_length(double3 a);

/* Over the points of finite mass. */
typedef struct momenta {
    double3 linear, angular; /* the second about the centre of mass at the start */
    double linear_size;      /* sum of m |v| */
    double angular_size;     /* sum of m |x| |v| */
    double energy;
} momenta;

momenta momenta_of(const respond_case *system);

/* The way from an impact's second point to its first at the start, and their relative velocity. */
double3 impact_way(const respond_case *system, const hem_impact *impact);
double3 impact_velocity(const respond_case *system, const hem_impact *impact);

/* Largest change of either momentum, by the larger of the sizes before and after. */
double linear_change(const momenta *before, const momenta *after);
double angular_change(const momenta *before, const momenta *after);

/* Puts impacts into another order, at random; and into that of hem_impact_before. */
void respond_case_shuffle(respond_case *system, test_random *random);
void respond_case_sort(respond_case *system);

#endif
