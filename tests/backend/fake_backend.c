/* A GPU for machines without one: memory of the host and the kernels of the reference backend. The
 * "strict" ones are compiled as everywhere, the "fast" ones with contraction, where the processor can:
 * what compares the fast build of CUDA has something to compare. */
#include <string.h>

#include "backend/kurganov.h"
#include "base/memory.h"

extern const kp_kernels kp_kernels_reference_f32, kp_kernels_reference_f64;
extern const kp_kernels kp_kernels_contracted_f32, kp_kernels_contracted_f64;

const spate_backend *fake_backend(void);

static void *alloc(size_t pitch_bytes, size_t rows)
{
    void *block = memory_alloc(pitch_bytes * rows);
    return block ? memset(block, 0, pitch_bytes * rows) : NULL;
}

static void copy_box(spate_queue *queue, void *to, size_t to_pitch, const void *from,
                     size_t from_pitch, size_t row_bytes, size_t rows)
{
    (void)queue;
    for (size_t row = 0; row < rows; ++row)
        memcpy((char *)to + row * to_pitch, (const char *)from + row * from_pitch, row_bytes);
}

static const kp_kernels *contracted(int precision)
{
#ifdef FAKE_CONTRACTS
    if (__builtin_cpu_supports("fma"))
        return precision == 32 ? &kp_kernels_contracted_f32 : &kp_kernels_contracted_f64;
#endif
    (void)precision;
    return NULL;
}

static const kp_kernels *kurganov(int precision, const char *isa)
{
    const kp_kernels *fast = contracted(precision);
    const int automatic = strcmp(isa, "auto") == 0;
    if (strcmp(isa, "fast") == 0 || (automatic && fast))
        return fast;
    if (!automatic && strcmp(isa, "strict") != 0)
        return NULL;
    return precision == 32 ? &kp_kernels_reference_f32 : &kp_kernels_reference_f64;
}

#ifdef FAKE_TRIDIAG
const struct tri_device *tri_device_cuda(void); /* src/backend/cuda/tridiag.cu */
#endif

const spate_backend *fake_backend(void)
{
    static const spate_backend backend = {
        .name = "cuda",
        .alloc = alloc,
        .release = memory_free,
        .available = memory_available,
        .copy_box = copy_box,
        .kurganov = kurganov,
#ifdef FAKE_TRIDIAG
        .tridiag = tri_device_cuda,
#endif
    };
    return &backend;
}
