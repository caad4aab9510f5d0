/* No raster makes us crash, leak or hang, through GDAL (GeoTIFF, VRT) or by our own reader (.asc);
 * what is read is in the range that was asked for. The first byte of the input chooses the format
 * and what is done. */
#include <math.h>
#include <stdlib.h>

#include "fuzz.h"
#include "io/raster.h"
#include "tiny_tiff.h"

enum { MOST = 64, LIMIT = 20000 };

/* The raster that VRTs may name. */
static void write_base(void)
{
    static const float pixels[64] = {1, 2, 3, 4, 5, 6, 7, 8, -9999};
    static uint8_t bytes[TINY_TIFF_HEAD + sizeof pixels];
    const tiny_tiff t = {8, 8, 1, 32, 3, 0, NULL, pixels};
    fuzz_file("base.tif", bytes, tiny_tiff_make(&t, bytes));
}

static spate_context *prepare(void)
{
    static spate_context *ctx;
    static const char *const kept[] = {"VRT", "GTiff", "AAIGrid", "MEM", "DERIVED", NULL};
    if (ctx)
        return ctx;
    setenv("GDAL_NUM_THREADS", "1", 1);
    if (spate_context_create(&ctx) != SPATE_OK)
        abort();
    fuzz_limit_formats(kept);
    write_base();
    return ctx;
}

static void check_info(const raster_info *i)
{
    if (i->nx < 1 || i->ny < 1 || !(i->metres > 0) || isnan(i->vertical_metres))
        abort();
    if (!i->rotated && (!(i->dx > 0) || !(i->dy > 0) || !isfinite(i->x0 + i->y0)))
        abort();
}

/* A box of the raster with cells of `scale` pixels, a little beyond its edges. */
static void read_box(raster *r, double scale, resampling method, int ruled)
{
    const raster_info *i = raster_get_info(r);
    double values[MOST * MOST];
    raster_grid g = {.dx = i->dx * scale, .dy = i->dy * scale, .crs = ""};
    g.nx = (long long)fmin(MOST, (double)i->nx / scale + 3);
    g.ny = (long long)fmin(MOST, (double)i->ny / scale + 3);
    g.x0 = i->x0 - g.dx;
    g.y0 = i->y0 - g.dy;
    if (raster_read(r, &g, method, values) != SPATE_OK)
        return;
    for (long long n = 0; n < g.nx * g.ny; ++n) /* means of values in range are in range */
        if (isinf(values[n]) || (ruled && fabs(values[n]) > LIMIT * (1 + 1e-9)))
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"x.tif", "x.vrt", "x.asc"};
    if (size < 2)
        return 0;
    spate_context *ctx = prepare();
    const int ruled = data[0] & 4;
    raster *r = NULL;
    const char *file = fuzz_file(names[(data[0] & 3) % 3], data + 1, size - 1);
    if (raster_open(ctx, file, (data[0] >> 3) & 1, &r) != SPATE_OK)
        return 0;
    check_info(raster_get_info(r));
    if (ruled)
        raster_set_rules(r, &(pixel_rules){-LIMIT, LIMIT, data[0] & 16, data[0] & 32, 7});
    switch (data[0] >> 6) {
    case 0: read_box(r, 1, RESAMPLE_SURFACE, ruled); break;
    case 1: read_box(r, 2.5, RESAMPLE_SURFACE, ruled); break;
    case 2: read_box(r, 0.4, RESAMPLE_SURFACE, ruled); break;
    default: read_box(r, 1, RESAMPLE_NEAREST, ruled);
    }
    bounds around;
    if (raster_bounds(r, "", &around) != SPATE_OK)
        abort();
    raster_close(r);
    return 0;
}
