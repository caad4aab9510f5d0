/* Opens a raster and reads its description. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network.h"
#include "raster.h"

static double vertical_metres(GDALRasterBandH band, OGRSpatialReferenceH whole)
{
    static const struct {
        const char *name;
        double metres;
    } units[] = {{"ft", 0.3048},
                 {"foot", 0.3048},
                 {"feet", 0.3048},
                 {"international foot", 0.3048},
                 {"us-ft", 1200.0 / 3937},
                 {"ftus", 1200.0 / 3937},
                 {"us survey foot", 1200.0 / 3937},
                 {"cm", 0.01},
                 {"mm", 0.001},
                 {"km", 1000}};
    const char *unit = GDALGetRasterUnitType(band);
    for (size_t n = 0; unit && n < sizeof units / sizeof *units; ++n)
        if (EQUAL(unit, units[n].name))
            return units[n].metres;
    if ((!unit || !*unit) && whole && OSRIsCompound(whole))
        return OSRGetTargetLinearUnits(whole, "VERT_CS", NULL);
    return 1;
}

/* GDAL before 3.7 has no type for signed bytes: it reads -5 as 251 and notes it in the metadata. */
static int is_signed_byte(GDALRasterBandH band)
{
    const char *kind = GDALGetMetadataItem(band, "PIXELTYPE", "IMAGE_STRUCTURE");
    return GDALGetRasterDataType(band) == GDT_Byte && kind && EQUAL(kind, "SIGNEDBYTE");
}

/* The no-data value, converted to double as the values are. */
static void read_nodata(gdal_raster *r)
{
    int has = 0;
    r->nodata = GDALGetRasterNoDataValue(r->band, &has);
    if (r->signed_byte && r->nodata > 127 && r->nodata < 256)
        r->nodata -= 256;
    r->has_nodata = has;
    if (GDALGetRasterDataType(r->band) == GDT_Float32 && fabs(r->nodata) <= FLT_MAX)
        r->nodata = (double)(float)r->nodata;
    const int flags = GDALGetMaskFlags(r->band);
    if (!(flags & (GMF_ALL_VALID | GMF_NODATA)))
        r->mask = GDALGetMaskBand(r->band);
}

static int read_position(gdal_raster *r, raster_info *info, gdal_why *why)
{
    double *t = r->transform;
    if (GDALGetGeoTransform(r->data, t) != CE_None)
        return say(why, "it has no georeference; add one with gdal_edit.py -a_ullr");
    info->nx = r->nx = GDALGetRasterBandXSize(r->band);
    info->ny = r->ny = GDALGetRasterBandYSize(r->band);
    const double nx = (double)r->nx, ny = (double)r->ny, det = t[1] * t[5] - t[2] * t[4];
    const double far_x = t[0] + nx * t[1] + ny * t[2], far_y = t[3] + nx * t[4] + ny * t[5];
    if (!isfinite(t[0] + t[3] + det) || !isfinite(far_x) || !isfinite(far_y) || !(fabs(det) > 0))
        return say(why,
                   "its pixels have no size or no position; correct it with gdal_edit.py -a_ullr");
    r->south_up = t[5] > 0;
    info->rotated = !(t[1] > 0) || fabs(t[2]) * (double)r->ny > 1e-6 * fabs(t[1]) ||
                    fabs(t[4]) * (double)r->nx > 1e-6 * fabs(t[5]);
    info->dx = fabs(t[1]);
    info->dy = fabs(t[5]);
    info->x0 = t[0];
    info->y0 = r->south_up ? t[3] : t[3] + (double)r->ny * t[5];
    return 1;
}

static int read_crs(gdal_raster *r, raster_info *info, gdal_why *why)
{
    OGRSpatialReferenceH whole = GDALGetSpatialRef(r->data);
    info->metres = 1;
    info->vertical_metres = vertical_metres(r->band, whole);
    r->srs = srs_horizontal(whole);
    if (!r->srs) {
        r->crs = strdup("");
        return r->crs ? 1 : say(why, "no memory");
    }
    info->has_crs = 1;
    info->geographic = OSRIsGeographic(r->srs);
    info->metres = srs_metres(r->srs);
    char *wkt = NULL;
    if (srs_code(r->srs, info->crs, sizeof info->crs))
        r->crs = strdup(info->crs);
    else if (OSRExportToWkt(r->srs, &wkt) == OGRERR_NONE)
        r->crs = strdup(wkt);
    CPLFree(wkt);
    return r->crs ? 1 : say_if_silent(why, "its coordinate system cannot be read");
}

/* Bands of values; an alpha band is a mask of the others. */
static int count_value_bands(GDALDatasetH data)
{
    int count = 0;
    for (int n = 1; n <= GDALGetRasterCount(data); ++n)
        count += GDALGetRasterColorInterpretation(GDALGetRasterBand(data, n)) != GCI_AlphaBand;
    return count;
}

static int choose_band(gdal_raster *r, int band, gdal_why *why)
{
    const int bands = GDALGetRasterCount(r->data);
    char **inside = GDALGetMetadata(r->data, "SUBDATASETS");
    if (bands == 0 && inside)
        return say(why, "it holds several rasters; name one, as in %.300s",
                   strchr(inside[0], '=') + 1);
    if (bands == 0)
        return say(why, "it has no bands");
    if (band > bands)
        return say(why, "there is no band %d, only %d", band, bands);
    if (band == 0 && count_value_bands(r->data) > 1)
        return say(why,
                   "it has %d bands, and the case does not say which one holds the values; add "
                   "band: 1 beside the file (terrain: {layers: [{file: ..., band: 1}]}), or "
                   "extract one with gdal_translate -b 1",
                   bands);
    r->band = GDALGetRasterBand(r->data, band > 0 ? band : 1);
    if (GDALDataTypeIsComplex(GDALGetRasterDataType(r->band)))
        return say(why, "its values are complex numbers; write the real or imaginary part into "
                        "another raster (gdal_calc.py --calc=real(A))");
    return 1;
}

static int is_text_grid(GDALDatasetH data)
{
    const char *format = GDALGetDriverShortName(GDALGetDatasetDriver(data));
    return EQUAL(format, "AAIGrid") || EQUAL(format, "GRASSASCIIGrid") || EQUAL(format, "ISG");
}

static int open_band(gdal_raster *r, const char *file, int band, raster_info *info, gdal_why *why)
{
    if (!network_allows(file, why))
        return 0;
    r->data = GDALOpenEx(file, GDAL_OF_RASTER | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR, NULL,
                         NULL, NULL);
    if (!r->data)
        return say_if_silent(why, "GDAL cannot read it as a raster");
    if (!choose_band(r, band, why))
        return 0;
    int given;
    r->signed_byte = is_signed_byte(r->band);
    r->by_lines = is_text_grid(r->data);
    info->palette = GDALGetRasterColorTable(r->band) != NULL;
    r->scale = GDALGetRasterScale(r->band, &given);
    r->offset = GDALGetRasterOffset(r->band, &given);
    read_nodata(r);
    info->has_nodata = r->has_nodata;
    info->nodata = r->nodata;
    snprintf(info->type, sizeof info->type, "%s",
             r->signed_byte ? "Int8" : GDALGetDataTypeName(GDALGetRasterDataType(r->band)));
    return read_position(r, info, why) && read_crs(r, info, why);
}

gdal_raster *plugin_raster_open(const char *file, int band, raster_info *info, gdal_why *why)
{
    quiet q;
    quiet_begin(&q, why);
    *info = (raster_info){0};
    gdal_raster *r = calloc(1, sizeof *r);
    int ok = 0;
    if (!r)
        say(why, "no memory");
    else
        ok = open_band(r, file, band, info, why);
    quiet_end(&q);
    if (!ok) {
        plugin_raster_close(r);
        return NULL;
    }
    return r;
}

void plugin_raster_close(gdal_raster *r)
{
    if (!r)
        return;
    gdal_why ignored = {""};
    quiet q;
    quiet_begin(&q, &ignored);
    if (r->data)
        GDALClose(r->data);
    OSRDestroySpatialReference(r->srs);
    quiet_end(&q);
    free(r->crs);
    free(r);
}

const char *plugin_raster_crs(const gdal_raster *r)
{
    return r->crs;
}
