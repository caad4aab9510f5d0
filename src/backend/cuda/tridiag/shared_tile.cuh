/* Tiles of lines that share a matrix: which lines, who has which chunk, and what shared memory holds. Knows places, no
 * equations.
 *
 * What is read and what is written may lie differently (compact differences). Neighbouring lines, side by side, are read by
 * the threads that solve them (tridiag_shared_beside.cuh); all others wait in a stage (tridiag_shared_stage.cuh). */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_SHARED_TILE_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_SHARED_TILE_CUH

#include "backend/cuda/tridiag/shared.cuh"

/* Lines in global memory, in values; line j + k count0 begins at j step0 + k step1. */
struct shared_lines {
    int rows;
    long long stride, step0, step1;
    int shift; /* its row 0 belongs to row `shift` of the unknowns */
    int wide;  /* 16 bytes may be copied at once */
};

struct shared_tile {
    int lines;   /* of a tile; a power of two where side by side */
    int chunks;  /* of a line */
    int n;       /* unknowns of a line */
    int lacking; /* rows of the first chunk that are before the line */
    int beside, threads;
    int ahead; /* side by side: the next tile waits in slots of shared memory */
    int share, own,
        log_own; /* blocks of a cluster that share a tile, and how many chunks each has: a power of two */
    int margins;                  /* of lines in a stage */
    int line_gap, values;         /* of a stage: from line to line, and all */
    int stage_values;             /* of all stages or slots, whole units */
    int row_values, level_values; /* of factors */
    int around; /* rows that are repeated before the first and after the last one: periodic */
    long long tiles;
    shared_lines in, out;
};

/* Which chunk of which line of each tile a thread solves. Those that are too many do what others do, and keep it. */
struct shared_role {
    int line, chunk;
    int own;   /* the chunk, of those of this block */
    int first; /* row of the line; below 0 where the first chunk lacks rows */
    int apart; /* threads from one chunk of a line to the next */
    bool works;
};

/* Of a block in its cluster. */
static __device__ inline int shared_rank_of(const shared_tile &tile)
{
    return tile.share > 1 ? (int)(blockIdx.x % (unsigned)tile.share) : 0;
}

static __device__ inline shared_role shared_role_of(const shared_tile &tile, int chunk_rows)
{
    const int t = (int)threadIdx.x;
    shared_role r;
    r.line = tile.beside ? t % tile.lines : t / tile.own;
    r.own = tile.beside ? t / tile.lines : t % tile.own;
    r.apart = tile.beside ? tile.lines : 1;
    r.chunk = shared_rank_of(tile) * tile.own + r.own;
    r.works = r.line < tile.lines && r.own < tile.own && r.chunk < tile.chunks;
    r.line = min(r.line, tile.lines - 1);
    r.chunk = min(shared_rank_of(tile) * tile.own + min(r.own, tile.own - 1), tile.chunks - 1);
    r.own = r.chunk - shared_rank_of(tile) * tile.own;
    r.first = r.chunk * chunk_rows - tile.lacking;
    return r;
}

template <typename real>
static __device__ inline long long shared_begin_of(const tri_job<real> &job,
                                                   const shared_lines &lines, long long line)
{
    if (job.lines == job.count0)
        return line * lines.step0;
    if (job.lines >> 32) /* long divisions are slow */
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

/* Where things are in shared memory, one after the other. */
template <typename real> struct shared_layout {
    enum { SLOTS = 3 }; /* of an exchange among chunks */
    real *stages, *rows, *exchange, *levels;
    unsigned *flags; /* of two tiles in turns */

    __device__ shared_layout(const shared_tile &tile, unsigned char *memory)
    {
        stages = (real *)memory;
        rows = stages + tile.stage_values;
        exchange = rows + tile.row_values;
        levels = exchange + SLOTS * blockDim.x;
        flags = (unsigned *)(levels + tile.level_values);
    }
};

/* ---- the host's side ---- */

/* What a tile is made from. */
struct shared_shape {
    int precision, chunk_rows;
    long long n, lines, count0;
    int adjacent;   /* neighbouring lines are neighbours in memory */
    int most_share; /* blocks that may share a tile */
    int margins;    /* rows beyond the ends are read */
    int ahead; /* values of the slot of a thread where the next tile may be asked for; else 0 */
    int around;
    shared_lines in, out;   /* wide is found here */
    long long level_values; /* of factors */
    int chunk_values;       /* of factors, of a chunk */
};

/* Of a block. */
enum { SHARED_STAGED_THREADS = 512, SHARED_BESIDE_THREADS = 1024 };

/* 0 where not even one line fits. */
int shared_tile_make(const shared_shape &shape, size_t limit, shared_tile *tile);
/* Bytes of shared memory. */
size_t shared_tile_bytes(const shared_tile &tile, int precision);
/* Whether 16 bytes may be copied at once between this array and a stage. */
int shared_wide(const shared_shape &shape, const shared_tile &tile, const shared_lines &lines,
                const void *array);

#endif
