/* What this CPU can do beyond the base of its family. */
#ifndef SPATE_BACKEND_CPU_INSTRUCTION_SETS_H
#define SPATE_BACKEND_CPU_INSTRUCTION_SETS_H

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

#endif
