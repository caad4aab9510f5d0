/* Bed friction, f64. */
#define SPATE_REAL_BITS 64
#include "friction_body.h"
