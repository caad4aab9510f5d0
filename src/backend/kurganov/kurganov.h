/* The kernel table of the Kurganov scheme. Its state is depth and momentum at cells (FIELD_DEPTH,
 * FIELD_MOMENTUM_X, FIELD_MOMENTUM_Y), one after another in the table of fields. */
#ifndef SPATE_BACKEND_KURGANOV_KURGANOV_H
#define SPATE_BACKEND_KURGANOV_KURGANOV_H

#include "backend/backend.h"

enum { KP_HALO = 2 };

typedef stage_kernels kurganov_kernels;

#endif
