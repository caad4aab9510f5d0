/* A GPU for machines without one: images, devices and transfers. Its kernels are those of CUDA
 * (host_cuda/), or those of the reference backend where these cannot run. The "strict" kernels are
 * compiled as usual, the "fast" ones with contraction where the processor supports it, so that
 * tests of the fast CUDA build have differences to judge. Transfers are as late as allowed, so that
 * a missing wait is detected. */
#include "fake_backend.h"

#include <stdlib.h>
#include <string.h>

#include "backend/adi/adi.h"
#include "backend/semi_implicit/semi_implicit.h"
#include "backend/staggered/staggered.h"
#include "backend/vector_invariant/vector_invariant.h"
#include "base/memory.h"

/* ---- images ---- */

static void *alloc(size_t pitch_bytes, size_t rows)
{
    void *block = memory_alloc(pitch_bytes * rows);
    return block ? memset(block, 0, pitch_bytes * rows) : NULL;
}

static double available(const spate_backend *backend)
{
    (void)backend;
    return memory_available();
}

static void copy_box(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                     size_t row_bytes, size_t rows)
{
    for (size_t row = 0; row < rows; ++row)
        memcpy((char *)to + row * to_pitch, (const char *)from + row * from_pitch, row_bytes);
}

/* ---- transfers ---- */

typedef struct box_copy {
    void *to;
    const void *from;
    size_t to_pitch, from_pitch, row_bytes, rows;
} box_copy;

enum { MOST_COPIES = 4096 };
static box_copy waiting[MOST_COPIES];
static int waiting_count;

static void depart(const spate_backend *backend)
{
    (void)backend;
}

static void transfer(int to_device, void *to, size_t to_pitch, int from_device, const void *from,
                     size_t from_pitch, size_t row_bytes, size_t rows)
{
    if (to_device < FAKE_FIRST_DEVICE || from_device < FAKE_FIRST_DEVICE ||
        waiting_count == MOST_COPIES)
        abort();
    waiting[waiting_count++] = (box_copy){to, from, to_pitch, from_pitch, row_bytes, rows};
}

static void do_all(const spate_backend *backend)
{
    (void)backend;
    for (int n = 0; n < waiting_count; ++n) {
        const box_copy *c = &waiting[n];
        copy_box(c->to, c->to_pitch, c->from, c->from_pitch, c->row_bytes, c->rows);
    }
    waiting_count = 0;
}

static void *message_alloc(int device, size_t bytes, int on_device)
{
    (void)on_device;
    return device >= FAKE_FIRST_DEVICE ? memory_alloc(bytes) : NULL;
}

static void message_free(void *message, int on_device)
{
    (void)on_device;
    memory_free(message);
}

static void move(int device, void *there, void *here, size_t bytes, int to_device)
{
    if (device < FAKE_FIRST_DEVICE)
        abort();
    memcpy(to_device ? there : here, to_device ? here : there, bytes);
}

static const spate_transfers transfers = {
    .depart = depart,
    .copy = transfer,
    .settle = do_all,
    .arrive = do_all,
    .message_alloc = message_alloc,
    .message_free = message_free,
    .move = move,
};

/* ---- the backend ---- */

static int can_contract(void)
{
#ifdef FAKE_CONTRACTS
    return __builtin_cpu_supports("fma");
#else
    return 0;
#endif
}

/* 1: the fast kernels, 0: the strict ones, -1: none. */
static int is_fast(const char *isa)
{
    const int automatic = strcmp(isa, "auto") == 0;
    if (strcmp(isa, "fast") == 0 || (automatic && can_contract()))
        return can_contract() ? 1 : -1;
    return automatic || strcmp(isa, "strict") == 0 ? 0 : -1;
}

#ifdef FAKE_TRIDIAG
#define TABLES(kind)                                                                               \
    extern const kurganov_kernels *kurganov_kernels_cuda_f32_##kind(void);                         \
    extern const kurganov_kernels *kurganov_kernels_cuda_f64_##kind(void);                         \
    extern const adi_kernels *adi_kernels_cuda_f32_##kind(void);                                   \
    extern const adi_kernels *adi_kernels_cuda_f64_##kind(void);                                   \
    extern const adi_kernels *adi_kernels_cuda_f32c64_##kind(void);
TABLES(strict)
TABLES(fast)
extern const staggered_kernels *staggered_kernels_cuda_f32_strict(void);
extern const staggered_kernels *staggered_kernels_cuda_f64_strict(void);
extern const semi_kernels *semi_kernels_cuda_f32_strict(void), *semi_kernels_cuda_f64_strict(void);
extern const vi_kernels *vi_kernels_cuda_f32_strict(void), *vi_kernels_cuda_f64_strict(void);
extern const common_kernels *common_kernels_cuda_f32(void), *common_kernels_cuda_f64(void);

static const common_kernels *common(int precision, const char *isa)
{
    if (is_fast(isa) < 0)
        return NULL;
    return precision == 32 ? common_kernels_cuda_f32() : common_kernels_cuda_f64();
}

static const scheme_kernels *kurganov(int precision, const char *isa)
{
    const int fast = is_fast(isa);
    if (fast < 0 || precision == PRECISION_MIXED)
        return NULL;
    if (fast)
        return precision == 32 ? &kurganov_kernels_cuda_f32_fast()->base
                               : &kurganov_kernels_cuda_f64_fast()->base;
    return precision == 32 ? &kurganov_kernels_cuda_f32_strict()->base
                           : &kurganov_kernels_cuda_f64_strict()->base;
}

static const scheme_kernels *staggered(int precision, const char *isa)
{
    if (strcmp(isa, "fast") == 0 || is_fast(isa) < 0 || precision == PRECISION_MIXED)
        return NULL;
    return precision == 32 ? &staggered_kernels_cuda_f32_strict()->steps.base
                           : &staggered_kernels_cuda_f64_strict()->steps.base;
}

static const scheme_kernels *semi_implicit(int precision, const char *isa)
{
    if (strcmp(isa, "fast") == 0 || is_fast(isa) < 0 || precision == PRECISION_MIXED)
        return NULL;
    return precision == 32 ? &semi_kernels_cuda_f32_strict()->base
                           : &semi_kernels_cuda_f64_strict()->base;
}

static const scheme_kernels *vector_invariant(int precision, const char *isa)
{
    if (strcmp(isa, "fast") == 0 || is_fast(isa) < 0 || precision == PRECISION_MIXED)
        return NULL;
    return precision == 32 ? &vi_kernels_cuda_f32_strict()->steps.base
                           : &vi_kernels_cuda_f64_strict()->steps.base;
}

static const scheme_kernels *adi(int precision, const char *isa)
{
    const int fast = is_fast(isa);
    if (fast < 0)
        return NULL;
    if (precision == PRECISION_MIXED)
        return fast ? &adi_kernels_cuda_f32c64_fast()->base
                    : &adi_kernels_cuda_f32c64_strict()->base;
    if (fast)
        return precision == 32 ? &adi_kernels_cuda_f32_fast()->base
                               : &adi_kernels_cuda_f64_fast()->base;
    return precision == 32 ? &adi_kernels_cuda_f32_strict()->base
                           : &adi_kernels_cuda_f64_strict()->base;
}

const struct tri_device *tri_device_cuda(void);         /* src/backend/cuda/tridiag/tridiag.cu */
const struct compact_device *compact_device_cuda(void); /* src/backend/cuda/compact/compact.cu */
const struct tri_cut_device *tri_cut_device_cuda(void); /* src/backend/cuda/tridiag/cut.cu */
const struct kry_device *kry_device_cuda(void);         /* src/backend/cuda/krylov/device.cu */
#else
extern const common_kernels common_kernels_reference_f32, common_kernels_reference_f64;
extern const kurganov_kernels kurganov_kernels_reference_f32, kurganov_kernels_reference_f64;

const common_kernels *fake_inner_common(int precision)
{
    return precision == 32 ? &common_kernels_reference_f32 : &common_kernels_reference_f64;
}

const kurganov_kernels *fake_inner_kurganov(int precision)
{
    return precision == 32 ? &kurganov_kernels_reference_f32 : &kurganov_kernels_reference_f64;
}

static const common_kernels *common(int precision, const char *isa)
{
    return is_fast(isa) == 0 ? fake_device_common(precision) : NULL;
}

static const scheme_kernels *kurganov(int precision, const char *isa)
{
    return is_fast(isa) == 0 && precision != PRECISION_MIXED ? fake_device_kurganov(precision)
                                                             : NULL;
}
#endif

static const scheme_kernels *kernels(const char *scheme, int precision, const char *isa)
{
    static const scheme_kernels_row list[] = {{"kurganov", kurganov},
#ifdef FAKE_TRIDIAG
                                              {"adi", adi},
                                              {"staggered", staggered},
                                              {"semi-implicit", semi_implicit},
                                              {"vi-leapfrog", vector_invariant},
                                              {"vi-rk3", vector_invariant},
                                              {"vi-semi-implicit", vector_invariant},
#endif
                                              {NULL, NULL}};
    return scheme_kernels_in(list, scheme, precision, isa);
}

const spate_backend *fake_backend(const int *devices, int count)
{
    static int numbers[FAKE_MOST_DEVICES];
    static spate_backend backends[FAKE_MOST_DEVICES + 1];
    (void)devices;
    if (count > FAKE_MOST_DEVICES)
        return NULL;
    for (int n = 0; n < count; ++n)
        numbers[n] = FAKE_FIRST_DEVICE + n;
    backends[count] = (spate_backend){
        .name = "cuda",
        .alloc = alloc,
        .release = memory_free,
        .available = available,
        .copy_box = copy_box,
        .common = common,
        .kernels = kernels,
        .mirrored = 1,
        .devices = numbers,
        .device_count = count,
        .transfers = &transfers,
#ifdef FAKE_TRIDIAG
        .tridiag = tri_device_cuda,
        .compact = compact_device_cuda,
        .tridiag_cut = tri_cut_device_cuda,
        .krylov = kry_device_cuda,
#endif
    };
    return &backends[count];
}
