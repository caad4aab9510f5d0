/* The CUDA backend: memory, copies, errors, and the choice of kernels. */
#include "backend/cuda/common/device.cuh"

#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <list>
#include <map>
#include <mutex>
#include <vector>

#include "backend/adi/adi.h"
#include "backend/cuda/common/copy_bandwidth.cuh"
#include "backend/cuda/common/logical_devices.cuh"
#include "backend/kurganov/kurganov.h"
#include "backend/semi_implicit/semi_implicit.h"
#include "backend/staggered/staggered.h"
#include "backend/vector_invariant/vector_invariant.h"

extern "C" {
extern const common_kernels *common_kernels_cuda_f32(void), *common_kernels_cuda_f64(void);
/* Weak: a build that shows only that the kernels compile has half of them (cmake/Cuda.cmake). */
#define TWIN(kind, name)                                                                           \
    extern const kind##_kernels *kind##_kernels_cuda_##name(void) __attribute__((weak));
TWIN(kurganov, f32_fast)
TWIN(kurganov, f32_strict)
TWIN(kurganov, f64_fast)
TWIN(kurganov, f64_strict)
TWIN(adi, f32_fast)
TWIN(adi, f32_strict)
TWIN(adi, f64_fast)
TWIN(adi, f64_strict)
TWIN(adi, f32c64_fast)
TWIN(adi, f32c64_strict)
TWIN(staggered, f32_fast)
TWIN(staggered, f32_strict)
TWIN(staggered, f64_fast)
TWIN(staggered, f64_strict)
TWIN(semi, f32_fast)
TWIN(semi, f32_strict)
TWIN(semi, f64_fast)
TWIN(semi, f64_strict)
TWIN(vi, f32_fast)
TWIN(vi, f32_strict)
TWIN(vi, f64_fast)
TWIN(vi, f64_strict)
#undef TWIN
const struct tri_device *tri_device_cuda(void);         /* tridiag/tridiag.cu */
const struct compact_device *compact_device_cuda(void); /* compact/compact.cu */
const struct tri_cut_device *tri_cut_device_cuda(void); /* tridiag/cut.cu */
const struct kry_device *kry_device_cuda(void);         /* krylov/device.cu */
}

static char trouble_text[256];
static int troubled; /* the text is complete */
static std::mutex trouble_lock;

/* Sizes of the images of fields. */
static std::map<void *, size_t> images;
static std::mutex images_lock;

int cuda_ok(cudaError_t error, const char *doing)
{
    if (error == cudaSuccess)
        return 1;
    std::lock_guard<std::mutex> hold(trouble_lock);
    if (!troubled)
        snprintf(trouble_text, sizeof trouble_text, "%s: %s (%s)", doing, cudaGetErrorString(error),
                 cudaGetErrorName(error));
    troubled = 1;
    return 0;
}

const char *cuda_trouble(void)
{
    std::lock_guard<std::mutex> hold(trouble_lock);
    return troubled ? trouble_text : NULL;
}

void *cuda_allocate(size_t bytes)
{
    void *block = NULL;
    if (cudaMalloc(&block, bytes ? bytes : 1) != cudaSuccess) {
        cudaGetLastError(); /* clears the error; the caller reports the bytes */
        return NULL;
    }
    cuda_ok(cudaMemsetAsync(block, 0, bytes, cuda_stream()), "clearing memory");
    return block;
}

void cuda_free(void *block)
{
    if (block)
        cuda_ok(cudaFree(block), "freeing memory");
}

/* ---- the contract ---- */

/* Fresh pages are zero and cost nothing until they are written. Many fields of an image
 * never are. */
static void *image_alloc(size_t pitch_bytes, size_t rows)
{
    const size_t bytes = pitch_bytes * rows;
    void *block = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED)
        return NULL;
    madvise(block, bytes, MADV_HUGEPAGE); /* where the system grants them */
    std::lock_guard<std::mutex> hold(images_lock);
    images[block] = bytes;
    return block;
}

static void image_release(void *block)
{
    if (!block)
        return;
    std::lock_guard<std::mutex> hold(images_lock);
    munmap(block, images[block]);
    images.erase(block);
}

/* Free memory of all devices of the backend. A GPU with several logical devices counts once. */
static double device_available(const spate_backend *backend)
{
    double sum = 0;
    for (int n = 0; n < backend->device_count; ++n) {
        size_t free_bytes = 0, all = 0;
        int again = 0;
        for (int m = 0; m < n; ++m)
            again |= physical_device(backend->devices[m]) == physical_device(backend->devices[n]);
        cuda_enter(backend->devices[n]);
        if (!again && cuda_ok(cudaMemGetInfo(&free_bytes, &all), "asking for free memory"))
            sum += (double)free_bytes;
    }
    return sum;
}

static double device_bandwidth(const spate_backend *backend, double bytes)
{
    cuda_enter(backend->devices[0]);
    return copy_bandwidth(bytes);
}

/* Copies within the logical device that this thread has entered, in order with its kernels. */
static void copy_box(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                     size_t row_bytes, size_t rows)
{
    cuda_ok(cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, row_bytes, rows, cudaMemcpyDefault,
                              cuda_stream()),
            "copying a box");
}

/* The build that an isa names: 1 strict, 0 fast, -1 neither. */
static int is_strict(const char *isa)
{
    const int strict = strcmp(isa, "strict") == 0;
    return strict || strcmp(isa, "auto") == 0 || strcmp(isa, "fast") == 0 ? strict : -1;
}

static const common_kernels *choose_common(int precision, const char *isa)
{
    if (is_strict(isa) < 0)
        return NULL;
    return precision == 32 ? common_kernels_cuda_f32() : common_kernels_cuda_f64();
}

template <class kernels> static const scheme_kernels *base_of(const kernels *k)
{
    return &k->base;
}

static const scheme_kernels *base_of(const staggered_kernels *k)
{
    return &k->steps.base;
}

static const scheme_kernels *base_of(const vi_kernels *k)
{
    return &k->steps.base;
}

/* One of the fast and strict builds of a scheme's kernels, or NULL where it was not compiled. */
template <class kernels>
static const scheme_kernels *choose_twin(const char *isa, const kernels *(*fast)(void),
                                         const kernels *(*strict)(void))
{
    const int which = is_strict(isa);
    const kernels *(*twin)(void) = which == 1 ? strict : which == 0 ? fast : NULL;
    return twin ? base_of(twin()) : NULL;
}

static const scheme_kernels *choose_kurganov(int precision, const char *isa)
{
    if (precision == PRECISION_MIXED)
        return NULL;
    if (precision == 32)
        return choose_twin(isa, kurganov_kernels_cuda_f32_fast, kurganov_kernels_cuda_f32_strict);
    return choose_twin(isa, kurganov_kernels_cuda_f64_fast, kurganov_kernels_cuda_f64_strict);
}

static const scheme_kernels *choose_adi(int precision, const char *isa)
{
    if (precision == PRECISION_MIXED)
        return choose_twin(isa, adi_kernels_cuda_f32c64_fast, adi_kernels_cuda_f32c64_strict);
    if (precision == 32)
        return choose_twin(isa, adi_kernels_cuda_f32_fast, adi_kernels_cuda_f32_strict);
    return choose_twin(isa, adi_kernels_cuda_f64_fast, adi_kernels_cuda_f64_strict);
}

static const scheme_kernels *choose_staggered(int precision, const char *isa)
{
    if (precision == PRECISION_MIXED)
        return NULL;
    if (precision == 32)
        return choose_twin(isa, staggered_kernels_cuda_f32_fast, staggered_kernels_cuda_f32_strict);
    return choose_twin(isa, staggered_kernels_cuda_f64_fast, staggered_kernels_cuda_f64_strict);
}

static const scheme_kernels *choose_semi_implicit(int precision, const char *isa)
{
    if (precision == PRECISION_MIXED)
        return NULL;
    if (precision == 32)
        return choose_twin(isa, semi_kernels_cuda_f32_fast, semi_kernels_cuda_f32_strict);
    return choose_twin(isa, semi_kernels_cuda_f64_fast, semi_kernels_cuda_f64_strict);
}

static const scheme_kernels *choose_vector_invariant(int precision, const char *isa)
{
    if (precision == PRECISION_MIXED)
        return NULL;
    if (precision == 32)
        return choose_twin(isa, vi_kernels_cuda_f32_fast, vi_kernels_cuda_f32_strict);
    return choose_twin(isa, vi_kernels_cuda_f64_fast, vi_kernels_cuda_f64_strict);
}

static const scheme_kernels *choose_kernels(const char *scheme, int precision, const char *isa)
{
    static const scheme_kernels_row list[] = {{"kurganov", choose_kurganov},
                                              {"adi", choose_adi},
                                              {"staggered", choose_staggered},
                                              {"semi-implicit", choose_semi_implicit},
                                              {"vi-leapfrog", choose_vector_invariant},
                                              {"vi-rk3", choose_vector_invariant},
                                              {"vi-semi-implicit", choose_vector_invariant},
                                              {NULL, NULL}};
    return scheme_kernels_in(list, scheme, precision, isa);
}

/* The logical devices of a run; kept for the life of the process. */
struct device_selection {
    std::vector<int> devices, logical;
    spate_backend backend;
};

static int make_logical_devices(device_selection *set, char *why, size_t room)
{
    for (size_t n = 0; n < set->devices.size(); ++n) {
        int before = 0;
        for (size_t m = 0; m < n; ++m)
            before += set->devices[m] == set->devices[n];
        const int number = logical_device_on(set->devices[n], before, why, room);
        if (number < 0)
            return 0;
        set->logical.push_back(number);
    }
    cuda_enter(set->logical[0]);
    return 1;
}

extern "C" const spate_backend *spate_cuda_backend(const int *devices, int count, char *why,
                                                   size_t room)
{
    static std::list<device_selection> sets; /* a list: addresses stay while it grows */
    static std::mutex sets_lock;
    std::lock_guard<std::mutex> hold(sets_lock);
    const std::vector<int> wanted(devices, devices + count);
    for (const device_selection &known : sets)
        if (known.devices == wanted) {
            cuda_enter(known.logical[0]);
            return &known.backend;
        }
    device_selection set = {wanted, {}, {}};
    if (!make_logical_devices(&set, why, room))
        return NULL;
    sets.push_back(set);
    spate_backend &b = sets.back().backend;
    b.name = "cuda";
    b.alloc = image_alloc;
    b.release = image_release;
    b.available = device_available;
    b.copy_box = copy_box;
    b.common = choose_common;
    b.kernels = choose_kernels;
    b.mirrored = 1;
    b.trouble = cuda_trouble;
    b.copy_bandwidth = device_bandwidth;
    b.devices = sets.back().logical.data();
    b.device_count = count;
    b.transfers = &cuda_transfers;
    b.tridiag = tri_device_cuda;
    b.compact = compact_device_cuda;
    b.tridiag_cut = tri_cut_device_cuda;
    b.krylov = kry_device_cuda;
    return &b;
}
