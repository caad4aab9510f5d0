/* The CUDA backend: memory, copies, errors, and the choice of kernels. */
#include "backend/cuda/device.cuh"

#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <vector>

#include "backend/cuda/copy_bandwidth.cuh"
#include "backend/kurganov.h"

extern "C" {
extern const kp_kernels *kp_kernels_cuda_f32_fast(void), *kp_kernels_cuda_f64_fast(void);
extern const kp_kernels *kp_kernels_cuda_f32_strict(void), *kp_kernels_cuda_f64_strict(void);
const struct tri_device *tri_device_cuda(void); /* tridiag.cu */
}

static char trouble_text[256];
static cudaStream_t the_stream;
static int the_device = -1;

/* Fields of parts as the scheme sees them. */
static std::vector<image_block> images;
static long images_made;
static std::mutex images_lock;

int cuda_ok(cudaError_t error, const char *doing)
{
    if (error == cudaSuccess)
        return 1;
    if (!trouble_text[0])
        snprintf(trouble_text, sizeof trouble_text, "%s: %s (%s)", doing, cudaGetErrorString(error),
                 cudaGetErrorName(error));
    return 0;
}

const char *cuda_trouble(void)
{
    return trouble_text[0] ? trouble_text : NULL;
}

cudaStream_t cuda_stream(void)
{
    return the_stream;
}

void *cuda_take(size_t bytes)
{
    void *block = NULL;
    if (cudaMalloc(&block, bytes ? bytes : 1) != cudaSuccess) {
        cudaGetLastError(); /* forgotten: the caller reports the bytes */
        return NULL;
    }
    cuda_ok(cudaMemsetAsync(block, 0, bytes, the_stream), "clearing memory");
    return block;
}

void cuda_give(void *block)
{
    if (block)
        cuda_ok(cudaFree(block), "freeing memory");
}

image_block cuda_image_block(const void *address)
{
    std::lock_guard<std::mutex> hold(images_lock);
    for (const image_block &b : images)
        if ((const char *)address >= b.memory && (const char *)address < b.memory + b.bytes)
            return b;
    return {NULL, 0, 0};
}

/* ---- the contract ---- */

/* Fresh pages are zero and cost nothing until someone writes to them: many fields of an image never are
 * touched, others by many threads at once. */
static void *image_alloc(size_t pitch_bytes, size_t rows)
{
    const size_t bytes = pitch_bytes * rows;
    void *block = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED)
        return NULL;
    madvise(block, bytes, MADV_HUGEPAGE); /* where the system grants them */
    std::lock_guard<std::mutex> hold(images_lock);
    images.push_back({(char *)block, bytes, ++images_made});
    return block;
}

static void image_release(void *block)
{
    if (!block)
        return;
    std::lock_guard<std::mutex> hold(images_lock);
    for (size_t n = 0; n < images.size(); ++n)
        if (images[n].memory == block) {
            munmap(block, images[n].bytes);
            images.erase(images.begin() + (ptrdiff_t)n);
            return;
        }
}

static double device_available(void)
{
    size_t free_bytes = 0, all = 0;
    return cuda_ok(cudaMemGetInfo(&free_bytes, &all), "asking for free memory") ? (double)free_bytes
                                                                                : 0;
}

/* Between devices' memory and host memory, either way. Messages are used by MPI right after: those that
 * leave the device are waited for. */
static void copy_box(spate_queue *queue, void *to, size_t to_pitch, const void *from,
                     size_t from_pitch, size_t row_bytes, size_t rows)
{
    (void)queue;
    cudaPointerAttributes where;
    cuda_ok(cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, row_bytes, rows, cudaMemcpyDefault,
                              the_stream),
            "copying a box");
    if (cudaPointerGetAttributes(&where, to) != cudaSuccess || where.type != cudaMemoryTypeDevice)
        cuda_ok(cudaStreamSynchronize(the_stream), "waiting for a copy");
}

static const kp_kernels *choose(int precision, const char *isa)
{
    const int strict = strcmp(isa, "strict") == 0;
    if (!strict && strcmp(isa, "auto") != 0 && strcmp(isa, "fast") != 0)
        return NULL;
    if (strict)
        return precision == 32 ? kp_kernels_cuda_f32_strict() : kp_kernels_cuda_f64_strict();
    return precision == 32 ? kp_kernels_cuda_f32_fast() : kp_kernels_cuda_f64_fast();
}

static spate_backend the_backend = {
    "cuda", image_alloc, image_release, device_available, copy_box,
    choose, 1,           cuda_trouble,  copy_bandwidth,   tri_device_cuda,
};

extern "C" const spate_backend *spate_cuda_backend(int device, char *why, size_t room)
{
    if (the_device == device)
        return &the_backend;
    if (the_device >= 0) {
        snprintf(why, room, "device %d is in use by this process; one process uses one device",
                 the_device);
        return NULL;
    }
    cudaError_t error = cudaSetDevice(device);
    if (error == cudaSuccess)
        error = cudaStreamCreateWithFlags(&the_stream, cudaStreamNonBlocking);
    if (error != cudaSuccess) {
        snprintf(why, room, "device %d: %s", device, cudaGetErrorString(error));
        return NULL;
    }
    the_device = device;
    return &the_backend;
}
