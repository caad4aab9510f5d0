/* What kernels found wrong, on the device, and how the host learns it: for solvers and all that is made of them. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_FINDINGS_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_FINDINGS_CUH

#include "backend/cuda/tridiag/tridiag.cuh"

#include <climits>

static const tri_findings tri_nothing_found = {0, LLONG_MAX};

/* The library's own where none is given. */
static inline cudaStream_t tri_stream_of(void *stream)
{
    return stream ? (cudaStream_t)stream : cuda_stream();
}

static inline void tri_findings_clear(tri_findings *findings, cudaStream_t stream)
{
    cuda_ok(cudaMemcpyAsync(findings, &tri_nothing_found, sizeof tri_nothing_found,
                            cudaMemcpyHostToDevice, stream),
            "clearing findings");
}

/* Nothing found so far, known to every stream. NULL: no memory. Given back by cuda_free. */
static inline tri_findings *tri_findings_make(void)
{
    tri_findings *findings = (tri_findings *)cuda_allocate(sizeof *findings);
    if (findings) {
        tri_findings_clear(findings, cuda_stream());
        cuda_ok(cudaStreamSynchronize(cuda_stream()), "setting up findings");
    }
    return findings;
}

/* Waits for all that the stream was given, tells what was found, and forgets it. */
static inline void tri_findings_wait(tri_findings *findings, cudaStream_t stream,
                                     const char *waiting, tri_device_report *report)
{
    tri_findings found = tri_nothing_found;
    cuda_ok(cudaMemcpyAsync(&found, findings, sizeof found, cudaMemcpyDeviceToHost, stream),
            "reading findings");
    cuda_ok(cudaStreamSynchronize(stream), waiting);
    if (found.failed)
        tri_findings_clear(findings, stream);
    report->failed = (int64_t)found.failed;
    report->first_failed = found.failed ? found.first_failed : -1;
}

#endif
