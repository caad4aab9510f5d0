/* Tiles: some lines that a block copies to shared memory, solves and writes back. Contains no
 * equations.
 *
 * A line is cut into chunks of consecutive rows, one for each thread. In shared memory contiguous
 * lines follow one another, and adjacent lines are interleaved row by row, as in global memory:
 * copies are coalesced in both cases. With an odd number of rows in a chunk, and gaps between lines
 * as if their last chunks were full, no two threads of a warp have a bank conflict (few have if the
 * gap is rounded up to 16 bytes).
 *
 * Of long adjacent lines only few fit in a block. Then the blocks of a cluster share a tile; each
 * has some chunks of all its lines (cluster.cuh). */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_TILE_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_TILE_CUH

#include "backend/cuda/tridiag/tridiag.cuh"

enum { TRI_MAX_INFOS = 4 }; /* maximum number of tiles in progress */

struct tri_tile {
    int lines;      /* of a tile; a power of two if they are adjacent */
    int chunks;     /* of a line */
    int share;      /* blocks per tile, a power of two; above 1 only for adjacent lines */
    int own_chunks; /* of a line, in this block */
    int own_rows;   /* of a line, in this block; the last ones may have fewer */
    int n;          /* rows of a line */
    int pitch;      /* values from line to line if they are not adjacent */
    int adjacent, log_lines;
    int values; /* of one array of a tile in shared memory, in whole units of 16 bytes */
    int wide;   /* copies of 16 bytes */
    int threads;
    long long tiles;
};

/* Rank of this block in its cluster. A template argument, because kernels without clusters are
 * short of registers. */
template <bool CLUSTER> static __device__ inline int tri_rank(const tri_tile &tile)
{
    return CLUSTER ? (int)blockIdx.x & (tile.share - 1) : 0;
}

/* The rows of a thread. */
struct tri_role {
    int line, chunk;
    int first, rows; /* in the line; 0 rows: no work */
    int at, step;    /* in shared memory: index of the first row, and increment per row */
    int apart;       /* threads from one chunk of a line to the next */
};

template <int ROWS, bool CLUSTER = false>
static __device__ inline tri_role tri_role_of(const tri_tile &tile)
{
    const int t = (int)threadIdx.x;
    tri_role r;
    int own; /* index of the chunk in this block */
    if (tile.adjacent) {
        r.line = t & (tile.lines - 1);
        own = t >> tile.log_lines;
    } else {
        r.line = t / tile.chunks;
        own = t % tile.chunks;
    }
    const bool exists = r.line < tile.lines && (!CLUSTER || own < tile.own_chunks);
    r.chunk = tri_rank<CLUSTER>(tile) * tile.own_chunks + own;
    r.first = r.chunk * ROWS;
    r.rows = exists ? max(0, min(ROWS, tile.n - r.first)) : 0;
    r.at = tile.adjacent ? own * ROWS * tile.lines + r.line : r.line * tile.pitch + own * ROWS;
    r.step = tile.adjacent ? tile.lines : 1;
    r.apart = tile.adjacent ? tile.lines : 1;
    return r;
}

/* Calls visit(line of the tile, row, index in shared memory) for the units of UNIT values of
 * this block, distributed over its threads. A unit is part of one line, or of one row of
 * adjacent lines. */
template <int UNIT, bool CLUSTER = false, typename Visit>
static __device__ inline void tri_visit(const tri_tile &tile, int lines, const Visit &visit)
{
    const int first = (int)threadIdx.x * UNIT, next = (int)blockDim.x * UNIT;
    if (tile.adjacent) {
        const int line = first & (tile.lines - 1), rows = next >> tile.log_lines;
        const int before = tri_rank<CLUSTER>(tile) * tile.own_rows;
        const int own_rows = CLUSTER ? min(tile.own_rows, tile.n - before) : tile.n;
        for (int row = first >> tile.log_lines; line < lines && row < own_rows; row += rows)
            visit(line, before + row, (row << tile.log_lines) + line);
        return;
    }
    int line = first / tile.n, row = first % tile.n;
    const int more_lines = next / tile.n, more_rows = next % tile.n;
    while (line < lines) {
        visit(line, row, line * tile.pitch + row);
        row += more_rows;
        line += more_lines;
        if (row >= tile.n) {
            row -= tile.n;
            ++line;
        }
    }
}

static __device__ inline int tri_lines_of(const tri_tile &tile, long long lines, long long number)
{
    const long long left = lines - number * tile.lines;
    return left < tile.lines ? (int)left : tile.lines;
}

/* Starts copies of all lines of a tile; arrays follow each other in shared memory. */
template <typename real, int ARRAYS, int UNIT, bool CLUSTER>
static __device__ inline void tri_fetch_units(const tri_tile &tile, const real *const *arrays,
                                              long long stride, int lines, const long long *offset,
                                              real *to)
{
    tri_visit<UNIT, CLUSTER>(tile, lines, [&](int line, int row, int at) {
        const long long from = offset[line] + row * stride;
#pragma unroll
        for (int k = 0; k < ARRAYS; ++k)
            tri_copy_async<UNIT *(int)sizeof(real)>(to + k * tile.values + at, arrays[k] + from);
    });
}

template <typename real, int ARRAYS, bool CLUSTER = false>
static __device__ inline void tri_fetch(const tri_tile &tile, const real *const *arrays,
                                        long long stride, int lines, const long long *offset,
                                        real *to)
{
    if (tile.wide)
        tri_fetch_units<real, ARRAYS, 16 / (int)sizeof(real), CLUSTER>(tile, arrays, stride, lines,
                                                                       offset, to);
    else
        tri_fetch_units<real, ARRAYS, 1, CLUSTER>(tile, arrays, stride, lines, offset, to);
}

template <typename real> struct __align__(16) tri_unit
{
    real value[16 / sizeof(real)];
};

/* Writes the lines of the tile, except those whose flags forbid it. */
template <bool CLUSTER = false, typename real>
static __device__ inline void tri_store(const tri_tile &tile, const tri_job<real> &job, int lines,
                                        const long long *offset, const unsigned *flags,
                                        const real *from)
{
    const long long stride = job.stride;
    if (!tile.wide) {
        tri_visit<1, CLUSTER>(tile, lines, [&](int line, int row, int at) {
            if (!tri_not_written(job, flags[line]))
                job.x[offset[line] + row * stride] = from[at];
        });
        return;
    }
    const int unit = 16 / (int)sizeof(real);
    tri_visit<unit, CLUSTER>(tile, lines, [&](int line, int row, int at) {
        unsigned any = flags[line];
#pragma unroll
        for (int k = 1; k < unit; ++k)
            any |= tile.adjacent ? flags[line + k] : 0;
        if (!any) {
            *(tri_unit<real> *)(job.x + offset[line] + row * stride) =
                *(const tri_unit<real> *)(from + at);
            return;
        }
#pragma unroll
        for (int k = 0; k < unit; ++k)
            if (!tri_not_written(job, flags[tile.adjacent ? line + k : line]))
                job.x[offset[line] + row * stride + k] = from[at + k];
    });
}

/* ---- host side ---- */

/* Rows of a chunk, maximum number of threads of a block, and a good number. */
struct tri_tile_limits {
    int chunk_rows, max_threads, good_threads;
    int arrays;    /* of a tile in shared memory */
    size_t bytes;  /* of shared memory for a block */
    int max_share; /* maximum number of blocks that share a tile; below 2: no clusters */
    /* multiprocessors that should have a tile each if lines are few; 0: tiles are as wide as
     * possible */
    int processors;
};

size_t tri_tile_bytes(const tri_tile &tile, int arrays, size_t value_bytes);
/* Returns 0 if not even one line fits. */
int tri_tile_make(const tri_device_spec &spec, const tri_tile_limits &limits, tri_tile *tile);
/* Whether 16 bytes may be copied at once. */
int tri_tile_wide(const tri_device_spec &spec, const tri_tile &tile,
                  const tri_device_arrays &arrays);

#endif
