/* Tables of the tridiagonal kernels of the CPU, and the choice of instruction set. */
#include "backend/tridiag/tridiag.h"
#include "backend/cpu/common/instruction_sets.h"

#define TRI_DECLARE(kernel, twin, isa)                                                             \
    size_t kernel##_bytes_##twin##_##isa(const tri_problem *, int);                                \
    void kernel##_sweep_##twin##_##isa(const tri_problem *, const tri_panel *, const tri_panel *,  \
                                       void *);

#define TRI_METHOD(title, kernel, twin, isa)                                                       \
    TRI_LEVEL_METHOD(title, TRI_NO_LEVELS, kernel, twin, isa)

#define TRI_LEVEL_METHOD(title, wanted, kernel, twin, isa)                                         \
    {                                                                                              \
        .name = title, .levels = wanted, .scratch_bytes = kernel##_bytes_##twin##_##isa,           \
        .sweep = kernel##_sweep_##twin##_##isa                                                     \
    }

/* One line at a time. */
#define TRI_CHUNKS_METHOD(twin, isa)                                                               \
    {                                                                                              \
        .name = "thomas-pcr", .lanes = 1, .scratch_bytes = tri_chunks_bytes_##twin##_##isa,        \
        .sweep = tri_chunks_sweep_##twin##_##isa                                                   \
    }

#define TRI_TABLE(twin, isa_name, width)                                                           \
    TRI_DECLARE(tri_thomas, twin, isa_name)                                                        \
    TRI_DECLARE(tri_cr, twin, isa_name)                                                            \
    TRI_DECLARE(tri_pcr, twin, isa_name)                                                           \
    TRI_DECLARE(tri_crpcr, twin, isa_name)                                                         \
    TRI_DECLARE(tri_cyclic, twin, isa_name)                                                        \
    TRI_DECLARE(tri_shared, twin, isa_name)                                                        \
    TRI_DECLARE(tri_chunks, twin, isa_name)                                                        \
    TRI_DECLARE(tri_levels_cr, twin, isa_name)                                                     \
    TRI_DECLARE(tri_levels_pcr, twin, isa_name)                                                    \
    static const tri_kernels table_##twin##_##isa_name = {                                         \
        .isa = #isa_name,                                                                          \
        .lanes = width,                                                                            \
        .general = {TRI_METHOD("thomas", tri_thomas, twin, isa_name),                              \
                    TRI_METHOD("cr", tri_cr, twin, isa_name),                                      \
                    TRI_METHOD("pcr", tri_pcr, twin, isa_name),                                    \
                    TRI_METHOD("cr-pcr", tri_crpcr, twin, isa_name),                               \
                    TRI_CHUNKS_METHOD(twin, isa_name)},                                            \
        .periodic = {TRI_METHOD("thomas", tri_cyclic, twin, isa_name),                             \
                     TRI_METHOD("cr", tri_cr, twin, isa_name),                                     \
                     TRI_METHOD("pcr", tri_pcr, twin, isa_name),                                   \
                     TRI_METHOD("cr-pcr", tri_crpcr, twin, isa_name),                              \
                     TRI_CHUNKS_METHOD(twin, isa_name)},                                           \
        .shared = {TRI_METHOD("thomas", tri_shared, twin, isa_name),                               \
                   TRI_LEVEL_METHOD("cr", TRI_CR_LEVELS, tri_levels_cr, twin, isa_name),           \
                   TRI_LEVEL_METHOD("pcr", TRI_PCR_LEVELS, tri_levels_pcr, twin, isa_name),        \
                   TRI_METHOD("cr-pcr", tri_crpcr, twin, isa_name),                                \
                   TRI_CHUNKS_METHOD(twin, isa_name)},                                             \
        .toeplitz = {TRI_METHOD("thomas", tri_shared, twin, isa_name),                             \
                     TRI_LEVEL_METHOD("toeplitz-cr", TRI_TRUNCATED_LEVELS, tri_levels_cr, twin,    \
                                      isa_name),                                                   \
                     TRI_LEVEL_METHOD("cr", TRI_CR_LEVELS, tri_levels_cr, twin, isa_name),         \
                     TRI_LEVEL_METHOD("pcr", TRI_PCR_LEVELS, tri_levels_pcr, twin, isa_name),      \
                     TRI_METHOD("cr-pcr", tri_crpcr, twin, isa_name),                              \
                     TRI_CHUNKS_METHOD(twin, isa_name)},                                           \
    };

CPU_IF_BASE(TRI_TABLE(f32, base, 4) TRI_TABLE(f64, base, 2))
CPU_IF_AVX2(TRI_TABLE(f32, avx2, 8) TRI_TABLE(f64, avx2, 4))
CPU_IF_AVX512(TRI_TABLE(f32, avx512, 16) TRI_TABLE(f64, avx512, 8))

const tri_kernels *tri_kernels_cpu(int precision, const char *isa)
{
    static const tri_kernels *const tables[][2] = {CPU_TABLES};
    const int set = cpu_instruction_set(isa);
    return set == CPU_NO_SET ? NULL : tables[set][precision == 64];
}
