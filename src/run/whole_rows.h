/* Rows of a field of the whole grid, for those who need them once and piece by piece: no map of it is made. */
#ifndef SPATE_RUN_WHOLE_ROWS_H
#define SPATE_RUN_WHOLE_ROWS_H

#include "spate/spate.h"

/* Whether this rank has the whole grid; where not, spate_get_field brings it together. */
int whole_rows_possible(const spate_sim *sim);
/* As spate_get_field: whether the run has the field. Before rows of it. */
spate_status whole_rows_begin(spate_sim *sim, spate_field_name name);
/* Values i ... i + n - 1 of row j, as spate_get_field has them. From several threads. */
void whole_row(const spate_sim *sim, spate_field_name name, int64_t i, int64_t j, int n,
               double *values);

#endif
