/* A map from any file that holds one: a raster (GeoTIFF, .asc), or a variable of a NetCDF file at a
 * frame. Values on the file's own grid. */
#ifndef SPATE_TOOLS_FIELD_H
#define SPATE_TOOLS_FIELD_H

#include "io/raster.h"
#include "results/maps/maps_file.h"

typedef struct field {
    raster_grid grid; /* crs points into the field: do not copy the struct */
    char crs[64];
    char name[64], unit[32];
    double t;       /* s since the start; NaN where it has no time */
    double *values; /* nx * ny, row 0 in the south; NaN: none */
} field;

typedef enum { FILE_MISSING, FILE_FOLDER, FILE_NETCDF, FILE_CSV, FILE_OTHER } file_kind;
/* By what it is and how its name ends. */
file_kind file_kind_of(const char *file);
int file_has_ending(const char *file, const char *ending); /* case does not matter */
const char *file_name_of(const char *file);                /* after the last slash */

spate_status field_read_raster(spate_context *ctx, const char *file, field *out);
spate_status field_read_maps(spate_context *ctx, maps_file *f, int variable, int64_t frame,
                             field *out);
void field_free(field *f);
size_t field_count(const field *f);
/* Position of the middle of a cell. */
double field_x(const field *f, long long k);
double field_y(const field *f, long long k);

#endif
