/* The CPU backend: memory, copies, and the choice of instruction set. */
#include <string.h>

#include "backend/adi/adi.h"
#include "backend/cpu/common/instruction_sets.h"
#include "base/memory.h"

#define DECLARE_TABLES(twin, set)                                                                  \
    extern const kp_kernels kp_kernels_cpu_##twin##_##set;                                         \
    extern const adi_kernels adi_kernels_cpu_##twin##_##set;
CPU_EACH_SET(DECLARE_TABLES)
#define DECLARE_ADI(twin, set) extern const adi_kernels adi_kernels_cpu_##twin##_##set;
CPU_EACH_TWIN(DECLARE_ADI, f32c64)

static void *cpu_alloc(size_t pitch_bytes, size_t rows)
{
    void *block = memory_alloc(pitch_bytes * rows);
    if (block)
        memory_first_touch(block, pitch_bytes, rows);
    return block;
}

static double cpu_available(const spate_backend *backend)
{
    (void)backend;
    return memory_available();
}

static void cpu_copy_box(spate_queue *queue, void *to, size_t to_pitch, const void *from,
                         size_t from_pitch, size_t row_bytes, size_t rows)
{
    (void)queue;
    for (size_t row = 0; row < rows; ++row)
        memcpy((char *)to + row * to_pitch, (const char *)from + row * from_pitch, row_bytes);
}

static const kp_kernels *cpu_kurganov(int precision, const char *isa)
{
    static const kp_kernels *const tables[][2] = {CPU_TABLES_OF(kp_kernels_cpu)};
    const int set = cpu_instruction_set(isa);
    return set == CPU_NO_SET ? NULL : tables[set][precision == 64];
}

static const adi_kernels *cpu_adi(int precision, const char *isa)
{
    static const adi_kernels *const tables[][3] = {CPU_THREE_TABLES_OF(adi_kernels_cpu)};
    const int set = cpu_instruction_set(isa);
    return set == CPU_NO_SET ? NULL : tables[set][precision == ADI_F32C64 ? 2 : precision == 64];
}

const spate_backend spate_backend_cpu = {
    .name = "cpu",
    .alloc = cpu_alloc,
    .release = memory_free,
    .available = cpu_available,
    .copy_box = cpu_copy_box,
    .kurganov = cpu_kurganov,
    .adi = cpu_adi,
};
