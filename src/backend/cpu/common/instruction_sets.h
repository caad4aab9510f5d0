/* What this CPU can do beyond the base of its family, and which of the compiled sets a run uses. */
#ifndef SPATE_BACKEND_CPU_INSTRUCTION_SETS_H
#define SPATE_BACKEND_CPU_INSTRUCTION_SETS_H

#include <string.h>

#ifdef SPATE_X86_64
static inline int cpu_has_avx2(void)
{
    return __builtin_cpu_supports("avx2") != 0;
}

static inline int cpu_has_avx512(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
}
#endif

/* The order of tables by instruction set. */
enum { CPU_NO_SET = -1, CPU_BASE, CPU_AVX2, CPU_AVX512 };

/* By name: "base", "avx2", "avx512", or "auto" for the widest that this machine has, which is the fastest; every
 * set gives the same bits. CPU_NO_SET where it is not there. */
static inline int cpu_instruction_set(const char *isa)
{
    const int automatic = strcmp(isa, "auto") == 0;
#ifdef SPATE_X86_64
    if ((automatic || strcmp(isa, "avx512") == 0) && cpu_has_avx512())
        return CPU_AVX512;
    if ((automatic || strcmp(isa, "avx2") == 0) && cpu_has_avx2())
        return CPU_AVX2;
#endif
    return automatic || strcmp(isa, "base") == 0 ? CPU_BASE : CPU_NO_SET;
}

/* Tables of kernels, table_TWIN_SET for each precision and compiled set: make(twin, set) for all of them, and their
 * array by the order above. */
#ifdef SPATE_X86_64
#define CPU_EACH_SET(make)                                                                         \
    make(f32, base) make(f64, base) make(f32, avx2) make(f64, avx2) make(f32, avx512)              \
        make(f64, avx512)
#define CPU_TABLES                                                                                 \
    {&table_f32_base, &table_f64_base}, {&table_f32_avx2, &table_f64_avx2},                        \
    {                                                                                              \
        &table_f32_avx512, &table_f64_avx512                                                       \
    }
#else
#define CPU_EACH_SET(make) make(f32, base) make(f64, base)
#define CPU_TABLES                                                                                 \
    {                                                                                              \
        &table_f32_base, &table_f64_base                                                           \
    }
#endif

#endif
