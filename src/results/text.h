/* A text that grows, and JSON written into it. A failed allocation is remembered and seen at the end:
 * the lines between need no checks. */
#ifndef SPATE_RESULTS_TEXT_H
#define SPATE_RESULTS_TEXT_H

#include <stddef.h>
#include <stdint.h>

typedef struct text_buffer {
    char *data; /* ends with a 0; NULL while empty */
    size_t length, size;
    int failed; /* no memory: what is there is not whole */
} text_buffer;

void text_add(text_buffer *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_bytes(text_buffer *t, const char *bytes, size_t count);
void text_clear(text_buffer *t); /* keeps the memory */
void text_free(text_buffer *t);

/* The fewest of `least` to 17 digits that read back as the same number. */
void text_add_number(text_buffer *t, double value, int least);

/* ---- JSON: commas and indentation are right by construction ---- */

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
