/* Set-up of RRB and multigrid on a GPU, and the factor of the last level. */
#include "backend/cuda/krylov/levels.cuh"
#include "backend/krylov/bottom.h"
#include "backend/krylov/multigrid.h"
#include "backend/krylov/rrb.h"

/* A kernel for each pass, compiled for matrices of float and of double, and for 5 and 9 points. */
#define SETUP(name)                                                                                \
    template <int SINGLE, int NINE>                                                                \
    static __global__ void __launch_bounds__(LEVEL_THREADS)                                        \
        name##_kernel(const __grid_constant__ level_part l)                                        \
    {                                                                                              \
        const int I = level_column(), J = level_line();                                            \
        level_matrix m = l.matrix;                                                                 \
        m.single = SINGLE;                                                                         \
        m.nine = NINE;                                                                             \
        if (I < l.qx && J < l.qy)                                                                  \
            name##_quad(&l, &m, I, J);                                                             \
    }                                                                                              \
    void LEVEL_CUDA(name)(const level_part *l)                                                     \
    {                                                                                              \
        if (l->matrix.single && l->matrix.nine)                                                    \
            level_launch(name##_kernel<1, 1>, l, l->qx, l->qy, "setting up a level", *l);          \
        else if (l->matrix.single)                                                                 \
            level_launch(name##_kernel<1, 0>, l, l->qx, l->qy, "setting up a level", *l);          \
        else if (l->matrix.nine)                                                                   \
            level_launch(name##_kernel<0, 1>, l, l->qx, l->qy, "setting up a level", *l);          \
        else                                                                                       \
            level_launch(name##_kernel<0, 0>, l, l->qx, l->qy, "setting up a level", *l);          \
    }
LEVEL_EACH_SETUP(SETUP)

/* ---- the last level ---- */

/* One block. The factor column by column: every entry is reduced by the columns before it in their
 * order, as on the CPU, which goes row by row. Then a thread for each column of the inverse. */
static __global__ void __launch_bounds__(LEVEL_BOTTOM)
    bottom_kernel(const __grid_constant__ level_part l, level_bottom bottom)
{
    __shared__ double a[LEVEL_BOTTOM][LEVEL_BOTTOM + 1];
    const int n = l.nx * l.ny, t = (int)threadIdx.x;
    int positive = 1;
    for (int c = 0; c <= t && t < n; ++c)
        a[t][c] = bottom_entry(&l, t, c);
    __syncthreads();
    for (int c = 0; c < n; ++c) {
        positive &= bottom_pivot_is_positive(a[c][c], bottom_entry(&l, c, c));
        const double root = sqrt(level_pivot(a[c][c], bottom_entry(&l, c, c)));
        __syncthreads();
        if (t == c)
            a[c][c] = root;
        if (t > c && t < n)
            a[t][c] = a[t][c] / root;
        __syncthreads();
        for (int k = c + 1; k <= t && t < n; ++k)
            a[t][k] -= a[t][c] * a[k][c];
        __syncthreads();
    }
    bottom_invert(a, n, t, positive, &l, &bottom);
}

void LEVEL_CUDA(bottom_factor)(const level_part *l, const level_bottom *bottom)
{
    cuda_launch(bottom_kernel, dim3(1), LEVEL_BOTTOM, level_stream(l), "the last level", *l,
                *bottom);
}
