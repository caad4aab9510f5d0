/* Slope limiting, f64. */
#define SPATE_REAL_BITS 64
#include "limiter_body.h"
