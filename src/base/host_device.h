/* Functions that the host and, in CUDA sources, the device can call. */
#ifndef SPATE_BASE_HOST_DEVICE_H
#define SPATE_BASE_HOST_DEVICE_H

#ifdef __CUDACC__
#define SPATE_BOTH static __host__ __device__ __forceinline__
#else
#define SPATE_BOTH static inline
#endif

/* Code for a GPU, or for its stand-in in tests (tests/backend/host_cuda/): threads of a block wait
 * for each other. */
#if defined(__CUDA_ARCH__) || defined(SPATE_HOST_CUDA)
#define SPATE_IN_KERNEL 1
#else
#define SPATE_IN_KERNEL 0
#endif

#endif
