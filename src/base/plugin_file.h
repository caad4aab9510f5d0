/* Plug-ins: shared libraries next to the program or libspate.so, or in lib/spate of an installation
 * (or in the folder that SPATE_PLUGINS names), loaded at run time by their path. It must not know what is in them. */
#ifndef SPATE_BASE_PLUGIN_FILE_H
#define SPATE_BASE_PLUGIN_FILE_H

#include <stddef.h>

enum { PLUGIN_LONGEST_PATH = 4096 };

typedef struct plugin_file {
    const char *name;   /* libspate_X.so */
    const char *absent; /* advice for a missing file */
    const char *broken; /* advice for a file that does not load */
} plugin_file;

/* Returns a handle of dlopen, with the path of the file. NULL: why has the message, which
 * distinguishes a missing file from one that does not load. */
void *plugin_open(const plugin_file *file, char path[PLUGIN_LONGEST_PATH], char *why, size_t room);

#endif
