/* Compact differences on a device: options, set-up and applies. */
#ifndef SPATE_SOLVERS_COMPACT_DEVICE_H
#define SPATE_SOLVERS_COMPACT_DEVICE_H

#include "solvers/compact/solver.h"

/* Finds the device: SPATE_ERROR_BACKEND with the reason where there is none. */
spate_status compact_device_create(spate_compact *c, const spate_compact_options *o);
void compact_device_destroy(spate_compact *c);

/* The matrix: n values each. After layout and stencil were made. */
spate_status compact_device_setup(spate_compact *c, const double *before, const double *diagonal,
                                  const double *after);

/* f and g were checked. */
spate_status compact_device_apply(spate_compact *c, const void *f, void *g);

#endif
