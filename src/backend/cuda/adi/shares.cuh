/* Limits the outflow of cells to the water they have (physics/adi_outflow.h): single passes over
 * the shares, for runs with several parts. share_out.cuh does it for a part that is the
 * whole run. */
#ifndef SPATE_BACKEND_CUDA_ADI_SHARES_CUH
#define SPATE_BACKEND_CUDA_ADI_SHARES_CUH

#include "backend/cuda/adi/kernels.cuh"

/* Reads h, p, q at two times each; writes a share: 6 words a cell. */
static __device__ inline void adi_first_shares(const adi_device &d, int stage, int all)
{
    const adi_view &v = d.views[stage];
    const adi_flows f = adi_flows_of(d.part, &v, stage, 0);
    real *share = (real *)d.part->field[ADI_SHARES][0];
    adi_for_cells(d, 0, 0, d.nx, d.ny,
                  [&](int, int, ptrdiff_t o) { share[o] = (real)adi_first_share(&v, &f, o, all); });
}

/* The same with the shares of neighbours: 7 words. The caller trades share and share_next. */
static __device__ inline void adi_next_shares(const adi_device &d, int stage)
{
    const adi_view &v = d.views[stage];
    const adi_flows all = adi_flows_of(d.part, &v, stage, 0),
                    given = adi_flows_of(d.part, &v, stage, 1);
    real *next = (real *)d.part->field[ADI_SHARES][1];
    adi_for_cells(d, 0, 0, d.nx, d.ny, [&](int, int, ptrdiff_t o) {
        next[o] = (real)adi_next_share(&v, &all, &given, o);
    });
}

static __device__ inline void adi_shared_depths(const adi_device &d, int stage)
{
    const adi_view &v = d.views[stage];
    const adi_flows f = adi_flows_of(d.part, &v, stage, 1);
    real *const to = adi_depths_of(d.part, stage);
    adi_for_cells(d, 0, 0, d.nx, d.ny, [&](int, int, ptrdiff_t o) {
        if (adi_shared_depth(&v, &f, o, &to[o]))
            atomicAdd(&d.control->unshared, 1u);
    });
}

static __device__ inline void adi_drain_faces(const adi_device &d, int stage)
{
    const int x = stage == ADI_SWEEP_X;
    const adi_flows f = adi_flows_of(d.part, &d.views[stage], stage, 1);
    real *p = (real *)d.part->field[x ? ADI_P : ADI_Q][ADI_NEW];
    adi_for_cells(d, 0, 0, d.nx + x, d.ny + !x,
                  [&](int, int, ptrdiff_t o) { adi_drain_face(&f, o, &p[o]); });
}

/* ---- single passes; the caller exchanges ghost cells between them ---- */

enum { ADI_FIRST_SHARES, ADI_ALL_SHARES, ADI_NEXT_SHARES, ADI_SHARED_DEPTHS, ADI_DRAIN };

static __global__ void adi_share_pass_kernel(adi_device d, int stage, int pass)
{
    if (pass == ADI_FIRST_SHARES || pass == ADI_ALL_SHARES)
        adi_first_shares(d, stage, pass == ADI_ALL_SHARES);
    else if (pass == ADI_NEXT_SHARES)
        adi_next_shares(d, stage);
    else if (pass == ADI_SHARED_DEPTHS)
        adi_shared_depths(d, stage);
    else
        adi_drain_faces(d, stage);
}

static __global__ void adi_swap_shares_kernel(adi_device d)
{
    adi_swap(&d.part->field[ADI_SHARES][0], &d.part->field[ADI_SHARES][1]);
}

#endif
