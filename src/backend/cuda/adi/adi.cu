/* The ADI kernels of the CUDA backend: the entries of the kernel table. Compiled once per
 * precision and arithmetic (fast, strict). */
#include "backend/adi/cells.h"
#include "backend/cuda/adi/advance.cuh"
#if SPATE_REAL_BITS == 32 && !ADI_MIXED
#include "backend/cuda/adi/for_mixed.cuh"
#endif

namespace
{

/* ---- steps under control of the scheme ---- */

void begin(grid_part *part)
{
    adi_work *w = adi_work_of(part);
    const grid_part *twin = adi_twin(part);
    for (int n = 0; n < part->boundary_count; ++n)
        if (part->boundaries[n].takes_water) /* what the scheme has summed over all parts */
            adi_copy(&twin->boundaries[n].conveyance, &part->boundaries[n].conveyance,
                     2 * sizeof(double), "copying a conveyance");
    adi_push_clock(part);
    adi_launch(adi_begin_kernel, 1, ADI_TEAM, cuda_stream(), w->d, ADI_WATCHED);
    adi_settle(part);
}

void finish(grid_part *part)
{
    adi_work *w = adi_work_of(part);
    adi_push_clock(part);
    adi_launch(adi_finish_kernel, 1, ADI_TEAM, cuda_stream(), w->d);
    adi_settle(part);
    adi_changed(part);
}

int64_t depths(grid_part *part, int stage, int shared)
{
    adi_work *w = adi_work_of(part);
    adi_twin(part);
    adi_control &control = w->report->memory.control;
    if (shared) {
        cuda_ok(cudaMemsetAsync(&w->device->control.unshared, 0, sizeof control.unshared,
                                cuda_stream()),
                "clearing a count");
        adi_launch(adi_share_pass_kernel, adi_cell_blocks(w->d), ADI_THREADS, cuda_stream(), w->d,
                   stage, (int)ADI_SHARED_DEPTHS);
        adi_queue_notes(w, stage, 1);
    } else { /* a sweep may have counted already */
        cuda_ok(cudaMemsetAsync(&w->device->control.wrong[stage], 0, sizeof control.wrong[stage],
                                cuda_stream()),
                "clearing a count");
        adi_queue_depths(w, stage);
    }
    adi_copy(&control, &w->device->control, sizeof control, "copying a count");
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "waiting for depths");
    return shared ? control.unshared : control.wrong[stage];
}

void share_pass(grid_part *part, int stage, int pass)
{
    adi_twin(part);
    adi_launch(adi_share_pass_kernel, adi_cell_blocks(adi_work_of(part)->d), ADI_THREADS,
               cuda_stream(), adi_work_of(part)->d, stage, pass);
}

void begin_shares(grid_part *part, int stage, int all)
{
    share_pass(part, stage, all ? ADI_ALL_SHARES : ADI_FIRST_SHARES);
}

void improve_shares(grid_part *part, int stage)
{
    adi_work *w = adi_work_of(part);
    share_pass(part, stage, ADI_NEXT_SHARES);
    adi_launch(adi_swap_shares_kernel, 1, 1, cuda_stream(), w->d);
    grid_part *twin = adi_twin(part);
    adi_swap(&twin->field[ADI_SHARES][0], &twin->field[ADI_SHARES][1]);
}

void drain(grid_part *part, int stage)
{
    share_pass(part, stage, ADI_DRAIN);
}

/* The largest rate that kernels have found since the last begin. */
double found_rate(grid_part *part)
{
    adi_work *w = adi_work_of(part);
    double rate = 0;
    adi_copy(&rate, &w->device->control.rate, sizeof rate, "copying a rate");
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "waiting for a rate");
    return rate;
}

void sources(grid_part *part)
{
    adi_queue_sources(adi_work_of(part), adi_twin(part), ADI_WATCHED);
    part->clock->next_rate = found_rate(part);
}

void scan(grid_part *part)
{
    adi_work *w = adi_work_of(part);
    adi_push_clock(part);
    cuda_ok(cudaMemsetAsync(&w->device->control.rate, 0, sizeof w->device->control.rate,
                            cuda_stream()),
            "clearing a rate");
    adi_queue_rate(w, 1);
    part->clock->rate = found_rate(part);
    adi_push_clock(part);
}

/* ---- times of fluxes ---- */

void set_times(grid_part *part, int what)
{
    adi_push_clock(part);
    adi_launch(adi_times_kernel, adi_cell_blocks(adi_work_of(part)->d), ADI_THREADS, cuda_stream(),
               adi_work_of(part)->d, what);
    part->newer_there |= PART_STATE;
}

void gather_time(grid_part *part)
{
    set_times(part, ADI_GATHER);
}

void launch(grid_part *part)
{
    set_times(part, ADI_LAUNCHED);
}

void retime(grid_part *part, double ratio)
{
    (void)ratio; /* the device knows both lengths */
    set_times(part, ADI_RETIMED);
}

/* ---- momentum at cells ---- */

void centre_pass(grid_part *part, int what)
{
    adi_push_clock(part);
    adi_queue_centre(adi_work_of(part), what);
}

int centre_changed(grid_part *part)
{
    adi_work *w = adi_work_of(part);
    unsigned changed = 0;
    adi_twin(part);
    cuda_ok(cudaMemsetAsync(&w->device->control.changed, 0, sizeof changed, cuda_stream()),
            "clearing a flag");
    centre_pass(part, ADI_COMPARE);
    adi_copy(&changed, &w->device->control.changed, sizeof changed, "copying a flag");
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "waiting for a flag");
    return changed != 0;
}

void to_faces(grid_part *part)
{
    centre_pass(part, ADI_TO_FACES);
    part->newer_there |= PART_STATE;
}

/* Before the first step the image is all there is, and all its fluxes are of one time. */
void show(grid_part *part)
{
    if ((part->newer_here & PART_STATE) && !(adi_of(part)->dt_before > 0)) {
        for (int j = 0; j < part->shape.ny; ++j)
            adi_centre_row(part, (ptrdiff_t)j * part->shape.pitch);
        return;
    }
    const unsigned groups = part->newer_here;
    if (groups && !(part->common->push(part) && adi_pushed(part, groups)))
        return; /* the device has failed, and says so */
    centre_pass(part, ADI_TO_CELLS);
    part->newer_there |= PART_SHOWN;
}

void maxima(grid_part *part, int begin_anew)
{
    adi_push_clock(part);
    adi_queue_maxima(adi_work_of(part), begin_anew, 0);
    part->newer_there |= PART_MAXIMA;
}

/* ---- lines ---- */

int make_rows(grid_part *part, int stage, void *rows[4])
{
    adi_work *w = adi_work_of(part);
    adi_twin(part);
    if (!adi_prepare_rows(part))
        return 0;
    adi_launch_before_sweep(&w->d, stage, cuda_stream());
    adi_queue_rows(w, stage);
    memcpy(rows, w->rows, sizeof w->rows);
    return 1;
}

void store_solved_fluxes(grid_part *part, int stage)
{
    adi_twin(part);
    adi_queue_fluxes(adi_work_of(part), stage);
}

void sweep(grid_part *part, int stage)
{
    adi_twin(part);
    adi_launch_before_sweep(&adi_work_of(part)->d, stage, cuda_stream());
    adi_queue_whole(adi_work_of(part), stage, 0);
}

unsigned sweeps(const grid_part *part)
{
    const unsigned both = 1u << ADI_SWEEP_X | 1u << ADI_SWEEP_Y;
    const adi_work *w = adi_work_of(part);
    return w->methods ? both | 1u << ADI_LAUNCH : w->fused ? both : 0;
}

void *stream(const grid_part *part)
{
    adi_twin(part);
    return cuda_stream();
}

adi_kernels make_table(void)
{
    adi_kernels t = {};
    t.base.isa = CUDA_ISA;
    t.base.prepare = adi_prepare;
    t.base.dispose = adi_dispose;
    t.base.pushed = adi_pushed;
    t.base.scan = scan;
    t.base.limiting = adi_limiting_cell; /* on the image */
    t.base.show = show;
    t.base.maxima = maxima;
    t.base.advance = adi_advance;
    t.mixed = ADI_MIXED;
    t.begin = begin;
    t.finish = finish;
    t.depths = depths;
    t.begin_shares = begin_shares;
    t.improve_shares = improve_shares;
    t.drain = drain;
    t.sources = sources;
    t.gather_time = gather_time;
    t.launch = launch;
    t.retime = retime;
    t.centre_changed = centre_changed;
    t.to_faces = to_faces;
    t.make_rows = make_rows;
    t.store_solved_fluxes = store_solved_fluxes;
    t.sweep = sweep;
    t.sweeps = sweeps;
    t.lend = adi_methods_lend;
    t.stream = stream;
    return t;
}

} // namespace

CUDA_KERNEL_TABLE(adi_kernels, adi_kernels_cuda)
