/* Right-hand sides of compact differences where lines are cut over parts: a maker of rows (tridiag_cut_rows.cuh) that
 * reads f where it lies, in the arrays of the part and of its neighbours. They are never stored.
 *
 * The arithmetic is that of backend/cpu/compact_stencil.h in the same order, nothing contracted: the bits of the CPU.
 * Traffic: f is read once, 1 word a value; what two groups of rows both read is found in the first-level cache. */
#ifndef SPATE_BACKEND_CUDA_COMPACT_CUT_CUH
#define SPATE_BACKEND_CUDA_COMPACT_CUT_CUH

#include "backend/cuda/compact_cut_places.cuh"

namespace CUT_TWIN
{

/* Rows one by one: those of chunks that are cut. */
struct compact_single_rows {
    enum { AHEAD = 0, BLOCKS = 3 };
    const compact_sides *s;

    struct single_line {
        const compact_sides *s;
        compact_place me;

        template <int R> __device__ inline void sides(long long at, int count, real (&to)[R]) const
        {
            const long long row = me.part->first + at;
            for (int r = 0; r < count; ++r)
                to[r] = compact_at_end(*s, row + r) ? compact_end_side(s, me, row + r)
                                                    : compact_any_side(s, me, row + r);
            if (compact_odd(count, to))
                compact_look(s, me, row, count);
        }
    };

    __device__ inline single_line line(const cut_job &job, int part, long long number) const
    {
        return {s, compact_find(*s, job, part, number)};
    }
};

/* Rows in groups that share what they read. HALF: at half points, left + right is 1; otherwise both are 1. V: values
 * that are read at once. LOOKS: for values of f that are not finite. What only few rows do is kept apart, so that it takes no
 * registers of the others. */
template <int PAIRS, int HALF, int V, bool LOOKS> struct compact_group_rows {
    enum { AHEAD = 0, BLOCKS = 3 };
    compact_sides s;

    struct group_line {
        const compact_sides &s;
        const cut_job &job;
        int part;
        long long number;
        long long first, size, stride; /* rows and values of the part */
        const real *at;

        __device__ inline compact_place place(void) const
        {
            return compact_find(s, job, part, number);
        }

        /* W values from `begin` on, counted from the part's first. All threads of a warp go the same way. */
        template <int W> __device__ inline void values(long long begin, real (&w)[W]) const
        {
            if (begin >= 0 && begin + W <= size) {
                const real *from = at + begin * stride;
#pragma unroll
                for (int k = 0; k < W; ++k)
                    w[k] = from[k * stride];
                return;
            }
            real gathered[W];
            compact_gather(place(), first + begin, W, gathered);
#pragma unroll
            for (int k = 0; k < W; ++k)
                w[k] = gathered[k];
        }

        /* The same, 16 bytes at a time: `row` is at a multiple of them. */
        template <int R, int W>
        __device__ inline void packs(long long row, long long begin, real (&w)[W]) const
        {
            enum { BEFORE = (PAIRS + CUT_PACK - 1) / CUT_PACK * CUT_PACK };
            enum { ALL = (BEFORE + R + PAIRS + CUT_PACK - 1) / CUT_PACK * CUT_PACK };
            if (row < BEFORE || row - BEFORE + ALL > size) {
                values(begin, w);
                return;
            }
            real all[ALL];
#pragma unroll
            for (int k = 0; k < ALL; k += CUT_PACK) {
                const cut_pack pack = *(const cut_pack *)(at + row - BEFORE + k);
#pragma unroll
                for (int n = 0; n < CUT_PACK; ++n)
                    all[k + n] = pack.value[n];
            }
#pragma unroll
            for (int k = 0; k < W; ++k)
                w[k] = HALF && s.left == 0 ? all[BEFORE - PAIRS + 1 + k] : all[BEFORE - PAIRS + k];
        }

        template <int R> __device__ inline void sides(long long row, int count, real (&to)[R]) const
        {
            enum { W = R + 2 * PAIRS - HALF };
            const long long begin = row - (s.left + PAIRS - 1);
            real w[W];
            if constexpr (V > 1)
                packs<R>(row, begin, w);
            else
                values(begin, w);
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
            if (LOOKS && compact_odd(count, to))
                compact_look(s.there, place(), first + row, count);
        }

        template <int R> __device__ inline void ends(long long row, int count, real (&to)[R]) const
        {
            const compact_place me = place();
#pragma unroll
            for (int r = 0; r < R; ++r)
                if (r < count && compact_at_end(s, row + r))
                    to[r] = compact_end_side(s.there, me, row + r);
        }
    };

    __device__ inline group_line line(const cut_job &job, int part, long long number) const
    {
        const compact_place me = compact_find(s, job, part, number);
        const compact_run own = me.runs[me.part->own];
        return {s,
                job,
                part,
                number,
                me.part->first,
                own.to - own.from,
                own.stride,
                own.at + me.j * own.step0 + me.k * own.step1};
    }
};

/* Rows of chunks that are cut, and rows of whole chunks; wide: 16 bytes at a time. */
void compact_cut_single(const cut_job &job, const compact_sides &s, cudaStream_t stream);
void compact_cut_groups(const cut_job &job, const compact_sides &s, bool wide, cudaStream_t stream);
/* Rows of whole chunks, of at most so many rows, on the way down (tridiag_cut_again.cuh). wide: x, too. */
void compact_cut_again(const cut_job &job, const compact_sides &s, bool wide, int most,
                       cudaStream_t stream);

} // namespace CUT_TWIN

#endif
