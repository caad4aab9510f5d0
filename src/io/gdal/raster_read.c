/* Pixels of an open raster: whole rows of blocks at a time, straight into the caller's rows. */
#include <math.h>
#include <stdlib.h>

#include "raster.h"

enum { STRIPE = 1 << 23 }; /* pixels read at a time, in whole blocks */

/* A stripe of the window: rows [from, to) of the file. */
typedef struct stripe {
    int i0, nx;
    int from, to;
    double *values; /* of row `from` */
    long long step; /* values to the next row of the file */
} stripe;

static void clean_row(const gdal_raster *r, double *row, int count)
{
    const double nodata = r->has_nodata ? r->nodata : NAN;
    const double scale = r->scale, offset = r->offset;
    if (scale < 1 || scale > 1 || offset < 0 || offset > 0) {
        for (int i = 0; i < count; ++i) {
            const int none = (row[i] >= nodata && row[i] <= nodata) || !isfinite(row[i]);
            row[i] = none ? NAN : scale * row[i] + offset;
        }
        return;
    }
    for (int i = 0; i < count; ++i) {
        const int none = (row[i] >= nodata && row[i] <= nodata) || !isfinite(row[i]);
        row[i] = none ? NAN : row[i];
    }
}

static int apply_mask(const gdal_raster *r, const stripe *s, gdal_why *why)
{
    unsigned char *mask = malloc((size_t)s->nx);
    int ok = mask ? 1 : say(why, "no memory");
    for (int j = s->from; ok && j < s->to; ++j) {
        double *row = s->values + (j - s->from) * s->step;
        ok = GDALRasterIO(r->mask, GF_Read, s->i0, j, s->nx, 1, mask, s->nx, 1, GDT_Byte, 0, 0) ==
             CE_None;
        for (int i = 0; ok && i < s->nx; ++i)
            row[i] = mask[i] ? row[i] : NAN;
    }
    free(mask);
    return ok;
}

static int read_stripe(const gdal_raster *r, const stripe *s, gdal_why *why)
{
    const int rows = s->to - s->from;
    if (GDALRasterIOEx(r->band, GF_Read, s->i0, s->from, s->nx, rows, s->values, s->nx, rows,
                       GDT_Float64, sizeof(double), s->step * (GSpacing)sizeof(double),
                       NULL) != CE_None)
        return 0;
#pragma omp parallel for schedule(static)
    for (int j = 0; j < rows; ++j)
        clean_row(r, s->values + j * s->step, s->nx);
    return !r->mask || apply_mask(r, s, why);
}

int plugin_raster_window(gdal_raster *r, long long i0, long long j0, long long nx, long long ny,
                         double *values, long long stride, gdal_why *why)
{
    quiet q;
    quiet_begin(&q, why);
    int block_x, block_y, ok = 1;
    GDALGetBlockSize(r->band, &block_x, &block_y);
    /* Rows of the file: [first, last). */
    const long long first = r->south_up ? j0 : r->ny - j0 - ny, last = first + ny;
    long long rows = STRIPE / (nx > 0 ? nx : 1) / block_y * block_y;
    if (rows < block_y)
        rows = block_y;
    for (long long from = first, to; ok && from < last; from = to) {
        to = (from / block_y) * block_y + rows;
        if (to > last)
            to = last;
        const long long from_south = r->south_up ? from - j0 : r->ny - 1 - from - j0;
        const stripe s = {(int)i0,
                          (int)nx,
                          (int)from,
                          (int)to,
                          values + from_south * stride,
                          r->south_up ? stride : -stride};
        ok = read_stripe(r, &s, why);
    }
    if (!ok)
        say_if_silent(why, "GDAL cannot read its pixels");
    quiet_end(&q);
    return ok;
}
