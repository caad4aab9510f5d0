/* Positions of a raster in other coordinate systems. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "raster.h"

static int same_srs(const gdal_raster *r, OGRSpatialReferenceH other)
{
    static const char *const options[] = {"IGNORE_DATA_AXIS_TO_SRS_AXIS_MAPPING=YES",
                                          "CRITERION=EQUIVALENT_EXCEPT_AXIS_ORDER_GEOGCRS", NULL};
    return OSRIsSameEx(r->srs, other, options);
}

int plugin_raster_same_crs(gdal_raster *r, const char *crs, int *same, gdal_why *why)
{
    *same = !r->srs || strcmp(r->crs, crs) == 0;
    if (*same)
        return 1;
    quiet q;
    quiet_begin(&q, why);
    OGRSpatialReferenceH other = srs_from_text(crs, why);
    OGRSpatialReferenceH flat = srs_horizontal(other);
    if (flat)
        *same = same_srs(r, flat);
    OSRDestroySpatialReference(flat);
    OSRDestroySpatialReference(other);
    quiet_end(&q);
    return other != NULL;
}

/* From `crs` to that of the raster, or back; NULL with a message. */
static OGRCoordinateTransformationH transformation(const gdal_raster *r, const char *crs, int back,
                                                   gdal_why *why)
{
    OGRSpatialReferenceH other = srs_from_text(crs, why);
    OGRSpatialReferenceH flat = srs_horizontal(other);
    OGRCoordinateTransformationH t = NULL;
    if (flat)
        t = back ? OCTNewCoordinateTransformation(r->srs, flat)
                 : OCTNewCoordinateTransformation(flat, r->srs);
    OSRDestroySpatialReference(flat);
    OSRDestroySpatialReference(other);
    if (!t)
        say_if_silent(why,
                      "there is no transformation from its coordinate system to that of the run");
    return t;
}

/* Points that cannot be transformed become NaN. */
static int transform_points(const gdal_raster *r, const char *crs, size_t count, double *x,
                            double *y, gdal_why *why)
{
    OGRCoordinateTransformationH t = transformation(r, crs, 0, why);
    if (!t)
        return 0;
    enum { MOST = 1 << 16 };
    int *worked = malloc(MOST * sizeof *worked);
    int ok = worked ? 1 : say(why, "no memory");
    for (size_t from = 0; ok && from < count; from += MOST) {
        const int some = count - from < MOST ? (int)(count - from) : MOST;
        OCTTransformEx(t, some, x + from, y + from, NULL, worked);
        for (int n = 0; n < some; ++n)
            if (!worked[n])
                x[from + (size_t)n] = y[from + (size_t)n] = NAN;
    }
    free(worked);
    OCTDestroyCoordinateTransformation(t);
    return ok;
}

int plugin_raster_locate(gdal_raster *r, const char *crs, size_t count, double *x, double *y,
                         gdal_why *why)
{
    quiet q;
    quiet_begin(&q, why);
    int ok = 1;
    if (r->srs && *crs) {
        ok = transform_points(r, crs, count, x, y, why);
        if (ok)
            why->text[0] = '\0'; /* single points outside a projection are not a failure */
    }
    double inverse[6];
    if (ok && !GDALInvGeoTransform(r->transform, inverse))
        ok = say(why, "its pixels have no size");
    for (size_t n = 0; ok && n < count; ++n) {
        const double column = inverse[0] + inverse[1] * x[n] + inverse[2] * y[n];
        const double row = inverse[3] + inverse[4] * x[n] + inverse[5] * y[n];
        x[n] = column;
        y[n] = r->south_up ? row : (double)r->ny - row;
    }
    quiet_end(&q);
    return ok;
}

static bounds own_bounds(const gdal_raster *r)
{
    bounds b = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    const double *t = r->transform;
    for (int corner = 0; corner < 4; ++corner) {
        const double i = corner & 1 ? (double)r->nx : 0, j = corner & 2 ? (double)r->ny : 0;
        const double x = t[0] + t[1] * i + t[2] * j, y = t[3] + t[4] * i + t[5] * j;
        b.x0 = fmin(b.x0, x);
        b.x1 = fmax(b.x1, x);
        b.y0 = fmin(b.y0, y);
        b.y1 = fmax(b.y1, y);
    }
    return b;
}

int plugin_raster_bounds(gdal_raster *r, const char *crs, bounds *out, gdal_why *why)
{
    const bounds b = own_bounds(r);
    *out = b;
    if (!r->srs || !*crs || strcmp(r->crs, crs) == 0)
        return 1;
    quiet q;
    quiet_begin(&q, why);
    OGRCoordinateTransformationH t = transformation(r, crs, 1, why);
    const int ok = t && OCTTransformBounds(t, b.x0, b.y0, b.x1, b.y1, &out->x0, &out->y0, &out->x1,
                                           &out->y1, 21);
    if (t)
        OCTDestroyCoordinateTransformation(t);
    if (!ok)
        say_if_silent(why, "it is outside the range of the coordinate system of the run");
    quiet_end(&q);
    return ok;
}
