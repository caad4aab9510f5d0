/* Fields of a run as rows for its final files, NaN in inactive cells: read from the simulation
 * where one rank holds the whole grid, otherwise from a gathered map. On rank 0. */
#ifndef SPATE_RESULTS_FINAL_ROWS_H
#define SPATE_RESULTS_FINAL_ROWS_H

#include "results/run_state.h"

typedef struct final_field {
    const results *r;
    spate_field_name name;
    const void *gathered; /* in the precision of the rows; NULL: read from the simulation */
} final_field;

/* For tiles of f32 and f64; f must outlive them. */
map_rows final_rows_f32(const final_field *f);
map_rows final_rows_f64(const final_field *f);
/* For a raster. */
raster_rows final_rows_raster(const final_field *f);

#endif
