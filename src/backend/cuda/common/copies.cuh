/* Copies of Q^n to the host while steps continue. A kernel stores the shown fields in f32, and the
 * writer thread fetches them when it is ready. */
#ifndef SPATE_BACKEND_CUDA_COMMON_COPIES_CUH
#define SPATE_BACKEND_CUDA_COMMON_COPIES_CUH

#include <atomic>

#include "backend/cuda/common/part.cuh"
#include "backend/cuda/common/platform.cuh"
#include "backend/cuda/common/staging.cuh"
#include "physics/shown.h"

/* The frame of one part on the device. */
struct frame_copy {
    int device_number, nx, ny;
    unsigned fields;   /* that it has room for */
    float *values;     /* nx * ny for each field, in order */
    cudaEvent_t taken; /* the kernel is done */
    std::atomic<int> in_use;
};

namespace
{

/* One frame is transferred or written while the next one waits. With more, a slow writer would fill
 * the device. */
enum { MOST_COPIES = 2 };

struct shown_fields {
    float *to[SHOWN_FIELDS]; /* NULL: not wanted */
};

/* reads h (hu, hv), writes f32: 16 B per cell for depth and velocities of an f32 state, 36 B of
 * f64 */
static __global__ void show_kernel(const __grid_constant__ grid_part p, const shown_fields shown)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), now = p.clock->now;
    if (i >= p.shape.nx)
        return;
    for (int j = (int)blockIdx.y; j < p.shape.ny; j += (int)gridDim.y) {
        const ptrdiff_t from = (ptrdiff_t)j * p.shape.pitch + i;
        const ptrdiff_t to = (ptrdiff_t)j * p.shape.nx + i;
        const double h = (double)((const real *)p.field[FIELD_DEPTH][now])[from];
        if (shown.to[SHOWN_DEPTH])
            shown.to[SHOWN_DEPTH][to] = (float)h;
        for (int v = 0; v < 2; ++v)
            if (shown.to[SHOWN_VELOCITY_X + v])
                shown.to[SHOWN_VELOCITY_X + v][to] = (float)
                    shown_velocity((double)((const real *)p.field[FIELD_MOMENTUM_X + v][now])[from],
                                   h, p.params.shown_dry_depth);
    }
}

void drop_copy(frame_copy *copy)
{
    cuda_free(copy->values);
    if (copy->taken)
        cudaEventDestroy(copy->taken);
    delete copy;
}

void drop_copies(cuda_common *w)
{
    for (frame_copy *copy : w->copies)
        drop_copy(copy);
    w->copies.clear();
}

int count_fields(unsigned fields)
{
    int count = 0;
    for (int k = 0; k < SHOWN_FIELDS; ++k)
        count += fields >> k & 1;
    return count;
}

/* An unused copy, or a new one. NULL: all are in use, or no memory. */
frame_copy *find_copy(cuda_common *w, unsigned fields)
{
    const part_shape &s = w->twin.shape;
    for (frame_copy *copy : w->copies)
        if (!copy->in_use && copy->fields == fields && copy->ny == s.ny)
            return copy;
    for (size_t n = w->copies.size(); n-- > 0;)
        if (!w->copies[n]->in_use) { /* of other fields or rows */
            drop_copy(w->copies[n]);
            w->copies.erase(w->copies.begin() + (ptrdiff_t)n);
        }
    if (w->copies.size() == MOST_COPIES)
        return NULL;
    frame_copy *copy = new frame_copy();
    const size_t cells = (size_t)s.nx * (size_t)s.ny;
    copy->device_number = w->device_number;
    copy->nx = s.nx;
    copy->ny = s.ny;
    copy->fields = fields;
    if (cudaMalloc((void **)&copy->values, sizeof(float) * cells * count_fields(fields)) !=
        cudaSuccess) {
        cudaGetLastError(); /* the caller uses the image */
        copy->values = NULL;
    }
    if (!copy->values || !cuda_ok(cudaEventCreateWithFlags(&copy->taken, cudaEventDisableTiming),
                                  "making an event")) {
        drop_copy(copy);
        return NULL;
    }
    w->copies.push_back(copy);
    return copy;
}

frame_copy *copy_start(grid_part *part, unsigned fields)
{
    cuda_common *w = common_of(part);
    frame_copy *copy = find_copy(w, fields);
    if (!copy)
        return NULL;
    shown_fields shown = {};
    float *next = copy->values;
    for (int k = 0; k < SHOWN_FIELDS; ++k)
        if (fields >> k & 1) {
            shown.to[k] = next;
            next += (size_t)copy->nx * (size_t)copy->ny;
        }
    const int rows = copy->ny < 16384 ? copy->ny : 16384; /* a grid has at most 65535 */
    cuda_launch(show_kernel, dim3(blocks_for(copy->nx, 256), (unsigned)rows), 256, cuda_stream(),
                "launching a frame", w->twin, shown);
    cuda_ok(cudaEventRecord(copy->taken, cuda_stream()), "launching a frame");
    copy->in_use = 1;
    return copy;
}

void copy_finish(frame_copy *copy, float *const to[SHOWN_FIELDS], ptrdiff_t pitch)
{
    staged_copy fields[SHOWN_FIELDS];
    int count = 0;
    const float *next = copy->values;
    for (int k = 0; k < SHOWN_FIELDS; ++k) {
        if (!(copy->fields >> k & 1))
            continue;
        fields[count++] = {(char *)next, (char *)to[k], sizeof(float) * (size_t)copy->nx,
                           (size_t)copy->ny, sizeof(float) * (size_t)pitch};
        next += (size_t)copy->nx * (size_t)copy->ny;
    }
    cuda_enter(copy->device_number);
    staged_transfer(fields, count, TO_HOST, copy->taken, 1);
    copy->in_use = 0;
}

} // namespace

#endif
