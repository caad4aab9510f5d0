/* Paths, folders, and files that appear complete or not at all. */
#ifndef SPATE_RESULTS_FILES_H
#define SPATE_RESULTS_FILES_H

#include <stdio.h>

#include "base/context.h"

/* "folder/name"; malloc'ed, NULL: out of memory. */
char *path_join(const char *folder, const char *name);
/* "path.part", the name of a file until it is complete; malloc'ed. */
char *path_temporary(const char *path);

/* mkdir -p; 0, or -1 with errno. */
int folder_make(const char *path);
/* Makes one folder inside an existing one, or finds it; a symbolic link is refused (ELOOP). */
int folder_make_own(const char *path);
/* Makes the names in the folder survive a power cut. 0, or -1 with errno. */
int folder_sync(const char *path);
int file_exists(const char *path);

typedef struct durable_file {
    FILE *out;
    char *path, *temporary;
} durable_file;

/* On failure SPATE_ERROR_OUTPUT; the message has the file and the reason. */
spate_status durable_file_open(spate_context *ctx, const char *path, durable_file *f);
/* Closes and renames the file; sync: waits until the bytes are on the disk before that. */
spate_status durable_file_commit(spate_context *ctx, durable_file *f, int sync);
void durable_file_abandon(durable_file *f);
/* Turns errno of the failed call into a message; removes the temporary file. */
spate_status durable_file_failed(spate_context *ctx, durable_file *f);
spate_status file_failed(spate_context *ctx, const char *path, int error);

spate_status file_write_whole(spate_context *ctx, const char *path, const char *bytes,
                              size_t count);

#endif
