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

#include "backend/cuda/common/platform.cuh" /* first: in tests it defines CUDA */

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
    WHOLE_BLOCKS = 8,       /* of a cluster, on every device that has clusters */
    WHOLE_MOST_BLOCKS = 16, /* on some */
    WHOLE_KINDS = 4
};
static_assert((int)WHOLE_ITEMS <= (int)WHOLE_THREADS, "a thread has at most one item");

/* Parts of the values of a block. */
enum { WHOLE_EIGHTHS = 8 };

/* A chunk in shared memory has one value more than rows: neither adjacent chunks nor adjacent rows
 * conflict in a bank. Behind the rows is y of the chunk's segment. */
enum { WHOLE_PITCH = WHOLE_CHUNK + 1 };

/* Factors of the rows of a chunk, the same for all chunks of a kind. A pair is loaded at once. */
struct alignas(2 * sizeof(real)) whole_pair {
    real first, second;
};
struct whole_factors {
    whole_pair up[WHOLE_CHUNK];   /* of row r, scale and weight of row r - 1 */
    whole_pair down[WHOLE_CHUNK]; /* border and upper */
    real lower[WHOLE_CHUNK];
};
enum { WHOLE_FACTORS = sizeof(whole_factors) / sizeof(real) };

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
    int width;              /* lines of a strip; if across, 1 << shift */
    int shift;
    int own;    /* chunks of a block; a power of two if a strip has several blocks */
    int blocks; /* of a strip */
    int kinds;  /* of chunks in one block, at most */
    const whole_factors *factors; /* of the kinds of each block */
    const unsigned char *kind;    /* of each chunk, among those of its block */
    /* of chunk k, which is the first one of the right one of two segments that merge; k > 0 */
    const whole_merge *merges;
};

/* Values of a pack that exist: the first `left`, as far as `of` has their bits. */
struct whole_share {
    int left;
    unsigned of;

    template <int V> __device__ inline bool all(void) const
    {
        return left >= V && of == (1u << V) - 1;
    }
    __device__ inline bool has(int k) const
    {
        return k < left && (of >> k & 1);
    }
};

template <int V>
static __device__ inline void whole_write(whole_share share, real *to, const cut_pack &value)
{
    if (V == CUT_PACK && share.all<V>())
        cut_store_pack(to, value);
    else
#pragma unroll
        for (int k = 0; k < V; ++k)
            if (share.has(k))
                cut_store(to + k, value.value[k]);
}

/* The unknowns go to an array, V at a time: 1, or CUT_PACK if aligned. A receiver has
 *
 *     ahead(origin, body)      calls body(from, part) for each array that packs need, from
 *                              `origin`: `part` of WHOLE_EIGHTHS goes into cache with the
 *                              right-hand sides, as much again before unknowns are substituted
 *     open(origin, body)       each thread calls it once; it calls body(to), where `to` has
 *     V, AT_ONCE               adjacent unknowns of a pack; packs that are loaded at once
 *     load(o, given)           loads what packs need; they begin at origin + o[r] of the arrays. It may
 *                              read behind the last value of a row, as far as a whole pack
 *     put(share, o, given, x)  takes the unknowns of a pack that exist */
template <int OF> struct whole_store {
    enum { V = OF, AT_ONCE = 8 / OF };
    real *x;
    struct given {
    };

    template <typename Body> __device__ inline void ahead(long long, const Body &) const {}
    template <typename Body> __device__ inline void open(long long origin, const Body &body) const
    {
        body(whole_store{x + origin});
    }
    template <int R> __device__ inline void load(const int (&)[R], given (&)[R]) const {}
    __device__ inline void put(whole_share share, int o, given, const cut_pack &value) const
    {
        whole_write<V>(share, x + o, value);
    }
};

/* ---- where things are ---- */

/* Rows of an item that lie side by side, from `origin`. */
struct alignas(8) whole_run {
    int o, rows;
};

/* Of 228 KB a block takes 1 KB more than asked for. Behind g is the top of the tree: y and g of each
 * block of a strip. There are three kinds: of first, inner and last chunks; if blocks share a strip,
 * each has two of them. */
static_assert(WHOLE_ITEMS * (WHOLE_PITCH + 1) * sizeof(real) + 3 * sizeof(whole_factors) + 2 * 64 +
                      1024 <=
                  (228 << 10) / WHOLE_RESIDENT,
              "so many blocks fit on a multiprocessor");
static_assert(WHOLE_ITEMS * (WHOLE_PITCH + 1) * sizeof(real) + 2 * sizeof(whole_factors) +
                      2 * 128 * WHOLE_MOST_BLOCKS + 1024 <=
                  (228 << 10) / WHOLE_RESIDENT,
              "so many blocks of a cluster do too");

static inline size_t whole_bytes(const whole_lines &l)
{
    const int items = l.own * l.width, top = 2 * l.blocks * l.width;
    return sizeof(real) * (size_t)(items * (WHOLE_PITCH + 1) + top) +
           sizeof(whole_factors) * (size_t)l.kinds +
           (l.across ? 0 : (size_t)items * sizeof(whole_run));
}

/* A block's part of a strip, and its shared memory. */
template <bool ACROSS> struct whole_block {
    const whole_lines &l;
    int rank, first, here;  /* its number in the strip; its first chunk; how many it has */
    int lines;              /* of this strip: fewer in the last one */
    int rows;               /* of each line here */
    long long line0;        /* the first line */
    long long origin;       /* of its first row here in the arrays */
    whole_factors *factors; /* of each kind */
    real *tile, *y, *g;
    /* Of segments of blocks. Unknowns at the ends of the line take the place of those of block 0: the
     * one before it is in top_y, the last one in top_g, behind those between blocks. */
    real *top_y, *top_g;
    whole_run *runs; /* of items; not if ACROSS */

    __device__ inline explicit whole_block(const whole_lines &of)
        : l(of), rank((int)(blockIdx.x % (unsigned)of.blocks)), first(rank * of.own)
    {
        const int items = l.own * l.width;
        const long long row0 = (long long)first * WHOLE_CHUNK;
        line0 = (long long)(blockIdx.x / (unsigned)l.blocks) * l.width;
        lines = l.lines - line0 < l.width ? (int)(l.lines - line0) : l.width;
        here = l.chunks - first < l.own ? l.chunks - first : l.own;
        rows = l.rows - row0 < here * WHOLE_CHUNK ? (int)(l.rows - row0) : here * WHOLE_CHUNK;
        origin = row0 * l.stride + line0 * l.step;
        factors = (whole_factors *)tri_shared_memory();
        runs = (whole_run *)(factors + l.kinds);
        tile = ACROSS ? (real *)runs : (real *)(runs + items);
        y = tile + WHOLE_CHUNK * gap();
        g = tile + items * WHOLE_PITCH;
        top_y = g + items;
        top_g = top_y + l.blocks * l.width;
    }

    /* Where g is of the segment of chunk k of line w of the strip. */
    __device__ inline int item(int k, int w) const
    {
        return ACROSS ? k * l.width + w : w * l.own + k;
    }

    /* Its row r in the tile is at row_of(k, w) + r * gap(), its y in y at row_of(k, w). */
    __device__ inline int row_of(int k, int w) const
    {
        return ACROSS ? k * WHOLE_PITCH * l.width + w : item(k, w) * WHOLE_PITCH;
    }
    __device__ inline int gap(void) const
    {
        return ACROSS ? l.width : 1;
    }

    /* Unknowns at the ends of a node. Those between chunks of this block take the place of y; those
     * between blocks are in top_y. b: a number of a block, or one behind the last. */
    __device__ inline real between_blocks(int b, int w) const
    {
        return top_y[b * l.width + w];
    }
    __device__ inline real last(int w) const
    {
        return top_g[w];
    }
    __device__ inline real between_chunks(int k, int w) const
    {
        return k == 0      ? between_blocks(rank, w)
               : k == here ? between_blocks(rank + 1, w)
                           : y[row_of(k, w)];
    }
};

} // namespace CUT_TWIN

#endif
