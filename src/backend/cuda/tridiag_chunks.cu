/* thomas-pcr of general lines: a chunk of rows in the registers of each thread, PCR over the chunks.
 *
 * Traffic: reads a, b, c, d and writes x, 5 words an unknown; no scratch. Blocks stay and go from tile to tile; while
 * a tile is solved, the next one is already on its way into shared memory. */
#include "backend/cuda/tridiag_chunks.cuh"

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
        tri_chunk<real, ROWS> chunk;
        tri_ends<real> ends;
        tri_watcher<real> watcher = {job.growth, job.smallest, 0, false};
        tri_copy_wait<0>();
        __syncthreads();
        tri_eliminate<CHECK>(me, corners, in, tile.values, chunk, ends, watcher);
        tri_show_ends(ends, out);
        if (next < tile.tiles)
            tri_begin_tile(tile, job, next, notes.of(turn ^ 1));
        __syncthreads();
        if (next < tile.tiles)
            tri_fetch<real, 4>(tile, arrays, job.stride, tri_lines_of(tile, job.lines, next),
                               notes.of(turn ^ 1).place, in);
        tri_copy_group();
        const tri_links<real> links =
            tri_solve_chunks<PERIODIC, CHECK>(me, tile.chunks, ends, out, watcher);
        __syncthreads(); /* the exchange was in place of x */
        tri_substitute(me, chunk, links.last, links.before, out, watcher);
        const int lines = tri_lines_of(tile, job.lines, now);
        if (me.rows > 0 && me.line < lines && watcher.flags())
            atomicOr(&notes.of(turn).flags[me.line], watcher.flags());
        __syncthreads();
        tri_store(tile, job, lines, notes.of(turn).place, notes.of(turn).flags, out);
        tri_end_tile(tile, job, lines, now, notes.of(turn));
    }
}

template <typename real> struct chunks_way : tri_way {
    typedef void kernel_fn(const tri_job<real>, const tri_tile);
    tri_device_spec spec;
    tri_tile tile;
    kernel_fn *kernel;
    size_t shared;
    long long blocks;

    void solve(const tri_device_arrays &arrays, tri_findings *findings, unsigned char *flags,
               cudaStream_t stream) override
    {
        tile.wide = tri_tile_wide(spec, tile, arrays);
        tri_launch(kernel, blocks, tile.threads, shared, stream,
                   tri_job_of<real>(spec, arrays, findings, flags), tile);
    }
};

template <typename real, int ROWS>
static typename chunks_way<real>::kernel_fn *kernel_for(const tri_device_spec &s)
{
    if (s.periodic)
        return s.check ? chunks_kernel<real, ROWS, true, true>
                       : chunks_kernel<real, ROWS, true, false>;
    return s.check ? chunks_kernel<real, ROWS, false, true>
                   : chunks_kernel<real, ROWS, false, false>;
}

template <typename real, int ROWS>
static tri_way *make(const tri_device_spec &s, char *why, size_t room)
{
    enum { ARRAYS = 5 };
    const tri_tile_limits limits = {ROWS, TRI_CHUNK_THREADS, TRI_GOOD_THREADS, ARRAYS,
                                    tri_shared_limit()};
    tri_tile tile;
    if (!tri_tile_make(s, limits, &tile)) {
        tri_tell_too_long(s, why, room);
        return NULL;
    }
    chunks_way<real> *way = new chunks_way<real>;
    way->spec = s;
    way->tile = tile;
    way->kernel = kernel_for<real, ROWS>(s);
    way->shared = tri_tile_bytes(tile, ARRAYS, sizeof(real));
    const long long resident = tri_resident(way->kernel, tile.threads, way->shared);
    way->blocks = resident < tile.tiles ? resident : tile.tiles;
    return way;
}

tri_way *tri_make_chunks(const tri_device_spec &s, char *why, size_t room)
{
    return s.precision == 32 ? make<float, tri_chunk_size<float>::rows>(s, why, room)
                             : make<double, tri_chunk_size<double>::rows>(s, why, room);
}
