/* A tile of neighbouring lines that the blocks of a cluster share (tri_tile.share): each has some chunks of every line.
 *
 * Chunks are eliminated where they lie. Then they change hands: each block gets all chunks of some of the lines,
 * reduces these by itself as a block that has whole lines does, and hands the answers back. So a tile takes three
 * meetings of the blocks, however long its lines are, and none within PCR; the arithmetic and its order are those of
 * every other layout. A thread's way through a tile:
 *
 *     eliminate its chunk;      tri_wait()     until nobody needs what was in the exchange
 *     tri_send its ends;        tri_arrive(), tri_wait()
 *     take those of hands.row;  __syncthreads(), reduce, tri_hand_back;   tri_arrive(), tri_wait()
 *     take tri_answer;          __syncthreads(), substitute, tri_flag;    tri_arrive(), tri_wait()
 *     store;                    tri_arrive()
 *
 * with one tri_arrive() before the first tile and one tri_wait() after the last. Knows no equations. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_CLUSTER_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_CLUSTER_CUH

#include "backend/cuda/tridiag/chunks.cuh"

/* What is sent is sent in twos: fewer, wider stores. */
template <typename real> struct alignas(2 * sizeof(real)) tri_pair {
    real first, second;
};

/* Where the chunks of a thread come from and go to. The exchange of a block is 8 values for each thread: up to three
 * pairs that were sent, which may make way for PCR, then a pair of answers. */
template <typename real> struct tri_hands {
    tri_role row; /* what this thread reduces: line, chunk, apart; rows is 1 or 0 */
    const tri_pair<real> *sent, *answers; /* in this block, those of its first thread */
    tri_pair<real> *reducer; /* in the block that reduces the chunk which this thread has */
    tri_pair<real> *owner;   /* in the block that has the chunk which this thread reduces */
};

template <typename real>
static __device__ inline tri_hands<real> tri_hands_of(const tri_tile &tile, const tri_role &me,
                                                      real *exchange)
{
    const int t = (int)threadIdx.x, rank = tri_rank<true>(tile);
    const int lines = tile.lines / tile.share; /* that a block reduces */
    tri_pair<real> *sent = (tri_pair<real> *)exchange;
    tri_pair<real> *answers = (tri_pair<real> *)(exchange + 6 * blockDim.x);
    tri_hands<real> hands = {};
    hands.row.line = rank * lines + t % lines;
    hands.row.chunk = t / lines;
    hands.row.rows = hands.row.chunk < tile.chunks;
    hands.row.apart = lines;
    hands.sent = sent;
    hands.answers = answers;
    hands.reducer = tri_in_block(sent + me.chunk * lines + me.line % lines, me.line / lines);
    if (hands.row.rows) {
        const int own = hands.row.chunk % tile.own_chunks;
        hands.owner = tri_in_block(answers + own * tile.lines + hands.row.line,
                                   hands.row.chunk / tile.own_chunks);
    }
    return hands;
}

/* Pair k of those that the reducer of this thread's chunk gets; only of a thread that has rows. */
template <typename real>
static __device__ inline void tri_send(const tri_hands<real> &hands, int k, real first, real second)
{
    hands.reducer[k * (int)blockDim.x] = {first, second};
}

/* Pair k of the chunk that a thread of this block reduces. */
template <typename real>
static __device__ inline tri_pair<real> tri_sent(const tri_hands<real> &hands, int k, int thread)
{
    return hands.sent[k * (int)blockDim.x + thread];
}

template <typename real>
static __device__ inline void tri_hand_back(const tri_hands<real> &hands,
                                            const tri_links<real> &links)
{
    if (hands.row.rows)
        *hands.owner = {links.last, links.before};
}

template <typename real>
static __device__ inline tri_links<real> tri_answer(const tri_hands<real> &hands)
{
    const tri_pair<real> links = hands.answers[threadIdx.x];
    return {links.first, links.second};
}

/* In the notes of all blocks, which shall all write a line or none. */
static __device__ inline void tri_flag(const tri_tile &tile, unsigned *flags, int line,
                                       unsigned found)
{
#pragma unroll 1
    for (int rank = 0; found && rank < tile.share; ++rank)
        atomicOr(tri_in_block(flags + line, rank), found);
}

#endif
