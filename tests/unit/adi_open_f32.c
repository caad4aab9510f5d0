/* Rows of the ADI scheme in open water, f32. */
#define SPATE_REAL_BITS 32
#include "adi_open_body.h"
