/* The tile of lines that a cluster of blocks has in the fused sweep: who has which rows, and where they lie in shared
 * memory. Knows no equations.
 *
 * A line is cut into chunks of ADI_CHUNK rows, the leaves of the solver's fixed tree (solvers/tridiag/
 * distributed_tree.c). A block has a power of two of them, a node of that tree; the last block may have a short one more,
 * for lines of 2^n cells have 2^n + 1 faces. */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_TILE_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_TILE_CUH

#include "backend/cuda/adi/fused_view.cuh"

namespace
{

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
    int rated; /* the sweep along y finds the rate of the state it leaves */
    int ahead; /* tiles that run at once: the one that is as far ahead comes to this block's place */
} adi_tile;

/* Rows of a line that a block has room for, the extra chunk aside. */
SPATE_FN int adi_tile_rows(const adi_tile &t)
{
    return t.chunks * ADI_CHUNK;
}

/* Values a, b, c, d of rows; a, b, c become y, q, r of unknowns that are eliminated, y becomes x. Each chunk has a row
 * more than it needs, so that threads meet in no bank; these rows are where segments are handed over. */
template <int AXIS, int LINES> struct adi_store {
    enum {
        BY_ROW = AXIS == 0 ? 1 : LINES, /* from a row to the next */
        BY_CHUNK = (ADI_CHUNK + 1) * BY_ROW,
        FIELDS = 5
    };
    real *y, *q, *r;
    real *rest; /* of the cell behind a face: depth that the known fluxes leave */
    real *d;    /* of rows, along x alone: along y they are eliminated as they are made */
    real *sum;  /* of the fluxes across at the cell behind a face, along y alone: for the rate */
    int by_line;

    static size_t words(const adi_tile &t)
    {
        return (size_t)FIELDS * (size_t)(t.chunks + (t.extra > 0)) * LINES * (ADI_CHUNK + 1);
    }
    __device__ adi_store(const adi_tile &t, real *words)
    {
        const int chunks = t.chunks + (t.extra > 0), values = chunks * LINES * (ADI_CHUNK + 1);
        y = words;
        q = y + values;
        r = q + values;
        rest = r + values;
        d = sum = rest + values;
        by_line = AXIS == 0 ? chunks * BY_CHUNK : 1;
    }
    __device__ int chunk(int line, int number) const
    {
        return line * by_line + number * BY_CHUNK;
    }
    __device__ int row(int line, int number) const
    {
        return chunk(line, number / ADI_CHUNK) + number % ADI_CHUNK * BY_ROW;
    }
    /* The padding row of a chunk. */
    __device__ int pad(int line, int number) const
    {
        return chunk(line, number) + ADI_CHUNK * BY_ROW;
    }
};

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

/* Number of a block in its cluster, of the cluster, of a thread. They are asked for anew where they are needed, so that
 * what follows from them takes no registers while rows are made. */
#ifdef __CUDACC__
static __device__ inline int adi_rank_of_block(const adi_tile &)
{
    int rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}
static __device__ inline int adi_number_of_tile(const adi_tile &)
{
    int number;
    asm volatile("mov.u32 %0, %%clusterid.x;" : "=r"(number));
    return number;
}
static __device__ inline int adi_number_of_thread(void)
{
    int number;
    asm volatile("mov.u32 %0, %%tid.x;" : "=r"(number));
    return number;
}
#else
static inline int adi_rank_of_block(const adi_tile &t)
{
    return (int)blockIdx.x % t.share;
}
static inline int adi_number_of_tile(const adi_tile &t)
{
    return (int)blockIdx.x / t.share;
}
static inline int adi_number_of_thread(void)
{
    return (int)threadIdx.x;
}
#endif

static __device__ inline adi_share_of adi_share_of_block(const adi_tile &t)
{
    const int rank = adi_rank_of_block(t), room = adi_tile_rows(t);
    adi_share_of b;
    b.rank = rank;
    b.first = rank * room;
    b.extra = rank == t.share - 1 ? t.extra : 0;
    b.rows = min(room + b.extra, t.faces - b.first);
    b.chunks = (b.rows - b.extra + ADI_CHUNK - 1) / ADI_CHUNK;
    b.first_line = adi_number_of_tile(t) * t.lines;
    b.lines = min(t.lines, t.all_lines - b.first_line);
    return b;
}

/* What a thread eliminates and finds; rows: 0 where there is nothing. */
typedef struct adi_role {
    int line, chunk, rows;
} adi_role;

template <class Kind>
static __device__ inline adi_role adi_role_of(const adi_tile &t, const adi_share_of &b)
{
    const int me = adi_number_of_thread();
    adi_role r;
    r.line = Kind::AXIS == 0 ? me / t.chunks : me % Kind::LINES;
    r.chunk = Kind::AXIS == 0 ? me % t.chunks : me / Kind::LINES;
    r.rows = min((int)ADI_CHUNK, b.rows - b.extra - r.chunk * ADI_CHUNK);
    if (r.line >= b.lines || r.chunk >= b.chunks)
        r.rows = 0;
    return r;
}

} // namespace

#endif
