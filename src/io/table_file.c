/* Tables of numbers without time: ratings, classes of land cover. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"
#include "io/csv.h"
#include "io/series_file.h"
#include "io/table_text.h"

typedef struct table_reader {
    csv csv;
    int room;     /* rows */
    int *is_text; /* columns whose first value is not a number */
} table_reader;

static spate_status add_row(table_reader *r, table *t)
{
    csv *c = &r->csv;
    if (t->rows == r->room) {
        const int room = r->room ? 2 * r->room : 64;
        double *grown = realloc(t->values, (size_t)room * (size_t)c->columns * sizeof *grown);
        if (!grown)
            return fail_memory(c->ctx, "%s: no memory", c->name);
        t->values = grown;
        r->room = room;
    }
    double *row = t->values + (size_t)t->rows * (size_t)c->columns;
    for (int n = 0; n < c->columns; ++n) {
        const int number = number_parse(c->row.fields[n], &row[n]);
        if (!t->rows)
            r->is_text[n] = !number;
        if (r->is_text[n])
            row[n] = NAN;
        else if (!number)
            return fail_data(c->ctx, "%s:%ld: \"%.60s\" is not a number", c->name, c->line,
                             c->row.fields[n]);
    }
    ++t->rows;
    return SPATE_OK;
}

static spate_status copy_names(const csv *c, table *t)
{
    t->names = calloc((size_t)c->columns, sizeof *t->names);
    t->units = calloc((size_t)c->columns, sizeof *t->units);
    if (!t->names || !t->units)
        return fail_memory(c->ctx, "%s: no memory", c->name);
    t->columns = c->columns;
    for (int n = 0; n < c->columns; ++n) {
        t->names[n] = strdup(c->names ? c->names[n] : "");
        t->units[n] = strdup(c->units ? c->units[n] : "");
        if (!t->names[n] || !t->units[n])
            return fail_memory(c->ctx, "%s: no memory", c->name);
    }
    return SPATE_OK;
}

static spate_status read_rows(table_reader *r, table *t)
{
    SPATE_TRY(copy_names(&r->csv, t));
    r->is_text = calloc((size_t)r->csv.columns, sizeof *r->is_text);
    if (!r->is_text)
        return fail_memory(r->csv.ctx, "%s: no memory", r->csv.name);
    for (;;) {
        int more;
        SPATE_TRY(csv_next(&r->csv, &more));
        if (!more)
            return SPATE_OK;
        SPATE_TRY(add_row(r, t));
    }
}

spate_status table_parse(spate_context *ctx, const char *name, const char *text, size_t length,
                         table *out)
{
    table_reader r = {.room = 0};
    *out = (table){0};
    spate_status status = csv_open(&r.csv, ctx, name, text, length);
    if (status == SPATE_OK)
        status = read_rows(&r, out);
    csv_close(&r.csv);
    free(r.is_text);
    if (status != SPATE_OK)
        table_free(out);
    return status;
}

spate_status table_read(spate_context *ctx, const char *file, table *out)
{
    char *text;
    size_t length;
    *out = (table){0};
    SPATE_TRY(table_text_read(ctx, file, &text, &length));
    const spate_status status = table_parse(ctx, file, text, length, out);
    free(text);
    return status;
}

int table_column(const table *t, const char *name)
{
    for (int k = 0; k < t->columns; ++k)
        if (strcmp(t->names[k], name) == 0)
            return k;
    return -1;
}

void table_free(table *t)
{
    for (int n = 0; n < t->columns; ++n) {
        free(t->names[n]);
        free(t->units[n]);
    }
    free(t->names);
    free(t->units);
    free(t->values);
    *t = (table){0};
}
