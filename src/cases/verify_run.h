/* Shared by the files verify_*.c: one finished run. */
#ifndef SPATE_CASES_VERIFY_RUN_H
#define SPATE_CASES_VERIFY_RUN_H

#include "cases/verify.h"

typedef struct verify_pair {
    double h, h0;
} verify_pair;

typedef struct verify_run {
    const builtin_case *c;
    spate_options opt;
    spate_stats stats;
    double *h0; /* depth at the start; the three below at the end; nx * ny each */
    double *h, *hu, *hv;
    double *bed;
    verify_pair *pairs;                /* room for nx * ny of them */
    case_state *target;                /* the same: what the state should be */
    const verify_reference *reference; /* NULL: the solution of the case */
    int64_t stages;
    double seconds;               /* of the steps */
    scheme_iterations iterations; /* of all of them */
} verify_run;

/* verify_error.c: the errors of the row. */
void verify_measure(const verify_run *run, verify_row *row);
/* verify_error.c: whether errors are measured here. */
int verify_in_window(const builtin_case *c, double x, double y);
/* verify_bounds.c: mass_bound and floor of the row. */
void verify_bounds(const verify_run *run, verify_row *row);
/* verify_judge.c: the verdict on every row and on the case. */
void verify_judge(const builtin_case *c, verify_report *report);

#endif
