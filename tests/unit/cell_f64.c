/* Cells: water, beds, slopes, f64. */
#define SPATE_REAL_BITS 64
#include "cell_body.h"
