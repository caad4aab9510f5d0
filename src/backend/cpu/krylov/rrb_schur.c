/* RRB on the nodes E and O of a 5-point system (the space where conjugate gradients run), on the
 * CPU: the passes of level 0.
 *
 * Traffic in words per quad. Forward: reads r (2) and 5 planes, writes r of the next level (1).
 * Backward: reads z of the next level (1), r of O (1) and 5 planes, writes z of O (1). */
#include "backend/cpu/krylov/level_rows.h"
#include "backend/krylov/part.h"
#include "backend/krylov/rrb.h"

extern level_schur_pass LEVEL_SYMBOL(rrb_schur_forward), LEVEL_SYMBOL(rrb_schur_backward);

SPATE_FN real *space_row(const kry_part *part, void *vector, int plane, ptrdiff_t J)
{
    return (real *)vector + plane * part->shape.plane + J * part->shape.pitch;
}

static void forward_block(const kry_part *part, const level_part *l, const level_part *next,
                          level_block b)
{
    real out[LEVEL_COLUMNS];
    for (int J = b.y0; J < b.y1; ++J) {
        const real *e = space_row(part, part->in, 0, J), *o = space_row(part, part->in, 1, J);
        const real *o_south = o - part->shape.pitch;
        const real *d = level_row(l, O_D, J), *d_south = level_row(l, O_D, J - 1);
        const real *sw = level_row(l, O_SW, J), *se = level_row(l, O_SE, J);
        const real *nw = level_row(l, O_NW, J - 1), *ne = level_row(l, O_NE, J - 1);
#pragma omp simd
        for (int I = b.x0; I < b.x1; ++I)
            out[I - b.x0] = e[I] - sum_four(ne[I - 1], o_south[I - 1] * d_south[I - 1], nw[I],
                                            o_south[I] * d_south[I], se[I - 1], o[I - 1] * d[I - 1],
                                            sw[I], o[I] * d[I]);
        level_split(next, J, b.x0, b.x1, out);
    }
}

void LEVEL_SYMBOL(rrb_schur_forward)(const kry_part *part, const level_part *l,
                                     const level_part *next)
{
    LEVEL_BLOCKS(l, forward_block, part, l, next);
}

static void backward_block(const kry_part *part, const level_part *l, const level_part *next,
                           level_block b)
{
    for (int J = b.y0; J < b.y1; ++J) {
        const real *ze = (const real *)next->z + J * next->z_pitch, *ze_north = ze + next->z_pitch;
        const real *r = space_row(part, part->in, 1, J);
        const real *sw = level_row(l, O_SW, J), *se = level_row(l, O_SE, J);
        const real *nw = level_row(l, O_NW, J), *ne = level_row(l, O_NE, J);
        const real *d = level_row(l, O_D, J);
        real *restrict z = space_row(part, part->z, 1, J);
        if (next->staged) /* else z of the next level is z of E itself */
            memcpy(space_row(part, part->z, 0, J) + b.x0, ze + b.x0,
                   sizeof *ze * (size_t)(b.x1 - b.x0));
#pragma omp simd
        for (int I = b.x0; I < b.x1; ++I)
            z[I] = d[I] * (r[I] - sum_four(sw[I], ze[I], se[I], ze[I + 1], nw[I], ze_north[I],
                                           ne[I], ze_north[I + 1]));
    }
}

void LEVEL_SYMBOL(rrb_schur_backward)(const kry_part *part, const level_part *l,
                                      const level_part *next)
{
    LEVEL_BLOCKS(l, backward_block, part, l, next);
}
