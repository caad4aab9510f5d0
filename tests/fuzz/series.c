/* No table in text makes the reader of series crash, leak or hang. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "io/series_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    spate_context *ctx;
    if (spate_context_create(&ctx) != SPATE_OK)
        return 0;
    for (int kind = UNIT_NONE; kind <= UNIT_DISCHARGE; ++kind) {
        const series_request request = {.file = "series.csv",
                                        .column = kind == UNIT_NONE ? "level" : NULL,
                                        .kind = (unit_kind)kind,
                                        .scale = 1,
                                        .start = kind == UNIT_TIME ? NAN : 1.7e9,
                                        .cover_to = 3600};
        series s;
        if (series_parse(ctx, &request, (const char *)data, size, &s) == SPATE_OK)
            for (int n = 1; n < s.count; ++n)
                if (!(s.t[n] > s.t[n - 1]) || !isfinite(s.value[n]))
                    abort();
        series_free(&s);
    }
    table t;
    if (table_parse(ctx, "table.csv", (const char *)data, size, &t) == SPATE_OK && t.rows < 1)
        abort();
    table_free(&t);
    spate_context_destroy(ctx);
    return 0;
}
