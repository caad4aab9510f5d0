/* Bytes between a device and pageable host memory, through small pinned buffers. Images and frames are large
 * and used once in a while: to pin them would take longer (some 0.3 s per GB) than all copies of a run. */
#ifndef SPATE_BACKEND_CUDA_STAGING_CUH
#define SPATE_BACKEND_CUDA_STAGING_CUH

#include "backend/cuda/common/device.cuh"

typedef enum { TO_DEVICE, TO_HOST } staging_way;

/* Rows of `row_bytes` without gaps on the device; on the host they lie host_pitch apart. */
typedef struct staged_copy {
    char *device, *host;
    size_t row_bytes, rows, host_pitch;
} staged_copy;

/* Copies between the place that this thread has entered and the host, and returns when all is there. `after`
 * (may be NULL): not before this event. threads: at most so many help; the caller is one of them. */
void staged_transfer(const staged_copy *copies, int count, staging_way way, cudaEvent_t after,
                     int threads);

#endif
