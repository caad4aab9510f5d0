/* Steps of the ADI scheme on the device: the kernels of a sweep, and graphs of many steps. */
#ifndef SPATE_BACKEND_CUDA_ADI_ADVANCE_CUH
#define SPATE_BACKEND_CUDA_ADI_ADVANCE_CUH

#include "backend/cuda/adi/work.cuh"
#include "backend/cuda/common/graph_pace.cuh"

namespace
{

/* Threads and blocks (per multiprocessor) of kernels in which each thread visits many cells. */
enum { ADI_WIDE_THREADS = 256, ADI_WIDE_BLOCKS = 8 };

/* ---- launches ---- */

long long adi_cell_blocks(const adi_device &d)
{
    return adi_blocks(d.nx + 2 * d.halo, d.ny + 2 * d.halo);
}

/* For kernels that compute a maximum. */
long long adi_wide_blocks(const adi_device &d)
{
    const long long most = (long long)ADI_WIDE_BLOCKS * tri_processors();
    const long long all = ((long long)d.nx * d.ny + ADI_WIDE_THREADS - 1) / ADI_WIDE_THREADS;
    return all < most ? all : most;
}

void adi_queue_rate(const adi_work *w, int fresh)
{
    adi_launch(adi_rate_kernel, adi_wide_blocks(w->d), ADI_WIDE_THREADS, cuda_stream(), w->d,
               fresh);
}

/* Whether the sweep along y computes the rate: no source changes the depths it leaves. */
int adi_is_rated(const adi_work *w, const grid_part *twin, adi_step_kind kind)
{
    return w->fused && !w->methods && kind == ADI_QUIET && part_water_kind(twin) == WATER_KEPT;
}

void adi_queue_sources(const adi_work *w, const grid_part *twin, adi_step_kind kind)
{
    const int inflows = twin->sources.inflow_cells.count;
    if (!adi_is_rated(w, twin, kind))
        adi_queue_rate(w, 0);
    if (inflows)
        adi_launch(adi_inflow_kernel, adi_blocks(inflows, 1), ADI_THREADS, cuda_stream(), w->d);
}

void adi_queue_notes(const adi_work *w, int stage, int shared)
{
    const int listed = w->d.listed_count[0] + w->d.listed_count[1];
    if (listed)
        adi_launch(adi_note_kernel, adi_blocks(listed, 1), ADI_THREADS, cuda_stream(), w->d, stage,
                   shared);
}

void adi_queue_depths(const adi_work *w, int stage)
{
    adi_launch(adi_depths_kernel, adi_cell_blocks(w->d), ADI_THREADS, cuda_stream(), w->d, stage);
    adi_queue_notes(w, stage, 0);
}

void adi_queue_centre(const adi_work *w, int what)
{
    adi_launch(adi_centre_kernel, adi_cell_blocks(w->d), ADI_THREADS, cuda_stream(), w->d, what);
}

/* Maxima are computed in the stored type, on every backend: those of a mixed run by the kernel of
 * f32. */
void adi_queue_maxima(const adi_work *w, int begin_anew, int in_step)
{
#if ADI_MIXED
    adi_queue_centre(w, ADI_TO_CELLS);
    adi_centred_maxima_f32(&w->d, begin_anew, in_step);
#else
    adi_launch(adi_maxima_kernel, adi_cell_blocks(w->d), ADI_THREADS, cuda_stream(), w->d,
               begin_anew, in_step, 0);
#endif
}

void adi_queue_ghosts(const adi_work *w, const grid_part *twin, int field, int slot)
{
    const int longest = w->d.nx > w->d.ny ? w->d.nx : w->d.ny;
    if (twin->ghost_count)
        adi_launch(adi_ghost_kernel, adi_blocks((longest + 2 * w->d.halo) * w->d.halo, 1),
                   ADI_THREADS, cuda_stream(), w->d, field, slot);
}

/* ---- steps without the host ---- */

/* Memory for the rows of a sweep. */
int adi_prepare_rows(grid_part *part)
{
    adi_work *w = adi_work_of(part);
    for (char *&rows : w->rows)
        if (!rows && !(rows = adi_allocate_rows(part)))
            return 0;
    return 1;
}

void adi_queue_rows(const adi_work *w, int stage)
{
    calc *const rows[4] = {(calc *)w->rows[0], (calc *)w->rows[1], (calc *)w->rows[2],
                           (calc *)w->rows[3]};
    adi_launch_rows(&w->d, stage, rows, cuda_stream());
}

void adi_queue_fluxes(const adi_work *w, int stage)
{
    adi_launch(adi_store_fluxes_kernel, adi_cell_blocks(w->d), ADI_THREADS, cuda_stream(), w->d,
               stage, (const calc *)w->rows[3]);
}

struct adi_solver {
    void (*solve)(void *user, int stage);
    void *user;
};

/* New fluxes of a part with complete lines, without the solver of the scheme; with the depths if
 * fused. */
void adi_queue_whole(const adi_work *w, int stage, int rated)
{
    if (w->methods)
        adi_methods_solve(w->methods, &w->d, stage, cuda_stream());
    else
        adi_fused_launch(&w->d, stage, rated, cuda_stream());
}

void adi_queue_lines(const adi_work *w, int stage, const adi_solver &lines)
{
    adi_queue_rows(w, stage);
    lines.solve(lines.user, stage);
    adi_queue_fluxes(w, stage);
}

/* The block that begins a step has stored the views. Rows of listed faces depend on the sweep
 * before. */
void adi_queue_sweep(const adi_work *w, const grid_part *twin, adi_step_kind kind, int stage,
                     const adi_solver &lines)
{
    if (w->d.listed_count[stage == ADI_SWEEP_X ? 0 : 1] > 0)
        adi_launch_before_sweep(&w->d, stage, cuda_stream());
    if (w->methods || w->fused)
        adi_queue_whole(w, stage, adi_is_rated(w, twin, kind));
    else
        adi_queue_lines(w, stage, lines);
    adi_queue_ghosts(w, twin, stage == ADI_SWEEP_X ? ADI_P : ADI_Q, ADI_NEW);
    if (w->fused)
        adi_queue_notes(w, stage, 0);
    else
        adi_queue_depths(w, stage);
    if (kind == ADI_FULL)
        adi_launch_together(adi_share_out_kernel, ADI_WIDE_THREADS, cuda_stream(), w->d, stage);
}

/* A step that has begun; and_begin: also begins the next one. A quiet, fused step without ghost
 * cells, listed faces and maxima has three kernels: two sweeps and adi_turn_kernel. */
void adi_queue_step(const adi_work *w, const grid_part *twin, adi_step_kind kind, int and_begin,
                    const adi_solver &lines)
{
    adi_queue_ghosts(w, twin, FIELD_DEPTH, ADI_SLOT_NOW);
    if (kind == ADI_FULL) /* few blocks: most steps are as long as the one before */
        adi_launch(adi_times_kernel, adi_wide_blocks(w->d), ADI_WIDE_THREADS, cuda_stream(), w->d,
                   (int)ADI_RETIMED);
    adi_queue_sweep(w, twin, kind, ADI_SWEEP_X, lines);
    adi_queue_ghosts(w, twin, FIELD_DEPTH, ADI_NEW);
    adi_queue_sweep(w, twin, kind, ADI_SWEEP_Y, lines);
    adi_queue_sources(w, twin, kind);
    adi_launch(adi_turn_kernel, 1, ADI_TEAM, cuda_stream(), w->d, kind, and_begin);
    if (twin->field[FIELD_MAX_DEPTH][0])
        adi_queue_maxima(w, 0, 1);
}

void adi_queue_steps(const adi_work *w, const grid_part *twin, adi_step_kind kind,
                     const adi_solver &lines)
{
    adi_launch(adi_begin_kernel, 1, ADI_TEAM, cuda_stream(), w->d, kind);
    for (int n = 1; n <= GRAPH_STEPS; ++n)
        adi_queue_step(w, twin, kind, n < GRAPH_STEPS, lines);
}

/* What kernels of a step have changed. */
void adi_changed(grid_part *part)
{
    part->newer_there |= changed_by_step(part);
}

/* An external solver may do things that graphs do not support. */
bool adi_uses_graph(const adi_work *w)
{
    return !w->methods || adi_methods_in_graphs(w->methods);
}

/* 0: no memory. */
int adi_make_graph(grid_part *part, adi_step_kind kind, const adi_solver &lines)
{
    adi_work *w = adi_work_of(part);
    const grid_part *twin = adi_twin(part);
    adi_graph *graph = &w->graphs[kind == ADI_QUIET];
    if (!adi_uses_graph(w) || !adi_graph_is_empty(graph))
        return 1;
    return (w->methods || w->fused || adi_prepare_rows(part)) &&
           adi_graph_capture(graph, cuda_stream(),
                             [=]() { adi_queue_steps(w, twin, kind, lines); });
}

/* Steps until the host checks again; returns 1 if all of them were of this kind. */
int adi_advance_by(grid_part *part, int64_t steps, adi_step_kind kind, const adi_solver &lines)
{
    adi_work *w = adi_work_of(part);
    const int64_t count =
        adi_trusted_graphs(&w->trust, kind, graphs_ahead(w->seconds_per_graph, part->clock, steps));
    if (!adi_make_graph(part, kind, lines))
        return 1; /* the scheme reports it */
    const double began = seconds_now();
    for (int64_t n = 0; n < count; ++n)
        if (!adi_uses_graph(w))
            adi_queue_steps(w, adi_twin(part), kind, lines);
        else if (!adi_graph_launch(&w->graphs[kind == ADI_QUIET], cuda_stream()))
            break;
    adi_settle(part);
    const int stopped = kind == ADI_QUIET && w->report->memory.control.stopped;
    if (!stopped)
        w->seconds_per_graph = (seconds_now() - began) / (double)count;
    adi_update_trust(&w->trust, kind, stopped);
    return !stopped;
}

void adi_advance(grid_part *part, int64_t steps)
{
    adi_work *w = adi_work_of(part);
    const adi_solver lines = {adi_of(part)->solve, adi_of(part)->lines};
    const int64_t step = part->clock->step;
    const long long last_step = steps < INT64_MAX - step ? step + steps : INT64_MAX;
    adi_push_clock(part);
    adi_copy(&w->device->control.last_step, &last_step, sizeof last_step, "copying the last step");
    if (!adi_advance_by(part, steps, adi_next_kind(&w->trust), lines))
        adi_advance_by(part, last_step - part->clock->step, ADI_FULL, lines);
    adi_changed(part);
}

} // namespace

#endif
