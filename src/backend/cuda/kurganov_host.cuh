/* The host's side of a part: what it keeps beside the part itself. */
#ifndef SPATE_BACKEND_CUDA_KURGANOV_HOST_CUH
#define SPATE_BACKEND_CUDA_KURGANOV_HOST_CUH

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <vector>

#include "backend/cuda/kurganov_part.cuh"

namespace
{

/* Steps of one graph: the host launches this many at a time. */
enum { GRAPH_STEPS = 8 };
/* The host looks at the clock about this often, s. */
const double LOOK_EVERY = 0.05;

/* The device's copy of a field of the image; of fields that exist in slots there are several. */
struct mirror {
    image_block image;
    int slot;
    char *device;
};

struct cuda_work {
    cuda_part c; /* as kernels get it */
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
};

cuda_work *work_of(const kp_part *part)
{
    return (cuda_work *)part->work;
}

unsigned blocks_for(int count, int size)
{
    return (unsigned)((count + size - 1) / size);
}

} // namespace

#endif
