/* Writes JSON as it is told, item by item. */
#include "json.h"

#include <math.h>

#include "base/units.h"

json json_begin(FILE *out)
{
    const json j = {.out = out, .depth = 0, .items = 0};
    return j;
}

static void write_string(json *j, const char *text)
{
    fputc('"', j->out);
    for (const char *c = text; *c; ++c) {
        if (*c == '"' || *c == '\\')
            fprintf(j->out, "\\%c", *c);
        else if ((unsigned char)*c < 0x20)
            fprintf(j->out, "\\u%04x", (unsigned char)*c);
        else
            fputc(*c, j->out);
    }
    fputc('"', j->out);
}

/* The comma and line break before an item, and its key. */
static void begin_item(json *j, const char *key)
{
    if (j->depth > 0)
        fprintf(j->out, "%s\n%*s", j->items > 0 ? "," : "", 2 * j->depth, "");
    ++j->items;
    if (key) {
        write_string(j, key);
        fputs(": ", j->out);
    }
}

static void open_scope(json *j, const char *key, char bracket)
{
    begin_item(j, key);
    fputc(bracket, j->out);
    ++j->depth;
    j->items = 0;
}

static void close_scope(json *j, char bracket)
{
    --j->depth;
    if (j->items > 0)
        fprintf(j->out, "\n%*s", 2 * j->depth, "");
    fputc(bracket, j->out);
    if (j->depth == 0)
        fputc('\n', j->out);
    j->items = 1; /* the scope itself is an item of the one around it */
}

void json_open_object(json *j, const char *key)
{
    open_scope(j, key, '{');
}

void json_open_array(json *j, const char *key)
{
    open_scope(j, key, '[');
}

void json_close_object(json *j)
{
    close_scope(j, '}');
}

void json_close_array(json *j)
{
    close_scope(j, ']');
}

void json_text(json *j, const char *key, const char *value)
{
    begin_item(j, key);
    if (value)
        write_string(j, value);
    else
        fputs("null", j->out);
}

void json_integer(json *j, const char *key, int64_t value)
{
    begin_item(j, key);
    fprintf(j->out, "%lld", (long long)value);
}

void json_real(json *j, const char *key, double value)
{
    begin_item(j, key);
    if (!isfinite(value)) {
        fputs("null", j->out);
        return;
    }
    char text[32];
    fputs(number_text(value, 15, text, sizeof text), j->out);
}

void json_boolean(json *j, const char *key, int value)
{
    begin_item(j, key);
    fputs(value ? "true" : "false", j->out);
}
