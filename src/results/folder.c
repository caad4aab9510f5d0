/* The folder of a run: new, overwritten or continued. */
#include "results/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "results/files.h"

enum { LARGEST_RECORD = 64 << 20 };
static const char *const subfolders[] = {"gauges", "sections", "segments", "checkpoints"};

int64_t folder_number(const char *name, const char *prefix, const char *suffix)
{
    const size_t before = strlen(prefix);
    if (strncmp(name, prefix, before) != 0)
        return -1;
    const char *digits = name + before;
    const size_t count = strspn(digits, "0123456789");
    if (count == 0 || count > 15 || strcmp(digits + count, suffix) != 0)
        return -1;
    return strtoll(digits, NULL, 10);
}

static void remove_in(const char *folder, const char *name)
{
    char *file = path_join(folder, name);
    if (file)
        unlink(file);
    free(file);
}

void folder_remove_numbered(const char *folder, const char *prefix, const char *suffix,
                            int64_t from)
{
    char unfinished[64];
    snprintf(unfinished, sizeof unfinished, "%s.part", suffix);
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir));)
        if (folder_number(e->d_name, prefix, suffix) >= from ||
            folder_number(e->d_name, prefix, unfinished) >= 0)
            remove_in(folder, e->d_name);
    if (dir)
        closedir(dir);
}

/* ---- overwriting ---- */

/* Nothing outside the folder, whatever run.json says. */
static int is_inside(const char *name)
{
    return *name && *name != '/' && strcmp(name, "..") != 0 && strncmp(name, "../", 3) != 0 &&
           !strstr(name, "/../");
}

static void remove_pattern(const char *folder, const char *pattern)
{
    char *copy = path_join(folder, pattern);
    char *star = copy ? strchr(copy, '*') : NULL, *slash = copy ? strrchr(copy, '/') : NULL;
    if (star && slash && star > slash) {
        *star = *slash = '\0';
        folder_remove_numbered(copy, slash + 1, star + 1, 0);
    }
    free(copy);
}

static void remove_file(const char *folder, const char *name)
{
    char *unfinished = path_temporary(name);
    remove_in(folder, name);
    if (unfinished)
        remove_in(folder, unfinished);
    free(unfinished);
}

/* run.json goes last, so that what is left can still be told to be ours. */
static void remove_owned(const char *folder, const json_flat *earlier)
{
    for (size_t k = 0; k < earlier->count; ++k) {
        const json_entry *e = &earlier->entries[k];
        if (strncmp(e->path, "files[", 6) != 0 || !is_inside(e->value) ||
            strcmp(e->value, "run.json") == 0)
            continue;
        if (strchr(e->value, '*'))
            remove_pattern(folder, e->value);
        else
            remove_file(folder, e->value);
    }
    for (size_t k = 0; k < sizeof subfolders / sizeof *subfolders; ++k) {
        char *sub = path_join(folder, subfolders[k]);
        if (sub)
            rmdir(sub); /* stays where something of someone else is in it */
        free(sub);
    }
    remove_file(folder, "run.json");
}

/* ---- the policy ---- */

typedef enum { NOT_THERE, EMPTY, RECORDED, FOREIGN } found;

static found look(const char *folder, const char *record)
{
    struct stat s;
    if (stat(folder, &s) != 0)
        return NOT_THERE;
    if (!S_ISDIR(s.st_mode))
        return FOREIGN;
    if (file_exists(record))
        return RECORDED;
    DIR *dir = opendir(folder);
    found result = dir ? EMPTY : FOREIGN;
    for (struct dirent *e; dir && (e = readdir(dir));)
        /* A run killed while it wrote its first file leaves only the beginning of that. */
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 &&
            strcmp(e->d_name, "run.json.part") != 0)
            result = FOREIGN;
    if (dir)
        closedir(dir);
    return result;
}

static spate_status read_record(spate_context *ctx, const char *record, json_flat *earlier)
{
    size_t length;
    char *bytes = file_read_whole(record, LARGEST_RECORD, &length);
    if (!bytes)
        return spate_fail(ctx, SPATE_ERROR_OUTPUT, "cannot read %s: %s", record, strerror(errno));
    const int ok = json_flatten(bytes, length, earlier) && json_flat_get(earlier, "status");
    free(bytes);
    if (ok)
        return SPATE_OK;
    json_flat_free(earlier);
    return spate_fail(ctx, SPATE_ERROR_OUTPUT,
                      "%s is not the run.json of a run: remove the folder or choose another one",
                      record);
}

static spate_status make_fresh(spate_context *ctx, const char *folder, folder_state *state)
{
    *state = FOLDER_FRESH;
    if (folder_make(folder) != 0)
        return spate_fail(ctx, SPATE_ERROR_OUTPUT, "cannot make the folder %s: %s", folder,
                          strerror(errno));
    if (access(folder, W_OK | X_OK) != 0)
        return spate_fail(ctx, SPATE_ERROR_OUTPUT, "cannot write into the folder %s: %s", folder,
                          strerror(errno));
    return SPATE_OK;
}

static spate_status prepare(spate_context *ctx, const results_plan *plan, const char *record,
                            json_flat *earlier, folder_state *state)
{
    const char *folder = plan->folder;
    const found there = look(folder, record);
    if (there == FOREIGN)
        return spate_fail(ctx, SPATE_ERROR_OUTPUT,
                          "%s exists and has no run.json, so it is not a folder of results; remove "
                          "it or choose another one",
                          folder);
    if (there != RECORDED)
        return make_fresh(ctx, folder, state);
    if (plan->mode == RESULTS_NEW)
        return spate_fail(ctx, SPATE_ERROR_OUTPUT,
                          "%s exists; --resume continues that run, --overwrite replaces it",
                          folder);
    SPATE_TRY(read_record(ctx, record, earlier));
    if (plan->mode == RESULTS_OVERWRITE) {
        remove_owned(folder, earlier);
        json_flat_free(earlier);
        return make_fresh(ctx, folder, state);
    }
    const int done = strcmp(json_flat_get(earlier, "status"), "done") == 0;
    *state = done ? FOLDER_FINISHED : FOLDER_CONTINUED;
    return SPATE_OK;
}

spate_status folder_prepare(spate_context *ctx, const results_plan *plan, json_flat *earlier,
                            folder_state *state)
{
    *earlier = (json_flat){0};
    char *record = path_join(plan->folder, "run.json");
    if (!record)
        return spate_fail(ctx, SPATE_ERROR_MEMORY, "no memory for the folder %s", plan->folder);
    const spate_status status = prepare(ctx, plan, record, earlier, state);
    free(record);
    return status;
}
