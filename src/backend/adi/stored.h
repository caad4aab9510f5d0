/* A constant of a run as fields would hold it. */
#ifndef SPATE_BACKEND_ADI_STORED_H
#define SPATE_BACKEND_ADI_STORED_H

#include "base/real.h"

/* (calc)(real)x, but not so written: where gcc 12 makes one vector of two such values side by side (-O3; which ones depends
 * on the instruction set), it leaves the way from f64 to f32 and back out. Loops are not hit. */
SPATE_FN calc adi_as_stored(double x)
{
#ifdef __CUDA_ARCH__
    return (calc)(real)x;
#else
    const volatile real stored = (real)x;
    return (calc)stored;
#endif
}

#endif
