/* Values to solve: dominant by rows, different in every row and line, made without a table of
 * random numbers; and how well a solution fits them. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "bench/tridiag.h"
#include "solvers/common.h"

enum { GAP = 24 /* values behind each row of the strided layout */ };

static spate_lines lines_of(const tridiag_setup *s)
{
    switch (s->layout) {
    case TRIDIAG_CONTIGUOUS: return (spate_lines){s->n, 1, {s->lines, 1}, {s->n, 0}};
    case TRIDIAG_STRIDED: return (spate_lines){s->n, s->lines + GAP, {s->lines, 1}, {1, 0}};
    default: return (spate_lines){s->n, s->lines, {s->lines, 1}, {1, 0}};
    }
}

static int64_t values_of(const tridiag_setup *s)
{
    return s->n * (s->lines + (s->layout == TRIDIAG_STRIDED ? GAP : 0));
}

double tridiag_bytes(const tridiag_setup *s)
{
    const int arrays = s->matrix == SPATE_TRIDIAG_GENERAL ? 5 : 2;
    return (double)values_of(s) * arrays * s->precision / 8.0;
}

/* Four values for each index of the arrays. */
static double value_at(int64_t k, unsigned salt)
{
    return array_noise((uint64_t)k * 5 + salt);
}

/* First touch by the threads that will solve: all arrays are cut alike, in the order of memory. */
static void fill(const tridiag_setup *s, const tridiag_data *data)
{
    const int general = s->matrix == SPATE_TRIDIAG_GENERAL;
#pragma omp parallel for schedule(static) num_threads(s->threads)
    for (int64_t k = 0; k < data->values; ++k) {
        if (general) {
            array_set(data->a, s->precision, k, value_at(k, 0));
            array_set(data->b, s->precision, k, 3 + value_at(k, 1) / 2);
            array_set(data->c, s->precision, k, value_at(k, 2));
        }
        array_set(data->d, s->precision, k, value_at(k, 3));
        array_set(data->x, s->precision, k, 0);
    }
}

/* Shared: other values in every row. Toeplitz: Pade with third-order ends. */
static void fill_matrix(const tridiag_setup *s, tridiag_data *data)
{
    const int pade = s->matrix == SPATE_TRIDIAG_TOEPLITZ;
    for (int64_t i = 0; i < s->n; ++i) {
        data->matrix[0][i] = pade ? 0.25 : value_at(i, 0);
        data->matrix[1][i] = pade ? 1 : 3 + value_at(i, 1) / 2;
        data->matrix[2][i] = pade ? 0.25 : data->matrix[0][i];
    }
    /* Symmetric, so that dpttrs can solve it too. */
    for (int64_t i = 0; i + 1 < s->n && !pade; ++i)
        data->matrix[2][i] = data->matrix[0][i + 1];
    data->toeplitz = (spate_toeplitz){1, 2, 0.25, 1, 0.25, 2, 1};
    if (pade && s->n > 1)
        data->matrix[2][0] = data->matrix[0][s->n - 1] = 2;
}

int tridiag_data_make(const tridiag_setup *s, tridiag_data *data)
{
    const int general = s->matrix == SPATE_TRIDIAG_GENERAL;
    *data = (tridiag_data){.lines = lines_of(s), .values = values_of(s), .precision = s->precision};
    void **const arrays[] = {&data->d, &data->x, &data->a, &data->b, &data->c};
    int have = 1;
    for (int k = 0; k < (general ? 5 : 2); ++k) {
        *arrays[k] = memory_alloc((size_t)data->values * (size_t)s->precision / 8);
        have = have && *arrays[k];
    }
    for (int k = 0; k < 3; ++k) {
        data->matrix[k] = malloc((size_t)s->n * sizeof(double));
        have = have && data->matrix[k];
    }
    if (have) {
        fill(s, data);
        fill_matrix(s, data);
    }
    return have;
}

void tridiag_data_free(tridiag_data *data)
{
    void *const arrays[] = {data->a, data->b, data->c, data->d, data->x};
    for (int k = 0; k < 5; ++k)
        memory_free(arrays[k]);
    for (int k = 0; k < 3; ++k)
        free(data->matrix[k]);
}

static double residual_of(const tridiag_setup *s, const tridiag_data *data, int64_t line, int64_t i)
{
    const int p = s->precision, general = s->matrix == SPATE_TRIDIAG_GENERAL;
    const int64_t stride = data->lines.stride, at = line * data->lines.step[0] + i * stride;
    const void *const arrays[] = {data->a, data->b, data->c};
    double sum = 0, size = fabs(solver_value(p, data->d, at));
    for (int k = 0; k < 3; ++k) {
        if ((k == 0 && i == 0) || (k == 2 && i == s->n - 1))
            continue;
        const double m =
            general ? solver_value(p, arrays[k], at) : solver_rounded(p, data->matrix[k][i]);
        const double term = m * solver_value(p, data->x, at + (k - 1) * stride);
        sum += term;
        size += fabs(term);
    }
    return fabs(sum - solver_value(p, data->d, at)) / size;
}

double tridiag_residual(const tridiag_setup *s, const tridiag_data *data)
{
    const int64_t sample = 64, jump = s->lines > sample ? s->lines / sample : 1;
    double worst = 0;
    for (int64_t line = 0; line < s->lines; line += jump) {
        for (int64_t i = 0; i < s->n; ++i) {
            const double r = residual_of(s, data, line, i);
            worst = r <= worst ? worst : r; /* keeps NaN */
        }
    }
    return worst;
}

/* ---- where solves find them ---- */

/* cuSPARSE wants zeros in the corners; our solvers do not read them. */
static void clear_corners(const tridiag_setup *s, const tridiag_data *data)
{
    const spate_lines *l = &data->lines;
    for (int64_t line = 0; line < s->lines; ++line) {
        array_set(data->a, s->precision, line * l->step[0], 0);
        array_set(data->c, s->precision, line * l->step[0] + (l->n - 1) * l->stride, 0);
    }
}

int tridiag_arrays_make(const tridiag_setup *s, const tri_device *device, tridiag_arrays *arrays)
{
    *arrays = (tridiag_arrays){.device = device};
    if (!tridiag_data_make(s, &arrays->host))
        return 0;
    const tridiag_data *h = &arrays->host;
    void *const host[TRIDIAG_ARRAYS] = {h->a, h->b, h->c, h->d, h->x};
    if (device && s->matrix == SPATE_TRIDIAG_GENERAL)
        clear_corners(s, h);
    arrays->bytes = (size_t)h->values * (size_t)s->precision / 8;
    for (int k = 0; k < TRIDIAG_ARRAYS; ++k) {
        arrays->at[k] = host[k] ? arrays_upload(device, host[k], arrays->bytes) : NULL;
        if (host[k] && !arrays->at[k])
            return 0;
    }
    return 1;
}

void tridiag_arrays_fetch(const tridiag_arrays *arrays)
{
    arrays_download(arrays->device, arrays->host.x, arrays->at[TRIDIAG_X], arrays->bytes);
}

void tridiag_arrays_free(tridiag_arrays *arrays)
{
    for (int k = 0; k < TRIDIAG_ARRAYS; ++k)
        arrays_release(arrays->device, arrays->at[k]);
    tridiag_data_free(&arrays->host);
}
