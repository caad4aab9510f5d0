/* The fused sweep of the ADI scheme: kernels and their launches. Compiled for each precision and build. */
#include "backend/cuda/adi_fused.cuh"

#include <limits.h>

#include "backend/cuda/adi_fused_lanes.cuh"
#include "backend/cuda/adi_fused_plan.cuh"
#include "backend/cuda/adi_fused_solve.cuh"

namespace
{

/* Makes the rows of a thread's chunk, and what its elimination leaves. The extra chunk leaves it in the store. */
template <int AXIS, int LAW, int EXTRAPOLATED>
__device__ inline void eliminate(const adi_device &d, const adi_frame &frame, const adi_tile &tile,
                                 const adi_share_of &b, const adi_role &me, const adi_store &store,
                                 seg_whole &s)
{
    const int t = (int)threadIdx.x;
    if (AXIS == 0) {
        adi_make_along_x<LAW, EXTRAPOLATED>(d, frame, b, tile, store);
        __syncthreads();
    }
#pragma unroll 1
    for (int turn = 0; turn < 2;
         ++turn) { /* the extra one first: its segment takes no registers then */
        const bool own = turn == 1;
        const int line = own ? me.line : t, chunk = own ? me.chunk : tile.chunks;
        const int rows = own ? me.rows : t < b.lines ? b.extra : 0;
        const int at = adi_chunk_at(store, line, chunk), first = b.first + chunk * ADI_CHUNK;
        seg_whole made = {};
        if (rows <= 0)
            continue;
        if (AXIS == 0)
            adi_eliminate_stored(store, at, rows, !tile.ring && first == 0,
                                 !tile.ring && first + rows == tile.faces, made);
        else
            adi_eliminate_along_y<LAW, EXTRAPOLATED>(d, frame, tile, b.first_line + line, first,
                                                     rows, store, at,
                                                     line * store.change_by_line +
                                                         chunk * ADI_CHUNK * store.change_by_row,
                                                     made);
        if (own) {
            s = made;
        } else {
            const adi_block_leaves top = {store, line, tile.share + 1};
            adi_put_segment(top.extra(tile.chunks, rows), made);
        }
    }
}

/* Reads h, bed, p, q at two times, codes; writes p and h: 7 words a cell and a byte, 12 and a byte where coefficients are
 * extrapolated (h and p before, once more). The strict build reads p and q again for the depths. */
template <int AXIS, int LAW, int EXTRAPOLATED>
__global__ void __launch_bounds__(adi_most_threads<AXIS>())
    sweep_kernel(adi_device d, int stage, adi_tile tile)
{
    adi_frame &frame = *(adi_frame *)tri_shared_memory();
    const adi_store store = adi_store_of<AXIS>(tile, (real *)(&frame + 1));
    const adi_share_of b = adi_share_of_block(tile);
    const adi_role me = adi_role_of<AXIS>(tile, b);
    if (!d.control->running)
        return;
    if (threadIdx.x == 0) {
        frame.v = d.views[stage];
        frame.flux = (real *)d.part->state[ADI_NEW][AXIS == 0 ? KP_HU : KP_HV];
        frame.depth = adi_depths_of(d.part, stage);
    }
    __syncthreads();
    seg_whole s = {};
    eliminate<AXIS, LAW, EXTRAPOLATED>(d, frame, tile, b, me, store, s);
    __syncthreads();
    adi_solve(tile, store, me, b, s);
    __syncthreads();
    adi_hand_first(tile, store, me, b);
    if (tile.share > 1) {
        tri_arrive();
        tri_wait();
    } else {
        __syncthreads();
    }
    const int wrong = adi_write<AXIS>(d, frame, tile, b, store);
    if (wrong)
        atomicAdd(&d.control->wrong[stage], (unsigned)wrong);
}

typedef void sweep_fn(adi_device d, int stage, adi_tile tile);

template <int AXIS> sweep_fn *kernel_of(const adi_terms &terms)
{
#ifdef ADI_ONLY_PRINTED_MANNING /* of measurements, which are compiled several times */
    (void)terms;
    return sweep_kernel<AXIS, FRICTION_MANNING, 0>;
#else
    static sweep_fn *const kernels[3][2] = {
        {sweep_kernel<AXIS, FRICTION_NONE, 0>, sweep_kernel<AXIS, FRICTION_NONE, 1>},
        {sweep_kernel<AXIS, FRICTION_MANNING, 0>, sweep_kernel<AXIS, FRICTION_MANNING, 1>},
        {sweep_kernel<AXIS, FRICTION_CHEZY, 0>, sweep_kernel<AXIS, FRICTION_CHEZY, 1>}};
    return kernels[terms.law][terms.extrapolated];
#endif
}

template <int AXIS> size_t shared_of(const adi_tile &tile)
{
    return sizeof(adi_frame) + sizeof(real) * adi_store_words<AXIS>(tile);
}

template <int AXIS> void launch(const adi_device *d, int stage, cudaStream_t stream)
{
    const adi_tile tile = adi_tile_for<AXIS>(d);
    const int tiles = (tile.all_lines + tile.lines - 1) / tile.lines;
    sweep_fn *const kernel = kernel_of<AXIS>(d->terms);
    if (tile.share > 1)
        tri_launch_clusters(kernel, tile.share, tiles, tile.threads, shared_of<AXIS>(tile), stream,
                            *d, stage, tile);
    else
        tri_launch(kernel, tiles, tile.threads, shared_of<AXIS>(tile), stream, *d, stage, tile);
}

template <int AXIS> int fits(const adi_device *d)
{
    const adi_tile tile = adi_tile_for<AXIS>(d);
    if (tile.share == 0)
        return 0;
    return tile.share == 1 || tri_resident_clusters(kernel_of<AXIS>(d->terms), tile.share,
                                                    tile.threads, shared_of<AXIS>(tile)) > 0;
}

} // namespace

int adi_fused_fits(const adi_device *d, int stage)
{
    const long long values = (long long)d->pitch * (d->ny + 2 * d->halo + 1);
    if (stage == ADI_LAUNCH || values > INT_MAX) /* offsets have 32 bits */
        return 0;
    return stage == ADI_SWEEP_X ? fits<0>(d) : fits<1>(d);
}

void adi_fused_launch(const adi_device *d, int stage, cudaStream_t stream)
{
    if (stage == ADI_SWEEP_X)
        launch<0>(d, stage, stream);
    else
        launch<1>(d, stage, stream);
}
