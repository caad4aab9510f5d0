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

#endif
