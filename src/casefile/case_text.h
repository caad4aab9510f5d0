/* The bytes of a case file: reading them, and refusing what is not text before YAML sees it. */
#ifndef SPATE_CASEFILE_CASE_TEXT_H
#define SPATE_CASEFILE_CASE_TEXT_H

#include "casefile/errors.h"

/* The whole file in new memory, or as much of it as shows that it is too long. Call on one
 * process. */
spate_status case_text_read(spate_context *ctx, const char *path, char **text, size_t *length);
/* UTF-8 without control characters, not too long; skips a byte-order mark. 0: an error was
 * added. */
int case_text_check(case_errors *errors, const char **text, size_t *length);
int case_text_check_set(case_errors *errors, const char *set);

#endif
