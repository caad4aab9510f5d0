/* The fused sweep of the ADI scheme: kernels and their launches. Compiled for each precision and
 * build. */
#include "backend/cuda/adi/fused.cuh"

#include <limits.h>

#include <atomic>

#include "backend/cuda/adi/fused_along_x.cuh"
#include "backend/cuda/adi/fused_along_y.cuh"
#include "backend/cuda/adi/fused_plan.cuh"
#include "backend/cuda/adi/fused_solve.cuh"

namespace
{

/* Eliminates the extra chunk; its segment goes to the store. */
template <class Kind, class Store>
__device__ inline void eliminate_extra(const adi_device &d, const adi_tile &tile,
                                       const adi_share_of &b, const Store &store)
{
    const int line = (int)threadIdx.x, at = store.chunk(line, tile.chunks);
    const int first = b.first + tile.chunks * ADI_CHUNK;
    seg_whole s = adi_empty_segment();
    if constexpr (Kind::AXIS == 0)
        adi_eliminate_stored(store, at, b.extra, !tile.ring && first == 0,
                             !tile.ring && first + b.extra == tile.faces, s);
    else
        adi_eliminate_anew<Kind>(d, adi_stretch_of(tile, first, b.extra),
                                 first * (int)d.pitch + b.first_line + line, 0, false, store, at,
                                 s);
    adi_put_segment(store, adi_slot_of(store, line, tile.chunks), s);
}

/* Eliminates all chunks of the block; s: the segment of this thread's chunk. */
template <class Kind, class Store>
__device__ inline void eliminate(const adi_device &d, const adi_tile &tile, const adi_share_of &b,
                                 const adi_role &me, const Store &store, seg_whole &s)
{
    const int at = store.chunk(me.line, me.chunk), first = b.first + me.chunk * ADI_CHUNK;
    s = adi_empty_segment();
    if constexpr (Kind::AXIS == 0) {
        adi_make_along_x<Kind>(d, b, store);
        __syncthreads();
        if (me.rows > 0)
            adi_eliminate_stored(store, at, me.rows, !tile.ring && first == 0,
                                 !tile.ring && first + me.rows == tile.faces, s);
    } else {
        if (me.rows > 0)
            adi_eliminate_along_y<Kind>(d, adi_stretch_of(tile, first, me.rows),
                                        first * (int)d.pitch + b.first_line + me.line, store, at,
                                        s);
    }
    if (b.extra > 0 && (int)threadIdx.x < b.lines)
        eliminate_extra<Kind>(d, tile, b, store);
}

/* Prefetches what the block that will run after this one reads. While lines are solved and
 * written, memory has little to do, and a new block would wait for all of its first rows
 * at once. */
template <class Kind>
__device__ inline void prefetch_next(const adi_device &d, const adi_tile &tile,
                                     const adi_share_of &b, const adi_role &me)
{
    const adi_view &v = Kind::view();
    const real *const fields[] = {v.h, v.bed, v.p, v.q, v.q_before};
    const int pitch = (int)d.pitch, line = b.first_line + tile.ahead * tile.lines;
    if (me.rows <= 0 || line + tile.lines > tile.all_lines)
        return;
    const int row = b.first + me.chunk * ADI_CHUNK;
    for (int k = me.line; k < (Kind::AXIS == 0 ? me.line + 1 : min(me.rows, (int)ADI_CHUNK));
         k += Kind::LINES) {
        const int o = Kind::AXIS == 0 ? (line + k) * pitch + row : (row + k) * pitch + line;
        for (const real *field : fields)
            adi_prefetch(field + o);
        adi_prefetch(v.codes + o);
    }
}

/* Writes fluxes and depths of all chunks of the block. */
template <class Kind, class Store>
__device__ inline adi_tally write(const adi_device &d, const adi_tile &tile, const adi_share_of &b,
                                  const adi_role &me, const Store &store, const adi_out &to,
                                  const adi_ends &own, const adi_ends &extra)
{
    const int t = (int)threadIdx.x;
    adi_tally tally = {0, C(0), C(0)};
#pragma unroll 1
    for (int turn = 0; turn < 2; ++turn) { /* one copy of the code for both */
        const int rows = turn == 0 ? me.rows : t < b.lines ? b.extra : 0;
        const int line = turn == 0 ? me.line : t, chunk = turn == 0 ? me.chunk : tile.chunks;
        const adi_ends ends = turn == 0 ? own : extra;
        if (rows <= 0)
            continue;
        const adi_solved_chunk solved = {b.first_line + line, b.first + chunk * ADI_CHUNK, rows,
                                         store.chunk(line, chunk)};
        if (Kind::AXIS == 0)
            adi_expand(store, solved.at, rows, chunk == 0, ends);
        else
            adi_write_along_y<Kind>(d, tile, to, solved, store, ends, tally);
    }
    if (Kind::AXIS == 0) {
        __syncthreads();
        adi_write_along_x<Kind>(d, tile, to, b, store, tally);
    }
    return tally;
}

/* The maximum over the threads of a block, valid in the first warp; words: shared memory, a word
 * for each warp. */
__device__ inline double largest_of_block(double mine, double *words)
{
    const int warp = (int)threadIdx.x / ADI_LANES, lane = (int)threadIdx.x % ADI_LANES;
    const int warps = (int)blockDim.x / ADI_LANES;
    for (int turn = 0; turn < 2; ++turn) {
        for (int step = ADI_LANES / 2; step > 0; step /= 2) {
            const double other = adi_from_lane(mine, lane ^ step);
            mine = mine > other ? mine : other;
        }
        if (turn > 0)
            break;
        __syncthreads(); /* the previous contents are no longer needed */
        if (lane == 0)
            words[warp] = mine;
        __syncthreads();
        mine = lane < warps ? words[lane] : 0;
    }
    return mine;
}

/* Adds the findings of a block to the control. */
template <class Kind, class Store>
__device__ inline void report(const adi_device &d, const adi_tile &tile, const Store &store,
                              int stage, const adi_tally &tally, const adi_out &to)
{
    if (tally.wrong)
        atomicAdd(&d.control->wrong[stage], (unsigned)tally.wrong);
    if (Kind::AXIS == 0 || !tile.rated)
        return;
    const double rate =
        largest_of_block((double)adi_rate(tally.deepest, tally.swiftest, Kind::view().g,
                                          to.inverse_dx, to.inverse_dy, (calc)d.part->params.cfl),
                         (double *)store.y);
    if (threadIdx.x < ADI_LANES)
        adi_raise(&d.control->rate, rate);
}

/* Reads h, bed, p, q at two times, codes; writes p and h: 7 words a cell and a byte, 12 and a byte
 * where coefficients are extrapolated (h and p before, once more). The strict build reads p and q
 * again for the depths. */
template <class Kind>
__global__ void __launch_bounds__(adi_most_threads<Kind::AXIS>())
    sweep_kernel(ADI_PARAMETER adi_device d, int stage, ADI_PARAMETER adi_tile tile)
{
    const adi_store<Kind::AXIS, Kind::LINES> store(tile, (real *)tri_shared_memory());
    if (!d.control->running)
        return;
    seg_whole s = {};
    adi_ends own = {0, 0}, extra = {0, 0};
    {
        const adi_share_of b = adi_share_of_block(tile);
        eliminate<Kind>(d, tile, b, adi_role_of<Kind>(tile, b), store, s);
    }
    const adi_share_of b = adi_share_of_block(tile);
    const adi_role me = adi_role_of<Kind>(tile, b);
    if (Kind::AXIS == 0 || sizeof(real) == 8) /* measured */
        prefetch_next<Kind>(d, tile, b, me);
    __syncthreads();
    adi_solve_lines<Kind>(tile, store, me, b, s, own, extra);
    const part_params &params = d.part->params;
    const adi_out to = {(real *)d.part->field[Kind::AXIS == 0 ? ADI_P : ADI_Q][ADI_NEW],
                        adi_depths_of(d.part, stage), (calc)(1 / params.dx), (calc)(1 / params.dy)};
    report<Kind>(d, tile, store, stage, write<Kind>(d, tile, b, me, store, to, own, extra), to);
}

typedef void sweep_fn(adi_device d, int stage, adi_tile tile);

template <int AXIS> sweep_fn *kernel_of(const adi_device *d, int rich)
{
#ifdef ADI_ONLY_PRINTED_MANNING /* of measurements, which are compiled several times */
    (void)d, (void)rich;
    return sweep_kernel<adi_kind<AXIS, 0, 0>>;
#else
    static sweep_fn *const kernels[2][2] = {{sweep_kernel<adi_kind<AXIS, 0, 0>>,
                                             sweep_kernel<adi_kind<AXIS, 0, 1>>},
                                            {sweep_kernel<adi_kind<AXIS, 1, 0>>,
                                             sweep_kernel<adi_kind<AXIS, 1, 1>>}};
    return kernels[rich][d->terms.extrapolated];
#endif
}

int is_rich(const adi_device *d)
{
    return d->terms.law != FRICTION_MANNING || d->terms.mixed || d->terms.aired ||
           d->has_friction_map || d->has_beta;
}

template <int AXIS> void launch(const adi_device *d, int stage, int rated, cudaStream_t stream)
{
    adi_tile tile = adi_tile_for<AXIS>(d);
    tile.rated = rated;
    const int tiles = (tile.all_lines + tile.lines - 1) / tile.lines;
    sweep_fn *const kernel = kernel_of<AXIS>(d, is_rich(d));
    if (tile.share > 1)
        tri_launch_clusters(kernel, tile.share, tiles, tile.threads, adi_shared_of<AXIS>(tile),
                            stream, *d, stage, tile);
    else
        tri_launch(kernel, tiles, tile.threads, adi_shared_of<AXIS>(tile), stream, *d, stage, tile);
}

/* Whether there are maps is not known yet, so both kernels must fit. */
template <int AXIS> int fits(const adi_device *d)
{
    const adi_tile tile = adi_tile_for<AXIS>(d);
    const size_t shared = adi_shared_of<AXIS>(tile);
    int all = tile.share > 0;
    for (int rich = 0; rich < 2 && all && tile.share > 1; ++rich)
        all = tri_resident_clusters(kernel_of<AXIS>(d, rich), tile.share, tile.threads, shared) > 0;
    return all;
}

} // namespace

/* Whether a part has the constant memory, for each device. */
enum { MOST_DEVICES = 64 };
static std::atomic<int> views_are_used[MOST_DEVICES];

/* Address of the views in constant memory; NULL on devices without clusters, which have none of
 * the code here (cmake/Cuda.cmake). */
static adi_view *views_of(int device)
{
    void *there = adi_views_there;
#ifdef __CUDACC__
    int clusters = 0;
    if (device >= MOST_DEVICES ||
        !cuda_ok(cudaDeviceGetAttribute(&clusters, cudaDevAttrClusterLaunch, device),
                 "asking for clusters") ||
        !clusters ||
        !cuda_ok(cudaGetSymbolAddress(&there, adi_views_there), "asking for constant memory"))
        return NULL;
#else
    (void)device;
#endif
    return (adi_view *)there;
}

void adi_fused_claim(adi_device *d)
{
    int device = 0;
#ifdef __CUDACC__
    cudaGetDevice(&device);
#endif
    d->views_there = views_of(device);
    if (d->views_there && views_are_used[device].exchange(1))
        d->views_there = NULL;
    d->device_number = device;
}

void adi_fused_release(adi_device *d)
{
    if (d->views_there)
        views_are_used[d->device_number] = 0;
    d->views_there = NULL;
}

int adi_fused_fits(const adi_device *d, int stage)
{
    const long long values = (long long)d->pitch * (d->ny + 2 * d->halo + 1);
    if (stage == ADI_LAUNCH || !d->views_there || values > INT_MAX) /* offsets have 32 bits */
        return 0;
    return stage == ADI_SWEEP_X ? fits<0>(d) : fits<1>(d);
}

void adi_fused_launch(const adi_device *d, int stage, int rated, cudaStream_t stream)
{
    if (stage == ADI_SWEEP_X)
        launch<0>(d, stage, 0, stream);
    else
        launch<1>(d, stage, rated, stream);
}
