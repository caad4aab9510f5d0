/* Location of the values of f that rows of a cut line read, and functions that only few rows
 * need: values across a cut, rows near an end of the line, search for a value that is not
 * finite. */
#ifndef SPATE_BACKEND_CUDA_COMPACT_CUT_VALUES_CUH
#define SPATE_BACKEND_CUDA_COMPACT_CUT_VALUES_CUH

#include "backend/cuda/tridiag/cut_rows.cuh"

extern "C" {
#include "backend/compact/rhs.h"
}

/* Not inlined: rarely called. */
#ifdef __CUDACC__
#define COMPACT_NOINLINE static __device__ __noinline__
#else
#define COMPACT_NOINLINE static __attribute__((noinline))
#endif

namespace CUT_TWIN
{

/* A compact_span with the line numbering of the kernels. */
struct compact_device_span {
    long long from, to, stride, step0, step1;
    const real *at;
};

/* A row near an end of the line: coefficients of f from that end inwards. */
struct compact_end {
    int width;
    real value[COMPACT_WIDTH];
};

/* Values that the rows of a part read. own: index of the span with its own values. */
struct compact_part {
    long long first, line, lines0, lines1;
    int run, span_count, own;
};

/* A scheme and the location of its values; passed to kernels by value. */
struct compact_rhs {
    long long n, inputs;
    int pairs, left, right, odd, centred, closures;
    real centre, pair[COMPACT_PAIRS];
    const compact_end *ends; /* first[closures], last[closures] */
    const compact_part *parts;
    const compact_device_span *spans;
    long long *not_finite;
    /* a copy of this in device memory, for functions that are not inlined */
    const compact_rhs *on_device;
};

/* The line of a thread in a part. */
struct compact_position {
    const compact_part *part;
    const compact_device_span *spans;
    long long j, k;
};

static __device__ inline compact_position compact_position_of(const compact_rhs &s,
                                                              const cut_job &job, int part,
                                                              long long line)
{
    const compact_part *p = &s.parts[part];
    return {p, s.spans + p->run, line % job.count0, line / job.count0};
}

/* A value in any span. 0 beyond the ends of a line, where only groups of rows at its ends read
 * it without using it. */
static __device__ inline real compact_value(const compact_position &me, long long i)
{
    for (int n = 0; n < me.part->span_count; ++n) {
        const compact_device_span &run = me.spans[n];
        if (i >= run.from && i < run.to)
            return run.at[(i - run.from) * run.stride + me.j * run.step0 + me.k * run.step1];
    }
    return 0;
}

static __device__ inline bool compact_at_end(const compact_rhs &s, long long i)
{
    return i < s.closures || i >= s.n - s.closures;
}

COMPACT_NOINLINE real compact_end_rhs(const compact_rhs *s, const compact_position me, long long i)
{
    const bool at_last = i >= s->closures;
    const compact_end &end = s->ends[at_last ? s->closures + s->n - 1 - i : i];
    real sum = 0;
    for (int k = 0; k < end.width; ++k)
        sum += end.value[k] * compact_value(me, at_last ? s->inputs - 1 - k : k);
    return sum;
}

/* An interior row with any number of pairs. */
COMPACT_NOINLINE real compact_interior_rhs(const compact_rhs *s, const compact_position me,
                                           long long i)
{
    real sum = s->centred ? s->centre * compact_value(me, i) : (real)0;
    for (int k = 0; k < s->pairs; ++k) {
        const real right = compact_value(me, i + s->right + k);
        const real left = compact_value(me, i - s->left - k);
        const real term = s->pair[k] * (s->odd ? right - left : right + left);
        sum = k == 0 && !s->centred ? term : sum + term;
    }
    return sum;
}

/* compact_window of backend/compact/rhs.h. */
static __device__ inline void compact_window_of(const compact_rhs &s, long long i, long long *from,
                                                long long *to)
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

/* True if a right-hand side is not finite. */
template <int R>
static __device__ inline bool compact_any_not_finite(int count, const real (&rhs)[R])
{
    real sum = 0;
#pragma unroll
    for (int r = 0; r < R; ++r)
        if (r < count)
            sum += rhs[r] - rhs[r];
    return !(sum == 0);
}

/* Finds the value of f that is not finite among those that some rows read. */
COMPACT_NOINLINE void compact_find_not_finite(const compact_rhs *s, const compact_position me,
                                              long long row, int count)
{
    const long long line = me.part->line + me.j * me.part->lines0 + me.k * me.part->lines1;
    for (long long i = row; i < row + count; ++i) {
        long long from, to;
        compact_window_of(*s, i, &from, &to);
        for (; from < to; ++from)
            if (!cut_finite(compact_value(me, from)))
                atomicMin(s->not_finite, line * s->inputs + (from + s->inputs) % s->inputs);
    }
}

} // namespace CUT_TWIN

#endif
