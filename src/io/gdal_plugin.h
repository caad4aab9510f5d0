/* Finds and loads the GDAL plug-in, once, when the first file needs it: libgdal takes longer to load than
 * a small case to run. */
#ifndef SPATE_IO_GDAL_PLUGIN_H
#define SPATE_IO_GDAL_PLUGIN_H

#include "io/gdal_abi.h"

/* Whether input files may name what lies on the network (/vsicurl/, http, WMS ...). Set before the first file is
 * opened; 0 by itself. */
extern int gdal_network;

/* NULL where it cannot be had; *why (never NULL) is the sentence that says why and what to do. */
const gdal_plugin *gdal_plugin_get(const char **why);
/* The same with "SUBJECT needs GDAL: ..." as SPATE_ERROR_DATA. */
spate_status gdal_plugin_need(spate_context *ctx, const char *subject, const gdal_plugin **out);

#endif
