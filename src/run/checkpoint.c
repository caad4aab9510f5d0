/* Saving and loading the whole state: what the run keeps, then what the scheme keeps. */
#include "base/need.h"
#include "parallel/comm.h"
#include "parallel/state_stream.h"
#include "run/guard.h"

/* Sum of the bed over the active cells. It refuses a checkpoint of a run on other terrain. */
static double bed_sum(const spate_sim *sim)
{
    exact_sum sum = {0};
    for (int n = 0; n < sim->part_count; ++n) {
        const part_shape *s = sim->ops->shape(sim->scheme, n);
        const uint8_t *codes = sim->ops->field(sim->scheme, n, FIELD_CODES);
#pragma omp parallel num_threads(sim->threads)
        {
            exact_sum mine = {0};
#pragma omp for schedule(static) nowait
            for (int j = 0; j < s->ny; ++j)
                for (int i = 0; i < s->nx; ++i)
                    if (!(codes[(ptrdiff_t)j * s->pitch + i] & CELL_INACTIVE))
                        exact_sum_add(&mine, bed_of_cell(sim, n, i, j));
#pragma omp critical(spate_bed_sum)
            exact_sum_merge(&sum, &mine);
        }
    }
    comm_sum_exact(sim->ctx->comm, &sum);
    return exact_sum_value(&sum);
}

/* Settings that must equal those of the saved run. */
static spate_status persist_setup(spate_sim *sim, state_stream *s)
{
    SPATE_TRY(state_same_text(s, "scheme", sim->ops->about->name));
    /* 32 or 64; 96 for a state of 32 bits with lines of 64. */
    SPATE_TRY(state_same(s, "precision",
                         sim->options.precision == 32 && sim->options.line_precision == 64
                             ? 32 + 64
                             : sim->options.precision));
    SPATE_TRY(state_same(s, "nx", (double)sim->grid.nx));
    SPATE_TRY(state_same(s, "ny", (double)sim->grid.ny));
    SPATE_TRY(state_same(s, "dx", sim->grid.dx));
    SPATE_TRY(state_same(s, "dy", sim->grid.dy));
    SPATE_TRY(state_same(s, "the datum of elevations", sim->lattice.datum));
    SPATE_TRY(state_same(s, "the spacing of elevations", sim->lattice.spacing));
    SPATE_TRY(state_same(s, "the active area", sim->active_area));
    SPATE_TRY(state_same(s, "the number of boundaries", sim->boundary_count));
    SPATE_TRY(state_same(s, "the number of sections", sim->section_count));
    return state_same(s, "the sum of the bed", bed_sum(sim));
}

/* A ramp begins at the level of the water at the start of the run. */
static spate_status persist_ramps(spate_sim *sim, state_stream *s)
{
    for (int n = 0; n < sim->boundary_count; ++n) {
        face_boundary *b = &sim->face_boundaries[n];
        SPATE_TRY(state_numbers(s, "ramp", &b->ramp, 1));
        SPATE_TRY(state_numbers(s, "ramp from", &b->ramp_from, 1));
    }
    return SPATE_OK;
}

static spate_status persist(spate_sim *sim, state_stream *s)
{
    SPATE_TRY(state_begin(s));
    SPATE_TRY(persist_setup(sim, s));
    SPATE_TRY(sim->ops->persist(sim->scheme, s));
    SPATE_TRY(persist_ramps(sim, s));
    SPATE_TRY(state_numbers(s, "initial volume", &sim->initial_volume, 1));
    SPATE_TRY(state_numbers(s, "sources before", (double *)&sim->sources_before,
                            sizeof sim->sources_before /
                                sizeof(double))); /* the struct holds only doubles */
    SPATE_TRY(state_numbers(s, "entered before", &sim->entered_before, 1));
    SPATE_TRY(state_numbers(s, "left before", &sim->left_before, 1));
    SPATE_TRY(guard_persist(sim, s));
    return state_end(s);
}

static spate_status run_stream(spate_sim *sim, int loading, spate_write_fn write,
                               spate_read_fn read, void *user)
{
    double mark = timers_now();
    SPATE_TRY(sim_start(sim)); /* volumes and areas are known from here on */
    state_stream s = {.ctx = sim->ctx,
                      .grid = &sim->grid,
                      .partition = &sim->partition,
                      .shape = sim->ops->shape,
                      .scheme = sim->scheme,
                      .part_count = sim->part_count,
                      .loading = loading,
                      .write = write,
                      .read = read,
                      .user = user};
    const spate_status status = persist(sim, &s);
    if (loading)
        sim->figures.known = 0;
    timers_lap(&sim->timers, SPATE_SECTION_OUTPUT, &mark);
    return status;
}

spate_status spate_save(spate_sim *sim, spate_write_fn write, void *user)
{
    SIM_ENTER(sim);
    SPATE_NEED(sim->ctx, write, "the function is NULL");
    return run_stream(sim, 0, write, NULL, user);
}

spate_status spate_load(spate_sim *sim, spate_read_fn read, void *user)
{
    SIM_ENTER(sim);
    SPATE_NEED(sim->ctx, read, "the function is NULL");
    return run_stream(sim, 1, NULL, read, user);
}
