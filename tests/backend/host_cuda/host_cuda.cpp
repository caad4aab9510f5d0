/* Blocks of threads on a CPU: every thread is a fiber that runs from barrier to barrier. A barrier that not all
 * threads of a block reach, a misaligned copy, and shared memory that is read before it was written (as what is no
 * number) show here as they would, perhaps, on a GPU. */
#include "backend/cuda/tridiag_launch.cuh"

#include <ucontext.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

host_index threadIdx, blockIdx, blockDim, gridDim;

namespace
{

enum { STACK = 64 << 10 };

struct copy {
    void *to;
    const void *from;
    size_t bytes;
};

struct fiber {
    ucontext_t context;
    std::vector<char> stack;
    std::vector<std::vector<copy>> groups; /* of copies on their way; the last one is not closed */
    bool waiting, done;
};

struct {
    ucontext_t scheduler;
    std::vector<fiber> fibers;
    std::vector<uint64_t> shared;
    const std::function<void()> *body;
    int current;
} host;

void enter()
{
    (*host.body)();
    host.fibers[host.current].done = true;
}

void resume(int thread)
{
    host.current = thread;
    threadIdx.x = (unsigned)thread;
    swapcontext(&host.scheduler, &host.fibers[thread].context);
}

/* All threads to their next barrier, or to the end. Returns whether there was a barrier. */
bool run_phase(int threads, int phase)
{
    int waiting = 0, done = 0;
    for (int k = 0; k < threads; ++k)
        resume(phase % 2 ? threads - 1 - k : k);
    for (int k = 0; k < threads; ++k) {
        waiting += host.fibers[k].waiting;
        done += host.fibers[k].done;
        host.fibers[k].waiting = false;
    }
    if (waiting && done) {
        fprintf(stderr, "host_cuda: %d threads are at a barrier that %d never reach\n", waiting,
                done);
        abort();
    }
    return waiting > 0;
}

void run_block(int threads, size_t shared)
{
    host.shared.assign((shared + 7) / 8,
                       UINT64_C(0x7ff4dead7fa4dead)); /* two floats, or a double */
    for (int k = 0; k < threads; ++k) {
        fiber &f = host.fibers[k];
        f.waiting = f.done = false;
        f.groups.assign(1, {});
        f.stack.resize(STACK);
        getcontext(&f.context);
        f.context.uc_stack.ss_sp = f.stack.data();
        f.context.uc_stack.ss_size = STACK;
        f.context.uc_link = &host.scheduler;
        makecontext(&f.context, enter, 0);
    }
    for (int phase = 0; run_phase(threads, phase); ++phase) {
    }
}

} // namespace

void __syncthreads(void)
{
    host.fibers[host.current].waiting = true;
    swapcontext(&host.fibers[host.current].context, &host.scheduler);
}

unsigned char *tri_shared_memory(void)
{
    return (unsigned char *)host.shared.data();
}

void host_copy_async(void *to, const void *from, size_t bytes)
{
    if ((uintptr_t)to % bytes || (uintptr_t)from % bytes) {
        fprintf(stderr, "host_cuda: a copy of %zu bytes from %p to %p\n", bytes, from, to);
        abort();
    }
    host.fibers[host.current].groups.back().push_back({to, from, bytes});
}

void tri_copy_group(void)
{
    host.fibers[host.current].groups.emplace_back();
}

/* As late as allowed. */
void host_copy_wait(int but)
{
    std::vector<std::vector<copy>> &groups = host.fibers[host.current].groups;
    while ((int)groups.size() - 1 > but) {
        for (const copy &c : groups.front())
            memcpy(c.to, c.from, c.bytes);
        groups.erase(groups.begin());
    }
}

void host_run(long long blocks, int threads, size_t shared, const std::function<void()> &body)
{
    host.body = &body;
    if (host.fibers.size() < (size_t)threads)
        host.fibers.resize((size_t)threads);
    gridDim.x = (unsigned)blocks;
    blockDim.x = (unsigned)threads;
    for (long long b = 0; b < blocks; ++b) {
        blockIdx.x = (unsigned)b;
        run_block(threads, shared);
    }
}

/* ---- the runtime: everything is done when it is asked for ---- */

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind, cudaStream_t)
{
    memcpy(to, from, bytes);
    return cudaSuccess;
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t rows, cudaMemcpyKind, cudaStream_t)
{
    for (size_t row = 0; row < rows; ++row)
        memcpy((char *)to + row * to_pitch, (const char *)from + row * from_pitch, width);
    return cudaSuccess;
}

cudaError_t cudaMemsetAsync(void *at, int value, size_t bytes, cudaStream_t)
{
    memset(at, value, bytes);
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t)
{
    return cudaSuccess;
}

/* ---- device.cuh ---- */

int cuda_ok(cudaError_t error, const char *)
{
    return error == cudaSuccess;
}

const char *cuda_trouble(void)
{
    return NULL;
}

cudaStream_t cuda_stream(void)
{
    return NULL;
}

void *cuda_take(size_t bytes)
{
    return calloc(1, bytes ? bytes : 1);
}

void cuda_give(void *block)
{
    free(block);
}
