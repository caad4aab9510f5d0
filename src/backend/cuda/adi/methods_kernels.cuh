/* Writes the rows of a sweep to arrays with contiguous or interleaved lines, and reads the fluxes
 * back. Where a transposition is needed, tiles are transposed in shared memory, so that both sides
 * are accessed along x. */
#ifndef SPATE_BACKEND_CUDA_ADI_METHODS_KERNELS_CUH
#define SPATE_BACKEND_CUDA_ADI_METHODS_KERNELS_CUH

#include "backend/cuda/adi/device.cuh"

/* A block processes a tile of ADI_TILE x ADI_TILE faces, ADI_TILE_ROWS of its rows at a time. */
enum { ADI_TILE = 32, ADI_TILE_ROWS = 8, ADI_TILE_THREADS = ADI_TILE * ADI_TILE_ROWS };

/* Device pointers; face (i, j) is at i * step_i + j * step_j, one of which is 1. */
typedef struct adi_line_arrays {
    calc *a, *b, *c, *d, *x; /* x: NULL where fluxes come in place of d */
    long long step_i, step_j;
    long long
        level; /* s14: from the row of a face to that of the cell in front of it; 0: no such rows */
    int columns, rows; /* faces along x and y */
} adi_line_arrays;

static inline long long adi_tiles(int columns, int rows)
{
    return (long long)((columns + ADI_TILE - 1) / ADI_TILE) * ((rows + ADI_TILE - 1) / ADI_TILE);
}

/* Where the tile of this block begins. */
typedef struct adi_tile {
    int i0, j0, column, row; /* the thread's within it */
} adi_tile;

static __device__ inline adi_tile adi_my_tile(int columns)
{
    const unsigned wide = (unsigned)((columns + ADI_TILE - 1) / ADI_TILE);
    const adi_tile t = {(int)(blockIdx.x % wide) * ADI_TILE, (int)(blockIdx.x / wide) * ADI_TILE,
                        (int)threadIdx.x % ADI_TILE, (int)threadIdx.x / ADI_TILE};
    return t;
}

/* Some solvers read a of the first and c of the last row: they are 0 unless the line
 * is periodic. */
static __device__ inline adi_row adi_row_of_line(const adi_device *d, const adi_view *v, int axis,
                                                 int i, int j)
{
    const ptrdiff_t o = (ptrdiff_t)j * d->pitch + i;
    const int r = axis == 0 ? i : j;
    adi_row row =
        adi_device_row(d, v, axis, i, j, adi_cell_at(v, o - v->along, v->terms.extrapolated),
                       adi_cell_at(v, o, v->terms.extrapolated));
    if (!d->ring[axis] && r == 0)
        row.a = 0;
    if (!d->ring[axis] && r == d->faces[axis] - 1)
        row.c = 0;
    return row;
}

/* Writes row r of a line to `at`. A solver does not touch a line that fails, so its first flux is
 * set to NaN before.
 *
 * s14: the level of a cell minus the predicted one, in units of flux, is y = p_back - p_front (the
 * mass equation). With it the couplings to the neighbouring fluxes become couplings to the levels
 * between, a y_back + (a + b + c) p - c y_front = d: the paper's elimination of the outer two of
 * five diagonals. */
static __device__ inline void adi_put_row(const adi_device &d, const adi_line_arrays &to, int axis,
                                          int r, long long at, const adi_row &row)
{
    to.a[at] = row.a;
    to.b[at] = to.level ? row.a + row.b + row.c : row.b;
    to.c[at] = to.level ? -row.c : row.c;
    to.d[at] = row.d;
    if (to.x && r == 0)
        to.x[at] = (calc)NAN;
    if (to.level && (d.ring[axis] || r < d.faces[axis] - 1)) {
        to.a[at + to.level] = -1;
        to.b[at + to.level] = 1;
        to.c[at + to.level] = 1;
        to.d[at + to.level] = 0;
    }
}

/* Reads about 5 words a face beside what caches hold, writes 4. */
static __global__ void __launch_bounds__(ADI_TILE_THREADS)
    adi_method_rows_kernel(adi_device d, int stage, adi_line_arrays to)
{
    const int axis = stage == ADI_SWEEP_X ? 0 : 1;
    const adi_tile t = adi_my_tile(to.columns);
    const adi_view *v = &d.views[stage];
    const int i = t.i0 + t.column;
    if (!d.control->running)
        return;
    for (int j = t.j0 + t.row; j < t.j0 + ADI_TILE; j += ADI_TILE_ROWS)
        if (i < to.columns && j < to.rows) {
            const adi_row row = adi_row_of_line(&d, v, axis, i, j);
            const long long at = i * to.step_i + j * to.step_j;
            adi_put_row(d, to, axis, axis == 0 ? i : j, at, row);
        }
}

/* The same where step_j is 1. */
static __global__ void __launch_bounds__(ADI_TILE_THREADS)
    adi_method_turned_rows_kernel(adi_device d, int stage, adi_line_arrays to)
{
    typedef calc tile[ADI_TILE][ADI_TILE + 1]; /* no two rows start in one bank */
    tile *turned = (tile *)tri_shared_memory();
    const int axis = stage == ADI_SWEEP_X ? 0 : 1;
    const adi_tile t = adi_my_tile(to.columns);
    const adi_view *v = &d.views[stage];
    if (!d.control->running)
        return;
    for (int k = t.row; k < ADI_TILE; k += ADI_TILE_ROWS) {
        const int i = t.i0 + t.column, j = t.j0 + k;
        if (i < to.columns && j < to.rows) {
            const adi_row row = adi_row_of_line(&d, v, axis, i, j);
            turned[0][k][t.column] = row.a;
            turned[1][k][t.column] = row.b;
            turned[2][k][t.column] = row.c;
            turned[3][k][t.column] = row.d;
        }
    }
    __syncthreads();
    for (int k = t.row; k < ADI_TILE; k += ADI_TILE_ROWS) {
        const int i = t.i0 + k, j = t.j0 + t.column;
        if (i < to.columns && j < to.rows) {
            const long long at = i * to.step_i + j;
            const adi_row row = {turned[0][t.column][k], turned[1][t.column][k],
                                 turned[2][t.column][k], turned[3][t.column][k]};
            adi_put_row(d, to, axis, axis == 0 ? i : j, at, row);
        }
    }
}

/* Reads and writes a word a face. Shared memory: a tile, where step_j is 1. */
static __global__ void __launch_bounds__(ADI_TILE_THREADS)
    adi_method_fluxes_kernel(adi_device d, int stage, adi_line_arrays from)
{
    typedef calc row_of_tile[ADI_TILE + 1];
    row_of_tile *turned = (row_of_tile *)tri_shared_memory();
    const adi_tile t = adi_my_tile(from.columns);
    const calc *x = from.x ? from.x : from.d;
    const int across = from.step_i != 1;
    if (!d.control->running)
        return;
    real *flux = (real *)d.part->field[stage == ADI_SWEEP_X ? ADI_P : ADI_Q][ADI_NEW];
    for (int k = t.row; across && k < ADI_TILE; k += ADI_TILE_ROWS)
        if (t.i0 + k < from.columns && t.j0 + t.column < from.rows)
            turned[t.column][k] = x[(t.i0 + k) * from.step_i + t.j0 + t.column];
    __syncthreads();
    for (int k = t.row; k < ADI_TILE; k += ADI_TILE_ROWS) {
        const int i = t.i0 + t.column, j = t.j0 + k;
        if (i < from.columns && j < from.rows)
            flux[(ptrdiff_t)j * d.pitch + i] =
                (real)(across ? turned[k][t.column] : x[i + j * from.step_j]);
    }
}

#endif
