/* The JSON writer of the whole project. Commas, indentation and escapes are right by construction.
 * Write errors need no check between items: json_end reports them once. Knows nothing of what is
 * written. */
#ifndef SPATE_BASE_JSON_WRITER_H
#define SPATE_BASE_JSON_WRITER_H

#include <stdint.h>
#include <stdio.h>

typedef struct json_writer {
    FILE *out;
    int least_digits; /* of a real; more are written where the value needs them */
    int depth;        /* open objects and arrays */
    int items;        /* in the innermost of them */
    uint64_t arrays;  /* bit d is set where the scope at depth d is an array */
} json_writer;

/* The caller keeps out. A real has 15 digits or fewer where they suffice; set least_digits for
 * other limits. */
json_writer json_begin(FILE *out);
/* Flushes. Returns 0, or -1 with errno where any write failed. */
int json_end(json_writer *j);

/* key is NULL inside an array and at the top. At most 64 scopes are open at a time. */
void json_open_object(json_writer *j, const char *key);
void json_open_array(json_writer *j, const char *key);
/* Closes the innermost scope. The outermost one ends the line. */
void json_close(json_writer *j);

void json_text(json_writer *j, const char *key, const char *value); /* NULL is null */
void json_integer(json_writer *j, const char *key, int64_t value);
void json_real(json_writer *j, const char *key, double value); /* null unless finite */
void json_boolean(json_writer *j, const char *key, int value);
/* Text that is JSON already; NULL is null. */
void json_raw(json_writer *j, const char *key, const char *value);

/* A string in quotes. Control characters, line and paragraph separators and the byte order mark
 * are escaped, so that the result is a YAML string too. Bytes that are not UTF-8 become U+FFFD. */
void json_write_string(FILE *out, const char *text);

#endif
