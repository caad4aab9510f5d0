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
    tri_tile_notes notes = tri_notes_after(tile, out + tile.values);
    const tri_role me = tri_role_of<ROWS>(tile);
    const real *const arrays[4] = {job.a, job.b, job.c, job.d};
    const tri_corners corners = {PERIODIC ? -1 : 0, PERIODIC ? -1 : tile.n - 1};
    long long now = blockIdx.x;
    tri_begin_tile(tile, job, now, notes.of(0));
    __syncthreads();
    tri_fetch<real, 4>(tile, arrays, job.stride, tri_lines_of(tile, job.lines, now),
                       notes.of(0).place, in);
    tri_copy_group();
    for (int turn = 0; now < tile.tiles; now += gridDim.x, turn ^= 1) {
        const long long next = now + gridDim.x;
        const int lines = tri_lines_of(tile, job.lines, now);
        tri_chunk<real, ROWS> chunk;
        tri_ends<real> ends;
        tri_watcher<real> watcher = {job.growth, job.smallest, 0, false};
        tri_copy_wait<0>();
        __syncthreads();
        tri_eliminate<CHECK>(me, corners, in, tile.values, chunk, ends, watcher, me.line < lines);
        tri_show_ends(ends, out);
        if (next < tile.tiles)
            tri_begin_tile(tile, job, next, notes.of(turn ^ 1));
        __syncthreads();
        if (next < tile.tiles)
            tri_fetch<real, 4>(tile, arrays, job.stride, tri_lines_of(tile, job.lines, next),
                               notes.of(turn ^ 1).place, in);
        tri_copy_group();
        const tri_links<real> links =
            tri_solve_chunks<PERIODIC, CHECK>(me, tile.chunks, ends,
                                              tri_shown_first(me, tile.chunks, PERIODIC, out), out,
                                              watcher);
        __syncthreads(); /* the exchange used the memory of x */
        tri_substitute(me, chunk, links.last, links.before, out, watcher);
        if (me.rows > 0 && me.line < lines && watcher.flags())
            atomicOr(&notes.of(turn).flags[me.line], watcher.flags());
        __syncthreads();
        tri_store(tile, job, lines, notes.of(turn).place, notes.of(turn).flags, out);
        tri_end_tile(tile, job, lines, now, notes.of(turn));
    }
}

template <typename real> struct chunks_way : tri_way {
    tri_device_spec spec;
    tri_tile tile;
    tri_chunks_kernel<real> *kernel;
    size_t shared;
    long long resident; /* tiles that are solved concurrently */

    void solve(const tri_device_arrays &arrays, tri_findings *findings, unsigned char *flags,
               cudaStream_t stream) override
    {
        const tri_job<real> job = tri_job_of<real>(spec, arrays, findings, flags);
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
template <typename real> static int fits(chunks_way<real> *way, int most_share)
{
    enum { ARRAYS = 5 };
    const tri_tile_limits limits = {
        tri_chunk_size<real>::rows, TRI_CHUNK_THREADS, TRI_GOOD_THREADS, ARRAYS,
        tri_shared_limit(),         most_share,        tri_processors()};
    if (!tri_tile_make(way->spec, limits, &way->tile))
        return 0;
    const tri_tile &tile = way->tile;
    way->shared = tri_tile_bytes(tile, ARRAYS, sizeof(real));
    way->kernel =
        tile.share > 1 ? tri_cluster_kernel<real>(way->spec) : kernel_for<real>(way->spec);
    way->resident = tile.share > 1
                        ? tri_resident_clusters(way->kernel, tile.share, tile.threads, way->shared)
                        : tri_resident(way->kernel, tile.threads, way->shared);
    return way->resident > 0;
}

template <typename real> static tri_way *make(const tri_device_spec &s, char *why, size_t room)
{
    chunks_way<real> *way = new chunks_way<real>();
    way->spec = s;
    /* the largest clusters that the device supports, or none */
    for (int most_share = TRI_MOST_SHARE; most_share >= 1; most_share /= 2)
        if (fits(way, most_share))
            return way;
    delete way;
    tri_tell_too_long(s, why, room);
    return NULL;
}

tri_way *tri_make_chunks(const tri_device_spec &s, char *why, size_t room)
{
    return s.precision == 32 ? make<float>(s, why, room) : make<double>(s, why, room);
}
