/* A run on a fine grid as the reference of runs on coarser ones, for cases without a solution.
 * Knows fields and grids, not errors. */
#ifndef SPATE_CASES_VERIFY_REFERENCE_H
#define SPATE_CASES_VERIFY_REFERENCE_H

#include "cases/verify.h"

struct verify_reference {
    int64_t nx, ny;
    double *h, *hu, *hv; /* nx * ny each; one allocation */
    verify_row row;      /* of the run */
};

/* Runs the case with `size` cells. What fails leaves the reference empty. One process, not several
 * ranks. */
spate_status verify_reference_make(spate_context *ctx, const builtin_case *c,
                                   const verify_options *opt, int size,
                                   verify_reference *reference);
/* The reference may be empty, {0}. */
void verify_reference_free(verify_reference *reference);

/* Whether a cell of a grid of nx x ny cells is a block of whole cells of the reference. */
int verify_reference_fits(const verify_reference *reference, int64_t nx, int64_t ny);
/* Depth and velocity in cell (i, j) of such a grid: means of depth and of momentum over the block,
 * so that no water is lost. */
case_state verify_reference_at(const verify_reference *reference, int64_t nx, int64_t ny, int64_t i,
                               int64_t j);

#endif
