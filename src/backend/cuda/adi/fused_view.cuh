/* Where fused sweeps find the view of a part: constant memory, so that what is the same for all threads is an operand and
 * takes no register. One place a device: a second part there at the same time, which is one of another simulation in this
 * process, cuts its lines. Each place more is a set of kernels more to compile. adi_show_view writes it. */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_VIEW_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_VIEW_CUH

#include "backend/cuda/adi/device.cuh"

namespace
{

/* Parameters of a kernel that are never copied may be pointed to. */
#ifdef __CUDACC__
static __constant__ adi_view adi_views_there[2];
#define ADI_PARAMETER const __grid_constant__
#else
static adi_view adi_views_there[2];
#define ADI_PARAMETER const
#endif

/* Lines of a tile: neighbours in memory along y. Measured (docs/theory/adi_cuda.md). */
enum { ADI_LINES_X = 4, ADI_LINES_Y = 8 };

/* What a kernel is compiled for. Rich: any law, maps and mixing, as the view has them; else Manning's law with one strength,
 * no mixing. What is read in some runs only costs the others: a warp has six marks for all values it waits for, so that
 * a value which is never asked for is waited for along with those that shall come while it computes. */
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

/* That this value and those beside it will be read soon: they come to the second cache, and nobody waits. */
static __device__ inline void adi_announce(const void *there)
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
    __stwb(field + o, value); /* to global memory, as the compiler does not know */
#else
    field[o] = value;
#endif
}

} // namespace

#endif
