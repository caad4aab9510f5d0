/* Tables of the kernels of RRB and multigrid on the CPU, by precision and instruction set. */
#include "backend/cpu/common/instruction_sets.h"
#include "backend/krylov/level_kernels.h"

#define DECLARE(type, name, twin, isa) extern type name##_##twin##_##isa;

#define TABLE(twin, isa_name)                                                                      \
    DECLARE(level_kernel, rrb_reds, twin, isa_name)                                                \
    DECLARE(level_kernel, rrb_odds, twin, isa_name)                                                \
    DECLARE(level_kernel, rrb_evens, twin, isa_name)                                               \
    DECLARE(level_kernel, rrb_schur_odds, twin, isa_name)                                          \
    DECLARE(level_kernel, rrb_schur_evens, twin, isa_name)                                         \
    DECLARE(level_pass, rrb_forward, twin, isa_name)                                               \
    DECLARE(level_pass, rrb_backward, twin, isa_name)                                              \
    DECLARE(level_schur_pass, rrb_schur_forward, twin, isa_name)                                   \
    DECLARE(level_schur_pass, rrb_schur_backward, twin, isa_name)                                  \
    DECLARE(level_kernel, mg_first, twin, isa_name)                                                \
    DECLARE(level_kernel, mg_second, twin, isa_name)                                               \
    DECLARE(level_kernel, mg_third, twin, isa_name)                                                \
    DECLARE(level_kernel, mg_schur_first, twin, isa_name)                                          \
    DECLARE(level_kernel, mg_schur_second, twin, isa_name)                                         \
    DECLARE(level_pass, mg_forward, twin, isa_name)                                                \
    DECLARE(level_pass, mg_backward, twin, isa_name)                                               \
    DECLARE(level_phase, mg_phase, twin, isa_name)                                                 \
    DECLARE(level_schur_pass, mg_schur_forward, twin, isa_name)                                    \
    DECLARE(level_schur_pass, mg_schur_backward, twin, isa_name)                                   \
    DECLARE(level_pass, level_round, twin, isa_name)                                               \
    DECLARE(level_kernel, schur_matrix, twin, isa_name)                                            \
    DECLARE(level_bottom_kernel, bottom_factor, twin, isa_name)                                    \
    DECLARE(level_bottom_kernel, bottom_solve, twin, isa_name)                                     \
    DECLARE(level_vector_kernel, level_split_vector, twin, isa_name)                               \
    static const level_kernels table_##twin##_##isa_name = {                                       \
        .isa = #isa_name,                                                                          \
        .rrb = {.setup = {rrb_reds_##twin##_##isa_name, rrb_odds_##twin##_##isa_name,              \
                          rrb_evens_##twin##_##isa_name},                                          \
                .schur_setup = {rrb_schur_odds_##twin##_##isa_name,                                \
                                rrb_schur_evens_##twin##_##isa_name},                              \
                .forward = rrb_forward_##twin##_##isa_name,                                        \
                .backward = rrb_backward_##twin##_##isa_name,                                      \
                .schur_forward = rrb_schur_forward_##twin##_##isa_name,                            \
                .schur_backward = rrb_schur_backward_##twin##_##isa_name},                         \
        .multigrid = {.setup = {mg_first_##twin##_##isa_name, mg_second_##twin##_##isa_name,       \
                                mg_third_##twin##_##isa_name},                                     \
                      .schur_setup = {mg_schur_first_##twin##_##isa_name,                          \
                                      mg_schur_second_##twin##_##isa_name,                         \
                                      mg_third_##twin##_##isa_name},                               \
                      .forward = mg_forward_##twin##_##isa_name,                                   \
                      .backward = mg_backward_##twin##_##isa_name,                                 \
                      .phase = mg_phase_##twin##_##isa_name,                                       \
                      .schur_forward = mg_schur_forward_##twin##_##isa_name,                       \
                      .schur_backward = mg_schur_backward_##twin##_##isa_name,                     \
                      .own_z = 1},                                                                 \
        .schur_matrix = schur_matrix_##twin##_##isa_name,                                          \
        .round = level_round_##twin##_##isa_name,                                                  \
        .split = level_split_vector_##twin##_##isa_name,                                           \
        .bottom_factor = bottom_factor_##twin##_##isa_name,                                        \
        .bottom_solve = bottom_solve_##twin##_##isa_name,                                          \
    };

CPU_EACH_SET(TABLE)

const level_kernels *level_kernels_cpu(int precision, const char *isa)
{
    static const level_kernels *const tables[][2] = {CPU_TABLES};
    const int set = cpu_instruction_set(isa);
    return set == CPU_NO_SET ? NULL : tables[set][precision == 64];
}
