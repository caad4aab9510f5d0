/* Saves checkpoints: the state of the simulation in the container of checkpoint_file.h. Two are
 * kept. Loading is in checkpoint_load.c. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/timers.h"
#include "parallel/comm.h"
#include "results/checkpoint/checkpoint_file.h"
#include "results/checkpoint/same_case.h"
#include "results/folder/files.h"
#include "results/folder/folder.h"
#include "results/run_state.h"
#include "spate_config.h"

enum { KEPT = 2 };

char *checkpoint_folder(const results *r)
{
    return path_join(r->plan->folder, "checkpoints");
}

char *checkpoint_path(const results *r, int64_t number)
{
    char name[64];
    snprintf(name, sizeof name, "checkpoints/state-%lld.spc", (long long)number);
    return path_join(r->plan->folder, name);
}

/* ---- saving ---- */

static void write_cursor(const results *r, double t, const char *fingerprint, json_writer *j)
{
    json_open_object(j, NULL);
    json_text(j, "version", SPATE_VERSION);
    json_text(j, "commit", SPATE_GIT_COMMIT);
    json_text(j, "case", fingerprint);
    json_real(j, "t", t);
    json_integer(j, "frames", r->frames);
    json_real(j, "last_map", r->maps.last);
    series_put_cursor(r->lines, j);
    json_close(j);
}

static int put_cursor(const results *r, double t, checkpoint_writer *w)
{
    char fingerprint[65], *text = NULL;
    size_t length = 0;
    FILE *out = case_fingerprint(r->plan, fingerprint) ? open_memstream(&text, &length) : NULL;
    if (!out)
        return 0;
    json_writer j = json_begin(out);
    j.least_digits = 6;
    write_cursor(r, t, fingerprint, &j);
    int ok = json_end(&j) == 0;
    ok = fclose(out) == 0 && ok && length <= CHECKPOINT_PIECE && checkpoint_put(w, text, length) &&
         checkpoint_end_piece(w);
    free(text);
    return ok;
}

static int put_state(const void *bytes, uint64_t count, void *user)
{
    return checkpoint_put(user, bytes, count);
}

/* Outputs that the checkpoint refers to must be on the disk before it. */
static spate_status finish_outputs(results *r)
{
    SPATE_TRY(series_flush(r->ctx, r->lines, r->writer, 1, 1));
    r->waited += writer_wait(r->writer, WRITER_ALL);
    return writer_status(r->writer, r->ctx);
}

static spate_status begin_file(results *r, double t, durable_file *file, checkpoint_writer *w)
{
    char *folder = checkpoint_folder(r), *name = checkpoint_path(r, r->checkpoint_number);
    spate_status status = SPATE_OK;
    if (!folder || !name)
        status = fail_memory(r->ctx, "no memory for a checkpoint");
    else if (folder_make_own(folder) != 0)
        status = file_failed(r->ctx, folder, errno);
    else
        status = durable_file_open(r->ctx, name, file);
    free(folder);
    free(name);
    SPATE_TRY(status);
    if (checkpoint_begin(w, file->out) && put_cursor(r, t, w))
        return SPATE_OK;
    return durable_file_failed(r->ctx, file);
}

static void remove_older(const results *r)
{
    char *folder = checkpoint_folder(r);
    DIR *dir = folder ? opendir(folder) : NULL;
    for (struct dirent *e; dir && (e = readdir(dir));) {
        const int64_t number = folder_number(e->d_name, "state-", ".spc");
        char *file = number >= 0 && number <= r->checkpoint_number - KEPT
                         ? path_join(folder, e->d_name)
                         : NULL;
        if (file)
            unlink(file);
        free(file);
    }
    if (dir)
        closedir(dir);
    free(folder);
}

static spate_status end_file(results *r, durable_file *file, checkpoint_writer *w)
{
    if (!checkpoint_end(w))
        return durable_file_failed(r->ctx, file);
    r->bytes += w->bytes;
    SPATE_TRY(durable_file_commit(r->ctx, file, 1));
    char *folder = checkpoint_folder(r);
    const int synced = folder && folder_sync(folder) == 0;
    const spate_status status = synced ? SPATE_OK : file_failed(r->ctx, "the checkpoint", errno);
    free(folder);
    remove_older(r);
    ++r->checkpoint_number;
    return status;
}

static spate_status save(results *r, double t, durable_file *file, checkpoint_writer *w)
{
    spate_status status = r->rank == 0 ? finish_outputs(r) : SPATE_OK;
    if (r->rank == 0 && status == SPATE_OK)
        status = begin_file(r, t, file, w);
    SPATE_TRY(comm_agree(r->ctx, status));
    status = spate_save(r->sim, put_state, w);
    if (r->rank == 0 && w->failed) {
        errno = w->failed;
        status = durable_file_failed(r->ctx, file);
    } else if (r->rank == 0 && status == SPATE_OK) {
        status = end_file(r, file, w);
    }
    return comm_agree(r->ctx, status);
}

spate_status checkpoint_save(results *r)
{
    spate_stats stats;
    durable_file file = {0};
    checkpoint_writer w = {0};
    SPATE_TRY(spate_get_stats(r->sim, &stats));
    const spate_status status = save(r, stats.t, &file, &w);
    checkpoint_writer_free(&w);
    if (file.path)
        durable_file_abandon(&file);
    r->checkpoint_wall = timers_now();
    return status;
}
