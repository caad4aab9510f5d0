/* A part of random data for the fused sweeps, in memory that both sides see, and what the CPU makes of it. */
#ifndef TESTS_GPU_ADI_LINES_H
#define TESTS_GPU_ADI_LINES_H

#include "backend/cuda/adi/device.cuh"

/* What a part shall be like. */
typedef struct lines_setup {
    int nx, ny;
    int ring[2];
    int law, extrapolated, mixed, map;
    int rough; /* dry cells, closed faces, fast flow, boundaries; else calm deep water in a closed basin */
    int there; /* fields are in the device's memory, where the host does not look */
} lines_setup;

typedef struct lines_part {
    lines_setup setup;
    grid_part *part;
    adi_device device;
    real *field[16]; /* what was allocated for it, from its first value on */
    int fields;
    size_t values; /* of each */
} lines_part;

static lines_part lines_make(lines_setup setup);
static void lines_release(lines_part *p);

/* Fluxes and depths of a sweep, as the CPU finds them: rows from adi_row_at and adi_listed_row, lines by the solver's tree
 * of chunks. To fields like those of the part, from cell (0, 0). bound: what rounding may change at most, were all
 * operations of a row rounded anew. Returns the number of wrong depths. */
static unsigned lines_expect(const lines_part *p, int stage, int chunk, real *flux, real *depth,
                             double *bound_flux, double *bound_depth);

#endif
