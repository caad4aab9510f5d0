/* The CPU as a device of Krylov solvers, and the tables of conjugate gradients by precision and
 * instruction set. */
#include <string.h>

#include "backend/cpu/common/instruction_sets.h"
#include "backend/krylov/device.h"
#include "backend/krylov/kernels.h"
#include "backend/krylov/level_kernels.h"
#include "backend/krylov/schur.h"
#include "backend/krylov/simple.h"
#include "base/memory.h"

#define EACH_KERNEL(what, twin, isa)                                                               \
    what(start, twin, isa) what(norm_b, twin, isa) what(round_field, twin, isa)                    \
        what(clear, twin, isa) what(load_x, twin, isa) what(zero_x, twin, isa)                     \
            what(residual, twin, isa) what(scale_input, twin, isa) what(direction, twin, isa)      \
                what(combine, twin, isa) what(dot_pq, twin, isa) what(update, twin, isa)           \
                    what(dot_rz, twin, isa) what(product, twin, isa) what(make_z, twin, isa)       \
                        what(update_both, twin, isa) what(add_total, twin, isa)                    \
                            what(largest, twin, isa) what(judge, twin, isa)                        \
                                what(find_wrong, twin, isa) what(centre_from_shift, twin, isa)

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

/* ---- the device ---- */

static void *allocate(size_t pitch_bytes, size_t rows)
{
    void *block = memory_alloc(pitch_bytes * rows);
    if (block)
        memory_first_touch(block, pitch_bytes, rows);
    return block;
}

static void copy(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t row_bytes,
                 size_t rows, void *stream)
{
    (void)stream;
    for (size_t row = 0; row < rows; ++row)
        memcpy((char *)to + row * to_pitch, (const char *)from + row * from_pitch, row_bytes);
}

static void wait(void *stream)
{
    (void)stream;
}

static void *no_stream(void *stream)
{
    (void)stream;
    return NULL;
}

static const char *error(void)
{
    return NULL;
}

const kry_device kry_device_cpu = {.name = "cpu",
                                   .cg = kry_cg_kernels_cpu,
                                   .simple = kry_simple_kernels_cpu,
                                   .levels = level_kernels_cpu,
                                   .schur = schur_kernels_cpu,
                                   .allocate = allocate,
                                   .release = memory_free,
                                   .copy = copy,
                                   .move = copy,
                                   .wait = wait,
                                   .stream = no_stream,
                                   .error = error};
