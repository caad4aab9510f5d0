/* Text: a buffer that grows, files read whole, and the check that bytes are UTF-8 text. */
#ifndef SPATE_BASE_TEXT_H
#define SPATE_BASE_TEXT_H

#include <stddef.h>

/* A failed allocation is remembered in `failed`, so that the calls between need no checks. */
typedef struct text_buffer {
    char *data; /* ends with a 0; NULL while empty */
    size_t length, size;
    int failed; /* out of memory: the text is incomplete */
} text_buffer;

void text_add(text_buffer *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_bytes(text_buffer *t, const char *bytes, size_t count);
/* The fewest of `least` to 17 digits that read back as the same number. */
void text_add_number(text_buffer *t, double value, int least);
void text_clear(text_buffer *t); /* keeps the memory */
void text_free(text_buffer *t);

/* The bytes of a file with a 0 after them, malloc'ed; NULL with errno. Reading stops at `most` + 1
 * bytes: a *length above `most` means that the file is longer. */
char *text_file_read(const char *path, size_t most, size_t *length);

enum text_flaw_kind { TEXT_SOUND, TEXT_CONTROL_BYTE, TEXT_NOT_UTF8, TEXT_LONG_LINE };

typedef struct text_flaw {
    enum text_flaw_kind kind;
    int line, column; /* from 1; columns count characters */
    unsigned char byte;
} text_flaw;

/* The first byte that is not valid UTF-8 text (RFC 3629; tab, CR and LF are the only control
 * characters), or the first line of more than `longest` bytes. */
text_flaw text_find_flaw(const char *text, size_t length, size_t longest);
/* 3 if the text begins with a byte-order mark, which is skipped; otherwise 0. */
size_t text_bom_length(const char *text, size_t length);

#endif
