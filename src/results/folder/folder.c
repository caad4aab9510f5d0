/* The folder of a run: new, overwritten or continued. */
#include "results/folder/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "results/folder/files.h"

enum { LARGEST_RECORD = 64 << 20 };

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
    for (size_t k = 0; k < FOLDER_SUBFOLDERS && status == SPATE_OK; ++k) {
        struct stat s;
        char *sub = path_join(folder, folder_subfolders[k]);
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
        folder_remove_run(plan->folder, earlier);
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
