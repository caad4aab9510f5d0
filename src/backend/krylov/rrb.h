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

/* Node (i, j), of kind R1 or R2. Couplings from ghosts away from the part are not there and count as
 * 0: nothing needs them. */
SPATE_FN rrb_node rrb_red(const level_matrix *m, ptrdiff_t i, ptrdiff_t j)
{
    const double centre = level_centre(m, i, j);
    const double lumped = m->nine ? centre + level_diagonals(m, i, j) : centre;
    rrb_node a;
    a.w = m->inner || i >= 0 ? level_value(m, LEVEL_EAST, i - 1, j) : 0.0;
    a.e = level_value(m, LEVEL_EAST, i, j);
    a.s = m->inner || j >= 0 ? level_value(m, LEVEL_NORTH, i, j - 1) : 0.0;
    a.n = level_value(m, LEVEL_NORTH, i, j);
    a.d = level_inverse(lumped, centre, level_exists(m, i, j));
    return a;
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
    rrb_odd o;
    o.centre = rrb_centre(level_centre(m, i, j), w, e, s, n);
    o.sw = sw - (s.n * s.w * s.d + w.e * w.s * w.d);
    o.se = se - (s.n * s.e * s.d + e.w * e.s * e.d);
    o.nw = nw - (n.s * n.w * n.d + w.e * w.n * w.d);
    o.ne = ne - (n.s * n.e * n.d + e.w * e.n * e.d);
    o.west = -(w.e * w.w * w.d);
    o.east = -(e.w * e.e * e.d);
    o.south = -(s.n * s.s * s.d);
    o.north = -(n.s * n.n * n.d);
    return o;
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

/* ---- passes over the quads of a level ---- */

SPATE_FN void rrb_store_red(const level_part *l, int first, const rrb_node *a, ptrdiff_t k)
{
    level_plane(l, first)[k] = (real)a->w;
    level_plane(l, first + 1)[k] = (real)a->e;
    level_plane(l, first + 2)[k] = (real)a->s;
    level_plane(l, first + 3)[k] = (real)a->n;
    level_plane(l, first + 4)[k] = (real)a->d;
}

SPATE_FN rrb_node rrb_load_red(const level_part *l, int first, ptrdiff_t I, ptrdiff_t J)
{
    const ptrdiff_t k = J * l->quad_pitch + I;
    rrb_node a;
    a.w = (double)level_plane(l, first)[k];
    a.e = (double)level_plane(l, first + 1)[k];
    a.s = (double)level_plane(l, first + 2)[k];
    a.n = (double)level_plane(l, first + 3)[k];
    a.d = (double)level_plane(l, first + 4)[k];
    return a;
}

/* R1 and R2. */
SPATE_FN void rrb_reds_quad(const level_part *l, const level_matrix *m, ptrdiff_t I, ptrdiff_t J)
{
    const rrb_node a = rrb_red(m, 2 * I + 1, 2 * J), b = rrb_red(m, 2 * I, 2 * J + 1);
    rrb_store_red(l, R1_W, &a, J * l->quad_pitch + I);
    rrb_store_red(l, R2_W, &b, J * l->quad_pitch + I);
}

/* O, from R1 and R2 with their ghosts. */
SPATE_FN void rrb_odds_quad(const level_part *l, const level_matrix *m, ptrdiff_t I, ptrdiff_t J)
{
    const ptrdiff_t k = J * l->quad_pitch + I, i = 2 * I + 1, j = 2 * J + 1;
    const rrb_odd o =
        rrb_odd_of(m, i, j, rrb_load_red(l, R2_W, I, J), rrb_load_red(l, R2_W, I + 1, J),
                   rrb_load_red(l, R1_W, I, J), rrb_load_red(l, R1_W, I, J + 1));
    level_plane(l, O_SW)[k] = (real)o.sw;
    level_plane(l, O_SE)[k] = (real)o.se;
    level_plane(l, O_NW)[k] = (real)o.nw;
    level_plane(l, O_NE)[k] = (real)o.ne;
    level_plane(l, O_D)[k] = (real)rrb_odd_inverse(&o, m, i, j);
}

SPATE_FN rrb_corners rrb_load_corners(const level_part *l, ptrdiff_t I, ptrdiff_t J)
{
    const ptrdiff_t k = J * l->quad_pitch + I;
    rrb_corners o;
    o.sw = (double)level_plane(l, O_SW)[k];
    o.se = (double)level_plane(l, O_SE)[k];
    o.nw = (double)level_plane(l, O_NW)[k];
    o.ne = (double)level_plane(l, O_NE)[k];
    o.d = (double)level_plane(l, O_D)[k];
    return o;
}

SPATE_FN void rrb_store_next(const level_part *l, double centre, double east, double north,
                             ptrdiff_t I, ptrdiff_t J)
{
    const rrb_corners o[4] = {rrb_load_corners(l, I - 1, J - 1), rrb_load_corners(l, I, J - 1),
                              rrb_load_corners(l, I - 1, J), rrb_load_corners(l, I, J)};
    double next[LEVEL_ARRAYS];
    rrb_next(centre, east, north, o, next);
    level_store_next(l, next, J * l->coarse_pitch + I);
}

/* E: the next level, from R1, R2 and O with their ghosts. */
SPATE_FN void rrb_evens_quad(const level_part *l, const level_matrix *m, ptrdiff_t I, ptrdiff_t J)
{
    const rrb_node w = rrb_load_red(l, R1_W, I - 1, J), e = rrb_load_red(l, R1_W, I, J),
                   s = rrb_load_red(l, R2_W, I, J - 1), n = rrb_load_red(l, R2_W, I, J);
    rrb_store_next(l, rrb_centre(level_centre(m, 2 * I, 2 * J), w, e, s, n), -(e.w * e.e * e.d),
                   -(n.s * n.n * n.d), I, J);
}

/* ---- the same on level 0 where conjugate gradients run on E and O ---- */

/* The Schur complement of a 5-point matrix; planes of type `real`. */
SPATE_FN void schur_quad(const level_part *l, const level_matrix *m, ptrdiff_t I, ptrdiff_t J)
{
    const ptrdiff_t i = 2 * I, j = 2 * J, k = J * l->schur.pitch + I;
    const rrb_node south = rrb_red(m, i + 1, j), west = rrb_red(m, i, j + 1);
    const rrb_odd o = rrb_odd_of(m, i + 1, j + 1, west, rrb_red(m, i + 2, j + 1), south,
                                 rrb_red(m, i + 1, j + 2));
    const double centre =
        rrb_centre(level_centre(m, i, j), rrb_red(m, i - 1, j), south, rrb_red(m, i, j - 1), west);
    ((real *)l->schur.plane[S_E])[k] = (real)centre;
    ((real *)l->schur.plane[S_E_EAST])[k] = (real) - (south.w * south.e * south.d);
    ((real *)l->schur.plane[S_E_NORTH])[k] = (real) - (west.s * west.n * west.d);
    ((real *)l->schur.plane[S_O])[k] = (real)o.centre;
    ((real *)l->schur.plane[S_O_EAST])[k] = (real)o.east;
    ((real *)l->schur.plane[S_O_NORTH])[k] = (real)o.north;
    ((real *)l->schur.plane[S_SW])[k] = (real)o.sw;
    ((real *)l->schur.plane[S_SE])[k] = (real)o.se;
    ((real *)l->schur.plane[S_NW])[k] = (real)o.nw;
    ((real *)l->schur.plane[S_NE])[k] = (real)o.ne;
}

/* Pivots of O. Its couplings are those of the Schur complement themselves: set-up runs in the
 * precision of the conjugate gradients. */
SPATE_FN void rrb_schur_odds_quad(const level_part *l, const level_matrix *m, ptrdiff_t I,
                                  ptrdiff_t J)
{
    const level_schur *s = &l->schur;
    const ptrdiff_t k = J * s->pitch + I;
    rrb_odd o;
    o.centre = schur_value(s, S_O, k);
    o.west = schur_value(s, S_O_EAST, k - 1);
    o.east = schur_value(s, S_O_EAST, k);
    o.south = schur_value(s, S_O_NORTH, k - s->pitch);
    o.north = schur_value(s, S_O_NORTH, k);
    level_plane(l, O_D)[J * l->quad_pitch + I] = (real)rrb_odd_inverse(&o, m, 2 * I + 1, 2 * J + 1);
}

SPATE_FN void rrb_schur_evens_quad(const level_part *l, const level_matrix *m, ptrdiff_t I,
                                   ptrdiff_t J)
{
    const level_schur *s = &l->schur;
    const ptrdiff_t k = J * s->pitch + I;
    (void)m;
    rrb_store_next(l, schur_value(s, S_E, k), schur_value(s, S_E_EAST, k),
                   schur_value(s, S_E_NORTH, k), I, J);
}

#endif
