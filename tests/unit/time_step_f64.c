/* The time step and the carry of small sources, f64. */
#define SPATE_REAL_BITS 64
#include "time_step_body.h"
