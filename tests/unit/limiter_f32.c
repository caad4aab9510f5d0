/* Slope limiting, f32. */
#define SPATE_REAL_BITS 32
#include "limiter_body.h"
