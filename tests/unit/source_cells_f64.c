/* Sources of one cell, f64. */
#define SPATE_REAL_BITS 64
#include "source_cells_body.h"
