/* cr, pcr and cr-pcr: one block for each line, which it keeps in shared memory; pcr-global: in
 * global memory. Published algorithms, for comparison.
 *
 * Traffic: reads a, b, c, d and writes x, 5 words per unknown. pcr-global also writes 4 words and
 * reads 12 for each doubling of rows; the caches keep part of it. */
#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstring>

#include "backend/cuda/tridiag/reductions.cuh"

enum {
    REDUCTION_BLOCK = 256,
    PCR_ROWS = 32 /* cr-pcr: CR continues until at most this many rows remain */
};

template <typename real> static __device__ inline tri_rows<real> rows_in(real *memory, int count)
{
    return {memory, memory + count, memory + 2 * count, memory + 3 * count};
}

/* PCR of `count` rows, alternating between two arrays; returns the one with the result. */
template <bool CHECK, typename real>
static __device__ inline tri_rows<real> reduce_all(tri_rows<real> now, tri_rows<real> then,
                                                   int count, tri_checker<real> &checker)
{
    for (int reach = 1; reach < count; reach *= 2) {
        for (int j = (int)threadIdx.x; j < count; j += (int)blockDim.x)
            tri_put_row(then, j,
                        tri_reduce_row<CHECK>(tri_row_at(now, j, true),
                                              tri_row_at(now, j - reach, j >= reach),
                                              tri_row_at(now, j + reach, j + reach < count),
                                              checker));
        __syncthreads();
        const tri_rows<real> t = now;
        now = then;
        then = t;
    }
    return now;
}

/* CR until at most `rows_left` rows remain, PCR of those, and back substitution; x replaces d. */
template <bool CHECK, typename real>
static __device__ void reduce_line(const tri_rows<real> &line, int n, int rows_left, real *space,
                                   tri_checker<real> &checker)
{
    const int threads = (int)blockDim.x, t = (int)threadIdx.x;
    int step = 1;
    for (; n / step > rows_left; step *= 2) {
        for (int i = (t + 1) * 2 * step - 1; i < n; i += threads * 2 * step)
            tri_put_row(line, i,
                        tri_reduce_row<CHECK>(tri_row_at(line, i, true),
                                              tri_row_at(line, i - step, true),
                                              tri_row_at(line, i + step, i + step < n), checker));
        __syncthreads();
    }
    const int count = n / step;
    tri_rows<real> rest = line, other = rows_in(space, count);
    if (step > 1) {
        rest = rows_in(space + 4 * count, count);
        for (int j = t; j < count; j += threads)
            tri_put_row(rest, j, tri_row_at(line, (j + 1) * step - 1, true));
        __syncthreads();
    }
    rest = reduce_all<CHECK>(rest, other, count, checker);
    for (int j = t; j < count; j += threads)
        line.d[(j + 1) * step - 1] = rest.d[j] / rest.b[j];
    __syncthreads();
    for (step /= 2; step >= 1; step /= 2) {
        for (int i = (2 * t + 1) * step - 1; i < n; i += threads * 2 * step)
            line.d[i] = tri_solve_row(line, i, i >= step ? line.d[i - step] : (real)0,
                                      i + step < n ? line.d[i + step] : (real)0);
        __syncthreads();
    }
}

/* scratch: only with GLOBAL, 8 n values for each line. */
template <typename real, bool GLOBAL, bool CHECK>
static __global__ void __launch_bounds__(REDUCTION_BLOCK)
    reduction_kernel(const tri_job<real> job, const int rows_left, real *scratch)
{
    __shared__ unsigned flags;
    const int n = (int)job.n, t = (int)threadIdx.x, threads = (int)blockDim.x;
    const long long number = blockIdx.x, offset = tri_offset(job, number);
    const tri_rows<real> line =
        rows_in(GLOBAL ? scratch + number * 8 * n : (real *)tri_shared_memory(), n);
    tri_checker<real> checker = {job.growth, job.smallest, 0, false};
    if (t == 0)
        flags = 0;
    for (int i = t; i < n; i += threads)
        tri_put_row(line, i, tri_input_row<CHECK>(job, offset, i, checker));
    __syncthreads();
    reduce_line<CHECK>(line, n, rows_left, line.d + n, checker);
    for (int i = t; i < n; i += threads)
        checker.check_finite(line.d[i]);
    if (checker.flags())
        atomicOr(&flags, checker.flags());
    __syncthreads();
    for (int i = t; i < n && !tri_not_written(job, flags); i += threads)
        job.x[offset + i * job.stride] = line.d[i];
    if (t == 0 && flags)
        tri_report(job, number, flags);
}

template <typename real> struct reduction_solver : tri_gpu_solver {
    tri_device_spec spec;
    int rows_left;
    size_t shared;
    real *scratch; /* NULL: uses shared memory */

    ~reduction_solver() override
    {
        cuda_free(scratch);
    }
    size_t scratch_bytes() const
    {
        return 8 * (size_t)spec.n * (size_t)spec.lines * sizeof(real);
    }
    double workspace() const override
    {
        return scratch ? (double)scratch_bytes() : 0;
    }
    void solve(const tri_device_arrays &arrays, tri_failures *failures, unsigned char *flags,
               cudaStream_t stream) override
    {
        const int threads =
            spec.n < REDUCTION_BLOCK ? ((int)spec.n + 31) / 32 * 32 : REDUCTION_BLOCK;
        auto kernel = scratch ? (spec.check ? reduction_kernel<real, true, true>
                                            : reduction_kernel<real, true, false>)
                              : (spec.check ? reduction_kernel<real, false, true>
                                            : reduction_kernel<real, false, false>);
        tri_launch(kernel, spec.lines, threads, shared, stream,
                   tri_job_of<real>(spec, arrays, failures, flags), rows_left, scratch);
    }
};

/* Number of rows at which PCR starts. */
static int64_t rows_for_pcr(const char *algorithm, int64_t n)
{
    if (strcmp(algorithm, "cr-pcr") == 0)
        return PCR_ROWS;
    return strcmp(algorithm, "cr") == 0 ? 1 : n;
}

/* The line, and for PCR as much again if it handles all rows, or two copies of the remaining
 * rows (fewer than twice `rows`). */
static size_t values_for(int64_t n, int64_t rows)
{
    return 4 * (size_t)n + (rows >= n ? 4 * (size_t)n : 16 * (size_t)rows);
}

/* Returns 0 with a message in why if the memory is not sufficient. */
template <typename real> static int make_room(reduction_solver<real> *made, char *why, size_t room)
{
    const tri_device_spec &s = made->spec;
    if (strcmp(s.algorithm, "pcr-global") == 0 && s.n <= INT_MAX / 8) {
        made->scratch = (real *)cuda_allocate(made->scratch_bytes());
        if (!made->scratch)
            snprintf(why, room,
                     "no memory on the device for the scratch of \"pcr-global\" (%.3g GB)",
                     1e-9 * (double)made->scratch_bytes());
        return made->scratch != NULL;
    }
    made->shared = values_for(s.n, made->rows_left) * sizeof(real);
    if (made->shared + 64 <= tri_shared_limit()) /* flags and reserved memory */
        return 1;
    tri_report_too_long(s, why, room);
    return 0;
}

template <typename real>
static tri_gpu_solver *make(const tri_device_spec &s, char *why, size_t room)
{
    if (tri_refuse_periodic(s, why, room))
        return NULL;
    reduction_solver<real> *made = new reduction_solver<real>();
    made->spec = s;
    made->rows_left = (int)rows_for_pcr(s.algorithm, std::min<int64_t>(s.n, INT_MAX));
    if (make_room(made, why, room))
        return made;
    delete made;
    return NULL;
}

tri_gpu_solver *tri_make_reduction(const tri_device_spec &s, char *why, size_t room)
{
    return s.precision == 32 ? make<float>(s, why, room) : make<double>(s, why, room);
}
