/* Finds and loads the GDAL plug-in once, when the first file needs it, because loading libgdal
 * takes longer than running a small case. */
#ifndef SPATE_IO_GDAL_PLUGIN_H
#define SPATE_IO_GDAL_PLUGIN_H

#include "io/gdal_abi.h"

/* Whether input files may name data on the network (/vsicurl/, http, WMS ...). Set before the first
 * file is opened; the default is 0. */
extern int gdal_network;

/* Sets it for what is opened from now on. SPATE_ERROR_ARGUMENT where a file was opened without the
 * network before: GDAL has been cut off from it, for the life of the process. */
spate_status gdal_plugin_allow_network(spate_context *ctx, int allow);

/* NULL if it cannot be loaded; *why (never NULL) says why and what to do. */
const gdal_plugin *gdal_plugin_get(const char **why);
/* The same with "SUBJECT needs GDAL: ..." as SPATE_ERROR_DATA. */
spate_status gdal_plugin_need(spate_context *ctx, const char *subject, const gdal_plugin **out);

#endif
