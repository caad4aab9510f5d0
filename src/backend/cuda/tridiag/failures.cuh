/* Failures found by kernels, in device memory, and their transfer to the host. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_FAILURES_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_FAILURES_CUH

#include "backend/cuda/tridiag/tridiag.cuh"

#include <climits>

static const tri_findings tri_nothing_found = {0, LLONG_MAX};

/* The library's own stream if none is given. */
static inline cudaStream_t tri_stream_of(void *stream)
{
    return stream ? (cudaStream_t)stream : cuda_stream();
}

static inline void tri_findings_clear(tri_findings *findings, cudaStream_t stream)
{
    cuda_ok(cudaMemcpyAsync(findings, &tri_nothing_found, sizeof tri_nothing_found,
                            cudaMemcpyHostToDevice, stream),
            "clearing failures");
}

/* No failures yet, visible to every stream. NULL: no memory. Freed by the caller. */
static inline tri_findings *tri_findings_make(void)
{
    tri_findings *findings = (tri_findings *)cuda_take(sizeof *findings);
    if (findings) {
        tri_findings_clear(findings, cuda_stream());
        cuda_ok(cudaStreamSynchronize(cuda_stream()), "setting up failures");
    }
    return findings;
}

/* Waits for all work of the stream, reports the failures and resets them. */
static inline void tri_findings_wait(tri_findings *findings, cudaStream_t stream,
                                     const char *waiting, tri_device_report *report)
{
    tri_findings found = tri_nothing_found;
    cuda_ok(cudaMemcpyAsync(&found, findings, sizeof found, cudaMemcpyDeviceToHost, stream),
            "reading failures");
    cuda_ok(cudaStreamSynchronize(stream), waiting);
    if (found.failed)
        tri_findings_clear(findings, stream);
    report->failed = (int64_t)found.failed;
    report->first_failed = found.failed ? found.first_failed : -1;
}

#endif
