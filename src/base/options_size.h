/* Structures of options begin with their size, so that they can grow: a program may know fewer
 * members than the library. It must not know what the members are. */
#ifndef SPATE_BASE_OPTIONS_SIZE_H
#define SPATE_BASE_OPTIONS_SIZE_H

#include "base/context.h"

/* Copies the defaults, as many bytes as the caller has, and sets the size. */
void options_give(void *options, size_t size, const void *defaults, size_t whole);
/* Copies the options of a caller over the defaults. name: of the structure. */
spate_status options_take(spate_context *ctx, const char *name, const void *options, void *defaults,
                          size_t whole);

#endif
