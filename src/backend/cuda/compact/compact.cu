/* Function table of compact differences: a solver, its stream and failures. Contains no kernels. */
#include "backend/cuda/compact/compact.cuh"
#include "backend/cuda/tridiag/failures.cuh"

struct compact_device_solver {
    compact_gpu_solver *solver;
    tri_failures *failures;
};

static void destroy(compact_device_solver *s)
{
    if (!s)
        return;
    delete s->solver;
    cuda_free(s->failures);
    delete s;
}

static compact_device_solver *create(const compact_device_spec *spec, char *why, size_t room)
{
    compact_device_solver *s = new compact_device_solver();
    s->solver = compact_make_fused(*spec, why, room);
    if (!s->solver)
        s->solver = compact_make_long(*spec, why, room);
    s->failures = s->solver ? tri_failures_make() : NULL;
    if (s->failures)
        return s;
    if (s->solver)
        snprintf(why, room, "no memory on the device");
    destroy(s);
    return NULL;
}

static double workspace(const compact_device_solver *s)
{
    return s->solver->workspace();
}

static int apply(compact_device_solver *s, const void *f, void *g, void *stream)
{
    return s->solver->apply(f, g, s->failures, tri_stream_of(stream));
}

static void wait(compact_device_solver *s, void *stream, tri_device_report *report)
{
    tri_failures_wait(s->failures, tri_stream_of(stream), "waiting for compact differences",
                      report);
}

extern "C" const compact_device *compact_device_cuda(void)
{
    static const compact_device table = {create, destroy, workspace, apply, wait};
    return &table;
}
