/* One chunk of a team of lines whose matrix all lines share: factors in registers, elimination and substitution of the
 * right-hand sides. The lines of a team do not know each other: their chains of operations overlap. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_SHARED_CHUNK_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_SHARED_CHUNK_CUH

#include "backend/cuda/tridiag_shared.cuh"
#include "backend/cuda/tridiag_shared_tile.cuh"

template <typename real, int ROWS> struct chunk_factors {
    real r[ROWS], t[ROWS], c[ROWS];
};

/* One value of each line of a team; side by side in memory where the lines are adjacent. */
template <typename real, int TEAM> struct alignas(sizeof(real) * TEAM) team_of {
    real of[TEAM];
};

template <bool ADJACENT, int TEAM, typename real>
static __device__ inline team_of<real, TEAM> team_load(const real *at, int line_gap)
{
    team_of<real, TEAM> v;
    if constexpr (ADJACENT) {
        v = *(const team_of<real, TEAM> *)at;
    } else {
#pragma unroll
        for (int l = 0; l < TEAM; ++l)
            v.of[l] = at[l * line_gap];
    }
    return v;
}

template <bool ADJACENT, int TEAM, typename real>
static __device__ inline void team_store(real *at, int line_gap, const team_of<real, TEAM> &v)
{
    if constexpr (ADJACENT) {
        *(team_of<real, TEAM> *)at = v;
    } else {
#pragma unroll
        for (int l = 0; l < TEAM; ++l)
            at[l * line_gap] = v.of[l];
    }
}

/* x - a b */
template <typename real, int TEAM>
static __device__ inline team_of<real, TEAM> team_less(const team_of<real, TEAM> &x, real a,
                                                       const team_of<real, TEAM> &b)
{
    team_of<real, TEAM> v;
#pragma unroll
    for (int l = 0; l < TEAM; ++l)
        v.of[l] = tri_less(x.of[l], a, b.of[l]);
    return v;
}

template <typename real, int TEAM>
static __device__ inline team_of<real, TEAM> team_times(real a, const team_of<real, TEAM> &b)
{
    team_of<real, TEAM> v;
#pragma unroll
    for (int l = 0; l < TEAM; ++l)
        v.of[l] = a * b.of[l];
    return v;
}

template <typename real, int ROWS>
static __device__ inline void load_factors(const shared_role &me, int chunks,
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

/* What elimination leaves of a chunk: y of its last row, and its first unknown without couplings. */
template <typename real, int TEAM> struct chunk_ends {
    team_of<real, TEAM> last, first;
};

/* y: right-hand sides, then what elimination makes of them. FULL: all ROWS are there. */
template <bool FULL, typename real, int ROWS, int TEAM>
static __device__ inline chunk_ends<real, TEAM> eliminate(int there,
                                                          const chunk_factors<real, ROWS> &f,
                                                          team_of<real, TEAM> (&y)[ROWS])
{
    const int rows = FULL ? ROWS : there;
    chunk_ends<real, TEAM> ends = {};
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
        if (k < rows)
            ends.last = team_less(team_times(f.r[k], y[k]), f.t[k], ends.last);
        y[k] = ends.last;
    }
#pragma unroll
    for (int k = ROWS - 2; k >= 0; --k)
        if (k < rows - 1)
            ends.first = team_less(y[k], f.c[k], ends.first);
    return ends;
}

/* Writes x, and returns that of the first row, which is the last to be found: where anything of the chunk is not
 * finite, neither is this, because every x is a sum of a multiple of the one before. */
template <bool FULL, bool ADJACENT, typename real, int ROWS, int TEAM>
static __device__ inline team_of<real, TEAM> substitute(int there,
                                                        const chunk_factors<real, ROWS> &f,
                                                        team_of<real, TEAM> (&y)[ROWS],
                                                        const team_of<real, TEAM> &last,
                                                        const team_of<real, TEAM> &before, real *to,
                                                        int row_gap, int line_gap)
{
    const int rows = FULL ? ROWS : there, step = ADJACENT ? row_gap : 1;
    team_of<real, TEAM> x = last;
    real q = unknown_to_compiler((real)-1); /* q[k] = -t[k] q[k-1] */
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
        q = -(f.t[k] * q);
        y[k] = team_less(y[k], q, before);
    }
#pragma unroll
    for (int k = ROWS - 1; k >= 0; --k) {
        if (k < rows) {
            if (k < rows - 1)
                x = team_less(y[k], f.c[k], x);
            team_store<ADJACENT>(to + k * step, line_gap, x);
        }
    }
    return x;
}

#endif
