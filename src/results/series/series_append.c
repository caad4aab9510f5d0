/* Appends lines to the files of the series on the writer's thread; detects files that were changed
 * meanwhile. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/timers.h"
#include "results/folder/files.h"
#include "results/series/series_lines.h"

typedef struct append {
    char *file;
    text_buffer lines;
    uint64_t before;  /* bytes passed to the writer before these lines */
    series_file *own; /* outlives the writer */
} append;

typedef struct batch {
    int count, sync;
    append *items;
} batch;

/* Writes all bytes or, if possible, none: half a line would be of no use. */
static int put_lines(int f, off_t length, const char *lines, size_t count)
{
    size_t done = 0;
    int ok = 1;
    while (ok && done < count) {
        const ssize_t put = write(f, lines + done, count - done);
        if (put < 0 && errno == EINTR)
            continue;
        ok = put >= 0;
        done += ok ? (size_t)put : 0;
    }
    const int error = errno;
    if (!ok && done > 0 && ftruncate(f, length) != 0)
        return 0;
    errno = error;
    return ok;
}

/* Opens the file at its end, *length bytes from its start. Every file was made before the first
 * line, so a missing file was removed by somebody and gets its header again. */
static int open_to_append(const append *a, off_t *length)
{
    struct stat found;
    int f = open(a->file, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
    const int removed = f < 0 && errno == ENOENT;
    if (removed)
        f = open(a->file, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666);
    int ok = f >= 0 && fstat(f, &found) == 0;
    const text_buffer *header = &a->own->header;
    if (ok && found.st_size == 0 && a->before > 0)
        ok = put_lines(f, 0, header->data, header->length) && fstat(f, &found) == 0;
    if (ok) {
        *length = found.st_size;
        return f;
    }
    const int error = errno;
    if (f >= 0)
        close(f);
    errno = error;
    return -1;
}

static int append_lines(spate_context *ctx, const append *a, int sync)
{
    off_t length = 0;
    const int f = open_to_append(a, &length);
    if (f < 0)
        return 0;
    const int64_t shift = (int64_t)length - (int64_t)a->before;
    if (shift != a->own->shift) {
        spate_log(ctx, SPATE_LOG_WARNING,
                  "%s was removed or changed while the run wrote it; the run continues, earlier "
                  "rows may be lost",
                  a->file);
        a->own->shift = shift;
        a->own->disturbed = 1;
    }
    const int ok = put_lines(f, length, a->lines.data, a->lines.length) && (!sync || fsync(f) == 0);
    const int error = errno;
    close(f);
    errno = error;
    return ok;
}

static spate_status write_batch(spate_context *ctx, void *user)
{
    batch *b = user;
    spate_status status = SPATE_OK;
    for (int k = 0; k < b->count; ++k) {
        if (ctx && status == SPATE_OK && !append_lines(ctx, &b->items[k], b->sync))
            status = file_failed(ctx, b->items[k].file, errno);
        free(b->items[k].file);
        text_free(&b->items[k].lines);
    }
    free(b->items);
    free(b);
    return status;
}

static int fill_batch(series_out *s, batch *b)
{
    for (int k = 0; k < s->count; ++k) {
        series_file *f = &s->files[k];
        f->unsynced = f->unsynced || f->waiting.length > 0;
        if (!(b->sync ? f->unsynced : f->waiting.length > 0))
            continue;
        append *a = &b->items[b->count];
        a->file = path_join(s->plan->folder, s->names[k]);
        if (!a->file || f->waiting.failed)
            return 0;
        a->lines = f->waiting;
        a->before = f->bytes;
        a->own = f;
        ++b->count;
        f->bytes += f->waiting.length;
        f->waiting = (text_buffer){0};
        f->unsynced = !b->sync;
    }
    return 1;
}

spate_status series_flush(spate_context *ctx, series_out *s, writer *w, int now, int sync)
{
    const double wall = timers_now();
    if (!now && wall - s->flushed < 1)
        return SPATE_OK;
    s->flushed = wall;
    batch *b = calloc(1, sizeof *b);
    if (b) {
        b->sync = sync;
        b->items = calloc((size_t)s->count, sizeof *b->items);
    }
    if (!b || !b->items) {
        free(b);
        return fail_memory(ctx, "no memory for the series of the results");
    }
    if (!fill_batch(s, b)) {
        for (int k = 0; k <= b->count && k < s->count; ++k)
            free(b->items[k].file);
        for (int k = 0; k < b->count; ++k)
            text_free(&b->items[k].lines);
        free(b->items);
        free(b);
        return fail_memory(ctx, "no memory for the series of the results");
    }
    return writer_post(w, ctx, write_batch, b, NULL);
}

/* ---- at the end ---- */

static int has_its_length(const series_out *s, int k)
{
    struct stat found;
    char *file = path_join(s->plan->folder, s->names[k]);
    const int there = file && lstat(file, &found) == 0;
    free(file);
    return there && (int64_t)found.st_size == (int64_t)s->files[k].bytes + s->files[k].shift;
}

void series_list_gaps(const series_out *s, text_buffer *gaps)
{
    for (int k = 0; k < s->count; ++k)
        if (s->files[k].disturbed || !has_its_length(s, k))
            text_add(gaps, "%srows of %s (it was removed or changed while the run wrote it)",
                     gaps->length ? "; " : "", s->names[k]);
}
