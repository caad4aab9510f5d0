/* thomas of general lines: one thread for each line. For comparison, and for lines that no other
 * algorithm accepts.
 *
 * Traffic: reads a, b, c, d, writes and reads c' and y (periodic: q), writes x: 9 words per unknown
 * (11). Scratch of adjacent threads is adjacent; so are the arrays if lines are. */
#include <cstdio>

#include "backend/cuda/tridiag/chunk.cuh"

enum { THOMAS_BLOCK = 128 };

template <typename real> struct thomas_scratch {
    real *c, *y, *q; /* n values for each line, lines interleaved; q: periodic only */
};

/* The last row of a periodic line during the elimination. */
template <typename real> struct thomas_border {
    real e, b, d, lost, most;
};

template <bool PERIODIC, bool CHECK, typename real>
static __device__ real thomas_forward(const tri_job<real> &job, long long line, long long offset,
                                      const thomas_scratch<real> &s, tri_checker<real> &checker)
{
    const long long n = job.n, plain = PERIODIC ? n - 1 : n, end = offset + (n - 1) * job.stride;
    real c_before = 0, y_before = 0, q_before = 0;
    thomas_border<real> border = {};
    if (PERIODIC) {
        border = {job.c[end], job.b[end], job.d[end], 0, 0};
        border.most = tri_max_abs(job.a[end], border.b, border.e);
        checker.check_finite(job.a[end]);
    }
    for (long long i = 0; i < plain; ++i) {
        const long long at = offset + i * job.stride, kept = i * job.lines + line;
        real a = i > 0 || PERIODIC ? job.a[at] : (real)0;
        real c = i < n - 1 ? job.c[at] : (real)0, column = 0;
        const real b = job.b[at], d = job.d[at];
        checker.check_finite(a);
        checker.check_finite(b);
        checker.check_finite(c);
        checker.check_finite(d);
        const real most = tri_max_abs(a, b, c);
        if (PERIODIC && i == 0) {
            column = a;
            a = 0;
        }
        if (PERIODIC && i == n - 2) {
            column += c;
            c = 0;
            border.e += job.a[end];
        }
        const real pivot = tri_fnma(b, a, c_before), r = 1 / pivot;
        if (CHECK)
            checker.check_pivot(pivot, tri_abs(a * c_before), most);
        s.c[kept] = c_before = c * r;
        s.y[kept] = y_before = tri_fnma(d, a, y_before) * r;
        checker.check_finite(y_before);
        if (PERIODIC) {
            if (CHECK)
                checker.check_fill(a * q_before, most);
            s.q[kept] = q_before = tri_fnma(column, a, q_before) * r;
            if (CHECK)
                checker.check_fill(border.e, border.most);
            border.b = tri_fnma(border.b, border.e, q_before);
            border.d = tri_fnma(border.d, border.e, y_before);
            border.lost += tri_abs(border.e * q_before);
            border.e = -(border.e * c_before);
        }
    }
    if (!PERIODIC)
        return 0;
    if (CHECK)
        checker.check_pivot(border.b, border.lost, border.most);
    const real x = border.d / border.b;
    checker.check_finite(x);
    return x;
}

template <bool PERIODIC, typename real>
static __device__ void thomas_backward(const tri_job<real> &job, long long line, long long offset,
                                       const thomas_scratch<real> &s, real last,
                                       tri_checker<real> &checker)
{
    real x = last;
    if (PERIODIC)
        job.x[offset + (job.n - 1) * job.stride] = last;
    for (long long i = (PERIODIC ? job.n - 1 : job.n) - 1; i >= 0; --i) {
        const long long kept = i * job.lines + line;
        x = tri_fnma(s.y[kept], s.c[kept], x);
        if (PERIODIC)
            x = tri_fnma(x, s.q[kept], last);
        checker.check_finite(x);
        job.x[offset + i * job.stride] = x;
    }
}

template <typename real, bool PERIODIC, bool CHECK>
static __global__ void __launch_bounds__(THOMAS_BLOCK)
    thomas_kernel(const tri_job<real> job, const thomas_scratch<real> scratch)
{
    const long long line = (long long)blockIdx.x * THOMAS_BLOCK + threadIdx.x;
    if (line >= job.lines)
        return;
    const long long offset = tri_offset(job, line);
    tri_checker<real> checker = {job.growth, job.smallest, 0, false};
    const real last = thomas_forward<PERIODIC, CHECK>(job, line, offset, scratch, checker);
    if (!tri_not_written(job, checker.flags()))
        thomas_backward<PERIODIC>(job, line, offset, scratch, last, checker);
    if (checker.flags())
        tri_report(job, line, checker.flags());
}

template <typename real> struct thomas_solver : tri_gpu_solver {
    tri_device_spec spec;
    real *block;

    explicit thomas_solver(const tri_device_spec &s)
        : spec(s), block((real *)cuda_allocate(bytes()))
    {
    }
    ~thomas_solver() override
    {
        cuda_free(block);
    }
    size_t bytes() const
    {
        return (spec.periodic ? 3 : 2) * (size_t)spec.n * (size_t)spec.lines * sizeof(real);
    }
    double workspace() const override
    {
        return (double)bytes();
    }

    void solve(const tri_device_arrays &arrays, tri_failures *failures, unsigned char *flags,
               cudaStream_t stream) override
    {
        const size_t all = (size_t)spec.n * (size_t)spec.lines;
        const thomas_scratch<real> scratch = {block, block + all, block + 2 * all};
        auto kernel =
            spec.periodic
                ? (spec.check ? thomas_kernel<real, true, true> : thomas_kernel<real, true, false>)
                : (spec.check ? thomas_kernel<real, false, true>
                              : thomas_kernel<real, false, false>);
        tri_launch(kernel, (spec.lines + THOMAS_BLOCK - 1) / THOMAS_BLOCK, THOMAS_BLOCK, 0, stream,
                   tri_job_of<real>(spec, arrays, failures, flags), scratch);
    }
};

template <typename real>
static tri_gpu_solver *make(const tri_device_spec &s, char *why, size_t room)
{
    thomas_solver<real> *made = new thomas_solver<real>(s);
    if (made->block)
        return made;
    snprintf(why, room, "no memory on the device for the scratch of \"thomas\" (%.3g GB)",
             1e-9 * made->workspace());
    delete made;
    return NULL;
}

tri_gpu_solver *tri_make_thomas(const tri_device_spec &s, char *why, size_t room)
{
    return s.precision == 32 ? make<float>(s, why, room) : make<double>(s, why, room);
}
