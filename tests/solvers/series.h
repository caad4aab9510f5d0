/* Many solves of one algorithm, class, kind of matrix and precision: a row of the table that a test
 * prints. */
#ifndef TESTS_SOLVERS_SERIES_H
#define TESTS_SOLVERS_SERIES_H

#include <stddef.h>

#include "judge.h"

typedef struct series {
    spate_tridiag_class matrix;
    const char *algorithm;
    matrix_kind kind;
    int precision, periodic;
    double worst; /* of the residuals, in units of their bounds */
    int64_t solves, lines, failures;
} series;

/* True if such matrices of n rows exist. */
int series_is_possible(const series *run, int64_t n);
/* Systems for the series; returns 0 without memory. Call systems_free in either case. */
int series_systems(const series *run, int64_t n, int64_t lines, systems *s);
/* Checks all lines of s that have a bound; algorithm: as named by the stats. */
void series_judge(series *run, const systems *s, const char *algorithm);
/* Title of the table row. */
void series_title(const series *run, char *text, size_t room);

#endif
