/* Checkpoints of a run: the container of checkpoint_file.h around the state of the simulation, two kept,
 * the newest sound one loaded. */
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/timers.h"
#include "parallel/comm.h"
#include "results/checkpoint_file.h"
#include "results/files.h"
#include "results/folder.h"
#include "results/run_state.h"

enum { KEPT = 2 };

static char *checkpoint_folder(const results *r)
{
    return path_join(r->plan->folder, "checkpoints");
}

static char *checkpoint_path(const results *r, int64_t number)
{
    char name[64];
    snprintf(name, sizeof name, "checkpoints/state-%lld.spc", (long long)number);
    return path_join(r->plan->folder, name);
}

/* ---- saving ---- */

static int put_cursor(const results *r, double t, checkpoint_writer *w)
{
    text_buffer out = {0};
    json_text j = {.out = &out};
    json_open(&j, NULL, '{');
    json_put_real(&j, "t", t);
    json_put_integer(&j, "frames", r->frames);
    json_put_real(&j, "last_map", r->maps.last);
    series_put_cursor(r->lines, &j);
    json_close(&j, '{');
    const int ok = !out.failed && out.length <= CHECKPOINT_PIECE &&
                   checkpoint_put(w, out.data, out.length) && checkpoint_end_piece(w);
    text_free(&out);
    return ok;
}

static int put_state(const void *bytes, uint64_t count, void *user)
{
    return checkpoint_put(user, bytes, count);
}

/* What the checkpoint counts on must be on the disk before it. */
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
        status = spate_fail(r->ctx, SPATE_ERROR_MEMORY, "no memory for a checkpoint");
    else if (folder_make(folder) != 0)
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

/* ---- loading ---- */

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

/* Reads the whole file; what is wrong with it, or NULL and its cursor. */
static const char *verify(FILE *in, json_flat *cursor)
{
    checkpoint_reader reader;
    uint32_t length = 0;
    const char *first = NULL, *wrong = NULL;
    int understood = 0;
    if (checkpoint_read_begin(&reader, in))
        first = checkpoint_first_piece(&reader, &length);
    if (first)
        understood = json_flatten(first, length, cursor) && json_flat_get(cursor, "t");
    if (!checkpoint_verify(&reader))
        wrong = reader.wrong ? reader.wrong : "it is damaged";
    else if (!understood)
        wrong = "its beginning makes no sense";
    if (wrong)
        json_flat_free(cursor);
    checkpoint_reader_free(&reader);
    return wrong;
}

/* The newest one that is whole, open; NULL if there is none. Says what is wrong with newer ones. */
static FILE *find_sound(results *r, json_flat *cursor)
{
    const int64_t last = newest(r, INT64_MAX);
    r->checkpoint_number = last + 1;
    for (int64_t n = last; n >= 0; n = newest(r, n)) {
        char *name = checkpoint_path(r, n);
        FILE *in = name ? fopen(name, "rb") : NULL;
        const char *wrong = in ? verify(in, cursor) : strerror(errno);
        if (wrong)
            spate_log(r->ctx, SPATE_LOG_WARNING, "%s cannot be used: %s; %s",
                      name ? name : "a checkpoint", wrong,
                      newest(r, n) >= 0 ? "the one before is taken" : "there is none before it");
        free(name);
        if (!wrong)
            return in;
        if (in)
            fclose(in);
    }
    return NULL;
}

static int get_state(void *bytes, uint64_t count, void *user)
{
    return checkpoint_get(user, bytes, count);
}

static double cursor_number(const json_flat *cursor, const char *key)
{
    const char *value = json_flat_get(cursor, key);
    return value ? strtod(value, NULL) : -1;
}

static spate_status load(results *r, FILE *in)
{
    checkpoint_reader reader = {0};
    uint32_t length;
    spate_status status = SPATE_OK;
    if (r->rank == 0) {
        rewind(in);
        if (!checkpoint_read_begin(&reader, in) || !checkpoint_first_piece(&reader, &length))
            status =
                spate_fail(r->ctx, SPATE_ERROR_DATA, "the checkpoint changed while it was read");
    }
    status = comm_agree(r->ctx, status);
    if (status == SPATE_OK)
        status = spate_load(r->sim, get_state, &reader);
    checkpoint_reader_free(&reader);
    return status;
}

/* Rank 0 knows the cursor; all need these numbers. */
static void share_cursor(results *r, const json_flat *cursor)
{
    double numbers[3] = {-INFINITY, -INFINITY, -INFINITY};
    if (r->rank == 0) {
        numbers[0] = cursor_number(cursor, "frames");
        numbers[1] = cursor_number(cursor, "last_map");
        numbers[2] = cursor_number(cursor, "last_series");
    }
    comm_max(r->ctx->comm, numbers, 3);
    r->frames = (int64_t)numbers[0];
    r->maps.last = numbers[1];
    r->series.last = numbers[2];
}

static void trim_segments(const results *r)
{
    char *folder = path_join(r->plan->folder, "segments");
    if (folder)
        folder_remove_numbered(folder, "maps-", ".spm", r->frames);
    free(folder);
}

spate_status checkpoint_load(results *r, int *loaded)
{
    json_flat cursor = {0};
    FILE *in = r->rank == 0 ? find_sound(r, &cursor) : NULL;
    double found = in != NULL;
    comm_max(r->ctx->comm, &found, 1);
    *loaded = found > 0;
    spate_status status = SPATE_OK;
    if (*loaded) {
        status = load(r, in);
        share_cursor(r, &cursor);
    }
    if (r->rank == 0 && status == SPATE_OK) {
        trim_segments(r);
        status =
            *loaded ? series_continue(r->ctx, r->lines, &cursor) : series_begin(r->ctx, r->lines);
    }
    json_flat_free(&cursor);
    if (in)
        fclose(in);
    return comm_agree(r->ctx, status);
}
