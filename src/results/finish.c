/* The end of a run: all final files, run.json, and a list of what is missing. */
#include <string.h>

#include "parallel/comm.h"
#include "results/folder/folder.h"
#include "results/maps/maps_assemble.h"
#include "results/run_state.h"

spate_status record_results(results *r, const char *status)
{
    SPATE_TRY(spate_get_stats(r->sim, &r->record.stats));
    SPATE_TRY(spate_get_tuning(r->sim, &r->record.tuning));
    if (r->rank != 0)
        return SPATE_OK;
    phases_lap(&r->ctx->phases, "final files");
    r->record.phases = r->ctx->phases;
    r->record.status = status;
    r->record.frames = r->frames;
    r->record.waited = r->waited;
    r->record.waited_in_steps = r->waited_in_steps;
    r->record.bytes = results_bytes(r);
    return run_record_write(r->ctx, &r->record, strcmp(status, "done") == 0);
}

/* The first failure of several attempts, with its message. */
typedef struct first_failure {
    spate_status status;
    char message[sizeof((spate_context *)0)->message];
} first_failure;

static void keep_first(results *r, first_failure *f, spate_status status)
{
    if (f->status != SPATE_OK || status == SPATE_OK)
        return;
    f->status = status;
    memcpy(f->message, r->ctx->message, sizeof f->message);
}

/* Writes every file that can be written, even if others failed. gaps: used on rank 0. */
static spate_status write_final_files(results *r, text_buffer *gaps)
{
    first_failure first = {.status = SPATE_OK};
    spate_status status = SPATE_OK;
    if (r->rank == 0 && results_has_maps(r) && r->frames > 0)
        status = maps_assemble(r->ctx, r->plan, r->frames, r->bed, r->record.stats.threads, gaps);
    keep_first(r, &first, comm_agree(r->ctx, status));
    keep_first(r, &first, write_maxima(r));
    keep_first(r, &first, write_state(r));
    return first.status == SPATE_OK ? SPATE_OK
                                    : spate_fail(r->ctx, first.status, "%s", first.message);
}

/* A run with lost maps keeps segments and checkpoints: a segment that is restored can still be
 * used. */
static spate_status conclude(results *r, text_buffer *gaps)
{
    const int whole = gaps->length == 0 && !gaps->failed;
    if (r->rank == 0)
        series_list_gaps(r->lines, gaps);
    r->record.gaps = gaps->data;
    spate_status status = record_results(r, whole ? "done" : "incomplete");
    if (status == SPATE_OK && r->rank == 0 && whole)
        folder_remove_working_files(r->plan->folder); /* only now are they redundant */
    if (status == SPATE_OK && (gaps->length > 0 || gaps->failed))
        status = spate_fail(r->ctx, SPATE_ERROR_OUTPUT,
                            "%s lacks %.3000s; all other results are written%s", r->plan->folder,
                            gaps->data ? gaps->data : "some of them",
                            whole ? ""
                                  : ". Restore the segments and use --resume to add them, or use "
                                    "--overwrite to run again");
    return comm_agree(r->ctx, status);
}

spate_status finish_results(results *r)
{
    text_buffer gaps = {0};
    spate_status status = spate_get_stats(r->sim, &r->record.stats);
    if (status == SPATE_OK)
        status = write_final_files(r, &gaps);
    if (status == SPATE_OK)
        status = conclude(r, &gaps);
    text_free(&gaps);
    return status;
}
