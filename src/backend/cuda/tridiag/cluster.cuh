/* A tile of adjacent lines that the blocks of a cluster share (tri_tile.share): each has some
 * chunks of every line.
 *
 * Chunks are eliminated by their owners. Then each block receives all chunks of some of the lines,
 * solves their reduced systems as a block with whole lines does, and returns the answers. A tile
 * needs three cluster barriers, however long its lines are, and none within PCR. The arithmetic and
 * its order are those of every other layout. Steps of a thread in a tile:
 *
 *     eliminate its chunk;          tri_wait()     until the exchange is free
 *     tri_send its ends;            tri_arrive(), tri_wait()
 *     read those of transfer.row;   __syncthreads(), reduce, tri_return_links;   arrive, wait
 *     read tri_received_links;      __syncthreads(), substitute, tri_flag;       arrive, wait
 *     store;                        tri_arrive()
 *
 * with one arrive before the first tile and one wait after the last. Contains no equations. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_CLUSTER_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_CLUSTER_CUH

#include "backend/cuda/tridiag/chunks.cuh"

/* Values are sent in pairs: fewer, wider stores. */
template <typename real> struct alignas(2 * sizeof(real)) tri_pair {
    real first, second;
};

/* Source and destination of the chunks of a thread. The exchange of a block has 8 values for
 * each thread: up to three received pairs, which PCR may overwrite, then a pair of answers. */
template <typename real> struct tri_transfer {
    tri_role row; /* the reduced row of this thread: line, chunk, apart; rows is 1 or 0 */
    const tri_pair<real> *received, *answers; /* in this block, of its first thread */
    tri_pair<real> *reducer; /* in the block that reduces the chunk of this thread */
    tri_pair<real> *owner;   /* in the block that owns the chunk which this thread reduces */
};

template <typename real>
static __device__ inline tri_transfer<real> tri_transfer_of(const tri_tile &tile,
                                                            const tri_role &me, real *exchange)
{
    const int t = (int)threadIdx.x, rank = tri_rank<true>(tile);
    const int lines = tile.lines / tile.share; /* that a block reduces */
    tri_pair<real> *received = (tri_pair<real> *)exchange;
    tri_pair<real> *answers = (tri_pair<real> *)(exchange + 6 * blockDim.x);
    tri_transfer<real> transfer = {};
    transfer.row.line = rank * lines + t % lines;
    transfer.row.chunk = t / lines;
    transfer.row.rows = transfer.row.chunk < tile.chunks;
    transfer.row.apart = lines;
    transfer.received = received;
    transfer.answers = answers;
    transfer.reducer = tri_in_block(received + me.chunk * lines + me.line % lines, me.line / lines);
    if (transfer.row.rows) {
        const int own = transfer.row.chunk % tile.own_chunks;
        transfer.owner = tri_in_block(answers + own * tile.lines + transfer.row.line,
                                      transfer.row.chunk / tile.own_chunks);
    }
    return transfer;
}

/* Sends pair k to the reducer of this thread's chunk; only called by a thread with rows. */
template <typename real>
static __device__ inline void tri_send(const tri_transfer<real> &transfer, int k, real first,
                                       real second)
{
    transfer.reducer[k * (int)blockDim.x] = {first, second};
}

/* Pair k of the chunk that a thread of this block reduces. */
template <typename real>
static __device__ inline tri_pair<real> tri_received(const tri_transfer<real> &transfer, int k,
                                                     int thread)
{
    return transfer.received[k * (int)blockDim.x + thread];
}

template <typename real>
static __device__ inline void tri_return_links(const tri_transfer<real> &transfer,
                                               const tri_links<real> &links)
{
    if (transfer.row.rows)
        *transfer.owner = {links.last, links.before};
}

template <typename real>
static __device__ inline tri_links<real> tri_received_links(const tri_transfer<real> &transfer)
{
    const tri_pair<real> links = transfer.answers[threadIdx.x];
    return {links.first, links.second};
}

/* Sets flags in all blocks of the cluster: a line is written by all of them or by none. */
static __device__ inline void tri_flag(const tri_tile &tile, unsigned *flags, int line,
                                       unsigned found)
{
#pragma unroll 1
    for (int rank = 0; found && rank < tile.share; ++rank)
        atomicOr(tri_in_block(flags + line, rank), found);
}

#endif
