/* The instruction sets of this build and of this CPU, and the one that a run uses. */
#ifndef SPATE_BACKEND_CPU_INSTRUCTION_SETS_H
#define SPATE_BACKEND_CPU_INSTRUCTION_SETS_H

#include <string.h>

#include "spate_isas.h" /* written by CMake: SPATE_ISA_BASE, SPATE_ISA_AVX2, SPATE_ISA_AVX512 */

/* The order of tables by instruction set. */
enum { CPU_NO_SET = -1, CPU_BASE, CPU_AVX2, CPU_AVX512 };

/* The set with this name: "base", "avx2", "avx512", or "auto" for the widest of this machine, which
 * is the fastest. All sets give the same bits. CPU_NO_SET if the build or the CPU lacks it. */
static inline int cpu_instruction_set(const char *isa)
{
    const int automatic = strcmp(isa, "auto") == 0;
#ifdef SPATE_ISA_AVX512
    if ((automatic || strcmp(isa, "avx512") == 0) && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl"))
        return CPU_AVX512;
#endif
#ifdef SPATE_ISA_AVX2
    if ((automatic || strcmp(isa, "avx2") == 0) && __builtin_cpu_supports("avx2"))
        return CPU_AVX2;
#endif
#ifdef SPATE_ISA_BASE
    if (automatic || strcmp(isa, "base") == 0)
        return CPU_BASE;
#endif
    return CPU_NO_SET;
}

/* Text for each set of this build, and none for the others. */
#ifdef SPATE_ISA_BASE
#define CPU_IF_BASE(...) __VA_ARGS__
#else
#define CPU_IF_BASE(...)
#endif
#ifdef SPATE_ISA_AVX2
#define CPU_IF_AVX2(...) __VA_ARGS__
#else
#define CPU_IF_AVX2(...)
#endif
#ifdef SPATE_ISA_AVX512
#define CPU_IF_AVX512(...) __VA_ARGS__
#else
#define CPU_IF_AVX512(...)
#endif

/* make(set) and make(twin, set), for each set and precision. */
#define CPU_EACH_NAME(make)                                                                        \
    CPU_IF_BASE(make(base)) CPU_IF_AVX2(make(avx2)) CPU_IF_AVX512(make(avx512))
#define CPU_EACH_TWIN(make, twin)                                                                  \
    CPU_IF_BASE(make(twin, base)) CPU_IF_AVX2(make(twin, avx2)) CPU_IF_AVX512(make(twin, avx512))
#define CPU_EACH_SET(make) CPU_EACH_TWIN(make, f32) CPU_EACH_TWIN(make, f64)

/* Pointers to NAME_TWIN_SET in the order above: f32, f64, and f32c64 where there are three. */
#define CPU_TABLES_OF(name)                                                                        \
    CPU_IF_BASE([CPU_BASE] = {&name##_f32_base, &name##_f64_base}, )                               \
    CPU_IF_AVX2([CPU_AVX2] = {&name##_f32_avx2, &name##_f64_avx2}, )                               \
    CPU_IF_AVX512([CPU_AVX512] = {&name##_f32_avx512, &name##_f64_avx512}, )
#define CPU_THREE_TABLES_OF(name)                                                                  \
    CPU_IF_BASE([CPU_BASE] = {&name##_f32_base, &name##_f64_base, &name##_f32c64_base}, )          \
    CPU_IF_AVX2([CPU_AVX2] = {&name##_f32_avx2, &name##_f64_avx2, &name##_f32c64_avx2}, )          \
    CPU_IF_AVX512([CPU_AVX512] = {&name##_f32_avx512, &name##_f64_avx512, &name##_f32c64_avx512}, )
#define CPU_TABLES CPU_TABLES_OF(table)

#endif
