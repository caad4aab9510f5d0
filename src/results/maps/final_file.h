/* Files of fields at the end of a run: max.nc with its rasters, state.nc. */
#ifndef SPATE_RESULTS_FINAL_FILE_H
#define SPATE_RESULTS_FINAL_FILE_H

#include "results/maps/cf_file.h"
#include "results/run_state.h"

typedef struct final_variable {
    spate_field_name field;
    const char
        *raster; /* "max_depth.tif": written as a raster too; NULL: only in the NetCDF file */
    cf_variable variable;
} final_variable;

/* Writes the variables, all of one precision, into NAME of the results folder, with one frame if
 * they are over time. A build without NetCDF writes the rasters alone. Collective; the writer has
 * ended. */
spate_status final_file_write(results *r, const char *name, const final_variable *list, int count);

#endif
