/* Weights of parts from a text: "3,1" for two parts, "2,1x1,3" for columns and rows of parts. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grid/grid.h"

typedef struct weight_list {
    int count;
    double *values;
} weight_list;

typedef struct part_weights {
    weight_list columns, rows;
} part_weights;

/* One list of `whole`. */
static spate_status read_list(spate_context *ctx, const char *whole, const char *text,
                              weight_list *list)
{
    const char *at = text;
    size_t room = 1;
    for (const char *c = text; *c; ++c)
        room += *c == ',';
    list->values = malloc(room * sizeof *list->values);
    if (!list->values)
        return fail_memory(ctx, "no memory for %zu weights of parts", room);
    do {
        char *end;
        const double weight = strtod(at, &end);
        while (isspace((unsigned char)*end))
            ++end;
        if (end == at || (*end && *end != ',') || !(weight > 0 && isfinite(weight)))
            return fail_argument(
                ctx,
                "part_weights is \"%s\": weight %d of \"%s\" is not a number above 0; "
                "give weights such as 3,1, or 2,1x1,3 for columns and rows of parts",
                whole, list->count + 1, text);
        list->values[list->count++] = weight;
        at = end;
    } while (*at++ == ',');
    return SPATE_OK;
}

/* columns: the list before an x; rows: the one after it, or the only one. */
static spate_status read_lists(spate_context *ctx, const char *text, part_weights *w)
{
    const char *x = strchr(text, 'x');
    if (!x)
        return read_list(ctx, text, text, &w->rows);
    const size_t length = (size_t)(x - text);
    char *before = calloc(length + 1, 1);
    if (!before)
        return fail_memory(ctx, "no memory for weights of parts");
    memcpy(before, text, length);
    spate_status status = read_list(ctx, text, before, &w->columns);
    free(before);
    return status == SPATE_OK ? read_list(ctx, text, x + 1, &w->rows) : status;
}

/* Chooses the number of parts where it was not given, and for which of them the only list is. */
static void fit_parts(part_weights *w, int *px, int *py)
{
    if (*py == 1 && *px > 1 && w->columns.count == 0) { /* the only list is for columns */
        w->columns = w->rows;
        w->rows = (weight_list){0};
    }
    if (*px == 0 && *py == 0) {
        *px = w->columns.count ? w->columns.count : 1;
        *py = w->rows.count;
    }
}

static spate_status set_weights(spate_context *ctx, const grid *g, const char *text,
                                const part_weights *w, int halo, partition *p)
{
    const int columns = w->columns.count ? w->columns.count : 1;
    const int rows = w->rows.count ? w->rows.count : 1;
    if (columns != p->px || rows != p->py)
        return fail_argument(
            ctx,
            "part_weights is \"%s\", for %d x %d parts, and there are %d x %d: give "
            "one weight for each column and each row, such as 2,1x1,3 for 2 x 2",
            text, columns, rows, p->px, p->py);
    return partition_set_weights(ctx, g, w->columns.values, w->rows.values, halo, p);
}

spate_status partition_create_weighted(spate_context *ctx, const grid *g, int px, int py,
                                       const char *weights, int ranks, int halo, partition *p)
{
    part_weights w = {0};
    if (!weights || !*weights)
        return partition_create(ctx, g, px, py, ranks, halo, p);
    spate_status status = read_lists(ctx, weights, &w);
    if (status == SPATE_OK) {
        fit_parts(&w, &px, &py);
        status = partition_create(ctx, g, px, py, ranks, halo, p);
    }
    if (status == SPATE_OK)
        status = set_weights(ctx, g, weights, &w, halo, p);
    free(w.columns.values);
    free(w.rows.values);
    return status;
}
