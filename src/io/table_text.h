/* The text of tables (CSV files): read whole, with limits, so that garbage of any size ends in a
 * message. */
#ifndef SPATE_IO_TABLE_TEXT_H
#define SPATE_IO_TABLE_TEXT_H

#include <stddef.h>

#include "base/context.h"

/* malloc'ed, ends with a 0 that is not counted. SPATE_ERROR_DATA names the file. */
spate_status table_text_read(spate_context *ctx, const char *file, char **text, size_t *length);
/* SPATE_ERROR_DATA names the first line that is not text or is too long. */
spate_status table_text_check(spate_context *ctx, const char *name, const char *text,
                              size_t length);

#endif
