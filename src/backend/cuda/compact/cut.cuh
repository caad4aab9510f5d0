/* Right-hand sides of compact differences of lines cut into parts, computed during the elimination
 * from f in the arrays of the part and of its neighbours. They are never stored.
 *
 * The arithmetic is that of backend/cpu/compact/stencil.h in the same order, without contraction:
 * the bits of the CPU. Traffic: f, y, y, g: 4 words per value; values that two chunks read come
 * from the second-level cache. */
#ifndef SPATE_BACKEND_CUDA_COMPACT_CUT_CUH
#define SPATE_BACKEND_CUDA_COMPACT_CUT_CUH

#include "backend/cuda/compact/cut_values.cuh"

namespace CUT_TWIN
{

/* A line of a thread in a part. PAIRS of interior rows; HALF: at half points, left + right is 1;
 * otherwise both are 1. */
template <int PAIRS, int HALF> struct compact_line {
    enum { REACH = 2 * PAIRS - HALF };
    const compact_rhs &s;
    const cut_job &job;
    int part;
    long long number, first; /* first: row of the line that is row 0 of the part */
    const real *own;
    long long stride, size;
    int before;

    __device__ inline compact_line(const compact_rhs &of, const cut_job &in, int of_part,
                                   long long of_line)
        : s(of), job(in), part(of_part), number(of_line), before(of.left + PAIRS - 1)
    {
        const compact_position me = place();
        const compact_device_span run = me.spans[me.part->own];
        first = me.part->first;
        own = run.at + me.j * run.step0 + me.k * run.step1;
        stride = run.stride;
        size = run.to - run.from;
    }

    __device__ inline compact_position place(void) const
    {
        return compact_position_of(s, job, part, number);
    }
    __device__ inline real beyond(long long i) const
    {
        return compact_value(place(), first + i);
    }
    __device__ inline void find_not_finite(long long row, int rows) const
    {
        compact_find_not_finite(s.on_device, place(), first + row, rows);
    }

    /* Rows from the values that they read, which are contiguous. */
    template <int R>
    __device__ inline void make(const real *t, long long row, int count, real (&to)[R]) const
    {
        real w[R + REACH];
#pragma unroll
        for (int k = 0; k < R + REACH; ++k)
            w[k] = t[k];
#pragma unroll
        for (int r = 0; r < R; ++r) {
            real sum = s.centred ? s.centre * w[r + PAIRS - HALF] : (real)0;
#pragma unroll
            for (int k = 0; k < PAIRS; ++k) {
                const real right = w[r + PAIRS + 1 - HALF + k], left = w[r + PAIRS - 1 - k];
                const real term = s.pair[k] * (s.odd ? right - left : right + left);
                sum = k == 0 && !s.centred ? term : sum + term;
            }
            to[r] = sum;
        }
        if (first + row < s.closures || first + row + count > s.n - s.closures)
            ends(first + row, count, to);
    }

    template <int R> __device__ inline void ends(long long row, int count, real (&to)[R]) const
    {
        const compact_position me = place();
#pragma unroll
        for (int r = 0; r < R; ++r)
            if (r < count && compact_at_end(s, row + r))
                to[r] = compact_end_rhs(s.on_device, me, row + r);
    }
};

/* Rows in shared memory (tridiag/cut_tile.cuh). If g is f a neighbour may overwrite values that
 * a second elimination would read: results must be kept. */
template <int PAIRS, int HALF> struct compact_tiles {
    enum { REACH = 2 * PAIRS - HALF, CHECKS = 1, KEEPS = 1 };
    compact_rhs s;

    __device__ inline compact_line<PAIRS, HALF> line(const cut_job &job, int part,
                                                     long long number) const
    {
        return compact_line<PAIRS, HALF>(s, job, part, number);
    }
};

/* Rows one by one (tridiag/cut_rows.cuh): those of cut chunks, or of chunks too large for shared
 * memory. */
struct compact_single_rows {
    enum { AHEAD = 0 };
    const compact_rhs *s;

    struct single_line {
        const compact_rhs *s;
        compact_position me;

        template <int R> __device__ inline void rhs(long long at, int count, real (&to)[R]) const
        {
            const long long row = me.part->first + at;
#pragma unroll
            for (int r = 0; r < R; ++r)
                if (r < count)
                    to[r] = compact_at_end(*s, row + r) ? compact_end_rhs(s, me, row + r)
                                                        : compact_interior_rhs(s, me, row + r);
            if (compact_any_not_finite(count, to))
                compact_find_not_finite(s, me, row, count);
        }
    };

    __device__ inline single_line line(const cut_job &job, int part, long long number) const
    {
        return {s, compact_position_of(*s, job, part, number)};
    }
};

/* Eliminates all rows. most: maximum number of rows of a chunk; 0: without shared memory. */
void compact_cut_up(const cut_job &job, const compact_rhs &s, int most, cudaStream_t stream);

} // namespace CUT_TWIN

#endif
