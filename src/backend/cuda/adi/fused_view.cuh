/* The view of a part for fused sweeps is in constant memory, so that what is the same for all
 * threads is an operand and needs no register. There is one per device: a second part there at the
 * same time (of another simulation in this process) uses the distributed solver instead. Each
 * further one would need its own set of kernels. adi_store_view writes it. */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_VIEW_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_VIEW_CUH

#include "backend/cuda/adi/device.cuh"

namespace
{

/* Kernel parameters that are not copied to local memory. */
#ifdef __CUDACC__
static __constant__ adi_view adi_views_there[2];
#define ADI_PARAMETER const __grid_constant__
#else
static adi_view adi_views_there[2];
#define ADI_PARAMETER const
#endif

/* Lines of a tile: neighbours in memory along y. Measured (docs/theory/adi_cuda.md). */
enum { ADI_LINES_X = 4, ADI_LINES_Y = 8 };

/* What a kernel is compiled for. RICH: any friction law, maps and viscosity, according to the
 * view; else Manning's law with one strength and no viscosity. Optional reads slow down runs
 * without them: a warp has six scoreboards for all loads in flight, so that waiting for an
 * optional value also waits for loads that should overlap with computation. */
template <int AXIS_, int RICH_, int EXTRAPOLATED_> struct adi_kind {
    static constexpr int AXIS = AXIS_, RICH = RICH_, EXTRAPOLATED = EXTRAPOLATED_;
    static constexpr int LINES = AXIS_ == 0 ? ADI_LINES_X : ADI_LINES_Y;
    static __device__ inline const adi_view &view(void)
    {
        return adi_views_there[AXIS];
    }
};

/* Fields are read and never written in a sweep; offsets have 32 bits (adi_fused_fits). */
static __device__ inline calc adi_read(const real *field, int o)
{
#ifdef __CUDACC__
    return (calc)__ldg(field + o);
#else
    return (calc)field[o];
#endif
}

static __device__ inline unsigned adi_read_code(const uint8_t *codes, int o)
{
#ifdef __CUDACC__
    return __ldg(codes + o);
#else
    return codes[o];
#endif
}

/* Prefetches the cache line of this value to L2. */
static __device__ inline void adi_prefetch(const void *there)
{
#ifdef __CUDACC__
    asm volatile("prefetch.global.L2 [%0];" ::"l"(there));
#else
    (void)there;
#endif
}

static __device__ inline void adi_write(real *field, int o, real value)
{
#ifdef __CUDACC__
    __stwb(field + o, value); /* the compiler does not know that it is global memory */
#else
    field[o] = value;
#endif
}

} // namespace

#endif
