/* flock on FOLDER/run.lock. Where the file system has no flock, the record in the file decides. */
#include "results/folder/folder_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/dates.h"
#include "results/folder/files.h"

struct folder_lock {
    int file;
    char *path;
};

/* Who holds the lock; pid 0: unknown. */
typedef struct lock_record {
    long pid;
    char host[256], started[40];
} lock_record;

static lock_record record_of_this_run(void)
{
    lock_record r = {.pid = (long)getpid()};
    if (gethostname(r.host, sizeof r.host - 1) != 0 || !*r.host)
        snprintf(r.host, sizeof r.host, "unknown");
    date_format((double)time(NULL), r.started, sizeof r.started);
    return r;
}

static lock_record read_record(int file)
{
    char text[512];
    lock_record r = {0};
    const ssize_t count = pread(file, text, sizeof text - 1, 0);
    text[count > 0 ? count : 0] = '\0';
    if (sscanf(text, "process %ld on %255s since %39s", &r.pid, r.host, r.started) != 3 ||
        r.pid <= 0)
        return (lock_record){0};
    return r;
}

static int write_record(int file)
{
    const lock_record r = record_of_this_run();
    char text[512];
    const int count =
        snprintf(text, sizeof text, "process %ld on %s since %s\n", r.pid, r.host, r.started);
    return ftruncate(file, 0) == 0 && pwrite(file, text, (size_t)count, 0) == count;
}

static int same_host(const lock_record *r)
{
    return strcmp(r->host, record_of_this_run().host) == 0;
}

/* Whether the recorded process may be running; on another host this cannot be known. */
static int may_be_alive(const lock_record *r)
{
    if (r->pid == 0)
        return 0;
    return !same_host(r) || kill((pid_t)r->pid, 0) == 0 || errno == EPERM;
}

static spate_status held(spate_context *ctx, const char *folder, const lock_record *by)
{
    if (by->pid == 0)
        return spate_fail(ctx, SPATE_ERROR_OUTPUT,
                          "%s is in use: another run writes into it; wait for its end, stop it, or "
                          "choose another folder with --out",
                          folder);
    return spate_fail(ctx, SPATE_ERROR_OUTPUT,
                      "%s is in use: process %ld on %s has been writing into it since %s; wait for "
                      "its end, stop it (kill -TERM %ld), or choose another folder with --out",
                      folder, by->pid, by->host, by->started, by->pid);
}

/* Without flock: refuses if the recorded run may still be running. */
static spate_status decide_by_record(spate_context *ctx, const folder_lock *lock,
                                     const char *folder)
{
    const lock_record by = read_record(lock->file);
    if (!may_be_alive(&by))
        return SPATE_OK;
    return spate_fail(ctx, SPATE_ERROR_OUTPUT,
                      "%s may be in use by process %ld on %s since %s; its file system has no "
                      "locks, so this cannot be checked. If that run has ended, remove %s",
                      folder, by.pid, by.host, by.started, lock->path);
}

static void report_stale(spate_context *ctx, const char *folder, const lock_record *by)
{
    if (by->pid == 0)
        return;
    if (same_host(by))
        spate_log(ctx, SPATE_LOG_INFO,
                  "%s: the lock of process %ld since %s is stale, its run has ended", folder,
                  by->pid, by->started);
    else
        spate_log(
            ctx, SPATE_LOG_WARNING,
            "%s: the lock of process %ld on %s since %s is no longer held; if that run is still "
            "active, on a network file system whose locks work on one machine only, stop it",
            folder, by->pid, by->host, by->started);
}

/* The holder removes the file when it ends; a lock on a removed file is worthless. */
static int is_still_there(const folder_lock *lock)
{
    struct stat opened, named;
    return fstat(lock->file, &opened) == 0 && lstat(lock->path, &named) == 0 &&
           opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

static void close_file(folder_lock *lock)
{
    if (lock->file >= 0)
        close(lock->file);
    lock->file = -1;
}

typedef enum { ACQUIRED, REMOVED_MEANWHILE, REFUSED } attempt;

static attempt try_once(spate_context *ctx, folder_lock *lock, const char *folder,
                        spate_status *status)
{
    lock->file = open(lock->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    struct stat s;
    if (lock->file >= 0 && fstat(lock->file, &s) == 0 && s.st_nlink > 1)
        errno = EMLINK; /* a hard link to another file, which must not be overwritten */
    else if (lock->file >= 0)
        errno = 0;
    *status = errno == 0 ? SPATE_OK : file_failed(ctx, lock->path, errno);
    if (*status != SPATE_OK)
        return REFUSED;
    int result;
    do
        result = flock(lock->file, LOCK_EX | LOCK_NB);
    while (result != 0 && errno == EINTR);
    const lock_record by = read_record(lock->file);
    if (result != 0)
        *status =
            errno == EWOULDBLOCK ? held(ctx, folder, &by) : decide_by_record(ctx, lock, folder);
    else if (!is_still_there(lock))
        return REMOVED_MEANWHILE;
    else
        report_stale(ctx, folder, &by);
    if (*status == SPATE_OK && !write_record(lock->file))
        *status = file_failed(ctx, lock->path, errno);
    return *status == SPATE_OK ? ACQUIRED : REFUSED;
}

spate_status folder_lock_acquire(spate_context *ctx, const char *folder, folder_lock **out)
{
    folder_lock *lock = calloc(1, sizeof *lock);
    *out = NULL;
    if (lock)
        *lock = (folder_lock){.file = -1, .path = path_join(folder, FOLDER_LOCK_NAME)};
    if (!lock || !lock->path) {
        free(lock);
        return fail_memory(ctx, "no memory for the lock of %s", folder);
    }
    spate_status status = SPATE_OK;
    attempt a;
    while ((a = try_once(ctx, lock, folder, &status)) == REMOVED_MEANWHILE)
        close_file(lock);
    if (a == ACQUIRED) {
        *out = lock;
        return SPATE_OK;
    }
    close_file(lock);
    free(lock->path);
    free(lock);
    return status;
}

void folder_lock_release(folder_lock *lock)
{
    if (!lock)
        return;
    if (is_still_there(lock))
        unlink(lock->path); /* before the lock is dropped: nobody else can hold it yet */
    close_file(lock);
    free(lock->path);
    free(lock);
}

/* A process that has ended but was not waited for holds nothing. */
static int is_zombie(long pid)
{
    char name[64], text[512] = "";
    snprintf(name, sizeof name, "/proc/%ld/stat", pid);
    FILE *in = fopen(name, "r");
    if (!in)
        return 0;
    const size_t count = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    text[count] = '\0';
    const char *end = strrchr(text, ')'); /* of the name, which may hold anything */
    return end && strncmp(end, ") Z", 3) == 0;
}

folder_writer folder_writer_of(const char *folder)
{
    char *path = path_join(folder, FOLDER_LOCK_NAME);
    const int file = path ? open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) : -1;
    free(path);
    if (file < 0)
        return WRITER_NONE;
    const lock_record by = read_record(file);
    close(file);
    if (!may_be_alive(&by))
        return WRITER_NONE;
    if (!same_host(&by))
        return WRITER_ELSEWHERE;
    return is_zombie(by.pid) ? WRITER_NONE : WRITER_ALIVE;
}
