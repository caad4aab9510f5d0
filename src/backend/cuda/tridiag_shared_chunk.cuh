/* One chunk of a line whose matrix all lines share: factors in registers, elimination and substitution of d. The ways to
 * read its rows are those of tridiag_chunk.cuh. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_SHARED_CHUNK_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_SHARED_CHUNK_CUH

#include "backend/cuda/tridiag_shared.cuh"

template <typename real, int ROWS> struct chunk_factors {
    real r[ROWS], t[ROWS], c[ROWS];
};

template <typename real, int ROWS>
static __device__ inline void load_factors(const tri_role &me, int chunks,
                                           const tri_shared_factors<real> &f,
                                           chunk_factors<real, ROWS> &of)
{
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
        const real *value = f.rows + k * chunks + me.chunk;
        const bool there = k < me.rows;
        of.r[k] = there ? value[SHARED_R * ROWS * chunks] : 0;
        of.t[k] = there ? value[SHARED_T * ROWS * chunks] : 0;
        of.c[k] = there ? value[SHARED_C * ROWS * chunks] : 0;
    }
}

template <int HOW, typename real, int ROWS>
static __device__ inline real eliminate_rows(const tri_role &me, const chunk_factors<real, ROWS> &f,
                                             const real *from, real *y, real *shown, real *zero)
{
    const int rows = HOW & TRI_FULL ? ROWS : me.rows, step = HOW & TRI_SIDE_BY_SIDE ? me.step : 1;
    const real *row = from + me.at;
    real last = 0, first = 0;
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
        if (k < rows) {
            const real d = row[k * step];
            *zero = tri_watch(*zero, d);
            last = tri_less(f.r[k] * d, f.t[k], last);
        }
        y[k] = last;
    }
#pragma unroll
    for (int k = ROWS - 2; k >= 0; --k)
        if (k < rows - 1)
            first = tri_less(y[k], f.c[k], first);
    shown[threadIdx.x] = first;
    return last;
}

/* y of all rows; returns that of the last one, and shows the first unknown without its couplings. */
template <typename real, int ROWS>
static __device__ inline real eliminate(const tri_role &me, bool full,
                                        const chunk_factors<real, ROWS> &f, const real *from,
                                        real *y, real *shown, real *zero)
{
    if (me.step == 1)
        return full ? eliminate_rows<TRI_FULL>(me, f, from, y, shown, zero)
                    : eliminate_rows<0>(me, f, from, y, shown, zero);
    return full ? eliminate_rows<TRI_FULL | TRI_SIDE_BY_SIDE>(me, f, from, y, shown, zero)
                : eliminate_rows<TRI_SIDE_BY_SIDE>(me, f, from, y, shown, zero);
}

template <int HOW, typename real, int ROWS>
static __device__ inline void substitute_rows(const tri_role &me,
                                              const chunk_factors<real, ROWS> &f, real *y,
                                              const tri_links<real> &links, real *to, real *zero)
{
    const int rows = HOW & TRI_FULL ? ROWS : me.rows, step = HOW & TRI_SIDE_BY_SIDE ? me.step : 1;
    real x = links.last, q = -1; /* q[k] = -t[k] q[k-1] takes no register for each row */
    real *row = to + me.at;
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
        q = -(f.t[k] * q);
        y[k] = tri_less(y[k], q, links.before);
    }
#pragma unroll
    for (int k = ROWS - 1; k >= 0; --k) {
        if (k < rows) {
            if (k < rows - 1)
                x = tri_less(y[k], f.c[k], x);
            row[k * step] = x;
            *zero = tri_watch(*zero, x);
        }
    }
}

template <typename real, int ROWS>
static __device__ inline void substitute(const tri_role &me, bool full,
                                         const chunk_factors<real, ROWS> &f, real *y,
                                         const tri_links<real> &links, real *to, real *zero)
{
    if (me.step == 1 && full)
        substitute_rows<TRI_FULL>(me, f, y, links, to, zero);
    else if (me.step == 1)
        substitute_rows<0>(me, f, y, links, to, zero);
    else if (full)
        substitute_rows<TRI_FULL | TRI_SIDE_BY_SIDE>(me, f, y, links, to, zero);
    else
        substitute_rows<TRI_SIDE_BY_SIDE>(me, f, y, links, to, zero);
}

#endif
