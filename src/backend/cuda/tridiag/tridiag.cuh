/* Common parts of all tridiagonal kernels: description of a solve, reciprocals, failures. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_CUH

#include "backend/cuda/tridiag/launch.cuh"

extern "C" {
#include "backend/tridiag/device.h"
#include "backend/tridiag/tridiag.h"
}

/* Failures of all solves since the last wait; in device memory. */
typedef struct tri_failures {
    unsigned long long failed;
    long long first_failed; /* public number; LLONG_MAX if nothing failed */
} tri_failures;

/* A solve; passed to kernels by value. */
template <typename real> struct tri_job {
    const real *a, *b, *c, *d;
    real *x;
    long long n, lines, count0, stride, step0, step1, number0, number1;
    real growth, smallest; /* limits that define weak lines */
    int repair;            /* weak lines are not written */
    tri_failures *failures;
    unsigned char *flags; /* of each line, NULL without check */
};

template <typename real>
static __device__ inline long long tri_offset(const tri_job<real> &job, long long line)
{
    return line % job.count0 * job.step0 + line / job.count0 * job.step1;
}

template <typename real>
static __device__ inline long long tri_number(const tri_job<real> &job, long long line)
{
    return line % job.count0 * job.number0 + line / job.count0 * job.number1;
}

/* Called by one thread for each line with flags. */
template <typename real>
static __device__ inline void tri_report(const tri_job<real> &job, long long line, unsigned flags)
{
    if (job.flags)
        job.flags[line] = (unsigned char)flags;
    if (flags & TRI_FAILED) {
        atomicAdd(&job.failures->failed, 1ull);
        atomicMin(&job.failures->first_failed, tri_number(job, line));
    }
}

/* True if x of a line with these flags must not be written. */
template <typename real>
static __device__ inline bool tri_not_written(const tri_job<real> &job, unsigned flags)
{
    return (flags & TRI_FAILED) || (flags && job.repair);
}

/* Remains 0 as long as all values are finite. */
static __device__ inline float tri_finite_check(float zero, float value)
{
    return fmaf(value, 0.0f, zero);
}
static __device__ inline double tri_finite_check(double zero, double value)
{
    return fma(value, 0.0, zero);
}

/* x - a b with one rounding. Explicit, and nothing else is contracted (cmake/Cuda.cmake): all
 * kernels with the same arithmetic then give the same bits, and so does the CPU of the tests. */
static __device__ inline float tri_fnma(float x, float a, float b)
{
    return fmaf(-a, b, x);
}
static __device__ inline double tri_fnma(double x, double a, double b)
{
    return fma(-a, b, x);
}

static __device__ inline float tri_abs(float x)
{
    return fabsf(x);
}
static __device__ inline double tri_abs(double x)
{
    return fabs(x);
}

/* Range of numbers whose reciprocals were computed fast. In f64 nothing is faster than a
 * division. */
template <typename real> struct tri_range {
    real least, most;
};
template <typename real> static __device__ inline tri_range<real> tri_empty_range(void)
{
    return {1, 1};
}
static __device__ inline float tri_fast_reciprocal(float x, tri_range<float> &range)
{
    range.least = fminf(range.least, fabsf(x));
    range.most = fmaxf(range.most, fabsf(x));
    return tri_rounded_reciprocal(x);
}
static __device__ inline double tri_fast_reciprocal(double x, tri_range<double> &)
{
    return 1 / x;
}
/* NaN gives NaN with both methods. */
static __device__ inline bool tri_fast_was_valid(const tri_range<float> &range)
{
    return range.least >= 0x1p-126f && range.most < 0x1p126f;
}
static __device__ inline bool tri_fast_was_valid(const tri_range<double> &)
{
    return true;
}

template <typename real> static __device__ inline real tri_max_abs(real a, real b, real c)
{
    return max(max(tri_abs(a), tri_abs(b)), tri_abs(c));
}

/* ---- host side ---- */

/* A solver of one algorithm: allocates once, then queues solves. */
struct tri_gpu_solver {
    virtual ~tri_gpu_solver() {}
    virtual void solve(const tri_device_arrays &arrays, tri_failures *failures,
                       unsigned char *flags, cudaStream_t stream) = 0;
    virtual double workspace() const
    {
        return 0;
    }
};

/* Each returns NULL with a message in why if it cannot solve such lines. */
typedef tri_gpu_solver *tri_make_fn(const tri_device_spec &spec, char *why, size_t room);
tri_make_fn tri_make_short, tri_make_chunks, tri_make_thomas, tri_make_shared, tri_make_long,
    tri_make_reduction, tri_make_global;

/* Writes the message that a line does not fit. */
void tri_report_too_long(const tri_device_spec &spec, char *why, size_t room);

template <typename real>
static tri_job<real> tri_job_of(const tri_device_spec &s, const tri_device_arrays &arrays,
                                tri_failures *failures, unsigned char *flags)
{
    return {(const real *)arrays.a,
            (const real *)arrays.b,
            (const real *)arrays.c,
            (const real *)arrays.d,
            (real *)arrays.x,
            s.n,
            s.lines,
            s.count0,
            s.stride,
            s.step[0],
            s.step[1],
            s.number[0],
            s.number[1],
            (real)s.growth_limit,
            (real)s.pivot_limit,
            s.repair,
            failures,
            flags};
}

#endif
