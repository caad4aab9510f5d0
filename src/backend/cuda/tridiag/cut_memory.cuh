/* Blocks of device memory that are freed together. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_CUT_MEMORY_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_CUT_MEMORY_CUH

#include <vector>

#include "backend/cuda/common/device.cuh"

struct cut_memory {
    std::vector<void *> blocks;
    double bytes = 0;
    bool failed = false; /* an allocation failed */

    cut_memory() {}
    cut_memory(const cut_memory &) = delete;
    cut_memory &operator=(const cut_memory &) = delete;
    ~cut_memory()
    {
        for (void *block : blocks)
            cuda_free(block);
    }

    template <typename T> T *allocate(long long count)
    {
        const size_t wanted = (size_t)count * sizeof(T);
        void *block = failed ? NULL : cuda_allocate(wanted);
        bytes += (double)wanted;
        failed = failed || !block;
        if (block)
            blocks.push_back(block);
        return (T *)block;
    }

    /* Device copy of a host array, which must not change before synchronize(). */
    template <typename T> T *copy_of(const T *from, long long count)
    {
        T *block = allocate<T>(count);
        if (block && count)
            cuda_ok(cudaMemcpyAsync(block, from, (size_t)count * sizeof(T), cudaMemcpyHostToDevice,
                                    cuda_stream()),
                    "copying a plan");
        return block;
    }

    static void synchronize()
    {
        cuda_ok(cudaStreamSynchronize(cuda_stream()), "copying a plan");
    }
};

#endif
