/* One step of cyclic reduction, for the kernels that do nothing else. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_REDUCTIONS_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_REDUCTIONS_CUH

#include "backend/cuda/tridiag/chunk.cuh"

/* Diagonals and right-hand side. */
template <typename real> struct tri_rows {
    real *a, *b, *c, *d;
};

template <typename real> struct tri_row_values {
    real a, b, c, d;
};

/* x = 0 beyond the ends. */
template <typename real>
static __device__ inline tri_row_values<real> tri_row_at(const tri_rows<real> &rows, long long at,
                                                         bool there)
{
    if (!there)
        return {0, 1, 0, 0};
    return {rows.a[at], rows.b[at], rows.c[at], rows.d[at]};
}

/* Replaces the couplings of the row to its neighbours by couplings to theirs. */
template <bool CHECK, typename real>
static __device__ inline tri_row_values<real> tri_reduce_row(const tri_row_values<real> &row,
                                                             const tri_row_values<real> &left,
                                                             const tri_row_values<real> &right,
                                                             tri_checker<real> &checker)
{
    const real by_left = row.a / left.b, by_right = row.c / right.b;
    const real b = tri_fnma(tri_fnma(row.b, left.c, by_left), right.a, by_right);
    if (CHECK)
        checker.check_pivot(b, tri_abs(left.c * by_left) + tri_abs(right.a * by_right),
                            tri_abs(row.b));
    return {-(left.a * by_left), b, -(right.c * by_right),
            tri_fnma(tri_fnma(row.d, left.d, by_left), right.d, by_right)};
}

template <typename real>
static __device__ inline void tri_put_row(const tri_rows<real> &rows, long long at,
                                          const tri_row_values<real> &row)
{
    rows.a[at] = row.a;
    rows.b[at] = row.b;
    rows.c[at] = row.c;
    rows.d[at] = row.d;
}

/* x of a row, from those of the rows on both sides. */
template <typename real>
static __device__ inline real tri_solve_row(const tri_rows<real> &rows, long long at, real before,
                                            real after)
{
    return tri_fnma(tri_fnma(rows.d[at], rows.a[at], before), rows.c[at], after) / rows.b[at];
}

/* A row of the input. */
template <bool CHECK, typename real>
static __device__ inline tri_row_values<real> tri_input_row(const tri_job<real> &job,
                                                            long long offset, long long i,
                                                            tri_checker<real> &checker)
{
    const long long at = offset + i * job.stride;
    const tri_row_values<real> row = {i > 0 ? job.a[at] : (real)0, job.b[at],
                                      i < job.n - 1 ? job.c[at] : (real)0, job.d[at]};
    checker.check_finite(row.a);
    checker.check_finite(row.b);
    checker.check_finite(row.c);
    checker.check_finite(row.d);
    if (CHECK)
        checker.check_pivot(row.b, (real)0, tri_max_abs(row.a, row.b, row.c));
    return row;
}

static inline int tri_refuse_periodic(const tri_device_spec &s, char *why, size_t room)
{
    if (s.periodic)
        snprintf(why, room, "no algorithm \"%s\" for periodic lines of this class on a GPU",
                 s.algorithm);
    return s.periodic;
}

#endif
