/* CUDA's runtime and the memory of the plug-in (device.cuh), on a CPU. */
#include "backend/cuda/tridiag_launch.cuh"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

extern "C" {
#include "fake_backend.h"
}

/* ---- the runtime: everything is done when it is asked for ---- */

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind, cudaStream_t)
{
    memcpy(to, from, bytes);
    return cudaSuccess;
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t rows, cudaMemcpyKind, cudaStream_t)
{
    for (size_t row = 0; row < rows; ++row)
        memcpy((char *)to + row * to_pitch, (const char *)from + row * from_pitch, width);
    return cudaSuccess;
}

cudaError_t cudaMemsetAsync(void *at, int value, size_t bytes, cudaStream_t)
{
    memset(at, value, bytes);
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t)
{
    return cudaSuccess;
}

/* ---- device.cuh ---- */

int cuda_ok(cudaError_t error, const char *)
{
    return error == cudaSuccess;
}

const char *cuda_trouble(void)
{
    return NULL;
}

cudaStream_t cuda_stream(void)
{
    return NULL;
}

void *cuda_take(size_t bytes)
{
    return calloc(1, bytes ? bytes : 1);
}

void cuda_give(void *block)
{
    free(block);
}

image_block cuda_image_block(const void *address)
{
    fake_block block;
    if (!fake_find_block(address, &block))
        return {NULL, 0, 0};
    return {block.memory, block.bytes, 1};
}
