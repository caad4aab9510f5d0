/* Quantities against time, from numbers and files. */
#include <math.h>
#include <stdlib.h>

#include "backend/common/time_table.h"
#include "model/forcing/forcing.h"

spate_status forcing_constant(model *m, double value, series *out)
{
    *out = (series){.count = 1, .t = calloc(1, sizeof(double)), .value = malloc(sizeof(double))};
    if (!out->t || !out->value) {
        series_free(out);
        return fail_memory(m->ctx, "no memory for a series");
    }
    out->value[0] = value;
    return SPATE_OK;
}

spate_status forcing_column(model *m, const case_quantity *q, const char *column, unit_kind kind,
                            int hold, series *out)
{
    const series_request request = {.file = q->file,
                                    .column = column,
                                    .kind = kind,
                                    .unit = q->unit,
                                    .scale = q->scale,
                                    .offset = q->offset,
                                    .start = m->start,
                                    .cover_from = 0,
                                    .cover_to = m->duration,
                                    .hold = hold,
                                    .hold_last = q->hold_last,
                                    .zone = q->zone,
                                    .not_negative = kind == UNIT_RATE}; /* rain */
    SPATE_TRY(model_used_file(m, q->file));
    return model_at(m, q->node, series_read(m->ctx, &request, out));
}

spate_status forcing_series(model *m, const case_node *map, const char *key, unit_kind kind,
                            int hold, series *out)
{
    const case_quantity q = case_quantity_of(m->file, map, key);
    if (q.form == QUANTITY_NUMBER)
        return forcing_constant(m, q.number, out);
    if (q.form == QUANTITY_FILE)
        return forcing_column(m, &q, q.column, kind, hold, out);
    return case_fail(m->file, q.node ? q.node : map, SPATE_ERROR_ARGUMENT,
                     "%s is needed here: a number with its unit, or a file", key);
}

spate_status forcing_series_of_map(model *m, const case_node *map, unit_kind kind, series *out)
{
    const case_quantity q = {.form = QUANTITY_FILE,
                             .file = casefile_resolve(m->file, case_text(map, "file")),
                             .column = case_text(map, "column"),
                             .unit = case_text(map, "unit"),
                             .zone = case_text(map, "zone"),
                             .hold_last = case_text(map, "hold") != NULL,
                             .scale = case_number(map, "scale"),
                             .offset = case_number(map, "offset"),
                             .node = map};
    return forcing_column(m, &q, q.column, kind, 0, out);
}

spate_series series_view(const series *s, int hold)
{
    return (spate_series){.count = s->count, .t = s->t, .value = s->value, .hold = hold};
}

double series_at(const series *s, double t)
{
    const time_table whole = {.count = s->count, .t = s->t, .value = s->value};
    return table_value(&whole, t);
}

void series_range(const series *s, double duration, double *lowest, double *highest)
{
    *lowest = INFINITY;
    *highest = -INFINITY;
    for (int k = 0; k < s->count; ++k) {
        const int over = k + 1 < s->count && s->t[k + 1] <= 0;
        if (over || (k > 0 && s->t[k - 1] >= duration))
            continue;
        *lowest = fmin(*lowest, s->value[k]);
        *highest = fmax(*highest, s->value[k]);
    }
}
