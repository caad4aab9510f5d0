/* What an earlier call has left in the folders of the scenarios. */
#include <stdlib.h>
#include <string.h>

#include "casefile/casefile.h"
#include "ensemble/ensemble.h"
#include "results/checkpoint/same_case.h"
#include "run_folder.h"

static int has_status(const run_folder *f, const char *wanted)
{
    const char *status = run_folder_text(f, "status");
    return status && strcmp(status, wanted) == 0;
}

static spate_status differs(const ensemble *e, const scenario *s)
{
    spate_context *ctx = e->tool->ctx;
    char message[sizeof ctx->message];
    memcpy(message, ctx->message, sizeof message);
    return spate_fail(ctx, SPATE_ERROR_ARGUMENT,
                      "%s:%ld: scenario \"%s\": %.*s (--overwrite runs all scenarios anew; another "
                      "name keeps both)",
                      e->table_file, s->line, s->name, (int)sizeof message - 600, message);
}

/* A finished run cannot go on, and its maxima are those of its own end. */
static spate_status other_end(const ensemble *e, const scenario *s, const char *was,
                              const char *now)
{
    return spate_fail(e->tool->ctx, SPATE_ERROR_ARGUMENT,
                      "%s:%ld: scenario \"%s\": %s has finished with time.end %s, and the case now "
                      "has %s; --overwrite runs all scenarios anew, another name keeps both",
                      e->table_file, s->line, s->name, s->folder, was, now);
}

/* Whether the results are those of this case, up to its end. */
static spate_status compare(const ensemble *e, scenario *s, const casefile *file,
                            const run_folder *folder)
{
    char *resolved = casefile_resolved_json(file);
    if (!resolved)
        return fail_memory(e->tool->ctx, "no memory to compare cases");
    const results_plan plan = {.folder = s->folder, .maxima = 1, .resolved_json = resolved};
    json_flat now = {0};
    spate_status status = same_case_check(e->tool->ctx, &plan, &folder->run);
    if (status != SPATE_OK)
        status = differs(e, s);
    else if (!json_flatten(resolved, strlen(resolved), &now))
        status = fail_memory(e->tool->ctx, "no memory to compare cases");
    const char *end = json_flat_get(&now, "time.end"),
               *was = run_folder_text(folder, "case.time.end");
    if (status == SPATE_OK && has_status(folder, "done") && end && was) {
        s->state = SCENARIO_DONE;
        s->found = 1;
        status = strcmp(end, was) == 0 ? status : other_end(e, s, was, end);
    }
    json_flat_free(&now);
    free(resolved);
    return status;
}

static spate_status look_at(const ensemble *e, scenario *s, const run_folder *folder)
{
    casefile *file = NULL;
    int count = 0;
    while (s->sets[count])
        ++count;
    if (folder->run.count == 0) /* killed before its record was there */
        return SPATE_OK;
    SPATE_TRY(casefile_read(e->tool->ctx, e->case_file, s->sets, count, &file));
    const spate_status status = compare(e, s, file, folder);
    casefile_free(file);
    return status;
}

spate_status find_finished(ensemble *e)
{
    for (int k = 0; k < e->count && !e->overwrite; ++k) {
        scenario *s = &e->list[k];
        run_folder folder = {0};
        if (run_folder_open(e->tool->ctx, s->folder, &folder) != SPATE_OK)
            continue; /* there is none: the run says what else is wrong with it */
        const spate_status status = look_at(e, s, &folder);
        run_folder_close(&folder);
        SPATE_TRY(status);
    }
    return SPATE_OK;
}
