/* Symmetric 5-point and 9-point systems for tests of the Krylov solver: whole grids in f64, of
 * which a solve passes its parts in its precision. */
#ifndef TESTS_SOLVERS_STENCILS_H
#define TESTS_SOLVERS_STENCILS_H

#include "spate/krylov.h"

typedef enum {
    STENCIL_HELMHOLTZ, /* 1 + c in the centre, couplings that sum to -c; `ratio` of the waves */
    STENCIL_DIRICHLET, /* Poisson with levels of 0 around the grid */
    STENCIL_NEUMANN,   /* Poisson without a fixed level: singular */
    STENCIL_RANDOM,    /* negative couplings of all sizes, diagonally dominant */
    STENCIL_SIGNS,     /* couplings of both signs, diagonally dominant */
    STENCIL_ISLANDS,   /* Helmholtz with dry cells and depths that jump by 10^6 */
    STENCIL_KINDS
} stencil_kind;
extern const char *const stencil_names[STENCIL_KINDS];

typedef struct stencil {
    int nx, ny, points;
    double *centre, *east, *north, *north_east, *north_west; /* one block */
    double *b, *x;
} stencil;

/* Values are the same in f32: multiples of 2^-20 of moderate size. Returns 0 without memory. */
int stencil_make(stencil *s, stencil_kind kind, int nx, int ny, int points, double ratio);
void stencil_free(stencil *s);

/* b = A x for a random x, which is kept in s->x and `exact` unless that is NULL. */
void stencil_manufacture(stencil *s, double *exact);

/* y = A v in extended precision; and the 2-norm of b - A x. */
void stencil_apply(const stencil *s, const double *v, long double *y);
double stencil_residual(const stencil *s);
/* The largest sum of sizes of a row: at least the 2-norm of A. */
double stencil_norm(const stencil *s);
double stencil_length(const stencil *s, const double *v);

/* How far the true residual of an iterate may be from that of the recursion, after k iterations from
 * zero: every step rounds x, r and a product of `points` terms, each to at most u of its size, with
 * |x_j| <= growth |x|. For conjugate gradients |x_j| grows in the norm of the preconditioner
 * (Steihaug 1983), so growth is at most the root of its condition. Hence
 * k u |A| |x| growth (2 points + 10); u of the precision of x. */
double stencil_drift(const stencil *s, int precision, int iterations, double growth);
/* The root of the largest centre over the smallest one. */
double stencil_growth(const stencil *s);

/* Options for the grid of a stencil; precision 64, cg, jacobi, 1 thread, true residual, log. */
spate_krylov_options stencil_options(const stencil *s);
/* Solves with all parts of this rank; s->x is start and result (other ranks' parts are untouched).
 * stats: NULL, or those of the solve. */
spate_status stencil_solve(spate_context *ctx, const spate_krylov_options *o, stencil *s,
                           spate_krylov_stats *stats);

/* A solver with its arrays, for several solves. */
typedef struct stencil_solver {
    spate_krylov *k;
    int precision, parts;
    void *block[7]; /* centre, east, north, north_east, north_west, b, x in the precision */
} stencil_solver;
spate_status stencil_open(spate_context *ctx, const spate_krylov_options *o, const stencil *s,
                          stencil_solver *open);
spate_status stencil_run(stencil_solver *open, stencil *s);
void stencil_close(stencil_solver *open);

#endif
