/* What stands around the stages: the choice of dt and what boundaries ask for, inflows, probes,
 * ghosts of periodic edges, and the acceptance of the step. Small work: one block for all that
 * concerns the clock. */
#ifndef SPATE_BACKEND_CUDA_KURGANOV_STEPS_CUH
#define SPATE_BACKEND_CUDA_KURGANOV_STEPS_CUH

#include "backend/cuda/common/conveyance.cuh"
#include "backend/cuda/kurganov/items.cuh"

enum { TEAM = 32 * TEAM_MOST_WARPS };

/* ---- begin ---- */

/* alone: the part is the whole run, and this decides whether there is a further step. */
static __device__ void begin_step(const cuda_part &c, int alone, const face_team *team)
{
    spate_clock *clock = c.p.clock;
    cuda_control *control = c.control;
    if (team->rank == 0) {
        control->running =
            !alone || (clock->t < clock->t_stop && clock->step < control->last_step &&
                       !(clock->flags & CLOCK_FAILED));
        if (control->running) {
            control->redo = (clock->flags & CLOCK_REDO) != 0;
            clock_choose(&c.p);
            control->plain = control->edged = control->plain_rim = control->edged_rim = 0;
            control->sleeping_face = control->sleeping_cell = control->next_cell = 0;
            control->stage_face[0] = control->stage_face[1] = 0;
        }
    }
    team_wait(team);
    if (!control->running)
        return;
    if (alone)
        reduce_conveyance(&c.p, team);
    part_faces_begin(&c.p, team);
    if (team->rank == 0)
        sources_begin(&c.p.sources, clock, c.p.params.rain, clock_end(clock));
}

/* and_list: the lists of the step as well, where few items need no kernel of their own. */
static __global__ void begin_kernel(const __grid_constant__ cuda_part c, int and_list)
{
    __shared__ team_scratch scratch;
    const face_team team = {(int)threadIdx.x, (int)blockDim.x, &scratch};
    begin_step(c, 1, &team);
    __syncthreads();
    if (and_list)
        list_all(c);
}

/* Of a step with the host, which all parts begin with the same clock. */
static __global__ void hosted_begin_kernel(const __grid_constant__ cuda_part c,
                                           const __grid_constant__ spate_clock clock, int and_list)
{
    __shared__ team_scratch scratch;
    const face_team team = {(int)threadIdx.x, (int)blockDim.x, &scratch};
    if (threadIdx.x == 0)
        *c.p.clock = clock;
    begin_step(c, 0, &team);
    __syncthreads();
    if (and_list)
        list_all(c);
}

/* ---- after the stages ---- */

/* Whether some cell of the attempt was not at rest, by all threads of a block. */
static __device__ int attempt_moved(const cuda_part &c, const face_team *team)
{
    return anything_moved(c.moved[1 - c.control->parity], c.columns * c.rows, team);
}

/* The rates of the attempt into the clock, and whether anything moved. In a jump nothing was
 * computed. */
static __device__ void rates_to_clock(const cuda_part &c, int moved)
{
    const cuda_control *k = c.control;
    spate_clock *clock = c.p.clock;
    const double asleep = bits_rate(k->sleeping_face);
    clock->first_face_rate = larger(asleep, bits_rate(k->stage_face[0]));
    clock->face_rate = larger(clock->first_face_rate, bits_rate(k->stage_face[1]));
    clock->next_rate = larger(bits_rate(k->sleeping_cell), bits_rate(k->next_cell));
    if (moved && !(clock->flags & CLOCK_JUMP))
        clock->flags &= ~(uint32_t)CLOCK_STILL;
}

/* Tells them to the host, too: a copy after the kernel would take as long again. */
static __global__ void rates_kernel(const __grid_constant__ cuda_part c, step_report *report)
{
    __shared__ team_scratch scratch;
    const face_team team = {(int)threadIdx.x, (int)blockDim.x, &scratch};
    const int moved = attempt_moved(c, &team);
    if (threadIdx.x != 0)
        return;
    if (c.control->running)
        rates_to_clock(c, moved);
    report->clock = *c.p.clock;
    report->control = *c.control;
}

static __device__ void finish_step(const cuda_part &c)
{
    __shared__ int accepted;
    spate_clock *clock = c.p.clock;
    cuda_control *control = c.control;
    if (threadIdx.x == 0)
        accepted = control->accepted = clock_judge(clock);
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
    control->windy_before = clock_is_windy(clock, 0) || clock_is_windy(clock, 1);
    clock_move(clock);
    if (!(clock->flags & CLOCK_JUMP))
        control->parity = 1 - control->parity;
    control->computed = control->plain + control->edged;
}

/* Of a step with the host: the clock has the rates of all parts. The host knows what it will be
 * and does not wait. */
static __global__ void finish_kernel(const __grid_constant__ cuda_part c,
                                     const __grid_constant__ spate_clock clock)
{
    if (threadIdx.x == 0)
        *c.p.clock = clock;
    finish_step(c);
}

/* The end of a step of a part that is the whole run; and_begin: the begin of the next as well. */
static __global__ void turn_kernel(const __grid_constant__ cuda_part c, int and_begin, int and_list)
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
    if (!and_begin)
        return;
    begin_step(c, 1, &team);
    __syncthreads();
    if (and_list)
        list_all(c);
}

/* ---- cells of inflows, ghosts, probes ---- */

/* A cell may have several inflows, one after another in the list: the first of them does all. */
static __global__ void inflow_kernel(const __grid_constant__ cuda_part c)
{
    const inflow_list &l = c.p.sources.inflow_cells;
    const int first = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (!c.control->running || (c.p.clock->flags & CLOCK_JUMP) || first >= l.count)
        return;
    const inflow_cell cell = l.cells[first];
    if (first > 0 && l.cells[first - 1].i == cell.i && l.cells[first - 1].j == cell.j)
        return;
    const int item = cell.j / c.height * c.columns + cell.i / ITEM_WIDTH;
    calc most = C(0), changed = C(0);
    for (int n = first; n < l.count && l.cells[n].i == cell.i && l.cells[n].j == cell.j; ++n) {
        calc rate;
        const calc added = kp_inflow_cell(&c.p, n, (ptrdiff_t)cell.j * c.p.shape.pitch + cell.i,
                                          1 - c.p.clock->now, &rate);
        most = max_r(most, rate);
        changed = max_r(changed, abs_r(added));
    }
    if (changed > C(0))
        c.moved[1 - c.control->parity][item] = 1;
    atomicMax(&c.control->next_cell, rate_bits((double)most));
    atomicMax((unsigned long long *)&c.cell_rate[item], rate_bits((double)most));
}

static __global__ void ghost_kernel(const __grid_constant__ cuda_part c, int stage)
{
    if (!c.control->running)
        return;
    fill_ghosts((real *)c.p.field[blockIdx.z][part_slot_in(&c.p, stage)], c.p.ghosts[blockIdx.y],
                c.p.shape.pitch);
}

#endif
