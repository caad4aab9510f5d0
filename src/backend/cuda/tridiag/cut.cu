/* Function table of lines cut into parts. Contains no kernels. */
#include "backend/cuda/tridiag/cut_solver.cuh"

static cudaStream_t stream_of(void *stream)
{
    return stream ? (cudaStream_t)stream : cuda_stream();
}

static tri_cut_solver *create(const tri_cut_spec *spec, char *why, size_t room)
{
    return spec->precision == 32 ? tri_cut_make_f32(*spec, why, room)
                                 : tri_cut_make_f64(*spec, why, room);
}

static void destroy(tri_cut_solver *s)
{
    delete s;
}

static double workspace(const tri_cut_solver *s)
{
    return s->workspace();
}

static void *message(const tri_cut_solver *s, int slot, int part, tri_cut_message which)
{
    return s->message(slot, part, which);
}

static int set_arrays(tri_cut_solver *s, const tri_device_arrays *arrays, const tri_cut_rhs *rhs,
                      tri_cut_receiver *receivers, void *stream)
{
    return s->set_arrays(arrays, rhs, receivers, stream_of(stream));
}

static int solve_whole(tri_cut_solver *s, void *stream)
{
    return s->solve_whole(stream_of(stream));
}

static void up(tri_cut_solver *s, const tri_cut_batch *batch, void *stream)
{
    s->up(*batch, stream_of(stream));
}

static void top(tri_cut_solver *s, const tri_cut_batch *batch, void *stream)
{
    s->top(*batch, stream_of(stream));
}

static void down(tri_cut_solver *s, const tri_cut_batch *batch, void *stream)
{
    s->down(*batch, stream_of(stream));
}

static void solve(tri_cut_solver *s, const tri_cut_batch *batch, void *stream)
{
    s->solve(*batch, stream_of(stream));
}

static void synchronize(void *stream)
{
    cuda_ok(cudaStreamSynchronize(stream_of(stream)), "waiting for cut lines");
}

static void report(tri_cut_solver *s, void *stream, tri_cut_report *report)
{
    s->report(stream_of(stream), report);
}

static void pack(int precision, const compact_span *from, const int64_t count[2], void *to,
                 void *stream)
{
    (precision == 32 ? compact_pack_f32 : compact_pack_f64)(*from, count, to, stream_of(stream));
}

extern "C" const tri_cut_device *tri_cut_device_cuda(void)
{
    static const tri_cut_device table = {.create = create,
                                         .destroy = destroy,
                                         .workspace = workspace,
                                         .message = message,
                                         .set_arrays = set_arrays,
                                         .solve_whole = solve_whole,
                                         .up = up,
                                         .top = top,
                                         .down = down,
                                         .solve = solve,
                                         .synchronize = synchronize,
                                         .report = report,
                                         .pack = pack};
    return &table;
}
