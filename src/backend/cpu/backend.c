/* The CPU backend: memory, copies, and the choice of instruction set. */
#include <string.h>

#include "backend/adi/adi.h"
#include "backend/cpu/common/instruction_sets.h"
#include "backend/krylov/device.h"
#include "backend/kurganov/kurganov.h"
#include "backend/semi_implicit/semi_implicit.h"
#include "backend/staggered/staggered.h"
#include "backend/vector_invariant/vector_invariant.h"
#include "base/memory.h"

static void *cpu_alloc(size_t pitch_bytes, size_t rows)
{
    void *block = memory_alloc(pitch_bytes * rows);
    if (block)
        memory_first_touch(block, pitch_bytes, rows);
    return block;
}

static double cpu_available(const spate_backend *backend)
{
    (void)backend;
    return memory_available();
}

static void cpu_copy_box(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t row_bytes, size_t rows)
{
    for (size_t row = 0; row < rows; ++row)
        memcpy((char *)to + row * to_pitch, (const char *)from + row * from_pitch, row_bytes);
}

/* ---- kernel tables ---- */

#define DECLARE_TABLES(twin, set)                                                                  \
    extern const common_kernels common_kernels_cpu_##twin##_##set;                                 \
    extern const kurganov_kernels kurganov_kernels_cpu_##twin##_##set;                             \
    extern const adi_kernels adi_kernels_cpu_##twin##_##set;                                       \
    extern const semi_kernels semi_kernels_cpu_##twin##_##set;                                     \
    extern const staggered_kernels staggered_kernels_cpu_##twin##_##set;                           \
    extern const vi_kernels vi_kernels_cpu_##twin##_##set;
CPU_EACH_SET(DECLARE_TABLES)
#define DECLARE_ADI(twin, set) extern const adi_kernels adi_kernels_cpu_##twin##_##set;
CPU_EACH_TWIN(DECLARE_ADI, f32c64)

static const common_kernels *cpu_common(int precision, const char *isa)
{
    static const common_kernels *const tables[][2] = {CPU_TABLES_OF(common_kernels_cpu)};
    const int set = cpu_instruction_set(isa);
    return set == CPU_NO_SET ? NULL : tables[set][precision == 64];
}

static const scheme_kernels *cpu_kurganov(int precision, const char *isa)
{
    static const kurganov_kernels *const tables[][2] = {CPU_TABLES_OF(kurganov_kernels_cpu)};
    const int set = cpu_instruction_set(isa);
    return set == CPU_NO_SET || precision == PRECISION_MIXED ? NULL
                                                             : &tables[set][precision == 64]->base;
}

static const scheme_kernels *cpu_adi(int precision, const char *isa)
{
    static const adi_kernels *const tables[][3] = {CPU_THREE_TABLES_OF(adi_kernels_cpu)};
    const int set = cpu_instruction_set(isa);
    const int twin = precision == PRECISION_MIXED ? 2 : precision == 64;
    return set == CPU_NO_SET ? NULL : &tables[set][twin]->base;
}

static const scheme_kernels *cpu_semi_implicit(int precision, const char *isa)
{
    static const semi_kernels *const tables[][2] = {CPU_TABLES_OF(semi_kernels_cpu)};
    const int set = cpu_instruction_set(isa);
    return set == CPU_NO_SET || precision == PRECISION_MIXED ? NULL
                                                             : &tables[set][precision == 64]->base;
}

static const scheme_kernels *cpu_staggered(int precision, const char *isa)
{
    static const staggered_kernels *const tables[][2] = {CPU_TABLES_OF(staggered_kernels_cpu)};
    const int set = cpu_instruction_set(isa);
    return set == CPU_NO_SET || precision == PRECISION_MIXED
               ? NULL
               : &tables[set][precision == 64]->steps.base;
}

static const scheme_kernels *cpu_vector_invariant(int precision, const char *isa)
{
    static const vi_kernels *const tables[][2] = {CPU_TABLES_OF(vi_kernels_cpu)};
    const int set = cpu_instruction_set(isa);
    return set == CPU_NO_SET || precision == PRECISION_MIXED
               ? NULL
               : &tables[set][precision == 64]->steps.base;
}

static const scheme_kernels *cpu_kernels(const char *scheme, int precision, const char *isa)
{
    static const scheme_kernels_row list[] = {{"kurganov", cpu_kurganov},
                                              {"adi", cpu_adi},
                                              {"semi-implicit", cpu_semi_implicit},
                                              {"staggered", cpu_staggered},
                                              {"vi-leapfrog", cpu_vector_invariant},
                                              {"vi-rk3", cpu_vector_invariant},
                                              {"vi-semi-implicit", cpu_vector_invariant},
                                              {NULL, NULL}};
    return scheme_kernels_in(list, scheme, precision, isa);
}

static const kry_device *cpu_krylov(void)
{
    return &kry_device_cpu;
}

const spate_backend spate_backend_cpu = {
    .name = "cpu",
    .alloc = cpu_alloc,
    .release = memory_free,
    .available = cpu_available,
    .copy_box = cpu_copy_box,
    .common = cpu_common,
    .kernels = cpu_kernels,
    .krylov = cpu_krylov,
};
