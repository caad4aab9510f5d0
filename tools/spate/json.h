/* A small JSON writer: commas, indentation and escapes are right by construction. */
#ifndef SPATE_TOOLS_JSON_H
#define SPATE_TOOLS_JSON_H

#include <stdint.h>
#include <stdio.h>

typedef struct json {
    FILE *out;
    int depth;
    int items; /* in the innermost open object or array */
} json;

json json_begin(FILE *out);

/* key is NULL inside an array and at the top. */
void json_open_object(json *j, const char *key);
void json_open_array(json *j, const char *key);
void json_close_object(json *j);
void json_close_array(json *j); /* both end the line when they close the whole text */

void json_text(json *j, const char *key, const char *value); /* NULL is null */
void json_integer(json *j, const char *key, int64_t value);
void json_real(json *j, const char *key, double value); /* null unless finite */
void json_boolean(json *j, const char *key, int value);

#endif
