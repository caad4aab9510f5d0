/* thomas-pcr of general lines that lie side by side, too long for a tile in shared memory whose rows are wide.
 *
 * Rows flow: each thread eliminates its chunk row by row as rows arrive. A slot of shared memory holds one row of every
 * chunk of the tile; a few slots are on their way, and where a row was eliminated its slot is asked to bring the row so
 * many further on, of the next tile at last. So tiles have two to four times the lines that they would have if they lay in
 * shared memory whole, and their rows so many times the bytes; and memory is never idle, not while chunks are joined either.
 * c and q of a chunk wait in registers, y in shared memory, in the place of the thread that made it.
 *
 * Traffic: reads a, b, c, d and writes x, 5 words an unknown; no scratch. */
#include "backend/cuda/tridiag_flow.cuh"

#include <cstdio>
#include <cstdlib>

template <typename real> struct flow_way : tri_way {
    tri_device_spec spec;
    tri_tile tile;
    tri_chunks_kernel<real> *wide, *narrow;
    size_t shared;
    long long resident;

    void solve(const tri_device_arrays &arrays, tri_findings *findings, unsigned char *flags,
               cudaStream_t stream) override
    {
        tri_launch(tri_tile_wide(spec, tile, arrays) ? wide : narrow,
                   resident < tile.tiles ? resident : tile.tiles, tile.threads, shared, stream,
                   tri_job_of<real>(spec, arrays, findings, flags), tile);
    }
};

template <typename real, int DEPTH, int LATER, int UNIT>
static tri_chunks_kernel<real> *kernel_for(const tri_device_spec &s)
{
    enum { ROWS = tri_chunk_size<real>::rows };
    if (s.periodic)
        return s.check ? flow_kernel<real, ROWS, DEPTH, LATER, UNIT, true, true>
                       : flow_kernel<real, ROWS, DEPTH, LATER, UNIT, true, false>;
    return s.check ? flow_kernel<real, ROWS, DEPTH, LATER, UNIT, false, true>
                   : flow_kernel<real, ROWS, DEPTH, LATER, UNIT, false, false>;
}

template <typename real, int DEPTH, int LATER>
static int fits(flow_way<real> *way, int lines, int only_narrow)
{
    enum { ROWS = tri_chunk_size<real>::rows, UNIT = 16 / sizeof(real) };
    const tri_device_spec &s = way->spec;
    if (!tri_tile_side_by_side(s, ROWS, lines, &way->tile) || way->tile.threads > FLOW_THREADS)
        return 0;
    const tri_tile &tile = way->tile;
    way->shared =
        (size_t)flow_memory<real, ROWS, DEPTH, LATER>::ALL * (size_t)tile.threads * sizeof(real) +
        TRI_MOST_NOTES * (size_t)tile.lines * (8 + 4);
    if (way->shared > tri_shared_limit())
        return 0;
    way->narrow = kernel_for<real, DEPTH, LATER, 1>(s);
    way->wide = only_narrow ? way->narrow : kernel_for<real, DEPTH, LATER, UNIT>(s);
    way->resident = tri_resident(way->wide, tile.threads, way->shared);
    return 1;
}

static int fits_any(flow_way<float> *way, int lines, int config, int narrow)
{
    return config == 0   ? fits<float, 6, 8>(way, lines, narrow)
           : config == 1 ? fits<float, 8, 17>(way, lines, narrow)
                         : fits<float, 4, 4>(way, lines, narrow);
}
static int fits_any(flow_way<double> *way, int lines, int config, int narrow)
{
    return config == 0   ? fits<double, 3, 5>(way, lines, narrow)
           : config == 1 ? fits<double, 4, 9>(way, lines, narrow)
                         : fits<double, 2, 2>(way, lines, narrow);
}

template <typename real> static tri_way *make(const tri_device_spec &s)
{
    const char *told = getenv("SPATE_CUDA_TILE");
    int share = 0, lines = 0, config = 0, narrow = 0;
    if (!told || sscanf(told, "%d,%d,%d,%d", &share, &lines, &config, &narrow) < 3 || share != 0)
        return NULL;
    flow_way<real> *way = new flow_way<real>();
    way->spec = s;
    if (fits_any(way, lines, config, narrow))
        return way;
    delete way;
    return NULL;
}

tri_way *tri_make_flow(const tri_device_spec &s, char *, size_t)
{
    if (!s.adjacent)
        return NULL;
    return s.precision == 32 ? make<float>(s) : make<double>(s);
}
