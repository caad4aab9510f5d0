/* No text makes the reader of ESRI ASCII grids crash, leak or hang. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "io/asc_grid.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    spate_context *ctx;
    if (spate_context_create(&ctx) != SPATE_OK)
        return 0;
    asc_grid *g;
    if (asc_parse(ctx, "dem.asc", (const char *)data, size, &g) == SPATE_OK) {
        const raster_info *i = asc_info(g);
        const size_t count = (size_t)i->nx * (size_t)i->ny;
        if (i->nx < 1 || i->ny < 1 || !(i->dx > 0) || !(i->dy > 0) || count > size)
            abort();
        double *values = malloc(count * sizeof *values);
        if (values && asc_window(g, 0, 0, i->nx, i->ny, values, i->nx) == SPATE_OK)
            for (size_t n = 0; n < count; ++n)
                if (isinf(values[n]))
                    abort();
        free(values);
        asc_close(g);
    }
    spate_context_destroy(ctx);
    return 0;
}
