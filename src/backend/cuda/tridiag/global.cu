/* cr-global: cyclic reduction in global memory, a launch for each level. The oldest published
 * algorithm, for comparison; accepts lines of any length.
 *
 * Traffic: 8 words per unknown to copy the lines, about 20 to reduce, about 9 to substitute, 2 to
 * write. */
#include <cstdio>

#include "backend/cuda/tridiag/reductions.cuh"

enum { GLOBAL_BLOCK = 256 };

/* A copy of all lines, contiguous or interleaved as the lines themselves, and flags. */
template <typename real> struct global_scratch {
    tri_rows<real> rows;
    long long row_step, line_step;
    unsigned *flags; /* of each line */
};

/* The row of a thread among `count` of each line. */
struct global_item {
    long long line, row;
    bool works;
};

static __device__ inline global_item work_item_of(long long lines, long long count, bool adjacent)
{
    const long long k = (long long)blockIdx.x * GLOBAL_BLOCK + threadIdx.x;
    return {adjacent ? k % lines : k / count, adjacent ? k / lines : k % count, k < lines * count};
}

template <typename real, bool CHECK>
static __global__ void global_load(const tri_job<real> job, const global_scratch<real> s,
                                   const bool adjacent)
{
    const global_item p = work_item_of(job.lines, job.n, adjacent);
    tri_checker<real> checker = {job.growth, job.smallest, 0, false};
    if (!p.works)
        return;
    tri_put_row(s.rows, p.line * s.line_step + p.row * s.row_step,
                tri_input_row<CHECK>(job, tri_offset(job, p.line), p.row, checker));
    if (checker.flags())
        atomicOr(&s.flags[p.line], checker.flags());
}

template <typename real, bool CHECK>
static __global__ void global_reduce(const tri_job<real> job, const global_scratch<real> s,
                                     const bool adjacent, const long long step)
{
    const global_item p = work_item_of(job.lines, job.n / (2 * step), adjacent);
    tri_checker<real> checker = {job.growth, job.smallest, 0, false};
    if (!p.works)
        return;
    const long long i = (p.row + 1) * 2 * step - 1, far = step * s.row_step;
    const long long at = p.line * s.line_step + i * s.row_step;
    tri_put_row(s.rows, at,
                tri_reduce_row<CHECK>(tri_row_at(s.rows, at, true),
                                      tri_row_at(s.rows, at - far, true),
                                      tri_row_at(s.rows, at + far, i + step < job.n), checker));
    if (checker.flags())
        atomicOr(&s.flags[p.line], checker.flags());
}

/* Rows step - 1, 3 step - 1, ...; at the last level, the single remaining row. */
template <typename real>
static __global__ void global_substitute(const tri_job<real> job, const global_scratch<real> s,
                                         const bool adjacent, const long long step)
{
    const global_item p = work_item_of(job.lines, (job.n + step) / (2 * step), adjacent);
    if (!p.works)
        return;
    const long long i = (2 * p.row + 1) * step - 1, far = step * s.row_step;
    const long long at = p.line * s.line_step + i * s.row_step;
    const real x = tri_solve_row(s.rows, at, i >= step ? s.rows.d[at - far] : (real)0,
                                 i + step < job.n ? s.rows.d[at + far] : (real)0);
    s.rows.d[at] = x;
    if (!(tri_finite_check((real)0, x) == 0))
        atomicOr(&s.flags[p.line], (unsigned)TRI_FAILED);
}

template <typename real>
static __global__ void global_store(const tri_job<real> job, const global_scratch<real> s,
                                    const bool adjacent)
{
    const global_item p = work_item_of(job.lines, job.n, adjacent);
    if (!p.works)
        return;
    if (!tri_not_written(job, s.flags[p.line]))
        job.x[tri_offset(job, p.line) + p.row * job.stride] =
            s.rows.d[p.line * s.line_step + p.row * s.row_step];
    if (p.row == 0 && s.flags[p.line])
        tri_report(job, p.line, s.flags[p.line]);
}

template <typename real> struct global_solver : tri_gpu_solver {
    tri_device_spec spec;
    real *block;

    explicit global_solver(const tri_device_spec &s)
        : spec(s), block((real *)cuda_allocate(bytes()))
    {
    }
    ~global_solver() override
    {
        cuda_free(block);
    }
    size_t unknowns() const
    {
        return (size_t)spec.n * (size_t)spec.lines;
    }
    size_t bytes() const
    {
        return 4 * unknowns() * sizeof(real) + (size_t)spec.lines * sizeof(unsigned);
    }
    double workspace() const override
    {
        return (double)bytes();
    }

    static long long blocks_of(long long threads)
    {
        return (threads + GLOBAL_BLOCK - 1) / GLOBAL_BLOCK;
    }

    void solve(const tri_device_arrays &arrays, tri_failures *failures, unsigned char *flags,
               cudaStream_t stream) override
    {
        const size_t all = unknowns();
        const bool adjacent = spec.adjacent;
        const long long n = spec.n, lines = spec.lines;
        const global_scratch<real> s = {{block, block + all, block + 2 * all, block + 3 * all},
                                        adjacent ? lines : 1,
                                        adjacent ? 1 : n,
                                        (unsigned *)(block + 4 * all)};
        const tri_job<real> job = tri_job_of<real>(spec, arrays, failures, flags);
        cuda_ok(cudaMemsetAsync(s.flags, 0, (size_t)lines * sizeof *s.flags, stream),
                "clearing flags");
        tri_launch(spec.check ? global_load<real, true> : global_load<real, false>,
                   blocks_of(lines * n), GLOBAL_BLOCK, 0, stream, job, s, adjacent);
        long long step = 1;
        for (; 2 * step <= n; step *= 2)
            tri_launch(spec.check ? global_reduce<real, true> : global_reduce<real, false>,
                       blocks_of(lines * (n / (2 * step))), GLOBAL_BLOCK, 0, stream, job, s,
                       adjacent, step);
        for (; step >= 1; step /= 2)
            tri_launch(global_substitute<real>, blocks_of(lines * ((n + step) / (2 * step))),
                       GLOBAL_BLOCK, 0, stream, job, s, adjacent, step);
        tri_launch(global_store<real>, blocks_of(lines * n), GLOBAL_BLOCK, 0, stream, job, s,
                   adjacent);
    }
};

template <typename real>
static tri_gpu_solver *make(const tri_device_spec &s, char *why, size_t room)
{
    if (tri_refuse_periodic(s, why, room))
        return NULL;
    global_solver<real> *made = new global_solver<real>(s);
    if (made->block)
        return made;
    snprintf(why, room, "no memory on the device for the scratch of \"cr-global\" (%.3g GB)",
             1e-9 * made->workspace());
    delete made;
    return NULL;
}

tri_gpu_solver *tri_make_global(const tri_device_spec &s, char *why, size_t room)
{
    return s.precision == 32 ? make<float>(s, why, room) : make<double>(s, why, room);
}
