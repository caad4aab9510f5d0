/* Runs built-in cases through the public interface and judges them. Prints nothing: `spate verify`
 * and the tests do. Collective under mpirun; the judgement is made on rank 0. */
#ifndef SPATE_CASES_VERIFY_H
#define SPATE_CASES_VERIFY_H

#include "cases/case.h"

#define VERIFY_ROWS 6
#define VERIFY_REST_STEPS 200 /* of CASE_AT_REST */
#define VERIFY_STRIP_ROWS 4   /* cells across a strip */
/* Below so many cells a stage takes less time than waking the threads. The bits are the same. */
#define VERIFY_ONE_THREAD_CELLS 20000

/* A run that is done, for whoever wants to look. The arrays (nx * ny, row 0 in the south) and all
 * else live as long as the call. */
typedef struct verify_finished {
    const spate_case *c;
    const spate_options *opt;
    double t;
    const double *bed, *h, *hu, *hv; /* bed as the run has it */
} verify_finished;
typedef void (*verify_finished_fn)(const verify_finished *run, void *user);

typedef struct verify_options {
    const char *scheme, *backend, *isa; /* NULL: the default of spate_options */
    double courant;                     /* of implicit schemes; 0: 1 */
    int precision;                      /* 32 or 64; 0: the default */
    int line_precision;                 /* as in spate_options */
    int threads;                        /* 0: one for small grids, else the default */
    int parts_x, parts_y;               /* 0: the default; never cuts a strip across */
    int quick;                          /* 1: leave the finest grid out where grids are costly */
    verify_finished_fn finished;        /* on rank 0 after each grid, the finest last; NULL: none */
    void *user;                         /* of finished */
} verify_options;

/* One grid of one case. A value that does not exist is NaN: errors without a solution, the order
 * of the first grid. All errors are relative and taken over the window of the case:
 *   l1_h    sum |h - exact| / sum exact
 *   linf_h  max |h - exact| / mean exact
 *   l1_hu, linf_hu  alike for the length of the difference of (hu, hv), over the momentum
 *                   H sqrt(g H) with H the mean exact depth: never zero, also where water stands.
 * In place of the exact solution CASE_AT_REST takes the initial state, CASE_SYMMETRY the mirror
 * images; l1_h of CASE_VOLUME is the missing share of the rain. */
typedef struct verify_row {
    const char *name, *scheme, *backend, *isa; /* of the case; in use */
    int precision;
    const char *real; /* "f32", "f64", "mixed" */
    int64_t nx, ny, steps;
    double l1_h, linf_h, l1_hu, linf_hu;
    double order; /* from the grid before to this one: of l1_h, or l1_hu if that is judged */
    double mass_error, mass_bound;
    double floor; /* the error that rounding alone may make (verify_bounds.c) */
    int sound;    /* every depth is a number and not negative */
    int pass;
} verify_row;

typedef struct verify_report {
    verify_row rows[VERIFY_ROWS];
    int row_count;
    int pass;
    char reason[240]; /* one sentence */
} verify_report;

/* CASE_ORDER: the least order of the scheme of that row. */
double verify_order_asked_for(const spate_case *c, const verify_row *row);

/* An error means that a run could not be done: the report says so too and does not pass. */
spate_status verify_case(spate_context *ctx, const spate_case *c, const verify_options *opt,
                         verify_report *report);

#endif
