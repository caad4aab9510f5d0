/* A 5-point matrix after exact elimination of R1 and R2, on the CPU. Arithmetic is in f64. Reads 3
 * and writes 2.5 values per node. */
#include "backend/cpu/krylov/levels.h"
#include "backend/krylov/rrb.h"

extern level_kernel LEVEL_SYMBOL(schur_matrix);

/* The planes have the precision of the conjugate gradients, which is that of this twin. */
LEVEL_INLINE schur_row(const level_part *given, const level_matrix *m, ptrdiff_t J)
{
    const level_schur s = given->schur;
    real *row[SCHUR_PLANES];
    for (int k = 0; k < SCHUR_PLANES; ++k)
        row[k] = (real *)s.plane[k] + J * s.pitch;
#pragma omp simd
    for (int I = 0; I < given->qx; ++I) {
        const ptrdiff_t i = 2 * I, j = 2 * J;
        const rrb_node south = rrb_red(m, i + 1, j), west = rrb_red(m, i, j + 1);
        const rrb_odd o = rrb_odd_of(m, i + 1, j + 1, west, rrb_red(m, i + 2, j + 1), south,
                                     rrb_red(m, i + 1, j + 2));
        const double centre = rrb_centre(level_centre(m, i, j), rrb_red(m, i - 1, j), south,
                                         rrb_red(m, i, j - 1), west);
        row[S_E][I] = (real)centre;
        row[S_E_EAST][I] = (real) - (south.w * south.e * south.d);
        row[S_E_NORTH][I] = (real) - (west.s * west.n * west.d);
        row[S_O][I] = (real)o.centre;
        row[S_O_EAST][I] = (real)o.east;
        row[S_O_NORTH][I] = (real)o.north;
        row[S_SW][I] = (real)o.sw;
        row[S_SE][I] = (real)o.se;
        row[S_NW][I] = (real)o.nw;
        row[S_NE][I] = (real)o.ne;
    }
}

void LEVEL_SYMBOL(schur_matrix)(const level_part *l)
{
    LEVEL_ROWS_OF_KIND(l, schur_row, SPATE_REAL_BITS == 32, 0);
}
