/* The hierarchy of grids that RRB and multigrid share, as kernels see it: one level of one part.
 *
 * A level is a regular grid of nodes. It is cut into quads of 2 x 2 nodes, and nodes of one kind
 * are stored together (a plane: one value for each quad), so that every access has stride 1:
 *
 *     R2 (2I, 2J+1)   O  (2I+1, 2J+1)
 *     E  (2I, 2J)     R1 (2I+1, 2J)
 *
 * The E nodes are the nodes of the next level. Quads at the east and north edge of a grid of odd
 * size have nodes that do not exist: their couplings, pivots and values are 0, which is harmless.
 *
 * Planes have one ghost quad on every side, node arrays one ghost node. Ghosts hold the values of
 * the parts beside, and 0 outside the grid. */
#ifndef SPATE_BACKEND_KRYLOV_LEVELS_H
#define SPATE_BACKEND_KRYLOV_LEVELS_H

#include <stddef.h>
#include <stdint.h>

/* The matrix of a level, node by node: coupling of (i, j) to itself, (i+1, j), (i, j+1), (i+1, j+1)
 * and (i-1, j+1). */
enum { LEVEL_CENTRE, LEVEL_EAST, LEVEL_NORTH, LEVEL_NORTH_EAST, LEVEL_NORTH_WEST, LEVEL_ARRAYS };

typedef struct level_matrix {
    const void *array[LEVEL_ARRAYS]; /* node (0, 0); the last two are NULL for 5 points */
    ptrdiff_t pitch;
    int single;       /* float, else double */
    int nine;         /* 9 points, else 5 */
    int x_end, y_end; /* nodes from here on do not exist */
} level_matrix;

/* Planes of r. */
enum { QUAD_E, QUAD_R1, QUAD_R2, QUAD_O, QUAD_KINDS };

/* Planes of coefficients. A letter after the node kind is the direction of the neighbour. */
enum {
    R1_W, /* R1 and E of the same quad, and so on: every coupling is stored once */
    R1_E,
    R1_S,
    R1_N,
    R2_W,
    R2_E,
    R2_S,
    R2_N,
    O_SW,
    O_SE,
    O_NW,
    O_NE,
    R1_D, /* 1 / pivot, or 1 / centre */
    R2_D,
    O_D,
    RRB_PLANES,
    /* What is left when R1 and R2 are gone, besides O_SW ... O_NE: centre, and couplings to the node
     * of the same kind in the next quad. Only on level 0 of 5-point systems. */
    S_E = RRB_PLANES,
    S_E_EAST,
    S_E_NORTH,
    S_O,
    S_O_EAST,
    S_O_NORTH,
    SCHUR_PLANES,
    /* multigrid */
    E_D = SCHUR_PLANES,
    T_SW, /* R1 with the R2 nodes around it */
    T_SE,
    T_NW,
    T_NE,
    P_W, /* interpolation: R1 = P_W E + P_E E(I+1), R2 = P_S E + P_N E(J+1) */
    P_E,
    P_S,
    P_N,
    LEVEL_PLANES
};

typedef struct level_part {
    int nx, ny; /* nodes of this part */
    int qx, qy; /* quads: half as many, rounded up */
    ptrdiff_t quad_pitch;
    ptrdiff_t r_plane; /* from one plane of r to the next */
    ptrdiff_t z_pitch;
    void *r; /* QUAD_KINDS planes; quad (0, 0) of the first */
    void *z; /* node array; node (0, 0) */
    /* RRB: r of the O nodes after elimination of R1 and R2, times O_D. Multigrid: E, R1 and R2 after
     * the first sweep. */
    void *held[3];
    void *plane[LEVEL_PLANES]; /* NULL where the method has none */
    /* During set-up: the matrix, the planes in the precision of the set-up kernels (the same memory
     * as `plane` where the hierarchy has it too), and the matrix of the next level. */
    level_matrix matrix;
    void *exact[LEVEL_PLANES];
    ptrdiff_t exact_pitch;
    double *coarse[LEVEL_ARRAYS];
    ptrdiff_t coarse_pitch;
} level_part;

/* The last level: z = F^T F r, where F is the inverse of the Cholesky factor of its matrix. Nodes are
 * numbered row by row. */
enum { LEVEL_BOTTOM = 64 /* most nodes */ };

typedef struct level_bottom {
    /* F and its transpose, LEVEL_BOTTOM values in each row, 0 outside the triangle. */
    void *inverse, *transposed;
} level_bottom;

#endif
