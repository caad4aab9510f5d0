/* Names of the kernels of the Schur complement. */
#ifndef SPATE_BACKEND_CUDA_KRYLOV_SCHUR_CUH
#define SPATE_BACKEND_CUDA_KRYLOV_SCHUR_CUH

#include <type_traits>

#include "backend/krylov/schur.h"
#include "base/real.h"

#define SCHUR_CUDA(name) SPATE_NAME(schur_##name##_cuda)
#define SCHUR_EACH(what)                                                                           \
    what(scale_reds) what(reduce) what(take_x) what(expand) what(residual) what(direction)         \
        what(product) what(judge)
#define SCHUR_DECLARE(name)                                                                        \
    extern std::remove_pointer<decltype(schur_kernels::name)>::type SCHUR_CUDA(name);
SCHUR_EACH(SCHUR_DECLARE)

#endif
