/* Right-hand sides of compact differences over parts, f64. */
#define SPATE_REAL_BITS 64

#include "backend/cuda/compact/cut_kernels.cuh"

void compact_pack_f64(const compact_span &from, const int64_t count[2], void *to,
                      cudaStream_t stream)
{
    cut_f64::pack(from, count, to, stream);
}
