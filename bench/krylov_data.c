/* The systems of the benchmark of the Krylov library. */
#include <math.h>
#include <stdlib.h>

#include "bench/krylov.h"

const char *krylov_real(int precision)
{
    return precision == 32 ? "f32" : precision == 64 ? "f64" : "mixed";
}

/* ---- values ---- */

/* Of the deepest water; not positive: dry. */
static double depth(const krylov_setup *s, int64_t i, int64_t j)
{
    if (s->bed == KRYLOV_FLAT)
        return 1;
    const double x = ((double)i + 0.5) / (double)s->n - 0.6;
    const double y = ((double)j + 0.5) / (double)s->n - 0.5;
    return 1 - 1.03 * exp(-(x * x + y * y) / (2 * 0.1 * 0.1));
}

/* Between (i, j) and the unknown `axis` (0: east) of it; 0 beyond the grid and beside dry land. */
static double coupling(const krylov_setup *s, int64_t i, int64_t j, int axis)
{
    const int64_t p = i + (axis == 0), q = j + (axis == 1);
    if (p >= s->n || q >= s->n)
        return 0;
    if (isinf(s->ratio))
        return -1;
    const double here = depth(s, i, j), there = depth(s, p, q);
    return here > 0 && there > 0 ? -s->ratio * s->ratio * 0.5 * (here + there) : 0;
}

/* Poisson: an unknown at the edge also couples to a zero beyond it. */
static double shift(const krylov_setup *s, int64_t i, int64_t j)
{
    if (isinf(s->ratio))
        return (i == 0) + (i == s->n - 1) + (j == 0) + (j == s->n - 1);
    return 1;
}

static double right_hand_side(const krylov_setup *s, int64_t i, int64_t j)
{
    const double x = ((double)i + 0.5) / (double)s->n - 0.3;
    const double y = ((double)j + 0.5) / (double)s->n - 0.5;
    if (!isinf(s->ratio) && !(depth(s, i, j) > 0))
        return 0;
    return s->rhs == KRYLOV_NOISE ? array_noise((uint64_t)(j * s->n + i))
                                  : exp(-(x * x + y * y) / (2 * 0.05 * 0.05));
}

static void fill_row(const krylov_setup *s, krylov_data *d, int64_t j)
{
    for (int64_t i = 0; i < s->n; ++i) {
        const int64_t k = j * s->n + i;
        array_set(d->host[KRYLOV_SHIFT], d->bits, k, shift(s, i, j));
        array_set(d->host[KRYLOV_EAST], d->bits, k, coupling(s, i, j, 0));
        array_set(d->host[KRYLOV_NORTH], d->bits, k, coupling(s, i, j, 1));
        array_set(d->host[KRYLOV_B], d->bits, k, right_hand_side(s, i, j));
        array_set(d->host[KRYLOV_X], d->bits, k, 0);
    }
}

/* ---- memory ---- */

static int bits_of(const krylov_setup *s)
{
    return s->precision == 32 ? 32 : 64;
}

double krylov_bytes(const krylov_setup *s)
{
    /* Arrays, those of the solver (matrix, five vectors) and of its preconditioner. */
    return (double)s->n * (double)s->n * bits_of(s) / 8 * (KRYLOV_ARRAYS + 8 + 12);
}

int krylov_data_make(const krylov_setup *s, const tri_device *device, krylov_data *d)
{
    int have = 1;
    *d = (krylov_data){.setup = s, .device = device, .bits = bits_of(s)};
    d->bytes = (size_t)s->n * (size_t)s->n * (size_t)d->bits / 8;
    for (int k = 0; k < KRYLOV_ARRAYS; ++k) {
        d->host[k] = malloc(d->bytes);
        have = have && d->host[k];
    }
    if (!have)
        return 0;
    const int threads = s->threads;
    (void)threads; /* in a build without OpenMP */
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t j = 0; j < s->n; ++j)
        fill_row(s, d, j);
    for (int k = 0; k < KRYLOV_ARRAYS; ++k) {
        d->at[k] = arrays_upload(device, d->host[k], d->bytes);
        have = have && d->at[k];
    }
    return have;
}

void krylov_data_free(krylov_data *d)
{
    for (int k = 0; k < KRYLOV_ARRAYS; ++k) {
        if (d->at[k])
            arrays_release(d->device, d->at[k]);
        free(d->host[k]);
    }
    *d = (krylov_data){0};
}

double krylov_value(const krylov_data *d, int array, int64_t k)
{
    return d->bits == 32 ? (double)((const float *)d->host[array])[k]
                         : ((const double *)d->host[array])[k];
}

/* ---- residual ---- */

/* (A x) of one unknown. */
static double product(const krylov_data *d, int64_t i, int64_t j)
{
    const int64_t n = d->setup->n, k = j * n + i;
    const double e = krylov_value(d, KRYLOV_EAST, k), no = krylov_value(d, KRYLOV_NORTH, k);
    const double w = i > 0 ? krylov_value(d, KRYLOV_EAST, k - 1) : 0;
    const double s = j > 0 ? krylov_value(d, KRYLOV_NORTH, k - n) : 0;
    double sum = (krylov_value(d, KRYLOV_SHIFT, k) - e - w - no - s) * krylov_value(d, KRYLOV_X, k);
    sum += i < n - 1 ? e * krylov_value(d, KRYLOV_X, k + 1) : 0;
    sum += i > 0 ? w * krylov_value(d, KRYLOV_X, k - 1) : 0;
    sum += j < n - 1 ? no * krylov_value(d, KRYLOV_X, k + n) : 0;
    return sum + (j > 0 ? s * krylov_value(d, KRYLOV_X, k - n) : 0);
}

double krylov_residual(const krylov_data *d)
{
    double squares = 0, whole = 0;
    arrays_download(d->device, d->host[KRYLOV_X], d->at[KRYLOV_X], d->bytes);
    for (int64_t j = 0; j < d->setup->n; ++j)
        for (int64_t i = 0; i < d->setup->n; ++i) {
            const double b = krylov_value(d, KRYLOV_B, j * d->setup->n + i);
            const double r = b - product(d, i, j);
            squares += r * r;
            whole += b * b;
        }
    return sqrt(squares / whole);
}
