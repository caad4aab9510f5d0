/* Construction of the coefficients of cyclic reduction (tri_levels in
 * backend/tridiag/tridiag.h), in f64 for every precision of the lines. */
#ifndef SPATE_SOLVERS_TRIDIAG_LEVELS_H
#define SPATE_SOLVERS_TRIDIAG_LEVELS_H

#include "solvers/tridiag/solver.h"

/* A row of a reduced system, and the largest entry of the original row. */
typedef struct level_row {
    double a, b, c, most;
} level_row;

/* A system: all its rows, or (compact) the first, one inner and the last row. */
typedef struct level_rows {
    int64_t count;
    int compact;
    level_row *row;
} level_rows;

/* Offsets of the coefficients of a level in the block, in values. */
typedef struct level_offsets {
    int64_t rows;
    size_t left, right, a, c, scale;
} level_offsets;

typedef struct level_builder {
    spate_tridiag *t;
    double *block;
    size_t used, room;
    level_rows now, then;
    level_offsets level[TRI_MAX_LEVELS + 1];
    int count;
    /* bound of the growth of an error of the remaining rows during back substitution */
    double gain;
    int bad; /* a pivot was 0, or an entry not finite */
} level_builder;

/* Reserves space in the block and returns its offset. */
size_t level_reserve(level_builder *w, int64_t values);
void level_put(level_builder *w, size_t place, double value);

/* Reads the matrix of the solver, without the border of a periodic one. */
void level_read_matrix(level_builder *w, int compact);
/* Builds levels by CR or PCR until coupling times gain is at most `tolerance`. */
void level_build(level_builder *w, int parallel, double tolerance);

#endif
