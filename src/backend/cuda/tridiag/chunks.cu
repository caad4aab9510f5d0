/* thomas-pcr of general lines: a chunk of rows in the registers of each thread, PCR over the
 * chunks.
 *
 * Traffic: reads a, b, c, d and writes x, 5 words per unknown; no scratch. Blocks are persistent
 * and loop over tiles; while a tile is solved, the next one is copied to shared memory. */
#include "backend/cuda/tridiag/chunks.cuh"

template <typename real, int ROWS, bool PERIODIC, bool CHECK>
static __global__ void __launch_bounds__(tri_chunk_size<real>::bound, 1)
    chunks_kernel(const tri_job<real> job, const tri_tile tile)
{
    real *in = (real *)tri_shared_memory(), *out = in + 4 * tile.values;
    tri_tile_infos infos = tri_infos_after(tile, out + tile.values);
    const tri_role me = tri_role_of<ROWS>(tile);
    const real *const arrays[4] = {job.a, job.b, job.c, job.d};
    const tri_corners corners = {PERIODIC ? -1 : 0, PERIODIC ? -1 : tile.n - 1};
    long long now = blockIdx.x;
    tri_begin_tile(tile, job, now, infos.of(0));
    __syncthreads();
    tri_fetch<real, 4>(tile, arrays, job.stride, tri_lines_of(tile, job.lines, now),
                       infos.of(0).offset, in);
    tri_copy_group();
    for (int turn = 0; now < tile.tiles; now += gridDim.x, turn ^= 1) {
        const long long next = now + gridDim.x;
        const int lines = tri_lines_of(tile, job.lines, now);
        tri_chunk<real, ROWS> chunk;
        tri_ends<real> ends;
        tri_checker<real> checker = {job.growth, job.smallest, 0, false};
        tri_copy_wait<0>();
        __syncthreads();
        tri_eliminate<CHECK>(me, corners, in, tile.values, chunk, ends, checker, me.line < lines);
        tri_publish_ends(ends, out);
        if (next < tile.tiles)
            tri_begin_tile(tile, job, next, infos.of(turn ^ 1));
        __syncthreads();
        if (next < tile.tiles)
            tri_fetch<real, 4>(tile, arrays, job.stride, tri_lines_of(tile, job.lines, next),
                               infos.of(turn ^ 1).offset, in);
        tri_copy_group();
        const tri_links<real> links =
            tri_solve_chunks<PERIODIC, CHECK>(me, tile.chunks, ends,
                                              tri_next_first(me, tile.chunks, PERIODIC, out), out,
                                              checker);
        __syncthreads(); /* the exchange used the memory of x */
        tri_substitute(me, chunk, links.last, links.before, out, checker);
        if (me.rows > 0 && me.line < lines && checker.flags())
            atomicOr(&infos.of(turn).flags[me.line], checker.flags());
        __syncthreads();
        tri_store(tile, job, lines, infos.of(turn).offset, infos.of(turn).flags, out);
        tri_end_tile(tile, job, lines, now, infos.of(turn));
    }
}

template <typename real> struct chunks_solver : tri_gpu_solver {
    tri_device_spec spec;
    tri_tile tile;
    tri_chunks_kernel<real> *kernel;
    size_t shared;
    long long resident; /* tiles that are solved concurrently */

    void solve(const tri_device_arrays &arrays, tri_failures *failures, unsigned char *flags,
               cudaStream_t stream) override
    {
        const tri_job<real> job = tri_job_of<real>(spec, arrays, failures, flags);
        tile.wide = tri_tile_wide(spec, tile, arrays);
        const long long tiles = resident < tile.tiles ? resident : tile.tiles;
        if (tile.share > 1)
            tri_launch_clusters(kernel, tile.share, tiles, tile.threads, shared, stream, job, tile);
        else
            tri_launch(kernel, tiles, tile.threads, shared, stream, job, tile);
    }
};

template <typename real> static tri_chunks_kernel<real> *kernel_for(const tri_device_spec &s)
{
    enum { ROWS = tri_chunk_size<real>::rows };
    if (s.periodic)
        return s.check ? chunks_kernel<real, ROWS, true, true>
                       : chunks_kernel<real, ROWS, true, false>;
    return s.check ? chunks_kernel<real, ROWS, false, true>
                   : chunks_kernel<real, ROWS, false, false>;
}

/* Returns 0 if such tiles do not fit on the device. */
template <typename real> static int fits(chunks_solver<real> *made, int max_share)
{
    enum { ARRAYS = 5 };
    const tri_tile_limits limits = {
        tri_chunk_size<real>::rows, TRI_CHUNK_THREADS, TRI_GOOD_THREADS, ARRAYS,
        tri_shared_limit(),         max_share,         tri_processors()};
    if (!tri_tile_make(made->spec, limits, &made->tile))
        return 0;
    const tri_tile &tile = made->tile;
    made->shared = tri_tile_bytes(tile, ARRAYS, sizeof(real));
    made->kernel =
        tile.share > 1 ? tri_cluster_kernel<real>(made->spec) : kernel_for<real>(made->spec);
    made->resident =
        tile.share > 1 ? tri_resident_clusters(made->kernel, tile.share, tile.threads, made->shared)
                       : tri_resident(made->kernel, tile.threads, made->shared);
    return made->resident > 0;
}

template <typename real>
static tri_gpu_solver *make(const tri_device_spec &s, char *why, size_t room)
{
    chunks_solver<real> *made = new chunks_solver<real>();
    made->spec = s;
    /* the largest clusters that the device supports, or none */
    for (int max_share = TRI_MAX_SHARE; max_share >= 1; max_share /= 2)
        if (fits(made, max_share))
            return made;
    delete made;
    tri_report_too_long(s, why, room);
    return NULL;
}

tri_gpu_solver *tri_make_chunks(const tri_device_spec &s, char *why, size_t room)
{
    return s.precision == 32 ? make<float>(s, why, room) : make<double>(s, why, room);
}
