/* What stands around a step: the choice of dt and the values of boundaries, fluxes of listed faces,
 * ghosts of periodic edges, inflows, and the acceptance of the step. Small work: one block for all
 * that concerns the clock. */
#ifndef SPATE_BACKEND_CUDA_STAGGERED_TURN_CUH
#define SPATE_BACKEND_CUDA_STAGGERED_TURN_CUH

#include "backend/cuda/common/conveyance.cuh"
#include "backend/cuda/staggered/items.cuh"
#include "backend/staggered/loops.h"

enum { TEAM = 32 * TEAM_MOST_WARPS };

/* ---- begin ---- */

/* alone: the part is the whole run, and this decides whether there is a further step. */
static __device__ void begin_step(const stag_device &c, int alone, const face_team *team)
{
    spate_clock *clock = c.p.clock;
    stag_control *control = c.control;
    if (team->rank == 0) {
        control->running =
            !alone || (clock->t < clock->t_stop && clock->step < control->last_step &&
                       !(clock->flags & CLOCK_FAILED));
        if (control->running) {
            control->redo = (clock->flags & CLOCK_REDO) != 0;
            clock_choose(&c.p);
            control->plain = control->edged = control->short_items = control->wrong = 0;
            control->items = 0;
            control->sleeping = control->next = 0;
        }
    }
    team_wait(team);
    if (!control->running)
        return;
    if (alone)
        reduce_conveyance(&c.p, team);
    part_faces_begin(&c.p, team);
    if (team->rank == 0) {
        sources_begin(&c.p.sources, clock, c.p.params.rain, clock_end(clock));
        *c.view = stag_view_of(&c.p);
    }
}

static __global__ void begin_kernel(const __grid_constant__ stag_device c, int alone)
{
    __shared__ team_scratch scratch;
    const face_team team = {(int)threadIdx.x, (int)blockDim.x, &scratch};
    begin_step(c, alone, &team);
}

/* Fluxes of listed faces before the step (note = 0), and their accounts after it. */
static __global__ void face_kernel(const __grid_constant__ stag_device c, int note)
{
    const int y = (int)blockIdx.y, n = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    const boundary_list &list = y ? c.p.boundary_y : c.p.boundary_x;
    if (!c.control->running || (c.p.clock->flags & CLOCK_JUMP) || n >= list.count)
        return;
    if (note)
        stag_note_face(c.view, y, &list.faces[n]);
    else
        stag_listed_face(&c.p, c.view, y, &list.faces[n]);
}

/* Ghosts that are cells of the same part: before a step, and after one, because no step follows the last
 * one of a run. */
static __global__ void ghost_kernel(const __grid_constant__ stag_device c, int when)
{
    const stag_control *k = c.control;
    if ((when == GHOSTS_IN_STEP && !k->running) || (when == GHOSTS_AFTER_STEP && !k->accepted))
        return;
    const int fields[STATE_VARIABLES] = {FIELD_DEPTH, STAG_U, STAG_V};
    fill_ghosts((real *)c.p.field[fields[blockIdx.z]][c.p.clock->now], c.p.ghosts[blockIdx.y],
                c.p.shape.pitch);
}

/* ---- after the step ---- */

/* A cell may have several inflows, one after another in the list: the first of them does all. */
static __global__ void inflow_kernel(const __grid_constant__ stag_device c)
{
    const inflow_list &l = c.p.sources.inflow_cells;
    const int first = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (!c.control->running || (c.p.clock->flags & CLOCK_JUMP) || first >= l.count)
        return;
    const inflow_cell cell = l.cells[first];
    if (first > 0 && l.cells[first - 1].i == cell.i && l.cells[first - 1].j == cell.j)
        return;
    const ptrdiff_t o = (ptrdiff_t)cell.j * c.p.shape.pitch + cell.i;
    calc most = C(0);
    int changed = 0;
    for (int n = first; n < l.count && l.cells[n].i == cell.i && l.cells[n].j == cell.j; ++n) {
        changed |= stag_inflow_cell(&c.p, n);
        most = max_r(most, stag_own_rate_at(&c.p, &c.view->pacing, 1 - c.p.clock->now, o));
    }
    report_item(c, cell.j / c.height * c.columns + cell.i / c.width, (double)most, changed);
}

/* Whether some cell of the attempt was not at rest, by all threads of a block. */
static __device__ int attempt_moved(const stag_device &c, const face_team *team)
{
    return anything_moved(c.moved[1 - c.control->parity], c.columns * c.rows, team);
}

/* The rates of the attempt into the clock, and whether anything moved. In a jump nothing was
 * computed. */
static __device__ void rates_to_clock(const stag_device &c, int moved)
{
    const stag_control *k = c.control;
    spate_clock *clock = c.p.clock;
    clock->first_face_rate = clock->face_rate = k->wrong ? (double)INFINITY : 0;
    clock->next_rate = larger(bits_rate(k->sleeping), bits_rate(k->next));
    if (moved && !(clock->flags & CLOCK_JUMP))
        clock->flags &= ~(uint32_t)CLOCK_STILL;
}

static __global__ void rates_kernel(const __grid_constant__ stag_device c)
{
    __shared__ team_scratch scratch;
    const face_team team = {(int)threadIdx.x, (int)blockDim.x, &scratch};
    const int moved = attempt_moved(c, &team);
    if (c.control->running && threadIdx.x == 0)
        rates_to_clock(c, moved);
}

static __device__ void finish_step(const stag_device &c)
{
    __shared__ int accepted;
    spate_clock *clock = c.p.clock;
    stag_control *control = c.control;
    if (threadIdx.x == 0) {
        stag_judge_length(clock);
        accepted = control->accepted = clock_judge(clock);
    }
    __syncthreads();
    if (!accepted)
        return;
    if (!(clock->flags & CLOCK_JUMP))
        account_step(c.p);
    __syncthreads(); /* all have read dt and flags */
    if (threadIdx.x != 0)
        return;
    clock->rain_depth += clock->rain_amount; /* none in a jump */
    clock->rain_map_depth += clock->dt * c.p.sources.rain_map_sum;
    control->windy_before = clock_is_windy(clock, 0);
    clock_move(clock);
    if (!(clock->flags & CLOCK_JUMP))
        control->parity = 1 - control->parity;
    control->computed = control->items;
}

static __global__ void finish_kernel(const __grid_constant__ stag_device c)
{
    finish_step(c);
}

/* The end of a step of a part that is the whole run; and_begin: the begin of the next as well. */
static __global__ void turn_kernel(const __grid_constant__ stag_device c, int and_begin)
{
    __shared__ team_scratch scratch;
    const face_team team = {(int)threadIdx.x, (int)blockDim.x, &scratch};
    const int running = c.control->running, moved = attempt_moved(c, &team);
    __syncthreads(); /* all have read it */
    if (threadIdx.x == 0) {
        c.control->accepted = 0;
        if (running)
            rates_to_clock(c, moved);
    }
    __syncthreads();
    if (!running)
        return;
    finish_step(c);
    __syncthreads();
    if (and_begin)
        begin_step(c, 1, &team);
}

#endif
