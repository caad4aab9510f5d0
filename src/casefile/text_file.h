/* The bytes of a case file: reading them, and refusing what is no text before YAML sees it. */
#ifndef SPATE_CASEFILE_TEXT_FILE_H
#define SPATE_CASEFILE_TEXT_FILE_H

#include <stdint.h>

#include "casefile/errors.h"

enum { TEXT_LONGEST = 4 << 20 };

/* The whole file in new memory, one byte longer than it is. One process. */
spate_status text_read(spate_context *ctx, const char *path, char **text, uint64_t *length);
/* UTF-8 without NUL, not too long; a byte-order mark is skipped. 0: what is wrong was added. */
int text_is_sound(case_errors *errors, const char **text, size_t *length);
int text_of_set_is_sound(case_errors *errors, const char *set);

#endif
