/* A V cycle of multigrid: the arithmetic of a quad, for all backends. Index k of a value of quad (I, J)
 * is J pitch + I. Gauss-Seidel in the order E R1 R2 O before the coarse grid, from zero, and in the
 * order O R2 R1 E after it. */
#ifndef SPATE_BACKEND_KRYLOV_MULTIGRID_PASSES_H
#define SPATE_BACKEND_KRYLOV_MULTIGRID_PASSES_H

#include "backend/krylov/level_arithmetic.h"

typedef struct mg_view {
    ptrdiff_t pitch;
    const real *r[QUAD_KINDS];
    real *z[QUAD_KINDS]; /* values of the sweep */
    const real *w1, *e1, *s1, *n1, *d1, *w2, *e2, *s2, *n2, *d2;
    const real *sw, *se, *nw, *ne, *d, *de;
    const real *tsw, *tse, *tnw, *tne;
    const real *pw, *pe, *ps, *pn;
} mg_view;

SPATE_FN mg_view mg_view_of(const level_part *l)
{
    mg_view v;
    v.pitch = l->quad_pitch;
    for (int kind = 0; kind < QUAD_KINDS; ++kind) {
        v.r[kind] = (const real *)l->r + kind * l->quad_plane;
        v.z[kind] = (real *)l->held[kind];
    }
    v.w1 = level_plane(l, R1_W), v.e1 = level_plane(l, R1_E), v.s1 = level_plane(l, R1_S);
    v.n1 = level_plane(l, R1_N), v.d1 = level_plane(l, R1_D);
    v.w2 = level_plane(l, R2_W), v.e2 = level_plane(l, R2_E), v.s2 = level_plane(l, R2_S);
    v.n2 = level_plane(l, R2_N), v.d2 = level_plane(l, R2_D);
    v.sw = level_plane(l, O_SW), v.se = level_plane(l, O_SE), v.nw = level_plane(l, O_NW);
    v.ne = level_plane(l, O_NE), v.d = level_plane(l, O_D), v.de = level_plane(l, E_D);
    v.tsw = level_plane(l, T_SW), v.tse = level_plane(l, T_SE), v.tnw = level_plane(l, T_NW);
    v.tne = level_plane(l, T_NE);
    v.pw = level_plane(l, P_W), v.pe = level_plane(l, P_E), v.ps = level_plane(l, P_S);
    v.pn = level_plane(l, P_N);
    return v;
}

/* ---- couplings times values of the sweep ---- */

/* Of E: R1 and R2 around it, and O. */
SPATE_FN real mg_e_reds(const mg_view *v, ptrdiff_t k)
{
    const real *r1 = v->z[QUAD_R1], *r2 = v->z[QUAD_R2];
    const ptrdiff_t s = k - v->pitch;
    return sum_four(v->e1[k - 1], r1[k - 1], v->w1[k], r1[k], v->n2[s], r2[s], v->s2[k], r2[k]);
}

SPATE_FN real mg_e_odds(const mg_view *v, ptrdiff_t k)
{
    const real *o = v->z[QUAD_O];
    const ptrdiff_t s = k - v->pitch;
    return sum_four(v->ne[s - 1], o[s - 1], v->nw[s], o[s], v->se[k - 1], o[k - 1], v->sw[k], o[k]);
}

/* Of R1: the R2 nodes around it. */
SPATE_FN real mg_r1_r2(const mg_view *v, ptrdiff_t k)
{
    const real *r2 = v->z[QUAD_R2];
    const ptrdiff_t s = k - v->pitch;
    return sum_four(v->tsw[k], r2[s], v->tse[k], r2[s + 1], v->tnw[k], r2[k], v->tne[k], r2[k + 1]);
}

/* Of R2: the R1 nodes around it. */
SPATE_FN real mg_r2_r1(const mg_view *v, ptrdiff_t k)
{
    const real *r1 = v->z[QUAD_R1];
    const ptrdiff_t n = k + v->pitch;
    return sum_four(v->tnw[k], r1[k], v->tne[k - 1], r1[k - 1], v->tsw[n], r1[n], v->tse[n - 1],
                    r1[n - 1]);
}

/* Of O: E, and R1 and R2. */
SPATE_FN real mg_o_evens(const mg_view *v, ptrdiff_t k)
{
    const real *e = v->z[QUAD_E];
    const ptrdiff_t n = k + v->pitch;
    return sum_four(v->sw[k], e[k], v->se[k], e[k + 1], v->nw[k], e[n], v->ne[k], e[n + 1]);
}

SPATE_FN real mg_o_reds(const mg_view *v, ptrdiff_t k)
{
    const real *r1 = v->z[QUAD_R1], *r2 = v->z[QUAD_R2];
    const ptrdiff_t n = k + v->pitch;
    return sum_four(v->n1[k], r1[k], v->s1[n], r1[n], v->e2[k], r2[k], v->w2[k + 1], r2[k + 1]);
}

/* ---- relaxations ---- */

SPATE_FN real mg_first_e(const mg_view *v, ptrdiff_t k)
{
    return v->de[k] * v->r[QUAD_E][k];
}

SPATE_FN real mg_first_r1(const mg_view *v, ptrdiff_t k)
{
    const real *e = v->z[QUAD_E];
    return v->d1[k] * (v->r[QUAD_R1][k] - (v->w1[k] * e[k] + v->e1[k] * e[k + 1]));
}

SPATE_FN real mg_first_r2(const mg_view *v, ptrdiff_t k)
{
    const real *e = v->z[QUAD_E];
    return v->d2[k] *
           ((v->r[QUAD_R2][k] - (v->s2[k] * e[k] + v->n2[k] * e[k + v->pitch])) - mg_r2_r1(v, k));
}

/* In both directions. */
SPATE_FN real mg_relax_o(const mg_view *v, ptrdiff_t k)
{
    return v->d[k] * ((v->r[QUAD_O][k] - mg_o_reds(v, k)) - mg_o_evens(v, k));
}

SPATE_FN real mg_last_r2(const mg_view *v, ptrdiff_t k)
{
    const real *e = v->z[QUAD_E], *o = v->z[QUAD_O];
    return v->d2[k] * ((v->r[QUAD_R2][k] - sum_four(v->s2[k], e[k], v->n2[k], e[k + v->pitch],
                                                    v->w2[k], o[k - 1], v->e2[k], o[k])) -
                       mg_r2_r1(v, k));
}

SPATE_FN real mg_last_r1(const mg_view *v, ptrdiff_t k)
{
    const real *e = v->z[QUAD_E], *o = v->z[QUAD_O];
    return v->d1[k] * ((v->r[QUAD_R1][k] - sum_four(v->w1[k], e[k], v->e1[k], e[k + 1], v->s1[k],
                                                    o[k - v->pitch], v->n1[k], o[k])) -
                       mg_r1_r2(v, k));
}

SPATE_FN real mg_last_e(const mg_view *v, ptrdiff_t k)
{
    return v->de[k] * ((v->r[QUAD_E][k] - mg_e_reds(v, k)) - mg_e_odds(v, k));
}

/* ---- transfers ---- */

/* What R1 lacks after the first sweep, with the sign changed: what changed after it. */
SPATE_FN real mg_rest_r1(const mg_view *v, ptrdiff_t k)
{
    const real *o = v->z[QUAD_O];
    return mg_r1_r2(v, k) + (v->s1[k] * o[k - v->pitch] + v->n1[k] * o[k]);
}

SPATE_FN real mg_rest_r2(const mg_view *v, ptrdiff_t k)
{
    const real *o = v->z[QUAD_O];
    return v->w2[k] * o[k - 1] + v->e2[k] * o[k];
}

/* r of the next level. rest: of R1 west and east of E, of R2 south and north of it. */
SPATE_FN real mg_restrict(const mg_view *v, ptrdiff_t k, real rest_w, real rest_e, real rest_s,
                          real rest_n)
{
    return -((mg_e_reds(v, k) + mg_e_odds(v, k)) + sum_four(v->pe[k - 1], rest_w, v->pw[k], rest_e,
                                                            v->pn[k - v->pitch], rest_s, v->ps[k],
                                                            rest_n));
}

/* R1 and R2 with the correction c of the next level; c has its own index. */
SPATE_FN real mg_corrected_r1(const mg_view *v, ptrdiff_t k, real c, real c_east)
{
    return v->z[QUAD_R1][k] + (v->pw[k] * c + v->pe[k] * c_east);
}

SPATE_FN real mg_corrected_r2(const mg_view *v, ptrdiff_t k, real c, real c_north)
{
    return v->z[QUAD_R2][k] + (v->ps[k] * c + v->pn[k] * c_north);
}

/* ---- level 0 where conjugate gradients run on E and O ---- */

/* A sweep R1 R2 E O before the coarse grid and its reverse after it, where r of R1 and R2 is 0 and z
 * of them is not wanted: r of the next level is Q^T r, and z = r / centre + Q times z of the next
 * level. */
typedef struct mg_space {
    ptrdiff_t pitch, vector_pitch;
    const real *c, *w, *e, *s, *n, *sw, *se, *nw, *ne, *de, *d;
    const real *re, *ro;
} mg_space;

SPATE_FN mg_space mg_space_of(const level_part *l, const void *in, ptrdiff_t pitch, ptrdiff_t plane)
{
    mg_space v;
    v.pitch = l->quad_pitch;
    v.vector_pitch = pitch;
    v.c = level_plane(l, Q_C), v.w = level_plane(l, Q_W), v.e = level_plane(l, Q_E);
    v.s = level_plane(l, Q_S), v.n = level_plane(l, Q_N);
    v.sw = level_plane(l, P_SW), v.se = level_plane(l, P_SE), v.nw = level_plane(l, P_NW);
    v.ne = level_plane(l, P_NE), v.de = level_plane(l, E_D), v.d = level_plane(l, O_D);
    v.re = (const real *)in;
    v.ro = v.re + plane;
    return v;
}

/* j: index in r. */
SPATE_FN real mg_space_forward(const mg_space *v, ptrdiff_t k, ptrdiff_t j)
{
    const ptrdiff_t ks = k - v->pitch, kn = k + v->pitch;
    const ptrdiff_t js = j - v->vector_pitch, jn = j + v->vector_pitch;
    return (v->c[k] * v->re[j] + sum_four(v->e[k - 1], v->re[j - 1], v->w[k + 1], v->re[j + 1],
                                          v->n[ks], v->re[js], v->s[kn], v->re[jn])) +
           sum_four(v->ne[ks - 1], v->ro[js - 1], v->nw[ks], v->ro[js], v->se[k - 1], v->ro[j - 1],
                    v->sw[k], v->ro[j]);
}

/* z of E and of O. z: of the next level at the same place; m: its index, p its pitch. */
SPATE_FN real mg_space_backward_e(const mg_space *v, ptrdiff_t k, ptrdiff_t j, const real *z,
                                  ptrdiff_t m, ptrdiff_t p)
{
    return (v->de[k] * v->re[j] + v->c[k] * z[m]) +
           sum_four(v->w[k], z[m - 1], v->e[k], z[m + 1], v->s[k], z[m - p], v->n[k], z[m + p]);
}

SPATE_FN real mg_space_backward_o(const mg_space *v, ptrdiff_t k, ptrdiff_t j, const real *z,
                                  ptrdiff_t m, ptrdiff_t p)
{
    return v->d[k] * v->ro[j] +
           sum_four(v->sw[k], z[m], v->se[k], z[m + 1], v->nw[k], z[m + p], v->ne[k], z[m + p + 1]);
}

#endif
