/* Bed friction, f32. */
#define SPATE_REAL_BITS 32
#include "friction_body.h"
