/* The tiles of a GeoTIFF of f32, packed by several threads into a file whose head is there. */
#ifndef SPATE_IO_TIFF_TILES_H
#define SPATE_IO_TIFF_TILES_H

#include "io/raster.h"

typedef enum {
    TIFF_WRITTEN,
    TIFF_NOT_OURS, /* the head is not as expected, or this build cannot pack */
    TIFF_NO_MEMORY,
    TIFF_REFUSED /* by the disk: errno tells */
} tiff_outcome;

/* file: of the head that GDAL made for tiles of deflated bytes with the predictor of floating-point numbers. */
tiff_outcome tiff_tiles_write(const char *file, const raster_rows *rows, int threads);

#endif
