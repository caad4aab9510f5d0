/* Collects errors with their places. */
#include "casefile/errors.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *error_quote(const char *text, char *out, size_t size)
{
    size_t used = 0;
    for (; *text && used + 4 < size; ++text)
        out[used++] = (unsigned char)*text < 0x20 || *text == 0x7f ? ' ' : *text;
    if (*text) { /* do not cut a character in two */
        while (used > 0 && ((unsigned char)out[used - 1] & 0xc0) == 0x80)
            --used;
        if (used > 0 && (unsigned char)out[used - 1] >= 0xc0)
            --used;
        memcpy(out + used, "...", 3);
        used += 3;
    }
    out[used] = 0;
    return out;
}

const char *error_place(const char *path, node_mark at, const char *set, char *out, size_t size)
{
    char given[96];
    if (set)
        snprintf(out, size, "--set %s", error_quote(set, given, sizeof given));
    else
        snprintf(out, size, "%s:%d:%d", path, at.line, at.column);
    return out;
}

node_mark error_mark(const case_node *where)
{
    return where->kind == CASE_SCALAR || !where->key ? where->at : where->key_at;
}

static void add(case_errors *e, const char *place, const char *path, const char *format,
                va_list args)
{
    if (++e->count > ERRORS_SHOWN)
        return;
    const size_t used = strlen(e->text), room = sizeof e->text - used;
    const int begun = snprintf(e->text + used, room, "%s%s: %s%s", used > 0 ? "\n" : "", place,
                               path, *path ? ": " : "");
    if (begun >= 0 && (size_t)begun < room)
        vsnprintf(e->text + used + begun, room - (size_t)begun, format, args);
}

void errors_add(case_errors *e, const case_node *where, enum error_of which, const char *format,
                ...)
{
    char place[320], path[256], shown[200];
    const node_mark at = which == OF_KEY && where->key ? where->key_at : error_mark(where);
    va_list args;
    va_start(args, format);
    add(e, error_place(e->path, at, where->set, place, sizeof place),
        error_quote(node_path(where, path, sizeof path), shown, sizeof shown), format, args);
    va_end(args);
}

void errors_add_at(case_errors *e, node_mark at, const char *set, const char *format, ...)
{
    char place[320];
    va_list args;
    va_start(args, format);
    add(e, error_place(e->path, at, set, place, sizeof place), "", format, args);
    va_end(args);
}

spate_status errors_report(const case_errors *e, spate_context *ctx)
{
    if (e->no_memory)
        return fail_memory(ctx, "%s: no memory for the case file", e->path);
    if (e->count > ERRORS_SHOWN)
        return fail_argument(ctx, "%s\nand %d more", e->text, e->count - ERRORS_SHOWN);
    return e->count > 0 ? fail_argument(ctx, "%s", e->text) : SPATE_OK;
}
