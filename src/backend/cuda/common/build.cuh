/* Which build of a scheme's kernels this is: strict, with the arithmetic of the CPU, or fast. */
#ifndef SPATE_BACKEND_CUDA_COMMON_BUILD_CUH
#define SPATE_BACKEND_CUDA_COMMON_BUILD_CUH

#include "base/real.h"

#ifdef SPATE_CUDA_FAST
#define CUDA_ISA "fast"
#define CUDA_BUILD(name) SPATE_JOIN(name, fast)
#else
#define CUDA_ISA "strict"
#define CUDA_BUILD(name) SPATE_JOIN(name, strict)
#endif

/* Defines the function by which a backend finds a kernel table of this precision and build. */
#define CUDA_KERNEL_TABLE(type, name)                                                              \
    extern "C" const type *CUDA_BUILD(SPATE_NAME(name))(void)                                      \
    {                                                                                              \
        static const type table = make_table();                                                    \
        return &table;                                                                             \
    }

#endif
