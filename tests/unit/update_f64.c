/* The cell update: positivity, rest, symmetry, mass, f64. */
#define SPATE_REAL_BITS 64
#include "update_body.h"
