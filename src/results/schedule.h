/* When results are due: whole multiples of an interval, and the end. Pure arithmetic; times are s since the
 * start of the run. */
#ifndef SPATE_RESULTS_SCHEDULE_H
#define SPATE_RESULTS_SCHEDULE_H

typedef struct schedule {
    double every, end; /* every 0: never */
    double last;       /* the last time that was served; -1: none */
} schedule;

/* The first due time after t: the smallest k * every, computed as this product so that nothing drifts,
 * or the end; INFINITY where nothing is left. */
double schedule_next(const schedule *s, double t);
int schedule_due(const schedule *s, double t);

#endif
