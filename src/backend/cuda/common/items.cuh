/* Items of explicit schemes: the rectangles of cells into which a part is cut on the device, of which
 * only those that are awake are computed. Nothing here depends on the scheme. */
#ifndef SPATE_BACKEND_CUDA_COMMON_ITEMS_CUH
#define SPATE_BACKEND_CUDA_COMMON_ITEMS_CUH

#include "backend/cuda/common/platform.cuh" /* first: in tests it defines CUDA */

#include "backend/common/maxima.h"
#include "backend/common/step_clock.h"

/* Cells of an item. */
typedef struct item_box {
    int x0, x1, y0, y1;
} item_box;

static __device__ __forceinline__ item_box item_box_of(const part_shape &s, int item, int columns,
                                                       int width, int height)
{
    item_box b;
    b.x0 = item % columns * width;
    b.y0 = item / columns * height;
    b.x1 = min(b.x0 + width, s.nx);
    b.y1 = min(b.y0 + height, s.ny);
    return b;
}

/* ---- lists ---- */

static __device__ inline int neighbour_moved(int item, int columns, int rows, const uint8_t *moved)
{
    const int x = item % columns, y = item / columns;
    for (int j = max(y - 1, 0); j <= min(y + 1, rows - 1); ++j)
        for (int i = max(x - 1, 0); i <= min(x + 1, columns - 1); ++i)
            if (moved[j * columns + i])
                return 1;
    return 0;
}

/* Whether some of `count` items was not at rest, by all threads of a block. Items report it one by
 * one: a word that all of them wrote would be a place where they wait for each other. */
static __device__ inline int anything_moved(const uint8_t *moved, int count, const face_team *team)
{
    int mine = 0;
    for (int n = team->rank; n < count && !mine; n += team->size)
        mine = moved[n];
    return team_least(team, mine ? -1.0 : 0.0) < 0;
}

/* Counts the lanes of a warp that want it. */
static __device__ inline void count_items(int *count, int wanted)
{
    const unsigned lanes = __ballot_sync(0xffffffffu, wanted);
    if ((threadIdx.x & 31u) == 0 && lanes)
        atomicAdd(count, __popc(lanes));
}

/* Adds to a list; one atomic operation for all lanes that have something to add. */
static __device__ inline void append_item(int *list, int *count, int item, int wanted)
{
    const unsigned lanes = __ballot_sync(0xffffffffu, wanted), lane = threadIdx.x & 31u;
    int first = 0;
    if (lane == 0 && lanes)
        first = atomicAdd(count, __popc(lanes));
    first = __shfl_sync(0xffffffffu, first, 0);
    if (wanted)
        list[first + __popc(lanes & ((1u << lane) - 1))] = item;
}

/* ---- accounts of an accepted step, by the threads of a block ---- */

static __device__ inline void account_faces(const grid_part &p, const boundary_list &list,
                                            double length)
{
    const double dt = p.clock->dt;
    for (int n = (int)threadIdx.x; n < list.count; n += (int)blockDim.x)
        face_account(&list.faces[n], p.boundaries, p.params.stages, dt, length);
}

/* As clock_finish and sources_accept. */
static __device__ inline void account_step(const grid_part &p)
{
    const inflow_list &l = p.sources.inflow_cells;
    account_faces(p, p.boundary_x, p.params.dy);
    account_faces(p, p.boundary_y, p.params.dx);
    for (int n = (int)threadIdx.x; n < l.count; n += (int)blockDim.x) {
        l.kept[n][INFLOW_CARRY] = l.attempt[n][INFLOW_CARRY];
        l.kept[n][INFLOW_ENTERED] += l.attempt[n][INFLOW_ENTERED];
        l.kept[n][INFLOW_SHORTFALL] += l.attempt[n][INFLOW_SHORTFALL];
    }
}

/* ---- ghosts and maxima ---- */

/* When ghosts that are cells of the same part are filled: in a step, those that it reads; of Q^n after
 * an accepted step of a graph, for readers; of Q^n always. */
enum { GHOSTS_IN_STEP, GHOSTS_AFTER_STEP, GHOSTS_ALWAYS };

/* Between momentum at cells and velocities at faces. */
enum { CENTRE_SHOW, CENTRE_COMPARE, CENTRE_TO_FACES };

/* Copies a box of ghosts that are cells of the same part, by all threads of a grid row. */
static __device__ inline void fill_ghosts(real *field, const ghost_box &box, ptrdiff_t pitch)
{
    const int count = box.nx * box.ny;
    for (int n = (int)(blockIdx.x * blockDim.x + threadIdx.x); n < count;
         n += (int)(gridDim.x * blockDim.x)) {
        const ptrdiff_t o = (ptrdiff_t)(n / box.nx) * pitch + n % box.nx;
        field[box.to + o] = field[box.from + o];
    }
}

/* Raises the maxima of an item to Q^n, or begins them, by the threads of a block. */
static __device__ inline void maxima_of_item(const grid_part &p, item_box b, int begin_anew)
{
    const maxima_view v = maxima_view_of(&p);
    const int width = b.x1 - b.x0, count = width * (b.y1 - b.y0);
    for (int n = (int)threadIdx.x; n < count; n += (int)blockDim.x) {
        const ptrdiff_t o = (ptrdiff_t)(b.y0 + n / width) * v.pitch + b.x0 + n % width;
        if (begin_anew)
            maxima_begin_cell(&v, o, !(p.codes[o] & CELL_INACTIVE));
        else
            maxima_raise_cell(&v, o, maxima_now(&v, o));
    }
}

#endif
