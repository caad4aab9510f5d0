/* Tables of the right-hand-side kernel, by precision and instruction set. */
#include "backend/compact/rhs.h"
#include "backend/cpu/common/instruction_sets.h"

#define TABLE(twin, isa)                                                                           \
    extern __typeof__(*((compact_rhs_kernels *)0)->rhs) compact_rhs_##twin##_##isa;                \
    static const compact_rhs_kernels table_##twin##_##isa = {.rhs = compact_rhs_##twin##_##isa};

CPU_EACH_SET(TABLE)

const compact_rhs_kernels *compact_rhs_kernels_cpu(int precision, const char *isa)
{
    static const compact_rhs_kernels *const tables[][2] = {CPU_TABLES};
    const int set = cpu_instruction_set(isa);
    return set == CPU_NO_SET ? NULL : tables[set][precision == 64];
}
