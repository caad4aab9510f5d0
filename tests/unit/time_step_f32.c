/* The time step and the carry of small sources, f32. */
#define SPATE_REAL_BITS 32
#include "time_step_body.h"
