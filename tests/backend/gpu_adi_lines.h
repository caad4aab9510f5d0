/* A part of random data for the fused sweeps, in memory of host and device, and the result of the
 * CPU. */
#ifndef TESTS_GPU_ADI_LINES_H
#define TESTS_GPU_ADI_LINES_H

#include "backend/cuda/adi/device.cuh"

/* Properties of a part. */
typedef struct lines_setup {
    int nx, ny;
    int ring[2];
    int law, extrapolated, mixed, map;
    int rough; /* dry cells, closed faces, fast flow, boundaries; else deep water, closed */
    int there; /* fields are in device memory only */
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

/* Fluxes and depths of a sweep on the CPU: rows from adi_row_at and adi_listed_row, lines by the
 * solver's tree of chunks. Written to fields like those of the part, from cell (0, 0). bound: the
 * largest possible change if all operations of a row were rounded differently. Returns the number
 * of depths that are negative or NaN. */
static unsigned lines_expect(const lines_part *p, int stage, int chunk, real *flux, real *depth,
                             double *bound_flux, double *bound_depth);

#endif
