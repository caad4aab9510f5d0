/* Plug-ins: shared libraries next to the program (or in the folder that SPATE_PLUGINS names), loaded at
 * run time by their path. It must not know what is in them. */
#ifndef SPATE_BASE_PLUGIN_FILE_H
#define SPATE_BASE_PLUGIN_FILE_H

#include <stddef.h>

enum { PLUGIN_LONGEST_PLACE = 4096 };

typedef struct plugin_file {
    const char *name;   /* libspate_X.so */
    const char *absent; /* the remedy where the file is not there, */
    const char *broken; /* and where it does not load */
} plugin_file;

/* A handle of dlopen, and the path in `place`; NULL with a sentence in why. A missing file and one that
 * does not load are different sentences. */
void *plugin_open(const plugin_file *file, char place[PLUGIN_LONGEST_PLACE], char *why,
                  size_t room);

#endif
