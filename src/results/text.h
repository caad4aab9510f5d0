/* A text that grows. A failed allocation is remembered and seen at the end:
 * the lines between need no checks. */
#ifndef SPATE_RESULTS_TEXT_H
#define SPATE_RESULTS_TEXT_H

#include <stddef.h>

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

#endif
