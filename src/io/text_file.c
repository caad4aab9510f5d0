/* Reads text files with limits, so that garbage of any size ends in a sentence. */
#include "io/text_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 2 * TEXT_LINE_MOST }; /* the first shows whether there are lines */

/* Bytes of the UTF-8 character at s (RFC 3629: no overlong forms, no surrogates), 0 if it is none. */
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

spate_status text_check(spate_context *ctx, const char *name, const char *text, size_t length)
{
    const unsigned char *s = (const unsigned char *)text;
    size_t line_start = 0;
    long line = 1;
    for (size_t n = 0, step; n < length; n += step) {
        step = utf8_length(s + n, length - n);
        if (!step)
            return spate_fail(ctx, SPATE_ERROR_DATA,
                              "%s:%ld: this is not UTF-8; save the file as UTF-8 text", name, line);
        if ((s[n] < ' ' && !strchr("\t\n\r", s[n])) || s[n] == 0x7f || s[n] == 0)
            return spate_fail(ctx, SPATE_ERROR_DATA,
                              "%s:%ld: this is not text but a binary file; a table is expected",
                              name, line);
        if (s[n] == '\n') {
            ++line;
            line_start = n + 1;
        }
        if (n > line_start + TEXT_LINE_MOST)
            return spate_fail(ctx, SPATE_ERROR_DATA,
                              "%s:%ld: a line of more than 1 MB; this is not a table", name, line);
    }
    return SPATE_OK;
}

/* Whether the first piece already shows that this is no table; a character may be cut at its end. */
static spate_status check_first(spate_context *ctx, const char *file, const char *text,
                                size_t length)
{
    while (length && ((unsigned char)text[length - 1] & 0x80))
        --length;
    return text_check(ctx, file, text, length);
}

static spate_status read_all(spate_context *ctx, const char *file, FILE *f, char **text,
                             size_t *length)
{
    char *all = NULL;
    size_t used = 0;
    for (;;) {
        char *grown = realloc(all, used + CHUNK + 1);
        if (!grown) {
            free(all);
            return spate_fail(ctx, SPATE_ERROR_MEMORY, "%s: no memory", file);
        }
        all = grown;
        const size_t got = fread(all + used, 1, CHUNK, f);
        spate_status status = SPATE_OK;
        if (ferror(f))
            status = spate_fail(ctx, SPATE_ERROR_DATA, "%s: %s", file, strerror(errno));
        else if (used == 0)
            status = check_first(ctx, file, all, got);
        used += got;
        if (status == SPATE_OK && used > TEXT_FILE_MOST)
            status = spate_fail(ctx, SPATE_ERROR_DATA,
                                "%s: larger than 256 MB; thin it out or cut it to the run", file);
        if (status != SPATE_OK) {
            free(all);
            return status;
        }
        if (got < CHUNK)
            break;
    }
    all[used] = '\0';
    *text = all;
    *length = used;
    return SPATE_OK;
}

spate_status text_file_read(spate_context *ctx, const char *file, char **text, size_t *length)
{
    FILE *f = fopen(file, "rb");
    if (!f)
        return spate_fail(ctx, SPATE_ERROR_DATA, "%s: %s", file, strerror(errno));
    const spate_status status = read_all(ctx, file, f, text, length);
    fclose(f);
    return status;
}
