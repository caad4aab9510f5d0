/* Visits the values of a field piece by piece, and reads their new values from a source. */
#ifndef SPATE_RUN_VISIT_H
#define SPATE_RUN_VISIT_H

#include "run/field_source.h"
#include "run/sim.h"

enum { VISIT_PIECE = 512 };

/* Values i ... i + n - 1 of row j of a local part. */
typedef struct row_piece {
    int part, i, j, n;
    ptrdiff_t offset; /* of the first */
    field_location location;
    const uint8_t *needed; /* n: whether an active cell needs the value */
} row_piece;

typedef struct visit_range {
    double low, high;
} visit_range;

/* Returns the index in the piece of the first invalid value, or n. Threads call it at once. range:
 * of the values that the thread has visited. */
typedef int visit_fn(spate_sim *sim, const row_piece *p, void *user, visit_range *range);

/* Visits all local values; range is that of all ranks. An invalid value fails on all ranks, with
 * the argument and the position in the message. Collective. */
spate_status visit_field(spate_sim *sim, field_location location, int ghosts, visit_fn *visit,
                         void *user, const char *argument, const char *demand, visit_range *out);

/* Reads the values of a source for the piece, where `wanted` (n) is not 0. Others are undefined. */
void piece_read(const spate_sim *sim, const field_source *s, const row_piece *p,
                const uint8_t *wanted, double *values);

/* Moves values between a piece and a field of the run's precision. */
void piece_load(const spate_sim *sim, const row_piece *p, int which, double *values);
void piece_store(spate_sim *sim, const row_piece *p, int which, const double *values);
/* The bed of the cells of a piece relative to the datum, equal to bed_of_cell. */
void piece_bed(const spate_sim *sim, const row_piece *p, double *bed);

/* Whether the value is within the limits of Spate; false for NaN. */
int is_sane(double value);

#endif
