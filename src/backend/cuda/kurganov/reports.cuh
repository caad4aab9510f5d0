/* Rates of all items, maxima and probes, which are needed now and then. */
#ifndef SPATE_BACKEND_CUDA_KURGANOV_REPORTS_CUH
#define SPATE_BACKEND_CUDA_KURGANOV_REPORTS_CUH

#include "backend/cuda/kurganov/march.cuh"
#include "backend/cuda/kurganov/slab.cuh"
#include "backend/cuda/kurganov/steps.cuh"
#include "backend/kurganov/plain.h"

/* Largest cell rate of each item of Q^n; all of them wake. A block per item. */
static __global__ void scan_kernel(const __grid_constant__ cuda_part c)
{
    const int item = (int)blockIdx.x, now = c.p.clock->now;
    const item_box b = item_of(c, item);
    const part_params &k = c.p.params;
    const real *h = (const real *)c.p.field[FIELD_DEPTH][now],
               *hu = (const real *)c.p.field[FIELD_MOMENTUM_X][now],
               *hv = (const real *)c.p.field[FIELD_MOMENTUM_Y][now];
    const calc h_dry = (calc)(real)k.dry_depth;
    __shared__ calc warps[WARPS];
    calc rate = C(0);
    const int width = b.x1 - b.x0, count = width * (b.y1 - b.y0);
    for (int n = (int)threadIdx.x; n < count; n += 32 * WARPS) {
        const ptrdiff_t o = (ptrdiff_t)(b.y0 + n / width) * c.p.shape.pitch + b.x0 + n % width;
        const kp_water q = kp_primitive((calc)h[o], (calc)hu[o], (calc)hv[o], C(0), h_dry);
        rate = max_r(rate, kp_cell_rate(q, (calc)k.gravity, (calc)(1 / k.dx), (calc)(1 / k.dy)));
    }
    rate = warp_largest(rate);
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = rate;
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    for (int n = 1; n < WARPS; ++n)
        rate = max_r(rate, warps[n]);
    c.cell_rate[item] = (double)rate;
    c.moved[0][item] = c.moved[1][item] = c.awake[item] = 1;
    atomicMax(&c.control->next_cell, rate_bits((double)rate));
}

/* Raises the maxima to Q^n in items that the last step computed; a block per item. Traffic per
 * cell: reads 3 words of the state and 4 of the maxima (6 where duration is touched), writes those
 * that rose. */
static __global__ void maxima_kernel(const __grid_constant__ cuda_part c, int begin_anew,
                                     int in_step)
{
    const int item = (int)blockIdx.x;
    if (in_step && !c.control->accepted)
        return;
    if (!begin_anew && !c.awake[item])
        return;
    maxima_of_item(c.p, item_of(c, item), begin_anew);
}

/* ---- probes: the scheme's own flux, computed once more at the faces that are measured ---- */

static __device__ double probed_mass(const cuda_part &c, const plain_view &view,
                                     const boundary_list &list, const boundary_face &probe,
                                     int along_y, int stage)
{
    const unsigned claimed = along_y ? FACE_SOUTH_CLAIMED : FACE_WEST_CLAIMED;
    if (!plain_code(&view, probe.i, probe.j, claimed))
        return (double)plain_flux(&view, probe.i, probe.j, along_y).mass;
    const boundary_face *face = find_face(list, probe.i, probe.j);
    if (face->kind != FACE_CREST)
        return face->stage_mass[stage]; /* of the stage kernel */
    const plain_sides side = plain_sides_of(&view, probe.i, probe.j, along_y);
    return (double)kp_crest_face(side.l, side.r, (calc)face->coefficient, (calc)c.p.params.gravity)
        .mass;
}

static __global__ void probe_kernel(const __grid_constant__ cuda_part c, int stage)
{
    if (!c.control->running)
        return;
    const int along_y = (int)blockIdx.y;
    const boundary_list &list = along_y ? c.p.boundary_y : c.p.boundary_x;
    const int n = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (n >= list.count || list.faces[n].kind != FACE_PROBE)
        return;
    const plain_view view = plain_view_of(&c.p, part_slot_in(&c.p, stage));
    list.faces[n].stage_mass[stage] = probed_mass(c, view, list, list.faces[n], along_y, stage);
}

#endif
