/* Many solves of one algorithm, class, kind of matrix and precision: a row of the table that a test prints. */
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

/* Whether there are such matrices of n rows. */
int series_is_possible(const series *run, int64_t n);
/* Systems for the series; 0: no memory. Released by systems_free either way. */
int series_systems(const series *run, int64_t n, int64_t lines, systems *s);
/* Judges all lines of s that have a bound; algorithm: as the stats name it. */
void series_judge(series *run, const systems *s, const char *algorithm);
/* What the row says of itself. */
void series_title(const series *run, char *text, size_t room);

#endif
