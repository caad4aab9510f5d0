/* The kernel of whole lines (cut_whole.cuh). */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_CUT_WHOLE_SOLVE_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_CUT_WHOLE_SOLVE_CUH

#include "backend/cuda/tridiag/cut_whole_copies.cuh"

namespace CUT_TWIN
{

/* Rows that are loaded together: all but one of a chunk are a multiple. */
enum { WHOLE_ROWS = 7 };

/* ---- rows of a chunk; t: its first row, rows are `gap` apart ---- */

/* y of row i takes the place of the right-hand side of that row. */
template <int R>
static __device__ inline void whole_append(seg_rhs &s, real *t, int gap, const whole_pair *up,
                                           const real *lower_of)
{
    real d[R], kept[R], lower[R];
    whole_pair f[R];
#pragma unroll
    for (int r = 0; r < R; ++r) {
        d[r] = t[r * gap];
        f[r] = up[r];
        lower[r] = lower_of[r];
    }
#pragma unroll
    for (int r = 0; r < R; ++r)
        seg_append_rhs(&s, &d[r], f[r].first, f[r].second, lower[r], &kept[r]);
#pragma unroll
    for (int r = 0; r < R; ++r)
        t[(r - 1) * gap] = kept[r];
}

static __device__ inline seg_rhs whole_eliminate(real *t, int gap, int rows, const whole_factors &f)
{
    seg_rhs s;
    int i = 1;
    seg_begin_rhs(&s, &t[0]);
    for (; i + WHOLE_ROWS <= rows; i += WHOLE_ROWS)
        whole_append<WHOLE_ROWS>(s, t + i * gap, gap, f.up + i, f.lower + i);
    for (; i < rows; ++i)
        whole_append<1>(s, t + i * gap, gap, f.up + i, f.lower + i);
    return s;
}

/* Rows 0 ... R - 1 from the one behind them, x. */
template <int R>
static __device__ inline void whole_back(real *t, int gap, const whole_pair *down, real before,
                                         real &x)
{
    real y[R];
    whole_pair f[R];
#pragma unroll
    for (int r = 0; r < R; ++r) {
        y[r] = t[r * gap];
        f[r] = down[r];
    }
#pragma unroll
    for (int r = R - 1; r >= 0; --r) {
        seg_back_rhs(&y[r], f[r].first, f[r].second, &before, &x, &x);
        y[r] = x;
    }
#pragma unroll
    for (int r = 0; r < R; ++r)
        t[r * gap] = y[r];
}

/* Returns x of the first row, which is NaN if any row is. */
static __device__ inline real whole_substitute(real *t, int gap, int rows, const whole_factors &f,
                                               real before, real last)
{
    real x = last;
    int end = rows - 1;
    t[end * gap] = last;
    for (; end >= WHOLE_ROWS; end -= WHOLE_ROWS) {
        const int i = end - WHOLE_ROWS;
        whole_back<WHOLE_ROWS>(t + i * gap, gap, f.down + i, before, x);
    }
    for (; end > 0; --end)
        whole_back<1>(t + (end - 1) * gap, gap, f.down + end - 1, before, x);
    return x;
}

/* ---- the tree: nodes are numbered by their first chunk, or by their first block ---- */

/* True if node k is the right one of two that have this many chunks and are merged, of `count`. */
static __device__ inline bool whole_is_right(int k, int half, int count)
{
    return k < count && (k & (2 * half - 1)) == half;
}

/* Of two segments whose y and g are there. y of the unknown between them takes the place of y of
 * the right one. */
static __device__ inline void whole_merge_two(real *left_y, real *left_g, real *right_y,
                                              const real *right_g, const whole_merge &f)
{
    seg_rhs a = {*left_y, *left_g};
    const seg_rhs b = {*right_y, *right_g};
    real kept;
    seg_merge_rhs(&a, &b, f.c, f.scale, f.weight, f.lower, &kept);
    *left_y = a.y;
    *left_g = a.g;
    *right_y = kept;
}

static __device__ inline void whole_split(real *kept, const whole_merge &f, real before, real last)
{
    const real y = *kept;
    seg_back_rhs(&y, f.q, f.r, &before, &last, kept);
}

/* Largest power of two below count, or 0. */
static __device__ inline int whole_upper_half(int count)
{
    int half = 0;
    while ((half ? 2 * half : 1) < count)
        half = half ? 2 * half : 1;
    return half;
}

/* The last unknown of each line, from the segment of all of it. */
template <bool ACROSS> static __device__ inline void whole_close_lines(const whole_block<ACROSS> &b)
{
    const int w = (int)threadIdx.x;
    const cut_job &job = b.l.job;
    __syncthreads();
    if (w < b.l.width) {
        const seg_rhs s = b.l.blocks > 1 ? seg_rhs{b.top_y[w], b.top_g[w]}
                                         : seg_rhs{b.y[b.row_of(0, w)], b.g[b.item(0, w)]};
        real last;
        seg_close_rhs(job.cyclic, &s, job.top_c, job.top_scale, &last);
        b.top_y[w] = job.cyclic ? last : (real)0;
        b.top_g[w] = last;
        if (!cut_finite(last) && w < b.lines && b.rank == 0)
            cut_report_failure(job, 0, b.line0 + w, 0);
    }
    __syncthreads();
}

/* The tree above the segments of blocks, the same in all of them. Value n has line n % width of block
 * n / width; a thread has TOPS values. tri_wait must follow before the block ends. */
template <bool ACROSS>
static __device__ inline void whole_solve_blocks(const whole_block<ACROSS> &b)
{
    enum { TOPS = ACROSS ? WHOLE_MOST_BLOCKS * 128 / (int)sizeof(real) / WHOLE_THREADS : 1 };
    const int width = b.l.width, blocks = b.l.blocks, w = (int)threadIdx.x % width;
    const auto each = [&](const auto &body) {
#pragma unroll
        for (int n = 0; n < TOPS; ++n) {
            const int t = (int)threadIdx.x + n * WHOLE_THREADS;
            body(n, t, t / width);
        }
    };
    whole_merge f[TOPS] = {};
    each([&](int n, int, int of) {
        if (of > 0 && of < blocks)
            f[n] = b.l.merges[of * b.l.own];
    });
    tri_arrive();
    tri_wait();
    each([&](int, int t, int of) {
        if (of < blocks) {
            b.top_y[t] = *tri_in_block(b.y + b.row_of(0, w), of);
            b.top_g[t] = *tri_in_block(b.g + b.item(0, w), of);
        }
    });
    tri_arrive();
    for (int half = 1; half < blocks; half *= 2) {
        __syncthreads();
        each([&](int n, int t, int of) {
            if (whole_is_right(of, half, blocks))
                whole_merge_two(b.top_y + t - half * width, b.top_g + t - half * width, b.top_y + t,
                                b.top_g + t, f[n]);
        });
    }
    whole_close_lines(b);
    for (int half = whole_upper_half(blocks); half; half /= 2) {
        each([&](int n, int t, int of) {
            if (whole_is_right(of, half, blocks)) {
                const int end = of + half < blocks ? of + half : blocks;
                whole_split(b.top_y + t, f[n], b.between_blocks(of - half, w),
                            b.between_blocks(end, w));
            }
        });
        __syncthreads();
    }
}

/* All unknowns between chunks, from the segments of chunks. Thread n has item n: chunk k of line w of
 * the strip. */
template <bool ACROSS>
static __device__ inline void whole_solve_tree(const whole_block<ACROSS> &b, int k, int w)
{
    real *const y = b.y + b.row_of(k, w), *const g = b.g + b.item(k, w);
    const int to_y = b.row_of(1, 0) - b.row_of(0, 0), to_g = b.item(1, 0) - b.item(0, 0);
    whole_merge f = {};
    if (k > 0 && k < b.here)
        f = b.l.merges[b.first + k];
    for (int half = 1; half < b.here; half *= 2) {
        __syncthreads();
        if (whole_is_right(k, half, b.here))
            whole_merge_two(y - half * to_y, g - half * to_g, y, g, f);
    }
    if (b.l.blocks > 1)
        whole_solve_blocks(b);
    else
        whole_close_lines(b);
    for (int half = whole_upper_half(b.here); half; half /= 2) {
        if (whole_is_right(k, half, b.here)) {
            const int end = k + half < b.here ? k + half : b.here;
            whole_split(y, f, b.between_chunks(k - half, w), b.between_chunks(end, w));
        }
        __syncthreads();
    }
}

template <bool ACROSS, typename Receiver>
static __global__ void __launch_bounds__(WHOLE_THREADS, WHOLE_RESIDENT)
    whole_kernel(const __grid_constant__ whole_lines l, const Receiver receiver)
{
    const whole_block<ACROSS> b(l);
    const int t = (int)threadIdx.x, inner = ACROSS ? l.width : l.own;
    const int items = l.own * l.width;
    const int spare = items <= WHOLE_THREADS - 64 ? items : 0; /* threads from it, or all */
    const int w = ACROSS ? t % inner : t / inner;
    const int k = w < l.width ? (ACROSS ? t / inner : t % inner) : l.chunks; /* behind the last */
    const bool works = k < b.here;
    const int left = b.rows - k * WHOLE_CHUNK;
    const int count = left < WHOLE_CHUNK ? left : (int)WHOLE_CHUNK;
    if (!ACROSS && k < l.own)
        b.runs[b.item(k, w)] = {w * (int)l.step + k * WHOLE_CHUNK,
                                works && w < b.lines ? count : 0};
    whole_copy_factors(b);
    whole_fetch(b);
    tri_copy_group();
    receiver.ahead(b.origin, [&](const auto *from, int part) {
        whole_ahead(b, from, 0, part, t, WHOLE_THREADS);
    });
    const whole_factors &factors = b.factors[works ? l.kind[b.first + k] : 0];
    real *const rows = b.tile + b.row_of(k, w);
    tri_copy_wait<0>();
    __syncthreads();
    if (works) {
        const seg_rhs s = whole_eliminate(rows, b.gap(), count, factors);
        b.y[b.row_of(k, w)] = s.y;
        b.g[b.item(k, w)] = s.g;
    }
    whole_solve_tree(b, k, w);
    if (!ACROSS) {
        if (works && !cut_finite(b.last(w)))
            b.runs[b.item(k, w)].rows = 0;
        __syncthreads();
    }
    if (t >= spare)
        receiver.ahead(b.origin, [&](const auto *from, int part) {
            whole_ahead(b, from, part, 2 * part, t - spare, WHOLE_THREADS - spare);
        });
    if (works) {
        const real first = whole_substitute(rows, b.gap(), count, factors, b.between_chunks(k, w),
                                            b.between_chunks(k + 1, w));
        if (!cut_finite(first) && w < b.lines)
            cut_report_failure(l.job, 0, b.line0 + w, 1);
    }
    __syncthreads();
    receiver.open(b.origin, [&](const auto &to) { whole_put(b, to); });
    if (l.blocks > 1) /* others may still read its segments */
        tri_wait();
}

/* Solves all lines. */
template <typename Receiver>
static inline void whole_solve(const whole_lines &l, const Receiver &receiver, cudaStream_t stream)
{
    void (*kernel)(whole_lines, Receiver) =
        l.across ? whole_kernel<true, Receiver> : whole_kernel<false, Receiver>;
    const size_t shared = whole_bytes(l);
    tri_prefer_shared(kernel);
    if (l.blocks == 1)
        tri_launch(kernel, l.strips, WHOLE_THREADS, shared, stream, l, receiver);
    else if (tri_allow_shared(kernel, shared)) {
        tri_allow_clusters(kernel, l.blocks);
        tri_launch_clusters(kernel, l.blocks, l.strips, WHOLE_THREADS, shared, stream, l, receiver);
    }
}

} // namespace CUT_TWIN

#endif
