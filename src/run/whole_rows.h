/* Rows of a field of the whole grid, for callers that need each row once. No map of the whole field
 * is allocated. */
#ifndef SPATE_RUN_WHOLE_ROWS_H
#define SPATE_RUN_WHOLE_ROWS_H

#include "spate/spate.h"

/* Whether this rank has the whole grid. If not, spate_get_field gathers the field. */
int whole_rows_possible(const spate_sim *sim);
/* Checks as spate_get_field does that the run has the field. Call it before whole_row. */
spate_status whole_rows_begin(spate_sim *sim, spate_field_name name);
/* Values i ... i + n - 1 of row j, equal to those of spate_get_field. Threads may call it
 * at once. */
void whole_row(const spate_sim *sim, spate_field_name name, int64_t i, int64_t j, int n,
               double *values);

#endif
