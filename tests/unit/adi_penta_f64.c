/* The two forms of a line of the ADI scheme, f64. */
#define SPATE_REAL_BITS 64
#include "adi_penta_body.h"
