/* Fields of a run as rows for its last files, NaN where a cell takes no part: from the simulation where one rank has
 * the whole grid, else from a map that was gathered for it. On rank 0. */
#ifndef SPATE_RESULTS_FINAL_ROWS_H
#define SPATE_RESULTS_FINAL_ROWS_H

#include "results/checkpoint/run_state.h"

typedef struct final_field {
    const results *r;
    spate_field_name name;
    const void *gathered; /* of the rows' precision; NULL: ask the simulation */
} final_field;

/* For tiles of f32 and f64; f must outlive them. */
map_rows final_rows_f32(const final_field *f);
map_rows final_rows_f64(const final_field *f);
/* For a raster. */
raster_rows final_rows_raster(const final_field *f);

#endif
