/* Visits of the values of a field by functions of the place. */
#ifndef SPATE_RUN_VISIT_H
#define SPATE_RUN_VISIT_H

#include "run/sim.h"

/* One value: its place, and whether an active cell needs it. */
typedef struct place {
    int part, i, j;
    ptrdiff_t offset;
    double x, y;
    int needed;
} place;

/* Returns 0 if the value is wrong. Called from several threads. low and high: range seen so far by the
 * thread. */
typedef int visit_fn(spate_sim *sim, const place *p, void *user, double *low, double *high);

typedef struct sweep_range {
    double low, high;
    int bad;
    place where; /* of the first wrong value */
} sweep_range;

/* Visits all local values; range is that of all ranks. A wrong value fails on all of them, naming the
 * argument. */
spate_status visit_field(spate_sim *sim, field_location location, int ghosts, visit_fn *visit,
                         void *user, const char *argument, const char *demand, sweep_range *out);

/* Within what Spate takes: false for NaN. */
int is_sane(double value);

#endif
