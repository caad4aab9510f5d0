/* Function table of the tridiagonal solvers: algorithms by name, memory, streams, failures.
 * Contains no kernels. */
#include "backend/cuda/tridiag/failures.cuh"
#include "backend/cuda/tridiag/tridiag.cuh"

#include <cstdio>
#include <cstring>

struct tri_device_solver {
    tri_device_spec spec;
    const char *algorithm;
    tri_gpu_solver *solver;
    tri_failures *failures;
    unsigned char *flags; /* NULL without check */
};

struct tri_algorithm {
    const char *name;
    tri_make_fn *make;
};

/* Lines of a few rows need no tiles; long lines are cut into segments. */
static tri_gpu_solver *make_general(const tri_device_spec &s, char *why, size_t room)
{
    tri_gpu_solver *solver = tri_make_short(s, why, room);
    if (!solver)
        solver = tri_make_chunks(s, why, room);
    return solver ? solver : tri_make_long(s, why, room);
}

static tri_gpu_solver *make_shared(const tri_device_spec &s, char *why, size_t room)
{
    tri_gpu_solver *solver = tri_make_shared(s, why, room);
    return solver ? solver : tri_make_long(s, why, room);
}

/* For general and shared matrices; ended by a NULL name. */
static const tri_algorithm general[] = {
    {"thomas-pcr", make_general},   {"thomas", tri_make_thomas},
    {"cr-pcr", tri_make_reduction}, {"pcr", tri_make_reduction},
    {"cr", tri_make_reduction},     {"pcr-global", tri_make_reduction},
    {"cr-global", tri_make_global}, {NULL, NULL}};
static const tri_algorithm shared[] = {{"thomas-pcr", make_shared}, {NULL, NULL}};

void tri_report_too_long(const tri_device_spec &s, char *why, size_t room)
{
    snprintf(why, room,
             "algorithm \"%s\" keeps a line in one block of the device, which has no room for %lld "
             "unknowns of f%d",
             s.algorithm, (long long)s.n, s.precision);
}

static void make_named(tri_device_solver *s, const char *name, char *why, size_t room)
{
    snprintf(why, room, "no algorithm \"%s\" for %s of this class on a GPU", name,
             s->spec.periodic ? "periodic lines" : "lines");
    for (const tri_algorithm *a = s->spec.shared ? shared : general; a->name; ++a)
        if (strcmp(a->name, name) == 0) {
            s->spec.algorithm = s->algorithm = a->name;
            s->solver = a->make(s->spec, why, room);
        }
}

/* If lines of a few chunks leave most of the device idle, the longest chain of operations
 * determines the time: 17 rows of a chunk of f32 one after the other, or the levels of PCR.
 * Measured on an H200 with n = 16, 32, 64 and 1, 16, 64 lines: PCR takes 0.5 us of 5 less.
 * Chunks of f64 have 9 rows and are faster. */
static int latency_dominates(const tri_device_spec &s)
{
    enum { ONE_CHUNK = 8, FEW_ROWS = 64, FEW_LINES = 64 };
    return !s.shared && !s.periodic && s.precision == 32 && s.n > ONE_CHUNK && s.n <= FEW_ROWS &&
           s.lines <= FEW_LINES;
}

/* Otherwise tries all in the order of the table: the fastest is first. */
static void make_best(tri_device_solver *s, char *why, size_t room)
{
    if (latency_dominates(s->spec))
        make_named(s, "pcr", why, room);
    for (const tri_algorithm *a = s->spec.shared ? shared : general; a->name && !s->solver; ++a) {
        s->spec.algorithm = s->algorithm = a->name;
        s->solver = a->make(s->spec, why, room);
    }
}

static void destroy(tri_device_solver *s)
{
    if (!s)
        return;
    delete s->solver;
    cuda_free(s->failures);
    cuda_free(s->flags);
    delete s;
}

static tri_device_solver *create(const tri_device_spec *spec, char *why, size_t room)
{
    tri_device_solver *s = new tri_device_solver();
    s->spec = *spec;
    if (strcmp(spec->algorithm, "auto") == 0)
        make_best(s, why, room);
    else
        make_named(s, spec->algorithm, why, room);
    s->failures = s->solver ? tri_failures_make() : NULL;
    s->flags =
        s->failures && spec->check ? (unsigned char *)cuda_allocate((size_t)spec->lines) : NULL;
    if (s->solver && (!s->failures || (spec->check && !s->flags)))
        snprintf(why, room, "no memory on the device for the flags of %lld lines",
                 (long long)spec->lines);
    else if (s->solver)
        return s;
    destroy(s);
    return NULL;
}

static const char *algorithm(const tri_device_solver *s)
{
    return s->algorithm;
}

static double workspace(const tri_device_solver *s)
{
    return s->solver->workspace();
}

static void solve(tri_device_solver *s, const tri_device_arrays *arrays, void *stream)
{
    if (s->flags)
        cuda_ok(cudaMemsetAsync(s->flags, 0, (size_t)s->spec.lines, tri_stream_of(stream)),
                "clearing flags");
    s->solver->solve(*arrays, s->failures, s->flags, tri_stream_of(stream));
}

static void wait(tri_device_solver *s, void *stream, tri_device_report *report, uint8_t *flags)
{
    const cudaStream_t on = tri_stream_of(stream);
    if (flags && s->flags)
        cuda_ok(cudaMemcpyAsync(flags, s->flags, (size_t)s->spec.lines, cudaMemcpyDeviceToHost, on),
                "reading flags");
    tri_failures_wait(s->failures, on, "waiting for a tridiagonal solver", report);
}

static void copy(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                 size_t rows, void *stream)
{
    const cudaStream_t on = tri_stream_of(stream);
    if (rows == 1)
        cuda_ok(cudaMemcpyAsync(to, from, width, cudaMemcpyDefault, on), "copying lines");
    else
        cuda_ok(cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, rows, cudaMemcpyDefault,
                                  on),
                "copying lines");
    cuda_ok(cudaStreamSynchronize(on), "waiting for a copy of lines");
}

extern "C" const tri_device *tri_device_cuda(void)
{
    static const tri_device table = {create, destroy,       algorithm, workspace, solve,
                                     wait,   cuda_allocate, cuda_free, copy,      cuda_trouble};
    return &table;
}
