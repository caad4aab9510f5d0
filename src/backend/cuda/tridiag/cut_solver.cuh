/* Interface of a solver of a bundle of cut lines, for both precisions. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_CUT_SOLVER_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_CUT_SOLVER_CUH

#include "backend/cuda/common/device.cuh"

extern "C" {
#include "backend/tridiag/cut.h"
}

/* See tri_cut_device. */
struct tri_cut_solver {
    virtual ~tri_cut_solver() {}
    virtual double workspace() const = 0;
    virtual void *message(int slot, int part, tri_cut_message which) const = 0;
    virtual bool set_arrays(const tri_device_arrays *arrays, const tri_cut_rhs *rhs,
                            tri_cut_receiver *receivers, cudaStream_t stream) = 0;
    virtual bool solve_whole(cudaStream_t stream) = 0;
    virtual void up(const tri_cut_batch &batch, cudaStream_t stream) = 0;
    virtual void top(const tri_cut_batch &batch, cudaStream_t stream) = 0;
    virtual void down(const tri_cut_batch &batch, cudaStream_t stream) = 0;
    virtual void solve(const tri_cut_batch &batch, cudaStream_t stream) = 0;
    virtual void report(cudaStream_t stream, tri_cut_report *report) = 0;
};

typedef tri_cut_solver *tri_cut_make_fn(const tri_cut_spec &spec, char *why, size_t room);
tri_cut_make_fn tri_cut_make_f32, tri_cut_make_f64;

/* Packs the values of a span (compact/cut_f32.cu, compact/cut_f64.cu). */
typedef void compact_pack_fn(const compact_span &from, const int64_t count[2], void *to,
                             cudaStream_t stream);
compact_pack_fn compact_pack_f32, compact_pack_f64;

#endif
