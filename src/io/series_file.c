/* Reads time series from tables in text: finds the columns, converts times to seconds since the
 * start and values to SI. Messages name the line. */
#include "io/series_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "io/csv.h"
#include "io/local_times.h"
#include "io/table_text.h"

typedef struct series_reader {
    csv table;
    const series_request *request;
    int time, value;    /* columns */
    double time_factor; /* s of one unit of elapsed time; 0: dates */
    double factor;      /* SI of one unit of the values */
    int room;
    local_times dates;
} series_reader;

/* ---- columns ---- */

static int find_time(const csv *c)
{
    static const char *const names[] = {"time", "t", "elapsed", "date", "datetime", "timestamp"};
    for (size_t n = 0; c->names && n < sizeof names / sizeof *names; ++n)
        if (csv_column(c, names[n]) >= 0)
            return csv_column(c, names[n]);
    return 0;
}

static spate_status find_value(series_reader *r)
{
    csv *c = &r->table;
    const char *wanted = r->request->column;
    char names[512];
    csv_names_text(c, r->time, names, sizeof names);
    if (c->columns < 2)
        return fail_data(c->ctx, "%s:%ld: one column; a series has a time and a value in each row",
                         c->name, c->line);
    if (wanted) {
        r->value = csv_column(c, wanted);
        if (r->value < 0 || r->value == r->time)
            return fail_data(c->ctx, "%s: there is no column \"%.60s\", only %s", c->name, wanted,
                             c->names ? names : "columns without names");
        return SPATE_OK;
    }
    if (c->columns > 2)
        return fail_data(c->ctx, "%s: several columns (%s); choose one with `column: NAME`",
                         c->name, c->names ? names : "without names");
    r->value = 1 - r->time;
    return SPATE_OK;
}

static spate_status value_unit(series_reader *r)
{
    const csv *c = &r->table;
    const unit_kind kind = r->request->kind;
    const char *in_header = c->units ? c->units[r->value] : "";
    const char *unit = *in_header ? in_header : r->request->unit;
    r->factor = 1;
    if (unit && *unit) {
        r->factor = unit_factor(kind, unit);
        if (!(r->factor > 0))
            return fail_data(c->ctx, "%s: the unit \"%.40s\" does not fit here; use one like %s",
                             c->name, unit, *unit_example(kind) ? unit_example(kind) : "none");
        return SPATE_OK;
    }
    if (unit_may_be_bare(kind))
        return SPATE_OK;
    return fail_data(
        c->ctx, "%s: the values have no unit; write it into the header, as in \"time,%.60s [%s]\"",
        c->name, c->names ? c->names[r->value] : "value", unit_example(kind));
}

/* Elapsed time where the header has a unit or the first time is a number. */
static spate_status time_unit(series_reader *r, const char *first)
{
    const csv *c = &r->table;
    const char *unit = c->units ? c->units[r->time] : "", *name = c->names ? c->names[r->time] : "";
    double number;
    r->time_factor = 0;
    if (*unit) {
        r->time_factor = unit_factor(UNIT_TIME, unit);
        if (!(r->time_factor > 0))
            return fail_data(c->ctx,
                             "%s: the unit of time \"%.40s\" is unknown; use s, min, h or d",
                             c->name, unit);
    } else if (number_parse(first, &number)) {
        if (*name && strcasecmp(name, "time") && strcasecmp(name, "t") &&
            strcasecmp(name, "elapsed"))
            return fail_data(c->ctx,
                             "%s: the times are numbers without unit; call the column \"time [h]\"",
                             c->name);
        r->time_factor = 1;
    }
    return SPATE_OK;
}

/* ---- rows ---- */

static spate_status wrong(const csv *c, const char *text, const char *what)
{
    return fail_data(c->ctx, "%s:%ld: \"%.60s\" is %s", c->name, c->line, text, what);
}

static spate_status read_time(series_reader *r, const char *text, double *t)
{
    const csv *c = &r->table;
    if (!*text)
        return fail_data(c->ctx, "%s:%ld: there is no time", c->name, c->line);
    if (r->time_factor > 0) {
        if (!number_parse(text, t))
            return wrong(c, text, "not a time; the others are elapsed times");
        *t *= r->time_factor;
        return SPATE_OK;
    }
    double unix_seconds;
    char why[256];
    switch (local_times_read(&r->dates, text, &unix_seconds, why, sizeof why)) {
    case DATE_OK: break;
    case DATE_WITHOUT_ZONE:
        return wrong(c, text,
                     "without a zone; write 2024-01-02T00:00Z, or the zone of the file into the "
                     "case, as in {file: ..., zone: Europe/London}");
    default:
        return wrong(c, text,
                     *why ? why
                          : "not a time; write 2024-01-02T00:00Z, or numbers below \"time [h]\"");
    }
    if (isnan(r->request->start))
        return wrong(c, text, "a date, but the run has no start; set time.start");
    *t = unix_seconds - r->request->start;
    return SPATE_OK;
}

static spate_status read_value(const series_reader *r, const char *text, double *value)
{
    const csv *c = &r->table;
    if (!*text)
        return fail_data(c->ctx, "%s:%ld: there is no value; fill it in or leave the row out",
                         c->name, c->line);
    double number;
    if (!number_parse(text, &number))
        return wrong(c, text,
                     strchr(text, ',') ? "not a number; decimals need a point" : "not a number");
    *value = r->request->scale * (number * r->factor) + r->request->offset;
    if (r->request->not_negative && *value < 0) {
        const char *in_header = c->units ? c->units[r->value] : "";
        return fail_data(c->ctx, "%s:%ld: %s %s is negative; it must be 0 or more", c->name,
                         c->line, text,
                         *in_header         ? in_header
                         : r->request->unit ? r->request->unit
                                            : "");
    }
    return SPATE_OK;
}

static spate_status append(series_reader *r, series *s, double t, double value)
{
    const csv *c = &r->table;
    if (s->count && !(t > s->t[s->count - 1]))
        return fail_data(c->ctx,
                         "%s:%ld: times must increase; %g s comes after %g s (since the start)",
                         c->name, c->line, t, s->t[s->count - 1]);
    if (s->count == r->room) {
        const int room = r->room ? 2 * r->room : 256;
        double *times = realloc(s->t, (size_t)room * sizeof *times);
        s->t = times ? times : s->t;
        double *values = times ? realloc(s->value, (size_t)room * sizeof *values) : NULL;
        s->value = values ? values : s->value;
        if (!times || !values)
            return fail_memory(c->ctx, "%s: no memory", c->name);
        r->room = room;
    }
    s->t[s->count] = t;
    s->value[s->count++] = value;
    return SPATE_OK;
}

static spate_status read_rows(series_reader *r, series *s)
{
    csv *c = &r->table;
    for (;;) {
        int more;
        double t = 0, value = 0;
        SPATE_TRY(csv_next(c, &more));
        if (!more)
            return SPATE_OK;
        if (!s->count)
            SPATE_TRY(time_unit(r, c->row.fields[r->time]));
        SPATE_TRY(read_time(r, c->row.fields[r->time], &t));
        SPATE_TRY(read_value(r, c->row.fields[r->value], &value));
        SPATE_TRY(append(r, s, t, value));
    }
}

/* ---- cover ---- */

static const char *moment(const series_request *q, double t, char *out, size_t size)
{
    if (isnan(q->start))
        snprintf(out, size, "%g s", t);
    else
        date_format(q->start + t, out, size);
    return out;
}

static spate_status check_cover(const csv *c, const series_request *q, const series *s)
{
    const double slack = 1e-6; /* s; the rounding of seconds since 1970 in a double */
    const double first = s->t[0], last = s->t[s->count - 1];
    if (!(q->cover_from < q->cover_to))
        return SPATE_OK;
    const int goes_on = q->hold || q->hold_last;
    if (first <= q->cover_from + slack && (goes_on || last >= q->cover_to - slack))
        return SPATE_OK;
    char a[64], b[64], from[64], to[64];
    return fail_data(
        c->ctx, "%s: the series covers %s to %s, the run needs %s to %s; add the missing times%s",
        c->name, moment(q, first, a, sizeof a), moment(q, last, b, sizeof b),
        moment(q, q->cover_from, from, sizeof from), moment(q, q->cover_to, to, sizeof to),
        first <= q->cover_from + slack
            ? ", or write hold: last beside the file to keep its last value"
            : "");
}

spate_status series_parse(spate_context *ctx, const series_request *request, const char *text,
                          size_t length, series *out)
{
    series_reader r = {.request = request};
    series s = {0};
    char why[512];
    spate_status status = csv_open(&r.table, ctx, request->file, text, length);
    if (status == SPATE_OK && !local_times_open(&r.dates, request->zone, why, sizeof why))
        status = fail_data(ctx, "%s: %s", request->file, why);
    if (status == SPATE_OK) {
        r.time = find_time(&r.table);
        status = find_value(&r);
    }
    if (status == SPATE_OK)
        status = value_unit(&r);
    if (status == SPATE_OK)
        status = read_rows(&r, &s);
    if (status == SPATE_OK)
        status = check_cover(&r.table, request, &s);
    local_times_close(&r.dates);
    csv_close(&r.table);
    if (status != SPATE_OK)
        series_free(&s);
    *out = s;
    return status;
}

spate_status series_read(spate_context *ctx, const series_request *request, series *out)
{
    char *text;
    size_t length;
    *out = (series){0};
    SPATE_TRY(table_text_read(ctx, request->file, &text, &length));
    const spate_status status = series_parse(ctx, request, text, length, out);
    free(text);
    return status;
}

void series_free(series *s)
{
    free(s->t);
    free(s->value);
    *s = (series){0};
}
