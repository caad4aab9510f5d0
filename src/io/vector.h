/* Points, lines and polygons from files (GeoPackage, GeoJSON, Shapefile ... through GDAL/OGR),
 * brought to the coordinate system of the run. */
#ifndef SPATE_IO_VECTOR_H
#define SPATE_IO_VECTOR_H

#include "base/context.h"
#include "io/geometry.h"

typedef struct feature {
    shape shape;
    char **values; /* attributes as text, "" where null; one per column of the layer */
} feature;

typedef struct vector_layer {
    int count;
    feature *features;
    int columns;
    char **column_names;
} vector_layer;

/* The first layer of a file (or `layer` by name). crs: of the run; "": coordinates are not
 * transformed. Empty layers and features without geometry are SPATE_ERROR_DATA with the file's
 * name. */
spate_status vector_read(spate_context *ctx, const char *file, const char *layer, const char *crs,
                         vector_layer **out);
void vector_free(vector_layer *v);
int vector_column(const vector_layer *v, const char *name); /* -1 if there is none */
/* "crest_m, name": for messages. */
const char *vector_columns_text(const vector_layer *v, char *out, size_t size);

/* Writes layers into one GeoPackage (temporary name, then renamed). SPATE_OK with a log line where
 * GDAL is missing. */
typedef struct vector_output {
    const char *layer;
    const vector_layer *features;
} vector_output;
spate_status vector_write(spate_context *ctx, const char *file, const char *crs,
                          const vector_output *layers, int count);

#endif
