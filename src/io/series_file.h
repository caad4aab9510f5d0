/* Time series from CSV: a header with names and units, one time column, one or more values.
 *
 *     time,exmouth [m],starcross [m]         time [h],discharge [m3/s]
 *     2024-01-02T00:00Z,-0.42,-0.39          0,12
 *
 * Times are dates, converted to seconds since `start`, or elapsed times with a unit in the header
 * (s for bare numbers below `time`, `elapsed` or `t`). A date has a zone, or the request has one for
 * all (io/local_times.h). Commas, semicolons, tabs or blanks; # starts a comment; units in [] or ().
 * Two columns without a header are seconds and values, where the kind may be bare. */
#ifndef SPATE_IO_SERIES_FILE_H
#define SPATE_IO_SERIES_FILE_H

#include "base/context.h"
#include "base/units.h"

typedef struct series {
    int count;
    double *t, *value; /* s since the start of the run; SI */
} series;

typedef struct series_request {
    const char *file;
    const char *column; /* NULL: the only value column */
    unit_kind kind;
    const char *unit; /* of the values if the header has none; NULL: as the header says, or bare */
    double scale, offset;        /* SI value = scale * read + offset */
    double start;                /* of the run, s since 1970; NaN: dates in the file are an error */
    double cover_from, cover_to; /* s since start that the series must cover; equal: no check */
    int hold;         /* holds until the next time: the last time need not reach cover_to */
    int hold_last;    /* the last value holds to the end: as above */
    const char *zone; /* of dates without one: "Europe/London", "+01:00"; NULL: an error */
    int not_negative; /* a negative value is an error, with its line and unit */
} series_request;

/* Times must increase; empty cells, short rows, non-UTF-8 and non-numbers are SPATE_ERROR_DATA,
 * with file:line. */
spate_status series_read(spate_context *ctx, const series_request *request, series *out);
/* From memory, for tests and fuzzers. */
spate_status series_parse(spate_context *ctx, const series_request *request, const char *text,
                          size_t length, series *out);
void series_free(series *s);

/* A table without time (ratings, class tables). A column whose first value is not a number is text,
 * and all its values are NaN. names are "" without a header. */
typedef struct table {
    int rows, columns;
    char **names;   /* without units */
    char **units;   /* "" where none */
    double *values; /* rows * columns */
} table;
spate_status table_read(spate_context *ctx, const char *file, table *out);
spate_status table_parse(spate_context *ctx, const char *name, const char *text, size_t length,
                         table *out);
void table_free(table *t);
int table_column(const table *t, const char *name); /* -1: there is none */

#endif
