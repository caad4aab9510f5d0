/* The fields of spate.h, row by row, from what the scheme stores. */
#ifndef SPATE_RUN_FIELD_ROWS_H
#define SPATE_RUN_FIELD_ROWS_H

#include "run/sim.h"

/* Rows are read in pieces of at most so many values. */
enum { FIELD_PIECE = 512 };

/* Whether the run has the field. The message says what is needed for it. */
spate_status field_available(spate_sim *sim, spate_field_name name);

/* Values of cells i ... i + n - 1 of row j of a local part; n is at most FIELD_PIECE. Every field
 * is computed in f64 in every precision. Threads may call it at once. */
void field_piece(const spate_sim *sim, spate_field_name name, int part, int i, int j, int n,
                 double *values);

/* The bed of these cells relative to the datum, equal to bed_of_cell. */
void field_bed_piece(const spate_sim *sim, int part, int i, int j, int n, double *bed);

/* The same of single cells, on every rank: values[n * name_count + k]; NaN for cells that are not
 * active or not in the grid. Collective. */
void cell_values(const spate_sim *sim, int64_t count, const int64_t (*cells)[2],
                 const spate_field_name *names, int name_count, double *values);

/* Adds the surroundings of a cell to the message of the context. when: "Before the step".
 * Collective. */
void surroundings_add(const spate_sim *sim, int64_t i, int64_t j, const char *when);

#endif
