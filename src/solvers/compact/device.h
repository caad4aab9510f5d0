/* Compact differences on a device: options, setup and applies. */
#ifndef SPATE_SOLVERS_COMPACT_DEVICE_H
#define SPATE_SOLVERS_COMPACT_DEVICE_H

#include "solvers/compact/solver.h"

/* Opens the device: SPATE_ERROR_BACKEND with the reason if there is none. */
spate_status compact_device_create(spate_compact *c, const spate_compact_options *o);
void compact_device_destroy(spate_compact *c);

/* The matrix, n values each. Call after layout and stencil are made. */
spate_status compact_device_setup(spate_compact *c, const double *before, const double *diagonal,
                                  const double *after);

/* f and g are already checked. */
spate_status compact_device_apply(spate_compact *c, const void *f, void *g);

#endif
