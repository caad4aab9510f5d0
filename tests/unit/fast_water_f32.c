/* Thin fast water in Euler steps, f32. */
#define SPATE_REAL_BITS 32
#include "fast_water_body.h"
