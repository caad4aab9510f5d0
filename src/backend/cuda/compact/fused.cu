/* Compact differences in one kernel: right-hand sides are computed from f in shared memory and
 * solved there (tridiag/shared_solve.cuh). Traffic: reads f and writes g, 2 words per point. */
#include "backend/cuda/compact/compact.cuh"

template <typename real, typename Maker> struct fused_solver : compact_gpu_solver {
    compact_device_spec spec;
    compact_rows<real> rows;
    shared_solver<real, Maker> solver;

    double workspace() const override
    {
        return (double)solver.factor_bytes;
    }

    int apply(const void *f, void *g, tri_failures *failures, cudaStream_t stream) override
    {
        solver.queue(compact_job_of<real>(spec, f, g, failures), Maker{rows}, stream);
        return 1;
    }
};

template <typename real> static shared_shape shape_of(const compact_device_spec &s)
{
    const compact_stencil &t = *s.stencil;
    shared_shape shape = {};
    shape.precision = s.precision;
    shape.chunk_rows = shared_chunk<real>::rows;
    shape.n = s.n;
    shape.lines = s.lines;
    shape.count0 = s.count0;
    shape.adjacent = s.adjacent;
    shape.margins = 1;
    shape.wrap = s.periodic ? max(t.left, t.right) + t.pairs - 1 : 0;
    /* half points: as if f[i] were always half-way before g[i] */
    shape.in = {(int)s.inputs, s.stride, s.step[0], s.step[1], t.right == 0, 0};
    shape.out = {(int)s.n, s.out_stride, s.out_step[0], s.out_step[1], 0, 0};
    return shape;
}

template <typename real, typename Maker>
static compact_gpu_solver *make(const compact_device_spec &s, char *why, size_t room)
{
    fused_solver<real, Maker> *made = new fused_solver<real, Maker>();
    made->spec = s;
    made->rows = compact_rows_of<real>(*s.stencil);
    if (!made->solver.fit(shape_of<real>(s), compact_matrix_of(s)))
        snprintf(why, room, "a block of the device has no room for lines of %lld values",
                 (long long)s.n);
    else if (!made->solver.upload())
        snprintf(why, room, "no memory on the device for the factors of %lld rows", (long long)s.n);
    else
        return made;
    delete made;
    return NULL;
}

template <typename real>
static compact_gpu_solver *choose(const compact_device_spec &s, char *why, size_t room)
{
    const compact_stencil &t = *s.stencil;
    if (t.pairs > 2)
        return make<real, compact_any_pairs<real>>(s, why, room);
    if (t.left == t.right)
        return t.pairs == 1 ? make<real, compact_pairs<real, 1, false>>(s, why, room)
                            : make<real, compact_pairs<real, 2, false>>(s, why, room);
    return t.pairs == 1 ? make<real, compact_pairs<real, 1, true>>(s, why, room)
                        : make<real, compact_pairs<real, 2, true>>(s, why, room);
}

compact_gpu_solver *compact_make_fused(const compact_device_spec &s, char *why, size_t room)
{
    return s.precision == 32 ? choose<float>(s, why, room) : choose<double>(s, why, room);
}
