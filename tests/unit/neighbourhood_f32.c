/* Whole neighbourhoods: positivity, rest, symmetry, mass, f32. */
#define SPATE_REAL_BITS 32
#include "neighbourhood_body.h"
