/* The update of one cell from given faces, f32. */
#define SPATE_REAL_BITS 32
#include "update_body.h"
