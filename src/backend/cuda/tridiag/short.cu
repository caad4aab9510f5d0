/* thomas-pcr of general lines of a few rows: one chunk, which a thread reads from memory into
 * registers. No tile and no exchange. The arithmetic is that of a tile whose lines are one chunk,
 * and so are the bits.
 *
 * Traffic: reads a, b, c, d and writes x, 5 words per unknown; no scratch. */
#include <cstdlib>

#include "backend/cuda/tridiag/chunks.cuh"

/* Kernels for two lengths: few rows need few registers, and more threads have loads in flight. */
enum { FEW_ROWS = 2, SHORT_ROWS = 8, SHORT_BLOCK = 128 };

/* Usually all lines have k = 0; divisions are slow. */
template <typename real>
static __device__ inline long long line_offset(const tri_job<real> &job, long long line)
{
    return line < job.count0 ? line * job.step0 : tri_offset(job, line);
}

/* a, b, c, d, ROWS apart. */
template <int ROWS, typename real>
static __device__ inline void read_rows(const tri_job<real> &job, long long offset, real *rows)
{
    const real *const arrays[4] = {job.a, job.b, job.c, job.d};
#pragma unroll
    for (int k = 0; k < ROWS; ++k)
#pragma unroll
        for (int array = 0; array < 4; ++array)
            rows[array * ROWS + k] = k < job.n ? arrays[array][offset + k * job.stride] : (real)0;
}

template <typename real, int ROWS, bool CHECK>
static __global__ void __launch_bounds__(SHORT_BLOCK) short_kernel(const tri_job<real> job)
{
    const long long line = (long long)blockIdx.x * SHORT_BLOCK + threadIdx.x;
    if (line >= job.lines)
        return;
    const int n = (int)job.n;
    const long long offset = line_offset(job, line);
    const tri_role me = {0, 0, 0, n, 0, 1, 1};
    const tri_corners corners = {0, n - 1};
    const tri_checker<real> initial = {job.growth, job.smallest, 0, false};
    tri_checker<real> checker = initial;
    tri_chunk<real, ROWS> chunk;
    tri_ends<real> ends;
    real rows[4 * ROWS], x[ROWS];
    read_rows<ROWS>(job, offset, rows);
    if (!tri_eliminate_rows<TRI_FAST, CHECK>(me, corners, rows, ROWS, chunk, ends, checker)) {
        checker = initial;
        tri_eliminate_rows<0, CHECK>(me, corners, rows, ROWS, chunk, ends, checker);
    }
    const real last = tri_join<CHECK>(ends, (real)0, (real)0, (real)0, checker).d;
    tri_substitute_rows<0>(me, chunk, last, (real)0, x, checker);
    if (!tri_not_written(job, checker.flags())) {
#pragma unroll
        for (int k = 0; k < ROWS; ++k)
            if (k < n)
                job.x[offset + k * job.stride] = x[k];
    }
    if (checker.flags())
        tri_report(job, line, checker.flags());
}

template <typename real> struct short_solver : tri_gpu_solver {
    typedef void kernel_fn(const tri_job<real>);
    tri_device_spec spec;

    template <int ROWS> kernel_fn *kernel() const
    {
        return spec.check ? short_kernel<real, ROWS, true> : short_kernel<real, ROWS, false>;
    }
    void solve(const tri_device_arrays &arrays, tri_failures *failures, unsigned char *flags,
               cudaStream_t stream) override
    {
        tri_launch(spec.n <= FEW_ROWS ? kernel<FEW_ROWS>() : kernel<SHORT_ROWS>(),
                   (spec.lines + SHORT_BLOCK - 1) / SHORT_BLOCK, SHORT_BLOCK, 0, stream,
                   tri_job_of<real>(spec, arrays, failures, flags));
    }
};

template <typename real> static tri_gpu_solver *make(const tri_device_spec &s)
{
    short_solver<real> *made = new short_solver<real>();
    made->spec = s;
    return made;
}

/* Tiles are faster for many contiguous lines, where adjacent threads read far apart, unless
 * lines are very short: at n = 6 both take the same time in f64 (f32: 57 % of copy speed against
 * 41), at n = 8 tiles take two thirds of the time. SPATE_CUDA_SHORT=0 or 1 overrides the choice
 * for measurements and tests. */
static int better_than_tiles(const tri_device_spec &s)
{
    enum { FEW_LINES = 1 << 14, NEAR_ROWS = 6 };
    const char *setting = getenv("SPATE_CUDA_SHORT");
    if (setting)
        return setting[0] != '0';
    return s.adjacent || s.lines <= FEW_LINES || s.n <= NEAR_ROWS;
}

tri_gpu_solver *tri_make_short(const tri_device_spec &s, char *, size_t)
{
    if (s.periodic || s.n > SHORT_ROWS || !better_than_tiles(s))
        return NULL;
    return s.precision == 32 ? make<float>(s) : make<double>(s);
}
