/* thomas-pcr of lines that share one matrix: each thread keeps the factors of one chunk in registers and goes from
 * line to line.
 *
 * Traffic: reads d and writes x, 2 words an unknown; factors are read once for each block. Tiles are asked for two
 * ahead. */
#include "backend/cuda/tridiag_shared_chunk.cuh"

enum { STAGES = 3 /* tiles in shared memory */ };

/* The right-hand side of the reduced system, then its solution: the last unknown of this chunk and of the one
 * before. y: of the last row; the chunk before has shown its first one in the second slot of the exchange. */
template <bool PERIODIC, typename real>
static __device__ inline tri_links<real> solve_reduced(const tri_role &me, int chunks, real y,
                                                       const tri_shared_factors<real> &f,
                                                       real *exchange)
{
    const int threads = (int)blockDim.x, t = (int)threadIdx.x, g = me.chunk;
    const int count = PERIODIC ? chunks - 1 : chunks;
    const bool works = me.rows > 0, last = g == chunks - 1;
    const int next = t + (last ? -g : 1) * me.apart;
    real d = 0;
    if (works) {
        d = f.levels[SHARED_SCALE * chunks + g] * y;
        if (PERIODIC || !last)
            d = tri_less(d, f.levels[SHARED_RIGHT * chunks + g], exchange[threads + next]);
    }
    int slot = 0, reach = 1;
#pragma unroll 1
    for (int level = 1; level <= f.levels_used; ++level, reach *= 2, slot ^= 1) {
        const real *value = f.levels + level * SHARED_LEVEL * chunks + g;
        real *shown = exchange + slot * threads;
        shown[t] = d;
        __syncthreads();
        if (!works)
            continue;
        d *= value[SHARED_SCALE * chunks];
        if (g >= reach && g < count)
            d = tri_less(d, value[SHARED_LEFT * chunks], shown[t - reach * me.apart]);
        if (g + reach < count)
            d = tri_less(d, value[SHARED_RIGHT * chunks], shown[t + reach * me.apart]);
    }
    real *shown = exchange + slot * threads;
    shown[t] = d;
    __syncthreads();
    if (!works)
        return {0, 0};
    const real before = g > 0 ? shown[t - me.apart] : (real)0;
    if (!PERIODIC)
        return {d, before};
    const int first = t - g * me.apart, border = first + (chunks - 1) * me.apart;
    real v = f.border_scale * shown[border];
    if (chunks > 1)
        v = tri_less(tri_less(v, f.border_before, shown[border - me.apart]), f.border_first,
                     shown[first]);
    return {last ? v : tri_less(d, f.both[g], v), g > 0 ? tri_less(before, f.both[g - 1], v) : v};
}

/* Asks for tile `number` into its stage; an empty group where there is none. */
template <typename real>
static __device__ inline void ask(const tri_tile &tile, const tri_job<real> &job, long long number,
                                  const tri_tile_note &note, real *to)
{
    const real *const arrays[1] = {job.d};
    if (number < tile.tiles)
        tri_fetch<real, 1>(tile, arrays, job.stride, tri_lines_of(tile, job.lines, number),
                           note.place, to);
    tri_copy_group();
}

template <typename real, int ROWS, bool PERIODIC>
static __global__ void __launch_bounds__(TRI_CHUNK_THREADS, 1)
    shared_kernel(const tri_job<real> job, const tri_tile tile, const tri_shared_factors<real> f)
{
    real *in = (real *)tri_shared_memory(), *out = in + STAGES * tile.values;
    const tri_tile_notes notes = tri_notes_after(tile, out + tile.values);
    const tri_role me = tri_role_of<ROWS>(tile);
    const bool full = tri_whole_warp(me.rows == ROWS);
    const long long step = gridDim.x;
    long long now = blockIdx.x;
    for (int k = 0; k < STAGES - 1; ++k)
        tri_begin_tile(tile, job, now + k * step, notes.of(k));
    __syncthreads();
    for (int k = 0; k < STAGES - 1; ++k)
        ask(tile, job, now + k * step, notes.of(k), in + k * tile.values);
    chunk_factors<real, ROWS> factors;
    load_factors(me, tile.chunks, f, factors);
    for (int stage = 0; now < tile.tiles; now += step, stage = (stage + 1) % STAGES) {
        const int ahead = (stage + STAGES - 1) % STAGES;
        real y[ROWS], zero = 0;
        tri_copy_wait<STAGES - 2>();
        __syncthreads();
        const real last =
            eliminate(me, full, factors, in + stage * tile.values, y, out + blockDim.x, &zero);
        tri_begin_tile(tile, job, now + (STAGES - 1) * step, notes.of(ahead));
        __syncthreads();
        ask(tile, job, now + (STAGES - 1) * step, notes.of(ahead), in + ahead * tile.values);
        const tri_links<real> links = solve_reduced<PERIODIC>(me, tile.chunks, last, f, out);
        __syncthreads(); /* the exchange was in place of x */
        substitute(me, full, factors, y, links, out, &zero);
        const int lines = tri_lines_of(tile, job.lines, now);
        if (me.rows > 0 && me.line < lines && !(zero == 0))
            atomicOr(&notes.of(stage).flags[me.line], (unsigned)TRI_FAILED);
        __syncthreads();
        tri_store(tile, job, lines, notes.of(stage).place, notes.of(stage).flags, out);
        tri_end_tile(tile, job, lines, now, notes.of(stage));
    }
}

template <typename real> struct shared_way : tri_way {
    typedef void kernel_fn(const tri_job<real>, const tri_tile, const tri_shared_factors<real>);
    tri_device_spec spec;
    tri_tile tile;
    kernel_fn *kernel;
    size_t shared, factor_bytes;
    long long blocks;
    real *block;
    tri_shared_factors<real> factors;

    ~shared_way() override
    {
        cuda_give(block);
    }
    double workspace() const override
    {
        return (double)factor_bytes;
    }

    void solve(const tri_device_arrays &arrays, tri_findings *findings, unsigned char *flags,
               cudaStream_t stream) override
    {
        tile.wide = tri_tile_wide(spec, tile, arrays);
        tri_launch(kernel, blocks, tile.threads, shared, stream,
                   tri_job_of<real>(spec, arrays, findings, flags), tile, factors);
    }

    /* 0: no memory. */
    int upload(const tri_shared_plan &plan)
    {
        std::vector<real> all;
        for (const std::vector<long double> *part : {&plan.rows, &plan.level_values, &plan.both})
            for (const long double v : *part)
                all.push_back((real)v);
        factor_bytes = all.size() * sizeof(real);
        block = (real *)cuda_take(factor_bytes);
        if (!block)
            return 0;
        cuda_ok(cudaMemcpyAsync(block, all.data(), factor_bytes, cudaMemcpyHostToDevice,
                                cuda_stream()),
                "copying factors");
        cuda_ok(cudaStreamSynchronize(cuda_stream()), "copying factors");
        factors = {block,
                   block + plan.rows.size(),
                   block + plan.rows.size() + plan.level_values.size(),
                   plan.levels,
                   (real)plan.border[0],
                   (real)plan.border[1],
                   (real)plan.border[2]};
        return 1;
    }
};

template <typename real, int ROWS>
static tri_way *make(const tri_device_spec &s, char *why, size_t room)
{
    const tri_tile_limits limits = {ROWS, TRI_CHUNK_THREADS, TRI_GOOD_THREADS, STAGES + 1,
                                    tri_shared_limit()};
    /* half a unit roundoff: what is left out is less than one rounding */
    const long double negligible = sizeof(real) == 4 ? 0x1p-25L : 0x1p-54L;
    tri_tile tile;
    if (!tri_tile_make(s, limits, &tile)) {
        tri_tell_too_long(s, why, room);
        return NULL;
    }
    shared_way<real> *way = new shared_way<real>();
    way->spec = s;
    way->tile = tile;
    way->kernel = s.periodic ? shared_kernel<real, ROWS, true> : shared_kernel<real, ROWS, false>;
    way->shared = tri_tile_bytes(tile, STAGES + 1, sizeof(real));
    const long long resident = tri_resident(way->kernel, tile.threads, way->shared);
    way->blocks = resident < tile.tiles ? resident : tile.tiles;
    if (way->upload(tri_shared_plan_make(s, ROWS, negligible)))
        return way;
    snprintf(why, room, "no memory on the device for the factors of %lld rows", (long long)s.n);
    delete way;
    return NULL;
}

tri_way *tri_make_shared(const tri_device_spec &s, char *why, size_t room)
{
    return s.precision == 32 ? make<float, tri_chunk_size<float>::rows>(s, why, room)
                             : make<double, tri_chunk_size<double>::rows>(s, why, room);
}
