/* Tables of the kernels of compact differences on the CPU, and the choice of instruction set. */
#include "backend/compact.h"

#include "backend/cpu/instruction_sets.h"

#define COMPACT_TABLE(twin, isa_name)                                                              \
    size_t compact_bytes_##twin##_##isa_name(const compact_problem *, int);                        \
    void compact_sweep_##twin##_##isa_name(const compact_problem *, const compact_panel *,         \
                                           const compact_panel *);                                 \
    static const compact_kernels table_##twin##_##isa_name = {                                     \
        .isa = #isa_name,                                                                          \
        .scratch_bytes = compact_bytes_##twin##_##isa_name,                                        \
        .sweep = compact_sweep_##twin##_##isa_name,                                                \
    };

COMPACT_TABLE(f32, base)
COMPACT_TABLE(f64, base)
#ifdef SPATE_X86_64
COMPACT_TABLE(f32, avx2)
COMPACT_TABLE(f64, avx2)
COMPACT_TABLE(f32, avx512)
COMPACT_TABLE(f64, avx512)
#endif

const compact_kernels *compact_kernels_cpu(int precision, const char *isa)
{
    static const compact_kernels *const tables[][2] = {
        {&table_f32_base, &table_f64_base},
#ifdef SPATE_X86_64
        {&table_f32_avx2, &table_f64_avx2},
        {&table_f32_avx512, &table_f64_avx512},
#endif
    };
    const int set = cpu_instruction_set(isa);
    return set == CPU_NO_SET ? NULL : tables[set][precision == 64];
}
