/* The tile of lines that a cluster of blocks has in the fused sweep: who has which rows, and where they lie in shared
 * memory. Knows no equations.
 *
 * A line is cut into chunks of ADI_CHUNK rows, the leaves of the solver's fixed tree (solvers/tridiag/
 * distributed_tree.c). A block has a power of two of them, a node of that tree; the last block may have a short one more,
 * for lines of 2^n cells have 2^n + 1 faces. */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_TILE_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_TILE_CUH

#include "backend/cuda/adi_device.cuh"

enum { ADI_CHUNK = ADI_CHUNK_BYTES / (int)sizeof(real) };

/* By value to kernels. */
typedef struct adi_tile {
    int faces;     /* rows of a line */
    int all_lines; /* of the part */
    int lines;     /* of a tile */
    int chunks;    /* of each line that a block has: a power of two */
    int share;     /* blocks of a cluster */
    int extra;     /* rows of the chunk that the last block has beyond these; 0: none */
    int threads;
    int ring;
} adi_tile;

/* Rows of a line that a block has room for, the extra chunk aside. */
SPATE_FN int adi_tile_rows(const adi_tile &t)
{
    return t.chunks * ADI_CHUNK;
}

/* Values a, b, c of rows, which become y, q, r of unknowns that are eliminated; y becomes x. Each chunk has a row more
 * than it needs, so that threads meet in no bank; these rows are where segments are handed over. */
typedef struct adi_store {
    real *y, *q, *r;
    real *d;      /* along x alone: along y rows are eliminated as they are made */
    real *change; /* what the known fluxes take from a cell; not padded */
    int by_line, by_chunk, by_row;
    int change_by_line, change_by_row;
} adi_store;

template <int AXIS> SPATE_FN size_t adi_store_words(const adi_tile &t)
{
    const size_t chunks = (size_t)(t.chunks + (t.extra > 0)) * (size_t)t.lines;
    return (AXIS == 0 ? 4 : 3) * chunks * (ADI_CHUNK + 1) + chunks * ADI_CHUNK;
}

template <int AXIS> static __device__ inline adi_store adi_store_of(const adi_tile &t, real *words)
{
    const int chunks = t.chunks + (t.extra > 0);
    const int values = chunks * t.lines * (ADI_CHUNK + 1);
    adi_store s;
    s.y = words;
    s.q = words + values;
    s.r = s.q + values;
    s.d = s.r + values;
    s.change = AXIS == 0 ? s.d + values : s.d;
    s.by_row = AXIS == 0 ? 1 : t.lines;
    s.by_chunk = (ADI_CHUNK + 1) * s.by_row;
    s.by_line = AXIS == 0 ? chunks * s.by_chunk : 1;
    s.change_by_row = s.by_row;
    s.change_by_line = AXIS == 0 ? chunks * ADI_CHUNK : 1;
    return s;
}

static __device__ inline int adi_chunk_at(const adi_store &s, int line, int chunk)
{
    return line * s.by_line + chunk * s.by_chunk;
}

static __device__ inline int adi_row_at_place(const adi_store &s, int line, int row)
{
    return adi_chunk_at(s, line, row / ADI_CHUNK) + row % ADI_CHUNK * s.by_row;
}

/* The padding row of a chunk. */
static __device__ inline int adi_pad_at(const adi_store &s, int line, int chunk)
{
    return adi_chunk_at(s, line, chunk) + ADI_CHUNK * s.by_row;
}

/* What a block has. */
typedef struct adi_share_of {
    int rank;       /* in its cluster */
    int first;      /* its first row of the lines */
    int rows;       /* that are there, the extra chunk included */
    int chunks;     /* that are there, the extra one not */
    int first_line; /* of the tile */
    int lines;      /* that are there */
    int extra;      /* rows of the extra chunk, where this block has it */
} adi_share_of;

static __device__ inline adi_share_of adi_share_of_block(const adi_tile &t)
{
    const int rank = (int)blockIdx.x % t.share, room = adi_tile_rows(t);
    adi_share_of b;
    b.rank = rank;
    b.first = rank * room;
    b.extra = rank == t.share - 1 ? t.extra : 0;
    b.rows = min(room + b.extra, t.faces - b.first);
    b.chunks = (b.rows - b.extra + ADI_CHUNK - 1) / ADI_CHUNK;
    b.first_line = (int)blockIdx.x / t.share * t.lines;
    b.lines = min(t.lines, t.all_lines - b.first_line);
    return b;
}

/* What a thread eliminates and finds; rows: 0 where there is nothing. */
typedef struct adi_role {
    int line, chunk, rows;
} adi_role;

template <int AXIS>
static __device__ inline adi_role adi_role_of(const adi_tile &t, const adi_share_of &b)
{
    const int me = (int)threadIdx.x;
    adi_role r;
    r.line = AXIS == 0 ? me / t.chunks : me % t.lines;
    r.chunk = AXIS == 0 ? me % t.chunks : me / t.lines;
    r.rows = min((int)ADI_CHUNK, b.rows - b.extra - r.chunk * ADI_CHUNK);
    if (r.line >= b.lines || r.chunk >= b.chunks)
        r.rows = 0;
    return r;
}

#endif
