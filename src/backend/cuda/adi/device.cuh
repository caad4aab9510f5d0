/* What kernels of the ADI scheme see of a part on the device. The part itself, with the device's pointers, lies in device
 * memory at an address that never changes: the kernel that accepts a step trades pointers there (backend/adi/adi.h), so that
 * a graph of steps needs no new arguments. Loops and launches are others' business. */
#ifndef SPATE_BACKEND_CUDA_ADI_DEVICE_CUH
#define SPATE_BACKEND_CUDA_ADI_DEVICE_CUH

#include "backend/adi/cell.h"
#include "backend/adi/clock.h"
#include "backend/adi/listed_row.h"
#include "backend/cuda/adi/platform.cuh"
#include "backend/cuda/adi/twins.cuh"

/* Progress beside the clock; in device memory. */
typedef struct adi_control {
    int running;             /* kernels of a step do nothing where this is 0 */
    int accepted;            /* the step before was */
    unsigned wrong[2];       /* depths below zero, or no number, that the sweep of a stage left */
    unsigned unshared;       /* of those, what shares could not mend */
    unsigned changed;        /* momentum at cells is not what the faces have */
    int stopped;             /* a calm step (adi_calm.cuh) asks for what such steps lack */
    unsigned long long rate; /* bits of the largest rate of the new state (f64, never negative) */
    long long last_step;     /* steps end before this one */
} adi_control;

/* By value to kernels. */
typedef struct adi_device {
    grid_part *part; /* and part->adi: device memory */
    adi_control *control;
    adi_view *views; /* of ADI_SWEEP_X, ADI_SWEEP_Y, ADI_LAUNCH, as the step under way has them */
    adi_view *
        views_there; /* where fused sweeps look for the first two; NULL: they do not run (adi_fused.cuh) */
    int place_of;       /* device of that place */
    adi_row *listed[2]; /* rows of the faces of boundary_x (y) in the sweep along x (y) */
    int listed_count[2];
    uint8_t *restless; /* of tiles (adi_share_out.cuh); 0 between steps */
    int nx, ny, halo;
    ptrdiff_t pitch;
    int faces[2]; /* unknowns of a line along x (y): one more than cells where the grid ends here */
    int ring[2];  /* 1: lines along x (y) end where they begin, in this part */
    adi_terms terms;
    int has_friction_map;
} adi_device;

/* Of the kernels of f32, for a part whose momentum at cells is there: maxima are worked out in what fields hold. */
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

/* The row of a closed face: what a boundary makes of it, or that of a wall. code: of the cell whose west (axis 0) or south
 * face it is. */
static __device__ inline adi_row adi_closed_row(const adi_device *d, int axis, unsigned code, int i,
                                                int j)
{
    const boundary_list *list = axis == 0 ? &d->part->boundary_x : &d->part->boundary_y;
    const unsigned claimed = axis == 0 ? FACE_WEST_CLAIMED : FACE_SOUTH_CLAIMED;
    const int n = (code & claimed) && d->listed_count[axis] > 0 ? adi_find_listed(list, i, j) : -1;
    return n >= 0 && adi_makes_row(&list->faces[n]) ? d->listed[axis][n] : adi_still_row();
}

/* The row of the face at the back of cell (i, j), whose two cells are known. */
static __device__ inline adi_row adi_device_row(const adi_device *d, const adi_view *v, int axis,
                                                int i, int j, adi_cell back, adi_cell front)
{
    const ptrdiff_t o = (ptrdiff_t)j * d->pitch + i;
    const unsigned code = v->codes[o];
    if (code & v->closed)
        return adi_closed_row(d, axis, code, i, j);
    const calc damping =
        adi_damping_at(v, o, back.inverse, front.inverse, adi_strength_of(v, o), &v->terms);
    return adi_row_between(v, o, back, front, damping, &v->terms);
}

/* ---- kernels of every way to solve lines ---- */

/* By one thread, of a kernel before those that look at it. */
static __device__ inline void adi_show_view(const adi_device &d, int stage)
{
    const adi_view v = adi_view_of(d.part, stage);
    d.views[stage] = v;
    if (d.views_there && stage != ADI_LAUNCH)
        d.views_there[stage] = v;
}

/* Before a sweep: its view, and the rows of listed faces. Blocks of any size; the grid has a thread for every listed face
 * at most. */
static __global__ void adi_before_sweep_kernel(adi_device d, int stage)
{
    const int axis = stage == ADI_SWEEP_X ? 0 : 1;
    const boundary_list *list = axis == 0 ? &d.part->boundary_x : &d.part->boundary_y;
    if (!d.control->running)
        return;
    const adi_view v = adi_view_of(d.part, stage);
    if (adi_thread() == 0)
        adi_show_view(d, stage);
    for (int n = adi_thread(); n < d.listed_count[axis]; n += adi_threads()) {
        const boundary_face *f = &list->faces[n];
        const ptrdiff_t o = (ptrdiff_t)f->j * d.pitch + f->i;
        if (adi_makes_row(f))
            d.listed[axis][n] = adi_listed_row(d.part, &v, f, o, stage);
    }
}

/* Rows of all faces of a sweep to four fields (cell (0, 0) of each); a thread per face, along x in memory. Each makes both
 * its cells: reads about 20 words (most from a cache), writes 4. */
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

/* Blocks of ADI_THREADS for `columns` cells of `rows` rows each, as the kernels above count them. */
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
