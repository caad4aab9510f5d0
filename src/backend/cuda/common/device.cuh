/* What all files of the plug-in share: errors, memory, logical devices. */
#ifndef SPATE_BACKEND_CUDA_DEVICE_CUH
#define SPATE_BACKEND_CUDA_DEVICE_CUH

#include <cuda_runtime.h>
#include <stddef.h>

/* Keeps the first CUDA error for spate_backend.trouble; later calls continue and fail. Returns
 * whether the call succeeded. Any thread may call it. */
int cuda_ok(cudaError_t error, const char *doing);
const char *cuda_trouble(void);

/* A logical device is a GPU with streams of its own. One GPU may be several logical devices, so
 * that a machine with one GPU can test runs on several. CUDA calls of a thread use the logical
 * device that it has entered. */
void cuda_enter(int logical_device);
int cuda_logical_device(void);

/* The kernel stream of the logical device that this thread has entered. */
cudaStream_t cuda_stream(void);

/* Allocates zeroed device memory; NULL if there is none. */
void *cuda_allocate(size_t bytes);
void cuda_free(void *block);

#endif
