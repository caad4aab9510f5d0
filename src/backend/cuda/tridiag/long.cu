/* thomas-pcr of lines that do not fit in a block. Traffic: reads a, b, c, d twice and writes x,
 * 9 words per unknown (shared matrices: d twice and x, 3 words; the matrix stays in cache).
 * Scratch: 11 values for each segment. */
#include <cstdio>
#include <vector>

#include "backend/cuda/tridiag/segments.cuh"

/* The reduced lines: the last unknown of every segment. */
template <typename real> struct reduced_line {
    real *a, *b, *c, *d;
};

enum { ASSEMBLE_BLOCK = 128 };

template <typename real>
static __global__ void assemble_kernel(const tri_segments<real> from, const reduced_line<real> to,
                                       const long long all, const int periodic)
{
    const long long slot = (long long)blockIdx.x * ASSEMBLE_BLOCK + threadIdx.x;
    if (slot >= all)
        return;
    const long long s = slot % from.segments;
    const bool last = s == from.segments - 1;
    const real over = from.last_c[slot];
    to.a[slot] = from.last_q[slot];
    if (last && !periodic) {
        to.b[slot] = 1;
        to.c[slot] = 0;
        to.d[slot] = from.last_y[slot];
        return;
    }
    const long long next = last ? slot - s : slot + 1;
    to.b[slot] = tri_fnma((real)1, over, from.first_q[next]);
    to.c[slot] = -(over * from.first_c[next]);
    to.d[slot] = tri_fnma(from.last_y[slot], over, from.first_y[next]);
}

/* Merges the flags of the reduced lines into those of their lines. */
static __global__ void merge_kernel(unsigned *flags, const unsigned char *reduced, long long lines)
{
    const long long line = (long long)blockIdx.x * ASSEMBLE_BLOCK + threadIdx.x;
    if (line < lines)
        flags[line] |= reduced[line];
}

template <typename real>
static __global__ void report_kernel(const tri_job<real> job, const unsigned *flags)
{
    const long long line = (long long)blockIdx.x * ASSEMBLE_BLOCK + threadIdx.x;
    if (line < job.lines && flags[line])
        tri_report(job, line, flags[line]);
}

/* ---- host side ---- */

template <typename real> struct long_solver : tri_gpu_solver {
    typedef void kernel_fn(const tri_job<real>, const tri_tile, const tri_segments<real>,
                           const int);
    tri_device_spec spec;
    tri_tile tile;
    size_t shared;
    long long blocks;
    tri_segments<real> segments;
    reduced_line<real> reduced;
    tri_gpu_solver *inner; /* solves the reduced lines */
    tri_failures *inner_failures;
    unsigned char *inner_flags;
    char *block;
    size_t bytes;
    real *matrix; /* shared: a, b, c in device memory */

    ~long_solver() override
    {
        delete inner;
        cuda_free(block);
    }
    double workspace() const override
    {
        return (double)bytes + (inner ? inner->workspace() : 0);
    }

    long long all() const
    {
        return spec.lines * segments.segments;
    }

    /* Allocates all scratch in one block; returns 0 without memory. */
    int allocate()
    {
        const size_t slots = (size_t)all(), lines = (size_t)spec.lines;
        const size_t rows = spec.shared ? 3 * (size_t)spec.n : 0;
        const size_t values = (11 * slots + rows) * sizeof(real);
        const size_t head = (values + 15) / 16 * 16;
        bytes = head + sizeof(tri_failures) + lines * (sizeof(unsigned) + 1);
        block = (char *)cuda_allocate(bytes);
        if (!block)
            return 0;
        real *at = (real *)block;
        real **const parts[] = {&segments.last_c,  &segments.last_q,  &segments.last_y,
                                &segments.first_c, &segments.first_q, &segments.first_y,
                                &segments.v,       &reduced.a,        &reduced.b,
                                &reduced.c,        &reduced.d};
        for (real **part : parts) {
            *part = at;
            at += slots;
        }
        matrix = at;
        inner_failures = (tri_failures *)(block + head);
        segments.flags = (unsigned *)(inner_failures + 1);
        inner_flags = (unsigned char *)(segments.flags + lines);
        return 1;
    }

    void upload_matrix()
    {
        const double *from[] = {spec.a, spec.b, spec.c};
        std::vector<real> all_rows;
        for (const double *rows : from)
            for (int64_t i = 0; i < spec.n; ++i)
                all_rows.push_back((real)rows[i]);
        cuda_ok(cudaMemcpyAsync(matrix, all_rows.data(), all_rows.size() * sizeof(real),
                                cudaMemcpyHostToDevice, cuda_stream()),
                "copying a matrix");
        cuda_ok(cudaStreamSynchronize(cuda_stream()), "copying a matrix");
    }

    tri_device_spec inner_spec() const
    {
        tri_device_spec s = spec;
        s.shared = 0;
        s.repair = 0;
        s.adjacent = 0;
        s.n = segments.segments;
        s.count0 = spec.lines;
        s.stride = 1;
        s.step[0] = segments.segments;
        s.step[1] = 0;
        s.number[0] = 1;
        return s;
    }

    static long long blocks_of(long long threads)
    {
        return (threads + ASSEMBLE_BLOCK - 1) / ASSEMBLE_BLOCK;
    }

    void solve(const tri_device_arrays &input, tri_failures *failures, unsigned char *flags,
               cudaStream_t stream) override
    {
        tri_device_arrays arrays = input;
        if (spec.shared) {
            arrays.a = matrix;
            arrays.b = matrix + spec.n;
            arrays.c = matrix + 2 * spec.n;
        }
        const bool check = spec.check && !spec.shared;
        const tri_job<real> job = tri_job_of<real>(spec, arrays, failures, flags);
        kernel_fn *reduce =
            check ? segments_kernel<real, true, false> : segments_kernel<real, false, false>;
        tile.wide = !spec.shared && tri_tile_wide(spec, tile, arrays);
        cuda_ok(cudaMemsetAsync(segments.flags, 0,
                                (size_t)spec.lines * (sizeof *segments.flags + 1), stream),
                "clearing flags");
        tri_launch(reduce, blocks, tile.threads, shared, stream, job, tile, segments,
                   spec.periodic);
        tri_launch(assemble_kernel<real>, blocks_of(all()), ASSEMBLE_BLOCK, 0, stream, segments,
                   reduced, all(), spec.periodic);
        const tri_device_arrays line = {reduced.a, reduced.b, reduced.c, reduced.d, segments.v};
        inner->solve(line, inner_failures, inner_flags, stream);
        tri_launch(merge_kernel, blocks_of(spec.lines), ASSEMBLE_BLOCK, 0, stream, segments.flags,
                   (const unsigned char *)inner_flags, (long long)spec.lines);
        tri_launch(segments_kernel<real, false, true>, blocks, tile.threads, shared, stream, job,
                   tile, segments, spec.periodic);
        tri_launch(report_kernel<real>, blocks_of(spec.lines), ASSEMBLE_BLOCK, 0, stream, job,
                   (const unsigned *)segments.flags);
    }
};

template <typename real>
static tri_gpu_solver *make(const tri_device_spec &s, char *why, size_t room)
{
    enum { ARRAYS = 5 };
    long_solver<real> *made = new long_solver<real>();
    made->spec = s;
    const int max_rows = tri_chunk_size<real>::segment;
    made->segments.segments = (s.n + max_rows - 1) / max_rows;
    made->segments.adjacent = s.adjacent;
    made->segments.shared = s.shared;
    tri_device_spec cut = s; /* segments, treated as lines */
    cut.n = max_rows;
    cut.lines = made->all();
    const tri_tile_limits limits = {tri_chunk_size<real>::rows, TRI_CHUNK_THREADS, TRI_GOOD_THREADS,
                                    ARRAYS,
                                    tri_shared_limit() * 3 / 4 /* the rest is for segment infos */};
    tri_tile_make(cut, limits, &made->tile);
    made->shared = (size_t)ARRAYS * (size_t)made->tile.values * sizeof(real) +
                   2 * (size_t)made->tile.lines * sizeof(tri_segment_info);
    const long long resident =
        tri_resident(segments_kernel<real, false, true>, made->tile.threads, made->shared);
    made->blocks = resident < made->tile.tiles ? resident : made->tile.tiles;
    if (made->allocate()) {
        made->inner = tri_make_chunks(made->inner_spec(), why, room);
        if (!made->inner)
            made->inner = tri_make_long(made->inner_spec(), why, room);
    } else {
        snprintf(why, room, "no memory on the device for %lld segments (%.3g GB)", made->all(),
                 1e-9 * (double)made->bytes);
    }
    if (!made->inner) {
        delete made;
        return NULL;
    }
    if (s.shared)
        made->upload_matrix();
    return made;
}

tri_gpu_solver *tri_make_long(const tri_device_spec &s, char *why, size_t room)
{
    return s.precision == 32 ? make<float>(s, why, room) : make<double>(s, why, room);
}
