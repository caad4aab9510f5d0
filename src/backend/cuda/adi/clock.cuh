/* Beginning and end of a step of the ADI scheme on the device: one block does all that concerns
 * the clock. */
#ifndef SPATE_BACKEND_CUDA_ADI_CLOCK_CUH
#define SPATE_BACKEND_CUDA_ADI_CLOCK_CUH

#include "backend/cuda/adi/quiet_steps.cuh"
#include "backend/cuda/adi/rates.cuh"
#include "backend/cuda/common/conveyance.cuh"

/* Whether a part that is the whole run has a further step. Quiet steps stop, without any change,
 * if the next one has another length. */
static __device__ int adi_goes_on(const adi_device &d, adi_step_kind kind, double dt)
{
    const spate_clock *clock = d.part->clock;
    adi_control *control = d.control;
    const int left = clock->t < clock->t_stop && clock->step < control->last_step &&
                     !(clock->flags & CLOCK_FAILED);
    if (kind == ADI_FULL)
        control->stopped = 0;
    else if (left && dt != adi_of(d.part)->dt_before)
        control->stopped = 1;
    return left && !control->stopped;
}

/* Stores the views of both sweeps: pointers are swapped only between steps. */
static __device__ void adi_store_views(const adi_device &d, const face_team *team)
{
    for (int stage = team->rank / 32; stage < 2; stage += (team->size + 31) / 32)
        if (team->rank % 32 == 0) /* a warp for each */
            adi_store_view(d, stage);
}

static __device__ void adi_begin_step(const adi_device &d, adi_step_kind kind,
                                      const face_team *team)
{
    adi_control *control = d.control;
    if (team->rank == 0) {
        const double dt = adi_step_dt(d.part->clock, &d.part->params, adi_of(d.part)->dt_before);
        control->running = kind == ADI_WATCHED || adi_goes_on(d, kind, dt);
        if (control->running) {
            adi_clock_set(d.part, dt);
            control->wrong[0] = control->wrong[1] = control->unshared = 0;
            control->rate = 0;
        }
    }
    team_wait(team);
    if (!control->running)
        return;
    if (kind != ADI_WATCHED)
        reduce_conveyance(d.part, team);
    adi_forcing_begin(d.part, team);
    team_wait(team);
    if (kind != ADI_WATCHED)
        adi_store_views(d, team);
}

static __device__ void adi_account(const adi_device &d, boundary_list *list, double length,
                                   const face_team *team)
{
    for (int n = team->rank; n < list->count; n += team->size)
        face_account(&list->faces[n], d.part->boundaries, d.part->params.stages, d.part->clock->dt,
                     length);
}

/* As adi_clock_finish, by the threads of a block. The rates are those of all parts. */
static __device__ void adi_finish_step(const adi_device &d, const face_team *team)
{
    grid_part *p = d.part;
    spate_clock *clock = p->clock;
    const inflow_list &l = p->sources.inflow_cells;
    if (team->rank == 0) {
        adi_of(p)->dt_before =
            clock->dt; /* fluxes are timed for it, also if the step is thrown away */
        adi_judge_length(clock, &p->params);
        d.control->accepted = clock_judge(clock);
    }
    team_wait(team);
    if (!d.control->accepted)
        return;
    adi_account(d, &p->boundary_x, p->params.dy, team);
    adi_account(d, &p->boundary_y, p->params.dx, team);
    for (int n = team->rank; n < l.count; n += team->size) {
        l.kept[n][INFLOW_CARRY] = l.attempt[n][INFLOW_CARRY];
        l.kept[n][INFLOW_ENTERED] += l.attempt[n][INFLOW_ENTERED];
        l.kept[n][INFLOW_SHORTFALL] += l.attempt[n][INFLOW_SHORTFALL];
    }
    team_wait(team); /* all have read dt */
    if (team->rank != 0)
        return;
    const int old = 1 - clock->now;
    clock->rain_depth += clock->rain_amount;
    clock->rain_map_depth += clock->dt * p->sources.rain_map_sum;
    clock_move(clock);
    adi_swap_step(p, old);
}

static __global__ void adi_begin_kernel(adi_device d, adi_step_kind kind)
{
    __shared__ team_scratch scratch;
    const face_team team = {(int)threadIdx.x, (int)blockDim.x, &scratch};
    adi_begin_step(d, kind, &team);
}

static __global__ void adi_finish_kernel(adi_device d)
{
    __shared__ team_scratch scratch;
    const face_team team = {(int)threadIdx.x, (int)blockDim.x, &scratch};
    adi_finish_step(d, &team);
}

/* By one thread, after a step that was not quiet: it is repeated with limited outflow. Its fluxes
 * have the right times. */
static __device__ void adi_stop_quiet(const adi_device &d)
{
    adi_of(d.part)->dt_before = d.part->clock->dt;
    d.control->stopped = 1;
    d.control->running = 0;
}

/* The end of a step of a part that is the whole run; and_begin: also begins the next one. */
static __global__ void adi_turn_kernel(adi_device d, adi_step_kind kind, int and_begin)
{
    __shared__ team_scratch scratch;
    const face_team team = {(int)threadIdx.x, (int)blockDim.x, &scratch};
    adi_control *control = d.control;
    const int running = control->running;
    const int ends = running && !(kind == ADI_QUIET && (control->wrong[0] || control->wrong[1]));
    team_wait(&team); /* all threads have read it */
    if (team.rank == 0) {
        control->accepted = 0;
        if (ends)
            d.part->clock->next_rate = adi_value(control->rate);
        else if (running)
            adi_stop_quiet(d);
    }
    team_wait(&team);
    if (!ends)
        return;
    adi_finish_step(d, &team);
    team_wait(&team);
    if (and_begin)
        adi_begin_step(d, kind, &team);
}

#endif
