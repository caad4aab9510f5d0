/* Right-hand sides of compact differences where lines are cut over parts: a maker of rows (tridiag_cut_rows.cuh) that
 * reads f where it lies, in the arrays of the part and of its neighbours. They are never stored.
 *
 * The arithmetic is that of backend/cpu/compact_stencil.h in the same order, nothing contracted: the bits of the CPU.
 * Traffic: f is read once, 1 word a value; what two groups of rows both read is found in the first-level cache. */
#ifndef SPATE_BACKEND_CUDA_COMPACT_CUT_CUH
#define SPATE_BACKEND_CUDA_COMPACT_CUT_CUH

#include "backend/cuda/tridiag_cut_rows.cuh"

namespace CUT_TWIN
{

/* A compact_stretch; lines as the kernels count them. */
struct compact_run {
    long long from, to, stride, step0, step1;
    const real *at;
};

/* A row near an end of the line: values of f from that end inwards. */
struct compact_end {
    int width;
    real value[COMPACT_WIDTH];
};

/* What the rows of a part read. own: its own values, among its runs. */
struct compact_part {
    long long first, line, lines0, lines1;
    int run, run_count, own;
};

/* A scheme and where its values are: a value that kernels take. */
struct compact_sides {
    long long n, inputs;
    int pairs, left, right, odd, centred, closures;
    real centre, pair[COMPACT_PAIRS];
    const compact_end *ends; /* first[closures], last[closures] */
    const compact_part *parts;
    const compact_run *runs;
    long long *not_finite;
};

/* The line of a thread in a part. */
struct compact_place {
    compact_part part;
    const compact_run *runs;
    long long j, k;
};

static __device__ inline compact_place compact_find(const compact_sides &s, const cut_job &job,
                                                    int part, long long line)
{
    const compact_part p = s.parts[part];
    return {p, s.runs + p.run, line % job.count0, line / job.count0};
}

static __device__ inline const real *compact_address(const compact_run &run,
                                                     const compact_place &me, long long i)
{
    return run.at + (i - run.from) * run.stride + me.j * run.step0 + me.k * run.step1;
}

/* Wherever it lies; 0 beyond the ends of a line, where only rows of closures ask and do not use it. */
static __device__ inline real compact_value(const compact_place &me, long long i)
{
    for (int k = 0; k < me.part.run_count; ++k)
        if (i >= me.runs[k].from && i < me.runs[k].to)
            return *compact_address(me.runs[k], me, i);
    return 0;
}

/* compact_window of compact_sides.h. */
static __device__ inline void compact_window_of(const compact_sides &s, long long i,
                                                long long *from, long long *to)
{
    *from = i - (s.left + s.pairs - 1);
    *to = i + s.right + s.pairs;
    if (i < s.closures) {
        *from = 0;
        *to = s.ends[i].width;
    } else if (i >= s.n - s.closures) {
        *to = s.inputs;
        *from = s.inputs - s.ends[s.closures + s.n - 1 - i].width;
    }
}

static __device__ inline bool compact_at_end(const compact_sides &s, long long i)
{
    return i < s.closures || i >= s.n - s.closures;
}

static __device__ inline real compact_end_side(const compact_sides &s, const compact_place &me,
                                               long long i)
{
    const bool at_last = i >= s.closures;
    const compact_end &end = s.ends[at_last ? s.closures + s.n - 1 - i : i];
    real sum = 0;
    for (int k = 0; k < end.width; ++k)
        sum += end.value[k] * compact_value(me, at_last ? s.inputs - 1 - k : k);
    return sum;
}

/* One row, however many pairs it has. */
static __device__ inline real compact_any_side(const compact_sides &s, const compact_place &me,
                                               long long i)
{
    real sum = s.centred ? s.centre * compact_value(me, i) : (real)0;
    for (int k = 0; k < s.pairs; ++k) {
        const real right = compact_value(me, i + s.right + k);
        const real left = compact_value(me, i - s.left - k);
        const real term = s.pair[k] * (s.odd ? right - left : right + left);
        sum = k == 0 && !s.centred ? term : sum + term;
    }
    return sum;
}

/* Rows whose sides are no numbers: which value of f is none. Rarely called, and slow. */
static __device__ inline void compact_look(const compact_sides &s, const compact_place &me,
                                           long long row, int count)
{
    const long long line = me.part.line + me.j * me.part.lines0 + me.k * me.part.lines1;
    for (long long i = row; i < row + count; ++i) {
        long long from, to;
        compact_window_of(s, i, &from, &to);
        for (; from < to; ++from)
            if (!cut_finite(compact_value(me, from)))
                atomicMin(s.not_finite, line * s.inputs + (from + s.inputs) % s.inputs);
    }
}

template <int R>
static __device__ inline void compact_judge(const compact_sides &s, const compact_place &me,
                                            long long row, int count, const real (&side)[R])
{
    real odd_out = 0;
#pragma unroll
    for (int r = 0; r < R; ++r)
        if (r < count)
            odd_out += side[r] - side[r];
    if (!(odd_out == 0))
        compact_look(s, me, row, count);
}

/* Rows one by one: those of chunks that are cut. */
struct compact_single_rows {
    enum { AHEAD = 0 };
    compact_sides s;

    struct single_line {
        const compact_sides &s;
        compact_place me;

        template <int R> __device__ inline void sides(long long at, int count, real (&to)[R]) const
        {
            const long long row = me.part.first + at;
            for (int r = 0; r < count; ++r)
                to[r] = compact_at_end(s, row + r) ? compact_end_side(s, me, row + r)
                                                   : compact_any_side(s, me, row + r);
            compact_judge(s, me, row, count, to);
        }
    };

    __device__ inline single_line line(const cut_job &job, int part, long long number) const
    {
        return {s, compact_find(s, job, part, number)};
    }
};

/* Rows in groups that share what they read. HALF: at half points, left + right is 1; otherwise both are 1. V: values
 * that are read at once. */
template <int PAIRS, int HALF, int V> struct compact_group_rows {
    enum { AHEAD = 0 };
    compact_sides s;

    struct group_line {
        const compact_sides &s;
        compact_place me;
        compact_run own;
        const real *at; /* of the part's first value */

        /* W values from `begin` on. All threads of a warp go the same way. */
        template <int W> __device__ inline void values(long long begin, real (&w)[W]) const
        {
            if (begin >= own.from && begin + W <= own.to) {
                const real *from = at + (begin - own.from) * own.stride;
#pragma unroll
                for (int k = 0; k < W; ++k)
                    w[k] = from[k * own.stride];
            } else {
#pragma unroll
                for (int k = 0; k < W; ++k)
                    w[k] = compact_value(me, begin + k);
            }
        }

        /* The same, 16 bytes at a time: `row` is at a multiple of them. */
        template <int R, int W>
        __device__ inline void packs(long long row, long long begin, real (&w)[W]) const
        {
            enum { BEFORE = (PAIRS + CUT_PACK - 1) / CUT_PACK * CUT_PACK };
            enum { ALL = (BEFORE + R + PAIRS + CUT_PACK - 1) / CUT_PACK * CUT_PACK };
            const long long first = row - BEFORE;
            if (first < own.from || first + ALL > own.to) {
                values(begin, w);
                return;
            }
            real all[ALL];
#pragma unroll
            for (int k = 0; k < ALL; k += CUT_PACK) {
                const cut_pack pack = *(const cut_pack *)(at + (first - own.from) + k);
#pragma unroll
                for (int n = 0; n < CUT_PACK; ++n)
                    all[k + n] = pack.value[n];
            }
#pragma unroll
            for (int k = 0; k < W; ++k)
                w[k] = HALF && s.left == 0 ? all[BEFORE - PAIRS + 1 + k] : all[BEFORE - PAIRS + k];
        }

        template <int R>
        __device__ inline void sides(long long at_row, int count, real (&to)[R]) const
        {
            enum { W = R + 2 * PAIRS - HALF };
            const long long row = me.part.first + at_row, begin = row - (s.left + PAIRS - 1);
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
            if (row < s.closures || row + count > s.n - s.closures)
                ends(row, count, to);
            compact_judge(s, me, row, count, to);
        }

        template <int R> __device__ inline void ends(long long row, int count, real (&to)[R]) const
        {
#pragma unroll
            for (int r = 0; r < R; ++r)
                if (r < count && compact_at_end(s, row + r))
                    to[r] = compact_end_side(s, me, row + r);
        }
    };

    __device__ inline group_line line(const cut_job &job, int part, long long number) const
    {
        const compact_place me = compact_find(s, job, part, number);
        const compact_run own = me.runs[me.part.own];
        return {s, me, own, compact_address(own, me, own.from)};
    }
};

/* Rows of chunks that are cut, and rows of whole chunks; wide: 16 bytes at a time. */
void compact_cut_single(const cut_job &job, const compact_sides &s, cudaStream_t stream);
void compact_cut_groups(const cut_job &job, const compact_sides &s, bool wide, cudaStream_t stream);

} // namespace CUT_TWIN

#endif
