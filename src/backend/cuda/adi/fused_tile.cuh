/* The tile of lines of a cluster of blocks in the fused sweep: which thread has which rows, and
 * their layout in shared memory. Knows no equations.
 *
 * A line is cut into chunks of ADI_CHUNK rows, the leaves of the solver's fixed tree
 * (solvers/tridiag/ distributed_tree.c). A block has a power of two of them, which is a node of
 * that tree. The last block may have a short extra chunk, because lines of 2^n cells have 2^n + 1
 * faces. */
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
    int chunks;    /* of each line in a block: a power of two */
    int share;     /* blocks of a cluster */
    int extra;     /* rows of the extra chunk of the last block; 0: none */
    int threads;
    int ring;
    int rated; /* the sweep along y finds the rate of the state it leaves */
    int ahead; /* tiles that run at the same time: the tile so far ahead runs after this one */
} adi_tile;

/* Rows of a line in a block, without the extra chunk. */
SPATE_FN int adi_tile_rows(const adi_tile &t)
{
    return t.chunks * ADI_CHUNK;
}

/* Values a, b, c, d of rows in shared memory. Elimination replaces a, b, c by y, q, r; the
 * solution x replaces y. Each chunk has a padding row, which avoids bank conflicts and holds the
 * segment of the chunk. */
template <int AXIS, int LINES> struct adi_store {
    enum {
        BY_ROW = AXIS == 0 ? 1 : LINES, /* from a row to the next */
        BY_CHUNK = (ADI_CHUNK + 1) * BY_ROW,
        FIELDS = 5
    };
    real *y, *q, *r;
    real *rest; /* of the cell behind a face: the depth predicted from the known fluxes */
    real *d;    /* right-hand sides, along x alone: along y rows are eliminated at once */
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

/* The part of a tile that a block has. */
typedef struct adi_share_of {
    int rank;       /* in its cluster */
    int first;      /* its first row of the lines */
    int rows;       /* with the extra chunk */
    int chunks;     /* without the extra chunk */
    int first_line; /* of the tile */
    int lines;      /* of the tile that exist */
    int extra;      /* rows of the extra chunk, if this block has it */
} adi_share_of;

/* Numbers of a block in its cluster, of the cluster, of a thread. They are read again where they
 * are needed, so that values derived from them occupy no registers while rows are computed. */
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

/* The chunk that a thread eliminates and solves; rows: 0 if it has none. */
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
