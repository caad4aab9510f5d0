/* Rows that flow through shared memory, one of every chunk of a tile at a time (tridiag_flow.cu). What is known by the
 * number of the thread is asked for again where it is needed: registers are short. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_FLOW_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_FLOW_CUH

#include "backend/cuda/tridiag_chunks.cuh"

enum { FLOW_THREADS = 1024 /* then there are 64 registers */ };

/* DEPTH: rows on their way. LATER: the first row whose q waits in shared memory, as y does. */
template <typename real, int ROWS, int DEPTH, int LATER> struct flow_memory {
    /* values for each thread: slots of a, b, c, d; the exchange; y; q */
    enum { EXCHANGE = 4 * DEPTH, Y = EXCHANGE + 6, Q = Y + ROWS, ALL = Q + ROWS - LATER };
    static __device__ real *at(int values)
    {
        return (real *)tri_shared_memory() + values * (int)blockDim.x;
    }
};

/* q of a chunk: in registers, later ones in shared memory. */
template <typename real, int ROWS, int LATER> struct flow_fill {
    real early[LATER], *later;
    __device__ real operator[](int k) const
    {
        return k < LATER ? early[k] : later[(k - LATER) * (int)blockDim.x];
    }
    __device__ void put(int k, real q)
    {
        if (k < LATER)
            early[k] = q;
        else
            later[(k - LATER) * (int)blockDim.x] = q;
    }
};

template <typename real> struct flow_column {
    real *at;
    __device__ real operator[](int k) const
    {
        return at[k * (int)blockDim.x];
    }
};

template <typename real, int ROWS, int LATER> struct flow_chunk {
    real c[ROWS];
    flow_fill<real, ROWS, LATER> q;
    flow_column<real> y;
};

/* What a thread fetches of each row. UNIT 1: its own a, b, c, d; else units of so many values of its warp, 16 bytes each:
 * of one array or two. */
template <typename real, int UNIT> struct flow_source {
    enum { COPIES = 4 / UNIT, LANES = 32 / UNIT /* units of a warp's row in one array */ };
    long long from; /* the next row of the chunk */
    int left;       /* rows of the chunk, where it is to be fetched */

    static __device__ int array_of(int thread)
    {
        return thread % 32 / LANES;
    }
    /* The thread that has the first value of the unit. */
    static __device__ int first_of(int thread)
    {
        return thread - thread % 32 + thread % LANES * UNIT;
    }
    static __device__ const real *pick(const tri_job<real> &job, int array)
    {
        return array == 0 ? job.a : array == 1 ? job.b : array == 2 ? job.c : job.d;
    }
    /* lines: of the tile; 0 where there is none. */
    template <int ROWS>
    __device__ void begin(const tri_job<real> &job, const tri_tile &tile, int lines,
                          const tri_tile_note &note)
    {
        const int thread = tri_thread_again();
        const tri_role role = tri_role_of<ROWS>(tile, first_of(thread));
        left = role.line < lines ? role.rows : 0;
        from = left > 0 ? note.place[role.line] + role.first * job.stride : 0;
    }
    /* Row k of the chunk, the one after what was fetched last. */
    __device__ void fetch(const tri_job<real> &job, int k, int slot)
    {
        if (k < left) {
            const int thread = (int)threadIdx.x, array = array_of(thread);
            real *to =
                (real *)tri_shared_memory() + slot + array * (int)blockDim.x + first_of(thread);
#pragma unroll
            for (int j = 0; j < COPIES; ++j)
                tri_copy_async<UNIT *(int)sizeof(real)>(to + j * UNIT * (int)blockDim.x,
                                                        pick(job, array + j * UNIT) + from);
            from += job.stride;
        }
        tri_copy_group();
    }
};

template <int DEPTH> static __device__ inline int flow_next_slot(int slot)
{
    const int size = 4 * (int)blockDim.x;
    return slot == (DEPTH - 1) * size ? 0 : slot + size;
}

static __device__ inline int flow_lines(const tri_tile &tile, long long lines, long long number)
{
    return number < tile.tiles ? tri_lines_of(tile, lines, number) : 0;
}

/* All rows of the chunk, and meanwhile the fetching of those DEPTH rows further on. */
template <bool PERIODIC, bool CHECK, int DEPTH, typename real, int ROWS, int LATER, int UNIT>
static __device__ inline tri_running<real> flow_eliminate(
    const tri_job<real> &job, const tri_tile &tile, long long next, const tri_tile_note &next_note,
    flow_source<real, UNIT> &source, int &slot, flow_chunk<real, ROWS, LATER> &chunk,
    tri_watcher<real> &watcher)
{
    const int threads = (int)blockDim.x, t = (int)threadIdx.x;
    const int rows = tri_role_of<ROWS>(tile).rows;
    /* the first and the last row of the line, -1: not here */
    tri_running<real> run = tri_begin_rows<real>();
    tri_range<real> range = tri_empty_range<real>();
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
        tri_copy_wait<DEPTH - 1>();
        if (UNIT > 1)
            tri_meet_warp();
        if (k < rows) {
            const tri_role me = tri_role_of<ROWS>(tile);
            const bool at_first = !PERIODIC && k == 0 && me.first == 0;
            const bool at_last = !PERIODIC && me.first + k == tile.n - 1;
            const real *row = (const real *)tri_shared_memory() + slot + t;
            const real a = at_first ? (real)0 : row[0], b = row[threads];
            const real c = at_last ? (real)0 : row[2 * threads], d = row[3 * threads];
            tri_eliminate_row<false, CHECK>(a, b, c, d, k == 0, run, range, watcher);
            chunk.c[k] = run.c;
            chunk.q.put(k, run.q);
            chunk.y.at[k * threads] = run.y;
        }
        if (UNIT > 1)
            tri_meet_warp(); /* all have read the slot */
        if (k + DEPTH == ROWS)
            source.template begin<ROWS>(job, tile, flow_lines(tile, job.lines, next), next_note);
        source.fetch(job, (k + DEPTH) % ROWS, slot);
        slot = flow_next_slot<DEPTH>(slot);
    }
    return run;
}

/* x, in place of c. */
template <typename real, int ROWS, int LATER>
static __device__ inline void flow_substitute(int rows, flow_chunk<real, ROWS, LATER> &chunk,
                                              const tri_links<real> &links,
                                              tri_watcher<real> &watcher)
{
    real x = links.last;
#pragma unroll
    for (int k = ROWS - 1; k >= 0; --k) {
        if (k < rows) {
            if (k < rows - 1)
                x = tri_less(tri_less(chunk.y[k], chunk.q[k], links.before), chunk.c[k], x);
            chunk.c[k] = x;
            watcher.watch(x);
        }
    }
}

template <typename real, int ROWS, int LATER>
static __device__ inline void flow_store(const tri_job<real> &job, const tri_role &me,
                                         const tri_tile_note &note,
                                         const flow_chunk<real, ROWS, LATER> &chunk)
{
    if (tri_withheld(job, note.flags[me.line]))
        return;
    long long at = note.place[me.line] + me.first * job.stride;
#pragma unroll
    for (int k = 0; k < ROWS; ++k, at += job.stride)
        if (k < me.rows)
            job.x[at] = chunk.c[k];
}

template <typename real, int ROWS, int DEPTH, int LATER, int UNIT, bool PERIODIC, bool CHECK>
static __global__ void __launch_bounds__(FLOW_THREADS, 1)
    flow_kernel(const tri_job<real> job, const tri_tile tile)
{
    typedef flow_memory<real, ROWS, DEPTH, LATER> memory;
    const tri_tile_notes notes = tri_notes_after(tile, memory::at(memory::ALL));
    flow_source<real, UNIT> source;
    long long now = blockIdx.x;
    int slot = 0;
    tri_begin_tile(tile, job, now, notes.of(0));
    tri_begin_tile(tile, job, now + gridDim.x, notes.of(1));
    __syncthreads();
    source.template begin<ROWS>(job, tile, flow_lines(tile, job.lines, now), notes.of(0));
#pragma unroll 1
    for (int k = 0; k < DEPTH; ++k, slot = flow_next_slot<DEPTH>(slot))
        source.fetch(job, k, slot);
    for (int turn = 0; now < tile.tiles; now += gridDim.x, turn = (turn + 1) % TRI_MOST_NOTES) {
        const long long next = now + gridDim.x;
        flow_chunk<real, ROWS, LATER> chunk;
        chunk.y.at = memory::at(memory::Y) + threadIdx.x;
        chunk.q.later = memory::at(memory::Q) + threadIdx.x;
        tri_watcher<real> watcher = {job.growth, job.smallest, 0, false};
        const tri_running<real> last =
            flow_eliminate<PERIODIC, CHECK, DEPTH>(job, tile, next,
                                                   notes.of((turn + 1) % TRI_MOST_NOTES), source,
                                                   slot, chunk, watcher);
        const tri_role me = tri_role_of<ROWS>(tile, tri_thread_again());
        const tri_ends<real> ends = tri_ends_of<ROWS>(chunk, me.rows, last);
        real *exchange = memory::at(memory::EXCHANGE);
        tri_show_ends(ends, exchange);
        tri_begin_tile(tile, job, next + gridDim.x, notes.of((turn + 2) % TRI_MOST_NOTES));
        __syncthreads();
        const tri_links<real> links =
            tri_solve_chunks<PERIODIC, CHECK>(me, tile.chunks, ends,
                                              tri_shown_first(me, tile.chunks, PERIODIC, exchange),
                                              exchange, watcher);
        flow_substitute(me.rows, chunk, links, watcher);
        const int lines = tri_lines_of(tile, job.lines, now);
        const bool mine = me.rows > 0 && me.line < lines;
        if (mine && watcher.flags())
            atomicOr(&notes.of(turn).flags[me.line], watcher.flags());
        __syncthreads();
        if (mine)
            flow_store(job, me, notes.of(turn), chunk);
        tri_end_tile(tile, job, lines, now, notes.of(turn));
    }
    tri_copy_wait<0>();
}

#endif
