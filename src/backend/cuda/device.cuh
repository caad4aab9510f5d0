/* What all files of the plug-in share: errors, memory, the stream. */
#ifndef SPATE_BACKEND_CUDA_DEVICE_CUH
#define SPATE_BACKEND_CUDA_DEVICE_CUH

#include <cuda_runtime.h>
#include <stddef.h>

/* The first CUDA error is kept for spate_backend.trouble; later calls go on, and fail. Returns whether the
 * call went well. */
int cuda_ok(cudaError_t error, const char *doing);
const char *cuda_trouble(void);

/* The stream of all kernels of this process. */
cudaStream_t cuda_stream(void);

/* Zeroed device memory; NULL where there is none. */
void *cuda_take(size_t bytes);
void cuda_give(void *block);

/* A block of the image. No two blocks of a process have the same number, though addresses come again. */
typedef struct image_block {
    char *memory;
    size_t bytes;
    long number;
} image_block;

/* The block that holds this address; its number is 0 if there is none. */
image_block cuda_image_block(const void *address);

#endif
