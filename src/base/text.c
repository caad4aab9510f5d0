/* Text buffers, text files and UTF-8. */
#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"

/* Makes room for so many more bytes and the final 0. */
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

char *text_file_read(const char *path, size_t most, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    size_t size = 0, used = 0, got = 1;
    char *text = NULL;
    while (got > 0 && used <= most) {
        if (used + 1 >= size) {
            size = 2 * size + 65536;
            char *more = realloc(text, size);
            if (!more)
                break;
            text = more;
        }
        const size_t room = size - used - 1, wanted = most - used + 1;
        got = fread(text + used, 1, room < wanted ? room : wanted, file);
        used += got;
        if (ferror(file))
            break;
    }
    const int whole = got == 0 || used > most, error = errno;
    const int failed = ferror(file);
    fclose(file);
    if (whole && !failed) {
        text[used] = '\0';
        *length = used;
        return text;
    }
    free(text);
    errno = error;
    return NULL;
}

/* Bytes of the UTF-8 character at s; 0 for overlong forms, surrogates and truncated characters. */
static size_t utf8_length(const unsigned char *s, size_t left)
{
    if (s[0] < 0x80)
        return 1;
    const size_t length = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4 || left < length)
        return 0;
    for (size_t n = 1; n < length; ++n)
        if ((s[n] & 0xc0) != 0x80)
            return 0;
    const int overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    const int beyond = (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf4 && s[1] > 0x8f);
    return overlong || beyond ? 0 : length;
}

text_flaw text_find_flaw(const char *text, size_t length, size_t longest)
{
    const unsigned char *s = (const unsigned char *)text;
    text_flaw at = {TEXT_SOUND, 1, 1, 0};
    size_t line_start = 0;
    for (size_t n = 0, step; n < length && at.kind == TEXT_SOUND; n += step) {
        step = utf8_length(s + n, length - n);
        at.byte = s[n];
        if (step == 0)
            at.kind = TEXT_NOT_UTF8;
        else if ((s[n] < ' ' && s[n] != '\t' && s[n] != '\n' && s[n] != '\r') || s[n] == 0x7f)
            at.kind = TEXT_CONTROL_BYTE;
        else if (n - line_start > longest)
            at.kind = TEXT_LONG_LINE;
        else if (s[n] == '\n') {
            at.line += 1;
            at.column = 1;
            line_start = n + 1;
        } else
            at.column += 1;
    }
    return at;
}

size_t text_bom_length(const char *text, size_t length)
{
    return length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}
