/* The one symbol of the plug-in. */
#include "support.h"

static const char *version(void)
{
    return GDALVersionInfo("RELEASE_NAME");
}

extern const gdal_plugin spate_gdal;
__attribute__((visibility("default"))) const gdal_plugin spate_gdal = {
    .abi = GDAL_PLUGIN_ABI,
    .build = GDAL_PLUGIN_BUILD,
    .version = version,
    .network = plugin_network,
    .raster_open = plugin_raster_open,
    .raster_close = plugin_raster_close,
    .raster_crs = plugin_raster_crs,
    .raster_window = plugin_raster_window,
    .raster_same_crs = plugin_raster_same_crs,
    .raster_locate = plugin_raster_locate,
    .raster_times = plugin_raster_times,
    .raster_bounds = plugin_raster_bounds,
    .raster_write = plugin_raster_write,
    .raster_head = plugin_raster_head,
    .crs_describe = plugin_crs_describe,
    .crs_wkt = plugin_crs_wkt,
    .crs_in_metres = plugin_crs_in_metres,
    .vector_read = plugin_vector_read,
    .vector_write = plugin_vector_write,
};
