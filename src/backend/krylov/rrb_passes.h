/* RRB applied to a vector: the arithmetic of a quad, for all backends. Index k of a value of quad
 * (I, J) is J pitch + I. */
#ifndef SPATE_BACKEND_KRYLOV_RRB_PASSES_H
#define SPATE_BACKEND_KRYLOV_RRB_PASSES_H

#include "backend/krylov/level_arithmetic.h"

/* Planes of a level, quad (0, 0). */
typedef struct rrb_view {
    ptrdiff_t pitch;
    const real *e, *r1, *r2, *o; /* r */
    const real *w1, *e1, *s1, *n1, *d1, *w2, *e2, *s2, *n2, *d2;
    const real *sw, *se, *nw, *ne, *d;
} rrb_view;

SPATE_FN rrb_view rrb_view_of(const level_part *l)
{
    const real *r = (const real *)l->r;
    rrb_view v;
    v.pitch = l->quad_pitch;
    v.e = r;
    v.r1 = r + QUAD_R1 * l->quad_plane;
    v.r2 = r + QUAD_R2 * l->quad_plane;
    v.o = r + QUAD_O * l->quad_plane;
    v.w1 = level_plane(l, R1_W), v.e1 = level_plane(l, R1_E), v.s1 = level_plane(l, R1_S);
    v.n1 = level_plane(l, R1_N), v.d1 = level_plane(l, R1_D);
    v.w2 = level_plane(l, R2_W), v.e2 = level_plane(l, R2_E), v.s2 = level_plane(l, R2_S);
    v.n2 = level_plane(l, R2_N), v.d2 = level_plane(l, R2_D);
    v.sw = level_plane(l, O_SW), v.se = level_plane(l, O_SE), v.nw = level_plane(l, O_NW);
    v.ne = level_plane(l, O_NE), v.d = level_plane(l, O_D);
    return v;
}

/* ---- forward ---- */

/* r of O without R1 and R2, times 1 / pivot. */
SPATE_FN real rrb_forward_o(const rrb_view *v, ptrdiff_t k)
{
    const ptrdiff_t n = k + v->pitch;
    return v->d[k] * (v->o[k] - sum_four(v->n1[k], v->r1[k] * v->d1[k], v->s1[n],
                                         v->r1[n] * v->d1[n], v->e2[k], v->r2[k] * v->d2[k],
                                         v->w2[k + 1], v->r2[k + 1] * v->d2[k + 1]));
}

/* r of E without all others; y: what rrb_forward_o gave for the O nodes south-west, south-east,
 * north-west and north-east of it. */
SPATE_FN real rrb_forward_e(const rrb_view *v, ptrdiff_t k, real y_sw, real y_se, real y_nw,
                            real y_ne)
{
    const ptrdiff_t s = k - v->pitch;
    return (v->e[k] - sum_four(v->e1[k - 1], v->r1[k - 1] * v->d1[k - 1], v->w1[k],
                               v->r1[k] * v->d1[k], v->n2[s], v->r2[s] * v->d2[s], v->s2[k],
                               v->r2[k] * v->d2[k])) -
           sum_four(v->ne[s - 1], y_sw, v->nw[s], y_se, v->se[k - 1], y_nw, v->sw[k], y_ne);
}

/* ---- backward ---- */

/* z of O from its y and z of the E nodes around it. */
SPATE_FN real rrb_backward_o(const rrb_view *v, ptrdiff_t k, real y, real z_sw, real z_se,
                             real z_nw, real z_ne)
{
    return y - v->d[k] * sum_four(v->sw[k], z_sw, v->se[k], z_se, v->nw[k], z_nw, v->ne[k], z_ne);
}

SPATE_FN real rrb_backward_r1(const rrb_view *v, ptrdiff_t k, real z_w, real z_e, real z_s,
                              real z_n)
{
    return v->d1[k] *
           (v->r1[k] - sum_four(v->w1[k], z_w, v->e1[k], z_e, v->s1[k], z_s, v->n1[k], z_n));
}

SPATE_FN real rrb_backward_r2(const rrb_view *v, ptrdiff_t k, real z_w, real z_e, real z_s,
                              real z_n)
{
    return v->d2[k] *
           (v->r2[k] - sum_four(v->w2[k], z_w, v->e2[k], z_e, v->s2[k], z_s, v->n2[k], z_n));
}

/* ---- level 0 where conjugate gradients run on E and O ---- */

typedef struct rrb_space {
    ptrdiff_t pitch, vector_pitch;
    const real *sw, *se, *nw, *ne, *d;
    const real *e, *o; /* r */
} rrb_space;

SPATE_FN rrb_space rrb_space_of(const level_part *l, const void *in, ptrdiff_t pitch,
                                ptrdiff_t plane)
{
    rrb_space v;
    v.pitch = l->quad_pitch;
    v.vector_pitch = pitch;
    v.sw = level_plane(l, O_SW), v.se = level_plane(l, O_SE), v.nw = level_plane(l, O_NW);
    v.ne = level_plane(l, O_NE), v.d = level_plane(l, O_D);
    v.e = (const real *)in;
    v.o = v.e + plane;
    return v;
}

/* r of E without O. j: index in r. */
SPATE_FN real rrb_space_forward(const rrb_space *v, ptrdiff_t k, ptrdiff_t j)
{
    const ptrdiff_t ks = k - v->pitch, js = j - v->vector_pitch;
    return v->e[j] - sum_four(v->ne[ks - 1], v->o[js - 1] * v->d[ks - 1], v->nw[ks],
                              v->o[js] * v->d[ks], v->se[k - 1], v->o[j - 1] * v->d[k - 1],
                              v->sw[k], v->o[j] * v->d[k]);
}

/* z of O from z of the E nodes around it. */
SPATE_FN real rrb_space_backward(const rrb_space *v, ptrdiff_t k, ptrdiff_t j, real z_sw, real z_se,
                                 real z_nw, real z_ne)
{
    return v->d[k] *
           (v->o[j] - sum_four(v->sw[k], z_sw, v->se[k], z_se, v->nw[k], z_nw, v->ne[k], z_ne));
}

#endif
