/* A part on a device, seen from the host: the copy of it on the device, and what its common kernels
 * need. The same for every scheme and precision. */
#ifndef SPATE_BACKEND_CUDA_COMMON_PART_CUH
#define SPATE_BACKEND_CUDA_COMMON_PART_CUH

#include <vector>

#include "backend/backend.h"
#include "backend/cuda/common/device.cuh"

struct frame_copy;

/* Pairs of marks between two steps: kernels of two stages in two regions, faces, maxima. */
enum { MOST_MARKS = 16 };

/* Of part->work. */
struct cuda_common {
    int device_number;
    int threads;                /* of the host, for large copies */
    grid_part twin;             /* the part with the device's addresses, as kernels get it */
    std::vector<void *> tables; /* device memory of lists and tables; replaced with them */
    exact_sum *sums;            /* of blocks */
    water_survey *surveys;      /* alike */
    unsigned long long *largest;
    ptrdiff_t *offsets; /* of read_cells */
    double *values;
    int cells_room;
    cudaEvent_t begun[MOST_MARKS], ended[MOST_MARKS]; /* made when they are needed */
    int marked;
    std::vector<frame_copy *>
        copies; /* of the state, on their way to the host or waiting for use */
};

enum { SUM_BLOCKS = 1024 };

/* CUDA calls of this thread go to the device of the part from here on. */
static inline cuda_common *common_of(const grid_part *part)
{
    cuda_common *w = (cuda_common *)part->work;
    if (w)
        cuda_enter(w->device_number);
    return w;
}

static inline unsigned blocks_for(int count, int size)
{
    return (unsigned)((count + size - 1) / size);
}

static inline void push_clock(const grid_part *part)
{
    cuda_ok(cudaMemcpyAsync(common_of(part)->twin.clock, part->clock, sizeof *part->clock,
                            cudaMemcpyHostToDevice, cuda_stream()),
            "copying the clock");
}

/* What kernels of a step change. */
static inline unsigned changed_by_step(const grid_part *part)
{
    return PART_STATE | PART_LISTS | PART_SOURCES |
           (part->field[FIELD_MAX_DEPTH][0] ? (unsigned)PART_MAXIMA : 0u);
}

#endif
