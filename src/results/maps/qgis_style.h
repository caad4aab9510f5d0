/* How QGIS shows a raster of a run: NAME.qml beside NAME.tif, which QGIS reads by itself. Classes
 * are fixed, so that maps of different runs have the same colours. */
#ifndef SPATE_RESULTS_QGIS_STYLE_H
#define SPATE_RESULTS_QGIS_STYLE_H

#include "base/context.h"

/* raster: the path of the GeoTIFF; variable: "max_depth" and so on. Variables without a style get
 * no file. */
spate_status qgis_style_write(spate_context *ctx, const char *raster, const char *variable);

#endif
