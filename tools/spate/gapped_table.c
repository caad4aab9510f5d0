/* Reads tables line by line, so that a file that is no table fails at its first line. */
#include "gapped_table.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/units.h"
#include "io/local_times.h"

enum { LONGEST_LINE = 1 << 20, MOST_COLUMNS = 1000 };

typedef struct reader {
    spate_context *ctx;
    const char *file;
    FILE *in;
    char *line;
    size_t size;
    long long number; /* of the line */
    char separator;
    double unit; /* of the time, s */
    long long room;
    local_times dates;
} reader;

static spate_status wrong(const reader *r, const char *what)
{
    return fail_data(r->ctx, "%s:%lld: %s", r->file, r->number, what);
}

/* The next line that is not empty or a comment; 0 at the end, -1 where the line is too long or
 * holds bytes that are no text. */
static int next_line(reader *r)
{
    size_t length = 0;
    for (int c;;) {
        c = getc(r->in);
        if (c == EOF && length == 0)
            return 0;
        if (c == EOF || c == '\n') {
            ++r->number;
            while (length > 0 && (r->line[length - 1] == '\r' || r->line[length - 1] == ' '))
                --length;
            r->line[length] = '\0';
            if (length > 0 && r->line[0] != '#')
                return 1;
            length = 0;
            continue;
        }
        if (length + 1 >= r->size || (c < 32 && c != '\t' && c != '\r')) {
            ++r->number;
            return -1;
        }
        r->line[length++] = (char)c;
    }
}

/* Cuts the next cell off the line, without the blanks around it. A cell in quotes may hold
 * separators, and quotes written twice. */
static char *next_cell(const reader *r, char **rest)
{
    char *cell = *rest;
    if (!cell)
        return NULL;
    while (*cell == ' ')
        ++cell;
    char *to = cell, *from = cell;
    for (int quoted = 0; *from && (quoted || *from != r->separator); ++from) {
        if (*from == '"' && !(quoted && from[1] == '"')) {
            quoted = !quoted;
            continue;
        }
        from += *from == '"'; /* the second of two */
        *to++ = *from;
    }
    *rest = *from ? from + 1 : NULL;
    while (to > cell && to[-1] == ' ')
        --to;
    *to = '\0';
    return cell;
}

/* "level [m]" into name and unit, in place. */
static char *cut_unit(char *cell)
{
    char *open = strpbrk(cell, "[("), *close = open ? strpbrk(open, "])") : NULL;
    if (!close)
        return cell + strlen(cell);
    *close = '\0';
    *open = '\0';
    for (char *end = open; end > cell && end[-1] == ' ';)
        *--end = '\0';
    return open + 1;
}

static spate_status read_header(reader *r, gapped_table *out)
{
    if (next_line(r) <= 0)
        return wrong(r, "this is not a table: the first line should name the columns, "
                        "\"time,level [m]\"");
    if (strncmp(r->line, "\xef\xbb\xbf", 3) == 0)
        memmove(r->line, r->line + 3, strlen(r->line) - 2);
    r->separator = strchr(r->line, ';') ? ';' : strchr(r->line, '\t') ? '\t' : ',';
    char *rest = r->line, *cell = next_cell(r, &rest);
    const char *unit = cut_unit(cell);
    r->unit = *unit ? unit_factor(UNIT_TIME, unit) : 1;
    if (!rest)
        return wrong(r, "this is not a table of values against time: it has one column; separate "
                        "columns with commas");
    double number;
    if (number_parse(cell, &number))
        return wrong(r, "the first line should name the columns, \"time,level [m]\"");
    if (r->unit == 0 && strcasecmp(unit, "UTC") == 0)
        r->unit = 1;
    if (r->unit == 0)
        return wrong(r, "the first column should be the time; its unit is none of s, min, h, d");
    out->names = calloc(MOST_COLUMNS, sizeof *out->names);
    out->units = calloc(MOST_COLUMNS, sizeof *out->units);
    if (!out->names || !out->units)
        return fail_memory(r->ctx, "%s: not enough memory", r->file);
    while ((cell = next_cell(r, &rest))) {
        if (out->columns == MOST_COLUMNS)
            return wrong(r, "more than 1000 columns");
        unit = cut_unit(cell);
        out->names[out->columns] = strdup(cell);
        out->units[out->columns] = strdup(unit);
        ++out->columns;
        if (!out->names[out->columns - 1] || !out->units[out->columns - 1])
            return fail_memory(r->ctx, "%s: not enough memory", r->file);
    }
    return SPATE_OK;
}

static spate_status read_time(reader *r, gapped_table *out, const char *cell, double *t)
{
    double number;
    int dated = 0;
    char why[256];
    if (number_parse(cell, &number)) {
        *t = number * r->unit;
    } else {
        switch (local_times_read(&r->dates, cell, t, why, sizeof why)) {
        case DATE_OK: dated = 1; break;
        case DATE_WITHOUT_ZONE:
            return wrong(r, "the date has no zone; write 2024-01-02T00:00Z, or set the zone of the "
                            "file (observed: {file: ..., zone: +01:00}, spate compare --zone)");
        default: return wrong(r, *why ? why : "the first cell is neither a date nor a number");
        }
    }
    if (out->rows > 0 && dated != out->dated)
        return wrong(r, "dates and elapsed times are mixed");
    if (out->rows > 0 && !(*t > out->t[out->rows - 1]))
        return wrong(r, "the time does not increase");
    out->dated = dated;
    return SPATE_OK;
}

static int make_room(reader *r, gapped_table *out)
{
    if (out->rows < r->room)
        return 1;
    const long long room = r->room ? 2 * r->room : 256;
    double *t = realloc(out->t, (size_t)room * sizeof *t);
    out->t = t ? t : out->t;
    double *values = realloc(out->values, (size_t)room * (size_t)out->columns * sizeof *values);
    out->values = values ? values : out->values;
    r->room = t && values ? room : r->room;
    return t && values;
}

static spate_status read_row(reader *r, gapped_table *out)
{
    if (!make_room(r, out))
        return fail_memory(r->ctx, "%s: not enough memory", r->file);
    char *rest = r->line;
    SPATE_TRY(read_time(r, out, next_cell(r, &rest), &out->t[out->rows]));
    double *values = out->values + out->rows * out->columns;
    for (int n = 0; n < out->columns; ++n) {
        const char *cell = next_cell(r, &rest);
        if (!cell)
            return wrong(r, "the row has fewer columns than the header");
        values[n] = NAN;
        if (*cell && strcasecmp(cell, "nan") != 0 && !number_parse(cell, &values[n]))
            return wrong(r, "a cell is not a number; leave it empty where there is no value");
    }
    if (rest && *rest)
        return wrong(r, "the row has more columns than the header");
    ++out->rows;
    return SPATE_OK;
}

static spate_status read_table(reader *r, gapped_table *out)
{
    SPATE_TRY(read_header(r, out));
    int more;
    while ((more = next_line(r)) > 0)
        SPATE_TRY(read_row(r, out));
    if (more < 0)
        return wrong(r, "this is not text");
    if (out->rows == 0)
        return wrong(r, "the table has no rows");
    return SPATE_OK;
}

spate_status gapped_read(spate_context *ctx, const char *file, const char *zone, gapped_table *out)
{
    char why[512];
    *out = (gapped_table){0};
    reader r = {.ctx = ctx, .file = file, .size = LONGEST_LINE};
    if (!local_times_open(&r.dates, zone, why, sizeof why))
        return fail_data(ctx, "%s: %s", file, why);
    r.in = fopen(file, "rb");
    if (!r.in) {
        local_times_close(&r.dates);
        return fail_data(ctx, "%s: %s", file, strerror(errno));
    }
    r.line = malloc(r.size);
    const spate_status status =
        r.line ? read_table(&r, out) : fail_memory(ctx, "%s: not enough memory", file);
    free(r.line);
    local_times_close(&r.dates);
    fclose(r.in);
    if (status != SPATE_OK)
        gapped_free(out);
    return status;
}

void gapped_free(gapped_table *c)
{
    for (int n = 0; n < c->columns; ++n) {
        free(c->names[n]);
        free(c->units[n]);
    }
    free(c->names);
    free(c->units);
    free(c->t);
    free(c->values);
    *c = (gapped_table){0};
}

int gapped_column(const gapped_table *c, const char *name)
{
    for (int n = 0; n < c->columns; ++n)
        if (strcasecmp(c->names[n], name) == 0)
            return n;
    return -1;
}

const char *gapped_names(const gapped_table *c, char *out, size_t size)
{
    size_t used = 0;
    *out = '\0';
    for (int n = 0; n < c->columns && used < size; ++n)
        used += (size_t)snprintf(out + used, size - used, "%s%s", n ? ", " : "", c->names[n]);
    return out;
}
