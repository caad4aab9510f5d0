/* Cells: water, beds, slopes, f32. */
#define SPATE_REAL_BITS 32
#include "cell_body.h"
