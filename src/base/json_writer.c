/* JSON, item by item. */
#include "base/json_writer.h"

#include <errno.h>
#include <math.h>

#include "base/units.h"

/* ---- strings ---- */

/* Bytes of the UTF-8 character at c, and its code; 0 if the bytes are not valid. */
static size_t decode(const unsigned char *c, uint32_t *code)
{
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const size_t size = c[0] < 0x80             ? 1
                        : (c[0] & 0xe0) == 0xc0 ? 2
                        : (c[0] & 0xf0) == 0xe0 ? 3
                        : (c[0] & 0xf8) == 0xf0 ? 4
                                                : 0;
    *code = size > 1 ? c[0] & (0xffu >> (size + 1)) : c[0];
    for (size_t k = 1; k < size; ++k) {
        if ((c[k] & 0xc0) != 0x80) /* the final 0 of the text, too */
            return 0;
        *code = *code << 6 | (c[k] & 0x3fu);
    }
    const int surrogate = *code >= 0xd800 && *code <= 0xdfff;
    return size == 0 || *code < smallest[size] || *code > 0x10ffff || surrogate ? 0 : size;
}

static int must_be_escaped(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code <= 0xa0) || code == 0x2028 || code == 0x2029 ||
           code == 0xfeff;
}

void json_write_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (const unsigned char *c = (const unsigned char *)text; *c;) {
        uint32_t code;
        const size_t size = decode(c, &code);
        if (size == 0)
            fputs("\\ufffd", out);
        else if (must_be_escaped(code))
            fprintf(out, "\\u%04x", (unsigned)code);
        else if (code == '"' || code == '\\')
            fprintf(out, "\\%c", (int)code);
        else
            fwrite(c, 1, size, out);
        c += size > 0 ? size : 1;
    }
    fputc('"', out);
}

/* ---- scopes ---- */

json_writer json_begin(FILE *out)
{
    return (json_writer){.out = out, .least_digits = 15};
}

int json_end(json_writer *j)
{
    const int failed = ferror(j->out);
    if (fflush(j->out) != 0)
        return -1;
    if (failed)
        errno = EIO; /* of an earlier write whose errno is lost */
    return failed ? -1 : 0;
}

/* The comma and line break before an item, and its key. */
static void begin_item(json_writer *j, const char *key)
{
    if (j->depth > 0)
        fprintf(j->out, "%s\n%*s", j->items > 0 ? "," : "", 2 * j->depth, "");
    ++j->items;
    if (key) {
        json_write_string(j->out, key);
        fputs(": ", j->out);
    }
}

static void open_scope(json_writer *j, const char *key, int is_array)
{
    const uint64_t bit = UINT64_C(1) << (j->depth & 63);
    begin_item(j, key);
    fputc(is_array ? '[' : '{', j->out);
    j->arrays = is_array ? j->arrays | bit : j->arrays & ~bit;
    ++j->depth;
    j->items = 0;
}

void json_open_object(json_writer *j, const char *key)
{
    open_scope(j, key, 0);
}

void json_open_array(json_writer *j, const char *key)
{
    open_scope(j, key, 1);
}

void json_close(json_writer *j)
{
    --j->depth;
    if (j->items > 0)
        fprintf(j->out, "\n%*s", 2 * j->depth, "");
    fputc(j->arrays >> (j->depth & 63) & 1 ? ']' : '}', j->out);
    if (j->depth == 0)
        fputc('\n', j->out);
    j->items = 1; /* the scope is itself an item of the one around it */
}

/* ---- values ---- */

void json_raw(json_writer *j, const char *key, const char *value)
{
    begin_item(j, key);
    fputs(value ? value : "null", j->out);
}

void json_text(json_writer *j, const char *key, const char *value)
{
    if (!value) {
        json_raw(j, key, NULL);
        return;
    }
    begin_item(j, key);
    json_write_string(j->out, value);
}

void json_integer(json_writer *j, const char *key, int64_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)value);
    json_raw(j, key, text);
}

void json_real(json_writer *j, const char *key, double value)
{
    char text[32];
    json_raw(j, key,
             isfinite(value) ? number_text(value, j->least_digits, text, sizeof text) : NULL);
}

void json_boolean(json_writer *j, const char *key, int value)
{
    json_raw(j, key, value ? "true" : "false");
}
