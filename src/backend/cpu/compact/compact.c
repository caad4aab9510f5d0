/* Tables of the kernels of compact differences on the CPU, and the choice of instruction set. */
#include "backend/compact/compact.h"

#include "backend/cpu/common/instruction_sets.h"

#define COMPACT_TABLE(twin, isa_name)                                                              \
    size_t compact_bytes_##twin##_##isa_name(const compact_problem *, int);                        \
    void compact_sweep_##twin##_##isa_name(const compact_problem *, const compact_panel *,         \
                                           const compact_panel *);                                 \
    static const compact_kernels table_##twin##_##isa_name = {                                     \
        .isa = #isa_name,                                                                          \
        .scratch_bytes = compact_bytes_##twin##_##isa_name,                                        \
        .sweep = compact_sweep_##twin##_##isa_name,                                                \
    };

CPU_EACH_SET(COMPACT_TABLE)

const compact_kernels *compact_kernels_cpu(int precision, const char *isa)
{
    static const compact_kernels *const tables[][2] = {CPU_TABLES};
    const int set = cpu_instruction_set(isa);
    return set == CPU_NO_SET ? NULL : tables[set][precision == 64];
}
