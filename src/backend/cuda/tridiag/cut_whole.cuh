/* Lines of a shared matrix that lie whole in one part, in one kernel: right-hand sides are read once
 * and kept in shared memory until the unknowns are known. Chunks, tree and operations are those of
 * lines that are cut, in the same order: the same bits.
 *
 * A strip is a number of adjacent lines. A block has some chunks of each line of a strip, an item
 * for each of them, and a thread for each item; where lines are longer the blocks of a cluster share
 * a strip. Each block merges its own chunks, reads the segments of all others, and solves the upper end
 * of the tree by itself, so that one cluster barrier is enough.
 *
 * A receiver takes the unknowns (whole_store). Traffic with it: d, x, 2 words per unknown. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_CUT_WHOLE_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_CUT_WHOLE_CUH

#include "backend/cuda/tridiag/cut_rows.cuh"

namespace CUT_TWIN
{

/* 64 KB of right-hand sides in a block, and three blocks on a multiprocessor of 228 KB: while one
 * eliminates, the others load or store. */
enum {
    WHOLE_CHUNK = 64,
    WHOLE_ITEMS = 1024 / (int)sizeof(real),
    WHOLE_THREADS = 256,
    WHOLE_RESIDENT = 3,
    WHOLE_BLOCKS = 8, /* of a cluster, on every device that has clusters */
    WHOLE_KINDS = 4
};
static_assert((int)WHOLE_ITEMS <= (int)WHOLE_THREADS, "a thread has at most one item");

/* A chunk in shared memory has one value more than rows: neither adjacent chunks nor adjacent rows
 * conflict in a bank. */
enum { WHOLE_PITCH = WHOLE_CHUNK + 1 };

/* Factors of the rows of a chunk, the same for all chunks of a kind: going up, of row r, scale and
 * weight of row r - 1 and lower of r; going down border and upper. */
enum { WHOLE_UP = 3, WHOLE_DOWN = 2, WHOLE_FACTORS = WHOLE_CHUNK * (WHOLE_UP + WHOLE_DOWN) };

struct whole_merge {
    real c, scale, weight, lower, q, r;
};

/* Passed to kernels by value. */
struct whole_lines {
    cut_job job; /* for reports of failures */
    const real *d;
    long long rows, lines, strips;
    long long stride, step; /* from row to row, from line to line */
    int chunks;             /* of a line */
    int across;             /* lines are adjacent in memory, not their rows */
    int width;              /* lines of a strip; a power of two if across */
    int own;                /* chunks of a block; a power of two if a strip has several blocks */
    int blocks;             /* of a strip */
    int kinds;
    const real *factors;       /* of each kind */
    const unsigned char *kind; /* of each chunk */
    /* of chunk k, which is the first one of the right one of two segments that merge; k > 0 */
    const whole_merge *merges;
};

/* The unknowns go to an array. A receiver has
 *
 *     open()            called once by each thread; returns what has the others
 *     given load(o)     what it needs at index o of the arrays; several of them are loaded at once
 *     put(o, given, x)  receives the unknown */
struct whole_store {
    real *x;
    struct given {};

    __device__ inline const whole_store &open(void) const
    {
        return *this;
    }
    __device__ inline given load(long long) const
    {
        return {};
    }
    __device__ inline void put(long long o, given, real value) const
    {
        cut_store(x + o, value);
    }
};

/* ---- where things are ---- */

static inline size_t whole_bytes(const whole_lines &l)
{
    const int top = l.blocks > 1 ? 2 * l.blocks * l.width : 0;
    return sizeof(real) * (size_t)(l.own * l.width * (WHOLE_PITCH + 2) + 2 * l.width + top +
                                   l.kinds * WHOLE_FACTORS);
}

/* A block's part of a strip, and its shared memory. */
template <bool ACROSS> struct whole_block {
    const whole_lines &l;
    int rank, first, here;   /* its number in the strip; its first chunk; how many it has */
    int lines;               /* of this strip: fewer in the last one */
    long long line0, row0;   /* the first line, the first row */
    int rows;                /* of each line here */
    real *tile, *y, *g, *ends, *top_y, *top_g, *factors;
    float inverse_own;

    __device__ inline explicit whole_block(const whole_lines &of)
        : l(of), rank((int)(blockIdx.x % (unsigned)of.blocks)), first(rank * of.own)
    {
        const int items = l.own * l.width;
        line0 = (long long)(blockIdx.x / (unsigned)l.blocks) * l.width;
        lines = l.lines - line0 < l.width ? (int)(l.lines - line0) : l.width;
        here = l.chunks - first < l.own ? l.chunks - first : l.own;
        row0 = (long long)first * WHOLE_CHUNK;
        rows = l.rows - row0 < here * WHOLE_CHUNK ? (int)(l.rows - row0) : here * WHOLE_CHUNK;
        tile = (real *)tri_shared_memory();
        y = tile + items * WHOLE_PITCH;
        g = y + items;
        ends = g + items;
        top_y = ends + 2 * l.width;
        top_g = top_y + l.blocks * l.width;
        factors = l.blocks > 1 ? top_g + l.blocks * l.width : top_y;
        inverse_own = 1.0f / (float)l.own;
    }

    /* The segment of chunk k of line w of the strip. */
    __device__ inline int item(int k, int w) const
    {
        return ACROSS ? k * l.width + w : w * l.own + k;
    }

    /* Its row r in the tile is at row_of(k, w) + r * gap(). */
    __device__ inline int row_of(int k, int w) const
    {
        return ACROSS ? k * WHOLE_PITCH * l.width + w : item(k, w) * WHOLE_PITCH;
    }
    __device__ inline int gap(void) const
    {
        return ACROSS ? l.width : 1;
    }

    /* Unknowns at the ends of a node. Those between chunks of this block take the place of y; those
     * between blocks are in top_y. b: a number of a block. */
    __device__ inline real between_blocks(int b, int w) const
    {
        return b == 0 ? ends[w] : b == l.blocks ? ends[l.width + w] : top_y[b * l.width + w];
    }
    __device__ inline real between_chunks(int k, int w) const
    {
        return k == 0      ? between_blocks(rank, w)
               : k == here ? between_blocks(rank + 1, w)
                           : y[item(k, w)];
    }
};

/* ---- copies ---- */

/* Value i of the block, i = 0 ... values - 1, adjacent ones adjacent in memory: where it is in the
 * tile and in the arrays. at: -1 if there is none. */
struct whole_place {
    int at, w;
    long long o;
};

template <bool ACROSS> static __device__ inline int whole_values(const whole_block<ACROSS> &b)
{
    return (ACROSS ? b.here * b.l.width : b.l.own * b.lines) * WHOLE_CHUNK;
}

template <bool ACROSS>
static __device__ inline whole_place whole_place_of(const whole_block<ACROSS> &b, int i)
{
    whole_place p;
    int row;
    if (ACROSS) {
        row = i / b.l.width;
        p.w = i % b.l.width;
        p.at = (row + row / WHOLE_CHUNK) * b.l.width + p.w;
        p.o = (b.row0 + row) * b.l.stride + b.line0 + p.w;
    } else {
        const int chunk = i / WHOLE_CHUNK, r = i % WHOLE_CHUNK;
        p.w = (int)(((float)chunk + 0.5f) * b.inverse_own); /* chunk / own: both are small */
        row = i - p.w * b.l.own * WHOLE_CHUNK;
        p.at = chunk * WHOLE_PITCH + r;
        p.o = (b.line0 + p.w) * b.l.step + b.row0 + row;
    }
    if (row >= b.rows || p.w >= b.lines)
        p.at = -1;
    return p;
}

/* Rows of adjacent lines, 16 bytes at a time. */
static __device__ inline void whole_fetch(const whole_block<true> &b)
{
    const int packs = b.l.width / CUT_PACK;
    for (int i = (int)threadIdx.x; i < b.rows * packs; i += WHOLE_THREADS) {
        const int row = i / packs, w = i % packs * CUT_PACK;
        const real *from = b.l.d + (b.row0 + row) * b.l.stride + b.line0 + w;
        real *to = b.tile + (row + row / WHOLE_CHUNK) * b.l.width + w;
        if (w + CUT_PACK <= b.lines)
            tri_copy_async<16>(to, from);
        for (int k = w; k < b.lines && w + CUT_PACK > b.lines; ++k)
            tri_copy_async<sizeof(real)>(to + (k - w), from + (k - w));
    }
}

static __device__ inline void whole_fetch(const whole_block<false> &b)
{
    const int values = whole_values(b);
#pragma unroll 4
    for (int i = (int)threadIdx.x; i < values; i += WHOLE_THREADS) {
        const whole_place p = whole_place_of(b, i);
        if (p.at >= 0)
            tri_copy_async<sizeof(real)>(b.tile + p.at, b.l.d + p.o);
    }
}

static __device__ inline void whole_copy_factors(const whole_lines &l, real *to)
{
    for (int i = (int)threadIdx.x; i < l.kinds * WHOLE_FACTORS; i += WHOLE_THREADS)
        tri_copy_async<sizeof(real)>(to + i, l.factors + i);
}

/* Lines whose last unknown is not finite are left as they are. */
template <bool ACROSS, typename Receiver>
static __device__ inline void whole_put(const whole_block<ACROSS> &b, const Receiver &receiver)
{
    enum { R = 8 };
    const int values = whole_values(b);
    const auto to = receiver.open();
    for (int begin = (int)threadIdx.x; begin < values; begin += R * WHOLE_THREADS) {
        typename Receiver::given given[R];
        whole_place p[R];
#pragma unroll
        for (int r = 0; r < R; ++r) {
            const int i = begin + r * WHOLE_THREADS;
            p[r] = whole_place_of(b, i < values ? i : begin);
            if (i >= values || p[r].at < 0 || !cut_finite(b.ends[b.l.width + p[r].w]))
                p[r].at = -1;
            else
                given[r] = to.load(p[r].o);
        }
#pragma unroll
        for (int r = 0; r < R; ++r)
            if (p[r].at >= 0)
                to.put(p[r].o, given[r], b.tile[p[r].at]);
    }
}

} // namespace CUT_TWIN

#endif
