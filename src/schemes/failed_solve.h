/* What follows a solve that fails in a step of an implicit scheme: the run ends, or the step is
 * repeated with half its length (options.failed_solve). */
#ifndef SPATE_SCHEMES_FAILED_SOLVE_H
#define SPATE_SCHEMES_FAILED_SOLVE_H

#include "schemes/flow.h"

typedef struct failed_solve {
    int halved;     /* attempts in a row that a failed solve has shortened */
    double longest; /* longest step after failed solves, s; doubled by every success; 0: none */
} failed_solve;

/* Calls the finish kernel of all parts. */
typedef void failed_solve_finish(flow *k);

/* Rejects the step, so that one of this fraction of its length follows. */
void failed_solve_reject(flow *k, double fraction, failed_solve_finish *finish);
/* A solve has failed with this status: ends the run, or rejects the step so that one of half its
 * length follows and returns SPATE_OK. */
spate_status failed_solve_shorten(flow *k, failed_solve *f, spate_status status,
                                  failed_solve_finish *finish);
/* After an accepted step: bounds the next one if a solve has failed. params.cfl over the rate is
 * the step that the clock would choose. */
void failed_solve_lengthen(flow *k, failed_solve *f);
/* In a saved state. Collective. */
spate_status failed_solve_persist(failed_solve *f, state_stream *s);

#endif
