/* Depth and velocity of case `circular` at the radius r (m), at t = 15 s only. */
#ifndef SPATE_CASES_CIRCULAR_REFERENCE_H
#define SPATE_CASES_CIRCULAR_REFERENCE_H

#include "cases/exact.h"

#define CIRCULAR_REFERENCE_TIME 15.0

exact_flow circular_reference(double r);

#endif
