/* Tables in text: rows of fields separated by commas, semicolons, tabs or blanks, with a header of
 * names and units. */
#ifndef SPATE_IO_CSV_H
#define SPATE_IO_CSV_H

#include <stddef.h>

#include "base/context.h"

typedef struct csv_row {
    int count, room;
    char **fields; /* into `text`, trimmed */
    char *text;    /* grows to the longest line */
    size_t size;
} csv_row;

typedef struct csv {
    spate_context *ctx;
    const char *name;
    const char *at, *end;
    char separator; /* ' ' for blanks */
    long line;      /* of the row just read */
    long next_line;
    int columns;
    char **names, **units; /* of the columns; "" where none. NULL without header */
    csv_row row;
} csv;

/* Checks the text (borrowed), finds separator and header. No rows at all is SPATE_ERROR_DATA.
 * Release with csv_close also after a failure. */
spate_status csv_open(csv *c, spate_context *ctx, const char *name, const char *text,
                      size_t length);
/* The next row into c->row, which has c->columns fields; *more is 0 at the end. */
spate_status csv_next(csv *c, int *more);
void csv_close(csv *c);

/* The column of that name; -1 if there is none. */
int csv_column(const csv *c, const char *name);
/* "time, exmouth, starcross": for messages; `but` is left out. */
const char *csv_names_text(const csv *c, int but, char *out, size_t size);

#endif
