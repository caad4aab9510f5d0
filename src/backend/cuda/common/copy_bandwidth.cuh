/* Bandwidth of a copy within device memory: the ceiling that benchmarks print beside
 * each figure. */
#ifndef SPATE_BACKEND_CUDA_COPY_BANDWIDTH_CUH
#define SPATE_BACKEND_CUDA_COPY_BANDWIDTH_CUH

#include <algorithm>

#include "backend/cuda/common/device.cuh"

enum { COPIES = 9, COPY_BLOCK = 256, COPY_LOADS = 4 /* of 16 bytes, in flight per thread */ };

/* Reads and writes `words` of 16 bytes. */
static __global__ void copy_kernel(uint4 *to, const uint4 *from, size_t words)
{
    const size_t first = (size_t)blockIdx.x * (COPY_BLOCK * COPY_LOADS) + threadIdx.x;
    uint4 held[COPY_LOADS];
#pragma unroll
    for (int n = 0; n < COPY_LOADS; ++n)
        if (first + n * COPY_BLOCK < words)
            held[n] = from[first + n * COPY_BLOCK];
#pragma unroll
    for (int n = 0; n < COPY_LOADS; ++n)
        if (first + n * COPY_BLOCK < words)
            to[first + n * COPY_BLOCK] = held[n];
}

static void copy_once(void *to, const void *from, size_t bytes, int by_kernel)
{
    const size_t words = bytes / sizeof(uint4), per_block = COPY_BLOCK * COPY_LOADS;
    if (by_kernel) {
        copy_kernel<<<(unsigned)((words + per_block - 1) / per_block), COPY_BLOCK, 0,
                      cuda_stream()>>>((uint4 *)to, (const uint4 *)from, words);
        cuda_ok(cudaGetLastError(), "launching a copy");
    } else {
        cuda_ok(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, cuda_stream()),
                "copying within the device");
    }
}

/* The median of several times after a warm-up; 0 if nothing could be timed. */
static double copy_seconds(void *to, const void *from, size_t bytes, int by_kernel)
{
    cudaEvent_t begun = NULL, ended = NULL;
    float milliseconds[COPIES] = {};
    int ok = cuda_ok(cudaEventCreate(&begun), "making an event") &&
             cuda_ok(cudaEventCreate(&ended), "making an event");
    for (int n = -1; n < COPIES && ok; ++n) {
        cuda_ok(cudaEventRecord(begun, cuda_stream()), "timing a copy");
        copy_once(to, from, bytes, by_kernel);
        cuda_ok(cudaEventRecord(ended, cuda_stream()), "timing a copy");
        ok = cuda_ok(cudaEventSynchronize(ended), "timing a copy") &&
             cuda_ok(cudaEventElapsedTime(&milliseconds[std::max(n, 0)], begun, ended),
                     "timing a copy");
    }
    if (begun)
        cudaEventDestroy(begun);
    if (ended)
        cudaEventDestroy(ended);
    std::sort(milliseconds, milliseconds + COPIES);
    return ok ? 1e-3 * milliseconds[COPIES / 2] : 0;
}

/* spate_backend.copy_bandwidth: the better of the runtime's copy and of wide loads and stores. */
static double copy_bandwidth(double bytes)
{
    const size_t size = (size_t)bytes / sizeof(uint4) * sizeof(uint4);
    void *from = cuda_allocate(size), *to = from ? cuda_allocate(size) : NULL;
    double best = 0;
    for (int by_kernel = 0; to && by_kernel <= 1; ++by_kernel) {
        const double seconds = copy_seconds(to, from, size, by_kernel);
        if (seconds > 0)
            best = std::max(best, 2 * (double)size / seconds);
    }
    cuda_free(to);
    cuda_free(from);
    return best;
}

#endif
