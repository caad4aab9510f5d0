/* thomas-pcr of lines that share one matrix (shared_solve.cuh). */
#include "backend/cuda/tridiag/shared_solver.cuh"

template <typename real> struct shared_matrix_solver : tri_gpu_solver {
    tri_device_spec spec;
    shared_solver<real, rows_as_read> solver;

    double workspace() const override
    {
        return (double)solver.factor_bytes;
    }

    void solve(const tri_device_arrays &arrays, tri_failures *failures, unsigned char *flags,
               cudaStream_t stream) override
    {
        solver.queue(tri_job_of<real>(spec, arrays, failures, flags), rows_as_read(), stream);
    }
};

template <typename real> static shared_shape shape_of(const tri_device_spec &s)
{
    const shared_lines lines = {(int)s.n, s.stride, s.step[0], s.step[1], 0, 0};
    shared_shape shape = {};
    shape.precision = s.precision;
    shape.chunk_rows = shared_chunk<real>::rows;
    shape.n = s.n;
    shape.lines = s.lines;
    shape.count0 = s.count0;
    shape.adjacent = s.adjacent;
    shape.in = shape.out = lines;
    return shape;
}

template <typename real>
static tri_gpu_solver *make(const tri_device_spec &s, char *why, size_t room)
{
    shared_matrix_solver<real> *made = new shared_matrix_solver<real>();
    made->spec = s;
    if (!made->solver.fit(shape_of<real>(s), s))
        tri_report_too_long(s, why, room);
    else if (!made->solver.upload())
        snprintf(why, room, "no memory on the device for the factors of %lld rows", (long long)s.n);
    else
        return made;
    delete made;
    return NULL;
}

tri_gpu_solver *tri_make_shared(const tri_device_spec &s, char *why, size_t room)
{
    return s.precision == 32 ? make<float>(s, why, room) : make<double>(s, why, room);
}
