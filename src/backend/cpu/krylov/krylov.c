/* Tables of the kernels of conjugate gradients, by precision and instruction set. */
#include "backend/cpu/common/instruction_sets.h"
#include "backend/krylov/kernels.h"

#define EACH_KERNEL(what, twin, isa)                                                               \
    what(start, twin, isa) what(norm_b, twin, isa) what(round_field, twin, isa)                    \
        what(clear, twin, isa) what(load_x, twin, isa) what(zero_x, twin, isa)                     \
            what(residual, twin, isa) what(scale_input, twin, isa) what(direction, twin, isa)      \
                what(combine, twin, isa) what(dot_pq, twin, isa) what(update, twin, isa)           \
                    what(dot_rz, twin, isa) what(product, twin, isa) what(make_z, twin, isa)       \
                        what(update_both, twin, isa) what(add_total, twin, isa)                    \
                            what(largest, twin, isa) what(judge, twin, isa)

/* Declares a kernel with the signature of its table entry. */
#define KERNEL(name, twin, isa)                                                                    \
    extern __typeof__(*((kry_cg_kernels *)0)->name) kry_##name##_##twin##_##isa;
#define PLACE(name, twin, isa) .name = kry_##name##_##twin##_##isa,
#define TABLE(twin, isa)                                                                           \
    EACH_KERNEL(KERNEL, twin, isa)                                                                 \
    static const kry_cg_kernels table_##twin##_##isa = {EACH_KERNEL(PLACE, twin, isa)};

CPU_EACH_SET(TABLE)
CPU_EACH_TWIN(TABLE, f32c64)

const kry_cg_kernels *kry_cg_kernels_cpu(int precision, const char *isa)
{
    static const kry_cg_kernels *const tables[][3] = {CPU_THREE_TABLES_OF(table)};
    const int set = cpu_instruction_set(isa);
    return set == CPU_NO_SET ? NULL
                             : tables[set][precision == PRECISION_MIXED ? 2 : precision == 64];
}
