/* The arithmetic of one matrix row, shared by CPU and GPU kernels. The order of operations is fixed:
 * it decides the bits. `calc` is the type of the conjugate gradients, `real` that of the
 * preconditioner. */
#ifndef SPATE_BACKEND_KRYLOV_CELL_H
#define SPATE_BACKEND_KRYLOV_CELL_H

#include "backend/krylov/kernels.h"
#include "base/real.h"

/* ---- products: couplings of a row and the values that they multiply ---- */

/* West, east, south, north. */
#define KRY_NEIGHBOURS_5(aw, vw, ae, ve, as, vs, an, vn)                                           \
    (((aw) * (vw) + (ae) * (ve)) + ((as) * (vs) + (an) * (vn)))
#define KRY_PRODUCT_5(centre, v, aw, vw, ae, ve, as, vs, an, vn)                                   \
    (((centre) * (v) + ((aw) * (vw) + (ae) * (ve))) + ((as) * (vs) + (an) * (vn)))
/* South-west, south-east, north-west, north-east. */
#define KRY_PRODUCT_DIAGONALS(sw, vsw, se, vse, nw, vnw, ne, vne)                                  \
    (((sw) * (vsw) + (ne) * (vne)) + ((se) * (vse) + (nw) * (vnw)))

/* ---- preconditioners ---- */

/* A step of SSOR: couplings times neighbours are known. */
SPATE_FN real kry_relaxed(real in, real omega, real neighbours, real centre)
{
    return (in - omega * neighbours) / centre;
}

/* The increment of a Chebyshev step. */
SPATE_FN real kry_chebyshev_increment(real keep, real d, real weight, real in, real product,
                                      real centre)
{
    return keep * d + weight * ((in - product) / centre);
}

/* A pivot of a column, from that of the unknown below: 1 / pivot, and the coupling to it. */
SPATE_FN real kry_column_pivot(real centre, real south, real pivot_below)
{
    return centre - south * (south * pivot_below);
}

SPATE_FN real kry_column_forward(real in, real south, real pivot_below, real below)
{
    return in - south * (pivot_below * below);
}

SPATE_FN real kry_column_backward(real y, real north, real above, real pivot)
{
    return (y - north * above) * pivot;
}

/* ---- the matrix ---- */

/* Whether the coupling of unknown (i, j) of a part leaves the grid. */
SPATE_FN int kry_leaves_grid(const kry_shape *s, kry_coefficient kind, const uint8_t edges[4],
                             int i, int j)
{
    const int west = edges[0] && i == 0, east = edges[1] && i == s->nx - 1,
              north = edges[3] && j == s->ny - 1;
    return kind == KRY_EAST         ? east
           : kind == KRY_NORTH      ? north
           : kind == KRY_NORTH_EAST ? east || north
                                    : kind == KRY_NORTH_WEST && (west || north);
}

SPATE_FN int kry_is_wrong(calc value, kry_coefficient kind, int leaves)
{
    return !(value - value == 0) || (leaves && value != 0) || (kind == KRY_CENTRE && !(value > 0));
}

/* The sum of the couplings of the row at offset o. */
SPATE_FN calc kry_coupling_sum(const kry_matrix *m, ptrdiff_t o)
{
    const calc *east = (const calc *)m->east + o, *north = (const calc *)m->north + o;
    calc sum = (east[-1] + east[0]) + (north[-m->pitch] + north[0]);
    if (m->north_east) {
        const calc *ne = (const calc *)m->north_east + o, *nw = (const calc *)m->north_west + o;
        sum += (ne[-m->pitch - 1] + ne[0]) + (nw[-m->pitch + 1] + nw[0]);
    }
    return sum;
}

/* The couplings to eliminated neighbours alone: west, east, south, north. */
#define KRY_NEIGHBOURS(aw, vw, ae, ve, as, vs, an, vn)                                             \
    (((aw) * (vw) + (ae) * (ve)) + ((as) * (vs) + (an) * (vn)))
/* An unknown that stays, without those that are eliminated; and one that is, from those that stay. */
#define KRY_REDUCED(b, neighbours) ((b) - (neighbours))
#define KRY_EXPANDED(b, neighbours, centre) (((b) - (neighbours)) / (centre))

#endif
