/* An open raster of the plug-in. */
#ifndef SPATE_IO_GDAL_RASTER_H
#define SPATE_IO_GDAL_RASTER_H

#include "support.h"

struct gdal_raster {
    GDALDatasetH data;
    GDALRasterBandH band;
    OGRSpatialReferenceH srs; /* horizontal; NULL: none */
    char *crs;                /* as text; "": none */
    double transform[6];
    long long nx, ny;
    int south_up;    /* row 0 of the file is in the south */
    int signed_byte; /* GDAL before 3.7 reads int8 as uint8 and notes it in the metadata */
    int by_lines;    /* a text grid: to find a row, GDAL reads all rows before it */
    int lines_known; /* rows that were found so far */
    int has_nodata;
    double nodata;        /* converted to double as the values are */
    GDALRasterBandH mask; /* NULL: only the value marks missing data */
    double scale, offset;
};

#endif
