/* A file that appears whole or not at all: written beside its path, then renamed. */
#ifndef SPATE_PROGRAM_TOOL_FILE_H
#define SPATE_PROGRAM_TOOL_FILE_H

#include <stddef.h>
#include <stdio.h>

typedef struct tool_file {
    char path[4096], temporary[4128];
    FILE *out; /* NULL: it could not be opened; errno says why */
} tool_file;

tool_file tool_file_open(const char *path);
/* Renames; with ok 0, or when a write failed, removes instead. Returns 0, or -1 with the reason in
 * message. */
int tool_file_close(tool_file *f, int ok, char *message, size_t size);

#endif
