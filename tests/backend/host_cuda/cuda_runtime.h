/* In place of CUDA's header: as much of the language as the kernels of the tridiagonal solvers use, so that they
 * run on a CPU, thread by thread, where there is no GPU (host_cuda.cpp). */
#ifndef TESTS_HOST_CUDA_RUNTIME_H
#define TESTS_HOST_CUDA_RUNTIME_H

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string.h>

using std::fma;
using std::max;
using std::min;

#define __global__
#define __device__
#define __shared__ static
#define __launch_bounds__(...)
#define __align__(bytes) alignas(bytes)

struct host_index {
    unsigned x;
};
extern host_index threadIdx, blockIdx, blockDim, gridDim;

void __syncthreads(void);

/* Bits of numbers. */
static inline float __int_as_float(int bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline int __float_as_int(float value)
{
    int bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline int __double2hiint(double value)
{
    long long bits;
    memcpy(&bits, &value, sizeof bits);
    return (int)(bits >> 32);
}

static inline double __hiloint2double(int high, int low)
{
    const long long bits = ((long long)high << 32) | (unsigned)low;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

template <typename T> static inline T atomicAdd(T *at, T more)
{
    const T old = *at;
    *at += more;
    return old;
}
template <typename T> static inline T atomicMin(T *at, T other)
{
    const T old = *at;
    *at = min(old, other);
    return old;
}
template <typename T> static inline T atomicMax(T *at, T other)
{
    const T old = *at;
    *at = max(old, other);
    return old;
}
template <typename T> static inline T atomicOr(T *at, T bits)
{
    const T old = *at;
    *at |= bits;
    return old;
}

typedef struct host_stream *cudaStream_t;
enum cudaError_t { cudaSuccess };
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDefault };
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream);
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t rows, cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMemsetAsync(void *at, int value, size_t bytes, cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);

#endif
