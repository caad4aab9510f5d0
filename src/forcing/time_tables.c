/* A time table is one block of memory: times, values and integrals. */
#include "forcing/time_tables.h"

#include <math.h>
#include <stdlib.h>

static spate_status check(spate_context *ctx, const spate_series *s, const char *what)
{
    if (s->count < 1 || !s->t || !s->value)
        return fail_argument(ctx, "%s: the series is empty", what);
    for (int k = 0; k < s->count; ++k) {
        if (!isfinite(s->t[k]) || !isfinite(s->value[k]))
            return fail_argument(ctx, "%s: entry %d of the series is not a finite number", what,
                                 k + 1);
        if (k > 0 && !(s->t[k] > s->t[k - 1]))
            return fail_argument(ctx,
                                 "%s: time %g s of entry %d is not after that of the entry before",
                                 what, s->t[k], k + 1);
    }
    return SPATE_OK;
}

spate_status time_table_make(spate_context *ctx, const spate_series *series, const char *what,
                             time_table *out)
{
    *out = (time_table){0};
    SPATE_TRY(check(ctx, series, what));
    const int n = series->count;
    double *block = malloc(3 * (size_t)n * sizeof *block);
    if (!block)
        return fail_memory(ctx, "%s: no memory for the series", what);
    double *t = block, *value = block + n, *integral = block + 2 * (size_t)n;
    integral[0] = 0;
    for (int k = 0; k < n; ++k) {
        t[k] = series->t[k];
        value[k] = series->value[k];
        if (k > 0)
            integral[k] =
                integral[k - 1] +
                (t[k] - t[k - 1]) * (series->hold ? value[k - 1] : 0.5 * (value[k - 1] + value[k]));
    }
    *out = (time_table){
        .count = n, .hold = series->hold, .t = t, .value = value, .integral = integral};
    return SPATE_OK;
}

void time_table_free(time_table *table)
{
    free((double *)table->t);
    *table = (time_table){0};
}
