/* Rates of all tiles, maxima, and momentum at cells, which are needed now and then. */
#ifndef SPATE_BACKEND_CUDA_VECTOR_INVARIANT_REPORTS_CUH
#define SPATE_BACKEND_CUDA_VECTOR_INVARIANT_REPORTS_CUH

#include "backend/cuda/vector_invariant/part.cuh"

enum { REPORT_THREADS = 128 };

/* Largest values of each tile of a state, which first gets the velocities of another one where that is
 * given. A block per tile. */
static __device__ void scan_tile(const vi_device &c, const vi_state &s, const vi_state *velocities)
{
    const part_shape &shape = c.p.shape;
    const int tile = (int)blockIdx.x;
    const item_box b = item_box_of(shape, tile, shape.tiles_x, SPATE_TILE_X, SPATE_TILE_Y);
    const int width = b.x1 - b.x0, count = width * (b.y1 - b.y0);
    calc deepest = C(0), u = C(0), v = C(0);
    for (int n = (int)threadIdx.x; n < count; n += REPORT_THREADS) {
        const ptrdiff_t o = (ptrdiff_t)(b.y0 + n / width) * shape.pitch + b.x0 + n % width;
        if (velocities) {
            s.u[o] = velocities->u[o];
            s.v[o] = velocities->v[o];
        }
        deepest = max_r(deepest, (calc)s.h[o]);
        u = max_r(u, abs_r((calc)s.u[o]));
        v = max_r(v, abs_r((calc)s.v[o]));
    }
    const double of_warp[3] = {warp_largest((double)deepest), warp_largest((double)u),
                               warp_largest((double)v)};
    if (threadIdx.x % 32 != 0)
        return;
    raise_bits(&c.tiles[tile].deepest, (calc)of_warp[0]);
    raise_bits(&c.tiles[tile].swiftest_u, (calc)of_warp[1]);
    raise_bits(&c.tiles[tile].swiftest_v, (calc)of_warp[2]);
}

/* Of Q^n. */
static __global__ void scan_kernel(const __grid_constant__ vi_device c)
{
    scan_tile(c, vi_slot(&c.p, c.p.clock->now), NULL);
}

static __device__ void centre_cell(const vi_device &c, int what, ptrdiff_t o)
{
    for (int y = 0; y < 2; ++y) {
        real *at = (real *)c.p.field[y ? FIELD_MOMENTUM_Y : FIELD_MOMENTUM_X][0];
        if (what == CENTRE_TO_FACES)
            vi_face_from_cells(&c.p, y, o);
        else if (what == CENTRE_SHOW)
            at[o] = (real)vi_centred(&c.p, y, o);
        else if (at[o] != (real)vi_centred(&c.p, y, o))
            c.control->changed = 1;
    }
}

/* in_step: after a step of a graph, where it was accepted. */
static __global__ void centre_kernel(const __grid_constant__ vi_device c, int what, int in_step)
{
    if (in_step && !c.control->accepted)
        return;
    for_cells(c.p.shape, [&](ptrdiff_t o, int, int) { centre_cell(c, what, o); });
}

/* Raises the maxima to Q^n; a block per item. Momentum at cells is that of Q^n. */
static __global__ void maxima_kernel(const __grid_constant__ vi_device c, int begin_anew,
                                     int in_step)
{
    if (!in_step || c.control->accepted)
        maxima_of_item(c.p, item_of(c, (int)blockIdx.x), begin_anew);
}

#endif
