/* Common parts of compact differences. */
#ifndef SPATE_BACKEND_CUDA_COMPACT_CUH
#define SPATE_BACKEND_CUDA_COMPACT_CUH

#include <vector>

#include "backend/cuda/compact/rows.cuh"
#include "backend/cuda/tridiag/shared_solver.cuh"

/* One implementation: allocates once, then queues applies. */
struct compact_gpu_solver {
    virtual ~compact_gpu_solver() {}
    /* Returns 0 without memory. */
    virtual int apply(const void *f, void *g, tri_failures *failures, cudaStream_t stream) = 0;
    virtual double workspace() const = 0;
};

/* Each returns NULL with a message in why on failure: for lines that fit in a block, and lines
 * of any length. */
compact_gpu_solver *compact_make_fused(const compact_device_spec &spec, char *why, size_t room);
compact_gpu_solver *compact_make_long(const compact_device_spec &spec, char *why, size_t room);

/* Lines of g in the form of the tridiagonal solver. */
static inline tri_device_spec compact_matrix_of(const compact_device_spec &s)
{
    tri_device_spec m = {};
    m.algorithm = "thomas-pcr";
    m.precision = s.precision;
    m.shared = 1;
    m.periodic = s.periodic;
    m.adjacent = s.adjacent;
    m.n = s.n;
    m.lines = s.lines;
    m.count0 = s.count0;
    m.stride = s.out_stride;
    for (int k = 0; k < 2; ++k) {
        m.step[k] = s.out_step[k];
        m.number[k] = s.number[k];
    }
    m.a = s.a;
    m.b = s.b;
    m.c = s.c;
    return m;
}

template <typename real> static compact_rows<real> compact_rows_of(const compact_stencil &s)
{
    compact_rows<real> rows = {};
    rows.pairs = s.pairs;
    rows.left = s.left;
    rows.right = s.right;
    rows.centred = s.parity == COMPACT_CENTRED;
    rows.centre = (real)s.centre;
    rows.other = (real)(s.parity == COMPACT_ODD ? 1 : -1);
    rows.closures = s.closures;
    for (int k = 0; k < s.pairs; ++k)
        rows.pair[k] = (real)s.pair[k];
    for (int e = 0; e < 2 * s.closures; ++e) {
        const int r = e % s.closures, at_last = e / s.closures;
        const compact_end_row &end = at_last ? s.last[r] : s.first[r];
        rows.width = max(rows.width, end.width);
        for (int j = 0; j < end.width; ++j)
            rows.ends[(at_last * COMPACT_CLOSURES + r) * COMPACT_WIDTH + j] = (real)end.value[j];
    }
    return rows;
}

/* A job whose d is f and whose x is g. */
template <typename real>
static tri_job<real> compact_job_of(const compact_device_spec &s, const void *f, void *g,
                                    tri_failures *failures)
{
    const tri_device_arrays arrays = {NULL, NULL, NULL, f, g};
    return tri_job_of<real>(compact_matrix_of(s), arrays, failures, NULL);
}

#endif
