/* thomas-pcr of long general lines that are adjacent in memory, by clusters of thread blocks.
 *
 * Traffic as in chunks.cu, 5 words per unknown. In addition each chunk of 9 (f32: 17) rows sends 8
 * values between multiprocessors, a fifth (a tenth) of what it reads. */
#include "backend/cuda/tridiag/cluster.cuh"

/* Three pairs. */
template <typename real>
static __device__ inline void send_ends(const tri_transfer<real> &transfer,
                                        const tri_ends<real> &ends)
{
    tri_send(transfer, 0, ends.c, ends.q);
    tri_send(transfer, 1, ends.y, ends.first_y);
    tri_send(transfer, 2, ends.first_c, ends.first_q);
}

/* Input of the thread's reduced row: the ends of its chunk, and the first unknown of the next
 * one. */
template <bool PERIODIC, typename real>
static __device__ inline void read_ends(const tri_transfer<real> &transfer, int chunks,
                                        tri_ends<real> &ends, tri_first<real> &next)
{
    const int t = (int)threadIdx.x;
    ends = {};
    next = {};
    if (!transfer.row.rows)
        return;
    const tri_pair<real> last = tri_received(transfer, 0, t);
    ends.c = last.first;
    ends.q = last.second;
    ends.y = tri_received(transfer, 1, t).first;
    if (transfer.row.chunk == chunks - 1 && !PERIODIC)
        return;
    const int next_thread = tri_next_thread(transfer.row, chunks);
    const tri_pair<real> first = tri_received(transfer, 2, next_thread);
    next = {first.first, first.second, tri_received(transfer, 1, next_thread).second};
}

/* Solves the reduced systems of some lines in this block and returns the answers to the owners
 * of the chunks. Returns flags. */
template <bool PERIODIC, bool CHECK, typename real>
static __device__ inline unsigned reduce_lines(const tri_transfer<real> &transfer, int chunks,
                                               const tri_job<real> &job, real *exchange)
{
    tri_checker<real> checker = {job.growth, job.smallest, 0, false};
    tri_ends<real> ends;
    tri_first<real> next;
    read_ends<PERIODIC>(transfer, chunks, ends, next);
    __syncthreads(); /* PCR overwrites the received data */
    tri_return_links(transfer, tri_solve_chunks<PERIODIC, CHECK>(transfer.row, chunks, ends, next,
                                                                 exchange, checker));
    return transfer.row.rows ? checker.flags() : 0;
}

template <typename real, int ROWS, bool PERIODIC, bool CHECK>
static __global__ void __launch_bounds__(tri_chunk_size<real>::bound, 1)
    cluster_kernel(const tri_job<real> job, const tri_tile tile)
{
    real *in = (real *)tri_shared_memory(), *out = in + 4 * tile.values;
    const tri_tile_infos infos = tri_infos_after(tile, out + tile.values);
    const tri_role me = tri_role_of<ROWS, true>(tile);
    const tri_transfer<real> transfer = tri_transfer_of(tile, me, out);
    const real *const arrays[4] = {job.a, job.b, job.c, job.d};
    const tri_corners corners = {PERIODIC ? -1 : 0, PERIODIC ? -1 : tile.n - 1};
    const long long step = gridDim.x / tile.share;
    long long now = blockIdx.x / tile.share;
    tri_begin_tile(tile, job, now, infos.of(0));
    __syncthreads();
    tri_fetch<real, 4, true>(tile, arrays, job.stride, tri_lines_of(tile, job.lines, now),
                             infos.of(0).offset, in);
    tri_copy_group();
    tri_arrive();
    for (int turn = 0; now < tile.tiles; now += step, turn ^= 1) {
        const long long next = now + step;
        const int lines = tri_lines_of(tile, job.lines, now);
        const tri_tile_info info = infos.of(turn), next_info = infos.of(turn ^ 1);
        tri_chunk<real, ROWS> chunk;
        tri_ends<real> ends;
        tri_checker<real> checker = {job.growth, job.smallest, 0, false};
        tri_copy_wait<0>();
        __syncthreads();
        tri_eliminate<CHECK>(me, corners, in, tile.values, chunk, ends, checker, me.line < lines);
        if (next < tile.tiles)
            tri_begin_tile(tile, job, next, next_info);
        __syncthreads();
        if (next < tile.tiles)
            tri_fetch<real, 4, true>(tile, arrays, job.stride, tri_lines_of(tile, job.lines, next),
                                     next_info.offset, in);
        tri_copy_group();
        tri_wait();
        if (me.rows > 0)
            send_ends(transfer, ends);
        tri_arrive();
        tri_wait();
        const unsigned found = reduce_lines<PERIODIC, CHECK>(transfer, tile.chunks, job, out);
        if (transfer.row.line < lines)
            tri_flag(tile, info.flags, transfer.row.line, found);
        tri_arrive();
        tri_wait();
        const tri_links<real> links = tri_received_links(transfer);
        __syncthreads(); /* the exchange used the memory of x */
        tri_substitute(me, chunk, links.last, links.before, out, checker);
        if (me.rows > 0 && me.line < lines)
            tri_flag(tile, info.flags, me.line, checker.flags());
        tri_arrive();
        tri_wait();
        tri_store<true>(tile, job, lines, info.offset, info.flags, out);
        if (tri_rank<true>(tile) == 0)
            tri_end_tile(tile, job, lines, now, info);
        tri_arrive();
    }
    tri_wait();
}

template <typename real> tri_chunks_kernel<real> *tri_cluster_kernel(const tri_device_spec &s)
{
    enum { ROWS = tri_chunk_size<real>::rows };
    if (s.periodic)
        return s.check ? cluster_kernel<real, ROWS, true, true>
                       : cluster_kernel<real, ROWS, true, false>;
    return s.check ? cluster_kernel<real, ROWS, false, true>
                   : cluster_kernel<real, ROWS, false, false>;
}

template tri_chunks_kernel<float> *tri_cluster_kernel<float>(const tri_device_spec &s);
template tri_chunks_kernel<double> *tri_cluster_kernel<double>(const tri_device_spec &s);
