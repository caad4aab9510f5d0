/* The numbers of a cursor, checked. */
#include "results/checkpoint/cursor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* More than any folder holds, and longer than any file. */
static const int64_t most_frames = 100000000, most_bytes = INT64_C(1) << 62;
/* s; longer than any run. Up to here times are exact to a microsecond. */
static const double latest = 1e10;

int64_t cursor_count(const char *text, int64_t most)
{
    int64_t value = 0;
    if (!text || !*text)
        return -1;
    for (; *text; ++text) {
        const int digit = *text - '0';
        if (digit < 0 || digit > 9 || value > (most - digit) / 10)
            return -1;
        value = 10 * value + digit;
    }
    return value;
}

/* A finite number with nothing after it. */
static int read_number(const char *text, double *value)
{
    char *end = NULL;
    *value = text ? strtod(text, &end) : 0;
    return text && end != text && !*end && isfinite(*value);
}

/* A moment from -1 (none yet) to now. */
static int read_moment(const json_flat *flat, const char *key, double now, double *value)
{
    return read_number(json_flat_get(flat, key), value) && *value >= -1 && *value <= now;
}

static int begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static int ends(const char *text, const char *with)
{
    const size_t n = strlen(text), m = strlen(with);
    return n >= m && strcmp(text + n - m, with) == 0;
}

/* Lists of numbers: volumes[k] and series[k].bytes. */
static int lists_are_sound(const json_flat *flat)
{
    double number;
    for (size_t k = 0; k < flat->count; ++k) {
        const json_entry *e = &flat->entries[k];
        if (begins(e->path, "volumes[") && !read_number(e->value, &number))
            return 0;
        if (begins(e->path, "series[") && ends(e->path, "].bytes") &&
            cursor_count(e->value, most_bytes) < 0)
            return 0;
    }
    return 1;
}

const char *cursor_read(const json_flat *flat, checkpoint_cursor *c)
{
    *c = (checkpoint_cursor){.frames = cursor_count(json_flat_get(flat, "frames"), most_frames),
                             .fingerprint = json_flat_get(flat, "case"),
                             .version = json_flat_get(flat, "version"),
                             .commit = json_flat_get(flat, "commit")};
    if (!read_number(json_flat_get(flat, "t"), &c->t) || c->t < 0 || c->t > latest)
        return "its time is invalid";
    if (c->frames < 0)
        return "its number of maps is invalid";
    if (!read_moment(flat, "last_map", c->t, &c->last_map) ||
        !read_moment(flat, "last_series", c->t, &c->last_series))
        return "the times of its last outputs are invalid";
    return lists_are_sound(flat) ? NULL : "its volumes or file lengths are invalid";
}
