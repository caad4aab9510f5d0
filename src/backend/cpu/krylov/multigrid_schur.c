/* Multigrid on the nodes E and O of a 5-point system, on the CPU: the passes of level 0. A sweep R1
 * R2 E O before the coarse grid and its reverse after it, where r of R1 and R2 is 0 and z of them is
 * not wanted: r of the next level is Q^T r, and z = r / centre + Q times z of the next level.
 *
 * Traffic in values per quad. Forward: reads r (2) and 9 planes, writes 1. Backward: reads 1, r (2)
 * and 11 planes, writes z (2). */
#include "backend/cpu/krylov/level_rows.h"

extern level_schur_pass LEVEL_SYMBOL(mg_schur_forward), LEVEL_SYMBOL(mg_schur_backward);

#define PLANE(name, plane, dj) const real *name = level_row(l, plane, J + (dj))
#define SPACE(name, vector, kind, dj)                                                              \
    real *name = (real *)part->vector + (kind)*part->shape.plane + (J + (dj)) * part->shape.pitch

static void forward_block(const kry_part *part, const level_part *l, const level_part *next,
                          level_block b)
{
    real out[LEVEL_COLUMNS];
    for (int J = b.y0; J < b.y1; ++J) {
        SPACE(e, in, 0, 0);
        SPACE(e_south, in, 0, -1);
        SPACE(e_north, in, 0, 1);
        SPACE(o, in, 1, 0);
        SPACE(o_south, in, 1, -1);
        PLANE(c, Q_C, 0);
        PLANE(w, Q_W, 0);
        PLANE(east, Q_E, 0);
        PLANE(s_north, Q_S, 1);
        PLANE(n_south, Q_N, -1);
        PLANE(sw, P_SW, 0);
        PLANE(se, P_SE, 0);
        PLANE(nw_south, P_NW, -1);
        PLANE(ne_south, P_NE, -1);
#pragma omp simd
        for (int I = b.x0; I < b.x1; ++I)
            out[I - b.x0] =
                (c[I] * e[I] + sum_four(east[I - 1], e[I - 1], w[I + 1], e[I + 1], n_south[I],
                                        e_south[I], s_north[I], e_north[I])) +
                sum_four(ne_south[I - 1], o_south[I - 1], nw_south[I], o_south[I], se[I - 1],
                         o[I - 1], sw[I], o[I]);
        level_split(next, J, b.x0, b.x1, out);
    }
}

void LEVEL_SYMBOL(mg_schur_forward)(const kry_part *part, const level_part *l,
                                    const level_part *next)
{
    LEVEL_BLOCKS(l, forward_block, part, l, next);
}

static void backward_block(const kry_part *part, const level_part *l, const level_part *next,
                           level_block b)
{
    for (int J = b.y0; J < b.y1; ++J) {
        const real *c = (const real *)next->z + J * next->z_pitch;
        const real *c_south = c - next->z_pitch, *c_north = c + next->z_pitch;
        SPACE(re, in, 0, 0);
        SPACE(ro, in, 1, 0);
        SPACE(ze, z, 0, 0);
        SPACE(zo, z, 1, 0);
        PLANE(de, E_D, 0);
        PLANE(d, O_D, 0);
        PLANE(own, Q_C, 0);
        PLANE(w, Q_W, 0);
        PLANE(east, Q_E, 0);
        PLANE(s, Q_S, 0);
        PLANE(n, Q_N, 0);
        PLANE(sw, P_SW, 0);
        PLANE(se, P_SE, 0);
        PLANE(nw, P_NW, 0);
        PLANE(ne, P_NE, 0);
#pragma omp simd
        for (int I = b.x0; I < b.x1; ++I)
            ze[I] = (de[I] * re[I] + own[I] * c[I]) +
                    sum_four(w[I], c[I - 1], east[I], c[I + 1], s[I], c_south[I], n[I], c_north[I]);
#pragma omp simd
        for (int I = b.x0; I < b.x1; ++I)
            zo[I] = d[I] * ro[I] + sum_four(sw[I], c[I], se[I], c[I + 1], nw[I], c_north[I], ne[I],
                                            c_north[I + 1]);
    }
}

void LEVEL_SYMBOL(mg_schur_backward)(const kry_part *part, const level_part *l,
                                     const level_part *next)
{
    LEVEL_BLOCKS(l, backward_block, part, l, next);
}
