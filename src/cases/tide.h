/* A tide at the mouth of a channel that is closed at its far end: the set-up of case tidal_channel, for the test that checks
 * its reference. SI. */
#ifndef SPATE_CASES_TIDE_H
#define SPATE_CASES_TIDE_H

#include "cases/exact.h"

#define TIDE_LENGTH 40000.0
#define TIDE_DEPTH 8.0
#define TIDE_RANGE 1.0      /* half of it: the amplitude outside */
#define TIDE_PERIOD 44714.0 /* the moon's, twice a day */
#define TIDE_MANNING 0.025

/* Level outside above that of the mean, m. */
double exact_tide_outside(double t);
/* Depth and velocity at x from the mouth, at the beginning of every period. */
exact_flow exact_tide(double x);

#endif
