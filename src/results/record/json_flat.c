/* A reader of JSON for files that this program wrote; anything else is refused, never followed
 * deep. */
#include "results/record/json_flat.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { DEEPEST = 64 };

typedef struct reader {
    const char *at, *end;
    text_buffer path, string;
    json_flat *out;
} reader;

static int read_value(reader *r, int depth);

static void skip_space(reader *r)
{
    while (r->at < r->end && strchr(" \t\r\n", *r->at) && *r->at)
        ++r->at;
}

static int next_is(reader *r, char c)
{
    skip_space(r);
    if (r->at >= r->end || *r->at != c)
        return 0;
    ++r->at;
    return 1;
}

static char *copy_of(const text_buffer *t)
{
    return t->failed ? NULL : strdup(t->data ? t->data : "");
}

static int keep(reader *r)
{
    json_flat *f = r->out;
    if (f->count == f->size) {
        const size_t size = 2 * f->size + 64;
        json_entry *entries = realloc(f->entries, size * sizeof *entries);
        if (!entries)
            return 0;
        f->entries = entries;
        f->size = size;
    }
    json_entry *e = &f->entries[f->count++];
    e->path = copy_of(&r->path);
    e->value = copy_of(&r->string);
    return e->path && e->value;
}

/* \uXXXX as UTF-8; halves of surrogate pairs become '?'. */
static int read_code(reader *r)
{
    unsigned code = 0;
    for (int k = 0; k < 4; ++k, ++r->at) {
        if (r->at >= r->end || !isxdigit((unsigned char)*r->at))
            return 0;
        const int c = tolower((unsigned char)*r->at);
        code = 16 * code + (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
    }
    if (code == 0 || (code >= 0xd800 && code < 0xe000))
        text_add(&r->string, "?");
    else if (code < 0x80)
        text_add(&r->string, "%c", (char)code);
    else if (code < 0x800)
        text_add(&r->string, "%c%c", (char)(0xc0 | code >> 6), (char)(0x80 | (code & 63)));
    else
        text_add(&r->string, "%c%c%c", (char)(0xe0 | code >> 12), (char)(0x80 | (code >> 6 & 63)),
                 (char)(0x80 | (code & 63)));
    return 1;
}

static int read_escape(reader *r)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (r->at >= r->end)
        return 0;
    const char c = *r->at++;
    if (c == 'u')
        return read_code(r);
    const char *found = c ? strchr(from, c) : NULL;
    if (!found)
        return 0;
    text_add_bytes(&r->string, &to[found - from], 1);
    return 1;
}

/* After the opening quote; the content is left in r->string. */
static int read_string(reader *r)
{
    text_clear(&r->string);
    while (r->at < r->end) {
        const char c = *r->at++;
        if (c == '"')
            return !r->string.failed;
        if ((unsigned char)c < 0x20 || (c == '\\' && !read_escape(r)))
            return 0;
        if (c != '\\')
            text_add_bytes(&r->string, &c, 1);
    }
    return 0;
}

static void cut_path(reader *r, size_t length)
{
    r->path.length = length;
    if (r->path.data)
        r->path.data[length] = '\0';
}

static int keep_text(reader *r, const char *value)
{
    text_clear(&r->string);
    text_add(&r->string, "%s", value);
    return keep(r);
}

static int read_object(reader *r, int depth)
{
    const size_t before = r->path.length;
    if (next_is(r, '}'))
        return keep_text(r, "{}");
    do {
        if (!next_is(r, '"') || !read_string(r))
            return 0;
        text_add(&r->path, "%s%s", before ? "." : "", r->string.data ? r->string.data : "");
        if (!next_is(r, ':') || !read_value(r, depth))
            return 0;
        cut_path(r, before);
    } while (next_is(r, ','));
    return next_is(r, '}');
}

static int read_array(reader *r, int depth)
{
    const size_t before = r->path.length;
    if (next_is(r, ']'))
        return keep_text(r, "[]");
    int n = 0;
    do {
        text_add(&r->path, "[%d]", n++);
        if (!read_value(r, depth))
            return 0;
        cut_path(r, before);
    } while (next_is(r, ','));
    return next_is(r, ']');
}

/* Numbers and the three words. */
static int read_word(reader *r)
{
    text_clear(&r->string);
    while (r->at < r->end && (isalnum((unsigned char)*r->at) || strchr("+-.", *r->at)) && *r->at)
        text_add_bytes(&r->string, r->at++, 1);
    return r->string.length > 0 && keep(r);
}

static int read_value(reader *r, int depth)
{
    if (depth >= DEEPEST)
        return 0;
    if (next_is(r, '{'))
        return read_object(r, depth + 1);
    if (next_is(r, '['))
        return read_array(r, depth + 1);
    if (next_is(r, '"'))
        return read_string(r) && keep(r);
    return read_word(r);
}

int json_flatten(const char *json, size_t length, json_flat *out)
{
    *out = (json_flat){0};
    reader r = {.at = json, .end = json + length, .out = out};
    int ok = read_value(&r, 0);
    skip_space(&r);
    ok = ok && r.at == r.end && !r.path.failed && !r.string.failed;
    text_free(&r.path);
    text_free(&r.string);
    if (!ok)
        json_flat_free(out);
    return ok;
}

void json_flat_free(json_flat *f)
{
    for (size_t k = 0; k < f->count; ++k) {
        free(f->entries[k].path);
        free(f->entries[k].value);
    }
    free(f->entries);
    *f = (json_flat){0};
}

const char *json_flat_get(const json_flat *f, const char *path)
{
    for (size_t k = 0; k < f->count; ++k)
        if (strcmp(f->entries[k].path, path) == 0)
            return f->entries[k].value;
    return NULL;
}
