/* Right-hand sides of compact differences over parts, f32. */
#define SPATE_REAL_BITS 32

#include "backend/cuda/compact/cut_kernels.cuh"

void compact_pack_f32(const compact_span &from, const int64_t count[2], void *to,
                      cudaStream_t stream)
{
    cut_f32::pack(from, count, to, stream);
}
