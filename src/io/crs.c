/* Coordinate systems, through GDAL, and UTM zones. */
#include <math.h>
#include <stdio.h>

#include "io/gdal_plugin.h"

spate_status crs_describe(spate_context *ctx, const char *crs, crs_info *out)
{
    const gdal_plugin *gdal;
    SPATE_TRY(gdal_plugin_need(ctx, crs, &gdal));
    gdal_why why = {""};
    if (!gdal->crs_describe(crs, out, &why))
        return fail_argument(ctx,
                             "\"%.60s\" is not a coordinate system: %s; write it as EPSG:27700",
                             crs, why.text);
    return SPATE_OK;
}

char *crs_wkt(spate_context *ctx, const char *crs)
{
    const gdal_plugin *gdal;
    gdal_why why = {""};
    if (!crs || !*crs || gdal_plugin_need(ctx, crs, &gdal) != SPATE_OK)
        return NULL;
    return gdal->crs_wkt(crs, &why);
}

char *crs_in_metres(spate_context *ctx, const char *crs)
{
    const gdal_plugin *gdal;
    gdal_why why = {""};
    if (!crs || !*crs || gdal_plugin_need(ctx, crs, &gdal) != SPATE_OK)
        return NULL;
    return gdal->crs_in_metres(crs, &why);
}

/* UTM has wider zones around Norway and Svalbard. */
static int utm_zone(double longitude, double latitude)
{
    const int zone = (int)floor((longitude + 180) / 6) + 1;
    if (latitude >= 56 && latitude < 64 && longitude >= 3 && longitude < 12)
        return 32;
    if (latitude >= 72 && longitude >= 0 && longitude < 42)
        return longitude < 9 ? 31 : longitude < 21 ? 33 : longitude < 33 ? 35 : 37;
    return zone;
}

spate_status crs_utm_for(double longitude, double latitude, char *out, size_t size)
{
    if (!(fabs(longitude) <= 360) || !(latitude >= -80 && latitude <= 84))
        return SPATE_ERROR_ARGUMENT;
    const double wrapped = longitude - 360 * floor((longitude + 180) / 360);
    snprintf(out, size, "EPSG:%d", (latitude < 0 ? 32700 : 32600) + utm_zone(wrapped, latitude));
    return SPATE_OK;
}
