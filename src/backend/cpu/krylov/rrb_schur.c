/* RRB on the nodes E and O of a 5-point system (the space where conjugate gradients run), on the
 * CPU: the passes of level 0.
 *
 * Traffic in values per quad. Forward: reads r (2) and 5 planes, writes r of the next level (1).
 * Backward: reads z of the next level (1), r (2) and 5 planes, writes z of O (1). */
#include "backend/cpu/krylov/schur_rows.h"
#include "backend/krylov/rrb_passes.h"

extern level_schur_pass LEVEL_SYMBOL(rrb_schur_forward), LEVEL_SYMBOL(rrb_schur_backward);

SPATE_FN rrb_space space_of(const kry_part *part, const level_part *l)
{
    return rrb_space_of(l, part->in, part->shape.pitch, part->shape.plane);
}

static void forward_block(const kry_part *part, const level_part *l, const level_part *next,
                          level_block b)
{
    const rrb_space v = space_of(part, l);
    real out[LEVEL_COLUMNS];
    for (int J = b.y0; J < b.y1; ++J) {
#pragma omp simd
        for (int I = b.x0; I < b.x1; ++I)
            out[I - b.x0] = rrb_space_forward(&v, J * v.pitch + I, J * v.vector_pitch + I);
        level_split(next, J, b.x0, b.x1, out);
    }
}

void LEVEL_SYMBOL(rrb_schur_forward)(const kry_part *part, const level_part *l,
                                     const level_part *next)
{
    LEVEL_BLOCKS(l, forward_block, part, l, next);
}

static void z_row(const kry_part *part, const level_part *l, const level_part *next, int J, int i0,
                  int i1)
{
    const rrb_space v = space_of(part, l);
    const real *ze = (const real *)next->z + J * next->z_pitch, *ze_north = ze + next->z_pitch;
    real *z = (real *)part->z + J * part->shape.pitch;
    real *restrict zo = z + part->shape.plane;
    if (next->staged) /* else z of the next level is z of E itself */
        memcpy(z + i0, ze + i0, sizeof *ze * (size_t)(i1 - i0));
#pragma omp simd
    for (int I = i0; I < i1; ++I)
        zo[I] = rrb_space_backward(&v, J * v.pitch + I, J * v.vector_pitch + I, ze[I], ze[I + 1],
                                   ze_north[I], ze_north[I + 1]);
}

void LEVEL_SYMBOL(rrb_schur_backward)(const kry_part *part, const level_part *l,
                                      const level_part *next)
{
    schur_backward_rows(part, l, next, z_row);
}
