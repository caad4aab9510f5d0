/* Runs built-in cases through the public interface and judges them. Does not print. Collective;
 * rank 0 judges. */
#ifndef SPATE_CASES_VERIFY_H
#define SPATE_CASES_VERIFY_H

#include "cases/case.h"
#include "schemes/iterations.h"

#define VERIFY_ROWS 6
#define VERIFY_REST_STEPS 200 /* of CASE_AT_REST */
#define VERIFY_STRIP_ROWS 4   /* cells across a strip */
#define VERIFY_DEEP 0.01      /* of the mean depth: where velocities are compared */
/* Below this number of cells a stage takes less time than starting the threads. The bits are the
 * same. */
#define VERIFY_ONE_THREAD_CELLS 20000

/* A finished run. Everything in it, also the arrays (nx * ny, row 0 in the south), is valid only
 * during the call. */
typedef struct verify_finished {
    const builtin_case *c;
    const spate_options *opt;
    double t;
    const double *bed, *h, *hu, *hv; /* the bed of the run, not of the case */
} verify_finished;
typedef void (*verify_finished_fn)(const verify_finished *run, void *user);

typedef struct verify_reference verify_reference; /* cases/verify_reference.h */

typedef struct verify_options {
    const char *scheme, *backend, *isa; /* NULL: the default of spate_options */
    double courant;                     /* solver.courant of implicit schemes; 0: 1 */
    int precision;                      /* 32 or 64; 0: the default */
    int line_precision;                 /* as in spate_options */
    int threads;                        /* 0: one for small grids, else the default */
    int parts_x, parts_y;               /* 0: the default; a strip is only cut into shorter ones */
    int quick;                          /* 1: without the finest grid where grids are large */
    int strip_rows;                     /* cells across a strip; 0: VERIFY_STRIP_ROWS */
    /* Changes the options of every run; NULL: none. */
    void (*adjust)(spate_options *options, void *user);
    void *adjust_user;
    verify_finished_fn finished; /* on rank 0 after each grid, the finest last; NULL: none */
    void *user;                  /* of finished */
    /* Errors are measured against this instead of the solution of the case. NULL: none. */
    const verify_reference *reference;
} verify_options;

/* One grid of one case. Values that do not exist are NaN: errors without a solution, the order
 * of the first grid. All errors are relative and measured in the window of the case:
 *   l1_h    sum |h - exact| / sum exact
 *   linf_h  max |h - exact| / mean exact
 *   l2_h    root of the mean square of h - exact, over the mean exact depth
 *   l1_hu, linf_hu  the same for the length of the difference of (hu, hv), over the momentum
 *                   H sqrt(g H) with the mean exact depth H, which is not zero for water at rest.
 *   l1_u, l2_u, linf_u  the same for the velocities (u, v), over sqrt(g H). Only cells whose exact
 *                   depth is at least VERIFY_DEEP H count: a film has momentum hu, but no velocity
 *                   that means anything.
 * CASE_AT_REST compares with the initial state, CASE_SYMMETRY, CASE_MIRRORS and CASE_GLIDE with the
 * mirror images. l1_h of CASE_VOLUME is the missing part of the rain. */
typedef struct verify_row {
    const char *name, *scheme, *backend, *isa; /* of the case; in use */
    int precision;
    const char *real; /* "f32", "f64", "mixed" */
    int64_t nx, ny, steps;
    int threads;
    double seconds; /* wall time of the steps alone */
    double courant; /* sqrt(g h) dt / cell with the mean step and the deepest water of the start */
    double l1_h, l2_h, linf_h, l1_hu, linf_hu, l1_u, l2_u, linf_u;
    scheme_iterations iterations; /* of all steps */
    double order; /* from the grid before to this one: of l1_h, or l1_hu if that is judged */
    double mass_error, mass_bound;
    double floor; /* the error that rounding alone may cause (verify_bounds.c) */
    int sound;    /* all values are finite and no depth is negative */
    int pass;
} verify_row;

typedef struct verify_report {
    verify_row rows[VERIFY_ROWS];
    int row_count;
    int pass;
    char reason[240]; /* one sentence */
} verify_report;

/* Whether the case has a solution for all times. */
int verify_has_solution(const builtin_case *c);
/* One grid: `size` as in builtin_case.sizes. The row is not judged. */
spate_status verify_grid(spate_context *ctx, const builtin_case *c, const verify_options *opt,
                         int size, verify_row *row);

/* CASE_ORDER: the order that the scheme of the row must reach (scheme_claims). */
double verify_expected_order(const builtin_case *c, const verify_row *row);

/* An error means that a run failed. The report then does not pass and has the reason. */
spate_status verify_case(spate_context *ctx, const builtin_case *c, const verify_options *opt,
                         verify_report *report);

#endif
