/* Sources of a step of the ADI scheme, and the rate of the state they leave, which bounds the next
 * step. */
#ifndef SPATE_BACKEND_CUDA_ADI_RATES_CUH
#define SPATE_BACKEND_CUDA_ADI_RATES_CUH

#include "backend/cuda/adi/kernels.cuh"

/* Rows of a column that a thread loads together: the kernel is limited by memory latency. */
enum { ADI_RATE_ROWS = 4 };

/* The largest of adi_rate_at of a column's cells (i, j) ... (i, j + rows - 1). */
static __device__ inline calc adi_rate_of_rows(const grid_part *p, int slot, int fluxes,
                                               ptrdiff_t o, int rows)
{
    const real *const h = (const real *)p->field[FIELD_DEPTH][slot] + o;
    const real *const x = (const real *)p->field[ADI_P][fluxes] + o;
    const real *const y = (const real *)p->field[ADI_Q][fluxes] + o;
    const uint8_t *const codes = p->codes + o;
    const ptrdiff_t pitch = p->shape.pitch;
    calc deep[ADI_RATE_ROWS], along[ADI_RATE_ROWS], across[ADI_RATE_ROWS + 1], rate = C(0);
    unsigned code[ADI_RATE_ROWS];
    across[0] = (calc)y[0];
#pragma unroll
    for (int r = 0; r < ADI_RATE_ROWS; ++r) {
        const ptrdiff_t at =
            (r < rows ? r : 0) * pitch; /* a repeated row does not change the maximum */
        code[r] = codes[at];
        deep[r] = (calc)h[at];
        along[r] = (calc)x[at] + (calc)x[at + 1];
        across[r + 1] = (calc)y[at + pitch];
    }
#pragma unroll
    for (int r = 0; r < ADI_RATE_ROWS; ++r)
        if (r < rows && !(code[r] & CELL_INACTIVE)) /* fluxes at its faces belong to other cells */
            rate = max_r(rate, adi_cell_rate(deep[r], along[r], across[r] + across[r + 1],
                                             (calc)p->params.gravity, (calc)(1 / p->params.dx),
                                             (calc)(1 / p->params.dy), (calc)p->params.cfl,
                                             (calc)(real)adi_of(p)->flood_depth));
    return rate;
}

/* Rain and infiltration, then the rate of the new state; fresh: the rate of the present state,
 * without sources. Reads h, p, q (and the input of sources): 3 words a cell. */
static __global__ void adi_rate_kernel(adi_device d, int fresh)
{
    grid_part *p = d.part;
    const int now = p->clock->now, water = fresh ? WATER_KEPT : part_water_kind(p);
    const int slot = fresh ? now : 1 - now, fluxes = fresh ? now : (int)ADI_NEW;
    calc rate = C(0);
    if (!fresh && !d.control->running)
        return;
    if (water ==
        WATER_KEPT) /* nothing is written, so values common to all cells stay in registers */
        adi_for_cells(d, 0, 0, d.nx, (d.ny + ADI_RATE_ROWS - 1) / ADI_RATE_ROWS,
                      [&](int i, int group, ptrdiff_t) {
                          const int j = group * ADI_RATE_ROWS;
                          rate =
                              max_r(rate, adi_rate_of_rows(p, slot, fluxes,
                                                           (ptrdiff_t)j * d.pitch + i, d.ny - j));
                      });
    else
        adi_for_cells(d, 0, 0, d.nx, d.ny, [&](int, int, ptrdiff_t o) {
            part_water_cell(p, water, o);
            rate = max_r(rate, adi_rate_at(p, slot, fluxes, o));
        });
    adi_raise(&d.control->rate, (double)rate);
}

/* A cell may have several inflows, consecutive in the list: the thread of the first one applies
 * all. */
static __global__ void adi_inflow_kernel(adi_device d)
{
    const inflow_list &l = d.part->sources.inflow_cells;
    const int first = adi_thread();
    if (!d.control->running || first >= l.count)
        return;
    const inflow_cell cell = l.cells[first];
    if (first > 0 && l.cells[first - 1].i == cell.i && l.cells[first - 1].j == cell.j)
        return;
    calc most = C(0);
    for (int n = first; n < l.count && l.cells[n].i == cell.i && l.cells[n].j == cell.j; ++n)
        most = max_r(most, adi_inflow_cell(d.part, n));
    atomicMax(&d.control->rate, adi_bits((double)most));
}

#endif
