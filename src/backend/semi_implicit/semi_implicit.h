/* The kernel table of the semi-implicit scheme. Depth h lies at cells, velocity u at the west face
 * of a cell, v at its south face:
 *
 *     slot now      h^n, u^n, v^n
 *     slot 1 - now  h^(n+1); u and v as if levels stayed, then u^(n+1) and v^(n+1)
 *     slot 2        transported velocities
 *
 * The velocity of a closed face is 0; that of a boundary belongs to the part of the cell in front of
 * the face (scheme_abilities.front_keeps_face). Kernels that are given an axis use 0 for faces at
 * the west of cells, 1 for those at the south. */
#ifndef SPATE_BACKEND_SEMI_IMPLICIT_H
#define SPATE_BACKEND_SEMI_IMPLICIT_H

#include "backend/backend.h"

/* A path goes back SEMI_PATH_CELLS cells and is interpolated between faces around its end. Codes of
 * faces are known in all ghost cells but the outermost. */
enum { SEMI_HALO = 4 };
/* Passes of improve_shares before every cell is limited to the water it had. */
enum { SEMI_SHARE_PASSES = 8 };

/* Fields beside the common ones. At faces: x, then y. */
enum {
    SEMI_U = COMMON_FIELDS, /* velocity */
    SEMI_V,
    SEMI_AMOUNT_X, /* fluxes of the beginning (m2/s), then water that passes in the step (m) */
    SEMI_AMOUNT_Y,
    SEMI_COUPLING_X, /* matrix couplings, not positive; 0 at boundaries */
    SEMI_COUPLING_Y,
    SEMI_GAIN_X, /* change of velocity by the levels; at boundaries: of the amount */
    SEMI_GAIN_Y,
    SEMI_NET,    /* net outflow if levels stayed, m */
    SEMI_CENTRE, /* of the matrix row; slot 1: sum of the coefficients of the faces */
    SEMI_RIGHT,  /* right-hand side */
    SEMI_CHANGE, /* x, the change of the level in the step, m */
    SEMI_WET,    /* 1: the matrix row has the cell as wet */
    SEMI_SHARES, /* of the outflow of a cell, what it can supply; slot 1: the next ones */
    SEMI_FIELDS
};
enum { SEMI_MOVED = STAGE_SLOT, SEMI_PULLS = 1 };

/* How velocities are transported. */
typedef enum { SEMI_EXPLICIT, SEMI_SUBSTEPPED, SEMI_PATHS } semi_transport;

/* What a part has beside its fields. */
typedef struct semi_part {
    double theta;
    double viscosity;   /* m2/s */
    double flood_depth; /* m above which a face begins to flow */
    int advection;      /* STAG_LINEAR ... of physics/staggered_advection.h */
    int viscous;        /* STAG_INVISCID ... of physics/staggered_momentum.h */
    semi_transport transport;
    double flow_courant; /* largest flow Courant number of a step (physics/semi_implicit_rates.h) */
    int faces[2]; /* faces along x (y) of this part: one more than cells where the grid ends */
} semi_part;

SPATE_BOTH semi_part *semi_of(const grid_part *p)
{
    return (semi_part *)p->own;
}

SPATE_BOTH void semi_swap(void **a, void **b)
{
    void *const other = *a;
    *a = *b;
    *b = other;
}

/* What a step of Newton's method has found. */
typedef struct semi_newton {
    double largest; /* |x|, m */
    double wrong;   /* water, m, in a cell whose row had it as dry, or missing where it was wet */
} semi_newton;

typedef struct semi_kernels {
    scheme_kernels base;
    /* begin: chooses dt, and the values of boundaries and sources in the step. finish: accepts the
     * step or rejects it. */
    void (*begin)(grid_part *part);
    void (*finish)(grid_part *part);
    /* The largest flow over the size of cells in Q^n, 1/s. */
    double (*flow)(grid_part *part);
    /* Fluxes of the beginning of the step, in ghost cells too; then reduces those that ask for more
     * than the explicit share of a step may take. */
    void (*fluxes)(grid_part *part);
    /* Velocities from one slot to another: transported by a fraction of a step, with viscosity;
     * along paths; turned by half of the rotation of a step. Ghost cells are valid. */
    void (*transport)(grid_part *part, int from, int to, double fraction, int advected);
    void (*follow)(grid_part *part, int from, int to, double fraction);
    void (*turn)(grid_part *part, int from, int to);
    /* Swaps the slots SEMI_MOVED and 1 - now of the velocities. */
    void (*use_moved)(grid_part *part);
    /* Velocities if levels stayed, amounts and couplings of all faces; from: slot of the
     * transported velocities. */
    void (*faces)(grid_part *part, int from);
    /* Sums over the faces of cells, and matrix rows. first: x = 0, and all cells are wet. */
    void (*cells)(grid_part *part, int first);
    /* Compares the wet cells of the rows with x, and renews the rows where they differ. */
    semi_newton (*newton)(grid_part *part);
    /* Replaces given outflows that take more than there is; returns how many. Ghost cells of x are
     * valid; amounts and gains must be exchanged and `cells` called where there are any. */
    int64_t (*limit_edges)(grid_part *part);
    /* New velocities and amounts, from x. Then depths, from amounts, or from amounts limited by
     * shares; returns how many are negative or NaN. */
    void (*pass)(grid_part *part);
    int64_t (*depths)(grid_part *part, int shared);
    /* Shares: the fraction of its outflow that a cell supplies. begin: a cell that would become
     * negative (or every cell, with `all`) supplies at most the water it had. improve: with the
     * shares of its neighbours a cell may pass on what flows in. drain: scales the new velocities.
     */
    void (*begin_shares)(grid_part *part, int all);
    void (*improve_shares)(grid_part *part);
    void (*drain)(grid_part *part);
    /* Once the depths are known: velocities of dry faces, the flow through listed faces, rain,
     * infiltration, inflows, and the rate of the new state. */
    void (*settle)(grid_part *part);
    void (*sources)(grid_part *part);
    /* Whether momentum at cells is not what the faces have; velocities at faces from momentum at
     * cells; those of boundaries from faces beside them, whose ghost cells are valid. */
    int (*centre_changed)(grid_part *part);
    void (*to_faces)(grid_part *part);
    void (*to_outer_faces)(grid_part *part);
} semi_kernels;

#endif
