/* Repeated red-black incomplete factorisation (RRB): the arithmetic of a quad.
 *
 * On each level the nodes R1 and R2 are eliminated first, then the nodes O; the nodes E are the
 * next level. Couplings within an eliminated set are added to its diagonal before (lumping), which
 * preserves row sums. All fill between kept nodes is kept. On a 5-point grid R1 and R2 have no such
 * couplings, so their elimination is exact. */
#ifndef SPATE_BACKEND_KRYLOV_RRB_H
#define SPATE_BACKEND_KRYLOV_RRB_H

#include "backend/krylov/level_arithmetic.h"

/* ---- set-up, in f64 ---- */

/* A node to be eliminated: couplings to its four neighbours that stay, and 1 / pivot. */
typedef struct rrb_node {
    double w, e, s, n, d;
} rrb_node;

/* Node (i, j), of kind R1 or R2. */
SPATE_FN rrb_node rrb_red(const level_matrix *m, ptrdiff_t i, ptrdiff_t j)
{
    const double centre = level_centre(m, i, j);
    const double lumped = m->nine ? centre + level_diagonals(m, i, j) : centre;
    return (rrb_node){.w = level_value(m, LEVEL_EAST, i - 1, j),
                      .e = level_value(m, LEVEL_EAST, i, j),
                      .s = level_value(m, LEVEL_NORTH, i, j - 1),
                      .n = level_value(m, LEVEL_NORTH, i, j),
                      .d = level_inverse(lumped, centre, level_exists(m, i, j))};
}

/* A node that stays, with the four eliminated ones around it (w, e, s, n): its centre. */
SPATE_FN double rrb_centre(double centre, rrb_node w, rrb_node e, rrb_node s, rrb_node n)
{
    return centre - ((w.e * w.e * w.d + e.w * e.w * e.d) + (s.n * s.n * s.d + n.s * n.s * n.d));
}

/* What a node O is after R1 and R2 are gone. */
typedef struct rrb_odd {
    double centre, sw, se, nw, ne;   /* couplings to the E nodes at the corners of its cell */
    double west, east, south, north; /* couplings to O nodes two nodes away */
} rrb_odd;

/* From the matrix, node O at (i, j), and its neighbours of kind R1 (s, n) and R2 (w, e). */
SPATE_FN rrb_odd rrb_odd_of(const level_matrix *m, ptrdiff_t i, ptrdiff_t j, rrb_node w, rrb_node e,
                            rrb_node s, rrb_node n)
{
    const double sw = m->nine ? level_value(m, LEVEL_NORTH_EAST, i - 1, j - 1) : 0.0;
    const double se = m->nine ? level_value(m, LEVEL_NORTH_WEST, i + 1, j - 1) : 0.0;
    const double nw = m->nine ? level_value(m, LEVEL_NORTH_WEST, i, j) : 0.0;
    const double ne = m->nine ? level_value(m, LEVEL_NORTH_EAST, i, j) : 0.0;
    return (rrb_odd){.centre = rrb_centre(level_centre(m, i, j), w, e, s, n),
                     .sw = sw - (s.n * s.w * s.d + w.e * w.s * w.d),
                     .se = se - (s.n * s.e * s.d + e.w * e.s * e.d),
                     .nw = nw - (n.s * n.w * n.d + w.e * w.n * w.d),
                     .ne = ne - (n.s * n.e * n.d + e.w * e.n * e.d),
                     .west = -(w.e * w.w * w.d),
                     .east = -(e.w * e.e * e.d),
                     .south = -(s.n * s.s * s.d),
                     .north = -(n.s * n.n * n.d)};
}

/* 1 / pivot of an O node at (i, j). */
SPATE_FN double rrb_odd_inverse(const rrb_odd *o, const level_matrix *m, ptrdiff_t i, ptrdiff_t j)
{
    return level_inverse(o->centre + ((o->west + o->east) + (o->south + o->north)),
                         level_centre(m, i, j), level_exists(m, i, j));
}

/* An O node as eliminated: couplings to E nodes and 1 / pivot. */
typedef struct rrb_corners {
    double sw, se, nw, ne, d;
} rrb_corners;

/* The matrix of the next level at an E node: `centre`, `east` and `north` are those after R1 and R2
 * are gone; o: O nodes south-west, south-east, north-west and north-east of it. */
SPATE_FN void rrb_next(double centre, double east, double north, const rrb_corners o[4],
                       double next[LEVEL_ARRAYS])
{
    const rrb_corners sw = o[0], se = o[1], nw = o[2], ne = o[3];
    next[LEVEL_CENTRE] = centre - ((sw.ne * sw.ne * sw.d + se.nw * se.nw * se.d) +
                                   (nw.se * nw.se * nw.d + ne.sw * ne.sw * ne.d));
    next[LEVEL_EAST] = east - (se.nw * se.ne * se.d + ne.sw * ne.se * ne.d);
    next[LEVEL_NORTH] = north - (nw.se * nw.ne * nw.d + ne.sw * ne.nw * ne.d);
    next[LEVEL_NORTH_EAST] = -(ne.sw * ne.ne * ne.d);
    next[LEVEL_NORTH_WEST] = -(nw.se * nw.nw * nw.d);
}

#endif
