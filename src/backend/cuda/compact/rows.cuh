/* Right-hand sides of compact differences, computed from f in a chunk (schemes:
 * solvers/compact). */
#ifndef SPATE_BACKEND_CUDA_COMPACT_ROWS_CUH
#define SPATE_BACKEND_CUDA_COMPACT_ROWS_CUH

#include "backend/cuda/tridiag/shared_solve.cuh"

extern "C" {
#include "backend/compact/device.h"
}

/* Row i: centre f[i] + the sum over k of pair[k] (f[i + right + k] - other f[i - left - k]). */
template <typename real> struct compact_rows {
    int pairs, left, right, centred;
    real centre, pair[COMPACT_PAIRS], other;
    int closures, width; /* all closure rows read `width` values of f; some coefficients are 0 */
    /* of the first rows, then of the last; from the end inwards */
    real ends[2 * COMPACT_CLOSURES * COMPACT_WIDTH];

    /* pair[k] without a variable array index, which would force local memory. */
    __device__ real weight(int k) const
    {
        real w = pair[0];
#pragma unroll
        for (int j = 1; j < COMPACT_PAIRS; ++j)
            w = k == j ? pair[j] : w;
        return w;
    }

    __device__ real add_pair(real sum, real times, real ahead, real behind) const
    {
        return tri_fnma(sum, -times, tri_fnma(ahead, other, behind));
    }

    __device__ real end_value(bool at_last, int r, int j) const
    {
        return ends[((at_last ? COMPACT_CLOSURES : 0) + r) * COMPACT_WIDTH + j];
    }

    /* Row r of the closure at the first or the last end. */
    template <typename Chunk>
    __device__ real closure(const Chunk &chunk, int rows, bool at_last, int r) const
    {
        real sum = 0;
#pragma unroll 1
        for (int j = 0; j < width; ++j)
            sum = tri_fnma(sum, -end_value(at_last, r, j), chunk.input(at_last ? rows - 1 - j : j));
        return sum;
    }

    /* Closures that start with the chunk, or end with it, and read nothing else: at compile-time
     * positions. */
    template <typename Chunk, int ROWS>
    __device__ void apply_whole_closures(const Chunk &chunk, bool at_last, real (&y)[ROWS]) const
    {
        real sum[COMPACT_CLOSURES] = {};
#pragma unroll
        for (int j = 0; j < COMPACT_WIDTH && j < ROWS; ++j)
            if (j < width) {
                const real f = chunk.own(at_last ? ROWS - 1 - j : j);
#pragma unroll
                for (int r = 0; r < COMPACT_CLOSURES; ++r)
                    if (r < closures)
                        sum[r] = tri_fnma(sum[r], -end_value(at_last, r, j), f);
            }
#pragma unroll
        for (int r = 0; r < COMPACT_CLOSURES; ++r)
            if (r < closures) {
                y[r] = at_last ? y[r] : sum[r];
                y[ROWS - 1 - r] = at_last ? sum[r] : y[ROWS - 1 - r];
            }
    }

    /* Same at any position, by comparison; a chunk may have rows of both ends. */
    template <typename Chunk, int ROWS>
    __device__ void apply_any_closures(const Chunk &chunk, const shared_tile &tile,
                                       const shared_role &me, bool first, bool last,
                                       real (&y)[ROWS]) const
    {
#pragma unroll 1
        for (int end = first ? 0 : 1; end <= (last ? 1 : 0); ++end)
#pragma unroll 1
            for (int r = 0; r < closures; ++r) {
                const int at = (end ? tile.n - 1 - r : r) - me.first;
                const real made = closure(chunk, tile.in.rows, end, r);
#pragma unroll
                for (int k = 0; k < ROWS; ++k)
                    y[k] = k == at ? made : y[k];
            }
    }

    /* Replaces rows by closures. Chunks with the first rows and with the last rows work at the
     * same time. */
    template <typename Chunk, int ROWS>
    __device__ void apply_closures(const Chunk &chunk, const shared_tile &tile,
                                   const shared_role &me, real (&y)[ROWS]) const
    {
        const int beyond = tile.n - closures;
        const bool first = me.first<closures, last = me.first + ROWS> beyond;
        if (!first && !last)
            return;
        if (tile.chunks > 1 && tile.missing == 0 && tile.in.rows == tile.n && width <= ROWS)
            apply_whole_closures(chunk, last, y);
        else
            apply_any_closures(chunk, tile, me, first, last, y);
    }
};

/* PAIRS pairs at the same points (HALF: at half points, where the lines of f are shifted so that
 * the innermost pair of a row is its own value and the next one). Every value of f is loaded
 * once. */
template <typename real, int PAIRS, bool HALF> struct compact_pairs {
    static constexpr bool ahead = false;
    compact_rows<real> rows;

    template <typename Chunk, int ROWS>
    __device__ void make(const Chunk &chunk, const shared_tile &tile, const shared_role &me,
                         real (&y)[ROWS]) const
    {
        real f[ROWS + 2 * PAIRS];
        chunk.template window<PAIRS>(f);
#pragma unroll
        for (int k = 0; k < ROWS; ++k) {
            const int at = k + PAIRS;
            y[k] = HALF ? (real)0 : rows.centre * f[at];
#pragma unroll
            for (int p = 0; p < PAIRS; ++p)
                y[k] = rows.add_pair(y[k], rows.pair[p], f[at + 1 + p], f[at - (HALF ? 0 : 1) - p]);
        }
        rows.apply_closures(chunk, tile, me, y);
    }
};

/* Any number of pairs; values of f are loaded again for each pair. */
template <typename real> struct compact_any_pairs {
    static constexpr bool ahead = false;
    compact_rows<real> rows;

    template <typename Chunk, int ROWS>
    __device__ void make(const Chunk &chunk, const shared_tile &tile, const shared_role &me,
                         real (&y)[ROWS]) const
    {
        const int half = rows.left == rows.right ? 1 : 0;
#pragma unroll
        for (int k = 0; k < ROWS; ++k)
            y[k] = rows.centre * chunk.near(k);
#pragma unroll 1
        for (int p = 0; p < rows.pairs; ++p) {
            const real times = rows.weight(p);
#pragma unroll
            for (int k = 0; k < ROWS; ++k)
                y[k] = rows.add_pair(y[k], times, chunk.near(k + 1 + p), chunk.near(k - half - p));
        }
        rows.apply_closures(chunk, tile, me, y);
    }
};

#endif
