/* A GPU as a device of Krylov solvers: memory, copies, tables. One build of the kernels serves
 * "strict" and "fast": they wait for memory, not for arithmetic. */
#include "backend/krylov/device.h"

#include <cstring>

#include "backend/backend.h"
#include "backend/cuda/common/device.cuh"
#include "backend/krylov/kernels.h"
#include "backend/krylov/level_kernels.h"
#include "backend/krylov/schur.h"
#include "backend/krylov/simple.h"

extern "C" {
/* Weak: a build that shows only that it compiles has some of them. */
#define TABLE(kernels, precision)                                                                  \
    const kernels *kernels##_cuda_##precision(void) __attribute__((weak));
TABLE(kry_cg_kernels, f32)
TABLE(kry_cg_kernels, f64)
TABLE(kry_cg_kernels, f32c64)
TABLE(kry_simple_kernels, f32)
TABLE(kry_simple_kernels, f64)
TABLE(level_kernels, f32)
TABLE(level_kernels, f64)
TABLE(schur_kernels, f32)
TABLE(schur_kernels, f64)
TABLE(schur_kernels, f32c64)
#undef TABLE
}

static bool is_known(const char *isa)
{
    return strcmp(isa, "auto") == 0 || strcmp(isa, "strict") == 0 || strcmp(isa, "fast") == 0;
}

static const kry_cg_kernels *cg(int precision, const char *isa)
{
    if (!is_known(isa))
        return NULL;
    return precision == 32                ? kry_cg_kernels_cuda_f32()
           : precision == PRECISION_MIXED ? kry_cg_kernels_cuda_f32c64()
                                          : kry_cg_kernels_cuda_f64();
}

static const kry_simple_kernels *simple(int precision, const char *isa)
{
    if (!is_known(isa))
        return NULL;
    return precision == 32 ? kry_simple_kernels_cuda_f32() : kry_simple_kernels_cuda_f64();
}

static const level_kernels *levels(int precision, const char *isa)
{
    if (!is_known(isa))
        return NULL;
    return precision == 32 ? level_kernels_cuda_f32() : level_kernels_cuda_f64();
}

static const schur_kernels *schur(int precision, const char *isa)
{
    if (!is_known(isa))
        return NULL;
    return precision == 32                ? schur_kernels_cuda_f32()
           : precision == PRECISION_MIXED ? schur_kernels_cuda_f32c64()
                                          : schur_kernels_cuda_f64();
}

static cudaStream_t stream_of(void *stream)
{
    return stream ? (cudaStream_t)stream : cuda_stream();
}

/* Zero for every stream. */
static void *allocate(size_t pitch_bytes, size_t rows)
{
    void *block = cuda_allocate(pitch_bytes * rows);
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "clearing memory");
    return block;
}

static void move(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t row_bytes,
                 size_t rows, void *stream)
{
    if (row_bytes > 0 && rows > 0)
        cuda_ok(cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, row_bytes, rows,
                                  cudaMemcpyDefault, stream_of(stream)),
                "copying rows");
}

static void wait(void *stream)
{
    cuda_ok(cudaStreamSynchronize(stream_of(stream)), "waiting for a Krylov solver");
}

static void *own_or(void *stream)
{
    return (void *)stream_of(stream);
}

static void copy(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t row_bytes,
                 size_t rows, void *stream)
{
    move(to, to_pitch, from, from_pitch, row_bytes, rows, stream);
    wait(stream);
}

/* ---- graphs ---- */

static void *record(void *stream, void (*body)(void *user), void *user)
{
    cudaGraph_t graph = NULL;
    cudaGraphExec_t exec = NULL;
    if (!cuda_ok(cudaStreamBeginCapture(stream_of(stream), cudaStreamCaptureModeThreadLocal),
                 "recording iterations"))
        return NULL;
    body(user);
    if (!cuda_ok(cudaStreamEndCapture(stream_of(stream), &graph), "recording iterations"))
        return NULL;
    cuda_ok(cudaGraphInstantiate(&exec, graph, 0), "recording iterations");
    cudaGraphDestroy(graph);
    return exec;
}

static void replay(void *graph, void *stream)
{
    cuda_ok(cudaGraphLaunch((cudaGraphExec_t)graph, stream_of(stream)), "iterations");
}

static void forget(void *graph)
{
    cuda_ok(cudaGraphExecDestroy((cudaGraphExec_t)graph), "forgetting iterations");
}

extern "C" const kry_device *kry_device_cuda(void)
{
    static kry_device table;
    table.name = "cuda";
    table.own_memory = 1;
    table.cg = cg;
    table.simple = simple;
    table.levels = levels;
    table.schur = schur;
    table.allocate = allocate;
    table.release = cuda_free;
    table.copy = copy;
    table.move = move;
    table.wait = wait;
    table.stream = own_or;
    table.enter = cuda_enter;
    table.record = record;
    table.replay = replay;
    table.forget = forget;
    table.error = cuda_trouble;
    return &table;
}
