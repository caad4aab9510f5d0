/* Monotonic wall time by section of the program. */
#ifndef SPATE_BASE_TIMERS_H
#define SPATE_BASE_TIMERS_H

#include "spate/spate.h"

typedef struct timers {
    double seconds[SPATE_SECTION_COUNT];
    double inner, inner_since; /* of timers_inner since the last lap, and when the first began */
} timers;

void timers_sleep(double seconds);
/* Returns at this time of timers_now, to a microsecond or so on a machine with a free core. */
void timers_await(double when);
double timers_now(void); /* seconds since an arbitrary moment, never going back */

/* Adds the time since *mark to the section and moves the mark, so that consecutive sections leave
 * no gaps and read the clock once. Time that timers_inner added since the mark is not added again. */
void timers_lap(timers *t, spate_section section, double *mark);

/* Adds the time since `begun` to a section, within a lap of another one. */
void timers_inner(timers *t, spate_section section, double begun);

#endif
