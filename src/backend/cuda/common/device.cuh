/* What all files of the plug-in share: errors, memory, places. */
#ifndef SPATE_BACKEND_CUDA_DEVICE_CUH
#define SPATE_BACKEND_CUDA_DEVICE_CUH

#include <cuda_runtime.h>
#include <stddef.h>

/* The first CUDA error is kept for spate_backend.trouble; later calls go on, and fail. Returns whether the
 * call went well. From any thread. */
int cuda_ok(cudaError_t error, const char *doing);
const char *cuda_trouble(void);

/* A place is a device and streams of its own on it, by number. One device may be several places, so that a
 * machine with one GPU can try what several do. Calls of a thread go to the place that it has entered. */
void cuda_enter(int place);
int cuda_place(void);

/* The stream of the kernels of the place that this thread has entered. */
cudaStream_t cuda_stream(void);

/* Zeroed device memory; NULL where there is none. */
void *cuda_allocate(size_t bytes);
void cuda_free(void *block);

#endif
