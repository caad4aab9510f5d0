/* CUDA's copies and the memory of the plug-in (device.cuh), on a CPU. */
#include "backend/cuda/tridiag_launch.cuh"
#include "host_copies.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

extern "C" {
#include "base/memory.h"
#include "fake_backend.h"
}

/* ---- asynchronous copies of a thread ---- */

void host_copy_async(void *to, const void *from, size_t bytes)
{
    if ((uintptr_t)to % bytes || (uintptr_t)from % bytes) {
        fprintf(stderr, "host_cuda: a copy of %zu bytes from %p to %p\n", bytes, from, to);
        abort();
    }
    host_copies_of_thread().back().push_back({to, from, bytes});
}

void tri_copy_group(void)
{
    host_copies_of_thread().emplace_back();
}

/* As late as allowed. */
void host_copy_wait(int but)
{
    host_copies &groups = host_copies_of_thread();
    while ((int)groups.size() - 1 > but) {
        for (const host_copy &c : groups.front())
            memcpy(c.to, c.from, c.bytes);
        groups.erase(groups.begin());
    }
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

/* As fake_device.c has it: fields of the one and the other trade places. */
void *cuda_take(size_t bytes)
{
    void *const block = memory_alloc(bytes ? bytes : 1);
    return block ? memset(block, 0, bytes) : NULL;
}

void cuda_give(void *block)
{
    memory_free(block);
}

image_block cuda_image_block(const void *address)
{
    fake_block block;
    if (!fake_find_block(address, &block))
        return {NULL, 0, 0};
    return {block.memory, block.bytes, 1};
}
