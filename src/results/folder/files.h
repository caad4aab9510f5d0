/* Paths, folders, and files that appear whole or not at all. Knows no format. */
#ifndef SPATE_RESULTS_FILES_H
#define SPATE_RESULTS_FILES_H

#include <stdio.h>

#include "base/context.h"

/* Folder and name with a slash between; malloc'ed, NULL: no memory. */
char *path_join(const char *folder, const char *name);
/* The name under which a file is written until it is whole: path.part; malloc'ed. */
char *path_temporary(const char *path);

/* mkdir -p; 0, or -1 with errno. */
int folder_make(const char *path);
/* One folder inside another that is there; a symbolic link in its place is refused (ELOOP). */
int folder_make_own(const char *path);
/* What is in the folder has its name after a power cut too. 0, or -1 with errno. */
int folder_sync(const char *path);
int file_exists(const char *path);

typedef struct durable_file {
    FILE *out;
    char *path, *temporary;
} durable_file;

/* All name the file and the reason: SPATE_ERROR_OUTPUT. */
spate_status durable_file_open(spate_context *ctx, const char *path, durable_file *f);
/* Closes and gives the file its name; sync: the bytes are on the disk before they have it. */
spate_status durable_file_commit(spate_context *ctx, durable_file *f, int sync);
void durable_file_abandon(durable_file *f);
/* errno of the failed call in a sentence; removes the temporary file. */
spate_status durable_file_failed(spate_context *ctx, durable_file *f);
spate_status file_failed(spate_context *ctx, const char *path, int error);

spate_status file_write_whole(spate_context *ctx, const char *path, const char *bytes,
                              size_t count);

#endif
