/* Rows of a matrix that all lines share, rounded to the precision of the solver. */
#ifndef SPATE_SOLVERS_TRIDIAG_SHARED_ROWS_H
#define SPATE_SOLVERS_TRIDIAG_SHARED_ROWS_H

#include "base/context.h"
#include "spate/tridiag.h"

/* The coefficients before the first and after the last row are 0 unless it is periodic. */
typedef struct tri_shared_rows {
    double **rows; /* a, b and c, n values each */
    int64_t n;
    int precision, periodic;
} tri_shared_rows;

/* Makes room for them unless rows[0] has it already; memory_free(rows[0]) releases it. */
spate_status tri_shared_rows_allocate(spate_context *ctx, const tri_shared_rows *m);
void tri_shared_rows_set(const tri_shared_rows *m, const double *a, const double *b,
                         const double *c);
void tri_shared_rows_set_toeplitz(const tri_shared_rows *m, const spate_toeplitz *t);

#endif
