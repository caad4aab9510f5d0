/* Batches of lines for the tests of the tridiagonal solvers: values that depend only on line and
 * row, for any layout, and the residual of a solution in long double. */
#ifndef TESTS_UNIT_TRIDIAG_LINES_H
#define TESTS_UNIT_TRIDIAG_LINES_H

#include <float.h>
#include <stdlib.h>

#include "check.h"
#include "solvers/tridiag/solver.h"
#include "spate/tridiag.h"

enum { A, B, C, D, X, ARRAYS };

typedef struct batch {
    spate_lines lines;
    int precision;
    int64_t extent;
    void *array[ARRAYS];
} batch;

static inline int64_t extent_of(const spate_lines *l)
{
    return (l->n - 1) * l->stride + (l->count[0] - 1) * l->step[0] +
           (l->count[1] - 1) * l->step[1] + 1;
}

static inline int64_t line_count(const spate_lines *l)
{
    return l->count[0] * l->count[1];
}

static inline int64_t place(const batch *t, int64_t line, int64_t row)
{
    const spate_lines *l = &t->lines;
    return row * l->stride + line % l->count[0] * l->step[0] + line / l->count[0] * l->step[1];
}

static inline double get(const batch *t, int array, int64_t line, int64_t row)
{
    const int64_t at = place(t, line, row);
    return t->precision == 32 ? (double)((float *)t->array[array])[at]
                              : ((double *)t->array[array])[at];
}

static inline void put(batch *t, int array, int64_t line, int64_t row, double value)
{
    const int64_t at = place(t, line, row);
    if (t->precision == 32)
        ((float *)t->array[array])[at] = (float)value;
    else
        ((double *)t->array[array])[at] = value;
}

/* -1 ... 1, depends only on line, row and array. */
static inline double noise(int64_t line, int64_t row, int array)
{
    uint64_t x = (uint64_t)line * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)row * 0x85ebca6bu +
                 (uint64_t)array * 0xc2b2ae35u + 1;
    x ^= x >> 31;
    x *= UINT64_C(0x7fb5d329728ea185);
    x ^= x >> 27;
    x *= UINT64_C(0x81dadef4bc2dd44d);
    x ^= x >> 33;
    return (double)(x >> 11) * 0x1p-52 - 1;
}

/* Memory outside the lines holds NaN: reading it shows. */
static inline void batch_make(batch *t, const spate_lines *lines, int precision)
{
    t->lines = *lines;
    t->precision = precision;
    t->extent = extent_of(lines);
    for (int k = 0; k < ARRAYS; ++k) {
        /* aligned as by a good allocator */
        t->array[k] = aligned_alloc(64, ((size_t)t->extent + 7) / 8 * 64);
        for (int64_t i = 0; i < t->extent; ++i)
            if (precision == 32)
                ((float *)t->array[k])[i] = NAN;
            else
                ((double *)t->array[k])[i] = NAN;
    }
}

static inline void batch_free(batch *t)
{
    for (int k = 0; k < ARRAYS; ++k)
        free(t->array[k]);
}

/* Diagonally dominant by rows, with signs of all kinds; a[0] and c[n-1] stay NaN unless
 * periodic. */
static inline void fill_dominant(batch *t, int periodic)
{
    for (int64_t line = 0; line < line_count(&t->lines); ++line)
        for (int64_t i = 0; i < t->lines.n; ++i) {
            const double a = noise(line, i, A), c = noise(line, i, C), sign = noise(line, i, B);
            if (i > 0 || periodic)
                put(t, A, line, i, a);
            if (i < t->lines.n - 1 || periodic)
                put(t, C, line, i, c);
            put(t, B, line, i, (sign < 0 ? -1 : 1) * (fabs(a) + fabs(c) + 0.01 + fabs(sign)));
            put(t, D, line, i, noise(line, i, D));
        }
}

static inline double unit_roundoff(int precision)
{
    return precision == 32 ? FLT_EPSILON / 2 : DBL_EPSILON / 2;
}

/* Elimination without pivots solves (A + E) x = d with |E| <= 6 u |L| |U| (c', y, x: see
 * docs/theory/tridiag.md), and |L| |U| <= 3 |A| where A is dominant (Higham 2002, theorem 9.12).
 * The last factor covers the squares of u. */
static inline double dominant_bound(int precision)
{
    return 18 * unit_roundoff(precision) * (1 + 64 * unit_roundoff(precision));
}

/* Largest |d - A x| / (|A| |x|) of all rows; d as before a solve in place. */
static inline double backward_error(const batch *t, const batch *original, int periodic)
{
    const int64_t n = t->lines.n;
    double worst = 0;
    for (int64_t line = 0; line < line_count(&t->lines); ++line)
        for (int64_t i = 0; i < n; ++i) {
            const long double b = get(original, B, line, i), d = get(original, D, line, i);
            long double left = 0, right = 0;
            if (i > 0 || periodic)
                left = (long double)get(original, A, line, i) * get(t, X, line, (i + n - 1) % n);
            if (i < n - 1 || periodic)
                right = (long double)get(original, C, line, i) * get(t, X, line, (i + 1) % n);
            const long double middle = b * get(t, X, line, i);
            const long double rest = fabsl(d - left - middle - right);
            const long double size = fabsl(left) + fabsl(middle) + fabsl(right);
            const double error = rest == 0 ? 0 : (double)(rest / size);
            if (!(error <= worst))
                worst = error;
        }
    return worst;
}

/* Largest |d - A x| of all rows, over the row sums of |A| and the largest |x| of the line. */
static inline double row_residual(const batch *t, int periodic)
{
    const int64_t n = t->lines.n;
    double worst = 0;
    for (int64_t line = 0; line < line_count(&t->lines); ++line) {
        double largest = 0;
        for (int64_t i = 0; i < n; ++i)
            largest = fmax(largest, fabs(get(t, X, line, i)));
        for (int64_t i = 0; i < n; ++i) {
            const int left = i > 0 || periodic, right = i < n - 1 || periodic;
            const long double a = left ? get(t, A, line, i) : 0, b = get(t, B, line, i),
                              c = right ? get(t, C, line, i) : 0;
            long double rest = get(t, D, line, i) - b * get(t, X, line, i);
            rest -= left ? a * get(t, X, line, (i + n - 1) % n) : 0;
            rest -= right ? c * get(t, X, line, (i + 1) % n) : 0;
            const double ratio =
                (double)(fabsl(rest) / ((fabsl(a) + fabsl(b) + fabsl(c)) * largest));
            if (!(ratio <= worst))
                worst = ratio;
        }
    }
    return worst;
}

static inline int same_solution(const batch *p, const batch *q)
{
    for (int64_t line = 0; line < line_count(&p->lines); ++line)
        for (int64_t i = 0; i < p->lines.n; ++i)
            if (!(get(p, X, line, i) == get(q, X, line, i)))
                return 0;
    return 1;
}

/* The matrix of line 0 for all lines. */
static inline void repeat_first_matrix(batch *p)
{
    for (int64_t line = 1; line < line_count(&p->lines); ++line)
        for (int64_t i = 0; i < p->lines.n; ++i)
            for (int k = A; k <= C; ++k)
                put(p, k, line, i, get(p, k, 0, i));
}

/* Replaces the instruction set that the solver chose; call before setup. */
static inline void use_instructions(spate_tridiag *t, const char *isa)
{
    const char *name = t->method->name;
    t->kernels = tri_kernels_cpu(t->precision, isa);
    for (t->method = tri_methods(t); strcmp(t->method->name, name) != 0;)
        ++t->method;
}

#endif
