/* See cloth_matrix.h. */
#include "cloth_matrix.h"

#include "cloth/system.h"
#include "unity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static cloth_matrix take(uint32_t size)
{
    cloth_matrix made = {.size = size,
                         .entry = calloc((size_t)size * size, sizeof(double)),
                         .right = calloc(size, sizeof(double))};
    TEST_ASSERT_NOT_NULL(made.entry);
    TEST_ASSERT_NOT_NULL(made.right);
    return made;
}

void cloth_matrix_free(cloth_matrix *matrix)
{
    free(matrix->entry);
    free(matrix->right);
    *matrix = (cloth_matrix){.size = 0};
}

static double *at(const cloth_matrix *matrix, uint32_t row, uint32_t column)
{
    return &matrix->entry[(size_t)row * matrix->size + column];
}

static float *component(hem_row *rows, uint32_t i)
{
    hem_row *row = &rows[i / 3u];
    return i % 3u == 0 ? &row->x : i % 3u == 1u ? &row->y : &row->z;
}

cloth_matrix cloth_matrix_make(cloth_body *cloth, bool motion)
{
    cloth_matrix made = take(3u * cloth->count);
    cloth_body_open(cloth);
    uint32_t mark = hem_arena_mark(&cloth->scratch);
    hem_cloth_system system = hem_system_take(&cloth->in, NULL, &cloth->scratch);
    hem_system_make(&system, motion ? HEM_LOOK_AHEAD : HEM_LOOK_STILL);
    for (uint32_t i = 0; i < made.size; i++) {
        made.right[i] = (double)*component(system.residual, i);
    }
    for (uint32_t column = 0; column < made.size; column++) {
        memset(system.direction, 0, cloth->count * sizeof(hem_row));
        *component(system.direction, column) = 1.0f;
        hem_system_multiply(&system);
        for (uint32_t row = 0; row < made.size; row++) {
            *at(&made, row, column) = (double)*component(system.product, row);
        }
        for (uint32_t v = 0; v < cloth->count; v++) {
            TEST_ASSERT_TRUE(system.product[v].none == 0.0f);
        }
    }
    hem_arena_release(&cloth->scratch, mark);
    return made;
}

cloth_matrix cloth_matrix_energy(const cloth_body *cloth)
{
    cloth_matrix made = take(3u * cloth->count);
    const double small = 1e-5;
    double *x = malloc(made.size * sizeof *x);
    for (uint32_t v = 0; v < cloth->count; v++) {
        x[3u * v] = (double)cloth->positions[v].x;
        x[3u * v + 1u] = (double)cloth->positions[v].y;
        x[3u * v + 2u] = (double)cloth->positions[v].z;
    }
    for (uint32_t i = 0; i < made.size; i++) {
        for (uint32_t j = 0; j <= i; j++) {
            double sum = 0.0, xi = x[i], xj = x[j];
            for (int corner = 0; corner < 4; corner++) {
                double si = corner % 2 == 0 ? small : -small, sj = corner < 2 ? small : -small;
                x[i] += si;
                x[j] += sj;
                sum += (si * sj > 0.0 ? 1.0 : -1.0) * cloth_oracle_energy(cloth, x).elastic;
                x[i] = xi;
                x[j] = xj;
            }
            *at(&made, i, j) = *at(&made, j, i) = sum / (4.0 * small * small);
        }
    }
    free(x);
    return made;
}

double cloth_matrix_size(const cloth_matrix *matrix)
{
    double most = 0.0;
    for (size_t i = 0; i < (size_t)matrix->size * matrix->size; i++) {
        most = fmax(most, fabs(matrix->entry[i]));
    }
    return most;
}

double cloth_matrix_asymmetry(const cloth_matrix *matrix)
{
    double worst = 0.0;
    for (uint32_t i = 0; i < matrix->size; i++) {
        for (uint32_t j = 0; j < i; j++) {
            worst = fmax(worst, fabs(*at(matrix, i, j) - *at(matrix, j, i)));
        }
    }
    return worst / cloth_matrix_size(matrix);
}

/* One rotation of Jacobi's. */
static void rotate(const cloth_matrix *m, uint32_t p, uint32_t q)
{
    double entry = *at(m, p, q);
    if (fabs(entry) < 1e-300) {
        return;
    }
    double ratio = (*at(m, q, q) - *at(m, p, p)) / (2.0 * entry);
    double t = (ratio < 0.0 ? -1.0 : 1.0) / (fabs(ratio) + sqrt(ratio * ratio + 1.0));
    double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (uint32_t k = 0; k < m->size; k++) {
        double kp = *at(m, k, p), kq = *at(m, k, q);
        *at(m, k, p) = c * kp - s * kq;
        *at(m, k, q) = s * kp + c * kq;
    }
    for (uint32_t k = 0; k < m->size; k++) {
        double pk = *at(m, p, k), qk = *at(m, q, k);
        *at(m, p, k) = c * pk - s * qk;
        *at(m, q, k) = s * pk + c * qk;
    }
}

void cloth_matrix_spectrum(const cloth_matrix *matrix, double *smallest, double *largest)
{
    cloth_matrix m = take(matrix->size);
    for (uint32_t i = 0; i < m.size; i++) {
        for (uint32_t j = 0; j < m.size; j++) {
            *at(&m, i, j) = 0.5 * (*at(matrix, i, j) + *at(matrix, j, i));
        }
    }
    for (int round = 0; round < 12; round++) {
        for (uint32_t p = 0; p < m.size; p++) {
            for (uint32_t q = p + 1u; q < m.size; q++) {
                rotate(&m, p, q);
            }
        }
    }
    *smallest = INFINITY;
    *largest = -INFINITY;
    for (uint32_t i = 0; i < m.size; i++) {
        *smallest = fmin(*smallest, *at(&m, i, i));
        *largest = fmax(*largest, *at(&m, i, i));
    }
    cloth_matrix_free(&m);
}

cloth_matrix cloth_matrix_less(const cloth_matrix *a, double scale, const cloth_matrix *b)
{
    cloth_matrix made = take(a->size);
    for (size_t i = 0; i < (size_t)a->size * a->size; i++) {
        made.entry[i] = scale * a->entry[i] - (b != NULL ? b->entry[i] : 0.0);
    }
    for (uint32_t i = 0; i < a->size; i++) {
        made.right[i] = scale * a->right[i] - (b != NULL ? b->right[i] : 0.0);
    }
    return made;
}

void cloth_matrix_solve(const cloth_matrix *matrix, double *out)
{
    cloth_matrix m = cloth_matrix_less(matrix, 1.0, NULL);
    uint32_t n = m.size;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t best = k;
        for (uint32_t i = k + 1u; i < n; i++) {
            best = fabs(*at(&m, i, k)) > fabs(*at(&m, best, k)) ? i : best;
        }
        for (uint32_t j = 0; j < n; j++) {
            double kept = *at(&m, k, j);
            *at(&m, k, j) = *at(&m, best, j);
            *at(&m, best, j) = kept;
        }
        double kept = m.right[k];
        m.right[k] = m.right[best];
        m.right[best] = kept;
        for (uint32_t i = k + 1u; i < n; i++) {
            double factor = *at(&m, i, k) / *at(&m, k, k);
            for (uint32_t j = k; j < n; j++) {
                *at(&m, i, j) -= factor * *at(&m, k, j);
            }
            m.right[i] -= factor * m.right[k];
        }
    }
    for (uint32_t i = n; i-- > 0;) {
        double sum = m.right[i];
        for (uint32_t j = i + 1u; j < n; j++) {
            sum -= *at(&m, i, j) * out[j];
        }
        out[i] = sum / *at(&m, i, i);
    }
    cloth_matrix_free(&m);
}

cloth_matrix cloth_matrix_stiffness(cloth_body *cloth, bool motion)
{
    cloth_matrix system = cloth_matrix_make(cloth, motion);
    for (uint32_t i = 0; i < system.size; i++) {
        *at(&system, i, i) -= 1.0 / (double)cloth->inverse_mass[i / 3u];
    }
    double dt = (double)cloth->in.motion.dt;
    cloth_matrix made = cloth_matrix_less(&system, 1.0 / (dt * dt), NULL);
    cloth_matrix_free(&system);
    return made;
}

double cloth_matrix_force_error(cloth_body *cloth)
{
    hem_vec3 *forces = malloc(cloth->count * sizeof *forces);
    double *wanted = malloc(3u * cloth->count * sizeof *wanted), error = 0.0, most = 0.0;
    cloth_body_open(cloth);
    TEST_ASSERT_EQUAL(HEM_OK, hem_cloth_forces(&cloth->in, &cloth->scratch, forces, &cloth->out));
    cloth_oracle_forces(cloth, wanted);
    for (uint32_t v = 0; v < cloth->count; v++) {
        const double got[3] = {(double)forces[v].x, (double)forces[v].y, (double)forces[v].z};
        for (uint32_t k = 0; k < 3; k++) {
            error = fmax(error, fabs(got[k] - wanted[3u * v + k]));
            most = fmax(most, fabs(wanted[3u * v + k]));
        }
    }
    free(wanted);
    free(forces);
    return error / most;
}
