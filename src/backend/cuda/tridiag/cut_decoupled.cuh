/* Decoupled parts ("neighbours"): each part sends its faces to the adjacent parts, couplings
 * across a whole part are dropped, and two equations remain at each cut. The operations are
 * those of backend/cpu/tridiag/decoupled.c. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_CUT_DECOUPLED_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_CUT_DECOUPLED_CUH

#include "backend/cuda/tridiag/cut_top.cuh"

namespace CUT_TWIN
{

/* ---- bounds of dropped couplings; general matrices ---- */

enum { CUT_DROPPED, CUT_AMPLIFIED, CUT_DOMINANCE, CUT_BOUNDS };

union cut_bits {
    double number;
    unsigned long long bits;
};

static inline double cut_number(unsigned long long bits)
{
    cut_bits both;
    both.bits = bits;
    return both.number;
}

/* Non-negative numbers are ordered as their bits, and NaN, which must not pass for a bound, is
 * above all of them. */
static __device__ inline void cut_raise(const cut_job &job, int which, real value)
{
    cut_bits both;
    both.number = (double)value;
    both.bits &= ~0ULL >> 1;
    if (both.bits > job.bounds[which]) /* rare: other threads can only increase it meanwhile */
        atomicMax(&job.bounds[which], both.bits);
}

static __device__ inline real cut_abs(real value)
{
    return value < 0 ? -value : value;
}

/* Rows of arrays, checked as they are read: the largest (|a| + |c|) / |b|. */
template <int V> struct cut_checked_rows {
    enum { AHEAD = 1 };

    struct checked_line {
        typename cut_array_rows<V>::array_line line;
        const cut_job &job;
        cut_part part;

        template <int R>
        __device__ inline void rows(long long at, int count, seg_given (&to)[R]) const
        {
            line.rows(at, count, to);
#pragma unroll
            for (int r = 0; r < R; ++r)
                if (r < count) {
                    const real before = at + r == part.begin ? (real)0 : cut_abs(to[r].a);
                    const real after = at + r == part.end ? (real)0 : cut_abs(to[r].c);
                    cut_raise(job, CUT_DOMINANCE, (before + after) / cut_abs(to[r].b));
                }
        }
    };

    __device__ inline checked_line line(const cut_job &job, int part, long long number) const
    {
        return {cut_array_rows<V>{}.line(job, part, number), job, job.parts[part]};
    }
};

/* ---- faces ---- */

/* A value of a face in a panel, of `rows` rows. */
static __device__ inline real *cut_face(real *faces, int rows, long long panel, int row)
{
    return cut_value(faces, panel, rows, row);
}

template <bool SHARED> static __device__ inline int cut_face_rows(void)
{
    return SHARED ? 1 : 2;
}

static __device__ inline void cut_write_face(const cut_job &job, const cut_message &m,
                                             long long panel, const seg_whole &s)
{
    const real scale = (real)1 / s.p, g = s.g * scale, c = s.c * scale, e = s.e * scale;
    *cut_face(m.to_behind, 2, panel, 0) = g;
    *cut_face(m.to_behind, 2, panel, 1) = c;
    *cut_face(m.to_front, 2, panel, 0) = s.y - s.r * g;
    *cut_face(m.to_front, 2, panel, 1) = s.q - s.r * e;
    cut_raise(job, CUT_DROPPED, e);
    cut_raise(job, CUT_DROPPED, s.r * c);
}

static __device__ inline void cut_write_face_rhs(const cut_interface &interface,
                                                 const cut_message &m, long long panel,
                                                 const seg_rhs &s)
{
    const real g = s.g * interface.face_scale;
    *cut_face(m.to_behind, 1, panel, 0) = g;
    *cut_face(m.to_front, 1, panel, 0) = s.y - interface.face_r * g;
}

/* Writes the faces of each part from its single piece. */
template <bool SHARED>
static __device__ inline void cut_write_faces(const cut_job &job, long long panel)
{
    const int values = cut_segment_values<SHARED>();
    for (int k = cut_warp(); k < job.below.piece_count; k += CUT_WARPS) {
        const tri_cut_place piece = job.below.pieces[k];
        const real *segment = cut_segment(job.below, values, panel, piece.number);
        const cut_message &m = job.messages[piece.part];
        if (SHARED)
            cut_write_face_rhs(job.interfaces[piece.part], m, panel, cut_load_rhs(segment));
        else
            cut_write_face(job, m, panel, cut_load_segment(segment));
    }
    __syncthreads();
}

/* ---- cuts ---- */

/* The unknown left of the cut behind part `left`: last + c first = g, q last + first = y. */
template <bool SHARED>
static __device__ inline real cut_solve_interface(const cut_job &job, int left, real *to_behind,
                                                  real *to_front, long long panel)
{
    const int rows = cut_face_rows<SHARED>();
    const real g = *cut_face(to_behind, rows, panel, 0), y = *cut_face(to_front, rows, panel, 0);
    if (SHARED) {
        const cut_interface interface = job.interfaces[left];
        return (g - interface.coupling * y) * interface.scale;
    }
    const real c = *cut_face(to_behind, rows, panel, 1), q = *cut_face(to_front, rows, panel, 1);
    const real rest = (real)1 - c * q;
    const real abs_c = cut_abs(c), abs_q = cut_abs(q);
    cut_raise(job, CUT_AMPLIFIED, (1 + (abs_c < abs_q ? abs_q : abs_c)) / rest);
    return (g - c * y) / rest;
}

/* Writes the unknown before a part and its last unknown to its answers. */
template <bool SHARED> static __device__ inline void cut_join(const cut_job &job, long long panel)
{
    const int rows = cut_face_rows<SHARED>();
    for (int k = cut_warp(); k < job.below.piece_count; k += CUT_WARPS) {
        const int p = job.below.pieces[k].part;
        const int ahead = (p + job.part_count - 1) % job.part_count;
        const cut_message &m = job.messages[p];
        *cut_value(m.answers, panel, m.answer_values, 0) =
            m.from_front ? cut_solve_interface<SHARED>(job, ahead, m.from_front, m.to_front, panel)
                         : (real)0;
        *cut_value(m.answers, panel, m.answer_values, 1) =
            m.from_behind ? cut_solve_interface<SHARED>(job, p, m.to_behind, m.from_behind, panel)
                          : *cut_face(m.to_behind, rows, panel, 0);
    }
    __syncthreads();
}

/* ---- kernels: a block for each panel ---- */

template <bool SHARED>
static __global__ void __launch_bounds__(CUT_BLOCK) cut_faces_kernel(const cut_job job)
{
    cut_go_up<SHARED>(job.below, blockIdx.x);
    cut_write_faces<SHARED>(job, blockIdx.x);
}

template <bool SHARED>
static __global__ void __launch_bounds__(CUT_BLOCK) cut_join_kernel(const cut_job job)
{
    cut_join<SHARED>(job, blockIdx.x);
    cut_receive_answers(job, blockIdx.x);
    cut_go_down<SHARED>(job.below, blockIdx.x);
}

/* If all parts are on this device. */
template <bool SHARED>
static __global__ void __launch_bounds__(CUT_BLOCK) cut_decoupled_kernel(const cut_job job)
{
    cut_go_up<SHARED>(job.below, blockIdx.x);
    cut_write_faces<SHARED>(job, blockIdx.x);
    cut_join<SHARED>(job, blockIdx.x);
    cut_receive_answers(job, blockIdx.x);
    cut_go_down<SHARED>(job.below, blockIdx.x);
}

} // namespace CUT_TWIN

#endif
