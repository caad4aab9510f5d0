/* Writes the tiles of a GeoTIFF of f32, packed by several threads, into a file that has its
 * head. */
#ifndef SPATE_IO_TIFF_TILES_H
#define SPATE_IO_TIFF_TILES_H

#include "io/raster.h"

typedef enum {
    TIFF_WRITTEN,
    TIFF_UNSUPPORTED, /* the head is not as expected, or this build cannot pack */
    TIFF_NO_MEMORY,
    TIFF_WRITE_FAILED /* with errno */
} tiff_outcome;

/* file: made by GDAL for deflated tiles with the floating-point predictor. */
tiff_outcome tiff_tiles_write(const char *file, const raster_rows *rows, int threads);

#endif
