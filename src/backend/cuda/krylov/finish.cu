/* Totals of tile sums, order-free (backend/krylov/sums.h), and the step that follows, on the device:
 * blocks add their shares as integers, and the last one takes the step. */
#include "backend/cuda/krylov/krylov.cuh"
#include "backend/cuda/krylov/tables.cuh"

enum { DIGITS = 4, MOST_BLOCKS = 64 };

/* A total as four digits of 32 bits, whose sums cannot overflow 64, and the count of tile sums that
 * did not fit. */
struct total_digits {
    unsigned long long digit[DIGITS], outside;
};

struct sum_work {
    total_digits totals[KRY_STEP_SUMS];
    unsigned long long largest; /* bits of a size */
    unsigned done;              /* blocks */
};
static_assert(sizeof(sum_work) <= KRY_SUM_WORK, "room for the work of sums");

static __host__ __device__ __forceinline__ total_digits to_digits(const kry_total &t)
{
    const unsigned long long low = t.sum.low, high = (unsigned long long)t.sum.high,
                             mask = 0xffffffffull;
    return {{low & mask, low >> 32, high & mask, high >> 32}, (unsigned long long)t.outside};
}

static __host__ __device__ __forceinline__ kry_total from_digits(const total_digits &from)
{
    unsigned long long d[DIGITS] = {from.digit[0], from.digit[1], from.digit[2], from.digit[3]};
    kry_total t;
    for (int k = 0; k < DIGITS - 1; ++k) {
        d[k + 1] += d[k] >> 32;
        d[k] &= 0xffffffffull;
    }
    t.sum.low = d[0] | d[1] << 32;
    t.sum.high = (int64_t)(d[2] | d[3] << 32);
    t.outside = (int64_t)from.outside;
    return t;
}

static __device__ __forceinline__ unsigned long long sum_of_warp(unsigned long long v)
{
    for (int step = KRY_LANES / 2; step > 0; step /= 2)
        v += __shfl_xor_sync(~0u, v, step);
    return v;
}

/* Adds the totals of all threads of a block to `to`, in global or shared memory. */
static __device__ void add_block(const kry_total &mine, total_digits *to)
{
    total_digits d = to_digits(mine);
    for (int k = 0; k < DIGITS; ++k)
        d.digit[k] = sum_of_warp(d.digit[k]);
    d.outside = sum_of_warp(d.outside);
    if (kry_lane() != 0)
        return;
    for (int k = 0; k < DIGITS; ++k)
        atomicAdd(&to->digit[k], d.digit[k]);
    atomicAdd(&to->outside, d.outside);
}

/* Tile sums from `first` on, every `step`-th. */
static __device__ kry_total total_of(const double *tile_sums, ptrdiff_t tiles, int exponent,
                                     ptrdiff_t first, ptrdiff_t step)
{
    kry_total t = {{0, 0}, 0};
    const double power = kry_power(exponent);
#pragma unroll 4
    for (ptrdiff_t n = first; n < tiles; n += step)
        kry_total_add(&t, tile_sums[n], power);
    return t;
}

static __device__ double largest_of(const double *tile_sums, ptrdiff_t tiles, ptrdiff_t first,
                                    ptrdiff_t step)
{
    double most = 0;
#pragma unroll 8
    for (ptrdiff_t n = first; n < tiles; n += step) {
        const double size = fabs(tile_sums[n]);
        most = size <= most ? most : size < INFINITY ? size : INFINITY;
    }
    return most;
}

/* ---- a step on the device ---- */

/* A sum whose exponent is not known or does not fit, by one block. */
static __device__ double reduce_afresh(const double *tile_sums, ptrdiff_t tiles)
{
    __shared__ unsigned long long largest;
    __shared__ total_digits total;
    __syncthreads();
    if (threadIdx.x == 0) {
        largest = 0;
        total = {{0, 0, 0, 0}, 0};
    }
    __syncthreads();
    const double mine = largest_of(tile_sums, tiles, threadIdx.x, KRY_THREADS);
    atomicMax(&largest, (unsigned long long)__double_as_longlong(mine));
    __syncthreads();
    const double most = __longlong_as_double((long long)largest);
    if (most == 0 || !(most < INFINITY))
        return most == 0 ? 0 : NAN;
    const int exponent = kry_sum_exponent(most);
    add_block(total_of(tile_sums, tiles, exponent, threadIdx.x, KRY_THREADS), &total);
    __syncthreads();
    const kry_total all = from_digits(total);
    return kry_total_value(&all, exponent);
}

/* All threads of the last block. */
static __device__ void take_step(const kry_part &k, kry_step step, sum_work *work)
{
    const ptrdiff_t tiles = kry_tile_count(&k.shape);
    int sums[KRY_STEP_SUMS], exponents[KRY_STEP_SUMS];
    double values[KRY_STEP_SUMS];
    const int count = kry_sums_of_step(step, sums);
    bool known = true;
    for (int n = 0; n < count; ++n) {
        exponents[n] = k.scalars->exponent[sums[n]];
        known = known && exponents[n] != KRY_NO_EXPONENT;
    }
    for (int n = 0; n < count; ++n) {
        const kry_total total = from_digits(work->totals[n]);
        if (known && kry_total_fits(&total, exponents[n]))
            values[n] = kry_total_value(&total, exponents[n]);
        else
            values[n] = reduce_afresh(k.tile_sums + sums[n] * tiles, tiles);
    }
    __syncthreads(); /* all have read the scalars */
    if (threadIdx.x != 0)
        return;
    for (int n = 0; n < count; ++n) {
        k.scalars->exponent[sums[n]] = values[n] != 0 && kry_is_finite(values[n])
                                           ? kry_sum_exponent(values[n])
                                           : (int)KRY_NO_EXPONENT;
        work->totals[n] = {{0, 0, 0, 0}, 0};
    }
    work->done = 0;
    kry_take_step(k.scalars, step, values);
}

static __global__ void __launch_bounds__(KRY_THREADS)
    finish_kernel(const __grid_constant__ kry_part k, kry_step step)
{
    __shared__ int last;
    sum_work *work = (sum_work *)k.sum_work;
    const ptrdiff_t tiles = kry_tile_count(&k.shape);
    const ptrdiff_t first = (ptrdiff_t)blockIdx.x * KRY_THREADS + threadIdx.x,
                    stride = (ptrdiff_t)gridDim.x * KRY_THREADS;
    int sums[KRY_STEP_SUMS];
    if (!kry_running(k))
        return;
    const int count = kry_sums_of_step(step, sums);
    for (int n = 0; n < count; ++n) {
        const int exponent = k.scalars->exponent[sums[n]];
        if (exponent != KRY_NO_EXPONENT)
            add_block(total_of(k.tile_sums + sums[n] * tiles, tiles, exponent, first, stride),
                      &work->totals[n]);
    }
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicAdd(&work->done, 1u) == gridDim.x - 1;
    __syncthreads();
    if (last) {
        __threadfence();
        take_step(k, step, work);
    }
}

static unsigned blocks_for(ptrdiff_t tiles)
{
    const ptrdiff_t blocks = (tiles + KRY_THREADS - 1) / KRY_THREADS;
    return blocks < MOST_BLOCKS ? (unsigned)blocks : (unsigned)MOST_BLOCKS;
}

void KRY_CUDA(kry_finish)(const kry_part *part, kry_step step)
{
    cuda_launch(finish_kernel, dim3(blocks_for(kry_tile_count(&part->shape))), KRY_THREADS,
                kry_stream(part), "a step", *part, step);
}

/* ---- totals for the host ---- */

static __global__ void __launch_bounds__(KRY_THREADS)
    total_kernel(const __grid_constant__ kry_part k, int sum, int exponent)
{
    sum_work *work = (sum_work *)k.sum_work;
    const ptrdiff_t tiles = kry_tile_count(&k.shape);
    const ptrdiff_t first = (ptrdiff_t)blockIdx.x * KRY_THREADS + threadIdx.x,
                    stride = (ptrdiff_t)gridDim.x * KRY_THREADS;
    const double *tile_sums = k.tile_sums + sum * tiles;
    if (exponent == KRY_NO_EXPONENT)
        atomicMax(&work->largest, (unsigned long long)__double_as_longlong(
                                      largest_of(tile_sums, tiles, first, stride)));
    else
        add_block(total_of(tile_sums, tiles, exponent, first, stride), &work->totals[0]);
}

/* What a kernel left in the work of the part, which is 0 again afterwards. */
static sum_work collect(const kry_part *part, int sum, int exponent)
{
    const cudaStream_t stream = kry_stream(part);
    sum_work here;
    cuda_launch(total_kernel, dim3(blocks_for(kry_tile_count(&part->shape))), KRY_THREADS, stream,
                "a sum", *part, sum, exponent);
    memset(&here, 0, sizeof here);
    cuda_ok(cudaMemcpyAsync(&here, part->sum_work, sizeof here, cudaMemcpyDeviceToHost, stream),
            "reading a sum");
    cuda_ok(cudaMemsetAsync(part->sum_work, 0, sizeof here, stream), "clearing a sum");
    cuda_ok(cudaStreamSynchronize(stream), "waiting for a sum");
    return here;
}

void KRY_CUDA(kry_add_total)(const kry_part *part, int sum, int exponent, kry_total *total)
{
    const kry_total here = from_digits(collect(part, sum, exponent).totals[0]);
    exact_sum_merge(&total->sum, &here.sum);
    total->outside += here.outside;
}

double KRY_CUDA(kry_largest)(const kry_part *part, int sum)
{
    const unsigned long long bits = collect(part, sum, KRY_NO_EXPONENT).largest;
    double largest;
    memcpy(&largest, &bits, sizeof largest);
    return largest;
}
