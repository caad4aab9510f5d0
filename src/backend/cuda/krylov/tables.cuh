/* Names of the kernels of one precision, and their declarations. */
#ifndef SPATE_BACKEND_CUDA_KRYLOV_TABLES_CUH
#define SPATE_BACKEND_CUDA_KRYLOV_TABLES_CUH

#include <type_traits>

#include "backend/krylov/kernels.h"
#include "backend/krylov/simple.h"
#include "base/real.h"

#define KRY_CUDA(name) SPATE_NAME(name##_cuda)

/* Those of the conjugate gradients. */
#define KRY_EACH_CG(what)                                                                          \
    what(start) what(norm_b) what(clear) what(load_x) what(zero_x) what(residual)                  \
        what(round_field) what(scale_input) what(direction) what(combine) what(dot_pq)             \
            what(update) what(dot_rz) what(product) what(make_z) what(update_both) what(judge)     \
                what(add_total) what(largest) what(finish) what(find_wrong)                        \
                    what(centre_from_shift)

#define KRY_DECLARE(name)                                                                          \
    extern std::remove_pointer<decltype(kry_cg_kernels::name)>::type KRY_CUDA(kry_##name);
KRY_EACH_CG(KRY_DECLARE)

#endif
