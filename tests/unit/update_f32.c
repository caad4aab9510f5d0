/* The cell update: positivity, rest, symmetry, mass, f32. */
#define SPATE_REAL_BITS 32
#include "update_body.h"
