/* Copies of the clock between host and device, and the graph whose length depends on it. */
#ifndef SPATE_BACKEND_CUDA_KURGANOV_PROGRESS_CUH
#define SPATE_BACKEND_CUDA_KURGANOV_PROGRESS_CUH

#include "backend/cuda/kurganov/host.cuh"

namespace
{

void forget_graph(cuda_work *w)
{
    if (w->graph)
        cuda_ok(cudaGraphExecDestroy(w->graph), "dropping a graph");
    w->graph = NULL;
}

/* Requests clock and control as they are when all launched kernels are done. */
void ask_for_report(cuda_work *w)
{
    cuda_ok(cudaMemcpyAsync(&w->report->clock, w->c.p.clock, sizeof w->report->clock,
                            cudaMemcpyDeviceToHost, cuda_stream()),
            "copying the clock");
    cuda_ok(cudaMemcpyAsync(&w->report->control, w->c.control, sizeof w->report->control,
                            cudaMemcpyDeviceToHost, cuda_stream()),
            "copying the control");
    w->reported = 1;
}

void await(grid_part *part)
{
    cuda_work *w = work_of(part);
    if (!w->reported)
        return;
    w->reported = 0;
    if (!cuda_ok(cudaStreamSynchronize(cuda_stream()), "waiting for the device"))
        return;
    *part->clock = w->report->clock;
    const double share = (double)w->report->control.computed / ((double)w->c.columns * w->c.rows);
    part->tiles_computed = (int64_t)(share * part->shape.tiles_x * part->shape.tiles_y);
}

} // namespace

#endif
