/* The folder of a run: new, overwritten or continued. */
#include "results/folder/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "results/folder/files.h"

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

/* The folder itself may be a symbolic link that the user made; what is inside it may not. */
static int open_folder(const char *folder, const char *sub)
{
    const int whole = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (whole < 0 || !sub)
        return whole;
    const int inside = openat(whole, sub, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    close(whole);
    return inside;
}

/* Removes "mass.csv" or "gauges/quay.csv"; runs write no deeper folders. */
static void remove_in(const char *folder, const char *name)
{
    char *copy = strdup(name);
    char *slash = copy ? strchr(copy, '/') : NULL;
    if (slash)
        *slash = '\0';
    const int place = copy ? open_folder(folder, slash ? copy : NULL) : -1;
    const char *file = slash ? slash + 1 : name;
    if (place >= 0 && !strchr(file, '/'))
        unlinkat(place, file, 0);
    if (place >= 0)
        close(place);
    free(copy);
}

void folder_remove_numbered(const char *folder, const char *sub, const char *prefix,
                            const char *suffix, int64_t from)
{
    char unfinished[64];
    snprintf(unfinished, sizeof unfinished, "%s.part", suffix);
    const int place = open_folder(folder, sub);
    DIR *dir = place >= 0 ? fdopendir(place) : NULL;
    for (struct dirent *e; dir && (e = readdir(dir));)
        if (folder_number(e->d_name, prefix, suffix) >= from ||
            folder_number(e->d_name, prefix, unfinished) >= 0)
            unlinkat(place, e->d_name, 0);
    if (dir)
        closedir(dir);
    else if (place >= 0)
        close(place);
}

/* ---- working files: needed only until the run has finished ---- */

static const struct {
    const char *folder, *prefix, *suffix;
} working[] = {{"segments", "maps-", ".spm"}, {"checkpoints", "state-", ".spc"}};
enum { WORKING = sizeof working / sizeof *working };

int folder_has_working_files(const char *folder)
{
    int there = 0;
    for (int k = 0; k < WORKING; ++k) {
        struct stat s;
        char *sub = path_join(folder, working[k].folder);
        there = there || (sub && lstat(sub, &s) == 0 && S_ISDIR(s.st_mode));
        free(sub);
    }
    return there;
}

void folder_remove_working_files(const char *folder)
{
    for (int k = 0; k < WORKING; ++k) {
        char *sub = path_join(folder, working[k].folder);
        if (sub) {
            folder_remove_numbered(folder, working[k].folder, working[k].prefix, working[k].suffix,
                                   0);
            rmdir(sub);
        }
        free(sub);
    }
}

/* ---- overwriting ---- */

/* Keeps a damaged or hostile run.json from naming files outside the folder. */
static int is_inside(const char *name)
{
    return *name && *name != '/' && strcmp(name, "..") != 0 && strncmp(name, "../", 3) != 0 &&
           !strstr(name, "/../");
}

/* "segments/maps-*.spm" */
static void remove_pattern(const char *folder, const char *pattern)
{
    char *copy = strdup(pattern);
    char *star = copy ? strchr(copy, '*') : NULL, *slash = copy ? strchr(copy, '/') : NULL;
    if (star && slash && star > slash && !strchr(slash + 1, '/')) {
        *star = *slash = '\0';
        folder_remove_numbered(folder, copy, slash + 1, star + 1, 0);
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

/* run.json is removed last: until then the remaining files can be recognised as those of a run. */
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
            rmdir(sub); /* fails, as intended, if it holds other files */
        free(sub);
    }
    remove_file(folder, "run.json");
}

/* ---- new, overwritten or continued ---- */

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
        /* A run that was killed while it wrote its first file leaves only a part of it, and its
         * lock. */
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 &&
            strcmp(e->d_name, "run.json.part") != 0 && strcmp(e->d_name, FOLDER_LOCK_NAME) != 0)
            result = FOREIGN;
    if (dir)
        closedir(dir);
    return result;
}

static spate_status read_record(spate_context *ctx, const char *record, json_flat *earlier)
{
    size_t length;
    char *bytes = text_file_read(record, LARGEST_RECORD, &length);
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

static spate_status make_folder(spate_context *ctx, const char *folder)
{
    if (folder_make(folder) != 0)
        return spate_fail(ctx, SPATE_ERROR_OUTPUT, "cannot make the folder %s: %s", folder,
                          strerror(errno));
    if (access(folder, W_OK | X_OK) != 0)
        return spate_fail(ctx, SPATE_ERROR_OUTPUT, "cannot write into the folder %s: %s", folder,
                          strerror(errno));
    return SPATE_OK;
}

/* Refuses folders that can be judged without their run.json. */
static spate_status refuse(spate_context *ctx, const results_plan *plan, found there)
{
    if (there == FOREIGN)
        return spate_fail(ctx, SPATE_ERROR_OUTPUT,
                          "%s exists and has no run.json, so it is not a results folder; remove "
                          "it or choose another one",
                          plan->folder);
    if (there == RECORDED && plan->mode == RESULTS_NEW)
        return spate_fail(ctx, SPATE_ERROR_OUTPUT,
                          "%s exists; --resume continues that run, --overwrite replaces it",
                          plan->folder);
    return SPATE_OK;
}

static int is_done(const json_flat *earlier)
{
    return strcmp(json_flat_get(earlier, "status"), "done") == 0;
}

/* A finished run without working files needs no lock: its folder may be read-only. */
static spate_status find_finished(spate_context *ctx, const char *folder, const char *record,
                                  json_flat *earlier, folder_state *state)
{
    SPATE_TRY(read_record(ctx, record, earlier));
    if (is_done(earlier) && !folder_has_working_files(folder))
        *state = FOLDER_FINISHED;
    else
        json_flat_free(earlier);
    return SPATE_OK;
}

/* Results stay in their folder: a run does not start if a subfolder is a symbolic link. */
static spate_status refuse_links(spate_context *ctx, const char *folder)
{
    spate_status status = SPATE_OK;
    for (size_t k = 0; k < sizeof subfolders / sizeof *subfolders && status == SPATE_OK; ++k) {
        struct stat s;
        char *sub = path_join(folder, subfolders[k]);
        if (sub && lstat(sub, &s) == 0 && S_ISLNK(s.st_mode))
            status = file_failed(ctx, sub, ELOOP);
        free(sub);
    }
    return status;
}

/* Checks again with the lock, because the folder may have changed. */
static spate_status prepare_locked(spate_context *ctx, const results_plan *plan, const char *record,
                                   json_flat *earlier, folder_state *state)
{
    const found there = look(plan->folder, record);
    SPATE_TRY(refuse(ctx, plan, there));
    SPATE_TRY(refuse_links(ctx, plan->folder));
    *state = FOLDER_FRESH;
    if (there != RECORDED)
        return SPATE_OK;
    SPATE_TRY(read_record(ctx, record, earlier));
    if (plan->mode == RESULTS_OVERWRITE) {
        remove_owned(plan->folder, earlier);
        json_flat_free(earlier);
        return SPATE_OK;
    }
    *state = is_done(earlier) ? FOLDER_FINISHED : FOLDER_CONTINUED;
    return SPATE_OK;
}

static spate_status prepare(spate_context *ctx, const results_plan *plan, const char *record,
                            json_flat *earlier, folder_lock **lock, folder_state *state)
{
    const found there = look(plan->folder, record);
    SPATE_TRY(refuse(ctx, plan, there));
    *state = FOLDER_FRESH;
    if (there == RECORDED && plan->mode == RESULTS_RESUME)
        SPATE_TRY(find_finished(ctx, plan->folder, record, earlier, state));
    if (*state == FOLDER_FINISHED)
        return SPATE_OK;
    SPATE_TRY(make_folder(ctx, plan->folder));
    SPATE_TRY(folder_lock_acquire(ctx, plan->folder, lock));
    return prepare_locked(ctx, plan, record, earlier, state);
}

spate_status folder_prepare(spate_context *ctx, const results_plan *plan, json_flat *earlier,
                            folder_lock **lock, folder_state *state)
{
    *earlier = (json_flat){0};
    *lock = NULL;
    char *record = path_join(plan->folder, "run.json");
    if (!record)
        return fail_memory(ctx, "no memory for the folder %s", plan->folder);
    const spate_status status = prepare(ctx, plan, record, earlier, lock, state);
    free(record);
    return status;
}
