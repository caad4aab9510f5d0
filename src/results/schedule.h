/* When results are due: at whole multiples of an interval, and at the end. Times are s since the
 * start of the run. */
#ifndef SPATE_RESULTS_SCHEDULE_H
#define SPATE_RESULTS_SCHEDULE_H

typedef struct schedule {
    double every, end; /* every 0: never */
    double last;       /* the last time of an output; -1: none yet */
} schedule;

/* The first due time after t: the smallest k * every, computed as this product so that rounding
 * errors do not add up, or the end; INFINITY after the end. */
double schedule_next(const schedule *s, double t);
int schedule_due(const schedule *s, double t);

#endif
