/* Velocities from accelerations, in one build for strict and fast kernels: without contraction, so that
 * lines whole in a part and lines cut over parts give the same bits. */
#ifndef SPATE_BACKEND_CUDA_VECTOR_INVARIANT_LINES_CUH
#define SPATE_BACKEND_CUDA_VECTOR_INVARIANT_LINES_CUH

#include "backend/cuda/common/platform.cuh" /* first: in tests it defines CUDA */

#include "backend/cuda/common/device.cuh"
#include "backend/vector_invariant/cell.h"

/* Where the velocities of a part go: west (y: south) faces. */
struct vi_destination {
    const vi_view *view; /* of the stage in progress, on the device */
    int y;
};

/* tri_cut_receiver.solve; user is a vi_destination. */
void SPATE_NAME(vi_solve_whole_lines)(const void *lines, const void *user, void *stream);

/* From accelerations in the layout of a field. blocks and threads: of for_cells (part.cuh). */
void SPATE_NAME(vi_accelerate_cells)(const vi_destination &to, const part_shape &shape,
                                     const real *x, dim3 blocks, int threads);

#endif
