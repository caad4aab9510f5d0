/* Multigrid on the nodes E and O of a 5-point system, on the CPU: the passes of level 0.
 *
 * Traffic in values per quad. Forward: reads r (2) and 9 planes, writes 1. Backward: reads 1, r (2)
 * and 11 planes, writes z (2). */
#include "backend/cpu/krylov/schur_rows.h"
#include "backend/krylov/multigrid_passes.h"

extern level_schur_pass LEVEL_SYMBOL(mg_schur_forward), LEVEL_SYMBOL(mg_schur_backward);

SPATE_FN mg_space space_of(const kry_part *part, const level_part *l)
{
    return mg_space_of(l, part->in, part->shape.pitch, part->shape.plane);
}

static void forward_block(const kry_part *part, const level_part *l, const level_part *next,
                          level_block b)
{
    const mg_space v = space_of(part, l);
    real out[LEVEL_COLUMNS];
    for (int J = b.y0; J < b.y1; ++J) {
#pragma omp simd
        for (int I = b.x0; I < b.x1; ++I)
            out[I - b.x0] = mg_space_forward(&v, J * v.pitch + I, J * v.vector_pitch + I);
        level_split(next, J, b.x0, b.x1, out);
    }
}

void LEVEL_SYMBOL(mg_schur_forward)(const kry_part *part, const level_part *l,
                                    const level_part *next)
{
    LEVEL_BLOCKS(l, forward_block, part, l, next);
}

static void z_row(const kry_part *part, const level_part *l, const level_part *next, int J, int i0,
                  int i1)
{
    const mg_space v = space_of(part, l);
    const real *c = next->z;
    real *restrict ze = (real *)part->z + J * part->shape.pitch;
    real *restrict zo = ze + part->shape.plane;
    const ptrdiff_t k = J * v.pitch, j = J * v.vector_pitch, m = J * next->z_pitch;
#pragma omp simd
    for (int I = i0; I < i1; ++I)
        ze[I] = mg_space_backward_e(&v, k + I, j + I, c, m + I, next->z_pitch);
#pragma omp simd
    for (int I = i0; I < i1; ++I)
        zo[I] = mg_space_backward_o(&v, k + I, j + I, c, m + I, next->z_pitch);
}

void LEVEL_SYMBOL(mg_schur_backward)(const kry_part *part, const level_part *l,
                                     const level_part *next)
{
    schur_backward_rows(part, l, next, z_row);
}
