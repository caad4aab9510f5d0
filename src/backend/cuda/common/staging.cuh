/* Copies between a device and pageable host memory through small pinned buffers. Images and frames
 * are large and rarely used. Pinning them (about 0.3 s per GB) would take longer than all copies of
 * a run. */
#ifndef SPATE_BACKEND_CUDA_STAGING_CUH
#define SPATE_BACKEND_CUDA_STAGING_CUH

#include "backend/cuda/common/device.cuh"

typedef enum { TO_DEVICE, TO_HOST } staging_direction;

/* Rows of `row_bytes` without gaps on the device; on the host they lie host_pitch apart. */
typedef struct staged_copy {
    char *device, *host;
    size_t row_bytes, rows, host_pitch;
} staged_copy;

/* Copies between the logical device that this thread has entered and the host, and returns when all
 * copies are done. `after` (may be NULL): starts after this event. threads: the largest number of
 * threads, the caller included. */
void staged_transfer(const staged_copy *copies, int count, staging_direction direction,
                     cudaEvent_t after, int threads);

#endif
