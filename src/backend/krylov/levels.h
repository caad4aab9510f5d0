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

struct kry_scalars;

/* The matrix of a level, node by node: coupling of (i, j) to itself, (i+1, j), (i, j+1), (i+1, j+1)
 * and (i-1, j+1). */
enum { LEVEL_CENTRE, LEVEL_EAST, LEVEL_NORTH, LEVEL_NORTH_EAST, LEVEL_NORTH_WEST, LEVEL_ARRAYS };

typedef struct level_matrix {
    const void *array[LEVEL_ARRAYS]; /* node (0, 0); the last two are NULL for 5 points */
    ptrdiff_t pitch;
    int single; /* float, else double */
    int nine;   /* 9 points, else 5 */
    int inner;  /* all nodes around exist: nothing needs to be asked */
    /* Nodes that exist, ghosts with values included: x_begin <= i < x_end, and so on. */
    int x_begin, x_end, y_begin, y_end;
} level_matrix;

/* A 5-point matrix after exact elimination of R1 and R2, in planes: centres, couplings to the node of
 * the same kind in the next quad, and couplings of O to the four E nodes around it. */
enum { S_E, S_E_EAST, S_E_NORTH, S_O, S_O_EAST, S_O_NORTH, S_SW, S_SE, S_NW, S_NE, SCHUR_PLANES };

typedef struct level_schur {
    void *plane[SCHUR_PLANES]; /* in the precision of the conjugate gradients; quad (0, 0) */
    ptrdiff_t pitch;
} level_schur;

/* Planes of r. */
enum { QUAD_E, QUAD_R1, QUAD_R2, QUAD_O, QUAD_KINDS };

/* Planes of coefficients, in the precision of the hierarchy. The letters after the kind of a node are
 * the direction of its neighbour. Every coupling is stored once. */
enum {
    R1_W,
    R1_E,
    R1_S,
    R1_N,
    R1_D, /* 1 / pivot (RRB) or 1 / centre (multigrid) */
    R2_W,
    R2_E,
    R2_S,
    R2_N,
    R2_D,
    O_SW,
    O_SE,
    O_NW,
    O_NE,
    O_D,
    RRB_PLANES,
    /* multigrid */
    E_D = RRB_PLANES,
    T_SW, /* R1 with the R2 nodes around it */
    T_SE,
    T_NW,
    T_NE,
    P_W, /* interpolation: R1 = P_W E + P_E E(I+1), R2 = P_S E + P_N E(J+1) */
    P_E,
    P_S,
    P_N,
    P_SW, /* and O = P_SW E + P_SE E(I+1) + P_NW E(J+1) + P_NE E(I+1, J+1) */
    P_SE,
    P_NW,
    P_NE,
    /* multigrid on level 0 of a 5-point system: E = Q_C E + Q_W E(I-1) + ..., after one relaxation */
    Q_C,
    Q_W,
    Q_E,
    Q_S,
    Q_N,
    LEVEL_PLANES
};

enum { LEVEL_HELD = QUAD_KINDS };

typedef struct level_part {
    int nx, ny; /* nodes of this part */
    int qx, qy; /* quads: half as many, rounded up */
    int threads;
    ptrdiff_t quad_pitch, quad_plane; /* of r, held and plane */
    ptrdiff_t z_pitch;
    /* QUAD_KINDS planes; quad (0, 0) of the first. In a part of a level that will be gathered it is a
     * node array of pitch quad_pitch, and `staged` is set. */
    void *r;
    int staged;
    void *z; /* node array; node (0, 0) */
    /* What the backward pass needs of the forward pass. RRB: held[0] is r of the O nodes after
     * elimination of R1 and R2, times O_D. Multigrid: E, R1, R2 and O after the first sweep. */
    void *held[LEVEL_HELD];
    void *plane[LEVEL_PLANES];         /* NULL where the method has none */
    const struct kry_scalars *scalars; /* in the memory of the device */
    void *stream;                      /* of a device */
    /* For set-up. */
    level_matrix matrix;
    level_schur schur;
    double *coarse[LEVEL_ARRAYS]; /* the matrix of the next level */
    ptrdiff_t coarse_pitch;
} level_part;

/* The last level: z = F^T F r, where F is the inverse of the Cholesky factor of its matrix. Nodes are
 * numbered row by row. */
enum { LEVEL_BOTTOM = 64 /* most nodes */ };

typedef struct level_bottom {
    /* F and its transpose, LEVEL_BOTTOM values in each row, 0 outside the triangle. */
    void *inverse, *transposed;
    ptrdiff_t pitch;
} level_bottom;

#endif
