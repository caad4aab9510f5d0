/* Failures found by kernels, in device memory, and their transfer to the host. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_FAILURES_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_FAILURES_CUH

#include "backend/cuda/tridiag/tridiag.cuh"

#include <climits>

static const tri_failures tri_no_failures = {0, LLONG_MAX};

/* The library's own stream if none is given. */
static inline cudaStream_t tri_stream_of(void *stream)
{
    return stream ? (cudaStream_t)stream : cuda_stream();
}

static inline void tri_failures_clear(tri_failures *failures, cudaStream_t stream)
{
    cuda_ok(cudaMemcpyAsync(failures, &tri_no_failures, sizeof tri_no_failures,
                            cudaMemcpyHostToDevice, stream),
            "clearing failures");
}

/* No failures yet, visible to every stream. NULL: no memory. Freed by the caller. */
static inline tri_failures *tri_failures_make(void)
{
    tri_failures *failures = (tri_failures *)cuda_allocate(sizeof *failures);
    if (failures) {
        tri_failures_clear(failures, cuda_stream());
        cuda_ok(cudaStreamSynchronize(cuda_stream()), "setting up failures");
    }
    return failures;
}

/* Waits for all work of the stream, reports the failures and resets them. */
static inline void tri_failures_wait(tri_failures *failures, cudaStream_t stream,
                                     const char *waiting, tri_device_report *report)
{
    tri_failures found = tri_no_failures;
    cuda_ok(cudaMemcpyAsync(&found, failures, sizeof found, cudaMemcpyDeviceToHost, stream),
            "reading failures");
    cuda_ok(cudaStreamSynchronize(stream), waiting);
    if (found.failed)
        tri_failures_clear(failures, stream);
    report->failed = (int64_t)found.failed;
    report->first_failed = found.failed ? found.first_failed : -1;
}

#endif
