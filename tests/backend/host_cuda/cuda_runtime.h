/* In place of CUDA's header: as much of the language as the kernels use, so that they run on a CPU,
 * thread by thread, where there is no GPU (host_cuda.cpp). host_api.h has the runtime's calls. */
#ifndef TESTS_HOST_CUDA_RUNTIME_H
#define TESTS_HOST_CUDA_RUNTIME_H

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string.h>

using std::fma;
using std::max;
using std::min;

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __grid_constant__
#define __shared__ static
#define __launch_bounds__(...)
#define __align__(bytes) alignas(bytes)

struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};
struct host_index {
    unsigned x, y, z;
};
extern host_index threadIdx, blockIdx, blockDim, gridDim;

void __syncthreads(void);
/* Fibers see what others wrote. */
static inline void __threadfence(void) {}

/* ---- lanes of a warp; all of them call these together ---- */

enum { warpSize = 32 };

/* The value of another lane; one's own if there is no such lane. */
void host_from_lane(void *value, size_t bytes, int lane);
/* A bit for each lane that calls it with what is not 0. */
unsigned host_ballot(int mine);

template <typename T> static inline T __shfl_sync(unsigned, T value, int lane)
{
    host_from_lane(&value, sizeof value, lane % warpSize);
    return value;
}
template <typename T> static inline T __shfl_up_sync(unsigned, T value, unsigned by)
{
    host_from_lane(&value, sizeof value, (int)(threadIdx.x % warpSize) - (int)by);
    return value;
}
template <typename T> static inline T __shfl_down_sync(unsigned, T value, unsigned by)
{
    host_from_lane(&value, sizeof value, (int)(threadIdx.x % warpSize) + (int)by);
    return value;
}
template <typename T> static inline T __shfl_xor_sync(unsigned, T value, int bits)
{
    host_from_lane(&value, sizeof value, (int)(threadIdx.x % warpSize) ^ bits);
    return value;
}
static inline unsigned __ballot_sync(unsigned, int mine)
{
    return host_ballot(mine);
}
static inline int __any_sync(unsigned, int mine)
{
    return host_ballot(mine) != 0;
}
static inline int __popc(unsigned bits)
{
    return __builtin_popcount(bits);
}

/* ---- bits of numbers ---- */

template <typename To, typename From> static inline To host_bits(From from)
{
    static_assert(sizeof(To) == sizeof(From), "the same bits");
    To to;
    memcpy(&to, &from, sizeof to);
    return to;
}
static inline float __int_as_float(int bits)
{
    return host_bits<float>(bits);
}
static inline int __float_as_int(float value)
{
    return host_bits<int>(value);
}
static inline unsigned __float_as_uint(float value)
{
    return host_bits<unsigned>(value);
}
static inline long long __double_as_longlong(double value)
{
    return host_bits<long long>(value);
}
static inline double __longlong_as_double(long long bits)
{
    return host_bits<double>(bits);
}
static inline int __double2hiint(double value)
{
    return (int)(host_bits<long long>(value) >> 32);
}
static inline int __double2loint(double value)
{
    return (int)host_bits<long long>(value);
}
static inline double __hiloint2double(int high, int low)
{
    return host_bits<double>(((long long)high << 32) | (unsigned)low);
}

/* ---- memory ---- */

struct alignas(8) float2 {
    float x, y;
};
struct alignas(16) float4 {
    float x, y, z, w;
};
struct alignas(16) double2 {
    double x, y;
};

/* A GPU stops at an address that is not a multiple of the size. */
void host_stop_misaligned(const void *address, size_t bytes);
static inline void host_check_aligned(const void *address, size_t bytes)
{
    if ((uintptr_t)address % bytes != 0)
        host_stop_misaligned(address, bytes);
}

template <typename T> static inline T __ldg(const T *from)
{
    host_check_aligned(from, sizeof *from);
    T value;
    memcpy(&value, from, sizeof value);
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

#include "host_api.h"

#endif
