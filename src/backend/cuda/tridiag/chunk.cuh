/* One chunk of consecutive rows, held by a thread, and the reduction of all chunks of a line.
 *
 * Thomas elimination within a chunk gives
 *     x[k] = y[k] - c[k] x[k+1] - q[k] x(last of the previous chunk),
 * and backwards the first unknown as a function of the last one of the same chunk:
 *     x[0] = first_y - first_c x[last] - first_q x(last of the previous chunk).
 * The last unknowns of all chunks form a tridiagonal system. Parallel cyclic reduction (PCR) solves
 * it in shared memory, with rows scaled to a diagonal of 1. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_CHUNK_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_CHUNK_CUH

#include "backend/cuda/tridiag/tile.cuh"

template <typename real, int ROWS> struct tri_chunk {
    real c[ROWS], q[ROWS], y[ROWS];
};

/* The equations of a chunk that other chunks need. */
template <typename real> struct tri_ends {
    real c, q, y; /* of the last row */
    real first_c, first_q, first_y;
};

/* A row of the reduced system: a u[chunk-1] + u[chunk] + c u[chunk+1] = d. */
template <typename real> struct tri_reduced {
    real a, c, d;
};

/* Detects weak rows and values that are not finite. */
template <typename real> struct tri_checker {
    real growth, smallest, zero;
    bool weak;
    /* Checks a row whose diagonal became `pivot` by losing `lost` in total; `most` is its
     * largest original entry. For reduced rows most is the diagonal, 1: what they lose does not
     * depend on the scaling of rows or columns, and is below 1 in the stable classes. */
    __device__ void check_pivot(real pivot, real lost, real most)
    {
        weak |= !(lost + tri_abs(pivot) <= growth * most);
        weak |= !(tri_abs(pivot) > smallest * most);
    }
    /* Checks a coupling to the unknown before the chunk that elimination created. `most`: of its
     * row or of that column. It is below the first if rows are dominant, below the second if
     * columns are. */
    __device__ void check_fill(real fill, real most)
    {
        weak |= !(tri_abs(fill) <= growth * most);
    }
    __device__ void check_finite(real value)
    {
        zero = tri_finite_check(zero, value);
    }
    __device__ unsigned flags() const
    {
        return (weak ? (unsigned)TRI_WEAK : 0u) | (zero == 0 ? 0u : (unsigned)TRI_FAILED);
    }
};

/* The first and the last row of a line, whose a and c are not part of a matrix that is not
 * periodic, whatever is stored there; -1: none. */
struct tri_corners {
    int first, last;
};

/* How the rows of a chunk are read. FULL: all ROWS exist; SIDE_BY_SIDE: interleaved with those
 * of other lines; FAST: with fast reciprocals. */
enum { TRI_FULL = 1, TRI_SIDE_BY_SIDE = 2, TRI_FAST = 4 };

/* Eliminates rows in shared memory; a, b, c, d are `values` apart. Of the input only b is
 * checked for infinity, which would give zeros. Any other value that is not finite makes x of
 * its row so, which is checked in tri_substitute. Returns false if a pivot was not valid for
 * fast reciprocals: the result is then undefined. */
template <int HOW, bool CHECK, typename real, int ROWS>
static __device__ inline bool tri_eliminate_rows(const tri_role &me, const tri_corners &corners,
                                                 const real *from, int values,
                                                 tri_chunk<real, ROWS> &chunk, tri_ends<real> &ends,
                                                 tri_checker<real> &checker)
{
    const int rows = HOW & TRI_FULL ? ROWS : me.rows, step = HOW & TRI_SIDE_BY_SIDE ? me.step : 1;
    const real *row_a = from + me.at, *row_b = row_a + values;
    const real *row_c = row_b + values, *row_d = row_c + values;
    real c_before = 0, y_before = 0, q_before = -1, a_first = 0;
    tri_range<real> range = tri_empty_range<real>();
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
        if (k < rows) {
            /* a chunk that contains the first row of a line starts with it */
            const bool at_first = k == 0 && me.first == corners.first;
            const bool at_last =
                (!(HOW & TRI_FULL) || k == ROWS - 1) && me.first + k == corners.last;
            const real a = at_first ? (real)0 : row_a[k * step], b = row_b[k * step];
            const real c = at_last ? (real)0 : row_c[k * step], d = row_d[k * step];
            const real pivot = tri_fnma(b, a, c_before);
            const real r = HOW & TRI_FAST ? tri_fast_reciprocal(pivot, range) : 1 / pivot;
            if (CHECK) {
                const real most = tri_max_abs(a, b, c);
                a_first = k == 0 ? a : a_first;
                checker.check_pivot(pivot, tri_abs(a * c_before), most);
                checker.check_fill(a * q_before, max(most, tri_abs(a_first)));
            }
            checker.check_finite(b);
            chunk.c[k] = c_before = c * r;
            chunk.y[k] = y_before = tri_fnma(d, a, y_before) * r;
            chunk.q[k] = q_before = -(a * q_before) * r;
        }
    }
    ends.c = c_before;
    ends.q = q_before;
    ends.y = y_before;
    real c = -1, q = 0, y = 0; /* starts with x[last] itself */
#pragma unroll
    for (int k = ROWS - 2; k >= 0; --k) {
        if (k < rows - 1) {
            y = tri_fnma(chunk.y[k], chunk.c[k], y);
            q = tri_fnma(chunk.q[k], chunk.c[k], q);
            c = -(chunk.c[k] * c);
        }
    }
    ends.first_c = c;
    ends.first_q = q;
    ends.first_y = y;
    return tri_fast_was_valid(range);
}

/* If all chunks of a warp are full, rows need no bounds check. exists: false for the padding
 * behind the last line, which need not be eliminated again. */
template <bool CHECK, typename real, int ROWS>
static __device__ inline void tri_eliminate(const tri_role &me, const tri_corners &corners,
                                            const real *from, int values,
                                            tri_chunk<real, ROWS> &chunk, tri_ends<real> &ends,
                                            tri_checker<real> &checker, bool exists = true)
{
    const tri_checker<real> initial = checker;
    const bool full = tri_whole_warp(me.rows == ROWS);
    bool done;
    if (me.step == 1 && full)
        done = tri_eliminate_rows<TRI_FAST | TRI_FULL, CHECK>(me, corners, from, values, chunk,
                                                              ends, checker);
    else if (me.step == 1)
        done = tri_eliminate_rows<TRI_FAST, CHECK>(me, corners, from, values, chunk, ends, checker);
    else if (full)
        done = tri_eliminate_rows<TRI_FAST | TRI_FULL | TRI_SIDE_BY_SIDE, CHECK>(me, corners, from,
                                                                                 values, chunk,
                                                                                 ends, checker);
    else
        done = tri_eliminate_rows<TRI_FAST | TRI_SIDE_BY_SIDE, CHECK>(me, corners, from, values,
                                                                      chunk, ends, checker);
    if (done || !exists)
        return;
    checker = initial;
    tri_eliminate_rows<TRI_SIDE_BY_SIDE, CHECK>(me, corners, from, values, chunk, ends, checker);
}

/* The row of the last unknown, after substitution of the first unknown of the next chunk. */
template <bool CHECK, typename real>
static __device__ inline tri_reduced<real> tri_join(const tri_ends<real> &ends, real next_c,
                                                    real next_q, real next_y,
                                                    tri_checker<real> &checker)
{
    const real pivot = tri_fnma((real)1, ends.c, next_q), r = 1 / pivot;
    if (CHECK)
        checker.check_pivot(pivot, tri_abs(ends.c * next_q), (real)1);
    return {ends.q * r, -(ends.c * next_c) * r, tri_fnma(ends.y, ends.c, next_y) * r};
}

/* PCR of `count` rows, one for each thread with a row number below that; `apart` threads from
 * row to row. Couplings beyond the ends remain. exchange: 6 values for each thread, used as two
 * slots starting with slot 0. Returns the free slot. All threads of the block must call it. */
template <bool CHECK, typename real>
static __device__ inline int tri_reduce(tri_reduced<real> &row, int number, int count, int longest,
                                        int apart, real *exchange, tri_checker<real> &checker)
{
    const int threads = (int)blockDim.x, me = (int)threadIdx.x;
    int slot = 0;
    for (int reach = 1; reach < longest; reach *= 2, slot ^= 1) {
        real *a = exchange + 3 * slot * threads, *c = a + threads, *d = c + threads;
        a[me] = row.a;
        c[me] = row.c;
        d[me] = row.d;
        __syncthreads();
        const int left = me - reach * apart, right = me + reach * apart;
        const bool has_left = number >= reach && number < count, has_right = number + reach < count;
        const real a_left = has_left ? a[left] : 0, c_left = has_left ? c[left] : 0;
        const real d_left = has_left ? d[left] : 0, a_right = has_right ? a[right] : 0;
        const real c_right = has_right ? c[right] : 0, d_right = has_right ? d[right] : 0;
        const real pivot = tri_fnma(tri_fnma((real)1, row.a, c_left), row.c, a_right);
        const real r = 1 / pivot;
        if (CHECK)
            checker.check_pivot(pivot, tri_abs(row.a * c_left) + tri_abs(row.c * a_right), (real)1);
        row.d = tri_fnma(tri_fnma(row.d, row.a, d_left), row.c, d_right) * r;
        row.a = (has_left ? -(row.a * a_left) : row.a) * r;
        row.c = (has_right ? -(row.c * c_right) : row.c) * r;
    }
    return slot;
}

template <int HOW, typename real, int ROWS>
static __device__ inline void tri_substitute_rows(const tri_role &me,
                                                  const tri_chunk<real, ROWS> &chunk, real last,
                                                  real before, real *to, tri_checker<real> &checker)
{
    const int rows = HOW & TRI_FULL ? ROWS : me.rows, step = HOW & TRI_SIDE_BY_SIDE ? me.step : 1;
    real x = last, *row = to + me.at;
#pragma unroll
    for (int k = ROWS - 1; k >= 0; --k) {
        if (k < rows) {
            if (k < rows - 1)
                x = tri_fnma(tri_fnma(chunk.y[k], chunk.q[k], before), chunk.c[k], x);
            row[k * step] = x;
            checker.check_finite(x);
        }
    }
}

/* Writes x of the chunk to shared memory, from the last unknowns of this chunk and of the
 * previous one. */
template <typename real, int ROWS>
static __device__ inline void tri_substitute(const tri_role &me, const tri_chunk<real, ROWS> &chunk,
                                             real last, real before, real *to,
                                             tri_checker<real> &checker)
{
    if (!tri_whole_warp(me.rows == ROWS))
        tri_substitute_rows<TRI_SIDE_BY_SIDE>(me, chunk, last, before, to, checker);
    else if (me.step == 1)
        tri_substitute_rows<TRI_FULL>(me, chunk, last, before, to, checker);
    else
        tri_substitute_rows<TRI_FULL | TRI_SIDE_BY_SIDE>(me, chunk, last, before, to, checker);
}

#endif
