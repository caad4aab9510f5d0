/* A whole sweep of the ADI scheme in one kernel, for a part with complete lines: rows are computed
 * and solved on chip, only new fluxes and depths are written (docs/theory/adi_cuda.md). */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_CUH

#include "backend/cuda/adi/device.cuh"

#define ADI_FUSED(name) ADI_BUILD(SPATE_NAME(name))
#define adi_fused_claim ADI_FUSED(adi_fused_claim)
#define adi_fused_release ADI_FUSED(adi_fused_release)
#define adi_fused_fits ADI_FUSED(adi_fused_fits)
#define adi_fused_launch ADI_FUSED(adi_fused_launch)

#if ADI_MIXED /* no fused kernels: rows go through memory to the distributed solver */
static inline void adi_fused_claim(adi_device *) {}
static inline void adi_fused_release(adi_device *) {}
static inline int adi_fused_fits(const adi_device *, int)
{
    return 0;
}
static inline void adi_fused_launch(const adi_device *, int, int, cudaStream_t) {}
#else
/* Claims the constant memory of the part's device for its views (d->views_there). NULL if another
 * part has it or the device has no clusters. Called once, on that device, before
 * adi_launch_before_sweep. */
void adi_fused_claim(adi_device *d);
void adi_fused_release(adi_device *d);

/* Whether the part has that memory, and the lines of this sweep fit the blocks of a cluster; never
 * for ADI_LAUNCH. */
int adi_fused_fits(const adi_device *d, int stage);

/* After adi_launch_before_sweep, if it fits: writes fluxes to slot ADI_NEW and depths to
 * adi_depths_of. Adds the number of depths that are negative or NaN to control->wrong[stage].
 * rated: raises control->rate to the rate of the state that a sweep along y leaves. */
void adi_fused_launch(const adi_device *d, int stage, int rated, cudaStream_t stream);
#endif

#endif
