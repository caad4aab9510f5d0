/* Shared by the tests of compact differences on a GPU: the error bound of a line. */
#ifndef TESTS_BACKEND_GPU_COMPACT_H
#define TESTS_BACKEND_GPU_COMPACT_H

#include "solvers/compacts.h"

/* The largest residual of a line over its bound, for any length; NaN if there is no bound. f: as
 * rounded to the precision. Rows of B f have w + 6 roundings for each of w terms (compacts.h);
 * the solver is checked like cyclic reduction (judge.h), 10 roundings for each of 1 + log2 n
 * levels. */
long double compact_judge(const compact_case *c, const double *f, const double *g);

#endif
