/* JSON written into a text buffer: commas and indentation are right by construction. */
#ifndef SPATE_RESULTS_JSON_TEXT_H
#define SPATE_RESULTS_JSON_TEXT_H

#include <stdint.h>

#include "base/text.h"

typedef struct json_text {
    text_buffer *out;
    int depth, items; /* open scopes; items in the innermost */
} json_text;

/* key is NULL inside an array and at the top. bracket: '{' or '['; close takes the same. */
void json_open(json_text *j, const char *key, char bracket);
void json_close(json_text *j, char bracket);
void json_put_text(json_text *j, const char *key, const char *value); /* NULL is null */
void json_put_integer(json_text *j, const char *key, int64_t value);
void json_put_real(json_text *j, const char *key, double value); /* null unless finite */
void json_put_raw(json_text *j, const char *key,
                  const char *value); /* JSON as it is; NULL is null */

#endif
