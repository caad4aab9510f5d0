/* The update of one cell from given faces, f64. */
#define SPATE_REAL_BITS 64
#include "update_body.h"
