/* Tables of values against time, as results and observations have them: a header with names and
 * units, the time first, empty cells where there is no value. (io/series_file.h is for forcing,
 * where a gap is an error.) */
#ifndef SPATE_TOOLS_GAPPED_TABLE_H
#define SPATE_TOOLS_GAPPED_TABLE_H

#include <stddef.h>

#include "base/context.h"

typedef struct gapped_table {
    int columns; /* without the time */
    char **names, **units;
    long long rows;
    double *t;      /* s: since 1970 where dated, else elapsed; rising */
    int dated;      /* times were dates */
    double *values; /* rows * columns; NaN: empty */
} gapped_table;

/* zone: of dates without one (io/local_times.h); NULL: an error.
 * SPATE_ERROR_DATA with file:line where it is not such a table. */
spate_status gapped_read(spate_context *ctx, const char *file, const char *zone, gapped_table *out);
void gapped_free(gapped_table *c);
int gapped_column(const gapped_table *c, const char *name); /* -1 if there is none */
/* "bed, level, depth": for messages. */
const char *gapped_names(const gapped_table *c, char *out, size_t size);

#endif
