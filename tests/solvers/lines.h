/* Shared by the tests of the tridiagonal solvers: systems, memory layouts of their lines, and
 * one solve through the public interface. Systems are independent of layouts, and layouts of
 * values. */
#ifndef TESTS_SOLVERS_LINES_H
#define TESTS_SOLVERS_LINES_H

#include "spate/tridiag.h"

/* All lines of a batch one after the other, n values each, rounded to the precision of the
 * solve. */
typedef struct systems {
    int64_t n, lines;
    int periodic;
    int shared; /* all lines have the matrix of the first */
    double *a, *b, *c, *d, *x;
} systems;

typedef enum {
    MATRIX_DOMINANT,        /* by rows, |a| + |c| <= |b| / 2, rows of very different sizes */
    MATRIX_COLUMN_DOMINANT, /* the transposed */
    MATRIX_SPD,             /* symmetric positive definite; not dominant */
    MATRIX_M,               /* an M-matrix; not dominant */
    MATRIX_PADE,            /* [1/4 1 1/4], ends [1 2] and [2 1] */
    MATRIX_ANY,             /* no theorem: pivots may be small */
    MATRIX_KINDS
} matrix_kind;

extern const char *const matrix_names[MATRIX_KINDS];

/* x is not changed. Returns 0 without memory; call systems_free in either case. */
int systems_make(systems *s, int64_t n, int64_t lines, int periodic);
/* Toeplitz: constant rows between the ends, the same for all lines. */
typedef enum { ROWS_FREE, ROWS_SHARED, ROWS_TOEPLITZ } row_pattern;
void systems_fill(systems *s, matrix_kind kind, row_pattern pattern, int precision);
/* Rows i and i + 1 of a line become [.. tiny 1 ..], [.. 1 tiny ..]: well conditioned, but its
 * pivots are not. */
void systems_weaken(systems *s, int64_t line, int64_t i, double tiny);
void systems_free(systems *s);
/* The matrix of the first line, as one of constant rows. */
spate_toeplitz systems_toeplitz(const systems *s);

typedef enum {
    LAYOUT_CONTIGUOUS,
    LAYOUT_ROWS,        /* contiguous with a gap after each line */
    LAYOUT_Y,           /* along y of a 2-D array with a pitch */
    LAYOUT_Y3,          /* along y of a 3-D array with a pitch */
    LAYOUT_Z3,          /* along z of one */
    LAYOUT_INTERLEAVED, /* no gaps */
    LAYOUT_ODD,         /* stride 3 */
    LAYOUT_FAR,         /* neither unknowns nor lines are contiguous */
    LAYOUTS
} layout_kind;

extern const char *const layout_names[LAYOUTS];
spate_lines layout_lines(layout_kind kind, int64_t n, int64_t lines);
int64_t layout_extent(const spate_lines *l); /* values from the first to the last, inclusive */

/* One solve of s by o (its lines and periodic are set here) into s->x. GENERAL if matrix says
 * so, else SHARED or TOEPLITZ with the matrix of the first line. Memory between lines, in front
 * and behind must not change, nor the inputs: otherwise *kept is 0. stats may be NULL. */
typedef struct solve_variant {
    spate_tridiag_class matrix;
    layout_kind layout;
    int precision, threads, in_place, check, repair;
    const char *algorithm;
    const char *backend; /* NULL: the default */
} solve_variant;
spate_status lines_solve(spate_context *ctx, const solve_variant *variant, systems *s, int *kept,
                         spate_tridiag_stats *stats);
/* True if an algorithm accepts periodic lines; if not, it must report that. */
int lines_may_be_periodic(spate_context *ctx, spate_tridiag_class matrix, const char *algorithm);

#endif
