/* The times of the bands of a raster, as the formats write them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "network.h"
#include "support.h"

/* "standard" is Gregorian after 1582. Others have years of 360 days and the like. */
static int is_gregorian(const char *calendar)
{
    return !calendar || EQUAL(calendar, "gregorian") || EQUAL(calendar, "standard") ||
           EQUAL(calendar, "proleptic_gregorian");
}

/* NetCDF: the value of a dimension in the band, its unit "hours since 2024-01-01" in the file. */
static int netcdf_time(GDALDatasetH data, GDALRasterBandH band, gdal_band_time *out, gdal_why *why)
{
    static const char prefix[] = "NETCDF_DIM_";
    for (char **item = GDALGetMetadata(band, NULL); item && *item; ++item) {
        const char *name = *item + sizeof prefix - 1, *value = strchr(*item, '=');
        char key[128];
        if (strncmp(*item, prefix, sizeof prefix - 1) != 0 || !value || value < name)
            continue;
        snprintf(key, sizeof key, "%.*s#units", (int)(value - name < 90 ? value - name : 90), name);
        const char *units = GDALGetMetadataItem(data, key, NULL);
        if (!units || !strstr(units, " since "))
            continue;
        snprintf(strchr(key, '#'), 16, "#calendar");
        const char *calendar = GDALGetMetadataItem(data, key, NULL);
        if (!is_gregorian(calendar))
            return say(why, "its times are of the calendar %.40s; only the Gregorian one is read",
                       calendar);
        out->number = CPLAtof(value + 1);
        snprintf(out->text, sizeof out->text, "%s", units);
        return 1;
    }
    return 1;
}

/* GRIB writes seconds since 1970, other formats a date as the name of the band. */
static int band_time(GDALDatasetH data, int n, gdal_band_time *out, gdal_why *why)
{
    GDALRasterBandH band = GDALGetRasterBand(data, n);
    const char *grib = GDALGetMetadataItem(band, "GRIB_VALID_TIME", NULL);
    *out = (gdal_band_time){.number = (double)NAN};
    if (grib) {
        out->number = CPLAtof(grib);
        snprintf(out->text, sizeof out->text, "seconds since 1970-01-01");
        return 1;
    }
    if (!netcdf_time(data, band, out, why))
        return 0;
    const char *name = GDALGetDescription(band);
    if (!*out->text && name)
        snprintf(out->text, sizeof out->text, "%s", name);
    return 1;
}

static int open_times(const char *file, int *count, gdal_band_time **times, gdal_why *why)
{
    if (!network_allows(file, why))
        return 0;
    GDALDatasetH data = GDALOpenEx(file, GDAL_OF_RASTER | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR,
                                   NULL, NULL, NULL);
    if (!data)
        return say_if_silent(why, "GDAL cannot read it as a raster");
    *count = GDALGetRasterCount(data);
    *times = calloc((size_t)*count + 1, sizeof **times);
    char **inside = GDALGetMetadata(data, "SUBDATASETS");
    int ok = *times ? 1 : say(why, "no memory");
    if (ok && *count == 0 && inside)
        ok = say(why,
                 "it holds several variables; name one beside the file, as in {file: ..., "
                 "variable: rain} (gdalinfo lists them: %.300s)",
                 strchr(inside[0], '=') + 1);
    for (int n = 0; ok && n < *count; ++n)
        ok = band_time(data, n + 1, *times + n, why);
    GDALClose(data);
    return ok;
}

gdal_band_time *plugin_raster_times(const char *file, int *count, gdal_why *why)
{
    quiet q;
    gdal_band_time *times = NULL;
    quiet_begin(&q, why);
    const int ok = open_times(file, count, &times, why);
    quiet_end(&q);
    if (ok)
        return times;
    free(times);
    return NULL;
}
