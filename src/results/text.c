/* Growing text. Knows nothing of files. */
#include "results/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"

/* Room for so many more bytes and the final 0. */
static int reserve(text_buffer *t, size_t more)
{
    if (t->failed)
        return 0;
    if (t->size - t->length > more)
        return 1;
    const size_t size = 2 * t->size + more + 64;
    char *data = realloc(t->data, size);
    if (!data) {
        t->failed = 1;
        return 0;
    }
    t->data = data;
    t->size = size;
    return 1;
}

void text_add_bytes(text_buffer *t, const char *bytes, size_t count)
{
    if (!reserve(t, count))
        return;
    memcpy(t->data + t->length, bytes, count);
    t->length += count;
    t->data[t->length] = '\0';
}

void text_add(text_buffer *t, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    const int count = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (count >= 0 && reserve(t, (size_t)count)) {
        vsnprintf(t->data + t->length, (size_t)count + 1, format, again);
        t->length += (size_t)count;
    }
    va_end(again);
}

void text_clear(text_buffer *t)
{
    t->length = 0;
    if (t->data)
        t->data[0] = '\0';
}

void text_free(text_buffer *t)
{
    free(t->data);
    *t = (text_buffer){0};
}

void text_add_number(text_buffer *t, double value, int least)
{
    char number[40];
    text_add(t, "%s", number_text(value, least, number, sizeof number));
}
