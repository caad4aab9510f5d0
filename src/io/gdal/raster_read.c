/* Reads pixels of an open raster, whole rows of blocks at a time.
 *
 * Rows are read from the top down without gaps between them and reversed here, because some bands
 * (those of a VRT with a pixel function) ignore any other spacing and write outside the buffer. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "raster.h"

enum { STRIPE = 1 << 23 }; /* pixels read at a time, in whole blocks */

/* A stripe of the window: rows [from, to) of the file. */
typedef struct stripe {
    int i0, nx;
    int from, to;
    double *values; /* packed; row `from` of the file first */
} stripe;

static void clean_row(const gdal_raster *r, double *row, int count)
{
    const double nodata = r->has_nodata ? r->nodata : NAN;
    const double scale = r->scale, offset = r->offset;
    for (int i = 0; r->signed_byte && i < count; ++i)
        row[i] = row[i] > 127 ? row[i] - 256 : row[i];
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
        double *row = s->values + (long long)(j - s->from) * s->nx;
        ok = GDALRasterIO(r->mask, GF_Read, s->i0, j, s->nx, 1, mask, s->nx, 1, GDT_Byte, 0, 0) ==
             CE_None;
        for (int i = 0; ok && i < s->nx; ++i)
            row[i] = mask[i] ? row[i] : NAN;
    }
    free(mask);
    return ok;
}

/* If a row of a text grid is missing, GDAL 3.6 searches for every later row from the top again, and
 * the time grows exponentially. Reading row by row from the top stops at the first failure. */
static int find_lines(gdal_raster *r, int count, gdal_why *why)
{
    if (!r->by_lines || r->lines_known >= count)
        return 1;
    const int bytes = GDALGetDataTypeSizeBytes(GDALGetRasterDataType(r->band));
    void *row = malloc((size_t)r->nx * (size_t)bytes);
    int ok = row ? 1 : say(why, "no memory");
    for (int j = r->lines_known; ok && j < count; ++j) {
        ok = GDALReadBlock(r->band, 0, j, row) == CE_None;
        if (ok)
            r->lines_known = j + 1;
        else
            say(why, "row %d of %lld from the north cannot be read: the file is cut off or damaged",
                j + 1, r->ny);
    }
    free(row);
    return ok;
}

static int read_stripe(const gdal_raster *r, const stripe *s, gdal_why *why)
{
    const int rows = s->to - s->from;
    if (GDALRasterIOEx(r->band, GF_Read, s->i0, s->from, s->nx, rows, s->values, s->nx, rows,
                       GDT_Float64, 0, 0, NULL) != CE_None)
        return 0;
#pragma omp parallel for schedule(static)
    for (int j = 0; j < rows; ++j)
        clean_row(r, s->values + (long long)j * s->nx, s->nx);
    return !r->mask || apply_mask(r, s, why);
}

static void swap_rows(double *a, double *b, int count)
{
    for (int i = 0; i < count; ++i) {
        const double kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

/* Copies the packed rows of a stripe to the caller, south first. `south` may be s->values. */
static void place_rows(const gdal_raster *r, const stripe *s, double *south, long long stride)
{
    const int rows = s->to - s->from;
    if (south == s->values) {
#pragma omp parallel for schedule(static)
        for (int j = 0; j < (r->south_up ? 0 : rows / 2); ++j)
            swap_rows(south + j * stride, south + (rows - 1 - j) * stride, s->nx);
        return;
    }
#pragma omp parallel for schedule(static)
    for (int j = 0; j < rows; ++j)
        memcpy(south + (r->south_up ? j : rows - 1 - j) * stride, s->values + (long long)j * s->nx,
               (size_t)s->nx * sizeof *south);
}

/* How many rows of the file to read at a time, in whole blocks. */
static long long stripe_rows(long long nx, int block_y)
{
    const long long rows = STRIPE / (nx > 0 ? nx : 1) / block_y * block_y;
    return rows < block_y ? block_y : rows;
}

static int read_stripes(gdal_raster *r, long long i0, long long j0, long long nx, long long ny,
                        double *values, long long stride, double *scratch, gdal_why *why)
{
    int block_x, block_y, ok = 1;
    GDALGetBlockSize(r->band, &block_x, &block_y);
    const long long rows = stripe_rows(nx, block_y);
    /* Rows of the file: [first, last). */
    const long long first = r->south_up ? j0 : r->ny - j0 - ny, last = first + ny;
    for (long long from = first, to; ok && from < last; from = to) {
        to = (from / block_y) * block_y + rows;
        if (to > last)
            to = last;
        double *south = values + (r->south_up ? from - j0 : r->ny - to - j0) * stride;
        const stripe s = {(int)i0, (int)nx, (int)from, (int)to, scratch ? scratch : south};
        ok = find_lines(r, s.to, why) && read_stripe(r, &s, why);
        if (ok)
            place_rows(r, &s, south, stride);
    }
    return ok;
}

int plugin_raster_window(gdal_raster *r, long long i0, long long j0, long long nx, long long ny,
                         double *values, long long stride, gdal_why *why)
{
    quiet q;
    quiet_begin(&q, why);
    int block_x, block_y, ok = 1;
    double *scratch = NULL;
    GDALGetBlockSize(r->band, &block_x, &block_y);
    if (stride != nx) {
        const long long most = stripe_rows(nx, block_y), rows = most < ny ? most : ny;
        scratch = malloc((size_t)(rows * nx) * sizeof *scratch);
        ok = scratch ? 1 : say(why, "no memory");
    }
    ok = ok && read_stripes(r, i0, j0, nx, ny, values, stride, scratch, why);
    free(scratch);
    if (!ok)
        say_if_silent(why, "GDAL cannot read its pixels");
    quiet_end(&q);
    return ok;
}
