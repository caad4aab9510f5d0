/* The ADI kernels of the CUDA backend: the entries of the kernel table. Compiled once per precision and arithmetic (fast,
 * strict). */
#include "backend/adi/cells.h"
#include "backend/cuda/adi/advance.cuh"
#if SPATE_REAL_BITS == 32 && !ADI_MIXED
#include "backend/cuda/adi/for_mixed.cuh"
#endif

namespace
{

/* ---- steps that the scheme looks at ---- */

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
    adi_control &told = w->report->memory.control;
    if (shared) {
        cuda_ok(cudaMemsetAsync(&w->device->control.unshared, 0, sizeof told.unshared,
                                cuda_stream()),
                "clearing a count");
        adi_launch(adi_share_pass_kernel, adi_cell_blocks(w->d), ADI_THREADS, cuda_stream(), w->d,
                   stage, (int)ADI_SHARED_DEPTHS);
        adi_queue_notes(w, stage, 1);
    } else { /* a sweep may have counted already */
        cuda_ok(cudaMemsetAsync(&w->device->control.wrong[stage], 0, sizeof told.wrong[stage],
                                cuda_stream()),
                "clearing a count");
        adi_queue_depths(w, stage);
    }
    adi_copy(&told, &w->device->control, sizeof told, "copying a count");
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "waiting for depths");
    return shared ? told.unshared : told.wrong[stage];
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
    adi_launch(adi_trade_shares_kernel, 1, 1, cuda_stream(), w->d);
    adi_trade(&w->fields.share, &w->fields.share_next);
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

/* Asked for at the end of a run, or after a failure: on the image. */
double limiting(const grid_part *part, int *i, int *j)
{
    if (part->newer_there & PART_STATE)
        adi_of(part)->common->pull((grid_part *)part, PART_STATE);
    return adi_limiting_cell(part, i, j);
}

/* ---- times of fluxes ---- */

void set_times(grid_part *part, int what)
{
    adi_push_clock(part);
    adi_launch(adi_times_kernel, adi_cell_blocks(adi_work_of(part)->d), ADI_THREADS, cuda_stream(),
               adi_work_of(part)->d, what);
    part->newer_there |= PART_STATE;
    adi_of(part)->centred = 0;
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

void centre(grid_part *part)
{
    centre_pass(part, ADI_TO_CELLS);
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

/* What was never on the device is of one time: its image is all there is. */
void centre_of_image(grid_part *part)
{
    for (int j = 0; j < part->shape.ny; ++j)
        adi_centre_row(part, (ptrdiff_t)j * part->shape.pitch);
}

void bring_fields(grid_part *part, unsigned which, int to_image)
{
    adi_work *w = adi_work_of(part);
    adi_part *image = part->adi;
    adi_twin(part);
    if ((which & ADI_BRING_CENTRE) && to_image && (part->newer_here & PART_STATE)) {
        centre_of_image(part);
        return;
    }
    for (int axis = 0; axis < 2 && (which & ADI_BRING_CENTRE); ++axis)
        adi_bring_field(part, image->centre[axis], w->fields.centre[axis], to_image);
    if (!(which & ADI_BRING_PAST))
        return;
    const adi_field before[2] = {ADI_FLUX_X_BEFORE, ADI_FLUX_Y_BEFORE};
    for (int axis = 0; axis < 2; ++axis)
        adi_bring_field(part, image->before[axis], adi_device_field(part, before[axis]), to_image);
    adi_bring_field(part, image->half_before, w->fields.half_before, to_image);
}

void present(grid_part *part, int on)
{
    adi_work *w = adi_work_of(part);
    void **const now = adi_twin(part)->state[part->clock->now];
    adi_twin(part)->params.dry_depth = part->params.dry_depth;
    if (on)
        centre(part);
    /* trades back what it has traded before */
    for (int axis = 0; axis < 2; ++axis)
        adi_trade(&now[ADI_P + axis], &w->fields.centre[axis]);
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
    if (!adi_take_rows(part))
        return 0;
    adi_launch_before_sweep(&w->d, stage, cuda_stream());
    adi_queue_rows(w, stage);
    memcpy(rows, w->rows, sizeof w->rows);
    return 1;
}

void take_fluxes(grid_part *part, int stage)
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
#ifdef SPATE_CUDA_FAST
    t.isa = "fast";
#else
    t.isa = "strict";
#endif
    t.mixed = ADI_MIXED;
    t.begin = begin;
    t.finish = finish;
    t.depths = depths;
    t.begin_shares = begin_shares;
    t.improve_shares = improve_shares;
    t.drain = drain;
    t.sources = sources;
    t.scan = scan;
    t.limiting = limiting;
    t.gather_time = gather_time;
    t.launch = launch;
    t.retime = retime;
    t.centre = centre;
    t.centre_changed = centre_changed;
    t.to_faces = to_faces;
    t.prepare = adi_prepare;
    t.dispose = adi_dispose;
    t.push = adi_push;
    t.field = adi_device_field;
    t.bring = bring_fields;
    t.present = present;
    t.maxima = maxima;
    t.make_rows = make_rows;
    t.take_fluxes = take_fluxes;
    t.sweep = sweep;
    t.sweeps = sweeps;
    t.lend = adi_methods_lend;
    t.stream = stream;
    t.advance = adi_advance;
    return t;
}

} // namespace

extern "C" const adi_kernels *ADI_BUILD(SPATE_NAME(adi_kernels_cuda))(void)
{
    static const adi_kernels table = make_table();
    return &table;
}
