/* Files are written under a temporary name and renamed. */
#include "results/folder/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/new_file.h"

static char *joined(const char *a, const char *b, const char *c)
{
    const size_t size = strlen(a) + strlen(b) + strlen(c) + 1;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s%s%s", a, b, c);
    return path;
}

char *path_join(const char *folder, const char *name)
{
    return joined(folder, "/", name);
}

char *path_temporary(const char *path)
{
    return joined(path, ".part", "");
}

int folder_make(const char *path)
{
    char *copy = strdup(path);
    int made = copy && *copy ? 0 : -1;
    for (char *c = copy; made == 0 && c; ++c) {
        const char kept = *c;
        if ((kept != '/' && kept != '\0') || c == copy)
            continue;
        *c = '\0';
        if (mkdir(copy, 0777) != 0 && errno != EEXIST)
            made = -1;
        *c = kept;
        if (kept == '\0')
            break;
    }
    const int error = errno;
    free(copy);
    errno = error;
    return made;
}

int folder_make_own(const char *path)
{
    struct stat s;
    if (mkdir(path, 0777) == 0)
        return 0;
    if (errno != EEXIST || lstat(path, &s) != 0)
        return -1;
    errno = S_ISLNK(s.st_mode) ? ELOOP : ENOTDIR;
    return S_ISDIR(s.st_mode) ? 0 : -1;
}

int folder_sync(const char *path)
{
    const int folder = open(path, O_RDONLY | O_DIRECTORY);
    if (folder < 0)
        return -1;
    /* Some file systems cannot sync folders and return EINVAL; nothing more can be done there. */
    const int result = fsync(folder) == 0 || errno == EINVAL ? 0 : -1;
    close(folder);
    return result;
}

int file_exists(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode);
}

spate_status file_failed(spate_context *ctx, const char *path, int error)
{
    const char *reason = error == ELOOP || error == EMLINK
                             ? "it is a link to another file; remove the link"
                             : strerror(error);
    return spate_fail(ctx, SPATE_ERROR_OUTPUT, "cannot write %s: %s; what was written before stays",
                      path, reason);
}

static void forget(durable_file *f)
{
    free(f->path);
    free(f->temporary);
    *f = (durable_file){0};
}

spate_status durable_file_open(spate_context *ctx, const char *path, durable_file *f)
{
    *f = (durable_file){.path = strdup(path), .temporary = path_temporary(path)};
    if (!f->path || !f->temporary) {
        forget(f);
        return fail_memory(ctx, "no memory to write %s", path);
    }
    f->out = new_file_open(f->temporary);
    return f->out ? SPATE_OK : durable_file_failed(ctx, f);
}

void durable_file_abandon(durable_file *f)
{
    if (f->out)
        fclose(f->out);
    if (f->temporary)
        unlink(f->temporary);
    forget(f);
}

spate_status durable_file_failed(spate_context *ctx, durable_file *f)
{
    const spate_status status = file_failed(ctx, f->path, errno ? errno : EIO);
    durable_file_abandon(f);
    return status;
}

spate_status durable_file_commit(spate_context *ctx, durable_file *f, int sync)
{
    int ok = fflush(f->out) == 0 && !ferror(f->out) && (!sync || fsync(fileno(f->out)) == 0);
    const int error = errno;
    ok = fclose(f->out) == 0 && ok;
    f->out = NULL;
    if (!ok) {
        errno = error;
        return durable_file_failed(ctx, f);
    }
    if (rename(f->temporary, f->path) != 0)
        return durable_file_failed(ctx, f);
    forget(f);
    return SPATE_OK;
}

spate_status file_write_whole(spate_context *ctx, const char *path, const char *bytes, size_t count)
{
    durable_file f;
    SPATE_TRY(durable_file_open(ctx, path, &f));
    if (fwrite(bytes, 1, count, f.out) != count)
        return durable_file_failed(ctx, &f);
    return durable_file_commit(ctx, &f, 1);
}
