/* Right-hand sides of compact differences, made of f in a tile (solvers/compact/ has the schemes). Interior rows read f
 * around them; the rows of closures are made by all threads together, before. */
#ifndef SPATE_BACKEND_CUDA_COMPACT_ROWS_CUH
#define SPATE_BACKEND_CUDA_COMPACT_ROWS_CUH

#include "backend/cuda/tridiag_shared_solve.cuh"

extern "C" {
#include "backend/compact_device.h"
}

/* Row i: centre f[i] + the sum over k of pair[k] (f[i + right + k] - other f[i - left - k]). */
template <typename real> struct compact_rows {
    int pairs, left, right, centred;
    real centre, pair[COMPACT_PAIRS], other;
    int closures, width; /* of each row of a closure: as many values of f, some of them times 0 */
    const real *ends;    /* [first, last][closures][COMPACT_WIDTH], from the end inwards */

    /* pair[k], without an array that is indexed: that would lie in local memory. */
    __device__ real weight(int k) const
    {
        real w = pair[0];
#pragma unroll
        for (int j = 1; j < COMPACT_PAIRS; ++j)
            w = k == j ? pair[j] : w;
        return w;
    }

    /* Adds pair k; `from` is f of the row. */
    __device__ real interior_pair(const real *from, int row_gap, int k, real times, real sum) const
    {
        const real ahead = from[(right + k) * row_gap], behind = from[-(left + k) * row_gap];
        return tri_less(sum, -times, tri_less(ahead, other, behind));
    }

    /* Rows of closures of all lines, to `extra`: [first, last][closures][lines]. */
    __device__ void prepare(const shared_tile &tile, int lines, const real *stage,
                            real *extra) const
    {
        if (closures == 0)
            return;
#pragma unroll 1
        for (int k = (int)threadIdx.x; k < 2 * closures * tile.lines; k += (int)blockDim.x) {
            const int line = k % tile.lines, end = k / tile.lines;
            const bool at_last = end >= closures;
            const int row = tile.before + (at_last ? tile.in.rows - 1 : 0);
            const int step = at_last ? -tile.row_gap : tile.row_gap;
            const real *from = stage + row * tile.row_gap + line * tile.line_gap;
            const real *value = ends + end * COMPACT_WIDTH;
            real sum = 0;
            for (int j = 0; j < width && line < lines; ++j)
                sum = tri_less(sum, -value[j], from[j * step]);
            extra[k] = sum;
        }
        __syncthreads();
    }

    template <int ROWS>
    __device__ void take_ends(const shared_tile &tile, const shared_role &me, const real *extra,
                              real (&y)[ROWS]) const
    {
#pragma unroll
        for (int k = 0; k < ROWS; ++k) {
            const int row = me.first + k, from_last = tile.n - 1 - row;
            const int end = row < closures ? row : from_last < closures ? closures + from_last : -1;
            if (end >= 0 && k < me.rows)
                y[k] = extra[end * tile.lines + me.line];
        }
    }

    template <bool FULL, int ROWS>
    __device__ void make(const shared_tile &tile, const shared_role &me, int row_gap,
                         const real *stage, const real *extra, real (&y)[ROWS]) const
    {
        const real *from = stage + me.at;
#pragma unroll
        for (int k = 0; k < ROWS; ++k)
            y[k] = centred && (FULL || k < me.rows) ? centre * from[k * row_gap] : 0;
#pragma unroll 1
        for (int p = 0; p < pairs; ++p) {
            const real times = weight(p);
#pragma unroll
            for (int k = 0; k < ROWS; ++k)
                if (FULL || k < me.rows)
                    y[k] = interior_pair(from + k * row_gap, row_gap, p, times, y[k]);
        }
        if (me.first < closures || me.first + ROWS > tile.n - closures)
            take_ends(tile, me, extra, y);
    }
};

#endif
