/* What the kernels of the Krylov solvers see of a part: its vectors, its matrix and its sums, in
 * the memory of its device. A space is the set of unknowns on which conjugate gradients run: the
 * grid itself, or two planes of half its size in each direction (the nodes that a red-black
 * elimination keeps). Every vector of a space has the same layout. */
#ifndef SPATE_BACKEND_KRYLOV_PART_H
#define SPATE_BACKEND_KRYLOV_PART_H

#include <stddef.h>
#include <stdint.h>

#include "backend/krylov/scalars.h"

/* Layout of the vectors of a part. A pointer addresses value (0, 0) of plane 0. Each plane has one
 * ghost value on every side, indices -1 and nx or ny, corners included. Ghosts on sides that are
 * not linked lie outside the grid; they are 0 in every vector and stay so. */
typedef struct kry_shape {
    int nx, ny;             /* of a plane */
    int planes;             /* 1 or 2 */
    ptrdiff_t pitch, plane; /* values from row to row, from plane to plane */
    int64_t i0, j0;         /* of value (0, 0) in the whole space; multiples of the tile */
    uint8_t linked[4];      /* west, east, south, north: another part has the ghosts */
} kry_shape;

/* Sums are made in f64, tile by tile: 32 x 8 values of one plane, or 16 x 4 of two planes (the same
 * area of the grid). A lane is a column of a tile: plane * 16 + column for two planes. A lane is summed
 * over its rows in order, then lanes are combined by a butterfly: l with l + 16, then + 8, + 4,
 * + 2, + 1. Lanes and rows outside the space are 0. */
enum { KRY_LANES = 32 };

SPATE_BOTH int kry_tile_x(const kry_shape *s)
{
    return s->planes == 2 ? KRY_LANES / 2 : KRY_LANES;
}

SPATE_BOTH int kry_tile_y(const kry_shape *s)
{
    return s->planes == 2 ? 4 : 8;
}

SPATE_BOTH int kry_tiles_x(const kry_shape *s)
{
    return (s->nx + kry_tile_x(s) - 1) / kry_tile_x(s);
}

SPATE_BOTH int kry_tiles_y(const kry_shape *s)
{
    return (s->ny + kry_tile_y(s) - 1) / kry_tile_y(s);
}

/* Symmetric 5-point or 9-point matrix rows of a part (include/spate/krylov.h), in the precision of
 * the conjugate gradients. One ring of ghosts is valid: centre, east, north and the two others
 * have the values of the parts beside, on linked sides. Outside the grid couplings are 0. */
typedef struct kry_matrix {
    const void *centre, *east, *north;
    const void *north_east, *north_west; /* NULL: 5 points */
    ptrdiff_t pitch;
} kry_matrix;

/* A vector of the caller: value (0, 0), and values from row to row; without ghosts. */
typedef struct kry_array {
    void *first;
    ptrdiff_t pitch;
} kry_array;

/* Where kernels of the conjugate gradients find z. */
typedef enum {
    KRY_FROM_Z,             /* in z, scaled: a preconditioner made it */
    KRY_FROM_R,             /* z is r */
    KRY_FROM_R_OVER_CENTRE, /* z is r / centre, never stored */
} kry_source;

typedef struct kry_part {
    kry_shape shape;
    kry_matrix matrix; /* of the grid, in every space */
    kry_source source;
    /* Right-hand side and solution in the space where conjugate gradients run. */
    kry_array b, x;
    /* Vectors in the precision of the conjugate gradients. q is A p; p is double buffered. With one
     * reduction q is A z, p[0] is p and p[1] is A p. */
    void *r, *q, *p[2];
    /* In the precision of the preconditioner: its input and its result; NULL unless source is
     * KRY_FROM_Z. `in` is r, or r times scalars->scale rounded to f32 where precisions are mixed.
     */
    void *in, *z;
    double *tile_sums;    /* KRY_SUMS lists of tiles_x * tiles_y values, tiles row by row */
    kry_scalars *scalars; /* of the solver, in the memory of the device */
    void *sum_work;       /* of the kernels that add tile sums on a device */
    void *stream;         /* of a device; NULL: its own */
    int threads;          /* CPU */
} kry_part;

SPATE_BOTH ptrdiff_t kry_tile_count(const kry_shape *s)
{
    return (ptrdiff_t)kry_tiles_x(s) * kry_tiles_y(s);
}

#endif
