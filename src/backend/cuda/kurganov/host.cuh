/* The host's side of a part: what it keeps beside the part itself. */
#ifndef SPATE_BACKEND_CUDA_KURGANOV_HOST_CUH
#define SPATE_BACKEND_CUDA_KURGANOV_HOST_CUH

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <vector>

#include "backend/cuda/common/graph_pace.cuh"
#include "backend/cuda/common/staging.cuh"
#include "backend/cuda/kurganov/part.cuh"

struct frame_copy;

namespace
{

/* Threads that help with large copies: some four keep a bus of 55 GB/s busy. */
enum { STAGING_THREADS = 8 };

/* The device's copy of a field of the image; of fields that exist in slots there are several. */
struct mirror {
    image_block image;
    int slot;
    char *device;
};

/* What the host reads after every step, in pinned memory: copies to it need no wait. */
struct step_report {
    spate_clock clock;
    cuda_control control;
};

struct cuda_work {
    int place;
    int threads;         /* of the host, for large copies */
    step_report *report; /* pinned */
    int reported;        /* is on its way to it */
    cuda_part c;         /* as kernels get it */
    std::vector<mirror> mirrors;
    std::vector<void *> tables; /* device memory of lists and tables; made anew with them */
    cudaStream_t side;          /* for edged items beside plain ones */
    cudaEvent_t fork, join;
    cudaGraphExec_t graph; /* NULL: to be captured */
    int most_in_slabs;     /* items that slabs may be faster for */
    double seconds_per_graph;
    ptrdiff_t *offsets; /* of read_cells */
    double *values;
    int cells_room;
    std::vector<frame_copy *> copies; /* of the state, on their way to the host or waiting for use */
};

/* Calls of this thread go to the place of the part from here on. */
cuda_work *work_of(const grid_part *part)
{
    cuda_work *w = (cuda_work *)part->work;
    if (w)
        cuda_enter(w->place);
    return w;
}

unsigned blocks_for(int count, int size)
{
    return (unsigned)((count + size - 1) / size);
}

} // namespace

#endif
