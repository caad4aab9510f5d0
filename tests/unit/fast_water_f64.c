/* Thin fast water in Euler steps, f64. */
#define SPATE_REAL_BITS 64
#include "fast_water_body.h"
