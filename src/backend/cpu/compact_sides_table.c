/* The kernel of right-hand sides by precision and instruction set. */
#include "backend/compact_sides.h"
#include "backend/cpu/instruction_sets.h"

#define TABLE(twin, isa)                                                                           \
    extern __typeof__(*((compact_side_kernels *)0)->sides) compact_sides_##twin##_##isa;           \
    static const compact_side_kernels table_##twin##_##isa = {.sides =                             \
                                                                  compact_sides_##twin##_##isa};

TABLE(f32, base)
TABLE(f64, base)
#ifdef SPATE_X86_64
TABLE(f32, avx2)
TABLE(f64, avx2)
TABLE(f32, avx512)
TABLE(f64, avx512)
#endif

const compact_side_kernels *compact_side_kernels_cpu(int precision, const char *isa)
{
    static const compact_side_kernels *const tables[][2] = {
        {&table_f32_base, &table_f64_base},
#ifdef SPATE_X86_64
        {&table_f32_avx2, &table_f64_avx2},
        {&table_f32_avx512, &table_f64_avx512},
#endif
    };
    const int set = cpu_instruction_set(isa);
    return set == CPU_NO_SET ? NULL : tables[set][precision == 64];
}
