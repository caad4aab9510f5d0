/* Layers of features, read and written through the plug-in. */
#include "io/vector.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "io/gdal_plugin.h"

spate_status vector_read(spate_context *ctx, const char *file, const char *layer, const char *crs,
                         vector_layer **out)
{
    struct stat found;
    if (strncmp(file, "/vsi", 4) != 0 && !strchr(file, ':') && stat(file, &found) != 0)
        return fail_data(ctx, "%s: %s", file, strerror(errno));
    const gdal_plugin *gdal;
    SPATE_TRY(gdal_plugin_need(ctx, file, &gdal));
    vector_layer *v = calloc(1, sizeof *v);
    if (!v)
        return fail_memory(ctx, "%s: no memory", file);
    gdal_why note = {""}, why = {""};
    if (!gdal->vector_read(file, layer, crs ? crs : "", v, &note, &why)) {
        vector_free(v);
        return fail_data(ctx, "%s: %s", file, why.text);
    }
    if (*note.text)
        spate_log(ctx, SPATE_LOG_INFO, "%s: %s", file, note.text);
    *out = v;
    return SPATE_OK;
}

void vector_free(vector_layer *v)
{
    if (!v)
        return;
    for (int n = 0; n < v->count; ++n) {
        shape_free(&v->features[n].shape);
        for (int c = 0; v->features[n].values && c < v->columns; ++c)
            free(v->features[n].values[c]);
        free(v->features[n].values);
    }
    for (int c = 0; c < v->columns; ++c)
        free(v->column_names[c]);
    free(v->column_names);
    free(v->features);
    free(v);
}

int vector_column(const vector_layer *v, const char *name)
{
    for (int c = 0; c < v->columns; ++c)
        if (strcmp(v->column_names[c], name) == 0)
            return c;
    for (int c = 0; c < v->columns; ++c) /* GeoPackage and Shapefile ignore case too */
        if (strcasecmp(v->column_names[c], name) == 0)
            return c;
    return -1;
}

const char *vector_columns_text(const vector_layer *v, char *out, size_t size)
{
    snprintf(out, size, "%s", v->columns ? "" : "none");
    size_t used = 0;
    for (int c = 0; c < v->columns && used < size; ++c)
        used +=
            (size_t)snprintf(out + used, size - used, "%s%s", c ? ", " : "", v->column_names[c]);
    return out;
}

spate_status vector_write(spate_context *ctx, const char *file, const char *crs,
                          const vector_output *layers, int count)
{
    const char *reason;
    const gdal_plugin *gdal = gdal_plugin_get(&reason);
    if (!gdal) {
        spate_log(ctx, SPATE_LOG_INFO, "%s is not written: %s", file, reason);
        return SPATE_OK;
    }
    gdal_why why = {""};
    if (!gdal->vector_write(file, crs, layers, count, &why))
        return spate_fail(ctx, SPATE_ERROR_OUTPUT, "%s: cannot write it: %s", file, why.text);
    return SPATE_OK;
}
