/* Tiles of lines with a shared matrix: which lines, which thread has which chunk, and the layout of
 * shared memory. Contains no equations.
 *
 * Input and output may have different layouts (compact differences). Adjacent lines are read by the
 * threads that solve them (shared_adjacent.cuh); all others are copied to a stage
 * (shared_stage.cuh). */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_SHARED_TILE_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_SHARED_TILE_CUH

#include "backend/cuda/tridiag/shared.cuh"

/* Lines in global memory, in values; line j + k count0 starts at j step0 + k step1. */
struct shared_lines {
    int rows;
    long long stride, step0, step1;
    int shift; /* its row 0 corresponds to row `shift` of the unknowns */
    int wide;  /* 16 bytes may be copied at once */
};

struct shared_tile {
    int lines;   /* of a tile; a power of two if adjacent */
    int chunks;  /* of a line */
    int n;       /* unknowns of a line */
    int missing; /* rows of the first chunk before the start of the line */
    int adjacent, threads;
    int ahead; /* adjacent lines: the next tile is prefetched to slots of shared memory */
    /* blocks of a cluster that share a tile, and chunks of each: a power of two */
    int share, own, log_own;
    int margins;                  /* of lines in a stage */
    int line_gap, values;         /* of a stage: from line to line, and total */
    int stage_values;             /* of all stages or slots, in whole units */
    int row_values, level_values; /* of factors */
    int wrap; /* rows repeated before the first and after the last one of periodic lines */
    long long tiles;
    shared_lines in, out;
};

/* The chunk and line of each tile that a thread solves. Surplus threads duplicate the work of
 * others and write nothing. */
struct shared_role {
    int line, chunk;
    int own;   /* index of the chunk in this block */
    int first; /* row of the line; negative if the first chunk has missing rows */
    int apart; /* threads from one chunk of a line to the next */
    bool works;
};

/* Rank of a block in its cluster. */
static __device__ inline int shared_rank_of(const shared_tile &tile)
{
    return tile.share > 1 ? (int)(blockIdx.x % (unsigned)tile.share) : 0;
}

static __device__ inline shared_role shared_role_of(const shared_tile &tile, int chunk_rows)
{
    const int t = (int)threadIdx.x;
    shared_role r;
    r.line = tile.adjacent ? t % tile.lines : t / tile.own;
    r.own = tile.adjacent ? t / tile.lines : t % tile.own;
    r.apart = tile.adjacent ? tile.lines : 1;
    r.chunk = shared_rank_of(tile) * tile.own + r.own;
    r.works = r.line < tile.lines && r.own < tile.own && r.chunk < tile.chunks;
    r.line = min(r.line, tile.lines - 1);
    r.chunk = min(shared_rank_of(tile) * tile.own + min(r.own, tile.own - 1), tile.chunks - 1);
    r.own = r.chunk - shared_rank_of(tile) * tile.own;
    r.first = r.chunk * chunk_rows - tile.missing;
    return r;
}

template <typename real>
static __device__ inline long long shared_begin_of(const tri_job<real> &job,
                                                   const shared_lines &lines, long long line)
{
    if (job.lines == job.count0)
        return line * lines.step0;
    if (job.lines >> 32) /* 64-bit divisions are slow */
        return line % job.count0 * lines.step0 + line / job.count0 * lines.step1;
    const unsigned j = (unsigned)line % (unsigned)job.count0;
    const unsigned k = (unsigned)line / (unsigned)job.count0;
    return j * lines.step0 + k * lines.step1;
}

static __device__ inline int shared_lines_of(const shared_tile &tile, long long lines,
                                             long long number)
{
    const long long left = lines - number * tile.lines;
    return left < tile.lines ? (int)left : tile.lines;
}

/* Layout of shared memory. */
template <typename real> struct shared_layout {
    enum { SLOTS = 3 }; /* arrays of an exchange between chunks */
    real *stages, *rows, *exchange, *levels;
    unsigned *flags; /* of two alternating tiles */

    __device__ shared_layout(const shared_tile &tile, unsigned char *memory)
    {
        stages = (real *)memory;
        rows = stages + tile.stage_values;
        exchange = rows + tile.row_values;
        levels = exchange + SLOTS * blockDim.x;
        flags = (unsigned *)(levels + tile.level_values);
    }
};

/* ---- host side ---- */

/* Input of the choice of a tile. */
struct shared_shape {
    int precision, chunk_rows;
    long long n, lines, count0;
    int adjacent;  /* adjacent lines are adjacent in memory */
    int max_share; /* maximum number of blocks that share a tile */
    int margins;   /* rows beyond the ends are read */
    int ahead;     /* values of the slot of a thread if tiles may be prefetched; else 0 */
    int wrap;
    shared_lines in, out;   /* `wide` is set by shared_wide */
    long long level_values; /* of factors */
    int chunk_values;       /* of factors, per chunk */
};

/* Threads of a block. */
enum { SHARED_STAGED_THREADS = 512, SHARED_ADJACENT_THREADS = 1024 };

/* Returns 0 if not even one line fits. */
int shared_tile_make(const shared_shape &shape, size_t limit, shared_tile *tile);
/* Bytes of shared memory. */
size_t shared_tile_bytes(const shared_tile &tile, int precision);
/* Whether 16 bytes may be copied at once between this array and a stage. */
int shared_wide(const shared_shape &shape, const shared_tile &tile, const shared_lines &lines,
                const void *array);

#endif
