/* The table of compact differences: a way, its stream and findings. Knows no kernel. */
#include "backend/cuda/compact.cuh"

#include <climits>

struct compact_device_solver {
    compact_way *way;
    tri_findings *findings;
};

static const tri_findings nothing_found = {0, LLONG_MAX};

static cudaStream_t stream_of(void *stream)
{
    return stream ? (cudaStream_t)stream : cuda_stream();
}

static void destroy(compact_device_solver *s)
{
    if (!s)
        return;
    delete s->way;
    cuda_give(s->findings);
    delete s;
}

static compact_device_solver *create(const compact_device_spec *spec, char *why, size_t room)
{
    compact_device_solver *s = new compact_device_solver();
    s->way = compact_make_fused(*spec, why, room);
    if (!s->way)
        s->way = compact_make_long(*spec, why, room);
    s->findings = s->way ? (tri_findings *)cuda_take(sizeof *s->findings) : NULL;
    if (s->findings) {
        cuda_ok(cudaMemcpyAsync(s->findings, &nothing_found, sizeof nothing_found,
                                cudaMemcpyHostToDevice, cuda_stream()),
                "setting up findings");
        /* applies may be on any stream */
        cuda_ok(cudaStreamSynchronize(cuda_stream()), "setting up compact differences");
        return s;
    }
    if (s->way)
        snprintf(why, room, "no memory on the device");
    destroy(s);
    return NULL;
}

static double workspace(const compact_device_solver *s)
{
    return s->way->workspace();
}

static int apply(compact_device_solver *s, const void *f, void *g, void *stream)
{
    return s->way->apply(f, g, s->findings, stream_of(stream));
}

static void wait(compact_device_solver *s, void *stream, tri_device_report *report)
{
    tri_findings found = nothing_found;
    const cudaStream_t on = stream_of(stream);
    cuda_ok(cudaMemcpyAsync(&found, s->findings, sizeof found, cudaMemcpyDeviceToHost, on),
            "reading findings");
    cuda_ok(cudaStreamSynchronize(on), "waiting for compact differences");
    if (found.failed)
        cuda_ok(cudaMemcpyAsync(s->findings, &nothing_found, sizeof nothing_found,
                                cudaMemcpyHostToDevice, on),
                "clearing findings");
    report->failed = (int64_t)found.failed;
    report->first_failed = found.failed ? found.first_failed : -1;
}

extern "C" const compact_device *compact_device_cuda(void)
{
    static const compact_device table = {create, destroy, workspace, apply, wait};
    return &table;
}
