/* What the host keeps for a part, beside the part itself. */
#ifndef SPATE_BACKEND_CUDA_KURGANOV_HOST_CUH
#define SPATE_BACKEND_CUDA_KURGANOV_HOST_CUH

#include <string.h>

#include "backend/cuda/common/item_steps.cuh"
#include "backend/cuda/kurganov/part.cuh"

namespace
{

/* The kernels of a region of a stage in steps with the host, as one graph. */
struct hosted_stage {
    cudaGraphExec_t graph; /* NULL: to be captured */
    int uses;              /* since it was forgotten */
};

enum { MOST_STAGES = 2, REGIONS = 3 };

/* Of part->scheme_work. */
struct cuda_work {
    step_report *report; /* pinned: kernels write to it */
    int reported;        /* is on its way to it */
    cuda_part c;         /* as kernels get it; c.p is the device's copy of the part */
    cudaStream_t side;   /* for edged items beside plain ones */
    cudaEvent_t fork, join;
    cudaGraphExec_t graph; /* NULL: to be captured */
    double seconds_per_graph;
    hosted_stage hosted[MOST_STAGES][REGIONS];
};

/* CUDA calls of this thread go to the device of the part from here on. */
cuda_work *work_of(const grid_part *part)
{
    common_of(part);
    return (cuda_work *)part->scheme_work;
}

} // namespace

#endif
