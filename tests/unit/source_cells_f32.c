/* Sources of one cell, f32. */
#define SPATE_REAL_BITS 32
#include "source_cells_body.h"
