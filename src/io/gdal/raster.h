/* An open raster of the plug-in. */
#ifndef SPATE_IO_GDAL_RASTER_H
#define SPATE_IO_GDAL_RASTER_H

#include "support.h"

struct gdal_raster {
    GDALDatasetH data;
    GDALRasterBandH band;
    OGRSpatialReferenceH srs; /* horizontal; NULL without */
    char *crs;                /* as text; "" without */
    double transform[6];
    long long nx, ny;
    int south_up;    /* row 0 of the file is in the south */
    int signed_byte; /* GDAL before 3.7 reads int8 as uint8 and only remarks on it */
    int by_lines;    /* a grid in text, of which GDAL finds a row by reading those before it */
    int lines_known; /* rows that were found so far */
    int has_nodata;
    double nodata;        /* as it looks when read as double */
    GDALRasterBandH mask; /* NULL: no data is told by the value alone */
    double scale, offset;
};

#endif
