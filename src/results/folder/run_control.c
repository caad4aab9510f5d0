/* The two files between a run and its viewers. */
#include "results/folder/run_control.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json_writer.h"
#include "results/folder/files.h"

static const char *const words[] = {
    [CONTROL_NONE] = "", [CONTROL_PAUSE] = "pause\n", [CONTROL_STOP] = "stop\n"};

run_control control_read(const char *folder)
{
    char text[16] = "";
    char *path = path_join(folder, CONTROL_NAME);
    const int file = path ? open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) : -1;
    free(path);
    if (file < 0)
        return CONTROL_NONE;
    const ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    text[count > 0 ? count : 0] = '\0';
    for (int k = CONTROL_PAUSE; k <= CONTROL_STOP; ++k)
        if (strcmp(text, words[k]) == 0)
            return (run_control)k;
    return CONTROL_NONE;
}

static void remove_one(const char *folder, const char *name)
{
    char *path = path_join(folder, name);
    if (path)
        unlink(path);
    free(path);
}

void control_remove(const char *folder)
{
    remove_one(folder, CONTROL_NAME);
    remove_one(folder, PROGRESS_NAME);
}

/* Renamed into place, so that a reader never sees half of it. */
static spate_status write_file(spate_context *ctx, const char *folder, const char *name,
                               const char *text, size_t length)
{
    char *path = path_join(folder, name);
    durable_file file;
    if (!path)
        return fail_memory(ctx, "no memory for %s", name);
    spate_status status = durable_file_open(ctx, path, &file);
    free(path);
    SPATE_TRY(status);
    if (fwrite(text, 1, length, file.out) != length)
        return durable_file_failed(ctx, &file);
    return durable_file_commit(ctx, &file, 0);
}

spate_status control_write(spate_context *ctx, const char *folder, run_control wish)
{
    if (wish != CONTROL_NONE)
        return write_file(ctx, folder, CONTROL_NAME, words[wish], strlen(words[wish]));
    remove_one(folder, CONTROL_NAME);
    return SPATE_OK;
}

static void put_progress(json_writer *j, const run_progress *p)
{
    json_open_object(j, NULL);
    json_real(j, "t", p->t);
    json_real(j, "end", p->end);
    json_real(j, "dt", p->dt);
    json_integer(j, "steps", p->steps);
    json_real(j, "rate", p->rate);
    json_real(j, "left", p->left);
    json_boolean(j, "paused", p->paused);
    json_close(j);
}

spate_status progress_write(spate_context *ctx, const char *folder, const run_progress *p)
{
    char text[512] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    if (!out)
        return fail_memory(ctx, "no memory for " PROGRESS_NAME);
    json_writer j = json_begin(out);
    put_progress(&j, p);
    const int ok = json_end(&j) == 0;
    if (fclose(out) != 0 || !ok)
        return fail_memory(ctx, "no memory for " PROGRESS_NAME);
    return write_file(ctx, folder, PROGRESS_NAME, text, strlen(text));
}
