/* What stands around the stages of a step: the choice of dt, ghosts of periodic edges, rates of
 * tiles, the filter, and the acceptance of the step. All that concerns the clock is done by one
 * block. */
#ifndef SPATE_BACKEND_CUDA_VECTOR_INVARIANT_TURN_CUH
#define SPATE_BACKEND_CUDA_VECTOR_INVARIANT_TURN_CUH

#include "backend/cuda/vector_invariant/part.cuh"

enum { VI_TEAM = 128 };

/* ---- begin ---- */

/* Lines are solved with the rows times VI_MASS_SCALE (vi_mass_row_at). */
static __device__ calc force_scale_of(const vi_part *own, int stage)
{
    const int solved = stage != VI_IMPLICIT || own->inverts;
    return solved && !own->gradients ? C(VI_MASS_SCALE) : C(1);
}

/* The frames of a step whose dt is known, by some threads of a block. */
static __device__ void set_frames(const vi_device &c)
{
    const int stage = (int)threadIdx.x;
    if (stage >= VI_STAGES)
        return;
    vi_frame f;
    f.v = vi_view_at(&c.p, stage);
    f.h_dry = (calc)c.p.params.dry_depth;
    f.force_scale = force_scale_of(vi_of(&c.p), stage);
    c.frames[stage] = f;
    if (stage == 0) {
        c.control->dry = 0;
        c.control->next = 0;
        c.control->computed = c.columns * c.rows;
    }
}

/* Of a part whose clock the host has set. */
static __global__ void frames_kernel(const __grid_constant__ vi_device c)
{
    if (threadIdx.x == 0)
        c.control->running = 1;
    set_frames(c);
}

/* Of a part that is the whole run, in a graph of leapfrog steps (leaps) or of Runge-Kutta steps: a
 * step of the other kind is not begun. The host launches the other graph then. */
static __device__ void begin_step(const vi_device &c, int leaps)
{
    spate_clock *clock = c.p.clock;
    vi_control *control = c.control;
    if (threadIdx.x == 0) {
        control->running = clock->t < clock->t_stop && clock->step < control->last_step &&
                           !(clock->flags & CLOCK_FAILED);
        if (control->running) {
            const spate_clock before = *clock;
            vi_clock_begin(&c.p);
            control->running = vi_leaps(&c.p) == leaps;
            if (!control->running)
                *clock = before;
        }
    }
    __syncthreads();
    if (control->running)
        set_frames(c);
}

static __global__ void begin_kernel(const __grid_constant__ vi_device c, int leaps)
{
    begin_step(c, leaps);
}

/* ---- ghosts that are cells of the same part ---- */

/* In a step, of the state that a stage reads. */
static __global__ void ghost_kernel(const __grid_constant__ vi_device c, int when, int stage)
{
    const vi_control *k = c.control;
    if ((when == GHOSTS_IN_STEP && !k->running) || (when == GHOSTS_AFTER_STEP && !k->accepted))
        return;
    const vi_state s =
        when == GHOSTS_IN_STEP ? vi_read(&c.p, stage) : vi_slot(&c.p, c.p.clock->now);
    fill_ghosts(blockIdx.z == 0   ? s.h
                : blockIdx.z == 1 ? s.u
                                  : s.v,
                c.p.ghosts[blockIdx.y], c.p.shape.pitch);
}

/* ---- after the last stage ---- */

/* From what is known of a tile, which is forgotten. */
static __device__ double rate_of_tile(const vi_device &c, int tile)
{
    const int j0 = tile / c.p.shape.tiles_x * SPATE_TILE_Y;
    const vi_pacing pacing = vi_pacing_of_rows(&c.p, j0, min(j0 + SPATE_TILE_Y, c.p.shape.ny));
    const vi_peaks t = c.tiles[tile], none = {0, 0, 0};
    c.tiles[tile] = none;
    return (double)vi_rate((calc)bits_rate(t.deepest), (calc)bits_rate(t.swiftest_u),
                           (calc)bits_rate(t.swiftest_v), &pacing);
}

/* The largest rate of all tiles. */
static __global__ void tile_rate_kernel(const __grid_constant__ vi_device c)
{
    const int count = c.p.shape.tiles_x * c.p.shape.tiles_y;
    double most = 0;
    if (!c.control->running)
        return;
    for (int n = (int)(blockIdx.x * blockDim.x + threadIdx.x); n < count;
         n += (int)(gridDim.x * blockDim.x))
        most = larger(most, rate_of_tile(c, n));
    most = warp_largest(most);
    if (threadIdx.x % 32 == 0)
        atomicMax(&c.control->next, rate_bits(most));
}

/* After a leapfrog step. */
static __global__ void filter_kernel(const __grid_constant__ vi_device c, int region)
{
    if (!c.control->running)
        return;
    const vi_inner b = vi_inner_of(&c.p.shape);
    for_cells(c.p.shape, [&](ptrdiff_t o, int i, int j) {
        const int inner = i >= b.x0 && i < b.x1 && j >= b.y0 && j < b.y1;
        if (region == REGION_ALL || inner == (region == REGION_INNER))
            vi_filter_at(&c.p, o);
    });
}

/* The end of a step of a part that is the whole run; and_begin: the begin of the next as well. */
static __global__ void turn_kernel(const __grid_constant__ vi_device c, int leaps, int and_begin)
{
    spate_clock *clock = c.p.clock;
    vi_control *control = c.control;
    const int running = control->running;
    __syncthreads(); /* all have read it */
    if (threadIdx.x == 0) {
        control->accepted = 0;
        if (running) {
            clock->face_rate = control->dry ? (double)INFINITY : 0;
            clock->next_rate = bits_rate(control->next);
            vi_clock_finish(&c.p);
            control->accepted = !(clock->flags & CLOCK_REDO);
        }
    }
    __syncthreads();
    if (running && and_begin)
        begin_step(c, leaps);
}

#endif
