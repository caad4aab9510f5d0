/* Tables of the kernels of the Schur complement, by precision and instruction set. */
#include "backend/backend.h"
#include "backend/cpu/common/instruction_sets.h"
#include "backend/krylov/schur.h"

/* Where precisions are mixed, kernels that see only b and x are those of f64. */
#define DECLARE(name, twin, isa)                                                                   \
    extern __typeof__(*((schur_kernels *)0)->name) schur_##name##_##twin##_##isa;
#define TABLE(twin, space, isa)                                                                    \
    DECLARE(scale_reds, space, isa)                                                                \
    DECLARE(reduce, space, isa)                                                                    \
    DECLARE(take_x, space, isa)                                                                    \
    DECLARE(expand, space, isa)                                                                    \
    DECLARE(residual, twin, isa)                                                                   \
    DECLARE(direction, twin, isa)                                                                  \
    DECLARE(product, twin, isa)                                                                    \
    DECLARE(judge, twin, isa)                                                                      \
    static const schur_kernels table_##twin##_##isa = {                                            \
        .scale_reds = schur_scale_reds_##space##_##isa,                                            \
        .reduce = schur_reduce_##space##_##isa,                                                    \
        .take_x = schur_take_x_##space##_##isa,                                                    \
        .expand = schur_expand_##space##_##isa,                                                    \
        .residual = schur_residual_##twin##_##isa,                                                 \
        .direction = schur_direction_##twin##_##isa,                                               \
        .product = schur_product_##twin##_##isa,                                                   \
        .judge = schur_judge_##twin##_##isa,                                                       \
    };
#define TABLES(isa) TABLE(f32, f32, isa) TABLE(f64, f64, isa) TABLE(f32c64, f64, isa)

CPU_EACH_NAME(TABLES)

const schur_kernels *schur_kernels_cpu(int precision, const char *isa)
{
    static const schur_kernels *const tables[][3] = {CPU_THREE_TABLES_OF(table)};
    const int set = cpu_instruction_set(isa);
    return set == CPU_NO_SET ? NULL
                             : tables[set][precision == PRECISION_MIXED ? 2 : precision == 64];
}
