/* The two forms of a line of the ADI scheme, f32. */
#define SPATE_REAL_BITS 32
#include "adi_penta_body.h"
