/* The cells around a cell as text for a message: what a modeller checks first when a run fails. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "run/field_rows.h"

enum { REACH = 2, WIDTH = 2 * REACH + 1, AROUND = WIDTH * WIDTH, QUANTITIES = 4 };

static const spate_field_name quantities[QUANTITIES] = {SPATE_BED, SPATE_DEPTH, SPATE_MOMENTUM_X,
                                                        SPATE_MOMENTUM_Y};
static const char *const titles[QUANTITIES] = {"bed, m", "depth, m", "momentum east, m2/s",
                                               "momentum north, m2/s"};

__attribute__((format(printf, 2, 3))) static void append(spate_context *ctx, const char *format,
                                                         ...)
{
    const size_t used = strlen(ctx->message);
    va_list args;
    va_start(args, format);
    vsnprintf(ctx->message + used, sizeof ctx->message - used, format, args);
    va_end(args);
}

static void append_table(spate_context *ctx, int q, const double *values)
{
    append(ctx, "\n  %s", titles[q]);
    for (int row = 0; row < WIDTH; ++row) {
        append(ctx, "\n   ");
        for (int k = 0; k < WIDTH; ++k) {
            const double *cell = values + (ptrdiff_t)(row * WIDTH + k) * QUANTITIES;
            if (isnan(cell[0])) /* no bed: outside */
                append(ctx, " %13s", "-");
            else
                append(ctx, " %13.7g", cell[q]);
        }
    }
}

void surroundings_add(const spate_sim *sim, int64_t i, int64_t j, const char *when)
{
    int64_t cells[AROUND][2];
    double values[AROUND * QUANTITIES];
    for (int n = 0; n < AROUND; ++n) { /* the north comes first, as on a map */
        cells[n][0] = i - REACH + n % WIDTH;
        cells[n][1] = j + REACH - n / WIDTH;
        if (!grid_inside(&sim->grid, &cells[n][0], &cells[n][1]))
            cells[n][0] = cells[n][1] = -1;
    }
    cell_values(sim, AROUND, (const int64_t(*)[2])cells, quantities, QUANTITIES, values);
    append(sim->ctx,
           "\n%s, columns %lld to %lld and rows %lld to %lld from the north (-: not active):", when,
           (long long)i - REACH, (long long)i + REACH, (long long)j + REACH, (long long)j - REACH);
    for (int q = 0; q < QUANTITIES; ++q)
        append_table(sim->ctx, q, values);
}
