/* Shared by the tests of compact differences: one line through the public interface, and the
 * same line by dense elimination in long double with a bound of the rounding errors. Schemes are
 * data here; how the library uses them does not matter. */
#ifndef TESTS_SOLVERS_COMPACTS_H
#define TESTS_SOLVERS_COMPACTS_H

#include "spate/compact.h"

typedef struct compact_case {
    const spate_compact_scheme *scheme;
    int periodic, precision;
    int64_t n; /* values of f */
    double spacing;
} compact_case;

int64_t case_results(const compact_case *c);

/* Value k of an array of f32 or f64. */
void put_value(void *array, int precision, int64_t k, double v);
double get_value(const void *array, int precision, int64_t k);

/* f is rounded to the precision; g has case_results values. */
spate_status case_apply(spate_context *ctx, const compact_case *c, const double *f, double *g);

/* Maximum number of values of a line for the reference. */
enum { CASE_MOST = 128 };

/* g: the exact results of f, which is rounded to the precision first. bound: how far computed ones
 * may be off,
 *
 *     |A^-1| (q u B |f| + |E| |g|),   |E| <= u |A| + k u |L| |U|,
 *
 * row by row (u: half a unit in the last place of the precision). A row of B f with w terms takes w
 * + 6 roundings a term: its coefficient 1 as stored, 3 for the division by a power of h and for the
 * precision, then 1 for f itself, 1 for the product and w for sums. A is rounded once; elimination
 * and substitution take k = 6 (docs/theory/tridiag.md), the last row of a periodic matrix, which
 * is a sum of up to n terms, n more. Squares of u are covered by one per cent. */
void case_reference(const compact_case *c, const double *f, long double *g, long double *bound);

/* The same for lines that are eliminated in chunks (spate_compact_distributed): L and U are
 * those of that order, and k counts the roundings of a value on its way up and down, as in
 * judge.h: 8 for each row but the first of a chunk, 16 for each level of the tree of chunks, 18
 * for closing a line and going down. No inner product of the elimination has as many terms. */
void case_reference_cut(const compact_case *c, int64_t chunk, const double *f, long double *g,
                        long double *bound);

/* Position of a value or result of the line, in spacings from f[0]. */
double case_place(const compact_case *c, int64_t result);

/* All named schemes, then filters of order 2, 4 and 10; returns how many. */
enum { SCHEMES_MOST = 32 };
int all_schemes(spate_compact_scheme list[SCHEMES_MOST]);

#endif
