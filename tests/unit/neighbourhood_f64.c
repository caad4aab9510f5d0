/* Whole neighbourhoods: positivity, rest, symmetry, mass, f64. */
#define SPATE_REAL_BITS 64
#include "neighbourhood_body.h"
