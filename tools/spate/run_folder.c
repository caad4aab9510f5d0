/* Reads results folders. */
#include "run_folder.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/dates.h"
#include "base/text.h"

enum { LARGEST_RUN_JSON = 64 << 20 };

const char *run_folder_file(const run_folder *f, const char *name, char *out, size_t size)
{
    snprintf(out, size, "%s/%s", f->name, name);
    return out;
}

int run_folder_has(const run_folder *f, const char *name)
{
    char file[4096];
    return access(run_folder_file(f, name, file, sizeof file), R_OK) == 0;
}

spate_status run_folder_open(spate_context *ctx, const char *name, run_folder *out)
{
    *out = (run_folder){0};
    struct stat about;
    if (stat(name, &about) != 0)
        return fail_data(ctx, "%s: %s", name, strerror(errno));
    if (!S_ISDIR(about.st_mode) || strlen(name) >= sizeof out->name)
        return fail_data(ctx, "%s is not a results folder", name);
    snprintf(out->name, sizeof out->name, "%s", name);
    for (size_t n = strlen(out->name); n > 1 && out->name[n - 1] == '/'; --n)
        out->name[n - 1] = '\0';
    if (!run_folder_has(out, "run.json"))
        return SPATE_OK;
    char file[4096];
    size_t length = 0;
    run_folder_file(out, "run.json", file, sizeof file);
    char *text = text_file_read(file, LARGEST_RUN_JSON, &length);
    const int ok = text && json_flatten(text, length, &out->run);
    free(text);
    return ok ? SPATE_OK : fail_data(ctx, "%s is not what a run writes: it is not JSON", file);
}

void run_folder_close(run_folder *f)
{
    json_flat_free(&f->run);
}

const char *run_folder_text(const run_folder *f, const char *key)
{
    const char *value = json_flat_get(&f->run, key);
    return value && strcmp(value, "null") != 0 ? value : NULL;
}

double run_folder_number(const run_folder *f, const char *key, unit_kind kind, double fallback)
{
    double number;
    const char *text = run_folder_text(f, key);
    return text && quantity_parse(text, kind, &number) == QUANTITY_OK ? number : fallback;
}

double run_folder_date(const run_folder *f, const char *key, double fallback)
{
    double seconds;
    const char *text = run_folder_text(f, key);
    return text && date_parse(text, &seconds) == DATE_OK ? seconds : fallback;
}

const char *run_folder_title(const run_folder *f, char *out, size_t size)
{
    const char *title = run_folder_text(f, "title");
    if (!title)
        title = run_folder_text(f, "case.title");
    if (title && *title) {
        snprintf(out, size, "%s", title);
        return out;
    }
    char whole[4096];
    const char *shown = f->name;
    if (strcmp(shown, ".") == 0 && realpath(".", whole))
        shown = whole;
    const char *slash = strrchr(shown, '/');
    snprintf(out, size, "%s", slash ? slash + 1 : shown);
    const size_t n = strlen(out);
    if (n > 4 && strcmp(out + n - 4, ".out") == 0)
        out[n - 4] = '\0';
    return out;
}

double run_folder_start(const run_folder *f)
{
    return run_folder_date(f, "case.time.start", NAN);
}

double run_folder_end(const run_folder *f)
{
    const double start = run_folder_start(f), date = run_folder_date(f, "case.time.end", NAN);
    return isnan(date) ? run_folder_number(f, "case.time.end", UNIT_TIME, NAN) : date - start;
}

/* ---- names ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void name_list_free(name_list *l)
{
    for (int n = 0; n < l->count; ++n)
        free(l->names[n]);
    free(l->names);
    *l = (name_list){0};
}

/* 0: no memory. */
static int add_name(name_list *l, const char *name, size_t length)
{
    char **more = realloc(l->names, (size_t)(l->count + 1) * sizeof *more);
    if (!more)
        return 0;
    l->names = more;
    l->names[l->count] = strndup(name, length);
    return l->names[l->count++] != NULL;
}

static int is_file_of(const char *listed, const char *subfolder, const char *name,
                      const char *ending)
{
    const size_t before = strlen(subfolder), n = strlen(name);
    return strncmp(listed, subfolder, before) == 0 && listed[before] == '/' &&
           strncmp(listed + before + 1, name, n) == 0 &&
           strcmp(listed + before + 1 + n, ending) == 0;
}

/* run.json lists files in the order of the case; what it does not list comes last, sorted. */
static void order_as_listed(const run_folder *f, const char *subfolder, const char *ending,
                            name_list *l)
{
    int placed = 0;
    for (size_t k = 0; k < f->run.count && placed < l->count; ++k) {
        const json_entry *e = &f->run.entries[k];
        int n = strncmp(e->path, "files[", 6) == 0 ? placed : l->count;
        while (n < l->count && !is_file_of(e->value, subfolder, l->names[n], ending))
            ++n;
        if (n == l->count)
            continue;
        char *found = l->names[n];
        memmove(&l->names[placed + 1], &l->names[placed], (size_t)(n - placed) * sizeof *l->names);
        l->names[placed++] = found;
    }
}

spate_status run_folder_list(spate_context *ctx, const run_folder *f, const char *subfolder,
                             const char *ending, name_list *out)
{
    *out = (name_list){0};
    char place[4096];
    DIR *directory = opendir(run_folder_file(f, subfolder, place, sizeof place));
    if (!directory)
        return SPATE_OK; /* the case has none */
    int ok = 1;
    for (struct dirent *entry; ok && (entry = readdir(directory));) {
        const size_t n = strlen(entry->d_name), m = strlen(ending);
        if (n > m && entry->d_name[0] != '.' && strcmp(entry->d_name + n - m, ending) == 0)
            ok = add_name(out, entry->d_name, n - m);
    }
    closedir(directory);
    if (!ok) {
        name_list_free(out);
        return fail_memory(ctx, "%s: not enough memory", place);
    }
    if (out->count > 0)
        qsort(out->names, (size_t)out->count, sizeof *out->names, by_name);
    order_as_listed(f, subfolder, ending, out);
    return SPATE_OK;
}
