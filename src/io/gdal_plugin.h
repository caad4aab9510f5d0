/* Finds and loads the GDAL plug-in once, when the first file needs it, because loading libgdal
 * takes longer than running a small case. */
#ifndef SPATE_IO_GDAL_PLUGIN_H
#define SPATE_IO_GDAL_PLUGIN_H

#include "io/gdal_abi.h"

/* Whether input files may name data on the network (/vsicurl/, http, WMS ...). Set before the first
 * file is opened; the default is 0. */
extern int gdal_network;

/* NULL if it cannot be loaded; *why (never NULL) says why and what to do. */
const gdal_plugin *gdal_plugin_get(const char **why);
/* The same with "SUBJECT needs GDAL: ..." as SPATE_ERROR_DATA. */
spate_status gdal_plugin_need(spate_context *ctx, const char *subject, const gdal_plugin **out);

#endif
