/* The results of a run: open, write when due, close. The formats are in the subfolders. */
#include "results/results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "base/timers.h"
#include "parallel/comm.h"
#include "results/checkpoint/same_case.h"
#include "results/folder/files.h"
#include "results/folder/folder.h"
#include "results/maps/netcdf_library.h"
#include "results/run_state.h"

static int leads(const results *r)
{
    return r->rank == 0;
}

static void destroy(results *r)
{
    if (!r)
        return;
    writer_end(r->writer);
    series_out_free(r->lines);
    snapshots_free(r);
    free(r->record.hashes);
    memory_free(r->bed);
    folder_lock_release(r->lock); /* last: until here files may still change */
    free(r);
}

/* ---- opening ---- */

static spate_status create(spate_context *ctx, spate_sim *sim, const results_plan *plan,
                           results **out)
{
    results *r = calloc(1, sizeof *r);
    *out = r;
    if (!r)
        return fail_memory(ctx, "no memory for results");
    r->ctx = ctx;
    r->sim = sim;
    r->plan = plan;
    r->rank = spate_rank(ctx);
    r->maps = (schedule){.every = results_has_maps(r) ? plan->maps_every : 0, .end = plan->end};
    r->series = (schedule){.every = plan->series_every, .end = plan->end};
    r->maps.last = r->series.last = -1;
    r->tiles = tiling_of(plan->grid.nx, plan->grid.ny);
    r->checkpoint_wall = timers_now();
    if (!leads(r))
        return SPATE_OK;
    const size_t cells = (size_t)(plan->grid.nx * plan->grid.ny);
    r->bed = memory_alloc(cells * sizeof *r->bed);
    r->record = (run_record){.plan = plan,
                             .phases = ctx->phases,
                             .status = "running",
                             .ranks = spate_rank_count(ctx),
                             .started = (double)time(NULL)};
    r->record.hashes = calloc((size_t)plan->input_count + 1, sizeof *r->record.hashes);
    if (!r->bed || !r->record.hashes)
        return fail_memory(ctx, "no memory for the results of %zu cells", cells);
    SPATE_TRY(series_create(ctx, plan, &r->lines));
    r->record.series = series_names(r->lines, &r->record.series_count);
    return SPATE_OK;
}

/* For a run that was killed while it removed its working files: its run.json says "done"
 * already. */
static void finish_clean_up(results *r)
{
    folder_remove_working_files(r->plan->folder);
    spate_log(r->ctx, SPATE_LOG_INFO, "%s: the clean-up that was interrupted is finished",
              r->plan->folder);
}

/* On rank 0. A fresh folder gets its run.json before anything else. */
static spate_status open_folder(results *r, folder_state *state)
{
    json_flat earlier;
    SPATE_TRY(folder_prepare(r->ctx, r->plan, &earlier, &r->lock, state));
    spate_status status = SPATE_OK;
    if (*state == FOLDER_FRESH) {
        status = run_record_write(r->ctx, &r->record, 0);
    } else {
        status = same_case_check(r->ctx, r->plan, &earlier);
        run_record_continue(&r->record, &earlier);
    }
    const char *reached = json_flat_get(&earlier, "statistics.t");
    if (status == SPATE_OK && *state == FOLDER_FINISHED && reached &&
        strtod(reached, NULL) < r->plan->end)
        status = fail_argument(r->ctx,
                               "%s ended at %s s and its checkpoints are gone: for a later end "
                               "start a new run with initial: {from: %s}",
                               r->plan->folder, reached, r->plan->folder);
    if (status == SPATE_OK && *state == FOLDER_FINISHED && r->lock)
        finish_clean_up(r);
    json_flat_free(&earlier);
    return status;
}

/* Sends what rank 0 found to all ranks. */
static spate_status share_state(results *r, spate_status status, folder_state *state)
{
    double number = leads(r) && status == SPATE_OK ? (double)*state : -1;
    SPATE_TRY(comm_agree(r->ctx, status));
    comm_max(r->ctx->comm, &number, 1);
    *state = (folder_state)(int)number;
    return SPATE_OK;
}

/* On the writer's thread. No other thread reads the hashes before that thread has ended. */
static spate_status hash_inputs(spate_context *ctx, void *user)
{
    results *r = user;
    if (!ctx)
        return SPATE_OK;
    SPATE_TRY(run_record_hash(ctx, &r->record));
    return run_record_write(ctx, &r->record, 0);
}

static spate_status start_writer(results *r)
{
    r->packers = r->record.stats.threads - r->record.stats.threads_busy + 1;
    control_remove(r->plan->folder); /* of a run that was killed */
    SPATE_TRY(snapshots_create(r));
    SPATE_TRY(run_record_write(r->ctx, &r->record, 0));
    SPATE_TRY(writer_start(r->ctx, &r->writer));
    SPATE_TRY(writer_post(r->writer, r->ctx, write_model_files, r, NULL));
    if (r->plan->input_count > 0)
        SPATE_TRY(writer_post(r->writer, r->ctx, hash_inputs, r, NULL));
    return SPATE_OK;
}

static spate_status begin_new(results *r)
{
    return comm_agree(r->ctx, leads(r) ? series_begin(r->ctx, r->lines) : SPATE_OK);
}

static spate_status open_all(results *r, int *resumed)
{
    folder_state state = FOLDER_FRESH;
    SPATE_TRY(spate_get_stats(r->sim, &r->record.stats));
    phases_lap(&r->ctx->phases, "first state");
    SPATE_TRY(comm_agree(r->ctx, leads(r) ? netcdf_need(r->ctx, SPATE_ERROR_OUTPUT) : SPATE_OK));
    SPATE_TRY(share_state(r, leads(r) ? open_folder(r, &state) : SPATE_OK, &state));
    if (state == FOLDER_FINISHED) {
        *resumed = RESULTS_FINISHED;
        return SPATE_OK;
    }
    SPATE_TRY(bed_map_read(r));
    if (state == FOLDER_CONTINUED)
        SPATE_TRY(checkpoint_load(r, resumed));
    else
        SPATE_TRY(begin_new(r));
    SPATE_TRY(spate_get_stats(r->sim, &r->record.stats));
    if (leads(r) && r->plan->mode == RESULTS_RESUME && !*resumed)
        spate_log(r->ctx, SPATE_LOG_WARNING, "%s has no %s: the run begins at its start",
                  r->plan->folder, state == FOLDER_FRESH ? "run to resume" : "checkpoint");
    if (leads(r) && r->plan->maps_every > 0 && !SPATE_HAVE_NETCDF)
        spate_log(r->ctx, SPATE_LOG_WARNING,
                  "no maps.nc: this build has no NetCDF (install libnetcdf-dev and build again)");
    return comm_agree(r->ctx, leads(r) ? start_writer(r) : SPATE_OK);
}

spate_status results_open(spate_context *ctx, spate_sim *sim, const results_plan *plan,
                          results **out, int *resumed)
{
    results *r;
    *out = NULL;
    *resumed = 0;
    spate_status status = comm_agree(ctx, create(ctx, sim, plan, &r));
    if (status == SPATE_OK)
        status = open_all(r, resumed);
    phases_lap(&ctx->phases, "opening results");
    if (status != SPATE_OK || *resumed == RESULTS_FINISHED)
        destroy(r);
    else
        *out = r;
    return status;
}

/* ---- while it runs ---- */

double results_next(const results *r, double t)
{
    return fmin(r->plan->end, fmin(schedule_next(&r->maps, t), schedule_next(&r->series, t)));
}

/* A failure on the writer's thread is reported at the next call. */
static spate_status writer_agreed(results *r)
{
    return comm_agree(r->ctx, leads(r) ? writer_status(r->writer, r->ctx) : SPATE_OK);
}

spate_status results_write(results *r)
{
    spate_stats stats;
    SPATE_TRY(writer_agreed(r));
    SPATE_TRY(spate_get_stats(r->sim, &stats));
    if (schedule_due(&r->maps, stats.t)) {
        SPATE_TRY(snapshot_take(r, stats.t));
        r->maps.last = stats.t;
    }
    if (schedule_due(&r->series, stats.t)) {
        SPATE_TRY(series_add_lines(r->ctx, r->sim, r->plan, r->lines, stats.t));
        r->series.last = stats.t;
    }
    spate_status status = SPATE_OK;
    if (leads(r))
        status = series_flush(r->ctx, r->lines, r->writer, 0, 0);
    return comm_agree(r->ctx, status);
}

int results_checkpoint_due(results *r)
{
    double due = leads(r) && r->plan->checkpoint_every > 0 &&
                 timers_now() - r->checkpoint_wall >= r->plan->checkpoint_every;
    comm_max(r->ctx->comm, &due, 1);
    return due > 0;
}

spate_status results_checkpoint(results *r)
{
    SPATE_TRY(results_write(r)); /* output that is due now comes first */
    return checkpoint_save(r);
}

run_control results_control(const results *r)
{
    return leads(r) ? control_read(r->plan->folder) : CONTROL_NONE;
}

void results_progress(const results *r, const run_progress *p)
{
    char message[sizeof r->ctx->message];
    if (!leads(r))
        return;
    memcpy(message, r->ctx->message, sizeof message);
    progress_write(r->ctx, r->plan->folder, p);
    memcpy(r->ctx->message, message, sizeof message);
}

double results_waited(const results *r)
{
    return r->waited;
}

uint64_t results_bytes(const results *r)
{
    return r->bytes + (r->lines ? series_bytes(r->lines) : 0);
}

/* ---- closing ---- */

/* The last lines are written even where a map failed before. */
static spate_status end_writer(results *r)
{
    if (!leads(r) || !r->writer)
        return SPATE_OK;
    spate_status status = series_flush(r->ctx, r->lines, r->writer, 1, 1);
    r->packers = r->record.stats.threads; /* no step follows */
    r->waited += writer_wait(r->writer, WRITER_ALL);
    if (status == SPATE_OK)
        status = writer_status(r->writer, r->ctx);
    writer_end(r->writer);
    r->writer = NULL;
    return status;
}

spate_status results_close(results *r, int done)
{
    if (!r)
        return SPATE_OK;
    spate_context *ctx = r->ctx;
    r->waited_in_steps = r->waited;
    spate_status status = comm_agree(ctx, end_writer(r));
    if (status == SPATE_OK && done)
        status = finish_results(r);
    else if (status == SPATE_OK)
        status = comm_agree(ctx, record_results(r, "stopped"));
    if (leads(r))
        control_remove(r->plan->folder);
    destroy(r);
    phases_lap(&ctx->phases, "final files");
    return status;
}
