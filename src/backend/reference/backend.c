/* The reference backend: the memory of the CPU backend, plain kernels. */
#include "backend/adi/adi.h"
#include "backend/kurganov/kurganov.h"
#include "backend/staggered/staggered.h"
#include "backend/vector_invariant/vector_invariant.h"
#include "base/memory.h"

extern const common_kernels common_kernels_reference_f32, common_kernels_reference_f64;
extern const kurganov_kernels kurganov_kernels_reference_f32, kurganov_kernels_reference_f64;
extern const adi_kernels adi_kernels_reference_f32, adi_kernels_reference_f64,
    adi_kernels_reference_f32c64;
extern const staggered_kernels staggered_kernels_reference_f32, staggered_kernels_reference_f64;
extern const vi_kernels vi_kernels_reference_f32, vi_kernels_reference_f64;

static void *alloc_rows(size_t pitch_bytes, size_t rows)
{
    return spate_backend_cpu.alloc(pitch_bytes, rows);
}

static double available(const spate_backend *backend)
{
    (void)backend;
    return memory_available();
}

static void copy_box(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                     size_t row_bytes, size_t rows)
{
    spate_backend_cpu.copy_box(to, to_pitch, from, from_pitch, row_bytes, rows);
}

static const common_kernels *common(int precision, const char *isa)
{
    (void)isa;
    return precision == 32 ? &common_kernels_reference_f32 : &common_kernels_reference_f64;
}

static const scheme_kernels *kurganov(int precision, const char *isa)
{
    (void)isa;
    return precision == 32   ? &kurganov_kernels_reference_f32.base
           : precision == 64 ? &kurganov_kernels_reference_f64.base
                             : NULL;
}

static const scheme_kernels *adi(int precision, const char *isa)
{
    (void)isa;
    if (precision == PRECISION_MIXED)
        return &adi_kernels_reference_f32c64.base;
    return precision == 32 ? &adi_kernels_reference_f32.base : &adi_kernels_reference_f64.base;
}

static const scheme_kernels *staggered(int precision, const char *isa)
{
    (void)isa;
    return precision == 32   ? &staggered_kernels_reference_f32.steps.base
           : precision == 64 ? &staggered_kernels_reference_f64.steps.base
                             : NULL;
}

static const scheme_kernels *vector_invariant(int precision, const char *isa)
{
    (void)isa;
    return precision == 32   ? &vi_kernels_reference_f32.steps.base
           : precision == 64 ? &vi_kernels_reference_f64.steps.base
                             : NULL;
}

static const scheme_kernels *kernels(const char *scheme, int precision, const char *isa)
{
    static const scheme_kernels_row list[] = {{"kurganov", kurganov},
                                              {"adi", adi},
                                              {"staggered", staggered},
                                              {"vi-leapfrog", vector_invariant},
                                              {"vi-rk3", vector_invariant},
                                              {NULL, NULL}};
    return scheme_kernels_in(list, scheme, precision, isa);
}

const spate_backend spate_backend_reference = {
    .name = "reference",
    .alloc = alloc_rows,
    .release = memory_free,
    .available = available,
    .copy_box = copy_box,
    .common = common,
    .kernels = kernels,
};
