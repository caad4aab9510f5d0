/* CUDA's runtime and what the plug-in's own files give to kernels (device.cuh, staging.cuh), on a CPU. */
#include "backend/cuda/common/platform.cuh"
#include "backend/cuda/common/staging.cuh"
#include "backend/cuda/tridiag/launch.cuh"
#include "host_copies.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <vector>

extern "C" {
#include "base/memory.h"
#include "fake_backend.h"
}

/* ---- what kernels note ---- */

static std::mutex notes_lock;
static std::map<std::string, long long> notes;

void host_note(const char *what)
{
    const std::lock_guard<std::mutex> held(notes_lock);
    ++notes[what];
}

long long host_noted(const char *what)
{
    const std::lock_guard<std::mutex> held(notes_lock);
    return notes[what];
}

/* ---- asynchronous copies of a thread ---- */

void host_stop_misaligned(const void *address, size_t bytes)
{
    fprintf(stderr, "host_cuda: %zu bytes at %p, which are not aligned\n", bytes, address);
    abort();
}

void host_copy_async(void *to, const void *from, size_t bytes)
{
    host_check_aligned(to, bytes);
    host_check_aligned(from, bytes);
    host_copies_of_thread().back().push_back({to, from, bytes});
}

void tri_copy_group(void)
{
    host_copies_of_thread().emplace_back();
}

/* As late as allowed. */
void host_copy_wait(int but)
{
    host_copies &groups = host_copies_of_thread();
    while ((int)groups.size() - 1 > but) {
        for (const host_copy &c : groups.front())
            memcpy(c.to, c.from, c.bytes);
        groups.erase(groups.begin());
    }
}

/* ---- streams: kernels run when they are launched, unless they are captured ---- */

struct host_graph {
    std::vector<std::function<void()>> work;
};

static host_graph *captured; /* all streams that are used meanwhile belong to it */

void host_queue(cudaStream_t, const std::function<void()> &work)
{
    if (captured)
        captured->work.push_back(work);
    else
        work();
}

cudaError_t cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode)
{
    captured = new host_graph();
    return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t *graph)
{
    *graph = captured;
    captured = NULL;
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long)
{
    *exec = new host_graph(*graph);
    return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    delete graph;
    return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec)
{
    return cudaGraphDestroy(exec);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t)
{
    for (const std::function<void()> &work : exec->work)
        work();
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned)
{
    *stream = NULL;
    return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t)
{
    return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned)
{
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned)
{
    *event = NULL;
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    *event = NULL;
    return cudaSuccess;
}

/* Events have no time here. */
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t, cudaEvent_t)
{
    *milliseconds = 1;
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t)
{
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t)
{
    return cudaSuccess;
}

/* ---- copies ---- */

/* On their way to pinned memory: they arrive when someone waits, and who looks before that finds no number. */
struct late_copy {
    void *to;
    std::vector<char> bytes;
};
static std::vector<late_copy> late;

struct pinned_block {
    char *memory;
    size_t bytes;
};
static std::vector<pinned_block> pinned;

static bool is_pinned(const void *address)
{
    for (const pinned_block &b : pinned)
        if ((const char *)address >= b.memory && (const char *)address < b.memory + b.bytes)
            return true;
    return false;
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind, cudaStream_t)
{
    if (!is_pinned(to)) {
        memcpy(to, from, bytes);
        return cudaSuccess;
    }
    late.push_back({to, std::vector<char>((const char *)from, (const char *)from + bytes)});
    memset(to, 0xff, bytes);
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t)
{
    for (const late_copy &c : late)
        memcpy(c.to, c.bytes.data(), c.bytes.size());
    late.clear();
    return cudaSuccess;
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t rows, cudaMemcpyKind, cudaStream_t stream)
{
    host_queue(stream, [=] {
        for (size_t row = 0; row < rows; ++row)
            memcpy((char *)to + row * to_pitch, (const char *)from + row * from_pitch, width);
    });
    return cudaSuccess;
}

cudaError_t cudaMemsetAsync(void *at, int value, size_t bytes, cudaStream_t stream)
{
    host_queue(stream, [=] { memset(at, value, bytes); });
    return cudaSuccess;
}

/* ---- the device ---- */

cudaError_t cudaGetLastError(void)
{
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    *device = 0;
    return cudaSuccess;
}

/* So few that small grids have items of every kind (cut_into_items). */
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr, int)
{
    *value = 1;
    return cudaSuccess;
}

/* Not zeroed, and no number: who reads what nobody wrote shall be found out. */
cudaError_t cudaMalloc(void **block, size_t bytes)
{
    *block = memory_alloc(bytes);
    if (*block)
        memset(*block, 0xff, bytes);
    return *block ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaFree(void *block)
{
    memory_free(block);
    return cudaSuccess;
}

cudaError_t cudaHostAlloc(void **block, size_t bytes, unsigned)
{
    const cudaError_t error = cudaMalloc(block, bytes);
    if (error == cudaSuccess)
        pinned.push_back({(char *)*block, bytes});
    return error;
}

cudaError_t cudaFreeHost(void *block)
{
    cudaStreamSynchronize(NULL);
    for (size_t n = pinned.size(); n-- > 0;)
        if (pinned[n].memory == block)
            pinned.erase(pinned.begin() + (ptrdiff_t)n);
    return cudaFree(block);
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

void cuda_enter(int) {}

cudaStream_t cuda_stream(void)
{
    return NULL;
}

void *cuda_allocate(size_t bytes)
{
    void *const block = memory_alloc(bytes ? bytes : 1);
    return block ? memset(block, 0, bytes) : NULL;
}

void cuda_free(void *block)
{
    memory_free(block);
}

/* ---- staging.cuh ---- */

void staged_transfer(const staged_copy *copies, int count, staging_direction direction, cudaEvent_t,
                     int)
{
    for (int n = 0; n < count; ++n)
        for (size_t row = 0; row < copies[n].rows; ++row) {
            char *const device = copies[n].device + row * copies[n].row_bytes,
                        *const host = copies[n].host + row * copies[n].host_pitch;
            memcpy(direction == TO_HOST ? host : device, direction == TO_HOST ? device : host,
                   copies[n].row_bytes);
        }
}
