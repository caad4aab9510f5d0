/* Loads the newest checkpoint that is complete, valid and belongs to the case. */
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parallel/comm.h"
#include "results/checkpoint/checkpoint_file.h"
#include "results/checkpoint/cursor.h"
#include "results/checkpoint/same_case.h"
#include "results/folder/folder.h"
#include "results/run_state.h"
#include "spate_config.h"

/* A complete checkpoint, on rank 0. */
typedef struct candidate {
    FILE *in; /* NULL: there is none */
    int64_t number;
    json_flat flat;
    checkpoint_cursor cursor; /* borrows from flat */
} candidate;

static void close_candidate(candidate *c)
{
    if (c->in)
        fclose(c->in);
    json_flat_free(&c->flat);
    *c = (candidate){0};
}

/* The largest number below `below`, -1 if there is none. */
static int64_t newest(const results *r, int64_t below)
{
    int64_t best = -1;
    char *folder = checkpoint_folder(r);
    DIR *dir = folder ? opendir(folder) : NULL;
    for (struct dirent *e; dir && (e = readdir(dir));) {
        const int64_t number = folder_number(e->d_name, "state-", ".spc");
        if (number < below && number > best)
            best = number;
    }
    if (dir)
        closedir(dir);
    free(folder);
    return best;
}

/* Reads the whole file. Returns what is wrong with it, or NULL and sets the cursor. */
static const char *verify(candidate *c)
{
    checkpoint_reader reader;
    uint32_t length = 0;
    const char *first = NULL, *wrong = NULL;
    int understood = 0;
    if (checkpoint_read_begin(&reader, c->in))
        first = checkpoint_first_piece(&reader, &length);
    if (first)
        understood = json_flatten(first, length, &c->flat);
    if (!checkpoint_verify(&reader))
        wrong = reader.wrong ? reader.wrong : "it is damaged";
    else if (!understood)
        wrong = "its first piece is not JSON";
    else
        wrong = cursor_read(&c->flat, &c->cursor);
    checkpoint_reader_free(&reader);
    return wrong;
}

static void report_unusable(results *r, int64_t number, const char *why)
{
    char *name = checkpoint_path(r, number);
    spate_log(r->ctx, SPATE_LOG_WARNING, "%s cannot be used: %s; %s", name ? name : "a checkpoint",
              why,
              newest(r, number) >= 0 ? "the one before it is used" : "there is none before it");
    free(name);
}

/* Finds the newest complete checkpoint below a number. Reports what is wrong with newer ones. */
static void find_whole(results *r, int64_t below, candidate *c)
{
    for (int64_t n = newest(r, below); n >= 0; n = newest(r, n)) {
        char *name = checkpoint_path(r, n);
        *c = (candidate){.in = name ? fopen(name, "rb") : NULL, .number = n};
        const char *wrong = c->in ? verify(c) : strerror(errno);
        free(name);
        if (!wrong)
            return;
        report_unusable(r, n, wrong);
        close_candidate(c);
    }
}

/* Without this check a checkpoint of another case would be continued silently. */
static spate_status check_case(results *r, const candidate *c)
{
    char here[65];
    if (!c->in || !c->cursor.fingerprint)
        return SPATE_OK;
    if (!case_fingerprint(r->plan, here))
        return fail_memory(r->ctx, "no memory to compare the case");
    if (strcmp(here, c->cursor.fingerprint) == 0)
        return SPATE_OK;
    return fail_argument(r->ctx,
                         "%s/checkpoints/state-%lld.spc belongs to another case; restore the "
                         "checkpoints of this run, or use --overwrite to run again",
                         r->plan->folder, (long long)c->number);
}

static void check_version(results *r, const candidate *c)
{
    const char *version = c->cursor.version, *commit = c->cursor.commit;
    if (version && commit && strcmp(version, SPATE_VERSION) == 0 &&
        strcmp(commit, SPATE_GIT_COMMIT) == 0)
        return;
    spate_log(r->ctx, SPATE_LOG_WARNING,
              "%s was started with Spate %.40s (%.40s) and continues with %s (%s): the results may "
              "differ from those of a single version",
              r->plan->folder, version ? version : "of an older version",
              commit ? commit : "unknown commit", SPATE_VERSION, SPATE_GIT_COMMIT);
}

static int get_state(void *bytes, uint64_t count, void *user)
{
    return checkpoint_get(user, bytes, count);
}

/* Collective. in: used on rank 0. */
static spate_status load_state(results *r, FILE *in)
{
    checkpoint_reader reader = {0};
    uint32_t length;
    spate_status status = SPATE_OK;
    if (r->rank == 0) {
        rewind(in);
        if (!checkpoint_read_begin(&reader, in) || !checkpoint_first_piece(&reader, &length))
            status = fail_data(r->ctx, "the checkpoint changed while it was read");
    }
    status = comm_agree(r->ctx, status);
    if (status == SPATE_OK)
        status = spate_load(r->sim, get_state, &reader);
    checkpoint_reader_free(&reader);
    return status;
}

/* Sends the numbers of the cursor from rank 0 to all ranks. */
static void share_cursor(results *r, const checkpoint_cursor *c)
{
    double numbers[3] = {-INFINITY, -INFINITY, -INFINITY};
    if (r->rank == 0) {
        numbers[0] = (double)c->frames;
        numbers[1] = c->last_map;
        numbers[2] = c->last_series;
    }
    comm_max(r->ctx->comm, numbers, 3);
    r->frames = (int64_t)numbers[0];
    r->maps.last = numbers[1];
    r->series.last = numbers[2];
}

static int any_rank(const results *r, int flag)
{
    double number = flag;
    comm_max(r->ctx->comm, &number, 1);
    return number > 0;
}

/* Tries checkpoints from the newest to the oldest until the simulation accepts one. It is an error
 * if it accepts none: starting again would discard work that a run with the earlier setup can still
 * use. */
static spate_status load_newest(results *r, candidate *c, int *loaded)
{
    int64_t below = INT64_MAX;
    for (;;) {
        if (r->rank == 0)
            find_whole(r, below, c);
        *loaded = any_rank(r, c->in != NULL);
        if (!*loaded)
            return SPATE_OK;
        SPATE_TRY(comm_agree(r->ctx, r->rank == 0 ? check_case(r, c) : SPATE_OK));
        const spate_status status = load_state(r, c->in);
        if (status == SPATE_OK) {
            share_cursor(r, &c->cursor);
            return SPATE_OK;
        }
        if (status != SPATE_ERROR_DATA || !any_rank(r, r->rank == 0 && newest(r, c->number) >= 0))
            return status;
        if (r->rank == 0)
            report_unusable(r, c->number, spate_message(r->ctx));
        below = c->number;
        close_candidate(c);
    }
}

static void trim_segments(const results *r)
{
    folder_remove_numbered(r->plan->folder, "segments", "maps-", ".spm", r->frames);
}

static spate_status continue_outputs(results *r, const candidate *c)
{
    trim_segments(r);
    if (!c->in)
        return series_begin(r->ctx, r->lines);
    check_version(r, c);
    return series_continue(r->ctx, r->lines, &c->flat);
}

spate_status checkpoint_load(results *r, int *loaded)
{
    candidate c = {0};
    r->checkpoint_number = r->rank == 0 ? newest(r, INT64_MAX) + 1 : 0;
    spate_status status = load_newest(r, &c, loaded);
    if (r->rank == 0 && status == SPATE_OK)
        status = continue_outputs(r, &c);
    close_candidate(&c);
    return comm_agree(r->ctx, status);
}
