/* The reference backend: the memory of the CPU backend, kernels of its own. */
#include "backend/adi/adi.h"
#include "base/memory.h"

extern const kp_kernels kp_kernels_reference_f32, kp_kernels_reference_f64;
extern const adi_kernels adi_kernels_reference_f32, adi_kernels_reference_f64,
    adi_kernels_reference_f32c64;

static void *alloc_rows(size_t pitch_bytes, size_t rows)
{
    return spate_backend_cpu.alloc(pitch_bytes, rows);
}

static double available(const spate_backend *backend)
{
    (void)backend;
    return memory_available();
}

static void copy_box(spate_queue *queue, void *to, size_t to_pitch, const void *from,
                     size_t from_pitch, size_t row_bytes, size_t rows)
{
    spate_backend_cpu.copy_box(queue, to, to_pitch, from, from_pitch, row_bytes, rows);
}

static const kp_kernels *kurganov(int precision, const char *isa)
{
    (void)isa;
    return precision == 32 ? &kp_kernels_reference_f32 : &kp_kernels_reference_f64;
}

static const adi_kernels *adi(int precision, const char *isa)
{
    (void)isa;
    if (precision == ADI_F32C64)
        return &adi_kernels_reference_f32c64;
    return precision == 32 ? &adi_kernels_reference_f32 : &adi_kernels_reference_f64;
}

const spate_backend spate_backend_reference = {
    .name = "reference",
    .alloc = alloc_rows,
    .release = memory_free,
    .available = available,
    .copy_box = copy_box,
    .kurganov = kurganov,
    .adi = adi,
};
