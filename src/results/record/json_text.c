/* JSON into a growing text, item by item. */
#include <math.h>

#include "results/record/json_text.h"

static void add_string(text_buffer *t, const char *value)
{
    text_add(t, "\"");
    for (const char *c = value; *c; ++c) {
        if (*c == '"' || *c == '\\')
            text_add(t, "\\%c", *c);
        else if ((unsigned char)*c < 0x20)
            text_add(t, "\\u%04x", (unsigned char)*c);
        else
            text_add_bytes(t, c, 1);
    }
    text_add(t, "\"");
}

static void begin_item(json_text *j, const char *key)
{
    if (j->depth > 0)
        text_add(j->out, "%s\n%*s", j->items > 0 ? "," : "", 2 * j->depth, "");
    ++j->items;
    if (key) {
        add_string(j->out, key);
        text_add(j->out, ": ");
    }
}

void json_open(json_text *j, const char *key, char bracket)
{
    begin_item(j, key);
    text_add(j->out, "%c", bracket);
    ++j->depth;
    j->items = 0;
}

void json_close(json_text *j, char bracket)
{
    --j->depth;
    if (j->items > 0)
        text_add(j->out, "\n%*s", 2 * j->depth, "");
    text_add(j->out, "%c%s", bracket == '{' ? '}' : ']', j->depth == 0 ? "\n" : "");
    j->items = 1; /* the scope itself is an item of the one around it */
}

void json_put_text(json_text *j, const char *key, const char *value)
{
    begin_item(j, key);
    if (value)
        add_string(j->out, value);
    else
        text_add(j->out, "null");
}

void json_put_integer(json_text *j, const char *key, int64_t value)
{
    begin_item(j, key);
    text_add(j->out, "%lld", (long long)value);
}

void json_put_real(json_text *j, const char *key, double value)
{
    begin_item(j, key);
    if (isfinite(value))
        text_add_number(j->out, value, 6);
    else
        text_add(j->out, "null");
}

void json_put_raw(json_text *j, const char *key, const char *value)
{
    begin_item(j, key);
    text_add(j->out, "%s", value ? value : "null");
}
