/* A constant of a run, rounded to the stored type. */
#ifndef SPATE_BACKEND_ADI_STORED_H
#define SPATE_BACKEND_ADI_STORED_H

#include "base/real.h"

/* (calc)(real)x, written with a volatile: where gcc 12 at -O3 vectorises two such neighbouring
 * values, which depends on the instruction set, it drops the conversion to f32 and back. Loops are
 * not affected. */
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
