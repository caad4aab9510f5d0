/* Rates as bits. The bits of non-negative numbers have the order of the numbers, and integers have
 * an atomic maximum. */
#ifndef SPATE_BACKEND_CUDA_COMMON_RATE_BITS_CUH
#define SPATE_BACKEND_CUDA_COMMON_RATE_BITS_CUH

static __device__ __forceinline__ unsigned long long rate_bits(double rate)
{
    return (unsigned long long)__double_as_longlong(rate);
}

static __device__ __forceinline__ double bits_rate(unsigned long long bits)
{
    return __longlong_as_double((long long)bits);
}

static __device__ __forceinline__ double larger(double a, double b)
{
    return a > b ? a : b;
}

#endif
