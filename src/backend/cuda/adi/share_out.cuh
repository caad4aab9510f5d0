/* All passes over the shares of cells in one kernel, for a part that is the whole run: as
 * share_out of schemes/adi.c. It does nothing if no depth is negative. Otherwise one pass visits
 * all cells, the others only those near negative depths.
 *
 * A tile is as many cells of a row as a block has threads. It is restless if the depth of a cell
 * would be negative, or its share is not 1. The share of a cell follows from its own water and the
 * shares of its four neighbours: where no tile around is restless shares are 1, and depths and
 * fluxes do not change. */
#ifndef SPATE_BACKEND_CUDA_ADI_SHARE_OUT_CUH
#define SPATE_BACKEND_CUDA_ADI_SHARE_OUT_CUH

#include "backend/cuda/adi/shares.cuh"

/* Fewest cells of a tile; determines the memory for flags. */
enum { ADI_LEAST_TILE = 16 };

static inline size_t adi_tile_flags(int nx, int ny)
{
    return (size_t)(nx / ADI_LEAST_TILE + 2) * (size_t)(ny + 1);
}

typedef struct adi_tiles {
    int width, rows; /* for nx + 1 columns and ny + 1 rows, with the last faces */
    uint8_t *restless;
    int everywhere; /* all count as restless */
} adi_tiles;

static __device__ inline adi_tiles adi_tiles_of(const adi_device &d)
{
    const int width = (d.nx + (int)blockDim.x) / (int)blockDim.x;
    const adi_tiles t = {width, d.ny + 1, d.restless, 0};
    return t;
}

/* Whether some tile around is restless, up to a distance of two tiles. The grid counts as
 * periodic, which costs little where it is not. Two tiles, because the last one may have nothing
 * but the faces where the grid ends. */
static __device__ inline int adi_near_restless(const adi_tiles &t, int x, int y)
{
    int found = t.everywhere;
    for (int j = -2; j <= 2 && !found; ++j)
        for (int i = -2; i <= 2; ++i)
            found |= t.restless[(y + j + 2 * t.rows) % t.rows * t.width +
                                (x + i + 2 * t.width) % t.width];
    return found;
}

/* Calls body(o, tile) for the cells (or faces) of columns x rows near restless tiles. */
template <typename Body>
static __device__ inline void adi_for_restless(const adi_device &d, const adi_tiles &t, int columns,
                                               int rows, const Body &body)
{
    for (int n = (int)blockIdx.x; n < t.width * t.rows; n += (int)gridDim.x) {
        const int x = n % t.width, y = n / t.width;
        const int i = x * (int)blockDim.x + (int)threadIdx.x;
        if (i < columns && y < rows && adi_near_restless(t, x, y))
            body((ptrdiff_t)y * d.pitch + i, n);
    }
}

/* First shares of all cells; all: every cell is limited to the water it had. Reads h, p, q at two
 * times each, writes two shares: 7 words a cell. */
static __device__ inline void adi_open_shares(const adi_device &d, adi_tiles t, int stage, int all)
{
    const adi_view &v = d.views[stage];
    const adi_flows f = adi_flows_of(d.part, &v, stage, 0);
    real *share = (real *)d.part->field[ADI_SHARES][0],
         *next = (real *)d.part->field[ADI_SHARES][1];
    t.everywhere = 1;
    adi_for_restless(d, t, d.nx, d.ny, [&](ptrdiff_t o, int tile) {
        const real first = (real)adi_first_share(&v, &f, o, all);
        const real later = (real)adi_next_share(&v, &f, &f, o); /* if all neighbours supplied all */
        share[o] = first;
        next[o] = (real)1;
        if (first != (real)1 || later != (real)1 ||
            (adi_is_active(&v, o) && !(adi_depth_at(&f, &v, o) >= C(0))))
            t.restless[tile] = 1;
    });
}

static __device__ inline void adi_pass_shares(const adi_device &d, const adi_tiles &t, int stage)
{
    const adi_view &v = d.views[stage];
    const adi_flows all = adi_flows_of(d.part, &v, stage, 0),
                    given = adi_flows_of(d.part, &v, stage, 1);
    real *next = (real *)d.part->field[ADI_SHARES][1];
    adi_for_restless(d, t, d.nx, d.ny, [&](ptrdiff_t o, int tile) {
        next[o] = (real)adi_next_share(&v, &all, &given, o);
        if (next[o] != (real)1)
            t.restless[tile] = 1; /* from now on both fields must be kept up to date */
    });
}

static __device__ inline void adi_depths_of_shares(const adi_device &d, const adi_tiles &t,
                                                   int stage)
{
    const adi_view &v = d.views[stage];
    const adi_flows f = adi_flows_of(d.part, &v, stage, 1);
    real *const to = adi_depths_of(d.part, stage);
    adi_for_restless(d, t, d.nx, d.ny, [&](ptrdiff_t o, int) {
        if (adi_shared_depth(&v, &f, o, &to[o]))
            atomicAdd(&d.control->unshared, 1u);
    });
}

static __device__ inline void adi_drain_shares(const adi_device &d, const adi_tiles &t, int stage)
{
    const int x = stage == ADI_SWEEP_X;
    const adi_flows f = adi_flows_of(d.part, &d.views[stage], stage, 1);
    real *p = (real *)d.part->field[x ? ADI_P : ADI_Q][ADI_NEW];
    adi_for_restless(d, t, d.nx + x, d.ny + !x,
                     [&](ptrdiff_t o, int) { adi_drain_face(&f, o, &p[o]); });
}

static __device__ inline void adi_wait_with_ghosts(const adi_device &d, int field, int slot)
{
    adi_grid_wait();
    if (d.part->ghost_count) {
        adi_copy_ghosts(d, field, slot);
        adi_grid_wait();
    }
}

/* Last resort: every cell is limited to the water it had. */
static __device__ inline void adi_hold_all(const adi_device &d, adi_tiles *t, int stage)
{
    adi_grid_wait(); /* all threads have seen that it is needed */
    if (adi_thread() == 0)
        d.control->unshared = 0;
    t->everywhere = 1;
    adi_open_shares(d, *t, stage, 1);
    adi_wait_with_ghosts(d, ADI_SHARES, 0);
    adi_depths_of_shares(d, *t, stage);
    adi_grid_wait();
    if (adi_thread() == 0 && d.control->unshared > 0) /* NaN */
        d.part->clock->face_rate = (double)INFINITY;
}

static __global__ void adi_share_out_kernel(adi_device d, int stage)
{
    if (!d.control->running || !d.control->wrong[stage])
        return;
    adi_tiles t = adi_tiles_of(d);
    adi_open_shares(d, t, stage, 0);
    if (adi_thread() == 0)
        d.control->unshared = 0;
    adi_wait_with_ghosts(d, ADI_SHARES, 0);
    for (int pass = 0; pass < ADI_SHARE_PASSES; ++pass) {
        adi_pass_shares(d, t, stage);
        adi_grid_wait();
        if (adi_thread() == 0)
            adi_swap(&d.part->field[ADI_SHARES][0], &d.part->field[ADI_SHARES][1]);
        adi_wait_with_ghosts(d, ADI_SHARES, 0);
    }
    adi_depths_of_shares(d, t, stage);
    adi_grid_wait();
    if (d.control->unshared > 0)
        adi_hold_all(d, &t, stage);
    adi_note_all(d, stage, 1);
    adi_grid_wait(); /* all fluxes have been read */
    adi_drain_shares(d, t, stage);
    adi_wait_with_ghosts(d, stage == ADI_SWEEP_X ? ADI_P : ADI_Q, ADI_NEW);
    for (int n = adi_thread(); n < t.width * t.rows; n += adi_threads())
        d.restless[n] = 0; /* for the next step */
}

#endif
