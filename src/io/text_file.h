/* Small text files into memory, checked to be text: UTF-8, no control characters, lines of a sane length. */
#ifndef SPATE_IO_TEXT_FILE_H
#define SPATE_IO_TEXT_FILE_H

#include <stddef.h>

#include "base/context.h"

enum { TEXT_FILE_MOST = 256 << 20, TEXT_LINE_MOST = 1 << 20 }; /* bytes */

/* malloc'ed, ends with a NUL that is not counted. What is not text is refused before much is read. */
spate_status text_file_read(spate_context *ctx, const char *file, char **text, size_t *length);
/* Finds the first thing that is not text; SPATE_ERROR_DATA with name:line. */
spate_status text_check(spate_context *ctx, const char *name, const char *text, size_t length);

#endif
