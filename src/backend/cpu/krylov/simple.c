/* Tables of the kernels of simple preconditioners, by precision and instruction set. */
#include "backend/krylov/simple.h"

#include "backend/cpu/common/instruction_sets.h"

#define EACH_KERNEL(what, twin, isa)                                                               \
    what(row_ratio, twin, isa) what(relax, twin, isa) what(chebyshev_first, twin, isa)             \
        what(chebyshev_step, twin, isa) what(make_factor, twin, isa) what(factor_apply, twin, isa) \
            what(factor_apply_transposed, twin, isa) what(make_columns, twin, isa)                 \
                what(solve_columns, twin, isa) what(make_cholesky, twin, isa)                      \
                    what(solve_cholesky, twin, isa)

/* Declares a kernel with the signature of its table entry. */
#define KERNEL(name, twin, isa)                                                                    \
    extern __typeof__(*((kry_simple_kernels *)0)->name) kry_##name##_##twin##_##isa;
#define PLACE(name, twin, isa) .name = kry_##name##_##twin##_##isa,
#define TABLE(twin, isa)                                                                           \
    EACH_KERNEL(KERNEL, twin, isa)                                                                 \
    static const kry_simple_kernels table_##twin##_##isa = {EACH_KERNEL(PLACE, twin, isa)};

CPU_EACH_SET(TABLE)

const kry_simple_kernels *kry_simple_kernels_cpu(int precision, const char *isa)
{
    static const kry_simple_kernels *const tables[][2] = {CPU_TABLES};
    const int set = cpu_instruction_set(isa);
    return set == CPU_NO_SET ? NULL : tables[set][precision == 64];
}
