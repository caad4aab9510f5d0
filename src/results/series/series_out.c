/* The files of the series: their names and lengths, at the start and on a resume. Lines are made in
 * series_lines.c and appended in series_append.c. */
#include "results/series/series_out.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "results/checkpoint/cursor.h"
#include "results/folder/file_names.h"
#include "results/folder/files.h"
#include "results/series/series_lines.h"

static spate_status no_memory(spate_context *ctx)
{
    return fail_memory(ctx, "no memory for the series of the results");
}

/* Names of gauges first, then of sections, then mass.csv. */
static int make_names(series_out *s, const results_plan *p)
{
    const char **gauges = calloc((size_t)p->gauge_count + 1, sizeof *gauges);
    if (!gauges)
        return 0;
    for (int k = 0; k < p->gauge_count; ++k)
        gauges[k] = p->gauges[k].name;
    char **first = file_names_make("gauges", gauges, p->gauge_count);
    char **second = file_names_make("sections", p->section_names, p->section_count);
    free(gauges);
    if (first && second) {
        memcpy(s->names, first, (size_t)p->gauge_count * sizeof *first);
        memcpy(s->names + p->gauge_count, second, (size_t)p->section_count * sizeof *second);
        s->names[s->count - 1] = strdup("mass.csv");
        free(first);
        free(second);
        return s->names[s->count - 1] != NULL;
    }
    file_names_free(first, p->gauge_count);
    file_names_free(second, p->section_count);
    return 0;
}

spate_status series_create(spate_context *ctx, const results_plan *p, series_out **out)
{
    series_out *s = calloc(1, sizeof *s);
    *out = s;
    if (!s)
        return no_memory(ctx);
    s->plan = p;
    s->count = p->gauge_count + p->section_count + 1;
    s->names = calloc((size_t)s->count, sizeof *s->names);
    s->files = calloc((size_t)s->count, sizeof *s->files);
    s->volumes = calloc((size_t)p->section_count + 1, sizeof *s->volumes);
    s->last = -1;
    if (!s->names || !s->files || !s->volumes || !make_names(s, p))
        return no_memory(ctx);
    for (int k = 0; k < s->count; ++k) {
        series_put_header(s, k, &s->files[k].header);
        if (s->files[k].header.failed)
            return no_memory(ctx);
    }
    return SPATE_OK;
}

void series_out_free(series_out *s)
{
    if (!s)
        return;
    for (int k = 0; k < s->count && s->files; ++k) {
        text_free(&s->files[k].waiting);
        text_free(&s->files[k].header);
    }
    for (int k = 0; k < s->count && s->names; ++k)
        free(s->names[k]);
    free(s->names);
    free(s->files);
    free(s->volumes);
    free(s);
}

const char *const *series_names(const series_out *s, int *count)
{
    *count = s->count - 1;
    return (const char *const *)s->names;
}

uint64_t series_bytes(const series_out *s)
{
    uint64_t sum = 0;
    for (int k = 0; k < s->count; ++k)
        sum += s->files[k].bytes;
    return sum;
}

/* ---- beginning and continuing ---- */

static spate_status make_folder(spate_context *ctx, const series_out *s, const char *name,
                                int count)
{
    if (count == 0)
        return SPATE_OK;
    char *folder = path_join(s->plan->folder, name);
    const int made = folder ? folder_make_own(folder) : -1;
    const spate_status status =
        made == 0 ? SPATE_OK : file_failed(ctx, folder ? folder : name, errno);
    free(folder);
    return status;
}

/* Cuts a file to a length; *now: its length then. Length 0 makes a new file. Links are not
 * followed. */
static int cut_file(const char *file, uint64_t length, uint64_t *now)
{
    struct stat info;
    if (length == 0 && unlink(file) != 0 && errno != ENOENT)
        return -1;
    const int f = open(file, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    int ok = f >= 0 && fstat(f, &info) == 0;
    if (ok && info.st_nlink > 1) {
        errno = EMLINK;
        ok = 0;
    }
    if (ok && (uint64_t)info.st_size > length)
        ok = ftruncate(f, (off_t)length) == 0;
    if (ok)
        *now = (uint64_t)info.st_size < length ? (uint64_t)info.st_size : length;
    const int error = errno;
    if (f >= 0)
        close(f);
    errno = error;
    return ok ? 0 : -1;
}

static spate_status start_file(spate_context *ctx, series_out *s, int k, uint64_t length)
{
    uint64_t now = 0;
    char *file = path_join(s->plan->folder, s->names[k]);
    if (!file)
        return no_memory(ctx);
    spate_status status = SPATE_OK;
    if (cut_file(file, length, &now) != 0) {
        status = file_failed(ctx, file, errno);
    } else if (now < length) {
        spate_log(ctx, SPATE_LOG_WARNING,
                  "%s is shorter than the checkpoint says: it is started again, and its rows "
                  "before the checkpoint are lost",
                  file);
        s->files[k].disturbed = 1;
        if (cut_file(file, 0, &now) != 0)
            status = file_failed(ctx, file, errno);
    }
    free(file);
    s->files[k].bytes = now;
    if (status == SPATE_OK && now == 0)
        text_add_bytes(&s->files[k].waiting, s->files[k].header.data, s->files[k].header.length);
    return status;
}

spate_status series_begin(spate_context *ctx, series_out *s)
{
    SPATE_TRY(make_folder(ctx, s, "gauges", s->plan->gauge_count));
    SPATE_TRY(make_folder(ctx, s, "sections", s->plan->section_count));
    s->last = -1;
    for (int k = 0; k < s->count; ++k)
        SPATE_TRY(start_file(ctx, s, k, 0));
    return SPATE_OK;
}

static double cursor_number(const json_flat *cursor, const char *format, int k)
{
    char key[64];
    snprintf(key, sizeof key, format, k);
    const char *value = json_flat_get(cursor, key);
    return value ? strtod(value, NULL) : 0;
}

spate_status series_continue(spate_context *ctx, series_out *s, const json_flat *cursor)
{
    SPATE_TRY(make_folder(ctx, s, "gauges", s->plan->gauge_count));
    SPATE_TRY(make_folder(ctx, s, "sections", s->plan->section_count));
    for (int k = 0; k < s->count; ++k) {
        char key[64];
        snprintf(key, sizeof key, "series[%d].bytes", k);
        const int64_t count = cursor_count(json_flat_get(cursor, key), INT64_MAX);
        SPATE_TRY(start_file(ctx, s, k, (uint64_t)(count > 0 ? count : 0)));
        snprintf(key, sizeof key, "series[%d].disturbed", k);
        s->files[k].disturbed = s->files[k].disturbed || json_flat_get(cursor, key) != NULL;
    }
    for (int k = 0; k < s->plan->section_count; ++k)
        s->volumes[k] = cursor_number(cursor, "volumes[%d]", k);
    const char *last = json_flat_get(cursor, "last_series");
    s->last = last ? strtod(last, NULL) : -1;
    return SPATE_OK;
}

void series_put_cursor(const series_out *s, json_writer *j)
{
    json_real(j, "last_series", s->last);
    json_open_array(j, "volumes");
    for (int k = 0; k < s->plan->section_count; ++k)
        json_real(j, NULL, s->volumes[k]);
    json_close(j);
    json_open_array(j, "series");
    for (int k = 0; k < s->count; ++k) {
        json_open_object(j, NULL);
        json_text(j, "file", s->names[k]);
        json_integer(j, "bytes", (int64_t)s->files[k].bytes + s->files[k].shift);
        if (s->files[k].disturbed)
            json_text(j, "disturbed", "yes");
        json_close(j);
    }
    json_close(j);
}
