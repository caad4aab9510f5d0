/* A file that appears whole or not at all: written beside its path, then renamed. */
#ifndef SPATE_TOOLS_WHOLE_FILE_H
#define SPATE_TOOLS_WHOLE_FILE_H

#include <stddef.h>
#include <stdio.h>

typedef struct whole_file {
    char path[4096], temporary[4128];
    FILE *out; /* NULL: it could not be opened; errno says why */
} whole_file;

whole_file whole_file_open(const char *path);
/* Renames; with ok 0, or when a write failed, removes instead. Returns 0, or -1 with the reason in
 * message. */
int whole_file_close(whole_file *f, int ok, char *message, size_t size);

#endif
