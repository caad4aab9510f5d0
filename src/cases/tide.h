/* Case tidal_channel, also for the test that checks its reference: a tide at the mouth of a
 * channel that is closed at its far end. SI units. */
#ifndef SPATE_CASES_TIDE_H
#define SPATE_CASES_TIDE_H

#include "cases/exact.h"

#define TIDE_LENGTH 40000.0
#define TIDE_DEPTH 8.0
#define TIDE_RANGE 1.0      /* amplitude outside */
#define TIDE_PERIOD 44714.0 /* M2 */
#define TIDE_MANNING 0.025

/* Level outside above the mean level, m. */
double exact_tide_outside(double t);
/* Depth and velocity at the distance x from the mouth, at the beginning of a period. */
exact_flow exact_tide(double x);

#endif
