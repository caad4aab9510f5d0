/* What kernels of the semi-implicit scheme know of a part on the device. */
#ifndef SPATE_BACKEND_CUDA_SEMI_IMPLICIT_DEVICE_CUH
#define SPATE_BACKEND_CUDA_SEMI_IMPLICIT_DEVICE_CUH

#include "backend/cuda/common/part.cuh"
#include "backend/cuda/common/platform.cuh"
#include "backend/cuda/common/rate_bits.cuh"
#include "backend/semi_implicit/cell.h"
#include "backend/semi_implicit/clock.h"
#include "backend/semi_implicit/edges.h"
#include "backend/semi_implicit/face.h"

/* What kernels find; in device memory. Bits of f64 numbers that are not negative, for maxima. */
typedef struct semi_found {
    unsigned long long wrong, limited, changed; /* counts */
    unsigned long long largest, flipped, rate, flow;
    int accepted;
} semi_found;

/* By value to kernels. */
typedef struct semi_device {
    grid_part p; /* with the device's addresses */
    semi_view v; /* of the step, made on the host */
    semi_found *found;
} semi_device;

enum { SEMI_THREADS = 128, SEMI_TEAM = 32 * TEAM_MOST_WARPS };

/* A loop over columns x rows cells from (x0, y0) on, for a grid of threads of any size. */
template <typename Body>
static __device__ inline void semi_for_cells(const semi_device &d, int x0, int y0, int columns,
                                             int rows, const Body &body)
{
    const unsigned width = ((unsigned)columns + blockDim.x - 1) / blockDim.x;
    const unsigned blocks = width * (unsigned)rows;
    for (unsigned n = blockIdx.x; n < blocks; n += gridDim.x) {
        const int i = (int)(n % width * blockDim.x + threadIdx.x) + x0;
        const int j = (int)(n / width) + y0;
        if (i < x0 + columns)
            body((ptrdiff_t)j * d.v.step[1] + i);
    }
}

/* The same over the faces of an axis. */
template <typename Body>
static __device__ inline void semi_for_faces(const semi_device &d, int y, const int faces[2],
                                             const Body &body)
{
    semi_for_cells(d, 0, 0, y ? d.p.shape.nx : faces[0], y ? faces[1] : d.p.shape.ny, body);
}

/* And over listed faces: body(face, axis). */
template <typename Body>
static __device__ inline void semi_for_listed(const semi_device &d, const Body &body)
{
    const int in_x = d.p.boundary_x.count, all = in_x + d.p.boundary_y.count;
    for (int n = (int)(blockIdx.x * blockDim.x + threadIdx.x); n < all;
         n += (int)(gridDim.x * blockDim.x)) {
        const int y = n >= in_x;
        body(y ? &d.p.boundary_y.faces[n - in_x] : &d.p.boundary_x.faces[n], y);
    }
}

/* Largest of values that are not negative. */
static __device__ inline void semi_raise(unsigned long long *at, double mine)
{
    const unsigned long long bits = rate_bits(mine);
    if (bits > *at)
        atomicMax(at, bits);
}

#endif
