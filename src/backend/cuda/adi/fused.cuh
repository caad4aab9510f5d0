/* The sweep of the ADI scheme over a part that has its lines from end to end, in one kernel: rows are made, solved and
 * forgotten; new fluxes and depths are all that is written (docs/theory/adi_cuda.md). */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_CUH

#include "backend/cuda/adi/device.cuh"

#define ADI_FUSED(name) ADI_BUILD(SPATE_NAME(name))
#define adi_fused_claim ADI_FUSED(adi_fused_claim)
#define adi_fused_release ADI_FUSED(adi_fused_release)
#define adi_fused_fits ADI_FUSED(adi_fused_fits)
#define adi_fused_launch ADI_FUSED(adi_fused_launch)

#if ADI_MIXED /* rows of f64 go through memory to the solver of cut lines: no kernels of their own are compiled */
static inline void adi_fused_claim(adi_device *) {}
static inline void adi_fused_release(adi_device *) {}
static inline int adi_fused_fits(const adi_device *, int)
{
    return 0;
}
static inline void adi_fused_launch(const adi_device *, int, int, cudaStream_t) {}
#else
/* Takes the place of the part's device for its views (d->views_there), or none where it is taken or the device has no
 * clusters; once, there, and before adi_launch_before_sweep. */
void adi_fused_claim(adi_device *d);
void adi_fused_release(adi_device *d);

/* Whether there is a place, and lines of this sweep fit the blocks of a cluster; not those of ADI_LAUNCH. */
int adi_fused_fits(const adi_device *d, int stage);

/* After adi_launch_before_sweep: fluxes to state[ADI_NEW], depths to adi_depths_of; counts the depths that are below zero
 * or no number in control->wrong[stage], which is not set to zero. rated: raises control->rate to that of the state which
 * a sweep along y leaves. Only where it fits. */
void adi_fused_launch(const adi_device *d, int stage, int rated, cudaStream_t stream);
#endif

#endif
