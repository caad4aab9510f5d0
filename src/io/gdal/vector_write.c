#include "support.h"
int plugin_vector_write(const char *file, const char *crs, const vector_output *layers, int count, gdal_why *why)
{ (void)file;(void)crs;(void)layers;(void)count; return say(why,"x"); }
int plugin_vector_read(const char *file, const char *layer, const char *crs, vector_layer *out, gdal_why *note, gdal_why *why)
{ (void)file;(void)crs;(void)layer;(void)out;(void)note; return say(why,"x"); }
