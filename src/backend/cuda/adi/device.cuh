/* What kernels of the ADI scheme know of a part on the device. The part, with device pointers, is
 * in device memory at an address that never changes. The kernel that accepts a step swaps pointers
 * there (backend/adi/adi.h), so that a graph of steps needs no new arguments. */
#ifndef SPATE_BACKEND_CUDA_ADI_DEVICE_CUH
#define SPATE_BACKEND_CUDA_ADI_DEVICE_CUH

#include "backend/adi/cell.h"
#include "backend/adi/clock.h"
#include "backend/adi/listed_row.h"
#include "backend/cuda/adi/platform.cuh"
#include "backend/cuda/adi/twins.cuh"

/* Progress beside the clock; in device memory. */
typedef struct adi_control {
    int running;             /* 0: kernels of a step do nothing */
    int accepted;            /* whether the step before was accepted */
    unsigned wrong[2];       /* depths that are negative or NaN after the sweep of a stage */
    unsigned unshared;       /* those that remain with shares */
    unsigned changed;        /* momentum at cells differs from that of the faces */
    int stopped;             /* a step was not quiet (quiet_steps.cuh) */
    unsigned long long rate; /* bits of the largest rate of the new state (f64, never negative) */
    long long last_step;     /* steps end before this one */
} adi_control;

/* By value to kernels. */
typedef struct adi_device {
    grid_part *part; /* with its fields in device memory */
    adi_control *control;
    adi_view *views; /* of ADI_SWEEP_X, ADI_SWEEP_Y, ADI_LAUNCH, as the step under way has them */
    adi_view *views_there; /* the first two in constant memory, for fused sweeps; NULL: none run */
    int device_number;     /* number of its device */
    adi_row *listed[2];    /* rows of the faces of boundary_x (y) in the sweep along x (y) */
    int listed_count[2];
    uint8_t *restless; /* of tiles (share_out.cuh); 0 between steps */
    int nx, ny, halo;
    ptrdiff_t pitch;
    int faces[2]; /* unknowns of a line along x (y): one more than cells where the grid ends here */
    int ring[2];  /* 1: lines along x (y) end where they begin, in this part */
    adi_terms terms;
    int has_friction_map, has_beta;
} adi_device;

/* Of the kernels of f32, for a mixed part whose momentum at cells is valid: maxima are computed in
 * the stored type. */
#define adi_centred_maxima_f32 ADI_BUILD(adi_centred_maxima_f32)
extern "C" void adi_centred_maxima_f32(const adi_device *d, int begin_anew, int in_step);

static __device__ inline int adi_thread(void)
{
    return (int)(blockIdx.x * blockDim.x + threadIdx.x);
}

static __device__ inline int adi_threads(void)
{
    return (int)(gridDim.x * blockDim.x);
}

/* ---- listed faces ---- */

/* Number of the face (i, j) in a list, which is sorted by row, then column; -1: not listed. */
static __device__ inline int adi_find_listed(const boundary_list *list, int i, int j)
{
    int low = list->row_start[j], high = list->row_start[j + 1];
    while (low < high) {
        const int middle = (low + high) / 2;
        if (list->faces[middle].i < i)
            low = middle + 1;
        else
            high = middle;
    }
    return low < list->row_start[j + 1] && list->faces[low].i == i ? low : -1;
}

static __device__ inline int adi_makes_row(const boundary_face *f)
{
    return f->outward && f->kind != FACE_PROBE;
}

/* The row of a closed face: of its boundary, or of a wall. code: of the cell whose west (axis 0)
 * or south face it is. */
static __device__ inline adi_row adi_closed_row(const adi_device *d, int axis, unsigned code, int i,
                                                int j)
{
    const boundary_list *list = axis == 0 ? &d->part->boundary_x : &d->part->boundary_y;
    const unsigned claimed = axis == 0 ? FACE_WEST_CLAIMED : FACE_SOUTH_CLAIMED;
    const int n = (code & claimed) && d->listed_count[axis] > 0 ? adi_find_listed(list, i, j) : -1;
    return n >= 0 && adi_makes_row(&list->faces[n]) ? d->listed[axis][n] : adi_still_row();
}

/* The row of the face at the back of cell (i, j), from its two cells. */
static __device__ inline adi_row adi_device_row(const adi_device *d, const adi_view *v, int axis,
                                                int i, int j, adi_cell back, adi_cell front)
{
    const ptrdiff_t o = (ptrdiff_t)j * d->pitch + i;
    const unsigned code = v->codes[o];
    if (code & v->closed)
        return adi_closed_row(d, axis, code, i, j);
    const calc damping =
        adi_damping_at(v, o, back.inverse, front.inverse, adi_strength_of(v, o), &v->terms);
    const adi_sweep k = adi_sweep_in_row(v, o);
    return adi_row_between(v, o, back, front, damping, &v->terms, &k);
}

/* ---- kernels of all line methods ---- */

/* Called by one thread, in a kernel before those that read the view. */
static __device__ inline void adi_store_view(const adi_device &d, int stage)
{
    const adi_view v = adi_view_of(d.part, stage);
    d.views[stage] = v;
    if (d.views_there && stage != ADI_LAUNCH)
        d.views_there[stage] = v;
}

/* Before a sweep: stores its view and the rows of listed faces. Any number of blocks
 * and threads. */
static __global__ void adi_before_sweep_kernel(adi_device d, int stage)
{
    const int axis = stage == ADI_SWEEP_X ? 0 : 1;
    const boundary_list *list = axis == 0 ? &d.part->boundary_x : &d.part->boundary_y;
    if (!d.control->running)
        return;
    const adi_view v = adi_view_of(d.part, stage);
    if (adi_thread() == 0)
        adi_store_view(d, stage);
    for (int n = adi_thread(); n < d.listed_count[axis]; n += adi_threads()) {
        const boundary_face *f = &list->faces[n];
        const ptrdiff_t o = (ptrdiff_t)f->j * d.pitch + f->i;
        if (adi_makes_row(f))
            d.listed[axis][n] = adi_listed_row(d.part, &v, f, o, stage);
    }
}

/* Writes the rows of all faces of a sweep to four fields (pointers to cell (0, 0)); a thread per
 * face, contiguous in x. Each thread computes both cells: reads about 20 words (most from a
 * cache), writes 4. */
static __global__ void adi_rows_kernel(adi_device d, int stage, calc *a, calc *b, calc *c,
                                       calc *rhs)
{
    const int axis = stage == ADI_SWEEP_X ? 0 : 1;
    const int columns = axis == 0 ? d.faces[0] : d.nx, rows = axis == 0 ? d.ny : d.faces[1];
    const int width = (columns + (int)blockDim.x - 1) / (int)blockDim.x; /* blocks of a row */
    const int i = (int)(blockIdx.x % (unsigned)width * blockDim.x + threadIdx.x);
    const int j = (int)(blockIdx.x / (unsigned)width);
    if (!d.control->running || i >= columns || j >= rows)
        return;
    const adi_view *v = &d.views[stage];
    const ptrdiff_t o = (ptrdiff_t)j * d.pitch + i;
    const adi_row row =
        adi_device_row(&d, v, axis, i, j, adi_cell_at(v, o - v->along, v->terms.extrapolated),
                       adi_cell_at(v, o, v->terms.extrapolated));
    a[o] = row.a;
    b[o] = row.b;
    c[o] = row.c;
    rhs[o] = row.d;
}

enum { ADI_THREADS = 128 };

/* Blocks of ADI_THREADS for `rows` rows of `columns` cells. */
static inline long long adi_blocks(int columns, int rows)
{
    return (long long)((columns + ADI_THREADS - 1) / ADI_THREADS) * rows;
}

static inline void adi_launch_before_sweep(const adi_device *d, int stage, cudaStream_t stream)
{
    const int listed = d->listed_count[stage == ADI_SWEEP_X ? 0 : 1];
    adi_launch(adi_before_sweep_kernel, adi_blocks(listed > 0 ? listed : 1, 1), ADI_THREADS, stream,
               *d, stage);
}

/* a, b, c, rhs: fields of the shape of the part's. After adi_launch_before_sweep. */
static inline void adi_launch_rows(const adi_device *d, int stage, calc *const rows[4],
                                   cudaStream_t stream)
{
    const int x = stage == ADI_SWEEP_X;
    adi_launch(adi_rows_kernel, adi_blocks(x ? d->faces[0] : d->nx, x ? d->ny : d->faces[1]),
               ADI_THREADS, stream, *d, stage, rows[0], rows[1], rows[2], rows[3]);
}

#endif
