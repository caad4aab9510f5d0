/* Kernels of the ADI scheme over the cells of a part: depths, times of fluxes, momentum at cells,
 * maxima, ghost cells. What is done to a cell is in backend/adi/cell.h. */
#ifndef SPATE_BACKEND_CUDA_ADI_KERNELS_CUH
#define SPATE_BACKEND_CUDA_ADI_KERNELS_CUH

#include "backend/common/maxima.h"
#include "backend/cuda/adi/device.cuh"
#include "backend/cuda/adi/platform.cuh"

static __device__ inline unsigned long long adi_bits(double value)
{
    unsigned long long bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static __device__ inline double adi_value(unsigned long long bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* A loop over `columns` x `rows` cells from (x0, y0) on, along x in memory, for a grid of any
 * size: body(i, j, offset). */
template <typename Body>
static __device__ inline void adi_for_cells(const adi_device &d, int x0, int y0, int columns,
                                            int rows, const Body &body)
{
    const unsigned width = ((unsigned)columns + blockDim.x - 1) / blockDim.x;
    const unsigned blocks = width * (unsigned)rows;
    for (unsigned n = blockIdx.x; n < blocks; n += gridDim.x) {
        const int i = (int)(n % width * blockDim.x + threadIdx.x) + x0;
        const int j = (int)(n / width) + y0;
        if (i < x0 + columns)
            body(i, j, (ptrdiff_t)j * d.pitch + i);
    }
}

/* ---- depths ---- */

/* Reads h, p, q at two times each; writes h: 6 words a cell. */
static __global__ void adi_depths_kernel(adi_device d, int stage)
{
    if (!d.control->running)
        return;
    const adi_view &v = d.views[stage];
    const adi_flows f = adi_flows_of(d.part, &v, stage, 0);
    real *const to = adi_depths_of(d.part, stage);
    adi_for_cells(d, 0, 0, d.nx, d.ny, [&](int, int, ptrdiff_t o) {
        if (adi_new_depth(&v, &f, o, &to[o]))
            atomicAdd(&d.control->wrong[stage], 1u);
    });
}

/* Records the flow through listed faces. */
static __device__ inline void adi_note_all(const adi_device &d, int stage, int shared)
{
    const adi_flows f = adi_flows_of(d.part, &d.views[stage], stage, shared);
    for (int n = adi_thread(); n < d.listed_count[0] + d.listed_count[1]; n += adi_threads()) {
        const int y = n >= d.listed_count[0];
        boundary_face *face =
            y ? &d.part->boundary_y.faces[n - d.listed_count[0]] : &d.part->boundary_x.faces[n];
        adi_note_face(face, d.part->boundaries, &f, d.pitch, y == (stage == ADI_SWEEP_Y), stage);
    }
}

static __global__ void adi_note_kernel(adi_device d, int stage, int shared)
{
    if (d.control->running)
        adi_note_all(d, stage, shared);
}

/* Stores new fluxes that a solver has found. */
static __global__ void adi_store_fluxes_kernel(adi_device d, int stage, const calc *from)
{
    const int x = stage == ADI_SWEEP_X;
    real *to = (real *)d.part->field[x ? ADI_P : ADI_Q][ADI_NEW];
    if (!d.control->running)
        return;
    adi_for_cells(d, 0, 0, x ? d.faces[0] : d.nx, x ? d.ny : d.faces[1],
                  [&](int, int, ptrdiff_t o) { to[o] = (real)from[o]; });
}

/* ---- times of fluxes, with ghost cells ---- */

enum { ADI_GATHER, ADI_LAUNCHED, ADI_RETIMED };

/* ADI_RETIMED: only if the step is not as long as the one before. */
static __global__ void adi_times_kernel(adi_device d, int what)
{
    const grid_part *p = d.part;
    const double before = adi_of(p)->dt_before, dt = p->clock->dt;
    if (what == ADI_RETIMED && (!d.control->running || !(before > 0) || before == dt))
        return;
    const calc ratio = (calc)(what == ADI_RETIMED ? dt / before : 1);
    adi_for_cells(d, -d.halo, -d.halo, d.nx + 2 * d.halo, d.ny + 2 * d.halo,
                  [&](int, int, ptrdiff_t o) {
                      if (what == ADI_GATHER)
                          adi_gather_time_cell(p, before > 0, o);
                      else if (what == ADI_LAUNCHED)
                          adi_launch_cell(p, o);
                      else
                          adi_retime_cell(p, ratio, o);
                  });
}

/* ---- cells and faces ---- */

enum { ADI_TO_CELLS, ADI_COMPARE, ADI_TO_FACES };

static __global__ void adi_centre_kernel(adi_device d, int what)
{
    const grid_part *p = d.part;
    adi_for_cells(d, 0, 0, d.nx, d.ny, [&](int, int, ptrdiff_t o) {
        for (int axis = 0; axis < 2; ++axis) {
            real *const cell = (real *)p->field[FIELD_MOMENTUM_X + axis][0] + o;
            if (what == ADI_TO_CELLS)
                *cell = (real)adi_centred(p, axis, o);
            else if (what == ADI_TO_FACES)
                adi_face_from_cells(p, axis, o);
            else if (*cell != (real)adi_centred(p, axis, o))
                d.control->changed = 1;
        }
    });
}

static __device__ inline calc adi_momentum(const grid_part *p, int centred, int axis, ptrdiff_t o)
{
    return (calc)(centred ? ((const real *)p->field[FIELD_MOMENTUM_X + axis][0])[o]
                          : (real)adi_centred(p, axis, o));
}

/* Maxima of the state as it is, in every cell; in_step: after a step that was accepted; centred:
 * momentum at cells is there already. Reads 5 words of the state and 4 of the maxima, writes those
 * that rose. */
static __global__ void adi_maxima_kernel(adi_device d, int begin_anew, int in_step, int centred)
{
    if (in_step && !d.control->accepted)
        return;
    const maxima_view v = maxima_view_of(d.part);
    adi_for_cells(d, 0, 0, d.nx, d.ny, [&](int, int, ptrdiff_t o) {
        const calc hu = adi_momentum(d.part, centred, 0, o),
                   hv = adi_momentum(d.part, centred, 1, o);
        const maxima_peaks now = maxima_of((calc)v.h[o], hu, hv, v.wet);
        if (begin_anew) {
            maxima_store(&v, o, now);
            maxima_store_times(&v, o,
                               maxima_begin((calc)v.h[o], v.wet, v.deep,
                                            !(d.part->codes[o] & CELL_INACTIVE), v.t));
            return;
        }
        maxima_raise_cell(&v, o, now);
    });
}

/* ---- ghosts that are cells of the part itself ---- */

enum { ADI_SLOT_NOW = -1 };

static __device__ inline void adi_copy_ghosts(const adi_device &d, int which, int slot)
{
    real *field = (real *)d.part->field[which][slot == ADI_SLOT_NOW ? d.part->clock->now : slot];
    for (int box = 0; box < d.part->ghost_count; ++box) {
        const ghost_box b = d.part->ghosts[box];
        for (int n = adi_thread(); n < b.nx * b.ny; n += adi_threads()) {
            const ptrdiff_t o = (ptrdiff_t)(n / b.nx) * d.pitch + n % b.nx;
            field[b.to + o] = field[b.from + o];
        }
    }
}

static __global__ void adi_ghost_kernel(adi_device d, int which, int slot)
{
    if (d.control->running)
        adi_copy_ghosts(d, which, slot);
}

#endif
