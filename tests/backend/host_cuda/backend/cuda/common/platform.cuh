/* In place of the file of the same name in src/: kernels on a CPU, every thread a fiber. */
#ifndef SPATE_BACKEND_CUDA_COMMON_PLATFORM_CUH
#define SPATE_BACKEND_CUDA_COMMON_PLATFORM_CUH

#include <chrono>
#include <thread>

#include "backend/cuda/tridiag/launch.cuh"

#define CUDA_OUT_OF_LINE

/* Counts in words; tests read them from the plug-in. */
extern "C" void host_note(const char *what);
extern "C" long long host_noted(const char *what);
#define CUDA_NOTE(what) host_note(what)

template <typename... Taken, typename... Given>
static void cuda_launch(void (*kernel)(Taken...), dim3 blocks, int threads, cudaStream_t stream,
                        const char *doing, const Given &...given)
{
    (void)doing;
    host_queue(stream, [=]() { host_run(1, blocks, threads, 0, [=]() { kernel(given...); }); });
}

template <typename... Taken, typename... Given>
static void cuda_launch_shared(void (*kernel)(Taken...), dim3 blocks, int threads, size_t shared,
                               cudaStream_t stream, const char *doing, const Given &...given)
{
    (void)doing;
    host_queue(stream,
               [=]() { host_run(1, blocks, threads, shared, [=]() { kernel(given...); }); });
}

template <typename... Taken>
static void cuda_prefer_shared(void (*kernel)(Taken...), const char *doing)
{
    (void)kernel, (void)doing;
}

static inline unsigned char *cuda_shared_memory(void)
{
    return tri_shared_memory();
}

/* Few, so that items are high and there are several. */
template <typename... Taken>
static int cuda_resident(void (*kernel)(Taken...), int threads, size_t shared)
{
    (void)kernel, (void)threads, (void)shared;
    return 2;
}

/* At once: what a thread has not awaited is not late here. */
template <class vector> static inline void cuda_copy_to_shared(vector *to, const void *from)
{
    *to = *(const vector *)from;
}

static inline void cuda_await_copies(void) {}

static inline void cuda_prefetch(const void *there)
{
    (void)there;
}

static inline void cuda_sleep(unsigned long long nanoseconds)
{
    std::this_thread::sleep_for(std::chrono::nanoseconds(nanoseconds));
}

#endif
