/* Functions that the host and, in CUDA sources, the device can call. */
#ifndef SPATE_BASE_HOST_DEVICE_H
#define SPATE_BASE_HOST_DEVICE_H

#ifdef __CUDACC__
#define SPATE_BOTH static __host__ __device__ __forceinline__
#else
#define SPATE_BOTH static inline
#endif

#endif
