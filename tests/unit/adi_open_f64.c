/* Rows of the ADI scheme in open water, f64. */
#define SPATE_REAL_BITS 64
#include "adi_open_body.h"
