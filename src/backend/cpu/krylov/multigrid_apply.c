/* A V cycle on the CPU: four-colour Gauss-Seidel, E R1 R2 O before the coarse grid and O R2 R1 E after
 * it. Each pass is a row of phases. With one thread the phases of a row follow each other as soon as
 * the rows that they need are ready, so that values stay in cache; with more threads, or more parts,
 * a phase covers all rows before the next one begins. The arithmetic is the same.
 *
 * Traffic in values per quad if nothing leaves the cache between phases: forward reads r (4) and 24
 * planes, writes 4 and r of the next level (1); backward reads z of the next level (1), 3 held values,
 * r (4) and 24 planes, writes z (4). */
#include "backend/cpu/krylov/level_rows.h"

extern level_phase LEVEL_SYMBOL(mg_phase);
extern level_pass LEVEL_SYMBOL(mg_forward), LEVEL_SYMBOL(mg_backward);

/* Row J + dj of a plane, of r, and of the values of the sweep. */
#define PLANE(name, plane, dj) const real *name = level_row(l, plane, J + (dj))
#define RIGHT(name, kind) const real *name = level_r(l, kind, J)
#define SWEEP(name, kind, dj)                                                                      \
    const real *name = (const real *)l->held[kind] + (J + (dj)) * l->quad_pitch
#define RESULT(name, kind) real *restrict name = (real *)l->held[kind] + J * l->quad_pitch

/* ---- forward: from zero ---- */

/* E and R1. Rows -1 and qy, and columns -1 and qx, are ghosts that need no exchange. */
static void first_e(const level_part *l, ptrdiff_t J)
{
    RIGHT(r, QUAD_E);
    PLANE(d, E_D, 0);
    RESULT(e, QUAD_E);
#pragma omp simd
    for (int I = -1; I <= l->qx; ++I)
        e[I] = d[I] * r[I];
}

static void first_r1(const level_part *l, ptrdiff_t J)
{
    RIGHT(r, QUAD_R1);
    PLANE(d, R1_D, 0);
    PLANE(w, R1_W, 0);
    PLANE(east, R1_E, 0);
    SWEEP(e, QUAD_E, 0);
    RESULT(z, QUAD_R1);
#pragma omp simd
    for (int I = -1; I < l->qx; ++I)
        z[I] = d[I] * (r[I] - (w[I] * e[I] + east[I] * e[I + 1]));
}

static void first_r2(const level_part *l, ptrdiff_t J)
{
    RIGHT(r, QUAD_R2);
    PLANE(d, R2_D, 0);
    PLANE(s, R2_S, 0);
    PLANE(n, R2_N, 0);
    PLANE(nw, T_NW, 0);
    PLANE(ne, T_NE, 0);
    PLANE(sw, T_SW, 1);
    PLANE(se, T_SE, 1);
    SWEEP(e, QUAD_E, 0);
    SWEEP(e_north, QUAD_E, 1);
    SWEEP(r1, QUAD_R1, 0);
    SWEEP(r1_north, QUAD_R1, 1);
    RESULT(z, QUAD_R2);
#pragma omp simd
    for (int I = 0; I < l->qx; ++I)
        z[I] = d[I] * ((r[I] - (s[I] * e[I] + n[I] * e_north[I])) -
                       sum_four(nw[I], r1[I], ne[I - 1], r1[I - 1], sw[I], r1_north[I], se[I - 1],
                                r1_north[I - 1]));
}

/* O, in both directions: from its eight neighbours. */
static void relax_o(const level_part *l, ptrdiff_t J)
{
    RIGHT(r, QUAD_O);
    PLANE(d, O_D, 0);
    PLANE(sw, O_SW, 0);
    PLANE(se, O_SE, 0);
    PLANE(nw, O_NW, 0);
    PLANE(ne, O_NE, 0);
    PLANE(s, R1_N, 0);
    PLANE(n, R1_S, 1);
    PLANE(w, R2_E, 0);
    PLANE(east, R2_W, 0);
    SWEEP(e, QUAD_E, 0);
    SWEEP(e_north, QUAD_E, 1);
    SWEEP(r1, QUAD_R1, 0);
    SWEEP(r1_north, QUAD_R1, 1);
    SWEEP(r2, QUAD_R2, 0);
    RESULT(z, QUAD_O);
#pragma omp simd
    for (int I = 0; I < l->qx; ++I)
        z[I] = d[I] *
               ((r[I] -
                 sum_four(s[I], r1[I], n[I], r1_north[I], w[I], r2[I], east[I + 1], r2[I + 1])) -
                sum_four(sw[I], e[I], se[I], e[I + 1], nw[I], e_north[I], ne[I], e_north[I + 1]));
}

/* The residual that is left, and its restriction: each colour sees what changed after it. */
static void restrict_row(const level_part *l, const level_part *next, ptrdiff_t J, int x0, int x1)
{
    real out[LEVEL_COLUMNS], of_r1[LEVEL_COLUMNS + 1];
    PLANE(t_sw, T_SW, 0);
    PLANE(t_se, T_SE, 0);
    PLANE(t_nw, T_NW, 0);
    PLANE(t_ne, T_NE, 0);
    PLANE(r1_s, R1_S, 0);
    PLANE(r1_n, R1_N, 0);
    PLANE(r1_w, R1_W, 0);
    PLANE(r1_e, R1_E, 0);
    PLANE(r2_w, R2_W, 0);
    PLANE(r2_e, R2_E, 0);
    PLANE(r2_s, R2_S, 0);
    PLANE(r2_w_south, R2_W, -1);
    PLANE(r2_e_south, R2_E, -1);
    PLANE(r2_n_south, R2_N, -1);
    PLANE(sw, O_SW, 0);
    PLANE(se, O_SE, 0);
    PLANE(ne_south, O_NE, -1);
    PLANE(nw_south, O_NW, -1);
    PLANE(p_w, P_W, 0);
    PLANE(p_e, P_E, 0);
    PLANE(p_s, P_S, 0);
    PLANE(p_n_south, P_N, -1);
    SWEEP(r1, QUAD_R1, 0);
    SWEEP(r2, QUAD_R2, 0);
    SWEEP(r2_south, QUAD_R2, -1);
    SWEEP(o, QUAD_O, 0);
    SWEEP(o_south, QUAD_O, -1);
#pragma omp simd
    for (int I = x0 - 1; I < x1; ++I)
        of_r1[I - x0 + 1] = sum_four(t_sw[I], r2_south[I], t_se[I], r2_south[I + 1], t_nw[I], r2[I],
                                     t_ne[I], r2[I + 1]) +
                            (r1_s[I] * o_south[I] + r1_n[I] * o[I]);
#pragma omp simd
    for (int I = x0; I < x1; ++I) {
        const real of_e = sum_four(r1_e[I - 1], r1[I - 1], r1_w[I], r1[I], r2_n_south[I],
                                   r2_south[I], r2_s[I], r2[I]) +
                          sum_four(ne_south[I - 1], o_south[I - 1], nw_south[I], o_south[I],
                                   se[I - 1], o[I - 1], sw[I], o[I]);
        const real of_r2 = r2_w[I] * o[I - 1] + r2_e[I] * o[I];
        const real of_r2_south = r2_w_south[I] * o_south[I - 1] + r2_e_south[I] * o_south[I];
        out[I - x0] = -(of_e + sum_four(p_e[I - 1], of_r1[I - x0], p_w[I], of_r1[I - x0 + 1],
                                        p_n_south[I], of_r2_south, p_s[I], of_r2));
    }
    level_split(next, J, x0, x1, out);
}

static void restrict_rows(const level_part *l, const level_part *next, ptrdiff_t J)
{
    for (int x = 0; x < l->qx; x += LEVEL_COLUMNS)
        restrict_row(l, next, J, x, l->qx - x < LEVEL_COLUMNS ? l->qx : x + LEVEL_COLUMNS);
}

/* ---- backward ---- */

/* The correction from the next level, where it counts: O is relaxed first and forgets it. */
static void correct(const level_part *l, const level_part *next, ptrdiff_t J)
{
    const real *c = (const real *)next->z + J * next->z_pitch, *c_north = c + next->z_pitch;
    PLANE(w, P_W, 0);
    PLANE(east, P_E, 0);
    PLANE(s, P_S, 0);
    PLANE(n, P_N, 0);
    RESULT(e, QUAD_E);
    RESULT(r1, QUAD_R1);
    RESULT(r2, QUAD_R2);
#pragma omp simd
    for (int I = -1; I <= l->qx; ++I)
        e[I] += c[I];
#pragma omp simd
    for (int I = -1; I < l->qx; ++I)
        r1[I] += w[I] * c[I] + east[I] * c[I + 1];
    if (J < l->qy)
#pragma omp simd
        for (int I = 0; I <= l->qx; ++I)
            r2[I] += s[I] * c[I] + n[I] * c_north[I];
}

static void last_r2(const level_part *l, ptrdiff_t J)
{
    RIGHT(r, QUAD_R2);
    PLANE(d, R2_D, 0);
    PLANE(w, R2_W, 0);
    PLANE(east, R2_E, 0);
    PLANE(s, R2_S, 0);
    PLANE(n, R2_N, 0);
    PLANE(nw, T_NW, 0);
    PLANE(ne, T_NE, 0);
    PLANE(sw, T_SW, 1);
    PLANE(se, T_SE, 1);
    SWEEP(e, QUAD_E, 0);
    SWEEP(e_north, QUAD_E, 1);
    SWEEP(r1, QUAD_R1, 0);
    SWEEP(r1_north, QUAD_R1, 1);
    SWEEP(o, QUAD_O, 0);
    RESULT(z, QUAD_R2);
#pragma omp simd
    for (int I = 0; I < l->qx; ++I)
        z[I] =
            d[I] * ((r[I] - sum_four(s[I], e[I], n[I], e_north[I], w[I], o[I - 1], east[I], o[I])) -
                    sum_four(nw[I], r1[I], ne[I - 1], r1[I - 1], sw[I], r1_north[I], se[I - 1],
                             r1_north[I - 1]));
}

static void last_r1(const level_part *l, ptrdiff_t J)
{
    RIGHT(r, QUAD_R1);
    PLANE(d, R1_D, 0);
    PLANE(w, R1_W, 0);
    PLANE(east, R1_E, 0);
    PLANE(s, R1_S, 0);
    PLANE(n, R1_N, 0);
    PLANE(t_sw, T_SW, 0);
    PLANE(t_se, T_SE, 0);
    PLANE(t_nw, T_NW, 0);
    PLANE(t_ne, T_NE, 0);
    SWEEP(e, QUAD_E, 0);
    SWEEP(r2, QUAD_R2, 0);
    SWEEP(r2_south, QUAD_R2, -1);
    SWEEP(o, QUAD_O, 0);
    SWEEP(o_south, QUAD_O, -1);
    RESULT(z, QUAD_R1);
#pragma omp simd
    for (int I = 0; I < l->qx; ++I)
        z[I] =
            d[I] * ((r[I] - sum_four(w[I], e[I], east[I], e[I + 1], s[I], o_south[I], n[I], o[I])) -
                    sum_four(t_sw[I], r2_south[I], t_se[I], r2_south[I + 1], t_nw[I], r2[I],
                             t_ne[I], r2[I + 1]));
}

/* E, and z of both rows of nodes. */
static void last_e(const level_part *l, ptrdiff_t J)
{
    RIGHT(r, QUAD_E);
    PLANE(d, E_D, 0);
    PLANE(r1_w, R1_W, 0);
    PLANE(r1_e, R1_E, 0);
    PLANE(r2_s, R2_S, 0);
    PLANE(r2_n_south, R2_N, -1);
    PLANE(sw, O_SW, 0);
    PLANE(se, O_SE, 0);
    PLANE(ne_south, O_NE, -1);
    PLANE(nw_south, O_NW, -1);
    SWEEP(r1, QUAD_R1, 0);
    SWEEP(r2, QUAD_R2, 0);
    SWEEP(r2_south, QUAD_R2, -1);
    SWEEP(o, QUAD_O, 0);
    SWEEP(o_south, QUAD_O, -1);
    real *restrict south = (real *)l->z + 2 * J * l->z_pitch;
    real *restrict north = south + l->z_pitch;
#pragma omp simd
    for (int I = 0; I < l->qx; ++I) {
        south[2 * I] = d[I] * ((r[I] - sum_four(r1_e[I - 1], r1[I - 1], r1_w[I], r1[I],
                                                r2_n_south[I], r2_south[I], r2_s[I], r2[I])) -
                               sum_four(ne_south[I - 1], o_south[I - 1], nw_south[I], o_south[I],
                                        se[I - 1], o[I - 1], sw[I], o[I]));
        south[2 * I + 1] = r1[I];
    }
#pragma omp simd
    for (int I = 0; I < l->qx; ++I) {
        north[2 * I] = r2[I];
        north[2 * I + 1] = o[I];
    }
}

/* ---- phases ---- */

/* Row J of a phase; rows outside its range are left out. */
static void phase_row(const level_part *l, const level_part *next, int phase, int J)
{
    const int first = phase == MG_FIRST || phase == MG_CORRECT ? -1 : 0;
    const int last = phase == MG_FIRST || phase == MG_CORRECT ? l->qy : l->qy - 1;
    if (J < first || J > last)
        return;
    switch (phase) {
    case MG_FIRST:
        first_e(l, J);
        first_r1(l, J);
        break;
    case MG_FIRST_R2: first_r2(l, J); break;
    case MG_FIRST_O:
    case MG_LAST_O: relax_o(l, J); break;
    case MG_RESTRICT: restrict_rows(l, next, J); break;
    case MG_CORRECT: correct(l, next, J); break;
    case MG_LAST_R2: last_r2(l, J); break;
    case MG_LAST_R1: last_r1(l, J); break;
    case MG_LAST_E: last_e(l, J); break;
    }
}

void LEVEL_SYMBOL(mg_phase)(const level_part *l, const level_part *next, int phase)
{
#pragma omp parallel for schedule(static) num_threads(level_team(l))
    for (int J = -1; J <= l->qy; ++J)
        phase_row(l, next, phase, J);
}

/* Runs phases [first, end) as a wave: a phase is `lag` rows behind the first one. */
static void wave(const level_part *l, const level_part *next, int first, int end, const int *lag)
{
    if (level_team(l) > 1) {
        for (int phase = first; phase < end; ++phase)
            LEVEL_SYMBOL(mg_phase)(l, next, phase);
        return;
    }
    for (int J = -1; J <= l->qy + lag[end - first - 1]; ++J)
        for (int phase = first; phase < end; ++phase)
            phase_row(l, next, phase, J - lag[phase - first]);
}

/* R2 and O need E and R1 of the row to the north. */
void LEVEL_SYMBOL(mg_forward)(const level_part *l, const level_part *next)
{
    static const int lag[] = {0, 1, 1, 1};
    wave(l, next, MG_FIRST, MG_FORWARD_END, lag);
}

/* O needs corrected values of the row to the north, R2 needs O and R1 there before its relaxation. */
void LEVEL_SYMBOL(mg_backward)(const level_part *l, const level_part *next)
{
    static const int lag[] = {0, 1, 1, 1, 1};
    wave(l, next, MG_CORRECT, MG_BACKWARD_END, lag);
}
